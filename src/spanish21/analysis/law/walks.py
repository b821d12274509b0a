"""The ways of a split hand and of the dealer's hand, and how likely each end is, given shares of the values.

Where `playout.py` plays a hand from the remaining cards, a walk draws every card from the same shares
(`shares.py`), so that it is walked for many points of shares together. Decisions follow from a hand's own
cards, as everywhere.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import DEALER_TOTALS
from spanish21.analysis.hands.hand_values import hand_kind, needed_rank
from spanish21.analysis.hands.kernel_structs import (
    Ground,
    allowed_on_level,
    allowed_option,
    kernel,
    levels_of,
    making_kernel,
    new_case,
    part_of_kernel,
)
from spanish21.analysis.hands.outcomes import DEALER_BLACKJACK, DEALER_BUSTS, LOST, RESCUED, TIED, WON
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.analysis.law.shares import FROM_VALUE_ON, Shares
from spanish21.analysis.law.shares import suited_row as plain_suited_row
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    LEVELS,
    MOST_DOUBLES,
    RESCUE,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    doubled_situation,
    doubles_of,
    hand_numbers,
    level_after_card,
    level_after_double,
    suited_state,
    total_on_level,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

STANDS, RESCUES, BUSTS = range(3)
DEALERS_ENDS = DEALER_BLACKJACK + 1
"""The ends of a walk of the dealer's hand."""
ANY_SUIT = -1
"""The suit of a first card where suits do not matter."""
BLOCK = 64
"""Points computed together: their numbers stay in the processor's first caches."""
MOST_STEPS = 40_000
BEST_TOTAL = 21
FIRST_END = 1 << 20
"""From this number on, a target is an end."""


class Walk(NamedTuple):
    """The ways of a hand as steps from node to node, each of a card of a row of shares."""

    source: Ints
    target: Ints
    """Ends follow the nodes."""
    row: Ints
    nodes: int
    ends: Ints
    """Each end, as `end_code` writes it."""


class End(NamedTuple):
    """How a hand has ended, before the dealer's hand is known."""

    how: int
    doubles: int
    total: int
    two_cards: bool
    """Whether it is a 21 of two cards."""
    kind: int
    """The kind under which it would be paid."""


suited_row = part_of_kernel(plain_suited_row)


@part_of_kernel
def end_code(how: int, doubles: int, total: int, two_cards: int, kind: int) -> int:
    """An end as one number."""
    return (((how * (MOST_DOUBLES + 1) + doubles) * 22 + total) * 2 + two_cards) * int(hands.KINDS) + kind


def end_of_code(code: int) -> End:
    """The end that `end_code` wrote."""
    code, kind = divmod(code, hands.KINDS)
    code, two_cards = divmod(code, 2)
    code, total = divmod(code, 22)
    how, doubles = divmod(code, MOST_DOUBLES + 1)
    return End(how, doubles, total, two_cards == 1, kind)


def category_of(end: End, dealer: int, terms: Terms) -> int:
    """The category of `outcomes.py` that an end of a hand is, when the dealer's hand ends so."""
    if end.how != STANDS:
        return (RESCUED if end.how == RESCUES else LOST) + end.doubles
    won = WON + end.doubles * hands.KINDS + end.kind
    if dealer == DEALER_BLACKJACK:
        any_21 = terms.any_21_beats_blackjack and end.total == BEST_TOTAL
        beats = any_21 or (end.two_cards and terms.split_21_beats_blackjack)
        return won if beats else TIED + end.doubles
    sign = 1 if dealer == DEALER_BUSTS else terms.sign[int(end.two_cards), end.total, dealer]
    return won if sign > 0 else (LOST if sign < 0 else TIED) + end.doubles


