"""A rulebook as data: its clauses in their own order, its rulings, and which clause a name comes from.

A book's file (one of rulebooks/, or any other: docs/new-book.md shows how to write one) holds

- `book`, its name (small letters, digits, hyphens), `title` and `edition`;
- `[[clause]]`: an id, its text, and at least one of
  `sets`: settings that it fixes; paytables as `sets.paytables.KIND.TABLE.LINE`,
  `allows`: settings that it leaves to the operator; a list of values, the first the usual, or
  `{ least, most, usual }`, where `most` may be left out,
  `refuses` (reasons), `step` (events), `term`, `equipment` with or without an `inscription` (the opening
  checklist and the layout), `office` (approvals that a submission must name; `optional = true`: may name).
  `by_approval`: settings that the operator may choose differently from the book, in the form of `allows`, if
  the clause's office approves,
  `decides` names what the game gives as the reason (`why`) of a settled wager, a dead hand or a voided round;
  `only_if` (a setting, or "setting = word", or a list: any of them; "item: setting" for one item alone)
  limits equipment and offices;
- `[[ruling]]`: a question that the book leaves open, its readings and the default one;
- `[house]`: values of the settings on which the book is silent;
- `[operator]`: the operator's own choices that no clause bounds, in the form of `allows`;
- `[[silent]]`: `on` lists steps, refusals and results that no clause speaks of, `because` says why the house
  has them anyway. Reasons that hold for any silent book need not be listed (`citing.why_silent`).

Several clauses may set a name to the same value, or allow different values of it. A match paytable goes with
the number of decks in its name, or in its line `decks`.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from spanish21.books.checking import check_clauses, check_rulings, check_silences, check_sources
from spanish21.books.clauses import (
    FOLLOWS_FROM,
    Bound,
    Clause,
    Range,
    Rulebook,
    Ruling,
    Silence,
)
from spanish21.books.installed import register_installed
from spanish21.errors import BadInput, BadRules, one_line

Form = TypeVar("Form")


def _names_in(*folder: str) -> tuple[str, ...]:
    """The names of the packaged books in a folder of rulebooks/."""
    places = files("spanish21").joinpath("rulebooks", *folder).iterdir()
    return tuple(sorted(one.name.removesuffix(".toml") for one in places if one.name.endswith(".toml")))


RULEBOOKS = _names_in()
"""The packaged books that follow a whole document, clause by clause."""
GUIDED_BOOKS = _names_in("guides")
"""Books made from guides for players, which are short: the gaps of a guide are our choice."""
BOOKS = (*RULEBOOKS, *GUIDED_BOOKS)
"""The names of the books that come with the package."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _BookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: str
    title: str
    edition: str
    clause: tuple[Clause, ...]
    ruling: tuple[Ruling, ...] = ()
    house: dict[str, Any] = {}
    operator: dict[str, Range | tuple[Any, ...]] = {}
    silent: tuple[Silence, ...] = ()


def toml_of(text: str, source: str) -> dict[str, Any]:
    """A TOML text as a dict, or a refusal that names the source."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(one_line(f"this is not TOML: {error}"), source) from None


def form_of(document: object, form: type[Form], source: str, place: str = "") -> Form:
    """A document as a struct, or a refusal that names the source and the place."""
    try:
        return msgspec.convert(document, form)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        problem, _, inside = str(error).replace("`", "").partition(" - at $")
        problem = problem.replace("Object contains unknown", "unknown").replace(
            "Object missing required", "missing"
        )
        where = (place + inside).lstrip(".")
        raise BadRules(one_line(f"{where}: {problem}" if where else problem), source) from None


def load_book(book: str | os.PathLike[str]) -> Rulebook:
    """The rulebook of a name or of a path to its file; a book from a file is available by its name from
    then on."""
    named = os.fspath(book)
    if named in BOOKS:
        return _packaged(named)
    if is_path(named):
        return _from_outside(named)
    if named not in _outside:
        known = ", ".join((*BOOKS, *_outside))
        raise BadRules(f"there is no book {named!r}; the books are {known}, or a path to a book's TOML file")
    return _outside[named]


def is_path(book: str) -> bool:
    """Whether a word is the path of a book's file and not a book's name."""
    return book.endswith(".toml") or "/" in book or os.sep in book


@cache
def _packaged(name: str) -> Rulebook:
    return book_of(packaged_text(name), f"{name}.toml")


def packaged_text(name: str) -> str:
    """The file of a packaged book."""
    folder = ("guides",) if name in GUIDED_BOOKS else ()
    return files("spanish21").joinpath("rulebooks", *folder, f"{name}.toml").read_text("utf-8")


_outside: dict[str, Rulebook] = {}
"""The books read from separate files, by name: rules and logs have only a book's name."""


def _from_outside(path: str) -> Rulebook:
    register_installed()
    folder = str(Path(path).absolute().parent)
    book = msgspec.structs.replace(book_of(file_text(path), path), place=path, folder=folder)
    if book.name in BOOKS:
        raise BadRules(one_line(f"{path}: {book.name} comes with the package; give this book another name"))
    known = _outside.setdefault(book.name, book)
    if _file_of(known) != _file_of(book) and _but_place(known) != _but_place(book):
        said = f"{path}: another book named {book.name} was read from {known.place}"
        raise BadRules(one_line(f"{said}; give this one another name"))
    _outside[book.name] = book
    return book


