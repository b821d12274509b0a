"""What every option of every hand is worth, one hand against one up card, by draws without replacement.

A value here is joint with "the dealer has no Blackjack": the expected result counted only when the dealer has
none, not divided by the chance of that. So a drawn card's chance is its plain share of the cards left, and
what a dealer's Blackjack takes beyond the original wager, where it takes more, is counted beside it. The loss
of the original wager to a Blackjack is the same for every option and is left to `table_worth.py`.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import blackjack_chance
from spanish21.analysis.hands.kernel_structs import ground_of, kernel, new_case, part_of_kernel
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.display.brief import brief
from spanish21.game import hands, pays
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    MOST_DOUBLES,
    RESCUE,
    SITUATIONS,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    SUITED_STATES,
    doubled_situation,
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

    def __repr__(self) -> str:
        return brief(self)


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
    ground = ground_of(counts, choices, terms, totals)
    _play_back(int(split), chooses, ground, values, numpy.zeros(MOST_DOUBLES + 2))
    _play_suited(suits, chooses, new_case(split=int(split)), ground, values)
    return values


@part_of_kernel
def hand_kind(held: Any, size: int, terms: Any) -> int:
    """The kind of an unsuited hand that totals 21."""
    if size == 3 and held[7] == 3:
        return hands.MIXED_777
    if size == 3 and held[6] == 1 and held[7] == 1 and held[8] == 1:
        return hands.MIXED_678
    if size == 2:
        return hands.BLACKJACK
    return int(terms.long_kind[size])


@part_of_kernel
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


@kernel
def _play_back(split: int, chooses: bool, ground: Any, values: Any, drawn: Any) -> None:
    """From the highest hands down, so that what a drawn card leads to is known.

    A split hand is looked at as if it were alone: a Blackjack takes its wager as that of an unsplit one.
    """
    counts, numbers, terms, totals = ground.counts, ground.numbers, ground.terms, ground.totals
    choices = ground.choices
    situation = SPLIT_LAST if split == 1 else FIRST
    for hand in range(len(numbers.hard) - 1, 0, -1):
        hard, size = numbers.hard[hand], numbers.size[hand]
        held = numbers.held[hand]
        possible = True
        for value in range(1, 11):
            possible = possible and held[value] <= counts[value]
        left = ground.cards - size - 1
        if not possible or left <= 0:
            continue
        total = hands.total(hard, numbers.aces[hand])
        kind = hand_kind(held, size, terms) if total == 21 else hands.ORDINARY
        sign = terms.sign[1 if split == 1 and size == 2 and total == 21 else 0, total]
        for up in range(1, 11):
            if counts[up] - held[up] <= 0:
                continue
            blackjack = blackjack_chance(up, counts[1] - held[1], counts[10] - held[10], left)
            free = 1.0 - blackjack
            values.no_blackjack[hand, up] = free
            bust_free, bust_blackjack = free, blackjack
            drawn[:] = 0.0
            for value in range(1, min(10, 21 - hard) + 1):
                after = numbers.following[hand, value]
                cards_left = counts[value] - held[value] - (1 if value == up else 0)
                if cards_left <= 0:
                    continue
                chance = cards_left / left
                drawn[0] += chance * values.best[after, up]
                bust_free -= chance * values.no_blackjack[after, up]
                bust_blackjack -= chance * (1.0 - values.no_blackjack[after, up])
                for doubles in range(1, MOST_DOUBLES + 1):
                    drawn[doubles] += chance * values.doubled[doubles, after, up]
            hit = drawn[0] - bust_free if terms.may_hit[total] else numpy.nan
            for doubles in range(1, MOST_DOUBLES + 1):
                drawn[doubles] -= (
                    bust_free * terms.stake[doubles] + bust_blackjack * terms.taken_busted[0, doubles]
                )
            for doubles in range(1, MOST_DOUBLES + 1):
                pay, stake = terms.pay[split, doubles, kind], terms.stake[doubles]
                stand = stand_value(sign, totals[hand, up], free, pay, stake)
                stand -= blackjack * terms.taken_standing[0, doubles]
                rescue, again = numpy.nan, numpy.nan
                if terms.may_rescue[doubles, total]:
                    rescue = -free * terms.rescue[doubles] - blackjack * terms.taken_rescued[0, doubles]
                if terms.may_double[split, doubles, total]:
                    again = drawn[doubles + 1] if doubles < MOST_DOUBLES else 0.0
                after = doubled_situation(doubles, split == 1)
                option, best = _decision(chooses, choices[after, hand, up], RESCUE, (stand, rescue, again))
                choices[after, hand, up] = option
                values.doubled[doubles, hand, up] = best
                values.doubled_option[0, doubles, hand, up] = stand
                values.doubled_option[1, doubles, hand, up] = rescue
                values.doubled_option[2, doubles, hand, up] = again
            stand = stand_value(sign, totals[hand, up], free, terms.pay[split, 0, kind], 1.0)
            stand -= blackjack * terms.taken_standing[0, 0]
            double = drawn[1] if size >= 2 and terms.may_double[split, 0, total] else numpy.nan
            _decide((hand, up, situation), (stand, hit, double), chooses, choices, values)


@part_of_kernel
def _decision(chooses: bool, chosen: int, other: int, worth: Any) -> tuple[int, float]:
    """The best of standing, another option and doubling, or the chosen one; and what it is worth.

    An option that is not allowed is not a number.
    """
    stand, second, double = worth
    if chooses:
        option, best = STAND, stand
        if second > best:
            option, best = other, second
        if double > best:
            option, best = DOUBLE, double
        return option, best
    if chosen == other and not numpy.isnan(second):
        return int(chosen), second
    if chosen == DOUBLE and not numpy.isnan(double):
        return int(chosen), double
    return int(chosen), stand


@part_of_kernel
def _decide(place: Any, worth: Any, chooses: bool, choices: Any, values: Any) -> None:
    """Write down a state's values and take, or follow, its choice."""
    state, up, situation = place
    for option in range(PLAYED):
        values.option[option, state, up] = worth[option]
    option, best = _decision(chooses, choices[situation, state, up], HIT, worth)
    choices[situation, state, up] = option
    values.best[state, up] = best