def hand_walks(pair: int, up: int, ground: Ground, suit: int, up_suited: bool) -> tuple[Walk, Walk]:
    """The walks of a split hand whose second card is not of the pair's value, and of one whose is.

    `suit` is that of its first card, or `ANY_SUIT`; `up_suited` whether the up card has it, too.
    """
    steps = numpy.zeros((3, MOST_STEPS), dtype=numpy.int64)
    node = numpy.zeros((LEVELS + 1, len(hand_numbers().hard)), dtype=numpy.int64)
    case = new_case(pair=pair, up=up, split=1)
    found = []
    for paired in range(2):
        number, nodes = _hand_steps(case, paired, ground, (suit, int(up_suited)), node, steps)
        found.append(_walk(steps[:, :number], nodes))
    return found[0], found[1]


def _walk(steps: Ints, nodes: int) -> Walk:
    source, target, row = steps.copy()
    is_end = target >= FIRST_END
    ends, places = numpy.unique(target[is_end] - FIRST_END, return_inverse=True)
    target[is_end] = nodes + places
    return Walk(source, target, row, nodes, ends)


@cache
def dealers_walk(up: int, hits_soft_17: bool) -> Walk:
    """The walk of the dealer's hand; its ends are those of `outcomes.py`, 17 to 21, bust and Blackjack."""
    number = {(up, int(up == 1), 1): 0}
    steps = []
    for hard in range(up, 22):
        for (_, aces, size), place in [one for one in number.items() if one[0][0] == hard]:
            if size > 1 and not hands.dealer_draws(hard, aces, hits_soft_17):
                total = hands.total(hard, aces)
                end = DEALER_BLACKJACK if size == 2 and total == 21 else total - DEALER_TOTALS[0]
                steps.append((place, FIRST_END + end, 0))
                continue
            for value in range(1, min(10, 21 - hard) + 1):
                after = (hard + value, aces | (value == 1), min(size + 1, 3))
                steps.append((place, number.setdefault(after, len(number)), value))
            if hard > 11:
                steps.append((place, FIRST_END + DEALER_BUSTS, FROM_VALUE_ON + 22 - hard))
    return _walk(numpy.array(steps).T, len(number))


@kernel
def _hand_steps(
    case: Any, paired: int, ground: Any, suits: tuple[int, int], node: Any, steps: Any
) -> tuple[int, int]:
    """Write the steps of a split hand in the order of the cards' sum; gives their number and the nodes'."""
    numbers, terms, choices, up = ground.numbers, ground.terms, ground.choices, case.up
    node[:] = -1
    size = (0, 1)
    first = numbers.following[0, case.pair]
    for value in range(1, 11):
        if (value == case.pair) == (paired == 1):
            hand = int(numbers.following[first, value])
            node[0, hand] = size[1]
            size = _step(0, size[1], value, steps, (size[0], size[1] + 1))
            for which in range(len(SUITED_PAIRS)):
                low, high = SUITED_PAIRS[which]
                if suits[0] >= 0 and numbers.following[numbers.following[0, low], high] == hand:
                    steps[2, size[0] - 1] = suited_row(value, suits[0], False)
                    size = _suited_steps((hand, value, which), case, ground, suits, node, steps, size)
    for doubles in range(MOST_DOUBLES + 1):
        levels = levels_of(doubles, terms)
        for number in range(levels, levels * len(numbers.hard)):
            hand, level = number, doubles
            if levels == 2:
                hand, level = number // 2, doubles + (MOST_DOUBLES if number % 2 == 0 else 0)
            place = node[level, hand]
            if place < 0:
                continue
            total = total_on_level(level, int(numbers.hard[hand]), numbers.aces[hand])
            chosen = choices[SPLIT_LAST if doubles == 0 else doubled_situation(level, True), hand, up]
            option = allowed_on_level(chosen, level, hand, case, numbers, terms)
            if option == STAND:
                cards = numbers.size[hand]
                kind = hand_kind(numbers.held[hand], cards, terms) if total == 21 else hands.ORDINARY
                kind = terms.paid[1, doubles, kind]
                end = end_code(STANDS, doubles, total, 1 if cards == 2 and total == 21 else 0, kind)
                size = _step(place, FIRST_END + end, 0, steps, size)
            elif option == RESCUE:
                size = _step(place, FIRST_END + end_code(RESCUES, doubles, 0, 0, 0), 0, steps, size)
            else:
                after = level
                if option == DOUBLE:
                    after = level_after_double(level, numbers.aces[hand], terms.aces_count_1 == 1)
                size = _draws(place, hand, after, numbers, node, steps, size)
    return size


