"""A result in lines for people: everything of its report that fits on a screen."""

from typing import TYPE_CHECKING

from spanish21.books.setting_text import decks_text
from spanish21.game.count_text import count_text
from spanish21.game.money import amount_text
from spanish21.simulation.kernel.tally import SHOES

if TYPE_CHECKING:
    from spanish21.simulation.results.result import Result


def result_text(result: "Result", session_rounds: int, bankroll: int) -> str:
    """A heading, then one figure a line."""
    rules, plan = result.rules, result.plan
    heading = f"{rules.book}, {decks_text(rules.decks)}, {plan.strategy.name}, seed {plan.seed}"
    shown = {**_figures(result), **_wagers(result), **_session(result, session_rounds, bankroll)}
    shown["speed"] = f"{result.rounds_per_cpu_second / 1e6:.1f} million rounds a CPU second"
    width = max(map(len, shown))
    return "\n".join([heading, *(f"{name:<{width}}  {text}" for name, text in shown.items())])


def _figures(result: "Result") -> dict[str, str]:
    low, high = result.confidence_interval
    shoes = count_text(int(result.totals.rounds[SHOES]), "shoe")
    shown = {"rounds": f"{result.rounds:,} ({shoes}{'' if result.is_complete else '; interrupted'})"}
    if result.plan.count is not None:
        shown["count"] = result.plan.count.text(result.rules.decks)
    return shown | {
        "expected value": f"{result.expected_value:+.6%}   95% from {low:+.6%} to {high:+.6%}",
        "standard error": f"{result.standard_error:.6%}",
        "all wagers": f"{result.total_expected_value:+.6%}, standard error {result.total_standard_error:.6%}",
        "return to player": f"{result.return_to_player:.6%} of all money wagered",
        "element of risk": f"{result.element_of_risk:+.6%}",
        "standard deviation": f"{result.standard_deviation:.4f} wagers a round,"
        f" {result.total_standard_deviation:.4f} with all wagers",
        "hit frequency": f"{result.hit_frequency:.4%} of rounds win",
        "volatility index": f"{result.volatility_index:.4f}",
    }


def _wagers(result: "Result") -> dict[str, str]:
    shown = {
        name: f"{wager['expected_value']:+.4%}, standard error {wager['standard_error']:.4%}"
        for name, wager in result.wagers().items()
    }
    for name, meter in result.meter_report().items():
        amount = f"{result.rules.currency}{amount_text(meter['amount'])}"
        shown[f"meter {name.replace('_', ' ')}"] = f"{count_text(meter['hits'], 'hit')}, now at {amount}"
    return shown


def _session(result: "Result", rounds: int, bankroll: int) -> dict[str, str]:
    session = result.session(rounds, bankroll)
    n0, quantiles = session["n0"], session["quantiles"]

    def money(amount: float) -> str:
        return f"{'+' if amount > 0 else ''}{amount_text(round(amount))}"

    names = list(quantiles)
    shown = {
        "N0": "never: nothing is won or lost on average" if n0 is None else count_text(round(n0), "round"),
        "session": f"{count_text(rounds, 'round')}: mean {money(session['mean'])},"
        f" standard deviation {amount_text(round(session['standard_deviation']))}",
    }
    for part in (names[:3], names[3:4], names[4:]):
        label = ", ".join(f"{float(name):.0%}" for name in part)
        shown[f"session at {label}"] = ", ".join(money(quantiles[name]) for name in part)
    if bankroll:
        soon, ever = session["risk_of_ruin_in_session"], session["risk_of_ruin"]
        ruin = f"{soon:.2%} in a session, {ever:.2%} in the long run"
        shown["risk of ruin"] = f"{ruin} with {amount_text(bankroll)}"
    return shown
