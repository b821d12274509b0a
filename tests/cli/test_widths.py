"""Tables keep within the terminal: no line is wider, no word is broken, and none is lost."""

import io
import sys
from typing import Any

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from spanish21.cli import main, printing
from spanish21.cli.commands import submission_diff
from spanish21.cli.progress_line import progress, tell

ROUND = "tests/rounds/maryland-bonus-spin-community.txt"
COMMANDS = (
    ("rules",),
    ("rules", "players-edge"),
    ("rules", "maryland", "massachusetts", "--differences", "--clauses"),
    ("rules", "players-edge", "--checklist"),
    ("settle", ROUND, "--book", "uk-casino"),
    ("help", "settings"),
    ("edge", "maryland", "--hands"),
)


def shown(*arguments: str, columns: int) -> str:
    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(main, list(arguments))
    assert result.exit_code == 0, result.stderr
    return click.unstyle(result.stdout)


def assert_fits(arguments: tuple[str, ...], columns: int) -> None:
    wide, narrow = (shown(*arguments, columns=one) for one in (500, columns))
    assert max(map(len, narrow.splitlines())) <= columns
    assert sorted(narrow.split()) == sorted(wide.split())


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_command_keeps_within_the_terminal(arguments: tuple[str, ...], columns: int) -> None:
    assert_fits(arguments, columns)


def test_five_books_are_a_table_at_80_columns_and_sentences_at_60() -> None:
    table = shown("rules", columns=80).splitlines()
    assert table[0].split() == ["maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino"]
    places = [table[0].index(name) for name in table[0].split()]
    (decks,) = [line for line in table if line.startswith("  decks ")]
    assert [decks[at] for at in places] == ["6"] * 5
    narrow = shown("rules", columns=60)
    assert max(map(len, narrow.splitlines())) <= 60
    told = " ".join(narrow.split())
    assert (
        "≠ hole card: maryland yes, maryland-v1 yes, massachusetts no, players-edge yes, uk-casino no" in told
    )


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("other", ["maryland-v1", "uk-casino"])
def test_a_comparison_of_submissions_keeps_within_the_terminal(
    columns: int, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission_diff, "_prices", lambda *asked: {})
    assert_fits(("submission", "diff", "maryland", other), columns)


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Prices of long changes, found without the analyser; what progress is told of them."""
    from spanish21.analysis.report import pricing

    told: list[str] = []
    change = "super-bonus-in-addition: instead of the odds for three suited sevens against a seven"

    def prices(rules: Any, shoe: Any, tell: Any, money: Any) -> list[pricing.Price]:
        for number in range(37):
            told.append(f"pricing {change} {number} …")
            tell(told[-1])
        clauses = ("12.B(4)", "12.B(5)", "12.C(1)", "12.C(2)")
        form = pricing.Price.__struct_fields__
        values = {"kind": "ruling", "change": change, "clauses": clauses, "basis_points": -1.25}
        return [pricing.Price(**{name: values.get(name, 0) for name in form})]

    monkeypatch.setattr(pricing, "prices", prices)
    return told


@pytest.mark.parametrize("columns", [60, 80])
def test_prices_keep_within_the_terminal(priced: list[str], columns: int) -> None:
    assert_fits(("prices", "maryland"), columns)


def test_prices_say_nothing_of_their_progress_where_there_is_no_terminal(priced: list[str]) -> None:
    result = CliRunner().invoke(main, ["prices", "maryland"])
    assert len(priced) == 37
    assert result.stderr == ""


class Terminal(io.StringIO):
    """A terminal of some columns: what a person sees on it in the end, and what was seen before."""

    def isatty(self) -> bool:
        return True

    def seen(self, columns: int) -> list[str]:
        """The lines as they are left; a line that is full goes on in the next."""
        lines, at = [""], 0
        for letter in self.getvalue():
            if letter == "\r":
                at = 0
                continue
            if letter == "\n" or at == columns:
                lines.append("")
                at = 0
            if letter != "\n":
                lines[-1] = lines[-1][:at].ljust(at) + letter + lines[-1][at + 1 :]
                at += 1
        return lines


def test_progress_is_one_line_that_is_gone_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress() as told:
        for number in range(37):
            told(f"pricing {'a very long change ' * 9}{number} …")
            assert len(terminal.seen(80)) == 1
        told("pricing …")
        assert terminal.seen(80)[0].rstrip() == "pricing …"
    assert terminal.seen(80)[0].strip() == ""
    assert terminal.getvalue().endswith("\r")
    tell("a line of its own")
    assert terminal.seen(80)[0].rstrip() == "a line of its own"


@pytest.mark.parametrize("columns", [20, 60, 80, 200])
def test_the_bar_of_a_simulation_never_wraps(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from spanish21.simulation.results.run_progress import Progress

    class Result:
        rounds, expected_value, standard_error = 123_456_789_012, -0.0123, 0.0000123

    terminal = Terminal()
    bar = Progress(10**12, None, terminal)
    monkeypatch.setattr(bar, "columns", lambda: columns)
    bar.show(Result(), is_last=True)  # type: ignore[arg-type]
    line, after = terminal.seen(columns)
    assert after == ""
    assert len(line.rstrip()) < columns
    assert columns < 60 or "123,456,789,012 rounds" in line


CELLS = st.text(alphabet="ab ≠", max_size=30).map(lambda text: text[:30])


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=4), st.integers(40, 100))
def test_a_table_that_is_wrapped_has_the_same_words(rows: list[tuple[str, str, str]], columns: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "_columns_or_any", lambda: columns)
        patch.setattr(printing, "readable", lambda text: text)
        lines = "\n".join(printing.fitting(rows)).splitlines()
    words = [word for row in rows for cell in row for word in cell.split()]
    assert sorted(" ".join(lines).split()) == sorted(words)
    longest = max(map(len, words), default=0)
    assert max(map(len, lines), default=0) <= max(columns, longest + 4)


def test_a_style_goes_on_over_the_lines_of_its_cell_and_not_beyond() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "_columns_or_any", lambda: 14)
        bold = click.style("basis points", bold=True)
        (row,) = printing.fitting([[bold, "a change of rules"]])
    assert [line.count("\x1b[1m") for line in row.splitlines()] == [1, 1, 0, 0]
    assert all(line.count("\x1b[") in (0, 2) for line in row.splitlines())
