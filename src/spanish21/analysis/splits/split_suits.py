"""The worth of a split pair's suits, where the 6-7-8 and 7-7-7 odds apply to split hands.

A split hand's first card has a suit that is known (the pair's own) or that is any of those left (a further
card's). Given the ranks of its second and third cards, their suits are any of those left, however many other
cards have been drawn; so the chance of a suited hand is the chance of its ranks times plain shares of suits.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.hand_values import suited_extra
from spanish21.analysis.hands.kernel_structs import kernel, new_case
from spanish21.analysis.hands.rule_terms import Terms, record_type
from spanish21.analysis.splits.split_values import FIRST_HAND, SECOND_HAND, SplitPlan, SplitValues
from spanish21.game import hands
from spanish21.strategy import NO_SUIT, SUITED_PAIRS

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]


class SuitedWeights(NamedTuple):
    """The weights of split hands whose second card is suited, and of those whose third is, too."""

    suits: Ints
    """`[rank, suit]`: the shoe."""
    chance: Floats
    not_paired: Floats
    any_card: Floats
    """The split plan's."""
    second: Floats
    """`[further cards, which of SUITED_PAIRS, suit, up_suited]`, given the ranks of the cards."""
    third: Floats


def suited_weights(suits: Ints, plan: SplitPlan) -> SuitedWeights:
    """The weights before any pair has been added to them."""
    shape = (plan.chance.shape[2], 4, 4, 2)
    return SuitedWeights(suits, plan.chance, *plan.weights, numpy.zeros(shape), numpy.zeros(shape))


_DEALT = record_type([(name, numpy.int64, ()) for name in ("pair", "up", "first", "second", "up_suit")])


def new_deal(pair: int, up: int, first: int = 0, second: int = 0, up_suit: int = 0) -> Any:
    """A pair and the up card with their suits, set and passed on by kernels."""
    return numpy.array([(pair, up, first, second, up_suit)], dtype=_DEALT)[0]


def split_by_suits(suits: Ints, plan: SplitPlan, found: SplitValues, terms: Terms, plain: Floats) -> Floats:
    """`[value, up, suit, suit, up suit]`: the worth of splitting; suits matter to 6s, 7s and 8s alone."""
    values = numpy.empty((11, 11, 4, 4, 5))
    values[:] = plain[:, :, None, None, None]
    weights = suited_weights(suits, plan)
    _add_suits(new_deal(0, 0), weights, found, terms.record, new_case(split=1), values)
    return values


def suits_worth(
    suits: Ints, plan: SplitPlan, found: SplitValues, terms: Terms, cards: tuple[int, int, int]
) -> float:
    """The effect of the suits of one pair of 6s, 7s or 8s and the up card on the value of splitting it."""
    first, second, up_card = cards
    up = hands.value(up_card)
    deal = new_deal(first >> 2, up, first & 3, second & 3, up_card & 3 if 6 <= up <= 8 else NO_SUIT)
    return float(_worth_of(deal, suited_weights(suits, plan), found, terms.record, new_case(split=1)))


@kernel
def cards_left(rank: int, suit: int, deal: Any, suits: Any) -> float:
    """The cards of a rank and suit left without the pair and the up card."""
    left = suits[rank, suit]
    if rank == deal.pair:
        left -= (1 if suit == deal.first else 0) + (1 if suit == deal.second else 0)
    if rank == deal.up and suit == deal.up_suit:
        left -= 1
    return float(left)


@kernel
def cards_dealt(rank: int, suit: int, deal: Any, suits: Any) -> float:
    """The cards of a rank and suit left without the up card, from which a pair is dealt."""
    return float(suits[rank, suit] - (1 if rank == deal.up and suit == deal.up_suit else 0))


@kernel
def _add_suits(deal: Any, weights: Any, found: Any, terms: Any, case: Any, values: Any) -> None:
    for pair in range(6, 9):
        for up in range(1, 11):
            deal.pair, deal.up = pair, up
            for up_suit in range(5):
                if (up_suit < NO_SUIT) != (6 <= up <= 8):
                    continue
                deal.up_suit = up_suit
                for first in range(4):
                    for second in range(4):
                        deal.first, deal.second = first, second
                        weights.second[:] = 0.0
                        weights.third[:] = 0.0
                        worth = _worth_of(deal, weights, found, terms, case)
                        values[pair, up, first, second, up_suit] += worth


@kernel
def _worth_of(deal: Any, weights: Any, found: Any, terms: Any, case: Any) -> float:
    """The effect of the suits of one deal; `weights` are empty before it."""
    add_suited_weights(deal, 1.0, weights)
    pair, up = deal.pair, deal.up
    case.up = up
    value = 0.0
    for which in range(4):
        for suit in range(4):
            for doubles in range(2):
                extra = suited_extra(doubles, which, suit, case, terms)
                made = found.made_doubled if doubles == 1 else found.made
                for up_suited in range(2):
                    for number in range(len(weights.second)):
                        weight = weights.second[number, which, suit, up_suited]
                        if weight != 0.0:
                            if doubles == 0:
                                value += weight * found.changed[pair, up, number, which, suit, up_suited]
                            third = weights.third[number, which, suit, up_suited]
                            value += third * extra * made[pair, up, number, which, suit, up_suited]
    return value


@kernel
def add_suited_weights(deal: Any, factor: float, weights: Any) -> None:
    """Add, for a pair of given suits, the weights of hands whose second (and third) card is suited."""
    pair, suits = deal.pair, weights.suits
    for which in range(4):
        low, high = SUITED_PAIRS[which]
        if pair not in (low, high):
            continue
        next_rank, last_rank = low + high - pair, 21 - low - high
        of_pair = 0.0
        of_next = 0.0
        of_last = 0.0
        for suit in range(4):
            of_pair += cards_left(pair, suit, deal, suits)
            of_next += cards_left(next_rank, suit, deal, suits)
            of_last += cards_left(last_rank, suit, deal, suits)
        for suit in range(4):
            up_suited = 1 if suit == deal.up_suit else 0
            pairs_left = cards_left(pair, suit, deal, suits)
            nexts = cards_left(next_rank, suit, deal, suits)
            lasts = cards_left(last_rank, suit, deal, suits)
            for place in range(3):
                # The share of hands in this place whose first card has the suit, then their second and third.
                drawn = 0.0
                if place == FIRST_HAND:
                    start = 1.0 if deal.first == suit else 0.0
                elif place == SECOND_HAND:
                    start = 1.0 if deal.second == suit else 0.0
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
                for number in range(len(weights.second)):
                    weight = weights.any_card[pair, place, number]
                    if which < 3:
                        weight += weights.not_paired[pair, place, number]
                    weight *= weights.chance[pair, deal.up, number] * start * second_share * factor
                    weights.second[number, which, suit, up_suited] += weight
                    weights.third[number, which, suit, up_suited] += weight * third_share
