"""One self-contained HTML file on a table: summary, charts, cost of error, prices, side wagers, rules."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import numpy

from spanish21 import __version__
from spanish21.analysis.charts import BestChart, best_chart
from spanish21.analysis.drawing import colour_of, distribution_svg, grid_svg, heat_colour
from spanish21.analysis.pricing import MAIN_SETTINGS, Price
from spanish21.analysis.pricing import prices as prices_of
from spanish21.analysis.shoe import Shoe
from spanish21.analysis.sidebets import SideWagers, side_wagers
from spanish21.analysis.summary import Analysis, analysis_of
from spanish21.analysis.worth import SPLIT_POLICY, Edge
from spanish21.books.rulebook import load_book
from spanish21.books.submission import Submission
from spanish21.game.rules import Rules, settings_of
from spanish21.strategy import UP_LABELS, UP_VALUES, Chart, chart_lines, hand_numbers

Tell = Callable[[str], None]

CHART_TITLES = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pair": "Pairs",
    "doubled 1 hard": "After one double, hard",
    "doubled 1 soft": "After one double, soft",
    "doubled 2 hard": "After two doubles, hard",
    "doubled 2 soft": "After two doubles, soft",
    "doubled 3 hard": "After three doubles, hard",
    "doubled 3 soft": "After three doubles, soft",
}

LETTER_NAMES = (
    ("S", "stand"),
    ("H", "hit"),
    ("D", "double"),
    ("P", "split"),
    ("R", "surrender"),
    ("X", "rescue"),
)
PRICE_TITLES = {
    "choice": "Permitted choices",
    "ruling": "Readings of the rulings",
    "rule": "Rules, inside the book or not",
    "differs": "Difference by difference",
    "all": "All together",
    "rest": "Interaction",
}


def report_html(
    rules: Rules,
    submission: Submission | None = None,
    shoe: Shoe | None = None,
    choices: Mapping[str, Any] | None = None,
    changed: Mapping[str, Any] | None = None,
    tell: Tell = lambda _: None,
) -> str:
    """The whole report on a table as one HTML document."""
    tell("analysing …")
    analysis = analysis_of(rules, shoe)
    tell("finding the best chart …")
    best = best_chart(rules, shoe)
    prices = prices_of(rules, shoe, tell)
    wagers = side_wagers(rules, submission, shoe, 0, choices)
    book = load_book(rules.book)
    sections = (
        ("Summary", _summary(analysis, best)),
        ("Strategy", _charts(best.chart)),
        ("Cost of error", _errors(analysis.edge)),
        ("Distribution", _distribution(analysis)),
        ("Prices", _prices(prices)),
        ("Side wagers", _wagers(wagers)),
        ("Rules", _rules(rules)),
        ("Method and proof", METHOD),
    )
    links = "".join(f'<a href="#{_anchor(title)}">{title}</a>' for title, _ in sections)
    body = "".join(
        f'<section id="{_anchor(title)}"><h2>{title}</h2>{text}</section>' for title, text in sections
    )
    outside = ""
    if changed:
        words = ", ".join(f"{name} = {value}" for name, value in changed.items())
        outside = f'<p class="warning">Outside the book: {escape(words)}.</p>'
    title = f"{book.title}: {rules.decks} decks"
    deal = f"First round of a {'full' if shoe is None else 'given'} shoe, one box, no insurance"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_style()}</style></head><body><h1>{escape(title)}</h1>"
        f'<p class="lead">{escape(book.edition)}. {deal}; splits by the policy {SPLIT_POLICY}.</p>'
        f"{outside}<nav>{links}</nav>{body}<footer>spanish21 {__version__}</footer></body></html>\n"
    )


def _style() -> str:
    return files("spanish21.analysis").joinpath("report.css").read_text("utf-8")


def notebook_html(analysis: Analysis) -> str:
    """What a notebook shows of an analysis."""
    return _in_notebook(f"{_figures(analysis)}{_by_up(analysis)}{distribution_svg(analysis.law)}")


def chart_html(chart: Chart) -> str:
    """What a notebook shows of a chart."""
    return _in_notebook(_charts(chart))


def prices_html(prices: Sequence[Price]) -> str:
    """What a notebook shows of a list of prices."""
    return _in_notebook(_prices(prices))


def side_wagers_html(wagers: SideWagers) -> str:
    """What a notebook shows of side wagers."""
    return _in_notebook(_wagers(wagers))


def _in_notebook(shown: str) -> str:
    """With the report's style, which must not reach the rest of the notebook."""
    return f'<div class="spanish21"><style>@scope (.spanish21) {{{_style()}}}</style>{shown}</div>'


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], text_columns: Sequence[int] = (0,)) -> str:
    """An HTML table; cells are HTML already."""

    def line(cells: Sequence[str], tag: str) -> str:
        made = "".join(
            f"<{tag}{' class=text' if place in text_columns else ''}>{cell}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr>{made}</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f'<div class="scroll"><table><thead>{line(heads, "th")}</thead><tbody>{body}</tbody></table></div>'


def _figures(analysis: Analysis) -> str:
    figures = (
        ("House edge", f"{-analysis.expected_value:.4%}"),
        ("Standard deviation", f"{analysis.law.standard_deviation:.4f}"),
        ("Average wager", f"{analysis.law.average_wager:.4f}"),
        ("Element of risk", f"{analysis.element_of_risk:.4%}"),
        ("A Blackjack every", f"{1 / analysis.law.bonuses[0].probability:.1f} rounds"),
    )
    boxes = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in figures)
    return f'<dl class="figures">{boxes}</dl>'


