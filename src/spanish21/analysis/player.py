"""What every option of every hand is worth, one hand against one up card, by draws without replacement.

A value here is joint with "the dealer has no Blackjack": the expected result counted only when the dealer has
none, not divided by the chance of that. So a drawn card's chance is its plain share of the cards left, and
what a dealer's Blackjack takes beyond the original wager, where it takes more, is counted beside it. The loss
of the original wager to a Blackjack is the same for every option and is left to `worth.py`.
"""

from typing import Any, NamedTuple

import numpy
from numba import njit
from numpy.typing import NDArray

from spanish21.analysis.dealer import blackjack_chance
from spanish21.analysis.terms import Terms
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    DOUBLED,
    FIRST,
    HIT,
    MOST_DOUBLES,
    RESCUE,
    SITUATIONS,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    SUITED_STATES,
    hand_numbers,
    suited_state,
)

Floats = NDArray[numpy.float64]
Choices = NDArray[numpy.int8]

PLAYED = 3
"""Stand, hit and double: the options whose value `played_values` finds."""


class PlayerValues(NamedTuple):
    """Values joint with no dealer's Blackjack, of hands and (behind them) suited states against up values."""

    option: Floats
    """`[stand | hit | double, state, up]`; not a number where the option is not allowed."""
    best: Floats
    """`[state, up]`: under the choices."""
    doubled: Floats
    """`[doubles, hand, up]`: a doubled hand under the choices."""
    doubled_option: Floats
    """`[stand | rescue | double, doubles, hand, up]`: not a number where the option is not allowed."""
    no_blackjack: Floats
    """`[hand, up]`: the chance that the dealer has no Blackjack."""


def no_choices() -> Choices:
    """Choices for every situation, state and up card, all to stand."""
    return numpy.zeros((SITUATIONS, len(hand_numbers().hard) + SUITED_STATES, 11), dtype=numpy.int8)


def played_values(
    counts: NDArray[numpy.int64],
    suits: NDArray[numpy.int64],
    totals: Floats,
    terms: Terms,
    choices: Choices,
    split: bool,
    chooses: bool,
) -> PlayerValues:
    """The values of standing, hitting and doubling; writes the best of them into `choices` or follows those.

    `counts` is the shoe by value, `suits` by rank and suit, `totals` as `dealer_totals` gives it.
    """
    numbers = hand_numbers()
    states = len(numbers.hard) + SUITED_STATES
    values = PlayerValues(
        numpy.full((PLAYED, states, 11), numpy.nan),
        numpy.zeros((states, 11)),
        numpy.zeros((MOST_DOUBLES + 2, len(numbers.hard), 11)),
        numpy.full((PLAYED, MOST_DOUBLES + 1, len(numbers.hard), 11), numpy.nan),
        numpy.ones((len(numbers.hard), 11)),
    )
    _play_back(counts, totals, numbers, terms, choices, int(split), chooses, values)
    _play_suited(counts, suits, numbers, terms, choices, int(split), chooses, values)
    return values


@njit(cache=True, nogil=True)
def hand_kind(held: Any, hard: int, size: int, long_kind: Any) -> int:
    """The kind of an unsuited hand that totals 21."""
    if size == 3 and held[7] == 3:
        return hands.MIXED_777
    if size == 3 and held[6] == 1 and held[7] == 1 and held[8] == 1:
        return hands.MIXED_678
    if size == 2:
        return hands.BLACKJACK
    return int(long_kind[size])


@njit(cache=True, nogil=True)
def stand_value(sign: Any, totals: Any, no_blackjack: float, pay: float, stake: float) -> float:
    """What a hand wins and loses by standing; `sign` is its outcome against each of the dealer's totals."""
    bust = no_blackjack
    value = 0.0
    for total in range(5):
        bust -= totals[total]
        if sign[total] > 0:
            value += totals[total] * pay
        elif sign[total] < 0:
            value -= totals[total] * stake
    return value + bust * pay


