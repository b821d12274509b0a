"""Statistical tests of the kernel's shuffles: where cards lie, which lie together, how shoes follow.

A test takes shoes part by part, so that many need little memory, and gives one verdict on all of them.
"""

import math
from typing import Any, NamedTuple, Protocol

import numpy
from numpy.typing import NDArray

from spanish21.simulation.plan.kernel_options import kernel
from spanish21.simulation.plan.streams import FOR_SHUFFLE, rejection_limits, shuffle_to, sorted_shoe

LEVEL = 0.01
"""The chance that a good generator fails any of a test's comparisons, all of them together."""
LAGS = (1, 2, 3, 8)
CODES = 64
"""More than any card's number; ranks are a quarter of it."""

Shoes = NDArray[numpy.uint8]


class Verdict(NamedTuple):
    """The largest deviation of a test in standard deviations, and what is allowed for so many comparisons."""

    name: str
    comparisons: int
    largest: float
    allowed: float

    @property
    def passes(self) -> bool:
        return self.largest <= self.allowed


class ShuffleTest(Protocol):
    """Counts of a test over the shoes so far."""

    def add(self, shoes: Shoes) -> None: ...

    def verdict(self) -> Verdict: ...


@kernel
def _fill(shoes: Any, unshuffled: Any, limits: Any, first: Any, seed: Any) -> None:
    size = len(unshuffled)
    for shoe in range(len(shoes)):
        for place in range(size):
            shoes[shoe, place] = unshuffled[place]
        shuffle_to(shoes[shoe], size, limits, 0, size, first + shoe, FOR_SHUFFLE, seed)


def shoes_as_array(decks: int, shoes: int, seed: int, first: int = 0) -> Shoes:
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


def _verdict(name: str, deviations: NDArray[numpy.floating[Any]]) -> Verdict:
    number = deviations.size
    return Verdict(name, number, float(numpy.abs(deviations).max()), allowed_deviation(number))


class CardsByPosition:
    """Each of the 48 cards lies in each place as often as it should."""

    def __init__(self, decks: int) -> None:
        self.cards = numpy.unique(sorted_shoe(decks))
        self.size = 48 * decks
        self.shoes = 0
        self.counts = numpy.zeros(self.size * CODES, dtype=numpy.int64)

    def add(self, shoes: Shoes) -> None:
        places = CODES * numpy.arange(self.size)
        self.counts += numpy.bincount((places + shoes).ravel(), minlength=len(self.counts))
        self.shoes += len(shoes)

    def verdict(self) -> Verdict:
        counts = self.counts.reshape(self.size, CODES)[:, self.cards]
        assert counts.sum() == self.shoes * self.size
        chance = 1 / 48
        spread = math.sqrt(self.shoes * chance * (1 - chance))
        return _verdict("cards by position", (counts - self.shoes * chance) / spread)


class AdjacentPairs:
    """Neighbours are equal, place by place, and make each pair of ranks as often as they should."""

    def __init__(self, decks: int) -> None:
        self.ranks = numpy.unique(sorted_shoe(decks) >> 2)
        self.decks, self.size = decks, 48 * decks
        self.shoes = 0
        self.equal = numpy.zeros(self.size - 1, dtype=numpy.int64)
        self.pairs = numpy.zeros(16 * 16, dtype=numpy.int64)

    def add(self, shoes: Shoes) -> None:
        self.equal += (shoes[:, :-1] == shoes[:, 1:]).sum(axis=0)
        ranks = (shoes >> 2).astype(numpy.int64)
        # Each card belongs to one pair.
        self.pairs += numpy.bincount((16 * ranks[:, :-1:2] + ranks[:, 1::2]).ravel(), minlength=256)
        self.shoes += len(shoes)

    def verdict(self) -> Verdict:
        chance = (self.decks - 1) / (self.size - 1)
        spread = math.sqrt(self.shoes * chance * (1 - chance))
        deviations = [(self.equal - self.shoes * chance) / spread]
        pairs = self.pairs.reshape(16, 16)
        for first in self.ranks:
            for second in self.ranks:
                mean, variance = self._of_shoe(bool(first == second))
                away = pairs[first, second] - self.shoes * mean
                deviations.append(numpy.array([away / math.sqrt(self.shoes * variance)]))
        return _verdict("adjacent pairs", numpy.concatenate(deviations))

    def _of_shoe(self, alike: bool) -> tuple[float, float]:
        """The mean and variance of the number of pairs of two given ranks in a shoe."""
        copies, size, pairs = 4 * self.decks, self.size, self.size // 2
        once = copies * (copies - 1) if alike else copies**2
        twice = math.perm(copies, 4) if alike else math.perm(copies, 2) ** 2
        chance = once / math.perm(size, 2)
        both = twice / math.perm(size, 4)
        mean = pairs * chance
        return mean, mean + pairs * (pairs - 1) * both - mean**2


class SerialCorrelation:
    """The rank in one place of a shoe says nothing on the same place of the next shoes."""

    def __init__(self, decks: int) -> None:
        ranks = (sorted_shoe(decks) >> 2).astype(numpy.float64)
        self.mean, self.deviation = ranks.mean(), ranks.std()
        self.shoes = 0
        self.before = numpy.zeros((0, len(ranks)))
        """The last shoes, which the next ones are compared with."""
        self.products = numpy.zeros((len(LAGS), len(ranks)))

    def add(self, shoes: Shoes) -> None:
        centred = ((shoes >> 2) - self.mean) / self.deviation
        together = numpy.concatenate([self.before, centred])
        known = len(self.before)
        for place, lag in enumerate(LAGS):
            later = together[max(known, lag) :]
            earlier = together[max(known - lag, 0) :][: len(later)]
            self.products[place] += (earlier * later).sum(axis=0)
        self.before = together[-max(LAGS) :]
        self.shoes += len(shoes)

    def verdict(self) -> Verdict:
        spreads = [[math.sqrt(self.shoes - lag)] for lag in LAGS]
        return _verdict("serial correlation", self.products / numpy.array(spreads))


def every_test(decks: int) -> list[ShuffleTest]:
    """The tests, before any shoe."""
    return [CardsByPosition(decks), AdjacentPairs(decks), SerialCorrelation(decks)]


def verdict_at_once(test: ShuffleTest, shoes: Shoes) -> Verdict:
    """The verdict of a test on shoes that fit into memory."""
    test.add(shoes)
    return test.verdict()


def cards_by_position(decks: int, shoes: int, seed: int) -> Verdict:
    return verdict_at_once(CardsByPosition(decks), shoes_as_array(decks, shoes, seed))


def adjacent_pairs(decks: int, shoes: int, seed: int) -> Verdict:
    return verdict_at_once(AdjacentPairs(decks), shoes_as_array(decks, shoes, seed))


def serial_correlation(decks: int, shoes: int, seed: int) -> Verdict:
    return verdict_at_once(SerialCorrelation(decks), shoes_as_array(decks, shoes, seed))
