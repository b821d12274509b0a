"""One self-contained HTML file on a table: figures, charts, prices, rulings, proof, rules, origin."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from spanish21 import __version__
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.analysis.law.distribution import RoundLaw
from spanish21.analysis.report.edge_summary import Analysis
from spanish21.analysis.report.laboratory import laboratory_html
from spanish21.analysis.report.law_pictures import distribution_svg
from spanish21.analysis.report.pricing import Price
from spanish21.analysis.report.report_evidence import embedded, origin_html, proof_html, rulings_html
from spanish21.analysis.report.report_sections import (
    METHOD,
    bonuses_html,
    by_up_html,
    distribution_html,
    errors_html,
    figures_of,
    prices_html_of,
    rules_html,
    summary_html,
    wagers_html,
)
from spanish21.analysis.report.run_evidence import Evidence, Findings, evidence_document, findings_of
from spanish21.analysis.sides.side_prices import SideWagers
from spanish21.analysis.worth.table_edge import SPLIT_POLICY
from spanish21.books.rulebook import load_book
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.books.submissions.submission_file import Submission
from spanish21.display.notebook import in_notebook, page_html
from spanish21.game.rules import Rules
from spanish21.strategy.chart_picture import charts_html
from spanish21.strategy.screens import chart_tables

Tell = Callable[[str], None]


class Report(str):
    """A report as an HTML page: text to write to a file, and a separate frame in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Report: {len(self):,} characters of HTML>"

    def _repr_html_(self) -> str:
        style = "width:100%;height:40rem;border:1px solid #8888;border-radius:.5rem;background:#fff"
        return f'<iframe style="{style}" title="Report" srcdoc="{escape(self)}"></iframe>'


def report_html(
    rules: AnyRules,
    submission: Submission | None = None,
    shoe: Shoe | None = None,
    choices: Mapping[str, Any] | None = None,
    changed: Mapping[str, Any] | None = None,
    tell: Tell = lambda _: None,
) -> Report:
    """The whole report on a table as one HTML document, without facts that only its command knows."""
    rules = as_rules(rules)
    found = findings_of(rules, submission, shoe, choices, tell)
    return Report(report_of(rules, found, Evidence(), shoe, changed))


def report_of(
    rules: Rules,
    found: Findings,
    evidence: Evidence,
    shoe: Shoe | None = None,
    changed: Mapping[str, Any] | None = None,
) -> str:
    """The report on an analysis, with its origin."""
    document = evidence_document(evidence, rules, found)
    sections = (
        ("Summary", summary_html(found.analysis, found.best)),
        ("Strategy", charts_html(chart_tables(found.best.chart, rules))),
        ("Side wagers", wagers_html(found.wagers, rules.currency)),
        ("Rulings", rulings_html(document["rulings"])),
        ("Proof", proof_html(evidence.proof, rules.currency)),
        ("Prices", prices_html_of([price for price in found.prices if price.kind != "ruling"])),
        ("Distribution", distribution_html(found.analysis.law)),
        ("Cost of error", errors_html(found.analysis.edge)),
        ("Laboratory", laboratory_html(found.laboratory, rules.currency)),
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
    deal = f"First round of a {'full' if shoe is None else 'given'} shoe, one box, no insurance"
    whose = ", ".join(one for one in (evidence.operator, evidence.date) if one)
    outside = ""
    if changed:
        words = ", ".join(f"{name} = {value}" for name, value in changed.items())
        outside = f'<p class="warning">Outside the book: {escape(words)}.</p>'
    return page_html(
        _title(rules),
        f'<p class="lead">{escape(whose)}</p><p class="lead">{escape(book.edition)}. {deal}; splits by the'
        f" policy {SPLIT_POLICY}.</p>{outside}{body}<footer>spanish21 {__version__}</footer>",
    )


def _title(rules: Rules) -> str:
    return f"{load_book(rules.book).title}: {decks_text(rules.decks)}"


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


# -- notebooks -------------------------------------------------------------------------------------


def notebook_html(analysis: Analysis) -> str:
    """An analysis in a notebook."""
    heading = f"<h3>{_title(analysis.edge.rules)}</h3>"
    tables = f'<div class="charts"><div>{by_up_html(analysis)}</div><div>{bonuses_html(analysis)}</div></div>'
    return in_notebook(f"{heading}{figures_of(analysis)}{distribution_svg(analysis.law)}{tables}")


def law_html(law: RoundLaw) -> str:
    """The law of a round in a notebook."""
    return in_notebook(distribution_html(law))


def prices_html(prices: Sequence[Price]) -> str:
    """A list of prices in a notebook."""
    return in_notebook(prices_html_of(prices))


def side_wagers_html(wagers: SideWagers) -> str:
    """Side wagers in a notebook."""
    return in_notebook(wagers_html(wagers))