@part_of_kernel
def _step(source: int, target: int, row: int, steps: Any, size: tuple[int, int]) -> tuple[int, int]:
    """Write one step; `size` is the number of steps and of nodes."""
    number, nodes = size
    steps[0, number], steps[1, number], steps[2, number] = source, target, row
    return number + 1, nodes


@part_of_kernel
def _draws(
    source: int, hand: int, level: int, numbers: Any, node: Any, steps: Any, size: tuple[int, int]
) -> tuple[int, int]:
    """Write the steps of every card that a hand may draw."""
    hard = int(numbers.hard[hand])
    for value in range(1, min(10, 21 - hard) + 1):
        after, on = numbers.following[hand, value], level_after_card(level, value)
        if node[on, after] < 0:
            node[on, after] = size[1]
            size = (size[0], size[1] + 1)
        size = _step(source, node[on, after], value, steps, size)
    if hard > 11:
        bust = FIRST_END + end_code(BUSTS, doubles_of(level), 0, 0, 0)
        size = _step(source, bust, FROM_VALUE_ON + 22 - hard, steps, size)
    return size


@part_of_kernel
def _suited_steps(
    drawn: Any, case: Any, ground: Any, suits: Any, node: Any, steps: Any, size: tuple[int, int]
) -> tuple[int, int]:
    """Write the steps of a hand whose second card has the suit of its first: it has its own state."""
    numbers, terms = ground.numbers, ground.terms
    (hand, value, which), (suit, up_suited) = drawn, suits
    state = suited_state(which, suit, up_suited == 1, len(numbers.hard))
    total = int(numbers.hard[hand])
    option = allowed_option(ground.choices[SPLIT_LAST, state, case.up], total, total, case, terms)
    place = size[1]
    size = _step(0, place, suited_row(value, suit, True), steps, (size[0], place + 1))
    if option == STAND:
        end = end_code(STANDS, 0, total, 0, terms.paid[1, 0, hands.ORDINARY])
        return _step(place, FIRST_END + end, 0, steps, size)
    doubles, needed = 1 if option == DOUBLE else 0, needed_rank(which)
    at_needed = size[0] + needed - 1
    size = _draws(place, hand, doubles, numbers, node, steps, size)
    steps[2, at_needed] = suited_row(needed, suit, False)
    kind = terms.paid[1, doubles, _made_kind(which, suit, terms)]
    end = end_code(STANDS, doubles, 21, 0, kind)
    return _step(place, FIRST_END + end, suited_row(needed, suit, True), steps, size)


@part_of_kernel
def _made_kind(which: int, suit: int, terms: Any) -> int:
    """The kind that one of `SUITED_PAIRS` becomes with a card of its suit."""
    top = suit == terms.top_suit
    if which < 3:
        return int(hands.TOP_678 if top else hands.SUITED_678)
    return int(hands.TOP_777 if top else hands.SUITED_777)


def walked(walk: Walk, shares: Shares) -> Floats:
    """`[end, point]`: how likely a hand ends this way, given the shares of each point."""
    found = numpy.zeros((len(walk.ends), shares.rows.shape[1]))
    _flow(walk.source, walk.target, walk.row, walk.nodes, shares.rows, found)
    return found


@making_kernel
def _flow(source: Any, target: Any, row: Any, nodes: int, rows: Any, found: Any) -> None:
    ends, points = found.shape
    room = numpy.zeros((nodes + ends, BLOCK))
    drawn = numpy.zeros((len(rows), BLOCK))
    for start in range(0, points, BLOCK):
        length = min(BLOCK, points - start)
        drawn[:, :length] = rows[:, start : start + length]
        room[:] = 0.0
        room[0] = 1.0
        for step in range(len(source)):
            here, after, card = room[source[step]], room[target[step]], drawn[row[step]]
            for i in range(BLOCK):
                after[i] += here[i] * card[i]
        found[:, start : start + length] = room[nodes:, :length]
