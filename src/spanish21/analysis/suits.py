"""What the suits of a split pair are worth, where the 6-7-8 and 7-7-7 odds apply to split hands.

A split hand's first card has a suit that is known (the pair's own) or that is any of those left (a further
card's). Given the ranks of its second and third cards, their suits are any of those left, however many other
cards have been drawn; so the chance of a suited hand is the chance of its ranks times plain shares of suits.
"""

from typing import Any

import numpy
from numba import njit
from numpy.typing import NDArray

from spanish21.analysis.player import suited_extra
from spanish21.analysis.splits import FIRST_HAND, SECOND_HAND, SplitPlan, SplitValues
from spanish21.analysis.terms import Terms
from spanish21.game import hands
from spanish21.strategy import SUITED_PAIRS

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

NO_SUIT = 4
"""The suit of an up card that is no 6, 7 or 8: it changes nothing."""


def split_by_suits(suits: Ints, plan: SplitPlan, found: SplitValues, terms: Terms, plain: Floats) -> Floats:
    """`[value, up, suit, suit, up suit]`: what splitting is worth; suits matter to 6s, 7s and 8s alone."""
    values = numpy.empty((11, 11, 4, 4, 5))
    values[:] = plain[:, :, None, None, None]
    _add_suits(suits, plan.chance, plan.weights.not_paired, plan.weights.any_card, found, terms, values)
    return values


def suits_worth(
    suits: Ints, plan: SplitPlan, found: SplitValues, terms: Terms, cards: tuple[int, int, int]
) -> float:
    """What the suits of one pair of 6s, 7s or 8s and the up card add to the value of splitting it."""
    first, second, up_card = cards
    pair, up = first >> 2, hands.value(up_card)
    depth = plan.chance.shape[2]
    second_suited, third_suited = numpy.zeros((depth, 4, 4, 2)), numpy.zeros((depth, 4, 4, 2))
    add_suited_weights(
        pair,
        up,
        first & 3,
        second & 3,
        up_card & 3 if 6 <= up <= 8 else NO_SUIT,
        1.0,
        suits,
        plan.chance,
        plan.weights.not_paired,
        plan.weights.any_card,
        second_suited,
        third_suited,
    )
    return float(_value_of_weights(pair, up, second_suited, third_suited, found, terms))


@njit(cache=True, nogil=True)
def cards_left(
    suits: Any, rank: int, suit: int, pair: int, first: int, second: int, up: int, up_suit: int
) -> float:
    """The cards of a rank and suit left without the pair and the up card."""
    left = suits[rank, suit]
    if rank == pair:
        left -= (1 if suit == first else 0) + (1 if suit == second else 0)
    if rank == up and suit == up_suit:
        left -= 1
    return float(left)


@njit(cache=True, nogil=True)
def _add_suits(
    suits: Any, chance: Any, not_paired: Any, any_card: Any, found: Any, terms: Any, values: Any
) -> None:
    depth = chance.shape[2]
    second_suited, third_suited = numpy.zeros((depth, 4, 4, 2)), numpy.zeros((depth, 4, 4, 2))
    for pair in range(6, 9):
        for up in range(1, 11):
            for up_suit in range(5):
                if (up_suit < NO_SUIT) != (6 <= up <= 8):
                    continue
                for first in range(4):
                    for second in range(4):
                        second_suited[:] = 0.0
                        third_suited[:] = 0.0
                        add_suited_weights(
                            pair,
                            up,
                            first,
                            second,
                            up_suit,
                            1.0,
                            suits,
                            chance,
                            not_paired,
                            any_card,
                            second_suited,
                            third_suited,
                        )
                        values[pair, up, first, second, up_suit] += _value_of_weights(
                            pair, up, second_suited, third_suited, found, terms
                        )


@njit(cache=True, nogil=True)
def _value_of_weights(
    pair: int, up: int, second_suited: Any, third_suited: Any, found: Any, terms: Any
) -> float:
    value = 0.0
    for which in range(4):
        for suit in range(4):
            single = suited_extra(terms, 1, 0, which, suit, up)
            doubled = suited_extra(terms, 1, 1, which, suit, up)
            for up_suited in range(2):
                for number in range(len(second_suited)):
                    weight = second_suited[number, which, suit, up_suited]
                    if weight != 0.0:
                        value += weight * found.changed[pair, up, number, which, suit, up_suited]
                        value += third_suited[number, which, suit, up_suited] * (
                            single * found.made[pair, up, number, which, suit, up_suited]
                            + doubled * found.made_doubled[pair, up, number, which, suit, up_suited]
                        )
    return value


@njit(cache=True, nogil=True)
def add_suited_weights(
    pair: int,
    up: int,
    first: int,
    second: int,
    up_suit: int,
    factor: float,
    suits: Any,
    chance: Any,
    not_paired: Any,
    any_card: Any,
    second_suited: Any,
    third_suited: Any,
) -> None:
    """Add, for a pair of given suits, the weights of hands whose second (and third) card is suited.

    `[further cards, which of SUITED_PAIRS, suit, up_suited]`, given the ranks of those cards.
    """
    for which in range(4):
        low, high = SUITED_PAIRS[which]
        if pair not in (low, high):
            continue
        next_rank, last_rank = low + high - pair, 21 - low - high
        of_pair = 0.0
        of_next = 0.0
        of_last = 0.0
        for suit in range(4):
            of_pair += cards_left(suits, pair, suit, pair, first, second, up, up_suit)
            of_next += cards_left(suits, next_rank, suit, pair, first, second, up, up_suit)
            of_last += cards_left(suits, last_rank, suit, pair, first, second, up, up_suit)
        for suit in range(4):
            up_suited = 1 if suit == up_suit else 0
            pairs_left = cards_left(suits, pair, suit, pair, first, second, up, up_suit)
            nexts = cards_left(suits, next_rank, suit, pair, first, second, up, up_suit)
            lasts = cards_left(suits, last_rank, suit, pair, first, second, up, up_suit)
            for place in range(3):
                # The share of hands in this place whose first card has the suit, then their second and third.
                drawn = 0.0
                if place == FIRST_HAND:
                    start = 1.0 if first == suit else 0.0
                elif place == SECOND_HAND:
                    start = 1.0 if second == suit else 0.0
                else:
                    start = pairs_left / of_pair if of_pair > 0.0 else 0.0
                    drawn = 1.0
                if start <= 0.0:
                    continue
                if which == 3:
                    second_share = max(pairs_left - drawn, 0.0) / max(of_pair - drawn, 1.0)
                    third_share = max(pairs_left - drawn - 1.0, 0.0) / max(of_pair - drawn - 1.0, 1.0)
                else:
                    second_share = nexts / of_next if of_next > 0.0 else 0.0
                    third_share = lasts / of_last if of_last > 0.0 else 0.0
                for number in range(chance.shape[2]):
                    weight = any_card[pair, place, number]
                    if which < 3:
                        weight += not_paired[pair, place, number]
                    weight *= chance[pair, up, number] * start * second_share * factor
                    second_suited[number, which, suit, up_suited] += weight
                    third_suited[number, which, suit, up_suited] += weight * third_share
