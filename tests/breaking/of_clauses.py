"""All breaks of a clause: those that its data give, and those written by hand."""

from breaking import by_hand
from breaking.breaks import Break
from breaking.by_data import parts_of
from breaking.register import ADDED, REPLACED
from spanish21.books.rulebook import load_book

by_hand.load()


def breaks_of(book: str, clause_id: str) -> tuple[list[Break], list[str]]:
    """The breaks of a clause, and the parts of it that nothing breaks."""
    loaded = load_book(book)
    key = f"{book} {clause_id}"
    parts = dict(parts_of(loaded, loaded.clause(clause_id)))
    parts |= {part: REPLACED[key, part] for part in parts if (key, part) in REPLACED}
    added = ADDED.get(key, [])
    breaks = [one for found in parts.values() for one in found] + added
    without = [] if added else [part for part, found in parts.items() if not found]
    return breaks, without
