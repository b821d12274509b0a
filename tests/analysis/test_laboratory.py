"""The section of a report for a laboratory, and the report as JSON."""

import json
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from cli.once import findings_once, use
from spanish21.analysis import edge, exposure, side_wagers
from spanish21.analysis.report.edge_summary import analysis_of
from spanish21.analysis.report.laboratory import Laboratory, laboratory_html, laboratory_of
from spanish21.analysis.report.report_schema import ReportDocument, report_schema
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main


@pytest.fixture(scope="module")
def found() -> Laboratory:
    rules = rules_of("uk-casino")
    return laboratory_of(analysis_of(rules), side_wagers(rules), exposure(rules))


def test_return_hit_frequency_and_volatility_are_those_of_the_law(found: Laboratory) -> None:
    law, main_wager = edge("uk-casino").law, found.wagers[0]
    assert main_wager.return_to_player == pytest.approx(1.0 + law.mean, abs=1e-12)
    assert main_wager.hit_frequency == law.hit_frequency
    assert main_wager.volatility_index == pytest.approx(1.6448536 * law.standard_deviation)
    assert {one.name for one in found.wagers} >= {"main", "match", "insurance"}


def test_intervals_shrink_as_the_root_of_the_plays_and_nest(found: Laboratory) -> None:
    for wager in found.wagers:
        widths = [one.within_95[1] - one.within_95[0] for one in wager.intervals]
        assert [one.plays for one in wager.intervals] == [10**power for power in range(5, 10)]
        for wide, narrow in pairwise(widths):
            assert wide / narrow == pytest.approx(10**0.5)
        for one in wager.intervals:
            assert one.within_99[0] < one.within_95[0] < one.within_90[0] < wager.return_to_player


def test_the_section_shows_every_wager_and_the_exposure(found: Laboratory) -> None:
    html = laboratory_html(found, "£")
    assert all(one.name.replace("_", " ") in html for one in found.wagers)
    assert "Most in an evening" in html
    assert "Fisher and Yates" in html


def test_the_json_of_a_report_is_of_the_form_of_its_schema_and_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report.json"
    written = CliRunner().invoke(main, ["report", "uk-casino", "--date", "2026-11-19", "-o", str(file)])
    assert written.exit_code == 0, written.output
    document = json.loads(file.read_text("utf-8"))
    msgspec.convert(document, ReportDocument)
    schema = json.loads(CliRunner().invoke(main, ["report", "schema"]).stdout)
    assert schema == json.loads(json.dumps(report_schema()))
    required = schema["$defs"]["ReportDocument"]["required"]
    assert set(required) <= document.keys()
    assert set(schema["$defs"]["Laboratory"]["required"]) <= document["figures"]["laboratory"].keys()
    use(monkeypatch, findings_once())  # found again by the first that verifies, and kept for the second
    verified = CliRunner().invoke(main, ["report", "verify", str(file)])
    assert verified.exit_code == 0, verified.output
    document["figures"]["laboratory"]["wagers"][0]["hit_frequency"] += 0.001
    file.write_text(json.dumps(document), "utf-8")
    changed = CliRunner().invoke(main, ["report", "verify", str(file)])
    assert changed.exit_code == 1
    assert "evidence.figures.laboratory.wagers[main].hit_frequency" in changed.stdout
