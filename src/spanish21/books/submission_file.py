"""The operator's Rules Submission as a file: choices, meters, wheels, rulings, approvals."""

import os
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from spanish21.books.rulebook import file_text, form_of, is_path, load_book, one_line, toml_of
from spanish21.errors import BadRules
from spanish21.game.rules import MeterRules


class WheelStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stop as a submission gives it; `prize` is the money of a stop that its paytable calls a prize."""

    symbol: str
    weight: int
    prize: int = 0


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an operator submits: choices, meters, wheels, rulings and the numbers of its approvals."""

    book: str
    operator: str
    choose: dict[str, Any] = {}
    meters: dict[str, MeterRules] = {}
    wheels: dict[str, tuple[WheelStop, ...]] = {}
    rulings: dict[str, str] = {}
    approvals: dict[str, str] = {}
    source: str = ""


def load_submission(path: str | os.PathLike[str]) -> Submission:
    """The submission that a file holds; what it says is checked by `check_submission` and `rules_of`."""
    return submission_of(file_text(path), os.fspath(path))


def sample_submission(book: str | os.PathLike[str]) -> Submission:
    """The sample submission of a book, one's own to change."""
    return deepcopy(shared_sample(book))


def shared_sample(book: str | os.PathLike[str]) -> Submission:
    """The sample submission of a book, not to be changed.

    That of a book outside the package lies beside it as submissions/NAME.toml; without one, every choice is
    the usual one.
    """
    found = load_book(book)
    if not found.place:
        return _packaged_sample(found.name)
    path = Path(found.folder, "submissions", f"{found.name}.toml")
    if path.is_file():
        return load_submission(path)
    return Submission(book=found.name, operator="any", source=found.place)


@cache
def _packaged_sample(name: str) -> Submission:
    text = files("spanish21").joinpath("rulebooks", "submissions", f"{name}.toml").read_text("utf-8")
    return submission_of(text, f"submissions/{name}.toml")


def submission_of(text: str, source: str) -> Submission:
    """The submission that a TOML text holds; a book's path counts from the folder of `source`."""
    document = toml_of(text, source)
    named = document.get("book")
    if isinstance(named, str) and is_path(named):
        document["book"] = load_book(Path(source).parent / named).name
    for name, place in (("offers", "under [choose]"), ("source", "nowhere")):
        if name in document:
            raise BadRules(one_line(f"{source}: {name} is at the top; it belongs {place}"))
    for section, form in _SECTIONS.items():
        entries = form_of(document.get(section, {}), dict[str, Any], source, section)
        document[section] = {
            name: form_of(entry, form, source, f"{section}.{name}") for name, entry in entries.items()
        }
    return form_of({**document, "source": source}, Submission, source)


_SECTIONS: dict[str, Any] = {
    "meters": MeterRules,
    "wheels": tuple[WheelStop, ...],
    "rulings": str,
    "approvals": str,
}
"""The parts of a submission that are read entry by entry, so that a refusal can name the entry."""
