"""The evidence in a report: the options, the rules, the figures and the run that proves them.

It is stored in the report as JSON, and is enough to reproduce the report.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from spanish21 import __version__
from spanish21.analysis.charts.best_charts import BestChart, best_chart
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.analysis.report.edge_summary import Analysis, analysis_of, edge_summary
from spanish21.analysis.report.laboratory import Laboratory, laboratory_of
from spanish21.analysis.report.pricing import Prices, prices
from spanish21.analysis.sessions.exposure import exposure
from spanish21.analysis.sides.side_prices import SideWagers, side_wagers
from spanish21.books.readings import taken_reading
from spanish21.books.rulebook import file_text, load_book, packaged_text
from spanish21.books.submissions.submission_file import Submission
from spanish21.display.certain_digits import CERTAIN_DIGITS, certain_figures
from spanish21.game.rules import Rules, settings_of
from spanish21.strategy import chart_json

Tell = Callable[[str], None]
FORMAT = 1
"""The form of the JSON in a report; another number, another form."""


class ProofRow(msgspec.Struct, frozen=True):
    """A figure as computed and as played, with its standard error and the difference in standard errors."""

    name: str
    exact: float
    played: float
    error: float
    z: float | None
    """None if nothing of the kind was played, so that no error can be measured."""


class RunProof(msgspec.Struct, frozen=True):
    """A run of the simulator to check the analysis."""

    seed: int
    rounds: int
    wager: int
    rows: tuple[ProofRow, ...]


class Evidence(msgspec.Struct, frozen=True):
    """Where a report comes from. `asked` are the options as typed."""

    asked: dict[str, Any] = {}
    command: str = ""
    date: str = ""
    operator: str = ""
    submission_file: str = ""
    submission: str = ""
    """The submission's text."""
    book: str = ""
    """The text of a book that does not come with the package."""
    proof: RunProof | None = None


class Findings(NamedTuple):
    """All results of a report."""

    analysis: Analysis
    best: BestChart
    prices: Prices
    wagers: SideWagers
    laboratory: Laboratory


def findings_of(
    rules: Rules,
    submission: Submission | None = None,
    shoe: Shoe | None = None,
    choices: Mapping[str, Any] | None = None,
    tell: Tell = lambda _: None,
) -> Findings:
    """The content of a report on a table."""
    tell("analysing …")
    analysis = analysis_of(rules, shoe)
    tell("finding the best chart …")
    best = best_chart(rules, shoe)
    found = prices(rules, shoe, tell)
    wagers = side_wagers(rules, submission, shoe, 0, choices)
    tell("the table's exposure …")
    laboratory = laboratory_of(analysis, wagers, exposure(rules, submission=submission))
    return Findings(analysis, best, found, wagers, laboratory)


def digest_of_text(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal digits."""
    return sha256(text.encode("utf-8")).hexdigest()


def rules_digest(rules: Rules) -> str:
    """The SHA-256 of all settings as JSON with sorted names: rules alike have the same."""
    return digest_of_text(json.dumps(msgspec.to_builtins(rules), sort_keys=True))


def book_digest(name: str) -> str:
    """The SHA-256 of a book's file."""
    book = load_book(name)
    if book.place:
        return digest_of_text(file_text(book.place))
    return digest_of_text(packaged_text(name))


def ruling_rows(rules: Rules, found: Prices) -> list[dict[str, Any]]:
    """Each ruling with the reading taken, and the effect of each other reading, in basis points."""
    values = settings_of(rules)
    worth = {price.change: price for price in found if price.kind == "ruling"}
    rows = []
    for ruling in load_book(rules.book).rulings:
        taken = taken_reading(ruling, values)
        others = []
        for name, reading in ruling.reads.items():
            if name != taken:
                price = worth.get(f"{ruling.id}: {name.replace('_', ' ')}")
                others.append(
                    {
                        "reading": name,
                        "says": reading.says,
                        "basis_points": price.basis_points if price else None,
                        "needs": price.needs if price else "",
                    }
                )
        rows.append(
            {
                "id": ruling.id,
                "asks": ruling.asks,
                "clauses": list(ruling.clauses),
                "taken": taken,
                "says": ruling.reads[taken].says,
                "others": others,
            }
        )
    return rows


def evidence_document(evidence: Evidence, rules: Rules, found: Findings) -> dict[str, Any]:
    """The evidence as one object, ready for JSON; `digits` says how many digits its figures have."""
    chart = json.loads(chart_json(found.best.chart))
    figures = edge_summary(found.analysis)
    figures |= {
        "chart": chart | {"expected_value": found.best.edge.expected_value},
        "prices": [price.as_row() for price in found.prices],
        "side_wagers": [wager.as_row() for wager in found.wagers],
        "laboratory": msgspec.to_builtins(found.laboratory),
    }
    document: dict[str, Any] = msgspec.to_builtins(evidence)
    whole = {
        "format": FORMAT,
        "spanish21": __version__,
        "digits": CERTAIN_DIGITS,
        **document,
        "submission_sha256": digest_of_text(evidence.submission),
        "book_sha256": book_digest(rules.book),
        "rules_sha256": rules_digest(rules),
        "rules": msgspec.to_builtins(rules),
        "rulings": ruling_rows(rules, found.prices),
        "figures": figures,
    }
    rounded: dict[str, Any] = certain_figures(whole)
    return rounded