@njit(cache=True, nogil=True)
def _play_back(
    counts: Any, totals: Any, numbers: Any, terms: Any, choices: Any, split: int, chooses: bool, values: Any
) -> None:
    """From the highest hands down, so that what a drawn card leads to is known.

    A split hand is looked at as if it were alone: a Blackjack takes its wager as that of an unsplit one.
    """
    cards = counts.sum()
    situation = SPLIT_LAST if split == 1 else FIRST
    drawn = numpy.zeros(MOST_DOUBLES + 2)
    for hand in range(len(numbers.hard) - 1, 0, -1):
        hard, size = numbers.hard[hand], numbers.size[hand]
        held = numbers.held[hand]
        possible = True
        for value in range(1, 11):
            possible = possible and held[value] <= counts[value]
        left = cards - size - 1
        if not possible or left <= 0:
            continue
        total = hands.total(hard, numbers.aces[hand])
        kind = hand_kind(held, hard, size, terms.long_kind) if total == 21 else hands.ORDINARY
        sign = terms.sign[1 if split == 1 and size == 2 and total == 21 else 0, total]
        for up in range(1, 11):
            if counts[up] - held[up] <= 0:
                continue
            blackjack = blackjack_chance(up, counts[1] - held[1], counts[10] - held[10], left)
            free = 1.0 - blackjack
            values.no_blackjack[hand, up] = free
            hit, bust_free, bust_blackjack = 0.0, free, blackjack
            drawn[:] = 0.0
            for value in range(1, min(10, 21 - hard) + 1):
                after = numbers.following[hand, value]
                cards_left = counts[value] - held[value] - (1 if value == up else 0)
                if cards_left <= 0:
                    continue
                chance = cards_left / left
                hit += chance * values.best[after, up]
                bust_free -= chance * values.no_blackjack[after, up]
                bust_blackjack -= chance * (1.0 - values.no_blackjack[after, up])
                for doubles in range(1, MOST_DOUBLES + 1):
                    drawn[doubles] += chance * values.doubled[doubles, after, up]
            hit -= bust_free
            for doubles in range(1, MOST_DOUBLES + 1):
                drawn[doubles] -= (
                    bust_free * terms.stake[doubles] + bust_blackjack * terms.taken_busted[0, doubles]
                )

            for doubles in range(1, MOST_DOUBLES + 1):
                stand = stand_value(
                    sign, totals[hand, up], free, terms.pay[split, doubles, kind], terms.stake[doubles]
                )
                stand -= blackjack * terms.taken_standing[0, doubles]
                rescue = -free * terms.rescue[doubles] - blackjack * terms.taken_rescued[0, doubles]
                may_rescue, may_double = (
                    terms.may_rescue[doubles, total],
                    terms.may_double[split, doubles, total],
                )
                again = drawn[doubles + 1] if doubles < MOST_DOUBLES else 0.0
                if chooses:
                    option, best = STAND, stand
                    if may_rescue and rescue > best:
                        option, best = RESCUE, rescue
                    if may_double and again > best:
                        option, best = DOUBLE, again
                    if split == 0:  # a doubled hand is played alike after a split
                        choices[DOUBLED + doubles - 1, hand, up] = option
                else:
                    option = choices[DOUBLED + doubles - 1, hand, up]
                    best = stand
                    if option == RESCUE and may_rescue:
                        best = rescue
                    elif option == DOUBLE and may_double:
                        best = again
                values.doubled[doubles, hand, up] = best
                values.doubled_option[0, doubles, hand, up] = stand
                if may_rescue:
                    values.doubled_option[1, doubles, hand, up] = rescue
                if may_double:
                    values.doubled_option[2, doubles, hand, up] = again

            stand = stand_value(sign, totals[hand, up], free, terms.pay[split, 0, kind], 1.0)
            may_hit = terms.may_hit[total]
            may_double = size >= 2 and terms.may_double[split, 0, total]
            stand -= blackjack * terms.taken_standing[0, 0]
            _decide(hand, up, stand, hit, drawn[1], may_hit, may_double, situation, chooses, choices, values)


