"""The house edges of our books, shipped, so that a lobby shows them before anything is worked out.

A test works them out again. A table has its book's edge if it plays by the book's sample.
"""

import tomllib
from functools import cache
from pathlib import Path

from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import Rules
from spanish21.server.log.digests import rules_digest

EDGES: dict[str, float] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def shipped_edge(rules: Rules) -> float | None:
    """The edge of a table that plays by its book's sample."""
    return (
        EDGES.get(rules.book) if rules.book in BOOKS and rules_digest(rules) == _digest(rules.book) else None
    )


@cache
def _digest(book: str) -> str:
    return rules_digest(rules_of(book))
