"""In the worker: the figures, charts, prices, side wagers and the report of a table, ready for JSON."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import msgspec

from spanish21 import __version__
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import check_submission
from spanish21.compiled.cache import cached_result
from spanish21.server.studies.answers_of_studies import (
    Differences,
    Figures,
    PricedSubmission,
    Prices,
    ReportFile,
    SideNotPriced,
    SidePrice,
    SidePrices,
    Strategy,
)
from spanish21.server.studies.subject import Subject

REPORTED_AS = "submission.toml"
"""The name of the sent submission in a report's command."""


def figures(subject: Subject) -> Figures:
    """The edge, its parts and the law of a round."""
    from spanish21.analysis.report.edge_summary import analysis_of, edge_summary

    rules = subject.rules
    found = edge_summary(analysis_of(rules))
    facts = {"title": load_book(rules.book).title, "currency": rules.currency}
    limits = {"minimum": rules.table_minimum, "maximum": rules.table_maximum}
    return cast(Figures, facts | limits | found)


def strategy(subject: Subject) -> Strategy:
    """The best chart, with the values behind every cell."""
    from spanish21.analysis.charts.cell_values import strategy_document

    return cast(Strategy, cached_study("study-strategy", subject, lambda: strategy_document(subject.rules)))


def prices(subject: Subject) -> Prices:
    """The worth of every choice, ruling and rule."""
    from spanish21.analysis.report.pricing import prices as prices_of
    from spanish21.analysis.report.run_evidence import ruling_rows

    def find() -> dict[str, Any]:
        found = prices_of(subject.rules)
        rows = [price.as_row() | {"needs": price.needs} for price in found]
        return {"prices": rows, "rulings": ruling_rows(subject.rules, found)}

    return cast(Prices, cached_study("study-prices", subject, find))


def side_bets(subject: Subject) -> SidePrices:
    """Every side wager at every paytable, and those that cannot be priced."""
    from spanish21.analysis.sides.side_prices import side_wagers

    found = side_wagers(subject.rules, subject.submission)
    return {
        "side_wagers": [cast(SidePrice, one.as_row()) for one in found],
        "not_priced": [cast(SideNotPriced, one.as_row()) for one in found.not_priced],
    }


def differences(subject: Subject, other: Subject) -> Differences:
    """The worth of each difference between two tables alone, and of all together."""
    from spanish21.analysis.report.edge_summary import analysis_of
    from spanish21.analysis.report.pricing import differences as differences_of
    from spanish21.game.rules import settings_of

    def find() -> dict[str, Any]:
        found = differences_of(subject.rules, other.rules)
        here, there = settings_of(subject.rules), settings_of(other.rules)
        rows = [_difference(price, here, there) for price in found]
        return {
            "differences": rows,
            "tables": [_in_short(analysis_of(one.rules)) for one in (subject, other)],
        }

    return cast(Differences, cached_study("study-differences", subject, find, other))


def _difference(price: Any, here: Any, there: Any) -> dict[str, Any]:
    name = next(iter(price.changes), "")
    row: dict[str, Any] = price.as_row()
    return row | {"setting": name, "here": _shown(name, here), "there": _shown(name, there)}


def _shown(name: str, settings: Any) -> str:
    from spanish21.books.submissions.submission_case import setting_of, shown_of

    if name not in settings:
        return ""
    setting, value = setting_of(name), settings[name]
    return (
        setting.zero
        if setting is not None and setting.zero and not value
        else shown_of(name, value).strip('"')
    )


def _in_short(analysis: Any) -> dict[str, Any]:
    from spanish21.analysis.report.edge_summary import edge_summary

    found = edge_summary(analysis)
    return {"title": load_book(found["book"]).title} | found


def report(subject: Subject) -> ReportFile:
    """The report as HTML, which `spanish21 report verify` can make again."""
    from spanish21.analysis.report.html_report import report_of
    from spanish21.analysis.report.report_order import ReportOrder
    from spanish21.analysis.report.run_evidence import Evidence, findings_of
    from spanish21.books.submissions.submission_file import shared_sample

    rules, sent = subject.rules, subject.submission
    day = datetime.now(UTC).date().isoformat()
    ordered = ReportOrder(rules.book, submission=REPORTED_AS if sent else None, date=day)
    evidence = Evidence(
        asked=msgspec.to_builtins(ordered),
        command=ordered.command(),
        date=day,
        operator=(sent or shared_sample(rules.book)).operator,
        submission_file=REPORTED_AS if sent else f"the sample of {rules.book}",
        submission=subject.text or sample_text(rules.book),
    )
    found = findings_of(rules, sent)
    return {"name": f"spanish21-{rules.book}.html", "html": report_of(rules, found, evidence)}


def sample_text(book: str) -> str:
    """The text of a book's sample submission."""
    from importlib.resources import files

    return files("spanish21").joinpath("rulebooks", "submissions", f"{book}.toml").read_text("utf-8")


def priced_submission(subject: Subject) -> PricedSubmission:
    """An editor's figures for a valid submission: edge, side wagers in use, warnings."""
    from spanish21.analysis.report.edge_summary import analysis_of
    from spanish21.errors import BadInput

    sent = subject.submission
    warnings = check_submission(sent) if sent else []
    found: Any = {"house_edge": None, "standard_deviation": None, "not_priced": ""}
    try:
        analysis = analysis_of(subject.rules)
    except BadInput as error:
        found["not_priced"] = str(error)
    else:
        found["house_edge"] = -analysis.expected_value
        found["standard_deviation"] = analysis.law.standard_deviation
    sides = [one for one in side_bets(subject)["side_wagers"] if one["offered"]]
    warnings += [one["warning"] for one in sides if one.get("warning")]
    return cast(PricedSubmission, found | {"side_wagers": sides, "warnings": warnings})


def cached_study(kind: str, subject: Subject, find: Callable[[], Any], other: Subject | None = None) -> Any:
    """Earlier results of this version for the same rules and books."""
    from spanish21.analysis.report.run_evidence import book_digest

    tables = [subject.rules, *([other.rules] if other else [])]
    books = [book_digest(rules.book) for rules in tables]
    question = msgspec.json.encode((__version__, tables, books))
    return json.loads(cached_result(kind, question, lambda: msgspec.json.encode(find())))
