"""The first two cards of a box: how likely they are, what splitting them is worth, the decision on them.

Few enough for plain Python, which nobody has to wait for until it is compiled.
"""

from functools import cache
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.terms import Terms
from spanish21.game import hands
from spanish21.strategy import FIRST, SPLIT, SUITED_PAIRS, SURRENDER, UP_VALUES, hand_numbers, suited_state

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Choices = NDArray[numpy.int8]

BONUS_RANKS = (6, 7, 8)
NO_SUIT = 4


@cache
def hand_of_two(low: int, high: int) -> int:
    """The number of two cards of these values."""
    following = hand_numbers().following
    return int(following[following[0, low], high])


def deal(shoe: tuple[Ints, Ints], dealt: Floats, no_blackjack: Floats) -> None:
    """The chance of every two cards given the up card, and the suited states' chance of no Blackjack."""
    counts, suits = shoe[0].tolist(), shoe[1].tolist()
    cards = sum(counts)
    pairs = (cards - 1.0) * (cards - 2.0)
    for up in UP_VALUES:
        if counts[up] <= 0:
            continue
        for low in UP_VALUES:
            for high in range(low, 11):
                low_left = counts[low] - (low == up)
                high_left = counts[high] - (high == up) - (high == low)
                ways = max(low_left, 0) * max(high_left, 0) * (1.0 if low == high else 2.0)
                dealt[hand_of_two(low, high), up] = ways / pairs
        for which in range(len(SUITED_PAIRS)):
            for suit in range(4):
                for up_suited in (False, True):
                    _deal_suited((counts, suits), (which, suit, up, up_suited), pairs, dealt, no_blackjack)


def _deal_suited(
    shoe: tuple[list[int], list[list[int]]],
    case: tuple[int, int, int, bool],
    pairs: float,
    dealt: Floats,
    no_blackjack: Floats,
) -> None:
    """Part one suited state from the two cards that it is told apart from."""
    counts, suits = shoe
    which, suit, up, up_suited = case
    low, high = SUITED_PAIRS[which]
    hand = hand_of_two(low, high)
    state = suited_state(which, suit, up_suited, len(hand_numbers().hard))
    no_blackjack[state, up] = no_blackjack[hand, up]
    # The up card's suit is told apart only where it may be of the ranks in question.
    share = 0.0 if up_suited else 1.0
    if up in BONUS_RANKS:
        same = suits[up][suit] / counts[up]
        share = same if up_suited else 1.0 - same
    low_left = suits[low][suit] - (low == up and up_suited)
    high_left = suits[high][suit] - (high == up and up_suited)
    if low == high:
        chance = share * low_left * max(high_left - 1, 0) / pairs
    else:
        chance = share * 2.0 * low_left * high_left / pairs
    dealt[state, up] = max(chance, 0.0)
    dealt[hand, up] -= dealt[state, up]


def split_states(counts: Ints, suits: Ints, by_suits: Floats, option: Floats) -> None:
    """The value of splitting each pair's states: the mean over the suits that a state does not tell apart."""
    for pair in UP_VALUES:
        hand = hand_of_two(pair, pair)
        for up in UP_VALUES:
            if counts[up] <= 0 or counts[pair] - (up == pair) < 2:
                continue
            if pair not in BONUS_RANKS:
                option[SPLIT, hand, up] = by_suits[pair, up, 0, 0, 0]
                continue
            for place, worth in _means(pair, up, suits, by_suits[pair, up].tolist()).items():
                state = (
                    hand if place == 0 else suited_state(3, 0, False, len(hand_numbers().hard)) + place - 1
                )
                option[SPLIT, state, up] = worth
                if place > 0 and up not in BONUS_RANKS:
                    # The suit of such an up card changes nothing: both states take the same decision.
                    option[SPLIT, state + 1, up] = worth


def _means(pair: int, up: int, suits: Ints, by_suits: list[list[list[float]]]) -> dict[int, float]:
    """What splitting is worth by the place of a state: 0, or for suited 7s from 1 on."""
    total, value = [0.0] * 9, [0.0] * 9
    for up_suit in range(4) if up in BONUS_RANKS else (NO_SUIT,):
        ups = int(suits[up, up_suit]) if up_suit < NO_SUIT else 1
        left = [int(count) - (pair == up and suit == up_suit) for suit, count in enumerate(suits[pair])]
        for first in range(4):
            for second in range(4):
                ways = float(ups * left[first]) * max(left[second] - (first == second), 0)
                place = 0
                if pair == 7 and first == second:
                    place = 1 + 2 * first + (up_suit == first)
                total[place] += ways
                value[place] += ways * by_suits[first][second][up_suit]
    return {place: value[place] / total[place] for place in range(9) if total[place] > 0.0}


class First(NamedTuple):
    """The first two cards of a box: how likely, and what they are worth."""

    option: Floats
    dealt: Floats
    no_blackjack: Floats
    best: Floats


def choose_first(first: First, terms: Terms, choices: Choices, chooses: bool) -> Floats:
    """Take the decision on the first two cards; gives `[up, unsplit | split, probability | value]`."""
    numbers = hand_numbers()
    option, dealt, free, best = (part[..., 1:] for part in first)
    two = numpy.ones(len(dealt), dtype=numpy.bool_)
    two[: len(numbers.hard)] = numbers.size == 2
    natural = int(numbers.following[numbers.following[0, 1], 10])
    two[natural] = False
    decided = choices[FIRST, :, 1:]
    for other in (SPLIT, SURRENDER):
        taken = option[other] > best if chooses else (decided == other) & ~numpy.isnan(option[other])
        taken &= two[:, None]
        best[taken] = option[other][taken]
        decided[taken] = other
    pay = float(terms.pay[0, 0, hands.BLACKJACK])
    best[natural] = option[0, natural] = pay * free[natural]
    option[1:, natural] = numpy.nan
    decided[natural] = 0
    # A hand that the shoe cannot deal has no value.
    met = two[:, None] & (dealt > 0.0)
    chance = numpy.where(met, dealt, 0.0)
    split = met & (decided == SPLIT) & ~numpy.isnan(option[SPLIT])
    whole = numpy.zeros((11, 2, 2))
    parts = whole[1:]
    for is_split, those in ((0, met & ~split), (1, split)):
        parts[:, is_split, 0] = (chance * free).sum(axis=0, where=those)
        parts[:, is_split, 1] = (chance * best).sum(axis=0, where=those)
        # A Blackjack that the reader finds ends the round before the box could be split.
        lost = (chance * (1.0 - free)).sum(axis=0, where=those)
        loses = 0 if terms.knows_blackjack else is_split
        parts[:, loses, 0] += lost
        parts[:, loses, 1] -= lost
    parts[:, 0, 0] += dealt[natural]
    parts[:, 0, 1] += dealt[natural] * pay
    return whole
