"""Recorded sessions: every book at 40, 80 and 120 columns, with colours, without, and without UTF-8."""

import json
import re
import signal
import tempfile
import unicodedata
from pathlib import Path

import pytest
from recording import BOOKS, HERE, KILLED, NAMES, OF_PROGRESSIVES, PROMPT, SCREENS, Terminal, Visits, recorded

NAMES_OF_PROGRESSIVES = tuple(f"{OF_PROGRESSIVES}-{screen}" for screen in SCREENS)
ALL_NAMES = (*NAMES, *NAMES_OF_PROGRESSIVES)
TEXTS = {name: (HERE / f"{name}.txt").read_text("utf-8") for name in ALL_NAMES}


@pytest.mark.parametrize("book", [*BOOKS, OF_PROGRESSIVES])
def test_the_sessions_of_a_book_are_seen_as_they_were_recorded(book: str) -> None:
    for name, text in recorded(book).items():
        assert text == TEXTS[name], f"look at it, then: python tests/cli/recording.py {book}"


@pytest.mark.parametrize("name", ALL_NAMES)
def test_no_line_is_wider_than_the_screen(name: str) -> None:
    columns = int(name.rpartition("-")[0].rpartition("-")[2])
    for line in re.sub(r"␛\[[0-9;]*m", "", TEXTS[name]).splitlines():
        assert len(line) <= columns or line.startswith("$ "), line


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("letters")])
def test_without_utf_8_all_is_letters(name: str) -> None:
    assert TEXTS[name].isascii()
    assert "??" in TEXTS[name] or "massachusetts" in name or "uk-casino" in name


@pytest.mark.parametrize("name", ALL_NAMES)
def test_colours_only_where_they_are_wanted(name: str) -> None:
    assert ("␛[31m" in TEXTS[name]) == name.endswith("colours")
    assert not any(unicodedata.category(letter) == "Cc" for letter in TEXTS[name].replace("\n", ""))


@pytest.mark.parametrize("name", NAMES_OF_PROGRESSIVES)
def test_the_sessions_of_progressives_show_wheels_and_meters(name: str) -> None:
    text = " ".join(re.sub(r"␛\[[0-9;]*m", "", TEXTS[name]).split())
    for sight in (
        "The Bonus Spin meter shows $1,000.10.",
        "The wheel turns for you and shows $10.",
        "Box 1 is drawn as the hot spot of Xtreme 16.",
        "The community wheel turns for wagers of $5 and shows $35.",
        "The floorperson validates your payout on Bonus Spin.",
        "Bonus Spin: the wheel shows $10 [maryland 12.D(2)(h)]",
        "Xtreme 16: the wheel shows $250 [maryland 12.E(1)(i)]",
        "The Monster Match meter shows $5,000.15.",
        "Monster Match: three of a kind in one colour",
        "Match the Hole Card: a suited match pays 9 to 1",
    ):
        assert sight in text, sight


def test_a_closed_terminal_leaves_a_visit_that_can_be_resumed() -> None:
    with tempfile.TemporaryDirectory() as folder:
        screen = SCREENS["80-plain"]
        closed = Terminal(Visits(folder, screen, [["play", "maryland", *KILLED[0]]]))
        closed.type(KILLED[1][:2])
        closed.read_to(PROMPT)
        closed.process.kill(signal.SIGHUP)
        closed.process.wait()
        file = Path(folder) / "visit.jsonl"
        lines = file.read_bytes().splitlines()
        assert json.loads(lines[0])["type"] == "TableSetUp"
        resumed = Terminal(Visits(folder, screen, [["play", "--resume", "visit.jsonl"]]))
        resumed.type(["s", "q"])
        assert "You sit down again with $490.00, in round 1." in resumed.end()
        assert file.read_bytes().splitlines()[: len(lines)] == lines
