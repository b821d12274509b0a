"""The sections of a report as HTML: figures, cost of error, distribution, prices, side wagers, rules."""

from collections.abc import Sequence
from html import escape

import numpy

from spanish21.analysis.charts.best_charts import BestChart
from spanish21.analysis.law.distribution import RoundLaw
from spanish21.analysis.report.edge_summary import Analysis
from spanish21.analysis.report.law_pictures import distribution_svg, heat_colour
from spanish21.analysis.report.pricing import MAIN_SETTINGS, Price
from spanish21.analysis.sides.side_prices import SideWagers
from spanish21.analysis.worth.table_edge import SPLIT_POLICY, Edge
from spanish21.books.rulebook import load_book
from spanish21.display.notebook import figures_html, signed, table_html
from spanish21.game.rules import Rules, settings_of
from spanish21.strategy import UP_LABELS, UP_VALUES, hand_numbers
from spanish21.strategy.screens import COLUMNS

PRICE_TITLES = {
    "choice": "Permitted choices",
    "ruling": "Readings of the rulings",
    "rule": "Rules, inside the book or not",
    "differs": "Difference by difference",
    "all": "All together",
    "rest": "Interaction",
}
UPS = tuple(zip((*UP_VALUES[1:], UP_VALUES[0]), COLUMNS, strict=True))
"""The values of the up card in the usual order, with their labels."""


def figures_of(analysis: Analysis) -> str:
    blackjack = analysis.law.bonuses[0].probability
    return figures_html(
        (
            ("House edge", f"{-analysis.expected_value:.4%}"),
            ("Standard deviation", f"{analysis.law.standard_deviation:.4f}"),
            ("Average wager", f"{analysis.law.average_wager:.4f}"),
            ("Element of risk", f"{analysis.element_of_risk:.4%}"),
            ("Hit frequency", f"{analysis.law.hit_frequency:.3%}"),
            ("A Blackjack every", f"{1 / blackjack:.1f} rounds" if blackjack else "never"),
        )
    )


def by_up_html(analysis: Analysis) -> str:
    found, by_up = analysis.edge, analysis.by_up
    rows = [(label, f"{found.up[up]:.4%}", signed(float(by_up[up]), "{:+.4%}")) for up, label in UPS]
    return table_html(("Up card", "Probability", "Expected value"), rows)


def summary_html(analysis: Analysis, best: BestChart) -> str:
    cost = (analysis.edge.expected_value - best.edge.expected_value) * 10_000
    return (
        f"{figures_of(analysis)}<p>The best play by composition keeps the house edge at "
        f"{-analysis.edge.expected_value:.4%}; the best chart by totals costs {cost:.3f} basis points.</p>"
        f'<div class="charts"><div><h3>By up card</h3>{by_up_html(analysis)}</div><div><h3>Bonuses</h3>'
        f"{bonuses_html(analysis)}</div></div>"
    )


def bonuses_html(analysis: Analysis) -> str:
    rows = [
        (
            escape(bonus.name),
            f"{1 / bonus.probability:,.0f}" if bonus.probability > 1e-15 else "never",
            f"{bonus.contribution:.5%}",
        )
        for bonus in analysis.bonuses
    ]
    return table_html(("Bonus", "One round in", "Adds over even money"), rows)


def errors_html(found: Edge) -> str:
    """A heat map of the cost of the best wrong decision, for every first two cards."""
    numbers = hand_numbers()
    lines = []
    for low in range(1, 11):
        for high in range(low, 11):
            if (low, high) == (1, 10):
                continue
            hand = int(numbers.following[numbers.following[0, low], high])
            costs = [_cost_of_error(found, hand, up) for up, _ in UPS]
            cells = "".join(map(_cost_html, costs))
            lines.append(f"<tr><th>{UP_LABELS[low - 1]}-{UP_LABELS[high - 1]}</th>{cells}</tr>")
    heads = "".join(f"<th>{label}</th>" for label in ("", *COLUMNS))
    half = (len(lines) + 1) // 2
    head = f"<thead><tr>{heads}</tr></thead>"
    tables = "".join(
        f'<div><table class="chart">{head}<tbody>{"".join(part)}</tbody></table></div>'
        for part in (lines[:half], lines[half:])
    )
    return (
        "<p>The cost of the second best decision, in wagers, if the dealer has no Blackjack; unsuited where"
        f' suits matter. White is nearly free, dark is costly.</p><div class="charts">{tables}</div>'
    )


def _cost_html(cost: float) -> str:
    return f'<td style="background:{heat_colour(cost)}">{f"{cost:.3f}".lstrip("0")}</td>'


