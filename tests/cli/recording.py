"""Recorded sessions at a pseudo-terminal: what is typed, and what a person then sees.

`python tests/cli/recording.py [NAME ...]` records them again; look at every screen before you commit it.
"""

import json
import os
import re
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pexpect

HERE = Path(__file__).parent / "sessions"
PROMPT = re.compile(r"\n(?:[a-z][a-z0-9 ?]*)?> (?:\x1b\[0m)?$")
"""A prompt at the end of what was printed."""
_VISITS = """
import json, sys
from spanish21.cli import main
for arguments in json.loads(sys.argv[1]):
    print("$ spanish21", *arguments, flush=True)
    try:
        main(arguments, prog_name="spanish21")
    except SystemExit as leaving:
        assert not leaving.code, leaving.code
    print(flush=True)
print("$", flush=True)
"""

Visit = tuple[list[str], list[str]]
"""The arguments after `spanish21 play`, and the lines typed."""


class Screen(NamedTuple):
    """A terminal: its width, and what it can show."""

    columns: int
    environment: dict[str, str]


PLAIN = {"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
SCREENS = {
    "40-letters": Screen(40, {"NO_COLOR": "1", "PYTHONIOENCODING": "ascii"}),
    "80-plain": Screen(80, PLAIN),
    "120-colours": Screen(120, {"PYTHONIOENCODING": "utf-8"}),
}


def scenes(book: str) -> dict[str, Visit]:
    """What a book's sessions show: seeds that bring the cards, and the keys."""
    found: dict[str, Visit] = {
        "a bust": (["--seed", "1"], ["10", "", "h"]),
        "a Blackjack": (["--seed", "28"], ["10", ""]),
        "a bonus": (["--seed", "236"], ["10", "", "h", "?"]),
        "a split to four hands": (["--seed", "98"], ["10", "", *"ppspsss"]),
        "a double and a rescue": (["--seed", "2"], ["10", "", "n", "d", "x"]),
        "three boxes": (["--seed", "6"], ["10", "b 2 10", "b 3 10", "m 5 3", "", *"hhhhs"]),
        "insurance": (["--seed", "88"], ["10", "b 2 10", "", "more", "?", "i", "i"]),
        "a side wager won": (["--seed", "2"], ["10", "5", "m 5", "", "", "s", "?", "more"]),
        "refusals": (
            ["--seed", "1"],
            ["3", "m 5", "10", "", "p", "i", "?", "? split", "fold", "q", "n", "Q", "y"],
        ),
        "the coach": (
            ["--seed", "1", "--coach"],
            ["10", "", "hint", "chart", "h", "history", "history", "stats", "rules", "help", "exit"],
        ),
        "a drill": (["--seed", "4"], ["drill soft", *"sssss", "q", "quit"]),
    }
    if book == "players-edge":
        found["two doubles more and a rescue"] = (["--seed", "14"], ["10", "", "d", "d", "d", "x"])
        found["three boxes"] = (["--seed", "4"], ["10", "b 2 10", "b 3 10", "m 5 3", "", *"shshhh"])
    if book in ("massachusetts", "uk-casino"):
        apart = ["--set", "adjacent_boxes=3"] if book == "massachusetts" else []
        found["a bonus"] = (["--seed", "6"], ["10", "", "h", "?"])
        found["a split to four hands"] = (["--seed", "3"], ["10", "", *"pppssss"])
        found["three boxes"] = (["--seed", "5", *apart], ["10", "b 2 10", "b 3 10", "m 5 3", "", *"hshhhss"])
        found["insurance"] = (["--seed", "21", *apart], ["10", "b 2 10", "", "more", "?", "i", "i", *"shh"])
    return found


PROGRESSIVES: tuple[tuple[str, Visit], ...] = (
    ("maryland", (["--seed", "28"], ["10", "w", "", "?"])),  # a Blackjack turns the wheel of Bonus Spin
    ("maryland", (["--seed", "110"], ["10", "e", "", "s", "?"])),  # the hot spot of Xtreme 16 is one's own
    ("maryland", (["--seed", "46"], ["10", "e", "w", "", "s"])),  # the community wheel
    ("players-edge", (["--seed", "11"], ["10", "o", "", "s", "?"])),  # Monster Match
    ("players-edge", (["--seed", "3"], ["10", "k 5", "o", "", "s", "stats"])),  # two side wagers won
)
"""What the sessions of wheels and meters show."""
KILLED: Visit = (["--seed", "1", "--save", "visit.jsonl"], ["10", "", "h"])
"""A visit that ends with kill -9, after two of the three lines."""
RESUMED: Visit = (["--resume", "visit.jsonl"], ["s", "history", "q"])
BOOKS = ("maryland", "maryland-v1", "players-edge", "massachusetts", "uk-casino")
NAMES = tuple(f"{book}-{screen}" for book in BOOKS for screen in SCREENS)
OF_PROGRESSIVES = tuple(f"progressives-{screen}" for screen in SCREENS)


def _hears_a_closed_terminal() -> None:
    """Under nohup the tests ignore the signal of a closed terminal, and so would their children."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """A pseudo-terminal in which visits are made one after another."""

    def __init__(self, visits: list[list[str]], screen: Screen, folder: str) -> None:
        source = Path(__file__).parents[2] / "src"
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", folder),
            "PYTHONPATH": str(source),
            "TERM": "xterm-256color",
            **screen.environment,
        }
        self.process = pexpect.spawn(
            sys.executable,
            ["-c", _VISITS, json.dumps(visits)],
            env=environment,
            cwd=folder,
            dimensions=(50, screen.columns),
            encoding="utf-8",
            timeout=300,
            preexec_fn=_hears_a_closed_terminal,
        )
        self.process.delaybeforesend = None
        self.text = ""

    def read_to(self, pattern: "re.Pattern[str] | str") -> None:
        """Read until something is printed."""
        self.process.expect(pattern)
        self.text += self.process.before + self.process.after

    def type(self, lines: list[str]) -> None:
        """Type lines, each at a prompt."""
        for line in lines:
            self.read_to(PROMPT)
            self.process.sendline(line)

    def end(self) -> str:
        """What was seen until the last visit was over."""
        self.read_to(re.compile(r"\n\$\s*$"))
        self.process.expect(pexpect.EOF)
        self.process.close(force=True)
        return self.text


def recorded(name: str) -> str:
    """The sessions of a book, or of the progressives, on a screen, as they were seen."""
    book, _, screen_name = name.rpartition("-")
    book, _, columns = book.rpartition("-")
    screen = SCREENS[f"{columns}-{screen_name}"]
    with tempfile.TemporaryDirectory() as folder:
        if book == "progressives":
            return readable(_visited(PROGRESSIVES, screen, folder))
        text = _visited([(book, visit) for visit in scenes(book).values()], screen, folder)
        killed = Terminal([["play", book, *KILLED[0]]], screen, folder)
        killed.type(KILLED[1][:2])
        killed.read_to(PROMPT)
        killed.process.kill(9)
        killed.process.close(force=True)
        resumed = Terminal([["play", *RESUMED[0]]], screen, folder)
        resumed.type(RESUMED[1])
        text += "\n" + killed.text + "\n(killed)\n" + resumed.end()
    return readable(text)


def _visited(visits: Sequence[tuple[str, Visit]], screen: Screen, folder: str) -> str:
    """Visits at tables of books, one after another; whoever does not leave is led out."""
    terminal = Terminal([["play", book, *arguments] for book, (arguments, _) in visits], screen, folder)
    for _, (_, keys) in visits:
        leaves = keys[-1:] in (["q"], ["exit"], ["quit"], ["y"])
        terminal.type([*keys, *([] if leaves else ["q"])])
    return terminal.end()


def readable(text: str) -> str:
    """The text of a terminal as it is kept: its line ends plain, its escape signs visible."""
    lines = text.replace("\r\n", "\n").replace("\r", "").replace("\x1b", "␛").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


if __name__ == "__main__":
    for one in sys.argv[1:] or (*NAMES, *OF_PROGRESSIVES):
        (HERE / f"{one}.txt").write_text(recorded(one), "utf-8")
        print(one, flush=True)
