"""Statistical tests of the kernel's shuffles: where cards lie, which lie together, how shoes follow."""

import math
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.simulation.compiling import kernel
from spanish21.simulation.streams import FOR_SHUFFLE, rejection_limits, shuffle_to, sorted_shoe

LEVEL = 0.01
"""The chance that a good generator fails any of a test's comparisons, all of them together."""


class Verdict(NamedTuple):
    """The largest deviation of a test in standard deviations, and what is allowed for so many comparisons."""

    name: str
    comparisons: int
    largest: float
    allowed: float

    @property
    def passes(self) -> bool:
        return self.largest <= self.allowed


@kernel
def _fill(shoes: Any, unshuffled: Any, limits: Any, first: Any, seed: Any) -> None:
    size = len(unshuffled)
    for shoe in range(len(shoes)):
        for place in range(size):
            shoes[shoe, place] = unshuffled[place]
        shuffle_to(shoes[shoe], 0, size, limits, 0, size, first + shoe, FOR_SHUFFLE, seed)


def shoes_as_array(decks: int, shoes: int, seed: int, first: int = 0) -> NDArray[numpy.uint8]:
    """Shoes one beside another, a row each."""
    unshuffled = sorted_shoe(decks)
    found = numpy.zeros((shoes, len(unshuffled)), dtype=numpy.uint8)
    _fill(found, unshuffled, rejection_limits(len(unshuffled)), first, numpy.uint64(seed))
    return found


def allowed_deviation(comparisons: int) -> float:
    """The deviation that the largest of so many normal deviations exceeds with the chance `LEVEL`."""
    chance = LEVEL / (2 * comparisons)
    low, high = 0.0, 40.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if math.erfc(middle / math.sqrt(2)) / 2 > chance else (low, middle)
    return high


def _verdict(name: str, deviations: NDArray[numpy.float64]) -> Verdict:
    number = deviations.size
    return Verdict(name, number, float(numpy.abs(deviations).max()), allowed_deviation(number))


def check_of_cards_by_position(shoes: NDArray[numpy.uint8]) -> Verdict:
    """Each of the 48 cards lies in each place as often as it should."""
    number, size = shoes.shape
    chance = 1 / 48
    counts = numpy.stack([(shoes == card).sum(axis=0) for card in numpy.unique(shoes)])
    assert counts.shape == (48, size)
    return _verdict(
        "cards by position", (counts - number * chance) / math.sqrt(number * chance * (1 - chance))
    )


def check_of_adjacent_pairs(shoes: NDArray[numpy.uint8]) -> Verdict:
    """Neighbours are equal, place by place, and make each pair of ranks as often as they should."""
    number, size = shoes.shape
    copies = size // 48
    ranks = shoes >> 2
    equal = (shoes[:, :-1] == shoes[:, 1:]).sum(axis=0)
    chance = (copies - 1) / (size - 1)
    deviations = [(equal - number * chance) / math.sqrt(number * chance * (1 - chance))]
    kinds = numpy.unique(ranks)
    for first in kinds:
        for second in kinds:
            pair = ((ranks[:, :-1:2] == first) & (ranks[:, 1::2] == second)).sum()
            of_second = 4 * copies - (1 if first == second else 0)
            chance = (4 * copies) * of_second / (size * (size - 1))
            trials = number * (size // 2)
            deviations.append(
                numpy.array([(pair - trials * chance) / math.sqrt(trials * chance * (1 - chance))])
            )
    return _verdict("adjacent pairs", numpy.concatenate(deviations))


def check_of_serial_correlation(shoes: NDArray[numpy.uint8]) -> Verdict:
    """The rank in one place of a shoe says nothing on the same place of the next shoes."""
    ranks = (shoes >> 2).astype(numpy.float64)
    centred = (ranks - ranks.mean()) / ranks.std()
    deviations = []
    for lag in (1, 2, 3, 8):
        products = (centred[:-lag] * centred[lag:]).sum(axis=0)
        deviations.append(products / math.sqrt(len(shoes) - lag))
    return _verdict("serial correlation", numpy.concatenate(deviations))


def cards_by_position(decks: int, shoes: int, seed: int) -> Verdict:
    return check_of_cards_by_position(shoes_as_array(decks, shoes, seed))


def adjacent_pairs(decks: int, shoes: int, seed: int) -> Verdict:
    return check_of_adjacent_pairs(shoes_as_array(decks, shoes, seed))


def serial_correlation(decks: int, shoes: int, seed: int) -> Verdict:
    return check_of_serial_correlation(shoes_as_array(decks, shoes, seed))