def _cost_of_error(found: Edge, hand: int, up: int) -> float:
    """The cost of a hand's second best option against the best."""
    values = found.option[:, hand, up]
    allowed = numpy.sort(values[numpy.isfinite(values)])
    if len(allowed) < 2:
        return 0.0
    return float(allowed[-1] - allowed[-2]) / float(found.no_blackjack[hand, up])


def distribution_html(law: RoundLaw) -> str:
    won = law.hit_frequency
    tied = float(law.probabilities[law.results == 0].sum())
    lost = float(law.probabilities[law.results < 0].sum())
    return (
        f"<p>A round is won in {won:.3%} of cases, tied in {tied:.3%} and lost in {lost:.3%}; its mean is"
        f" {law.mean:+.5f} wagers, with a standard deviation of {law.standard_deviation:.4f}. No"
        f" probability is off by more than {law.error:.0e}, nor the standard deviation by more than"
        f" {law.deviation_error:.0e}. The scale is in powers of ten.</p>{distribution_svg(law)}"
    )


def prices_html_of(prices: Sequence[Price]) -> str:
    text = "<p>The effect of one change on the player's expected value, in basis points of the wager.</p>"
    for kind, name in PRICE_TITLES.items():
        rows = [
            (
                escape(f"{price.change}; {price.needs}" if price.needs else price.change),
                signed(price.basis_points, "{:+.2f}"),
                escape(", ".join(price.clauses)),
            )
            for price in sorted(prices, key=lambda one: -one.basis_points)
            if price.kind == kind
        ]
        if rows:
            text += f"<h3>{name}</h3>{table_html(('Change', 'Basis points', 'Clauses'), rows, (0, 2))}"
    return text


def wagers_html(wagers: SideWagers, currency: str = "") -> str:
    rows = [
        (
            escape(wager.name.replace("_", " ")) + ("" if wager.offered else " (not offered)"),
            escape(wager.paytable_and_reading),
            escape(wager.pays),
            f"{wager.house_edge:.4%}",
            f"{wager.hit_rate:.4%}",
            f"{wager.standard_deviation:.4f}",
            f"{currency}{float(wager.break_even_meter) / 100:,.0f}"
            if wager.break_even_meter is not None
            else "",
            f"{float(wager.long_run_edge_exact):.4%}" if wager.long_run_edge_exact is not None else "",
        )
        for wager in wagers
    ]
    warnings = "".join(f'<p class="warning">{escape(wager.warning)}</p>' for wager in wagers if wager.warning)
    heads = ("Wager", "Paytable", "Pays", "House edge", "Hit rate", "Standard deviation")
    missing = "".join(
        f"<p>{escape(one.name)} {escape(one.paytable)} is not priced: {escape(one.why)}</p>"
        for one in wagers.not_priced
    )
    return f"{warnings}{table_html((*heads, 'Break-even meter', 'Long run'), rows, (0, 1, 2))}{missing}"


def rules_html(rules: Rules) -> str:
    book = load_book(rules.book)
    settings = settings_of(rules)
    says = {clause.id: clause.says for clause in book.clauses}
    rows = []
    for name in MAIN_SETTINGS:
        value = settings[name]
        shown = " to ".join(map(str, value)) if isinstance(value, list | tuple) else str(value).lower()
        cited = book.cite(name)
        rows.append(
            (
                escape(name.replace("_", " ")),
                escape(shown.replace("_", " ")),
                "<br>".join(f"{escape(clause)} {escape(says.get(clause, ''))}" for clause in cited),
            )
        )
    return table_html(("Setting", "Value", "Clauses"), rows, (0, 1, 2))


METHOD = f"""
<p>Every figure above is computed, none is typed in. Cards are drawn without replacement throughout; hands are
distinguished by the values of their cards, and by suits where a suited 6-7-8 or 7-7-7 can still be made.</p>
<ul><li>The dealer's hand: every multiset that the dealing rule can end with, weighed by the number of its
orders.</li>
<li>The player's hand: from 21 backwards, the best of standing, hitting, doubling, doubling again, rescuing,
surrendering and splitting for every composition.</li>
<li>Splits, policy <b>{SPLIT_POLICY}</b>: a split hand is played as the same cards would best be played alone;
a pair is split again while the limit of hands allows. The value is exact over all hands of the box. Playing
each split hand with the cards of the others in mind is the class <b>optimal</b>;
<code>edge --splits optimal</code> prices two hands of a pair in both classes.</li>
<li>The results of a split box's hands are joined as they come from one shoe and one dealer, by a mean over
shares of the shoe that counts everything to the third power of one over the number of cards. What is left out
enters the distribution and the standard deviation, within their stated errors,
never the expected value.</li></ul>
<p>The tests compare every option with a complete enumeration in fractions on small shoes, and the edges with
published figures.</p>
"""