def _by_up(analysis: Analysis) -> str:
    found, by_up = analysis.edge, analysis.by_up
    rows = [
        (label, f"{found.up[up]:.4%}", _signed(float(by_up[up]), "{:+.4%}"))
        for up, label in zip(UP_VALUES, UP_LABELS, strict=True)
    ]
    return _table(("Up card", "Probability", "Expected value"), rows)


def _signed(value: float, form: str) -> str:
    text = form.format(value)
    if float(text.strip("%")) == 0:
        return text
    return f'<span class="{"gain" if value > 0 else "loss-text"}">{text}</span>'


def _summary(analysis: Analysis, best: BestChart) -> str:
    cost = (analysis.edge.expected_value - best.edge.expected_value) * 10_000
    bonuses = [
        (
            bonus.name,
            f"{1 / bonus.probability:,.0f}" if bonus.probability > 1e-15 else "never",
            f"{bonus.contribution:.5%}",
        )
        for bonus in analysis.bonuses
    ]
    return (
        f"{_figures(analysis)}<p>The best play by composition keeps the house edge at "
        f"{-analysis.edge.expected_value:.4%}; the best chart by totals costs {cost:.3f} basis points.</p>"
        f'<div class="charts"><div><h3>By up card</h3>{_by_up(analysis)}</div><div><h3>Bonuses</h3>'
        f"{_table(('Bonus', 'One round in', 'Adds over even money'), bonuses)}</div></div>"
    )


def _charts(chart: Chart) -> str:
    by_table: dict[str, list[list[str]]] = {}
    for table, row, *cells in chart_lines(chart):
        by_table.setdefault(table, []).append([row, *cells])
    key = "".join(
        f'<li><span style="background:{colour_of(letter)}"></span>{letter} {name}</li>'
        for letter, name in LETTER_NAMES
    )
    text = f'<ul class="key">{key}</ul>{CHART_NOTES}<div class="charts">'
    pictures = ""
    for table, rows in by_table.items():
        if table.startswith("doubled") and all(set(row[1:]) == {"S"} for row in rows):
            continue
        text += f"<div><h3>{CHART_TITLES[table]}</h3>{_chart_table(rows)}</div>"
        pictures += grid_svg(
            CHART_TITLES[table],
            UP_LABELS,
            [(row[0], [(cell, colour_of(cell)) for cell in row[1:]]) for row in rows],
        )
    return f"{text}</div><h3>The same as pictures</h3><div class=charts>{pictures}</div>"