@njit(cache=True, nogil=True)
def _decide(
    state: int,
    up: int,
    stand: float,
    hit: float,
    double: float,
    may_hit: bool,
    may_double: bool,
    situation: int,
    chooses: bool,
    choices: Any,
    values: Any,
) -> None:
    """Write down a state's values and take, or follow, its choice."""
    values.option[STAND, state, up] = stand
    if may_hit:
        values.option[HIT, state, up] = hit
    if may_double:
        values.option[DOUBLE, state, up] = double
    if chooses:
        option, best = STAND, stand
        if may_hit and hit > best:
            option, best = HIT, hit
        if may_double and double > best:
            option, best = DOUBLE, double
        choices[situation, state, up] = option
    else:
        best = stand
        option = choices[situation, state, up]
        if option == HIT and may_hit:
            best = hit
        elif option == DOUBLE and may_double:
            best = double
    values.best[state, up] = best


@njit(cache=True, nogil=True)
def needed_rank(pair: int) -> int:
    """The rank that makes 6-7-8 or 7-7-7 of one of `SUITED_PAIRS`."""
    return 21 - SUITED_PAIRS[pair][0] - SUITED_PAIRS[pair][1]


@njit(cache=True, nogil=True)
def suited_extra(terms: Any, split: int, doubles: int, pair: int, suit: int, up: int) -> float:
    """What a suited 6-7-8 or 7-7-7 pays beyond a mixed one, the fixed payout against a 7 included."""
    top = suit == terms.top_suit
    if pair < 3:
        kind = hands.TOP_678 if top else hands.SUITED_678
        return float(terms.pay[split, doubles, kind] - terms.pay[split, doubles, hands.MIXED_678])
    kind = hands.TOP_777 if top else hands.SUITED_777
    paid = terms.pay[split, doubles, kind]
    bonus = terms.super_bonus[1 if top else 0]
    if split == 0 and doubles == 0 and up == 7 and bonus > 0.0:
        paid = bonus + (0.0 if terms.super_bonus_replaces else paid)
    return float(paid - terms.pay[split, doubles, hands.MIXED_777])


@njit(cache=True, nogil=True)
def _play_suited(
    counts: Any, suits: Any, numbers: Any, terms: Any, choices: Any, split: int, chooses: bool, values: Any
) -> None:
    """The suited hands one card short of 6-7-8 or 7-7-7: their base's values and the suited card's extra."""
    cards = counts.sum()
    multisets = len(numbers.hard)
    situation = SPLIT_LAST if split == 1 else FIRST
    for pair in range(4):
        low, high = SUITED_PAIRS[pair]
        needed = needed_rank(pair)
        hand = numbers.following[numbers.following[0, low], high]
        made = numbers.following[hand, needed]
        for suit in range(4):
            for up in range(1, 11):
                for up_suited in range(2):
                    state = suited_state(pair, suit, up_suited == 1, multisets)
                    left = suits[needed, suit]
                    left -= 1 if up == needed and up_suited == 1 else 0
                    left -= 2 if pair == 3 else 0
                    chance = max(left, 0) / (cards - 3) * values.no_blackjack[made, up]
                    hit = values.option[HIT, hand, up] + chance * suited_extra(
                        terms, split, 0, pair, suit, up
                    )
                    double = values.option[DOUBLE, hand, up]
                    double += chance * suited_extra(terms, split, 1, pair, suit, up)
                    _decide(
                        state,
                        up,
                        values.option[STAND, hand, up],
                        hit,
                        double,
                        not numpy.isnan(hit),
                        not numpy.isnan(double),
                        situation,
                        chooses,
                        choices,
                        values,
                    )
