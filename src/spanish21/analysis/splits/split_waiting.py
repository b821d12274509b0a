"""How likely no hand of a split box waits for the dealer when the dealer turns out to have a Blackjack.

Where a Blackjack takes busted wagers and one more, that one is spared only if every hand is bust or is paid
even against a Blackjack: any 21 where it is paid immediately, in one reading a 21 in two cards. Hands that
wait are counted as `split_busts.py` counts those that are not bust; that none waits follows by inclusion and
exclusion. The neglected rest is as small as there.
"""

from math import comb
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.kernel_structs import making_kernel
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.analysis.splits.split_busts import (
    NEGLIGIBLE,
    WAITING,
    NoBust,
    chances_of_ends,
    falling_chance,
)
from spanish21.analysis.splits.split_values import MOST_HANDS_COUNTED, split_endings

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Choices = NDArray[numpy.int8]

ASKED = 3
"""The condition on a hand: 0, that its second card is not of the pair's value and it waits; 1, that it waits
with any second card; 2, only that its second card is not of the pair's value."""


def none_waiting(
    counts: Ints, terms: Terms, choices: Choices, pair_and_up: tuple[int, int], most_hands: int
) -> float:
    """The chance of the dealer's Blackjack and no waiting hand, up to a limit of hands (0: none)."""
    value, up = pair_and_up
    ends = NoBust(counts, terms, choices, value, up, counted=WAITING)
    if ends.blackjack <= 0.0:
        return 0.0
    limit = min(most_hands or MOST_HANDS_COUNTED, MOST_HANDS_COUNTED)
    met: dict[int, _Together] = {}
    found = 0.0
    for (made, stage, waiting), ways in split_endings(limit).items():
        settled = (stage > 0) + (stage > 2) + made - waiting
        chance = ends.blackjack * ways
        for number in range(made):
            chance *= max(int(ends.left[value]) - number, 0) / float(ends.left.sum() - number)
        if chance > NEGLIGIBLE:
            if made not in met:
                met[made] = _Together(ends, made)
            found += chance * met[made].none_waits(settled, made + 2 - settled)
    return found


class _Together:
    """The conditions on the hands of a box, when further hands have their first cards."""

    def __init__(self, ends: NoBust, made: int) -> None:
        left = ends.left.astype(numpy.float64)
        left[ends.value] -= made
        second = numpy.delete(numpy.eye(11, dtype=numpy.int64), [0, ends.value], axis=0)
        nothing = numpy.zeros((2, len(second)))
        self.extra = numpy.concatenate([ends.extra, second])
        self.orders = numpy.concatenate([ends.orders, nothing], axis=1)
        self.orders = numpy.vstack(
            [self.orders, numpy.r_[numpy.zeros(len(ends.extra)), numpy.ones(len(second))]]
        )
        possible = (self.extra <= left).all(axis=1)
        self.extra, self.orders, self.left = self.extra[possible], self.orders[:, possible], left
        self.one = [float(chances_of_ends(orders, self.extra, left).sum()) for orders in self.orders]
        self.both = numpy.zeros((ASKED, ASKED))
        for first in range(ASKED):
            for second_kind in range(first, ASKED):
                joint = two_hands(self.orders[first], self.orders[second_kind], self.extra, left)[0]
                self.both[first, second_kind] = self.both[second_kind, first] = joint

    def none_waits(self, not_paired: int, any_card: int) -> float:
        """The chance that the second cards of that many hands are not of the pair's value and that neither
        these hands nor the others wait."""
        found = 0.0
        for some in range(not_paired + 1):
            for others in range(any_card + 1):
                ways = comb(not_paired, some) * comb(any_card, others) * (-1) ** (some + others)
                found += ways * self._joint((some, others, not_paired - some))
        return found

    def _joint(self, number: tuple[int, int, int]) -> float:
        """The chance that that many hands of one box all meet their conditions."""
        kinds = [kind for kind in range(ASKED) for _ in range(number[kind])]
        if any(self.one[kind] <= 0.0 for kind in kinds):
            return 0.0
        if len(kinds) == 2:
            return float(self.both[kinds[0], kinds[1]])
        chance, related = 1.0, 0.0
        for place, kind in enumerate(kinds):
            chance *= self.one[kind]
            for other in kinds[:place]:
                related += float(self.both[kind, other]) / (self.one[kind] * self.one[other]) - 1.0
        return chance * (1.0 + related)


@making_kernel
def two_hands(first: Any, second: Any, extra: Any, left: Any) -> Any:
    """The chance that two hands end without a bust; and the same if the second one were played twice."""
    kinds, cards = len(extra), left.sum()
    places = numpy.zeros((kinds, 11), dtype=numpy.int64)
    sizes = numpy.zeros((kinds, 2), dtype=numpy.int64)
    for end in range(kinds):
        for value in range(1, 11):
            if extra[end, value] > 0:
                places[end, sizes[end, 0]] = 32 * value + extra[end, value]
                sizes[end, 0] += 1
                sizes[end, 1] += extra[end, value]
    falling = numpy.ones(32 * 11)
    inverse = numpy.ones(32)
    both, squares = 0.0, 0.0
    for end in range(kinds):
        chance = first[end] * falling_chance(extra[end], left, cards)
        if chance == 0.0:
            continue
        for value in range(1, 11):
            for number in range(1, 22):
                more = max(left[value] - extra[end, value] - number + 1, 0.0)
                falling[32 * value + number] = falling[32 * value + number - 1] * more
        for number in range(1, 22):
            inverse[number] = inverse[number - 1] / max(cards - sizes[end, 1] - number + 1, 1.0)
        after = 0.0
        for other in range(kinds):
            product = second[other] * inverse[sizes[other, 1]]
            for place in range(sizes[other, 0]):
                product *= falling[places[other, place]]
            after += product
        both += chance * after
        squares += chance * after * after
    return both, squares
