"""The operator's Rules Submission as a file: choices, meters, wheels, rulings, approvals."""

import os
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from spanish21.books.rulebook import file_text, form_of, is_path, load_book, toml_of
from spanish21.display.brief import brief
from spanish21.errors import BadRules
from spanish21.game.side_wagers.terms import MeterRules

FilePlace = tuple[str | int, ...]
"""The place of something in a submission: ("choose", "decks"), ("wheels", "spin", 3, "weight")."""


class Misfit(BadRules):
    """Something in a submission that does not fit its book.

    `place` is where; `instead` would be accepted there, so that the rest can still be checked (None:
    nothing at all). `beside` lists other places that may be at fault.
    """

    def __init__(
        self,
        said: str,
        place: FilePlace,
        instead: Any = None,
        beside: tuple[FilePlace, ...] = (),
        source: str = "",
    ) -> None:
        super().__init__(said, source)
        self.place, self.instead, self.beside = place, instead, beside


class WheelStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stop as a submission gives it; `prize` is the money of a stop that its paytable calls a prize."""

    symbol: str
    weight: int
    prize: int = 0


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An operator's submission: choices, meters, wheels, rulings and the numbers of its approvals."""

    book: str
    operator: str
    choose: dict[str, Any] = {}
    meters: dict[str, MeterRules] = {}
    wheels: dict[str, tuple[WheelStop, ...]] = {}
    rulings: dict[str, str] = {}
    approvals: dict[str, str] = {}
    source: str = ""

    __repr__ = brief


def load_submission(path: str | os.PathLike[str]) -> Submission:
    """The submission in a file; its contents are checked by `check_submission` and `rules_of`."""
    return submission_of(file_text(path), os.fspath(path))


def sample_submission(book: str | os.PathLike[str]) -> Submission:
    """The sample submission of a book, as a copy to change."""
    return deepcopy(shared_sample(book))


def shared_sample(book: str | os.PathLike[str]) -> Submission:
    """The sample submission of a book, read-only.

    For a book outside the package it is submissions/NAME.toml next to the book; without one, every choice
    is the usual one.
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
    """The submission in a TOML text; a book's path counts from the folder of `source`."""
    return submission_of_document(toml_of(text, source), source)


def submission_of_document(document: Mapping[str, Any], source: str) -> Submission:
    """The submission in TOML tables; `Misfit` has the place of the first error."""
    found = dict(document)
    named = found.get("book")
    if isinstance(named, str) and is_path(named):
        found["book"] = load_book(Path(source).parent / named).name
    for name, place in (("offers", "under [choose]"), ("source", "nowhere")):
        if name in found:
            raise Misfit(f"{name} is at the top; it belongs {place}", (name,), source=source)
    for section in ("choose", *_SECTIONS):
        _part(found.get(section, {}), dict[str, Any], source, (section,), {})
    for section, form in _SECTIONS.items():
        entries = found.get(section, {}).items()
        found[section] = {name: _part(entry, form, source, (section, name)) for name, entry in entries}
    for name in [name for name in found if name not in Submission.__struct_fields__]:
        _part({name: None}, Submission, source, (name,))
    for name in ("book", "operator"):
        _part({"book": "", "operator": "", **_only(found, name)}, Submission, source, (name,), "any")
        if name not in found:
            raise Misfit(f"missing field {name}", (name,), "any", source=source)
    if not found["operator"].strip():
        said = "operator is empty; it must name the casino, or the person who runs the table"
        raise Misfit(said, ("operator",), "any", source=source)
    return form_of({**found, "source": source}, Submission, source)


def _only(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {name: document[name]} if name in document else {}


def _part(part: object, form: Any, source: str, place: FilePlace, instead: Any = None) -> Any:
    """A part of a submission in its form, or a refusal that knows its place."""
    said = "" if form is Submission else ".".join(map(str, place))
    try:
        return form_of(part, form, source, said)
    except BadRules as error:
        raise Misfit(error.said, place, instead, source=source) from None


_SECTIONS: dict[str, Any] = {
    "meters": MeterRules,
    "wheels": tuple[WheelStop, ...],
    "rulings": str,
    "approvals": str,
}
"""The parts of a submission read entry by entry, so that a refusal can name the entry."""
