"""Recorded sessions: every book at 40, 80 and 120 columns, with colours, without, and without UTF-8."""

import json
import re
import signal
import tempfile
import unicodedata
from pathlib import Path

import pytest
from recording import HERE, KILLED, NAMES, OF_PROGRESSIVES, PROMPT, SCREENS, Terminal, recorded

ALL_NAMES = (*NAMES, *OF_PROGRESSIVES)
TEXTS = {name: (HERE / f"{name}.txt").read_text("utf-8") for name in ALL_NAMES}


@pytest.mark.parametrize("name", ALL_NAMES)
def test_a_session_is_seen_as_it_was_recorded(name: str) -> None:
    assert recorded(name) == TEXTS[name], f"look at it, then: python tests/cli/recording.py {name}"


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


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("plain")])
def test_the_sessions_show_what_they_are_for(name: str) -> None:
    """A guard against seeds that no longer bring the cards."""
    text = TEXTS[name]
    rescue = "rescued: the" if "uk-casino" not in name else "No: this book has no rescue ["
    for sight in (
        "over 21 [",
        "a Blackjack pays ",
        "hand 4",
        rescue,
        "box 3>",
        "insurance against a",
        "match pays",
    ):
        assert sight in text, sight
    assert re.search(r"(7-7-7|6-7-8) of .* pays", text)
    for sight in (
        "No: this hand may not be split [",
        "Best: ",
        "Coach: ",
        "[S]",
        "Luck: ",
        "(killed)",
        "sit down again",
    ):
        assert sight in text, sight


@pytest.mark.parametrize("name", OF_PROGRESSIVES)
def test_the_sessions_of_progressives_show_wheels_and_meters(name: str) -> None:
    text = " ".join(re.sub(r"␛\[[0-9;]*m", "", TEXTS[name]).split())
    for sight in (
        "The meter spin shows $1000.10.",
        "The wheel turns for you and shows 10.",
        "Box 1 is drawn as the hot spot of Xtreme 16.",
        "The community wheel turns and shows",
        "The floorperson validates the payout to you.",
        "Bonus Spin: the wheel shows 10 [maryland 12.D(2)(h)]",
        "Xtreme 16: the wheel shows 250 [maryland 12.E(1)(i)]",
        "The meter monster shows $5000.15.",
        "Monster Match: three of a kind in one colour",
        "match-down: a suited match pays 9 to 1",
    ):
        assert sight in text, sight


def test_a_closed_terminal_leaves_a_visit_that_can_be_resumed() -> None:
    with tempfile.TemporaryDirectory() as folder:
        screen = SCREENS["80-plain"]
        closed = Terminal([["play", "maryland", *KILLED[0]]], screen, folder)
        closed.type(KILLED[1][:2])
        closed.read_to(PROMPT)
        closed.process.kill(signal.SIGHUP)
        closed.process.wait()
        file = Path(folder) / "visit.jsonl"
        lines = file.read_bytes().splitlines()
        assert json.loads(lines[0])["type"] == "TableSetUp"
        resumed = Terminal([["play", "--resume", "visit.jsonl"]], screen, folder)
        resumed.type(["s", "q"])
        assert "You sit down again with $490.00, in round 1." in resumed.end()
        assert file.read_bytes().splitlines()[: len(lines)] == lines
