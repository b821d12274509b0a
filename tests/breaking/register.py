"""The breaks that are written by hand, by clause."""

from collections import defaultdict
from collections.abc import Callable

from breaking.breaks import PLAYS, Break
from scenes import MARYLAND_BOOKS

Ids = str | tuple[str, ...]

ADDED: dict[str, list[Break]] = defaultdict(list)
"""Breaks of a clause that stand for all its parts that the data alone do not say how to break."""
REPLACED: dict[tuple[str, str], list[Break]] = defaultdict(list)
"""Breaks of one part of a clause (`step CardDiscarded`) instead of those that its data give."""


def broken(
    name: str,
    apply: Callable[[], None],
    *clauses: str,
    books: tuple[str, ...] = MARYLAND_BOOKS,
    does: str = PLAYS,
    part: str = "",
    **others: Ids,
) -> None:
    """A way to break `clauses` of the three Maryland-style books, and `others`: `massachusetts="7(d)"`."""
    found: dict[str, Ids] = dict.fromkeys(books, clauses)
    found.update({book.replace("_", "-"): ids for book, ids in others.items()})
    for book, ids in found.items():
        for clause in (ids,) if isinstance(ids, str) else ids:
            key = f"{book} {clause}"
            (REPLACED[key, part] if part else ADDED[key]).append(Break(name, apply, does))
