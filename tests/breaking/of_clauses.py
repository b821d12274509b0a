"""All breaks of a clause: those that its data give, and those written by hand."""

from breaking.breaks import Break
from breaking.by_data import parts_of
from spanish21.game.rulebook import load_book

BY_HAND: dict[str, dict[str, list[Break]]] = {}


def breaks_of(book: str, clause_id: str) -> tuple[list[Break], list[str]]:
    """The breaks of a clause, and the parts of it that nothing breaks."""
    loaded = load_book(book)
    parts = dict(parts_of(loaded, loaded.clause(clause_id)))
    by_hand = BY_HAND.get(f"{book} {clause_id}", {})
    breaks = [one for part, found in parts.items() for one in by_hand.get(part, found)]
    without = [part for part, found in parts.items() if not by_hand.get(part, found)]
    return breaks, without
