"""The first two cards of a box: their chances, the worth of splitting them, the decision on them.

Few enough for plain Python, which needs no compiling.
"""

from functools import cache
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.rule_terms import Terms
from spanish21.game import hands
from spanish21.strategy import (
    FIRST,
    NO_SUIT,
    SPLIT,
    SUITED_PAIRS,
    SUITED_STATES,
    SURRENDER,
    UP_VALUES,
    hand_numbers,
    suited_state,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Choices = NDArray[numpy.int8]

BONUS_RANKS = (6, 7, 8)


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


class Pairs(NamedTuple):
    """The pairs of 6s, 7s and 8s by suits: `[up, rank - 6, suit, suit, up card's suit]`."""

    ways: Floats
    """In how many ways they are dealt; the suit of an up card other than 6, 7 or 8 is `NO_SUIT`."""
    split: Floats
    """The worth of splitting them."""


def pairs_of(suits: Ints, by_suits: Floats) -> Pairs:
    """The pairs whose suits matter; `by_suits` as `suits.split_by_suits` gives it."""
    low, high = BONUS_RANKS[0], BONUS_RANKS[-1] + 1
    ways = numpy.zeros((11, 3, 4, 4, 5))
    for up in UP_VALUES:
        for up_suit in range(4) if up in BONUS_RANKS else (NO_SUIT,):
            left = suits[low:high].astype(numpy.float64)
            if up in BONUS_RANKS:
                left[up - low, up_suit] -= 1.0
            second = numpy.maximum(left[:, None, :] - numpy.eye(4), 0.0)
            ups = suits[up, up_suit] if up in BONUS_RANKS else 1
            ways[up, ..., up_suit] = ups * numpy.maximum(left, 0.0)[:, :, None] * second
    return Pairs(ways, by_suits[low:high].swapaxes(0, 1))


@cache
def states_of_pairs() -> Ints:
    """`[rank - 6, suit, suit, up card's suit]`: the state of a pair of 6s, 7s or 8s."""
    states = numpy.zeros((3, 4, 4, 5), dtype=numpy.int64)
    for place, rank in enumerate(BONUS_RANKS):
        states[place] = hand_of_two(rank, rank)
    for suit in range(4):
        for up_suit in range(5):
            state = suited_state(3, suit, up_suit == suit, len(hand_numbers().hard))
            states[BONUS_RANKS.index(7), suit, suit, up_suit] = state
    return states


def mean_by_state(pairs: Pairs, values: Floats) -> dict[tuple[int, int], float]:
    """By state and up card: the mean of `values` (as `Pairs`) over the suits that a state does not tell
    apart; where none can be dealt, there is no mean."""
    states = len(hand_numbers().hard) + SUITED_STATES
    place = states_of_pairs()[None] + states * numpy.arange(11)[:, None, None, None, None]
    dealt = pairs.ways > 0.0
    sums = numpy.bincount(place[dealt], (pairs.ways * values)[dealt])
    ways = numpy.bincount(place[dealt], pairs.ways[dealt])
    found = numpy.flatnonzero(ways)
    return {(int(one % states), int(one // states)): float(sums[one] / ways[one]) for one in found}


def split_states(counts: Ints, pairs: Pairs, by_suits: Floats, option: Floats) -> None:
    """The value of splitting each pair's states: the mean over the suits that a state does not tell apart."""
    for pair in UP_VALUES:
        if pair not in BONUS_RANKS:
            for up in UP_VALUES:
                if counts[up] > 0 and counts[pair] - (up == pair) >= 2:
                    option[SPLIT, hand_of_two(pair, pair), up] = by_suits[pair, up, 0, 0, 0]
    for (state, up), worth in mean_by_state(pairs, pairs.split).items():
        option[SPLIT, state, up] = worth
        if state >= len(hand_numbers().hard) and up not in BONUS_RANKS:
            # The suit of such an up card makes no difference: both states take the same decision.
            option[SPLIT, state + 1, up] = worth


class First(NamedTuple):
    """The first two cards of a box: how likely, and their worth."""

    option: Floats
    dealt: Floats
    no_blackjack: Floats
    best: Floats


class FirstDecision(NamedTuple):
    """The decision on the first two cards."""

    pairs: Choices
    """`[rank - 6, suit, suit, up card's suit, up]`: pairs of 6s, 7s and 8s by their suits."""
    whole: Floats
    """`[state, up]`: the chance that these two cards are dealt, given the up card, and not split."""
    parts: Floats
    """`[up, unsplit | split, probability | value]`"""


def choose_first(
    first: First, pairs: Pairs, terms: Terms, choices: Choices, decided: Choices | None, chooses: bool
) -> FirstDecision:
    """Take the decision on the first two cards, or follow the choices and what is `decided` on pairs.

    Where some suits of a state are split and others are not, its choice is that of the others.
    """
    numbers = hand_numbers()
    two = numpy.ones(len(first.dealt), dtype=numpy.bool_)
    two[: len(numbers.hard)] = numbers.size == 2
    natural = int(numbers.following[numbers.following[0, 1], 10])
    two[natural] = False
    option, free, best, chosen = first.option, first.no_blackjack, first.best, choices[FIRST]
    asked = chosen == SPLIT
    surrenders = option[SURRENDER] > best if chooses else (chosen == SURRENDER)
    surrenders &= two[:, None] & ~numpy.isnan(option[SURRENDER])
    best[surrenders] = option[SURRENDER][surrenders]
    chosen[surrenders] = SURRENDER
    splits = (option[SPLIT] > best if chooses else asked) & two[:, None] & ~numpy.isnan(option[SPLIT])
    share = splits.astype(numpy.float64)
    worth = numpy.where(splits, option[SPLIT], 0.0)
    states, ups = states_of_pairs()[None], numpy.arange(11)[:, None, None, None, None]
    by_suits = splits[states, ups]
    if chooses:
        by_suits = (pairs.split > best[states, ups]) & ~numpy.isnan(option[SPLIT, states, ups])
    elif decided is not None:
        by_suits = (decided.transpose(4, 0, 1, 2, 3) == SPLIT) & ~numpy.isnan(option[SPLIT, states, ups])
    for place, part in mean_by_state(pairs, by_suits.astype(numpy.float64)).items():
        share[place] = part
    for place, part in mean_by_state(pairs, numpy.where(by_suits, pairs.split, 0.0)).items():
        worth[place] = part
    chosen[share == 1.0] = SPLIT
    best[:] = worth + (1.0 - share) * best
    pay = float(terms.pay[0, 0, hands.BLACKJACK])
    best[natural] = option[0, natural] = pay * free[natural]
    option[1:, natural] = numpy.nan
    chosen[natural] = 0
    # A hand that the shoe cannot deal has no value.
    chance = numpy.where(two[:, None] & (first.dealt > 0.0), first.dealt, 0.0)
    whole = numpy.where(first.dealt > 0.0, first.dealt * (1.0 - share), 0.0)
    parts = numpy.zeros((11, 2, 2))
    for is_split, part, value in ((0, 1.0 - share, best - worth), (1, share, worth)):
        parts[:, is_split, 0] += (chance * part * free).sum(axis=0)
        parts[:, is_split, 1] += (chance * value).sum(axis=0, where=chance > 0.0)
        # A Blackjack that the reader finds ends the round before the box could be split.
        lost = (chance * part * (1.0 - free)).sum(axis=0)
        loses = 0 if terms.knows_blackjack else is_split
        parts[:, loses, 0] += lost
        parts[:, loses, 1] -= lost
    parts[:, 0, 0] += first.dealt[natural]
    parts[:, 0, 1] += first.dealt[natural] * pay
    parts[0] = 0.0
    other = chosen[states, ups]
    kept = numpy.where(by_suits, SPLIT, other).transpose(1, 2, 3, 4, 0).astype(numpy.int8)
    return FirstDecision(numpy.ascontiguousarray(kept), whole, parts)
