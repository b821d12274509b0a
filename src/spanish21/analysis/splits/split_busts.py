"""How likely no hand of a split box is bust when the dealer turns out to have a Blackjack.

Where a ruling lets a Blackjack take the larger of the original wager and the busted wagers, that chance is
the part that is not additive over hands. The order of unseen cards is any, so the dealer's second card may be
drawn first, then further cards of the pair, then hand after hand: a hand's chance is the number of orders in
which its decisions draw its cards, times a falling factorial of what the hands before it left. Two hands are
counted completely, more of them where that is not too much work. Else the third hand meets the cards that the
first leaves, its relation to the second one taken at their mean, and further hands are related as three are;
the neglected rest is below 1e-10 of a wager in a shoe of six decks.
"""

from collections.abc import Callable
from math import comb, factorial
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import BLOCK
from spanish21.analysis.hands.kernel_structs import (
    allowed_on_level,
    levels_of,
    making_kernel,
    new_case,
    part_of_kernel,
)
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.analysis.splits.split_values import MOST_HANDS_COUNTED, split_endings
from spanish21.strategy import (
    DOUBLE,
    HIT,
    LEVELS,
    MOST_DOUBLES,
    SPLIT_LAST,
    doubled_situation,
    hand_numbers,
    level_after_card,
    level_after_double,
    total_on_level,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Choices = NDArray[numpy.int8]

MOST_WORK = 500_000
"""Up to this many ways of more than three hands are counted one by one."""
NEGLIGIBLE = 1e-13
NOT_BUST, ONLY_21, WAITING = range(3)
"""Which ends of a hand are counted: any but a bust, a 21, or those that a dealer's Blackjack beats."""
LAST_RELATED = 5
FEWEST_FOR_CUBIC = 150
"""The least cards of a shoe in which relations are continued."""


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
        counted: int = NOT_BUST,
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
        _count_orders(case, counted, hand_numbers(), terms.record, choices, ends)
        met = numpy.flatnonzero(ends.sum(axis=0))
        self.orders = numpy.array([ends[0, met], ends.sum(axis=0)[met]])
        """`[not paired | any second card, end]`"""
        self.extra = hand_numbers().held[met].astype(numpy.int64)
        self.extra[:, value] -= 1
        # In this order an end stands before those that it begins, as `_tree_of` needs it.
        order = numpy.lexsort(tuple(self.extra[:, one] for one in range(10, 0, -1)))
        self.orders, self.extra = numpy.ascontiguousarray(self.orders[:, order]), self.extra[order]
        self.tree = _tree_of(self.extra)
        self.pairs: dict[int, tuple[float, float, float, float]] = {}
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
        """The chance that this many hands are not bust, their second cards not of the pair's value or any."""
        left, orders, extra = self._rest(made)
        together = not_paired + any_card
        if together == 2:
            return self._pair(made)[any_card]
        if len(extra) ** together // factorial(together) <= self.most_work:
            return float(_joint(not_paired, together, orders, extra, left))
        one = (
            float(chances_of_ends(orders[0], extra, left).sum()),
            float(chances_of_ends(orders[1], extra, left).sum()),
        )
        return self._relation(made).chance(one, not_paired, any_card)

    def _relation(self, made: int) -> "_Related":
        """How hands are related when this many further ones have their first cards.

        It hardly bends with their number: from the sixth on it is continued as a cubic, which changes a
        value by less than 1e-12; in a small shoe it is found each time.
        """
        if made not in self.related:
            if made <= LAST_RELATED or self.left.sum() < FEWEST_FOR_CUBIC:
                _, orders, extra = self._rest(made)
                left = self._left(made)
                self.related[made] = _Related.of(orders, extra, left, self._pair(made), self._two)
            else:
                self.related[made] = _continued(
                    [self._relation(LAST_RELATED - back) for back in range(4)], made
                )
        return self.related[made]

    def _pair(self, made: int) -> tuple[float, float, float, float]:
        """The result of `_two` when this many further hands have their first cards."""
        if made not in self.pairs:
            self.pairs[made] = self._two(self._left(made))
        return self.pairs[made]

    def _two(self, left: Floats) -> tuple[float, float, float, float]:
        found: tuple[float, float, float, float] = _two(self.orders, self.extra, self.tree, left)
        return found

    def _left(self, made: int) -> Floats:
        left = self.left.astype(numpy.float64)
        left[self.value] -= made
        return left

    def _rest(self, made: int) -> tuple[Floats, Floats, Ints]:
        """The remaining cards of each value when further hands have their first cards, and the possible
        ends."""
        left = self._left(made)
        possible = (self.extra <= left).all(axis=1)
        return left, self.orders[:, possible], self.extra[possible]


class _Related(NamedTuple):
    """How the ends of hands that share a shoe are related."""

    two: tuple[float, float, float]
    """How much likelier two are than if they were independent: none, one or both with any second card."""
    three: float
    """How three hands depend on each other beyond their pairwise dependence."""

    @classmethod
    def of(
        cls,
        orders: Floats,
        extra: Ints,
        left: Floats,
        pair: tuple[float, float, float, float],
        two_from: Callable[[Floats], tuple[float, float, float, float]],
    ) -> "_Related":
        """`pair` is the result of two hands in `left`, `two_from` in another shoe."""
        chances = chances_of_ends(orders[0], extra, left)
        one = float(chances.sum()), float(chances_of_ends(orders[1], extra, left).sum())
        if min(one) <= 0.0:
            return cls((0.0, 0.0, 0.0), 0.0)
        neither, mixed, either, squares = pair
        two = (
            neither / one[0] ** 2 - 1.0,
            mixed / (one[0] * one[1]) - 1.0,
            either / one[1] ** 2 - 1.0,
        )
        rest = left - (chances[:, None] * extra).sum(axis=0) / one[0]
        after = float(chances_of_ends(orders[0], extra, rest).sum())
        third = squares / one[0] ** 3 * two_from(rest)[0] / after**2
        return cls(two, third - 1.0 - 3.0 * two[0])

    def chance(self, one: tuple[float, float], not_paired: int, any_card: int) -> float:
        """The chance that none of this many hands is bust; `one` is that of a single hand, its second card
        not of the pair's value or any."""
        together = not_paired + any_card
        related = comb(not_paired, 2) * self.two[0] + not_paired * any_card * self.two[1]
        related += comb(any_card, 2) * self.two[2]
        related += comb(together, 3) * self.three + 3 * comb(together, 4) * self.two[0] ** 2
        return one[0] ** not_paired * one[1] ** any_card * (1.0 + related)


def _continued(last: list[_Related], made: int) -> _Related:
    """The cubic through the last four relations, the latest first, continued to more hands."""
    ahead = made - LAST_RELATED
    weights = [
        (ahead + 1) * (ahead + 2) * (ahead + 3) / 6,
        -ahead * (ahead + 2) * (ahead + 3) / 2,
        ahead * (ahead + 1) * (ahead + 3) / 2,
        -ahead * (ahead + 1) * (ahead + 2) / 6,
    ]
    rows = numpy.array([[*one.two, one.three] for one in last])
    neither, mixed, either, three = (numpy.array(weights) @ rows).tolist()
    return _Related((neither, mixed, either), three)


@making_kernel
def chances_of_ends(orders: Any, extra: Any, left: Any) -> Any:
    """`[end]`: the chance that a hand ends this way, from the remaining cards of each value."""
    chances = numpy.zeros(len(orders))
    for end in range(len(orders)):
        chances[end] = orders[end] * falling_chance(extra[end], left, left.sum())
    return chances


@part_of_kernel
def falling_chance(extra: Any, left: Any, cards: float) -> float:
    chance, drawn = 1.0, 0
    for value in range(1, 11):
        for number in range(extra[value]):
            chance *= max(left[value] - number, 0.0) / (cards - drawn)
            drawn += 1
    return chance


@making_kernel
def _tree_of(extra: Any) -> Any:
    """`[node, depth | value | cards of that value before | end | size]`: the ends as a tree of prefixes, in
    the order of a walk."""
    nodes = numpy.zeros((int(extra.sum()), 5), dtype=numpy.int64)
    path, sequence = numpy.zeros(32, dtype=numpy.int64), numpy.zeros(32, dtype=numpy.int64)
    held, made = 0, 0
    for end in range(len(extra)):
        size = 0
        for value in range(1, 11):
            for _ in range(extra[end, value]):
                sequence[size] = value
                size += 1
        shared = 0
        while shared < min(held, size) and path[shared] == sequence[shared]:
            shared += 1
        for depth in range(shared, size):
            before = 0
            for place in range(depth):
                before += 1 if sequence[place] == sequence[depth] else 0
            nodes[made] = (depth, sequence[depth], before, -1, size)
            made += 1
        nodes[made - 1, 3] = end
        path[:] = sequence
        held = size
    return nodes[:made].copy()


@making_kernel
def _two(orders: Any, extra: Any, tree: Any, left: Any) -> Any:
    """The chance that two hands end without a bust: neither, one or both with any second card; and the first
    if the second hand were played twice.

    The second hand's draws are walked as a tree, for a block of the first one's ends at a time.
    """
    cards = left.sum()
    product = numpy.ones((33, BLOCK))
    rest = numpy.zeros((11, BLOCK))
    inverse = numpy.ones((33, BLOCK))
    after = numpy.zeros((2, BLOCK))
    found = numpy.zeros(4)
    for start in range(0, len(extra), BLOCK):
        length = min(BLOCK, len(extra) - start)
        for i in range(length):
            gone = 0
            for value in range(1, 11):
                rest[value, i] = left[value] - extra[start + i, value]
                gone += extra[start + i, value]
            for number in range(1, 33):
                inverse[number, i] = inverse[number - 1, i] / max(cards - gone - number + 1, 1.0)
        after[:] = 0.0
        for node in range(len(tree)):
            depth, value, before, end, size = tree[node]
            here, above, chosen = product[depth + 1], product[depth], rest[value]
            for i in range(BLOCK):
                here[i] = above[i] * max(chosen[i] - before, 0.0)
            if end >= 0:
                divisor = inverse[size]
                not_paired, any_card = orders[0, end], orders[1, end]
                for i in range(BLOCK):
                    chance = here[i] * divisor[i]
                    after[0, i] += not_paired * chance
                    after[1, i] += any_card * chance
        for i in range(length):
            chance = falling_chance(extra[start + i], left, cards)
            first, either = orders[0, start + i] * chance, orders[1, start + i] * chance
            found[0] += first * after[0, i]
            found[1] += first * after[1, i]
            found[2] += either * after[1, i]
            found[3] += first * after[0, i] * after[0, i]
    return found[0], found[1], found[2], found[3]


@making_kernel
def _count_orders(case: Any, counted: int, numbers: Any, terms: Any, choices: Any, ends: Any) -> None:
    """`[other second card | the pair's]`: in how many orders the decisions lead to each counted end."""
    reached = numpy.zeros((LEVELS + 1, len(numbers.hard)))
    pair, up = case.pair, case.up
    start = numbers.following[0, pair]
    for paired in range(2):
        reached[:] = 0.0
        for value in range(1, 11):
            if (value == pair) == (paired == 1):
                reached[0, numbers.following[start, value]] = 1.0
        for doubles in range(MOST_DOUBLES + 1):
            levels = levels_of(doubles, terms)
            for place in range(levels, levels * len(numbers.hard)):
                hand, level = place, doubles
                if levels == 2:
                    hand, level = place // 2, doubles + (MOST_DOUBLES if place % 2 == 0 else 0)
                here = reached[level, hand]
                if here == 0.0:
                    continue
                chosen = choices[SPLIT_LAST if doubles == 0 else doubled_situation(level, True), hand, up]
                option = allowed_on_level(chosen, level, hand, case, numbers, terms)
                if option not in (HIT, DOUBLE):
                    is_21 = total_on_level(level, numbers.hard[hand], numbers.aces[hand]) == 21
                    if counted == NOT_BUST or (counted == ONLY_21 and is_21):
                        ends[paired, hand] += here
                    elif counted == WAITING:
                        two_cards = numbers.size[hand] == 2 and terms.split_21_beats_blackjack == 1
                        wins = is_21 and (two_cards or terms.any_21_beats_blackjack == 1)
                        ends[paired, hand] += 0.0 if wins else here
                    continue
                after = level
                if option == DOUBLE:
                    after = level_after_double(level, numbers.aces[hand], terms.aces_count_1 == 1)
                for drawn in range(1, min(10, 21 - numbers.hard[hand]) + 1):
                    reached[level_after_card(after, drawn), numbers.following[hand, drawn]] += here


@making_kernel
def _joint(not_paired: int, together: int, orders: Any, extra: Any, left: Any) -> float:
    """The chance that this many hands end without a bust; hands of a kind in the order of their ends."""
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
        chance = orders[kind, end[place]] * falling_chance(extra[end[place]], left, cards[place])
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
