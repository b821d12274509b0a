"""`report` as evidence: it holds all that is needed to make it again, and a changed figure is found."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.once import Findings, findings_once, use
from spanish21 import __version__
from spanish21.analysis import prices
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import submission_of
from spanish21.cli import main
from spanish21.cli.reporting import ReportDifference, differences_between, evidence_in

SAMPLE = (files("spanish21") / "rulebooks/submissions/uk-casino.toml").read_text("utf-8")
SUBMISSION = SAMPLE.replace("Sample Casino (a sample, not a real operator)", "Casino <Royale>").replace(
    "decks = 6", "decks = 8"
)
HARBOUR = Path(__file__).parents[1] / "own_books/harbour.toml"


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(main, list(arguments))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on a submission, proved by a short run."""
    folder = tmp_path_factory.mktemp("report")
    submission = folder / "casino.toml"
    submission.write_text(SUBMISSION, "utf-8")
    file = folder / "report.html"
    asked = ("report", "uk-casino", "--submission", str(submission), "--prove", "20000", "--seed", "7")
    result = run(*asked, "--set", "boxes=5", "-o", str(file), SOURCE_DATE_EPOCH="1700000000")
    assert result.exit_code == 0, result.stderr
    return file


@pytest.fixture(scope="module")
def text(place: Path) -> str:
    return place.read_text("utf-8")


@pytest.fixture(scope="module")
def findings(place: Path) -> Findings:
    """What is found anew after the report was written, by the first test that verifies it."""
    return findings_once()