def _chart_table(rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f"<th>{label}</th>" for label in ("", *UP_LABELS))
    lines = "".join(
        f"<tr><th>{row[0]}</th>"
        + "".join(f'<td style="background:{colour_of(cell)}">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    table = f'<table class="chart"><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>'
    return f'<div class="scroll">{table}</div>'


CHART_NOTES = (
    "<p>Columns are the dealer's up card. <b>4+</b>: hit instead with four cards or more. <b>*</b>: hit"
    " instead with a two-card 6-7, 6-8 or 7-8 (7-7 among the pairs); <b>**</b> only if it is suited,"
    " <b>***</b> only if it is of the top suit. After <b>/</b>: what to do if the first is not allowed.</p>"
)


def _errors(found: Edge) -> str:
    """A heat map of what the best wrong decision costs, for every first two cards."""
    numbers = hand_numbers()
    rows = []
    for low in range(1, 11):
        for high in range(low, 11):
            if (low, high) == (1, 10):
                continue
            hand = int(numbers.following[numbers.following[0, low], high])
            costs = [_cost_of_error(found, hand, up) for up in UP_VALUES]
            cells = [(f"{cost:.3f}".lstrip("0"), heat_colour(cost)) for cost in costs]
            rows.append((f"{UP_LABELS[low - 1]}-{UP_LABELS[high - 1]}", cells))
    half = (len(rows) + 1) // 2
    pictures = "".join(grid_svg("First two cards", UP_LABELS, part) for part in (rows[:half], rows[half:]))
    return (
        "<p>What the second best decision costs, in wagers, if the dealer has no Blackjack; unsuited where"
        f' suits matter. White is nearly free, dark is costly.</p><div class="charts wide">{pictures}</div>'
    )


def _cost_of_error(found: Edge, hand: int, up: int) -> float:
    """What the second best option of a hand loses against the best."""
    values = found.option[:, hand, up]
    allowed = numpy.sort(values[numpy.isfinite(values)])
    if len(allowed) < 2:
        return 0.0
    return float(allowed[-1] - allowed[-2]) / float(found.no_blackjack[hand, up])


def _distribution(analysis: Analysis) -> str:
    law = analysis.law
    won = float(law.probabilities[law.results > 0].sum())
    tied = float(law.probabilities[law.results == 0].sum())
    lost = float(law.probabilities[law.results < 0].sum())
    return (
        f"<p>A round is won in {won:.3%} of cases, tied in {tied:.3%} and lost in {lost:.3%}; its mean is"
        f" {law.mean:+.5f} wagers, with a standard deviation of {law.standard_deviation:.4f}. The scale is in"
        f" powers of ten.</p>{distribution_svg(law)}"
    )


def _prices(prices: Sequence[Price]) -> str:
    text = "<p>What one change does to the player's expected value, in basis points of the wager.</p>"
    for kind, name in PRICE_TITLES.items():
        rows = [
            (
                escape(f"{price.change}; {price.needs}" if price.needs else price.change),
                _signed(price.basis_points, "{:+.2f}"),
                escape(", ".join(price.clauses)),
            )
            for price in sorted(prices, key=lambda one: -one.basis_points)
            if price.kind == kind
        ]
        if rows:
            text += f"<h3>{name}</h3>{_table(('Change', 'Basis points', 'Clauses'), rows, (0, 2))}"
    return text


def _wagers(wagers: SideWagers) -> str:
    rows = [
        (
            escape(wager.name.replace("_", " ")) + ("" if wager.offered else " (not offered)"),
            escape(wager.paytable_and_reading),
            escape(wager.pays),
            f"{wager.house_edge:.4%}",
            f"{wager.hit_rate:.4%}",
            f"{wager.standard_deviation:.4f}",
            f"{float(wager.break_even_meter) / 100:,.0f}" if wager.break_even_meter is not None else "",
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
    return f"{warnings}{_table((*heads, 'Break-even meter', 'Long run'), rows, (0, 1, 2))}{missing}"


def _rules(rules: Rules) -> str:
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
    return _table(("Setting", "Value", "Clauses"), rows, (0, 1, 2))


METHOD = f"""
<p>Every figure above is computed, none is typed in. Cards are drawn without replacement throughout; hands are
distinguished by the values of their cards, and by suits where a suited 6-7-8 or 7-7-7 can still be made.</p>
<ul><li>The dealer's hand: every multiset that the dealing rule can end with, weighed by the number of its
orders.</li>
<li>The player's hand: from 21 backwards, the best of standing, hitting, doubling, doubling again, rescuing,
surrendering and splitting for every composition.</li>
<li>Splits, policy <b>{SPLIT_POLICY}</b>: a split hand is played as the same cards would best be played alone;
a pair is split again while the limit of hands allows. The value is exact over all hands of the box.</li>
<li>The result of a split box takes its hands as independent given the end of the dealer's hand and their
number: this enters the distribution and the standard deviation, never the expected value.</li></ul>
<p>The tests compare every option with a complete enumeration in fractions on small shoes, and the edges with
published figures.</p>
"""
