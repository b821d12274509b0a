"""The sheet of a table that the stand-in holds: the felt is the server's own."""

from typing import Any

from spanish21.books.rulebook import load_book
from spanish21.game.rules import Rules
from spanish21.server.table.felt import chips_of, layout_of


def sheet(number: str, name: str, rules: Rules, play_chips: bool = True) -> dict[str, Any]:
    """The table sheet of a table with these rules."""
    return {
        "id": number,
        "name": name,
        "book": rules.book,
        "title": load_book(rules.book).title,
        "currency": rules.currency,
        "chips": chips_of(rules),
        "boxes": rules.boxes,
        "minimum": rules.table_minimum,
        "maximum": rules.table_maximum,
        "decks": rules.decks,
        "layout": layout_of(rules),
        "policy": {"house": "automatic", "wager_seconds": 20, "decide_seconds": 30, "play_chips": play_chips},
        "rules_digest": "0" * 64,
        "version": 1,
    }
