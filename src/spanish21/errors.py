"""The one base error of the package and its few kinds; each message is one line for a person."""

import os
from typing import Any


class Spanish21Error(Exception):
    """An error that a user can correct: the mistake, its place, and the correction.

    `source` is the file or the text that it is in, which the message begins with; `said` is the rest.
    """

    def __init__(self, said: str = "", source: str = "") -> None:
        super().__init__(one_line(f"{source}: {said}") if source else said)
        self.said, self.source = said, source


class BadInput(Spanish21Error):
    """A malformed file, argument or text."""


class BadRules(BadInput):
    """A rulebook, submission or setting that does not fit its book; `setting` is the one at fault, if any."""

    def __init__(self, said: str = "", source: str = "", setting: str = "") -> None:
        super().__init__(said, source)
        self.setting = setting


class Refused(Spanish21Error):
    """The game says no to a command; `reason` is the name that a rulebook's clause refuses under, and
    `bounds` gives the allowed values (game/moves/bounds.py)."""

    def __init__(self, reason: str, bounds: Any = None) -> None:
        super().__init__(reason.replace("_", " "))
        self.reason = reason
        self.bounds = bounds

    def __str__(self) -> str:
        reason = self.reason.replace("_", " ")
        return f"{reason}: {self.bounds}" if self.bounds is not None else reason


def how_to_install(extra: str) -> str:
    """The command that installs an extra, as it is typed where the package comes from."""
    is_checkout = os.path.isfile(os.path.join(os.path.dirname(__file__), "..", "..", "pyproject.toml"))
    return f"pip install '.[{extra}]' in the checkout" if is_checkout else f"pip install 'spanish21[{extra}]'"


def one_line(text: str) -> str:
    """The text with every run of white space made one space, and cut when it is very long."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= 1_000 else line[:999] + "…"
