"""The form of a report's JSON, as a JSON Schema."""

from typing import Any

import msgspec

from spanish21.analysis.report.laboratory import Laboratory
from spanish21.analysis.report.run_evidence import FORMAT, RunProof
from spanish21.game.rules import Rules


class ReportFigures(msgspec.Struct):
    """The figures, in the form in which the commands print them with --json, and those for a laboratory."""

    house_edge: float
    expected_value: float
    return_to_player: float
    standard_deviation: float
    average_wager: float
    element_of_risk: float
    hit_frequency: float
    bonuses: list[dict[str, Any]]
    by_up_card: list[dict[str, Any]]
    chart: dict[str, Any]
    prices: list[dict[str, Any]]
    side_wagers: list[dict[str, Any]]
    laboratory: Laboratory


class ReportDocument(msgspec.Struct):
    """The JSON of a report, in its page and as a file."""

    format: int
    spanish21: str
    digits: int
    asked: dict[str, Any]
    command: str
    date: str
    operator: str
    submission_file: str
    submission: str
    book: str
    proof: RunProof | None
    submission_sha256: str
    book_sha256: str
    rules_sha256: str
    rules: Rules
    rulings: list[dict[str, Any]]
    figures: ReportFigures


def report_schema() -> dict[str, Any]:
    """The JSON Schema of a report's JSON; members that it does not name may be there, too."""
    schema = msgspec.json.schema(ReportDocument)
    schema["$defs"]["ReportDocument"]["properties"]["format"] = {"const": FORMAT}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A report of spanish21",
        **schema,
    }
