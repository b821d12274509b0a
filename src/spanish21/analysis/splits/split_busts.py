"""How likely no hand of a split box is bust when the dealer turns out to have a Blackjack.

Where a ruling lets a Blackjack take the larger of the original wager and the busted wagers, that chance is
all that is not a sum over single hands. The order of unseen cards is any, so the dealer's second card may be
drawn first, then further cards of the pair, then hand after hand: a hand's chance is the number of orders in
which its decisions draw its cards, times a falling factorial of what the hands before it left. Two hands are
counted completely, more of them where that is not too much work. Else the third hand meets the cards that the
first leaves, its relation to the second one taken at their mean, and further hands are related as three are;
what that leaves out is below 1e-10 of a wager in a shoe of six decks.
"""

from math import comb, factorial
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.kernel_structs import (
    allowed,
    allowed_doubled,
    making_kernel,
    new_case,
    part_of_kernel,
)
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.analysis.splits.split_values import MOST_HANDS_COUNTED, split_endings
from spanish21.game import hands
from spanish21.strategy import DOUBLE, HIT, MOST_DOUBLES, SPLIT_LAST, doubled_situation, hand_numbers

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Choices = NDArray[numpy.int8]

MOST_WORK = 500_000
"""So many ways of more than three hands are counted one by one."""
NEGLIGIBLE = 1e-13


class NoBust:
    """The chances of one pair against one up card, an ace or a ten-value card."""

    def __init__(
        self,
        counts: Ints,
        terms: Terms,
        choices: Choices,
        value: int,
        up: int,
        most_work: int = MOST_WORK,
    ) -> None:
        self.most_work = most_work
        hidden = 11 - up
        left = counts.copy()
        left[up] -= 1
        left[value] -= 2
        self.value = value
        self.blackjack = max(float(left[hidden]), 0.0) / float(left.sum())
        left[hidden] -= 1
        self.left = left
        ends = numpy.zeros((2, len(hand_numbers().hard)))
        case = new_case(pair=value, up=up, split=1)
        _count_orders(case, hand_numbers(), terms.record, choices, ends)
        met = numpy.flatnonzero(ends.sum(axis=0))
        self.orders = numpy.array([ends[0, met], ends.sum(axis=0)[met]])
        """`[not paired | any second card, end]`"""
        self.extra = hand_numbers().held[met].astype(numpy.int64)
        self.extra[:, value] -= 1
        self.related: dict[int, _Related] = {}

    def of_box(self, most_hands: int) -> float:
        """The chance of the dealer's Blackjack and no bust hand, up to a limit of hands (0: none)."""
        if self.blackjack <= 0.0:
            return 0.0
        found = 0.0
        limit = min(most_hands or MOST_HANDS_COUNTED, MOST_HANDS_COUNTED)
        for (made, stage, waiting), ways in split_endings(limit).items():
            settled = (stage > 0) + (stage > 2) + made - waiting
            chance = self.blackjack * ways
            for number in range(made):
                chance *= max(int(self.left[self.value]) - number, 0) / float(self.left.sum() - number)
            if chance > NEGLIGIBLE:
                found += chance * self._of_hands(made, settled, made + 2 - settled)
        return found

    def _of_hands(self, made: int, not_paired: int, any_card: int) -> float:
        """The chance that so many hands are not bust, their second cards not of the pair's value or any."""
        left, orders, extra = self._rest(made)
        together = not_paired + any_card
        if together == 2:
            return float(_two(orders[0 if not_paired else 1], orders[1 if any_card else 0], extra, left)[0])
        if len(extra) ** together // factorial(together) <= self.most_work:
            return float(_joint(not_paired, together, orders, extra, left))
        if made not in self.related:
            self.related[made] = _Related.of(orders, extra, left)
        return self.related[made].chance(not_paired, any_card)

    def _rest(self, made: int) -> tuple[Floats, Floats, Ints]:
        """What is left of each value when further hands have their first cards, and the ends it allows."""
        left = self.left.astype(numpy.float64)
        left[self.value] -= made
        possible = (self.extra <= left).all(axis=1)
        return left, self.orders[:, possible], self.extra[possible]