def _file_of(book: Rulebook) -> Path:
    return Path(book.folder, Path(book.place).name)


def _but_place(book: Rulebook) -> Rulebook:
    return msgspec.structs.replace(book, place="", folder="")


def file_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, or a refusal that names it."""
    try:
        return Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        reason = error.strerror
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except ValueError as error:
        reason = str(error)
    raise BadInput(one_line(f"{os.fspath(path)}: cannot be read: {reason}"))


def book_of(text: str, source: str) -> Rulebook:
    """The rulebook in a TOML text."""
    document = toml_of(text, source)
    if isinstance(document.get("operator"), str):
        what = f"a Rules Submission for {document.get('book', 'a book')}, not a rulebook"
        raise BadRules(one_line(f"this is {what}; give it with --submission"), source)
    form = form_of(document, _BookFile, source)
    clauses = tuple(_flat_clause(clause) for clause in form.clause)
    rulings = tuple(_flat_ruling(ruling) for ruling in form.ruling)
    try:
        if not _NAME.fullmatch(form.book):
            raise BadRules(f"book is {form.book!r}; a name has small letters, digits and hyphens")
        check_clauses(clauses)
        check_rulings(rulings, {clause.id for clause in clauses})
        book = Rulebook(
            name=form.book,
            title=form.title,
            edition=form.edition,
            clauses=clauses,
            rulings=rulings,
            house=form.house,
            operator=form.operator,
            fixed=_fixed(clauses),
            bounds=_bounds(clauses, form.operator),
            citations=_citations(clauses, rulings),
            silent={name: silence.because for silence in form.silent for name in silence.on},
        )
        check_silences(form.silent, book.citations)
        check_sources(book)
    except BadRules as error:
        raise BadRules(one_line(str(error)), source) from None
    return book


def _flat_clause(clause: Clause) -> Clause:
    only_if = (clause.only_if,) if isinstance(clause.only_if, str) else clause.only_if
    return msgspec.structs.replace(clause, sets=dict(_flat(clause.sets)), only_if=only_if)


def _flat_ruling(ruling: Ruling) -> Ruling:
    reads = {
        name: msgspec.structs.replace(reading, sets=dict(_flat(reading.sets)))
        for name, reading in ruling.reads.items()
    }
    return msgspec.structs.replace(ruling, reads=reads)


def _flat(sets: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """`{"paytables": {"match": {"6": {"suited": 9}}}}` as `("paytables.match.6.suited", 9)`."""
    for name, value in sets.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


# -- collected by name -------------------------------------------------------------------


def _fixed(clauses: Iterable[Clause]) -> dict[str, Any]:
    fixed: dict[str, Any] = {}
    for clause in clauses:
        for name, value in clause.sets.items():
            if fixed.setdefault(name, value) != value:
                raise BadRules(
                    f"clause {clause.id}: sets {name} to {value!r}, another clause to {fixed[name]!r}"
                )
    return fixed


def _bounds(clauses: Iterable[Clause], operator: Mapping[str, Bound]) -> dict[str, tuple[Bound, ...]]:
    bounds: dict[str, tuple[Bound, ...]] = {}
    for clause in clauses:
        for name, bound in (*clause.allows.items(), *clause.by_approval.items()):
            bounds[name] = (*bounds.get(name, ()), bound)
    for name, bound in operator.items():
        if name in bounds:
            raise BadRules(f"[operator] {name}: a clause already allows it")
        bounds[name] = (bound,)
    return bounds


def _citations(clauses: Iterable[Clause], rulings: Iterable[Ruling]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for clause in clauses:
        for name in _names_of_clause(clause):
            found.setdefault(name, {})[clause.id] = None
    for clause in clauses:  # after the clauses from which it lets an operator depart
        for name in clause.by_approval:
            found.setdefault(name, {})[clause.id] = None
    for ruling in rulings:
        for name in _names_of_ruling(ruling):
            found.setdefault(name, {}).update(dict.fromkeys(ruling.clauses))
    for name, sources in FOLLOWS_FROM.items():
        for source in sources:
            found.setdefault(name, {}).update(found.get(source, {}))
    return {name: tuple(ids) for name, ids in found.items() if ids}


def _names_of_clause(clause: Clause) -> Iterator[str]:
    for name in clause.sets:
        yield from _name_and_its_heads(name)
    yield from clause.allows
    yield from clause.refuses
    yield from clause.step
    yield from clause.equipment
    yield from clause.office
    yield from clause.decides
    if clause.term:
        yield clause.term
        yield clause.term.lower().replace("'", "").replace("-", "_").replace(" ", "_")


def _names_of_ruling(ruling: Ruling) -> Iterator[str]:
    yield ruling.id
    for reading in ruling.reads.values():
        yield from reading.sets


def _name_and_its_heads(name: str) -> Iterator[str]:
    """`paytables.match.6.suited`, `paytables.match.6` and `paytables.match`."""
    yield name
    while name.count(".") > 1:
        name = name.rpartition(".")[0]
        yield name
