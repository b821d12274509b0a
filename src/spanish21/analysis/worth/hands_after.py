"""What a split hand is worth once other cards have gone, for many sets of cards at a time.

The value of a hand is that of `hands/hand_values.py`, for hands that begin with one card only. All up cards
are worked out together, so that the processor does several of them in one step. How the dealer's hand ends
depends only on which cards are out, in either hand; each such union is found once and kept in a table.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import DEALER_TOTALS, dealer_totals
from spanish21.analysis.hands.hand_values import hand_kind
from spanish21.analysis.hands.kernel_structs import (
    allowed_on_level,
    allowed_option,
    contracted_kernel,
    ground_of,
    kernel,
    new_case,
    part_of_kernel,
)
from spanish21.analysis.worth.table_edge import Edge
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    HIT,
    RESCUE,
    SPLIT_LAST,
    doubled_situation,
    hand_numbers,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

BITS = 6
PLACES = numpy.array([0, *(1 << BITS * value for value in range(10))], dtype=numpy.int64)
"""What a card of a value adds to the code of a set of cards."""
ANY_CARD, NOT_PAIRED = range(2)
"""A hand of one card whatever its second card is, and what of it is from second cards of another value."""
_UPS = 12
"""Up values 0 to 10, and one more: whole vectors."""
_EMPTY = -1
_SPREAD = 0x9E3779B97F4A7C15 - (1 << 64)
"""What a code is multiplied by for its place in a table: 2^64 over the golden ratio."""


class OwnHands:
    """The hands that a split hand can be, from its first card on."""

    def __init__(self, counts: Ints, pair: int) -> None:
        numbers = hand_numbers()
        held = numbers.held.astype(numpy.int64)
        self.hands = numpy.flatnonzero((held[:, pair] > 0) & (held <= counts).all(axis=1))
        self.held, self.pair = held[self.hands], pair
        hand_list = self.hands.tolist()
        place = {hand: at for at, hand in enumerate(hand_list)}
        following = numbers.following[self.hands]
        self.after = numpy.array(
            [[place.get(int(one), -1) if value else -1 for value, one in enumerate(row)] for row in following]
        )
        """`[place, value]`: the place of the hand with one card more."""


class UnionTable:
    """How the dealer's hand ends for every union of cards gone and a hand's own cards."""

    def __init__(self, whole: Ints, gone: Ints, own: Ints, hits_soft_17: bool) -> None:
        self.codes, self.own = gone, own
        size = 1 << 14
        while True:
            self.rows = numpy.full((size, 2), _EMPTY, dtype=numpy.int64)
            """`[place, code | row]`"""
            unions = numpy.zeros(size // 2, dtype=numpy.int64)
            number = _number_unions(gone, own, self.rows, unions)
            if number >= 0:
                break
            size *= 4
        shifts = BITS * numpy.arange(10)
        removed = numpy.zeros((number, 11), dtype=numpy.int16)
        removed[:, 1:] = (unions[:number, None] >> shifts) & ((1 << BITS) - 1)
        self.totals = numpy.zeros((number, len(DEALER_TOTALS), _UPS))
        """`[union, total, up]`: how likely the dealer ends with this total or a higher one."""
        ends = dealer_totals(whole, removed, hits_soft_17).transpose(0, 2, 1)
        self.totals[:, :, :11] = numpy.cumsum(ends[:, ::-1], axis=1)[:, ::-1]


@part_of_kernel
def _place_of(code: int, rows: Any) -> int:
    """Where a code is in a table, or would be."""
    mask = len(rows) - 1
    place = ((code * _SPREAD) >> 20) & mask
    while rows[place, 0] != _EMPTY and rows[place, 0] != code:
        place = (place + 1) & mask
    return int(place)


@kernel
def _number_unions(gone: Any, own: Any, rows: Any, unions: Any) -> int:
    """Number every union of a set of cards gone and a hand; -1 if the table is too small."""
    number = 0
    for first in gone:
        for second in own:
            place = _place_of(first + second, rows)
            if rows[place, 0] == _EMPTY:
                if number == len(unions):
                    return -1
                rows[place, 0], rows[place, 1] = first + second, number
                unions[number] = first + second
                number += 1
    return number


class _Case(NamedTuple):
    """What the hands of one call have in common."""

    most_doubles: int
    chooses: bool
    pair: int
    case: Any


def worth_of_hands(found: Edge, table: UnionTable, own: OwnHands, gone: Ints, chooses: bool) -> Floats:
    """`[cards gone, ANY_CARD | NOT_PAIRED, up]`: what a hand of one card of the pair wins.

    It is played at its best, or by the choices of the edge as the last hand of a box. `gone` has a row by
    value for each code of the table.
    """
    worth = numpy.zeros((len(gone), 2, _UPS))
    ground = ground_of(found.shoe.values, found.choices, found.terms, table.totals)
    doubles = found.rules.most_doubles
    room = numpy.zeros((doubles + 1, len(own.hands), _UPS))
    case = _Case(doubles, chooses, own.pair, new_case(pair=own.pair, split=1))
    _play_all(
        gone,
        (own.hands, own.after, table.codes, table.own, table.rows),
        case,
        ground,
        room,
        worth,
    )
    return worth[:, :, :11]


@part_of_kernel
def _raise(here: Any, other: Any) -> None:
    """The better of two options against every up card."""
    for up in range(_UPS):
        here[up] = other[up] if other[up] > here[up] else here[up]


@part_of_kernel
def _follow(state: Any, may: Any, drawn: Any, rescued: Any, case: Any, ground: Any, here: Any) -> None:
    """What the chosen option is worth against every up card, in the place of standing."""
    hand, doubles, total = state
    may_rescue, may_double = may
    situation = SPLIT_LAST if doubles == 0 else doubled_situation(doubles, True)
    for up in range(1, 11):
        option = ground.choices[situation, hand, up]
        if doubles == 0:
            option = allowed_option(option, total, total, case, ground.terms)
        else:
            option = allowed_on_level(option, doubles, hand, case, ground.numbers, ground.terms)
        if option == DOUBLE and may_double:
            here[up] = drawn[doubles + 1, up]
        elif option == HIT and doubles == 0:
            here[up] = drawn[0, up]
        elif option == RESCUE and may_rescue:
            here[up] = rescued[up]


@part_of_kernel
def _draw(at: int, hard: int, rest: float, left: Any, following: Any, best: Any, drawn: Any) -> None:
    """`drawn[doubles, up]`: what a hand wins that takes one more card, if that does not bust it."""
    one = 1.0 / rest
    for doubles in range(len(best)):
        drawn[doubles, :] = 0.0
    for value in range(1, min(10, 21 - hard) + 1):
        after = following[at, value]
        if after < 0:
            continue
        share = left[value] * one
        for doubles in range(len(best)):
            # As if the up card were unseen; then without it.
            for up in range(_UPS):
                drawn[doubles, up] += share * best[doubles, after, up]
            drawn[doubles, value] -= one * best[doubles, after, value]


@part_of_kernel
def _bust(hard: int, rest: float, left: Any, terms: Any, busts: Any, drawn: Any) -> None:
    """What the card loses that busts the hand; `busts` has room for chances, with a Blackjack second."""
    one, bust_cards = 1.0 / rest, 0.0
    for value in range(max(22 - hard, 1), 11):
        bust_cards += left[value]
    for up in range(1, 11):
        busts[0, up] = (bust_cards - (1.0 if hard + up > 21 else 0.0)) * one
        busts[1, up] = 0.0
    for up in (1, 10):
        other = 11 - up
        for value in range(max(22 - hard, 1), 11):
            share = (left[value] - (1.0 if value == up else 0.0)) * one
            if share > 0.0:
                busts[1, up] += share * (left[other] - (1.0 if value == other else 0.0)) / (rest - 1.0)
    for doubles in range(len(drawn)):
        lost, more = terms.stake[doubles], terms.taken_busted[0, doubles] if doubles > 0 else 0.0
        for up in range(1, 11):
            drawn[doubles, up] -= lost * (busts[0, up] - busts[1, up]) + more * busts[1, up]


@part_of_kernel
def _stand(doubles: int, kind: int, sign: Any, ends: Any, blackjack: Any, terms: Any, here: Any) -> None:
    """What a hand wins that stands. `sign`: its outcome against each total of the dealer, from the lowest."""
    not_won_from, lost_from = 0, 0
    for end in range(5):
        not_won_from += sign[end] > 0
        lost_from += sign[end] >= 0
    pay, stake = terms.pay[1, doubles, kind], terms.stake[doubles]
    lost = pay + terms.taken_standing[0, doubles]
    for up in range(_UPS):
        here[up] = pay - lost * blackjack[up]
    if not_won_from < 5:
        row = ends[not_won_from]
        for up in range(_UPS):
            here[up] -= pay * row[up]
    if lost_from < 5:
        row = ends[lost_from]
        for up in range(_UPS):
            here[up] -= stake * row[up]


@contracted_kernel
def _play_all(gone: Any, own: Any, asked: Any, ground: Any, best: Any, worth: Any) -> None:
    """From the highest hands down for each set of cards gone, as `hands/hand_values.py` does for one."""
    hand_list, following, codes, own_codes, rows = own
    numbers, terms, whole = ground.numbers, ground.terms, ground.counts
    most_doubles, chooses, pair, case = asked
    drawn, busts = numpy.zeros((most_doubles + 1, _UPS)), numpy.zeros((2, _UPS))
    rescued, blackjack, left = numpy.zeros(_UPS), numpy.zeros(_UPS), numpy.zeros(11)
    for place in range(len(gone)):
        cards = float(ground.cards - gone[place].sum())
        for at in range(len(hand_list) - 1, -1, -1):
            hand = hand_list[at]
            held, hard, size = numbers.held[hand], numbers.hard[hand], numbers.size[hand]
            possible = True
            for value in range(1, 11):
                left[value] = whole[value] - gone[place, value] - held[value]
                possible = possible and left[value] >= 0.0
            best[:, at, :] = 0.0
            rest = cards - size - 1.0
            if not possible or rest <= 0.0:
                continue
            _draw(at, hard, rest, left, following, best, drawn)
            _bust(hard, rest, left, terms, busts, drawn)
            if size == 1:
                after = following[at, pair]
                for up in range(1, 11):
                    if left[up] > 0.0:
                        share = max(left[pair] - (1.0 if up == pair else 0.0), 0.0) / rest
                        paired = share * best[0, after, up] if after >= 0 else 0.0
                        worth[place, 0, up], worth[place, 1, up] = drawn[0, up], drawn[0, up] - paired
                continue
            total = hands.total(hard, numbers.aces[hand])
            kind = hand_kind(held, size, terms) if total == 21 else hands.ORDINARY
            sign = terms.sign[1 if size == 2 and total == 21 else 0, total]
            ends = ground.totals[rows[_place_of(codes[place] + own_codes[at], rows), 1]]
            blackjack[1], blackjack[10] = left[10] / rest, left[1] / rest
            for doubles in range(most_doubles + 1):
                here = best[doubles, at]
                _stand(doubles, kind, sign, ends, blackjack, terms, here)
                may_rescue = doubles > 0 and terms.may_rescue[doubles, total]
                may_double = doubles < most_doubles and terms.may_double[1, doubles, total]
                if may_rescue:
                    lost = terms.taken_rescued[0, doubles] - terms.rescue[doubles]
                    for up in range(_UPS):
                        rescued[up] = -terms.rescue[doubles] - lost * blackjack[up]
                if not chooses:
                    _follow(
                        (hand, doubles, total), (may_rescue, may_double), drawn, rescued, case, ground, here
                    )
                else:
                    if doubles == 0 and terms.may_hit[total]:
                        _raise(here, drawn[0])
                    if may_rescue:
                        _raise(here, rescued)
                    if may_double:
                        _raise(here, drawn[doubles + 1])
                for up in range(1, 11):
                    if left[up] <= 0.0:
                        here[up] = 0.0
