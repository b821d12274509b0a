"""Recorded sessions at a pseudo-terminal: what is typed, and what a person then sees.

`python tests/cli/recording.py [BOOK ...]` records them again; look at every screen before you commit it.
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

from patience import PATIENCE
from spanish21.compiled.ahead import compile_ahead

HERE = Path(__file__).parent / "sessions"
PROMPT = re.compile(r"\n(?:[a-z][a-z0-9 ?]*)?> (?:\x1b\[0m)?$")
"""A prompt at the end of what was printed."""
_OVER = re.compile(r"\n\$\r?\n")
"""The visits on a screen are over."""
_VISITS = """
import fcntl, json, os, struct, sys, termios
from spanish21.cli import main
for folder, columns, environment, visits in json.loads(sys.argv[1]):
    os.chdir(folder)
    os.environ.pop("NO_COLOR", None)
    os.environ.update(environment)
    sys.stdout.reconfigure(encoding=environment["PYTHONIOENCODING"])
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    for arguments in visits:
        print("$ spanish21", *arguments, flush=True)
        try:
            main(arguments, prog_name="spanish21")
        except SystemExit as leaving:
            assert not leaving.code, leaving.code
        print(flush=True)
    print("$", flush=True)
"""
"""Visits on several screens, one after another: what the analyser knows it finds out once."""

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
            ["10", "", "hint", "chart", "h", "", "s", *["history"] * 3, "stats", "rules", "help", "exit"],
        ),
        "wagers explained": (["--seed", "1"], ["rules match", "? main", "10", "?", "q"]),
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
    ("maryland", (["--seed", "1"], ["w", "10", "w", "rules spin", "? xtreme"])),  # two wheels explained
    ("players-edge", (["--seed", "11"], ["10", "o", "? monster", "", "s", "?"])),  # Monster Match
    ("players-edge", (["--seed", "3"], ["10", "k 5", "o", "", "s", "stats"])),  # two side wagers won
)
"""What the sessions of wheels and meters show."""
KILLED: Visit = (["--seed", "1", "--save", "visit.jsonl"], ["10", "", "h"])
"""A visit that ends with kill -9, after two of the three lines."""
RESUMED: Visit = (["--resume", "visit.jsonl"], ["s", "history", "q"])
BOOKS = ("maryland", "maryland-v1", "players-edge", "massachusetts", "uk-casino")
OF_PROGRESSIVES = "progressives"
NAMES = tuple(f"{book}-{screen}" for book in BOOKS for screen in SCREENS)


def _hears_a_closed_terminal() -> None:
    """Under nohup the tests ignore the signal of a closed terminal, and so would their children."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Visits(NamedTuple):
    """Visits that are made on one screen, in a folder where they are saved."""

    folder: str
    screen: Screen
    visits: list[list[str]]


class Terminal:
    """A pseudo-terminal in which visits are made one after another."""

    def __init__(self, *visits: Visits) -> None:
        source = Path(__file__).parents[2] / "src"
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "PYTHONPATH": str(source),
            "TERM": "xterm-256color",
        }
        for name in ("SPANISH21_CACHE", "XDG_CACHE_HOME"):  # where kernels are that were compiled ahead
            if name in os.environ:
                environment[name] = os.environ[name]
        given = [(one.folder, *one.screen, one.visits) for one in visits]
        self.process = pexpect.spawn(
            sys.executable,
            ["-c", _VISITS, json.dumps(given)],
            env=environment,
            dimensions=(50, visits[0].screen.columns),  # set by this side, maybe after the other has begun
            encoding="utf-8",
            timeout=PATIENCE,
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
        """What was seen until the visits on a screen were over."""
        self.read_to(_OVER)
        seen, self.text = self.text, ""
        return seen

    def close(self) -> None:
        """Wait until the last visit is over."""
        self.process.expect(pexpect.EOF)
        self.process.close(force=True)


def recorded(book: str) -> dict[str, str]:
    """The sessions of a book, or of the progressives, as they were seen on each screen."""
    compile_ahead(("analysis",))  # or the coach would tell of it
    visits = (
        PROGRESSIVES
        if book == OF_PROGRESSIVES
        else (*((book, visit) for visit in scenes(book).values()), ("", RESUMED))
    )
    with tempfile.TemporaryDirectory() as folder:
        folders = {name: f"{folder}/{name}" for name in SCREENS}
        for path in folders.values():
            Path(path).mkdir()
        killed = {name: _killed(book, name, path) for name, path in folders.items() if book in BOOKS}
        return {f"{book}-{name}": text for name, text in _seen(visits, folders, killed).items()}


def _killed(book: str, screen: str, folder: str) -> str:
    """A visit that ends in mid-round with kill -9."""
    terminal = Terminal(Visits(folder, SCREENS[screen], [["play", book, *KILLED[0]]]))
    terminal.type(KILLED[1][:2])
    terminal.read_to(PROMPT)
    terminal.process.kill(9)
    terminal.process.close(force=True)
    return terminal.text


def _seen(
    visits: Sequence[tuple[str, Visit]], folders: dict[str, str], before: dict[str, str]
) -> dict[str, str]:
    """Visits at tables on each screen, after what was seen before; whoever does not leave is led out."""
    given = [["play", *filter(None, [book]), *arguments] for book, (arguments, _) in visits]
    terminal = Terminal(*(Visits(folders[name], screen, given) for name, screen in SCREENS.items()))
    found = {}
    for name in SCREENS:
        for _, (_, keys) in visits:
            leaves = keys[-1:] in (["q"], ["exit"], ["quit"], ["y"])
            terminal.type([*keys, *([] if leaves else ["q"])])
        seen = terminal.end()
        found[name] = readable(f"{before[name]}\n(killed)\n{seen}" if name in before else seen)
    terminal.close()
    return found


def readable(text: str) -> str:
    """The text of a terminal as it is kept: its line ends plain, its escape signs visible."""
    lines = text.replace("\r\n", "\n").replace("\r", "").replace("\x1b", "␛").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


if __name__ == "__main__":
    for one in sys.argv[1:] or (*BOOKS, OF_PROGRESSIVES):
        for session, shown in recorded(one).items():
            (HERE / f"{session}.txt").write_text(shown, "utf-8")
        print(one, flush=True)
