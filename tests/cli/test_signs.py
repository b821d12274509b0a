"""In a terminal whose locale is not UTF-8, every command writes letters, and paragraphs keep to its width."""

import re
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from spanish21.cli import main

ROUND = Path(__file__).parents[1] / "rounds" / "maryland-six-seven-eight-of-spades.txt"
COLUMNS = 44


def seen(*arguments: str, **environment: str) -> str:
    """What a command prints in a narrow terminal."""
    told = {"PATH": "", "PYTHONPATH": ":".join(sys.path), "NO_COLOR": "1", **environment}
    text, code = pexpect.run(
        " ".join([sys.executable, "-m", "spanish21", *arguments]),
        env=told,
        withexitstatus=True,
        encoding="utf-8",
        dimensions=(50, COLUMNS),
    )
    assert code in (0, 2), text
    return str(text).replace("\r", "")


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_suits_currencies_and_dashes_are_letters(environment: dict[str, str]) -> None:
    shown = seen("settle", str(ROUND), **environment)
    assert shown.isascii()
    assert "6s 7s 8s" in shown
    clauses = seen("clauses", "uk-casino", "--search", "seven", **environment)
    assert clauses.isascii()
    assert re.search(r" - behaviour - \d+ tests?", " ".join(clauses.split()))
    refused = seen("play", "vegas…", **environment)
    assert refused.isascii()
    assert "vegas..." in refused


def test_with_utf_8_they_are_signs() -> None:
    assert "6♠ 7♠ 8♠" in seen("settle", str(ROUND), LC_ALL="C.UTF-8")


def test_a_dealer_s_school_writes_letters_too() -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "spanish21", "deal", "uk-casino", "--seed", "7"],
        env={"PATH": "", "PYTHONPATH": ":".join(sys.path), "LC_ALL": "C"},
        encoding="utf-8",
        dimensions=(50, COLUMNS),
    )
    child.expect("\n> ")
    assert child.before.isascii()
    assert "Dealer's school - " in child.before
    child.sendline("q")
    child.expect(pexpect.EOF)


@pytest.mark.parametrize("arguments", [("maryland", "12.B"), ("uk-casino", "G9"), ("--search", "insurance")])
def test_clauses_are_wrapped_by_words_at_the_width_of_the_terminal(arguments: tuple[str, ...]) -> None:
    for line in seen("clauses", *arguments, LC_ALL="C.UTF-8").splitlines():
        assert len(line) <= COLUMNS or "test_" in line, line


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("command", ["rules", "sidebets"])
def test_a_table_that_is_too_wide_is_told_in_sentences(command: str, columns: int) -> None:
    runner = CliRunner(env={"COLUMNS": str(columns)})
    for book in ("maryland", "uk-casino"):
        narrow = runner.invoke(main, [command, book]).stdout
        assert max(map(len, narrow.splitlines())) <= columns
        figures = re.findall(
            r"-?\d+\.\d+%", runner.invoke(main, [command, book], env={"COLUMNS": None}).stdout
        )
        assert sorted(re.findall(r"-?\d+\.\d+%", narrow)) == sorted(figures)
