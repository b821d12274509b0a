"""The worth of every option of every hand, one hand against one up card, by draws without replacement.

A value here is joint with "the dealer has no Blackjack": the expected result counted only when the dealer has
none, not divided by the chance of that. So a drawn card's chance is its plain share of the cards left, and
what a dealer's Blackjack takes beyond the original wager, where it takes more, is counted apart. The loss
of the original wager to a Blackjack is the same for every option and is left to `table_edge.py`.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import blackjack_chance
from spanish21.analysis.hands.kernel_structs import (
    counted_total,
    ground_of,
    kernel,
    may_double,
    new_case,
    part_of_kernel,
)
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.display.brief import brief
from spanish21.game import hands, pays
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    LEVELS,
    MOST_DOUBLES,
    RESCUE,
    SITUATIONS,
    SPLIT,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    SUITED_STATES,
    doubled_situation,
    doubles_of,
    hand_numbers,
    level_after_card,
    level_after_double,
    suited_state,
)

Floats = NDArray[numpy.float64]
Choices = NDArray[numpy.int8]

PLAYED = 3
"""Stand, hit and double: the options whose value `played_values` finds."""
DOUBLED_PLAYED = 4
"""Those of a doubled hand: stand, rescue, double, hit."""


class PlayerValues(NamedTuple):
    """Values joint with no dealer's Blackjack, of hands and (behind them) suited states against up values."""

    option: Floats
    """`[stand | hit | double, state, up]`; not a number where the option is not allowed."""
    best: Floats
    """`[state, up]`: under the choices."""
    doubled: Floats
    """`[level, hand, up]`: a doubled hand under the choices."""
    doubled_option: Floats
    """`[stand | rescue | double | hit, level, hand, up]`: not a number where the option is not allowed. The
    levels are the times doubled, and behind them those with all aces counting 1, where rules have them."""
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
    """The values of standing, hitting and doubling; writes the best into `choices`, or follows them.

    `counts` is the shoe by value, `suits` by rank and suit, `totals` as `dealer_totals` gives it.
    """
    numbers = hand_numbers()
    states = len(numbers.hard) + SUITED_STATES
    levels = LEVELS if terms.aces_count_1 else MOST_DOUBLES
    values = PlayerValues(
        numpy.full((PLAYED, states, 11), numpy.nan),
        numpy.zeros((states, 11)),
        numpy.zeros((levels + 2, len(numbers.hard), 11)),
        numpy.full((DOUBLED_PLAYED, levels + 1, len(numbers.hard), 11), numpy.nan),
        numpy.ones((len(numbers.hard), 11)),
    )
    ground = ground_of(counts, choices, terms, totals)
    _play_back(int(split), chooses, ground, values, numpy.zeros(levels + 2))
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
    """A hand's wins and losses by standing; `sign` is its outcome against each of the dealer's totals."""
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
    """From the highest hands down, so that the results of a drawn card are known.

    A split hand is treated as if it were alone: a Blackjack takes its wager as that of an unsplit one.
    """
    counts, numbers, terms, totals = ground.counts, ground.numbers, ground.terms, ground.totals
    choices = ground.choices
    situation = SPLIT_LAST if split == 1 else FIRST
    levels = LEVELS if terms.aces_count_1 else MOST_DOUBLES
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
        of_hard = terms.sign[0, hard]
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
                for level in range(1, levels + 1):
                    drawn[level] += chance * values.doubled[level_after_card(level, value), after, up]
            hit = numpy.nan
            if terms.may_hit[total]:
                # Nothing, but for a hand of a split box whose other hands leave a Blackjack to take it.
                beyond = bust_blackjack * terms.taken_busted[0, 0]
                hit = drawn[0] - bust_free - beyond
            for level in range(1, levels + 1):
                doubles = doubles_of(level)
                drawn[level] -= (
                    bust_free * terms.stake[doubles] + bust_blackjack * terms.taken_busted[0, doubles]
                )
            counted = counted_total(total, hard, terms)
            for level in range(1, levels + 1):
                doubles, points, paid, ends = doubles_of(level), total, kind, sign
                if level > MOST_DOUBLES:
                    points, paid, ends = hard, hand_kind(held, size, terms) if hard == 21 else 0, of_hard
                pay, stake = terms.pay[split, doubles, paid], terms.stake[doubles]
                stand = stand_value(ends, totals[hand, up], free, pay, stake)
                if points == 21 and terms.any_21_beats_blackjack:
                    stand += blackjack * (pay + 1.0)
                else:
                    stand -= blackjack * terms.taken_standing[0, doubles]
                rescue, again, more = numpy.nan, numpy.nan, numpy.nan
                if terms.may_rescue[doubles, points]:
                    rescue = -free * terms.rescue[doubles] - blackjack * terms.taken_rescued[0, doubles]
                if may_double(doubles, points, counted_total(points, hard, terms), split, terms):
                    next_level = level_after_double(level, numbers.aces[hand], terms.aces_count_1 == 1)
                    again = drawn[next_level] if doubles < MOST_DOUBLES else 0.0
                if terms.may_hit_doubled[points]:
                    more = drawn[level]
                after = doubled_situation(level, split == 1)
                option, best = _decision(
                    chooses, choices[after, hand, up], RESCUE, (stand, rescue, again), more
                )
                choices[after, hand, up] = option
                values.doubled[level, hand, up] = best
                values.doubled_option[0, level, hand, up] = stand
                values.doubled_option[1, level, hand, up] = rescue
                values.doubled_option[2, level, hand, up] = again
                values.doubled_option[3, level, hand, up] = more
            pay = terms.pay[split, 0, kind]
            stand = stand_value(sign, totals[hand, up], free, pay, 1.0)
            if total == 21 and terms.any_21_beats_blackjack:
                stand += blackjack * (pay + 1.0)
            else:
                stand -= blackjack * terms.taken_standing[0, 0]
            if total < terms.least_to_stand:
                stand = numpy.nan
            double = numpy.nan
            if size >= 2 and may_double(0, total, counted, split, terms):
                double = drawn[level_after_double(0, numbers.aces[hand], terms.aces_count_1 == 1)]
            _decide((hand, up, situation), (stand, hit, double), chooses, choices, values)