@pytest.fixture
def verified_against(findings: Findings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verify against figures that were computed again, once for all tests of one report."""
    use(monkeypatch, findings)


def test_a_report_says_where_it_comes_from(text: str) -> None:
    from spanish21.analysis.report.run_evidence import digest_of_text, rules_digest

    found = evidence_in(text, "report.html")
    rules = rules_of("uk-casino", submission_of(SUBMISSION, "casino.toml"), boxes=5)
    assert found["operator"] == "Casino <Royale>"
    assert found["submission"] == SUBMISSION
    assert found["submission_sha256"] == digest_of_text(SUBMISSION)
    assert found["rules_sha256"] == rules_digest(rules)
    assert found["date"] == "2023-11-14"
    assert found["spanish21"] == __version__
    command = "spanish21 report uk-casino --submission casino.toml --prove 20000 --seed 7"
    command += " --date 2023-11-14 --set boxes=5"
    assert found["command"] == command
    page = text.partition("<script")[0]
    for shown in ("Casino &lt;Royale&gt;", "casino.toml", found["rules_sha256"], "2023-11-14", command):
        assert shown in page


def test_every_ruling_is_told_with_what_its_other_readings_would_change(text: str) -> None:
    from spanish21.books.rulebook import load_book

    rulings = {row["id"]: row for row in evidence_in(text, "report.html")["rulings"]}
    for ruling in load_book("uk-casino").rulings:
        row = rulings[ruling.id]
        assert {row["taken"], *(one["reading"] for one in row["others"])} == set(ruling.reads)
    down = next(one for one in rulings["odd-money"]["others"] if one["reading"] == "down")
    assert down["basis_points"] < 0
    assert f"{down['basis_points']:+.2f}" in text


def test_the_run_that_proves_it_is_told_category_by_category(text: str) -> None:
    proof = evidence_in(text, "report.html")["proof"]
    assert (proof["seed"], proof["rounds"]) == (7, 20_000)
    names = [row["name"] for row in proof["rows"]]
    assert {"total", "up card A", "up card 10, value", "split", "blackjack", "five-card 21, value"} <= set(
        names
    )
    assert all(abs(row["z"]) < 6 for row in proof["rows"] if row["z"] is not None)


@pytest.mark.usefixtures("verified_against")
def test_a_report_is_verified_and_made_again_byte_by_byte(place: Path) -> None:
    result = run("report", "verify", str(place))
    assert result.exit_code == 0, result.stdout
    assert result.stdout == f"{place}: verified; every figure was recomputed and is the same\n"


@pytest.mark.usefixtures("verified_against")
def test_a_changed_figure_is_found_and_named(place: Path, text: str, tmp_path: Path) -> None:
    edge = re.search(r"<dt>House edge</dt><dd>([\d.%]+)</dd>", text)
    assert edge is not None
    changed = tmp_path / "changed.html"
    changed.write_text(text.replace(f"<dd>{edge[1]}</dd>", "<dd>0.1234%</dd>", 1), "utf-8")
    result = run("report", "verify", str(changed))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"page, Summary: the file has 0.1234%; it must be {edge[1]}",
        f"{changed}: 1 difference",
    ]


@pytest.mark.usefixtures("verified_against")
def test_a_report_with_other_line_endings_is_the_same_report(text: str, tmp_path: Path) -> None:
    mailed = tmp_path / "mailed.html"
    mailed.write_bytes(text.replace("\n", "\r\n").encode("utf-8"))
    result = run("report", "verify", str(mailed))
    assert (result.exit_code, "verified" in result.stdout) == (0, True), result.output


@pytest.mark.parametrize("found", [[], [ReportDifference("page, Summary", "1", "2")]])
def test_a_difference_is_exit_code_1_as_json_too(found: list[ReportDifference], tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text("", "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("spanish21.cli.reporting.differences_in", lambda *given: found)
        result = run("report", "verify", str(file), "--json")
    assert result.exit_code == len(found)
    said = json.loads(result.stdout)
    assert said["verified"] == (not found)
    assert [one["place"] for one in said["differences"]] == [one.place for one in found]


def altered(text: str, *path: str | int, value: object) -> str:
    """The report with a value of its evidence changed."""
    document = evidence_in(text, "report.html")
    inside = document
    for step in path[:-1]:
        inside = inside[step]  # type: ignore[index]
    inside[path[-1]] = value  # type: ignore[index]
    start = text.index("\n", text.index('id="evidence"')) + 1
    return text[:start] + json.dumps(document) + text[text.index("\n</script>", start) :]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("figures", "house_edge"), 0.001, "evidence.figures.house_edge"),
        (
            ("figures", "by_up_card", 3, "expected_value"),
            0.5,
            "evidence.figures.by_up_card[4].expected_value",
        ),
        (("figures", "bonuses", 0, "probability"), 0.5, "evidence.figures.bonuses[blackjack].probability"),
        (("proof", "rows", 0, "z"), 0.0, "evidence.proof.rows[total].z"),
        (("rules", "boxes"), 7, "evidence.rules.boxes"),
        (("rules_sha256",), "0" * 64, "evidence.rules_sha256"),
        (("rulings", 0, "taken"), "other", None),
        (("figures", "more"), 1, "evidence.figures.more"),
    ],
)
def test_a_changed_value_of_the_evidence_is_named(
    text: str, path: tuple[str | int, ...], value: object, where: str | None
) -> None:
    (found,) = differences_between(altered(text, *path, value=value), text, "report.html")
    assert where is None or found.place == where
    shown = value if isinstance(value, str) else json.dumps(value)
    assert found.file == (shown if len(shown) <= 60 else shown[:59] + "…")


def test_a_last_digit_of_a_float_is_no_difference(text: str) -> None:
    edge = evidence_in(text, "report.html")["figures"]["house_edge"]
    other = altered(text, "figures", "house_edge", value=edge * (1 + 1e-11))
    assert differences_between(other, text, "x") == []


def test_figures_have_the_digits_that_are_certain_and_the_evidence_states_how_many(text: str) -> None:
    found = evidence_in(text, "report.html")
    assert found["digits"] == 12
    figures = re.findall(r"-?(\d+\.\d+)(?:e-?\d+)?\b", json.dumps([found["figures"], found["proof"]]))
    assert len(figures) > 100
    assert max(len(one.replace(".", "").strip("0")) for one in figures) <= 12
    result = run("edge", "uk-casino", "--json")
    assert max(len(one.replace(".", "").lstrip("0")) for one in re.findall(r"\d+\.\d+", result.stdout)) <= 12


def test_a_difference_that_is_only_rounding_is_exactly_nothing() -> None:
    """Otherwise its sign, and the order of the prices, would depend on the processor."""
    rules = rules_of("massachusetts")
    found = [price.basis_points for price in prices(rules)]
    assert [gain for gain in found if 0.0 < abs(gain) < 1e-8] == []


def test_a_changed_cell_of_the_chart_is_found_with_its_table_and_row(text: str) -> None:
    row = re.search(r"<tr><th>16</th><td[^>]*>([^<]*)", text)
    assert row is not None
    (found,) = differences_between(text.replace(row[0], row[0][: -len(row[1])] + "P", 1), text, "report.html")
    assert (found.place, found.file, found.computed) == ("page, Strategy, 16", "P", row[1])


def test_what_is_not_a_report_cannot_be_verified(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>hello</p>", "utf-8")
    result = run("report", "verify", str(file))
    assert result.exit_code == 2
    assert "no evidence; `spanish21 report BOOK` writes a report with evidence" in result.stderr
    for broken in (
        "{",
        "3",
        '{"format": 2}',
        '{"format": 1, "asked": {"book": 3}}',
        '{"format": 1, "asked": {"book": "vegas"}, "book": "", "submission": ""}',
    ):
        file.write_text(f'<script type="application/json" id="evidence">\n{broken}\n</script>', "utf-8")
        assert run("report", "verify", str(file)).exit_code == 2


def test_a_book_from_elsewhere_is_in_its_report(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert run("report", str(HARBOUR), "-o", str(file), "--date", "2026-05-31").exit_code == 0
    text = file.read_text("utf-8")
    assert evidence_in(text, "x")["book"] == HARBOUR.read_text("utf-8")
    assert str(HARBOUR.parent) not in text, "no paths of the machine"
    result = run("report", "verify", str(file))
    assert result.exit_code == 0, result.stdout + result.stderr


def test_charts_are_there_once_and_surrender_and_rescue_have_colours_of_their_own(text: str) -> None:
    assert text.count("<h3>Hard totals</h3>") == 1
    assert "The same as pictures" not in text
    from spanish21.strategy.chart_picture import COLOURS

    assert len(set(COLOURS.values())) == len(COLOURS)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--date", "yesterday"), "write a day such as 2026-05-31"),
        (("--prove", "20000", "--without", "7s"), "--prove plays full shoes"),
        (("--prove", "5"), "5 is not in the range"),
    ],
)
def test_a_report_that_cannot_be_is_refused(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    result = run("report", "uk-casino", "-o", str(tmp_path / "report.html"), *options)
    assert result.exit_code == 2
    assert says in result.stderr
    assert not (tmp_path / "report.html").exists()