@part_of_kernel
def needed_rank(pair: int) -> int:
    """The rank that makes 6-7-8 or 7-7-7 of one of `SUITED_PAIRS`."""
    return 21 - SUITED_PAIRS[pair][0] - SUITED_PAIRS[pair][1]


@part_of_kernel
def suited_extra(doubles: int, pair: int, suit: int, case: Any, terms: Any) -> float:
    """What a suited 6-7-8 or 7-7-7 pays beyond a mixed one, the fixed payout against a 7 included."""
    top = suit == terms.top_suit
    pay = terms.pay[case.split, doubles]
    if pair < 3:
        return float(pay[hands.TOP_678 if top else hands.SUITED_678] - pay[hands.MIXED_678])
    kind = hands.TOP_777 if top else hands.SUITED_777
    paid = pay[kind]
    bonus = terms.super_bonus[1 if top else 0]
    if bonus > 0.0 and pays.wins_fixed_payouts(kind, case.up, doubles, case.split == 1):
        paid = bonus + (0.0 if terms.super_bonus_replaces else paid)
    return float(paid - pay[hands.MIXED_777])


@kernel
def _play_suited(suits: Any, chooses: bool, case: Any, ground: Any, values: Any) -> None:
    """The suited hands one card short of 6-7-8 or 7-7-7: their base's values and the suited card's extra."""
    numbers = ground.numbers
    situation = SPLIT_LAST if case.split == 1 else FIRST
    for pair in range(4):
        low, high = SUITED_PAIRS[pair]
        needed = needed_rank(pair)
        hand = numbers.following[numbers.following[0, low], high]
        made = numbers.following[hand, needed]
        for suit in range(4):
            for up in range(1, 11):
                case.up = up
                for up_suited in range(2):
                    state = suited_state(pair, suit, up_suited == 1, len(numbers.hard))
                    left = suits[needed, suit]
                    left -= 1 if up == needed and up_suited == 1 else 0
                    left -= 2 if pair == 3 else 0
                    chance = max(left, 0) / (ground.cards - 3) * values.no_blackjack[made, up]
                    stand = values.option[STAND, hand, up]
                    hit, double = values.option[HIT, hand, up], values.option[DOUBLE, hand, up]
                    for doubles in range(2):
                        extra = chance * suited_extra(doubles, pair, suit, case, ground.terms)
                        if doubles == 0:
                            hit += extra
                        else:
                            double += extra
                    _decide((state, up, situation), (stand, hit, double), chooses, ground.choices, values)