class _Related(NamedTuple):
    """How the ends of hands that share a shoe are related."""

    one: tuple[float, float]
    """The chance that a hand is not bust, its second card not of the pair's value or any."""
    two: tuple[float, float, float]
    """How much likelier two are than if they were independent: none, one or both with any second card."""
    three: float
    """How three hands are related beyond what each two of them are."""

    @classmethod
    def of(cls, orders: Floats, extra: Ints, left: Floats) -> "_Related":
        chances = _chances(orders[0], extra, left)
        one = float(chances.sum()), float(_chances(orders[1], extra, left).sum())
        if min(one) <= 0.0:
            return cls((0.0, 0.0), (0.0, 0.0, 0.0), 0.0)
        both, squares = _two(orders[0], orders[0], extra, left)
        two = (
            both / one[0] ** 2 - 1.0,
            _two(orders[0], orders[1], extra, left)[0] / (one[0] * one[1]) - 1.0,
            _two(orders[1], orders[1], extra, left)[0] / one[1] ** 2 - 1.0,
        )
        rest = left - (chances[:, None] * extra).sum(axis=0) / one[0]
        after = float(_chances(orders[0], extra, rest).sum())
        third = squares / one[0] ** 3 * _two(orders[0], orders[0], extra, rest)[0] / after**2
        return cls(one, two, third - 1.0 - 3.0 * two[0])

    def chance(self, not_paired: int, any_card: int) -> float:
        """The chance that none of so many hands is bust."""
        together = not_paired + any_card
        related = comb(not_paired, 2) * self.two[0] + not_paired * any_card * self.two[1]
        related += comb(any_card, 2) * self.two[2]
        related += comb(together, 3) * self.three + 3 * comb(together, 4) * self.two[0] ** 2
        return self.one[0] ** not_paired * self.one[1] ** any_card * (1.0 + related)


@making_kernel
def _chances(orders: Any, extra: Any, left: Any) -> Any:
    """`[end]`: how likely a hand ends so, from what is left of each value."""
    chances = numpy.zeros(len(orders))
    for end in range(len(orders)):
        chances[end] = orders[end] * _falling(extra[end], left, left.sum())
    return chances


@part_of_kernel
def _falling(extra: Any, left: Any, cards: float) -> float:
    chance, drawn = 1.0, 0
    for value in range(1, 11):
        for number in range(extra[value]):
            chance *= max(left[value] - number, 0.0) / (cards - drawn)
            drawn += 1
    return chance


@making_kernel
def _two(first: Any, second: Any, extra: Any, left: Any) -> Any:
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
        chance = first[end] * _falling(extra[end], left, cards)
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


@making_kernel
def _count_orders(case: Any, numbers: Any, terms: Any, choices: Any, ends: Any) -> None:
    """`[other second card | the pair's]`: in how many orders the decisions lead to each end but a bust."""
    reached = numpy.zeros((MOST_DOUBLES + 1, len(numbers.hard)))
    pair, up = case.pair, case.up
    start = numbers.following[0, pair]
    for paired in range(2):
        reached[:] = 0.0
        for value in range(1, 11):
            if (value == pair) == (paired == 1):
                reached[0, numbers.following[start, value]] = 1.0
        for doubles in range(MOST_DOUBLES + 1):
            for hand in range(1, len(numbers.hard)):
                here = reached[doubles, hand]
                if here == 0.0:
                    continue
                total = hands.total(numbers.hard[hand], numbers.aces[hand])
                if doubles == 0:
                    option = allowed(choices[SPLIT_LAST, hand, up], total, case, terms)
                else:
                    chosen = choices[doubled_situation(doubles, True), hand, up]
                    option = allowed_doubled(chosen, total, doubles, case, terms)
                if option not in (HIT, DOUBLE):
                    ends[paired, hand] += here
                    continue
                after = doubles + 1 if option == DOUBLE else doubles
                for drawn in range(1, min(10, 21 - numbers.hard[hand]) + 1):
                    reached[after, numbers.following[hand, drawn]] += here


@making_kernel
def _joint(not_paired: int, together: int, orders: Any, extra: Any, left: Any) -> float:
    """The chance that so many hands end without a bust; hands of a kind in the order of their ends."""
    found = 0.0
    end = numpy.full(together, -1)
    run = numpy.zeros(together, dtype=numpy.int64)
    cards = numpy.full(together, left.sum())
    weight = numpy.ones(together)
    place = 0
    while place >= 0:
        if run[place] > 0:  # the cards of the end that was looked at last go back
            left += extra[end[place]]
            run[place] = 0
        end[place] += 1
        if end[place] == len(extra):
            place -= 1
            continue
        kind = 0 if place < not_paired else 1
        chance = orders[kind, end[place]] * _falling(extra[end[place]], left, cards[place])
        if chance == 0.0:
            continue
        begun = place if kind == 0 else place - not_paired
        alike = run[place - 1] + 1 if begun > 0 and end[place] == end[place - 1] else 1
        # Hands that end differently may stand in any order.
        chance *= weight[place] * (begun + 1) / alike
        if place + 1 == together:
            found += chance
            continue
        run[place] = alike
        left -= extra[end[place]]
        weight[place + 1] = chance
        cards[place + 1] = cards[place] - extra[end[place]].sum()
        place += 1
        end[place] = -1 if place == not_paired else end[place - 1] - 1
    return found
