"""Tests that run book by book, each marked with the clauses of its own book; and rounds as the book deals them."""

from typing import Any

import pytest
from scenes import Scene

MARYLAND = "maryland"
VERSION_1 = "maryland-v1"
PLAYERS_EDGE = "players-edge"
MASSACHUSETTS = "massachusetts"
UK = "uk-casino"


def in_books(same: str = "", *, pe: str | None = None, ma: str = "", uk: str = "", **more: Any) -> Any:
    """Run a test on each book that has a clause here; `same` goes for the Maryland books, `pe` unless given."""
    clauses = {
        MARYLAND: same,
        VERSION_1: same,
        PLAYERS_EDGE: same if pe is None else pe,
        MASSACHUSETTS: ma,
        UK: uk,
    }
    return pytest.mark.parametrize("book", [proving(book, ids) for book, ids in clauses.items() if ids], **more)


def proving(book: str, ids: str, *values: Any) -> Any:
    """A parameter for a book that proves these clauses of it; further values follow the book's name."""
    marks = pytest.mark.clause(*(f"{book} {clause}" for clause in ids.split()))
    name = "-".join([book, *(str(value) for value in values)])
    return pytest.param(book, *values, marks=marks, id=name) if values else pytest.param(book, marks=marks, id=book)


def crossed(same: str, values: list[Any], *, pe: str | None = None, ma: str = "", uk: str = "") -> list[Any]:
    """The parameters of `in_books` for each of several values."""
    found = []
    for book, ids in (
        (MARYLAND, same),
        (VERSION_1, same),
        (PLAYERS_EDGE, same if pe is None else pe),
        (MASSACHUSETTS, ma),
        (UK, uk),
    ):
        found += [proving(book, ids, value) for value in values if ids]
    return found


def shoe_of(scene: Scene, boxes: tuple[str, ...], dealer: str, draws: str = "") -> str:
    """The cards of a round in the order in which they leave the shoe: the dealer's second card comes before
    the draws where the book deals a hole card, and after them where it does not."""
    hands = [text.split() for text in boxes]
    own = dealer.split()
    known = 2 if scene.rules.hole_card else 1
    first = [hand[0] for hand in hands] + own[:1] + [hand[1] for hand in hands] + own[1:known]
    return " ".join(first + draws.split() + own[known:])


def play(scene: Scene, *boxes: str, dealer: str, draws: str = "") -> Scene:
    """Deal a round: two cards for each box, the dealer's cards, and what is drawn in between."""
    return scene.deal(shoe_of(scene, boxes, dealer, draws))


def without_reader(book: str, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table on which a dealer's Blackjack comes to light only after the players' decisions."""
    outside = {"card_reader": False} if book in (MARYLAND, VERSION_1, PLAYERS_EDGE) else {}
    return Scene(book, people, outside=outside, **choices)