@part_of_kernel
def _decision(chooses: bool, chosen: int, other: int, worth: Any, hit: float) -> tuple[int, float]:
    """The best of standing, another option, doubling and hitting, or the chosen one; and its worth.

    An option that is not allowed is NaN; where a hand may not stand, the other option has to be taken.
    """
    stand, second, double = worth
    if chooses:
        option, best = STAND, stand
        if second > best or numpy.isnan(best):
            option, best = other, second
        if double > best:
            option, best = DOUBLE, double
        if hit > best:
            option, best = HIT, hit
        return option, best
    if chosen == HIT and not numpy.isnan(hit):
        return int(chosen), hit
    if chosen == other and not numpy.isnan(second):
        return int(chosen), second
    if chosen == DOUBLE and not numpy.isnan(double):
        return int(chosen), double
    if numpy.isnan(stand):
        # A pair that is split, or a hand that is surrendered, is decided elsewhere: its choice stays.
        return (other if chosen < SPLIT else int(chosen)), second
    return int(chosen), stand


@part_of_kernel
def _decide(place: Any, worth: Any, chooses: bool, choices: Any, values: Any) -> None:
    """Write down a state's values and take, or follow, its choice."""
    state, up, situation = place
    for option in range(PLAYED):
        values.option[option, state, up] = worth[option]
    option, best = _decision(chooses, choices[situation, state, up], HIT, worth, numpy.nan)
    choices[situation, state, up] = option
    values.best[state, up] = best


@part_of_kernel
def needed_rank(pair: int) -> int:
    """The rank that makes 6-7-8 or 7-7-7 of one of `SUITED_PAIRS`."""
    return 21 - SUITED_PAIRS[pair][0] - SUITED_PAIRS[pair][1]


@part_of_kernel
def suited_extra(doubles: int, pair: int, suit: int, case: Any, terms: Any) -> float:
    """The extra payment of a suited 6-7-8 or 7-7-7 over a mixed one, the fixed payout against a 7
    included."""
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
                    chance = max(left, 0) / (ground.cards - 3)
                    if not ground.terms.any_21_beats_blackjack:
                        chance *= values.no_blackjack[made, up]
                    stand = values.option[STAND, hand, up]
                    hit, double = values.option[HIT, hand, up], values.option[DOUBLE, hand, up]
                    for doubles in range(2):
                        extra = chance * suited_extra(doubles, pair, suit, case, ground.terms)
                        if doubles == 0:
                            hit += extra
                        else:
                            double += extra
                    _decide((state, up, situation), (stand, hit, double), chooses, ground.choices, values)
