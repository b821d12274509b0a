"""One self-contained HTML file on a table: figures, charts, prices, rulings, proof, rules, origin."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from spanish21 import __version__
from spanish21.analysis.chart_pictures import charts_html, report_style
from spanish21.analysis.drawing import distribution_svg
from spanish21.analysis.evidence import Evidence, Findings, evidence_document, findings_of
from spanish21.analysis.pricing import Price
from spanish21.analysis.report_evidence import embedded, origin_html, proof_html, rulings_html
from spanish21.analysis.report_sections import (
    METHOD,
    by_up_html,
    distribution_html,
    errors_html,
    figures_html,
    prices_html_of,
    rules_html,
    summary_html,
    wagers_html,
)
from spanish21.analysis.shoe import Shoe
from spanish21.analysis.sidebets import SideWagers
from spanish21.analysis.summary import Analysis
from spanish21.analysis.worth import SPLIT_POLICY
from spanish21.books.rulebook import load_book
from spanish21.books.setting_text import decks_text
from spanish21.books.submission import Submission
from spanish21.game.rules import Rules
from spanish21.strategy import Chart
from spanish21.strategy.screens import chart_tables

Tell = Callable[[str], None]


def report_html(
    rules: Rules,
    submission: Submission | None = None,
    shoe: Shoe | None = None,
    choices: Mapping[str, Any] | None = None,
    changed: Mapping[str, Any] | None = None,
    tell: Tell = lambda _: None,
) -> str:
    """The whole report on a table as one HTML document, without what only its command knows."""
    found = findings_of(rules, submission, shoe, choices, tell)
    return report_of(rules, found, Evidence(), shoe, changed)


def report_of(
    rules: Rules,
    found: Findings,
    evidence: Evidence,
    shoe: Shoe | None = None,
    changed: Mapping[str, Any] | None = None,
) -> str:
    """The report on what was found, with where it comes from."""
    document = evidence_document(evidence, rules, found)
    sections = (
        ("Summary", summary_html(found.analysis, found.best)),
        ("Strategy", charts_html(chart_tables(found.best.chart, rules))),
        ("Side wagers", wagers_html(found.wagers, rules.currency)),
        ("Rulings", rulings_html(document["rulings"])),
        ("Proof", proof_html(evidence.proof, rules.currency)),
        ("Prices", prices_html_of([price for price in found.prices if price.kind != "ruling"])),
        ("Distribution", distribution_html(found.analysis)),
        ("Cost of error", errors_html(found.analysis.edge)),
        ("Rules", rules_html(rules)),
        ("Method", METHOD),
        ("Origin", origin_html(document, rules.book)),
    )
    links = "".join(f'<a href="#{_anchor(title)}">{title}</a>' for title, _ in sections)
    body = "".join(
        f'<section id="{_anchor(title)}"><h2>{title}</h2>{text}</section>' for title, text in sections
    )
    return _page(rules, evidence, shoe, changed, f"<nav>{links}</nav>{body}{embedded(document)}")


def _page(
    rules: Rules, evidence: Evidence, shoe: Shoe | None, changed: Mapping[str, Any] | None, body: str
) -> str:
    book = load_book(rules.book)
    title = f"{book.title}: {decks_text(rules.decks)}"
    deal = f"First round of a {'full' if shoe is None else 'given'} shoe, one box, no insurance"
    whose = ", ".join(one for one in (evidence.operator, evidence.date) if one)
    outside = ""
    if changed:
        words = ", ".join(f"{name} = {value}" for name, value in changed.items())
        outside = f'<p class="warning">Outside the book: {escape(words)}.</p>'
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{report_style()}</style></head><body><h1>{escape(title)}</h1>"
        f'<p class="lead">{escape(whose)}</p><p class="lead">{escape(book.edition)}. {deal}; splits by the'
        f" policy {SPLIT_POLICY}.</p>{outside}{body}<footer>spanish21 {__version__}</footer></body></html>\n"
    )


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


# -- notebooks -------------------------------------------------------------------------------------


def notebook_html(analysis: Analysis) -> str:
    """What a notebook shows of an analysis."""
    return _in_notebook(f"{figures_html(analysis)}{by_up_html(analysis)}{distribution_svg(analysis.law)}")


def chart_html(chart: Chart) -> str:
    """What a notebook shows of a chart."""
    return _in_notebook(charts_html(chart_tables(chart)))


def prices_html(prices: Sequence[Price]) -> str:
    """What a notebook shows of a list of prices."""
    return _in_notebook(prices_html_of(prices))


def side_wagers_html(wagers: SideWagers) -> str:
    """What a notebook shows of side wagers."""
    return _in_notebook(wagers_html(wagers))


def _in_notebook(shown: str) -> str:
    """With the report's style, which must not reach the rest of the notebook."""
    return f'<div class="spanish21"><style>@scope (.spanish21) {{{report_style()}}}</style>{shown}</div>'
