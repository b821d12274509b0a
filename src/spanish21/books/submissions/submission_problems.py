"""All errors of a submission together, with their places in the file.

The checks stop at the first error. To find the others too, each is corrected in a copy, with a value that
would be accepted, and the copy is checked again.
"""

import re
from copy import deepcopy
from typing import Any

import msgspec

from spanish21.books.rulebook import toml_of
from spanish21.books.submissions.submission import rules_of_case
from spanish21.books.submissions.submission_case import case_of
from spanish21.books.submissions.submission_file import FilePlace, Misfit, submission_of_document

MOST_PROBLEMS = 100
_HEAD = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]+\s*(#.*)?$")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_.-]+)\s*=""")


class Problem(msgspec.Struct, frozen=True):
    """An error of a submission; `line` is 0 where a part is missing from the file."""

    line: int
    place: str
    says: str


def problems_with(text: str, source: str) -> list[Problem]:
    """All errors of the submission in a TOML text, in the order of the file."""
    document = toml_of(text, source)
    found: dict[FilePlace, str] = {}
    for _ in range(MOST_PROBLEMS):
        misfit = _first_misfit(document, source)
        if misfit is None:
            break
        if not _follows(misfit.place, found):
            found[misfit.place] = misfit.said
        mended = _mended(document, misfit)
        if mended is None:
            break
        document = mended
    lines = lines_of(text)
    problems = [_problem(place, says, lines) for place, says in found.items()]
    return sorted(problems, key=lambda one: (one.line == 0, one.line))


def _first_misfit(document: dict[str, Any], source: str) -> Misfit | None:
    try:
        rules_of_case(case_of(submission_of_document(document, source)))
    except Misfit as misfit:
        return misfit
    return None


def _follows(place: FilePlace, found: dict[FilePlace, str]) -> bool:
    """Whether the place, or the symbol of the same stop, was found before."""
    return place in found or (place[0] == "wheels" and (*place[:-1], "symbol") in found)


def _mended(document: dict[str, Any], misfit: Misfit) -> dict[str, Any] | None:
    """The document without the faulty part, or with a replacement for it; None if that fails."""
    if misfit.place == ("book",):
        return None  # without its book nothing more can be said
    mended = deepcopy(document)
    if misfit.instead is not None and _put(mended, misfit.place, misfit.instead):
        return mended
    for place in (misfit.place, *misfit.beside):
        if _put(mended, place, None):
            return mended
    return None


def _put(document: dict[str, Any], place: FilePlace, value: Any) -> bool:
    """Whether another value could be put there, or, for None, the present one removed."""
    *heads, last = place
    inside: Any = document
    for head in heads:
        if isinstance(inside, dict) and value is not None:
            inside.setdefault(head, {})
        try:
            inside = inside[head]
        except (KeyError, IndexError, TypeError):
            return False
    if value is None:
        try:
            if isinstance(inside, list):
                inside.remove(last)  # a name among several
            else:
                del inside[last]
        except (KeyError, ValueError, TypeError):
            return False
        return True
    if not isinstance(inside, dict) or inside.get(last) == value:
        return False
    inside[last] = value
    return True


# -- lines -----------------------------------------------------------------------------------------


def lines_of(text: str) -> dict[FilePlace, int]:
    """The line on which each entry of a TOML text begins, and each `{ … }` within it."""
    found: dict[FilePlace, int] = {}
    section: FilePlace = ()
    entry: FilePlace = ()
    stops = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if head := _HEAD.match(line):
            section = entry = tuple(part.strip("\"' ") for part in head[1].split("."))
            found.setdefault(section, number)
        elif key := _KEY.match(line):
            entry, stops = (*section, *_names(key[1])), 0
            found.setdefault(entry, number)
        for _ in range(line.partition("#")[0].count("{")):
            found.setdefault((*entry, stops), number)
            stops += 1
    return found


def _names(key: str) -> FilePlace:
    return (key[1:-1],) if key[0] in "\"'" else tuple(key.split("."))


def _problem(place: FilePlace, says: str, lines: dict[FilePlace, int]) -> Problem:
    """The problem with its line: that of the nearest enclosing part of the file."""
    line = next((lines[place[:end]] for end in range(len(place), 1, -1) if place[:end] in lines), 0)
    return Problem(line or lines.get(place, 0), ".".join(map(str, place)), says)
