"""The cards that a round is dealt from, counted by rank and suit."""

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game.cards import CARD_TEXT, SPANISH_DECK, cards

Counts = NDArray[numpy.int64]

FEWEST_CARDS = 20
"""Fewer may run out in the middle of a round, which no rulebook plays on from."""


class Shoe(msgspec.Struct, frozen=True):
    """How many of each card are in the shoe: `counts[rank][suit]`, ranks 1 to 13 (0 is unused)."""

    counts: tuple[tuple[int, int, int, int], ...]

    @property
    def size(self) -> int:
        return sum(sum(row) for row in self.counts)

    @property
    def ranks(self) -> Counts:
        """The number of cards by rank and suit, 14 by 4."""
        return numpy.array(self.counts, dtype=numpy.int64)

    @property
    def values(self) -> Counts:
        """The number of cards by value 1 to 10 (0 is unused)."""
        by_rank = self.ranks.sum(axis=1)
        return numpy.append(by_rank[:10], by_rank[10:].sum())

    @property
    def treats_suits_alike(self) -> bool:
        return all(len(set(row)) == 1 for row in self.counts)


def shoe_of_counts(counts: Counts) -> Shoe:
    """The shoe of an array of counts by rank and suit."""
    return Shoe(tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in counts))


def full_shoe(decks: int) -> Shoe:
    """A shoe of that many Spanish decks: 48 cards each, no tens."""
    counts = numpy.zeros((14, 4), dtype=numpy.int64)
    for one in SPANISH_DECK:
        counts[one >> 2, one & 3] += decks
    return shoe_of_counts(counts)


def shoe_without(decks: int, removed: str) -> Shoe:
    """A shoe of that many decks without the cards in `removed`."""
    counts = full_shoe(decks).ranks
    for one in cards(removed):
        counts[one >> 2, one & 3] -= 1
        if counts[one >> 2, one & 3] < 0:
            raise BadInput(f"an impossible shoe: more {CARD_TEXT[one]} are removed than {decks} decks hold")
    return playable(shoe_of_counts(counts))


def playable(shoe: Shoe) -> Shoe:
    """The shoe itself, if a round can be dealt from it."""
    if any(count < 0 for row in shoe.counts for count in row):
        raise BadInput("an impossible shoe: a card has a count below 0")
    if shoe.size < FEWEST_CARDS:
        raise BadInput(f"an impossible shoe: {shoe.size} cards; an analysis needs {FEWEST_CARDS} or more")
    return shoe
