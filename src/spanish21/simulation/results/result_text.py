"""A result in lines for people: everything of its report that fits on a screen."""

import math
from typing import TYPE_CHECKING

from spanish21.books.setting_text import decks_text
from spanish21.game.money import amount_text
from spanish21.game.pictures.count_text import count_text
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
    lines = [heading, *(f"{name:<{width}}  {text}" for name, text in shown.items())]
    return "\n".join([*lines, *_by_true_count(result, bankroll)])


def _by_true_count(result: "Result", bankroll: int) -> list[str]:
    """A line for each true count that was met; the outermost stand for all beyond them."""
    rows = [row for row in result.by_true_count(bankroll) if row["rounds"]]
    if not rows:
        return []
    best = f"{'best wager':>12}" if bankroll else ""
    lines = ["", f"true count  frequency  expected value  standard error{'wager':>12}{best}"]
    for row in rows:
        asked = f"{amount_text(row['best_wager']):>12}" if bankroll else ""
        lines.append(
            f"{row['true_count']:+10d}  {row['frequency']:9.4%}  {row['expected_value']:+14.4%}"
            f"  {row['standard_error']:14.4%}{amount_text(row['wager']):>12}{asked}"
        )
    return lines


def _figures(result: "Result") -> dict[str, str]:
    shoes = count_text(int(result.totals.rounds[SHOES]), "shoe")
    shown = {"rounds": f"{result.rounds:,} ({shoes}{'' if result.is_complete else '; interrupted'})"}
    if result.plan.count is not None:
        shown["count"] = result.plan.count.text(result.rules.decks)
    return shown | {
        "expected value": f"{result.expected_value:+.6%}{_interval(result)}",
        "standard error": _error(result.standard_error, 6),
        "all wagers": f"{result.total_expected_value:+.6%}, standard error"
        f" {_error(result.total_standard_error, 6)}",
        "return to player": f"{result.return_to_player:.6%} of all money wagered",
        "element of risk": f"{result.element_of_risk:+.6%}",
        "standard deviation": f"{result.standard_deviation:.4f} wagers a round,"
        f" {result.total_standard_deviation:.4f} with all wagers",
        "hit frequency": f"{result.hit_frequency:.4%} of rounds win",
        "volatility index": f"{result.volatility_index:.4f}",
    }


def _interval(result: "Result") -> str:
    low, high = result.confidence_interval
    return f"   95% from {low:+.6%} to {high:+.6%}" if math.isfinite(high) else ""


def _error(found: float, digits: int) -> str:
    """A standard error in percent; a single round has no error."""
    return f"{found:.{digits}%}" if math.isfinite(found) else "unknown after one round"


def _wagers(result: "Result") -> dict[str, str]:
    shown = {
        name: f"{wager['expected_value']:+.4%}, standard error {_error(wager['standard_error'], 4)}"
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
