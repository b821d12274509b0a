"""How a round ends: the law of a box's result, its standard deviation, and how often each bonus is paid.

The law of one hand is exact, also for each hand of a split box. The result of a split box is a sum over its
hands; there, and only there, the hands are taken as independent of each other given how the dealer's hand ends
and how many hands there are. The mean is not touched by that; the standard deviation hardly is.
"""

from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

import numpy
from numba import njit
from numpy.typing import NDArray

from spanish21.analysis.edge import Edge
from spanish21.analysis.outcomes import (
    CATEGORIES,
    DEALER_BLACKJACK,
    DEALER_ENDS,
    DEALER_IDLE,
    LOST,
    SURRENDERED,
    WON,
    results,
    results_against_blackjack,
    stakes,
)
from spanish21.analysis.player import suited_extra
from spanish21.analysis.playout import allowed, draw_one, play_on
from spanish21.analysis.splits import chances_of_hands
from spanish21.analysis.suits import NO_SUIT, add_suited_weights, cards_left
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    MOST_DOUBLES,
    SPLIT,
    SPLIT_LAST,
    SUITED_PAIRS,
    SUITED_STATES,
    SURRENDER,
    hand_numbers,
    suited_state,
)

Floats = NDArray[numpy.float64]

BONUS_NAMES = (
    "blackjack",
    "6-7-8 mixed",
    "6-7-8 suited",
    "6-7-8 top suit",
    "7-7-7 mixed",
    "7-7-7 suited",
    "7-7-7 top suit",
    "five-card 21",
    "six-card 21",
    "seven-card 21",
)
"""The kinds of 21 that have odds of their own, in the order of the kinds in hands.py from 1 on."""


class Bonus(NamedTuple):
    """How often a kind of 21 is paid, in hands for each round, and what it adds over even money."""

    name: str
    probability: float
    contribution: float


class RoundLaw(NamedTuple):
    """The law of a round's result under the strategy that an edge was found with."""

    results: Floats
    """The results that a box can have, in wagers, in order."""
    probabilities: Floats
    mean: float
    standard_deviation: float
    average_wager: float
    bonuses: list[Bonus]
    super_bonus: float
    """How likely three suited 7s against a 7 are paid their fixed payout."""


def round_law(edge: Edge) -> RoundLaw:
    """The law of one box's result in the first round of the shoe."""
    first_law, split_law, super_bonus = _hand_laws(edge)
    terms = edge.terms
    single = first_law.sum(axis=0)
    distribution = _Distribution(edge)
    distribution.add_single(single)
    for value in range(1, 11):
        for up in range(1, 11):
            if split_law.weight[value, up] > 0.0:
                distribution.add_split(value, up, split_law.weight[value, up], split_law.law[value, up])
    amounts, probabilities = distribution.collected()
    mean = float((amounts * probabilities).sum())
    variance = float((amounts**2 * probabilities).sum()) - mean**2
    staked = stakes(terms)
    together = single.sum(axis=0)
    split_together = (split_law.weight[:, :, None, None] * split_law.law).sum(axis=(0, 1))
    average_wager = float((staked * (together + split_together.sum(axis=0))).sum())
    if terms.knows_blackjack:
        # A Blackjack that the reader finds ends the round before the box could be split or doubled.
        average_wager += distribution.split_blackjacks - float((staked * split_together[DEALER_BLACKJACK]).sum())
    split_wins = split_together.copy()
    split_wins[DEALER_BLACKJACK] = 0.0
    bonuses = []
    for kind, name in enumerate(BONUS_NAMES, start=1):
        probability = contribution = 0.0
        for doubles in range(MOST_DOUBLES + 1):
            place = WON + doubles * hands.KINDS + kind
            for split, counted in ((0, together[place]), (1, float(split_wins[:, place].sum()))):
                even = terms.pay[split, doubles, hands.ORDINARY]
                probability += counted
                contribution += counted * (terms.pay[split, doubles, kind] - even)
        bonuses.append(Bonus(name, float(probability), float(contribution)))
    return RoundLaw(
        amounts, probabilities, mean, max(variance, 0.0) ** 0.5, average_wager, bonuses, super_bonus
    )


class _SplitLaw(NamedTuple):
    weight: Floats
    """`[value, up]`: how often the pair is dealt and split."""
    law: Floats
    """`[value, up, dealer, category]`: the expected number of hands of such a box."""


def _hand_laws(edge: Edge) -> tuple[Floats, _SplitLaw, float]:
    """`[up, dealer, category]` of the boxes that are not split, the split boxes, and the super bonus."""
    numbers = hand_numbers()
    counts, suits = edge.shoe.values, edge.shoe.ranks
    first = numpy.zeros((11, DEALER_ENDS, CATEGORIES))
    seeds = (edge.dealt * edge.up).copy()
    super_bonus = _first_law(
        counts, suits, seeds, numbers, edge.terms, edge.choices, edge.option, edge.no_blackjack, edge.totals, first
    )
    weight = numpy.zeros((11, 11))
    law = numpy.zeros((11, 11, DEALER_ENDS, CATEGORIES))
    _split_laws(
        counts,
        suits,
        seeds,
        numbers,
        edge.terms,
        edge.choices,
        edge.option,
        edge.plan.further,
        edge.plan.chance,
        edge.plan.weights.not_paired,
        edge.plan.weights.any_card,
        edge.split_values,
        edge.totals,
        edge.removals.place,
        edge.removals.totals,
        weight,
        law,
    )
    return first, _SplitLaw(weight, law), super_bonus


@njit(cache=True, nogil=True)
def _first_law(
    counts: Any,
    suits: Any,
    seeds: Any,
    numbers: Any,
    terms: Any,
    choices: Any,
    option: Any,
    no_blackjack: Any,
    totals: Any,
    law: Any,
) -> float:
    """Play every first hand that is not split; `seeds[state, up]` is how often it is dealt."""
    multisets = len(numbers.hard)
    cards = counts.sum()
    weight = numpy.zeros((MOST_DOUBLES + 1, multisets))
    no_place = numpy.zeros((1, 1, 1), dtype=numpy.int32)
    no_totals = numpy.zeros((1, 1, 1))
    natural = numbers.following[numbers.following[0, 1], 10]
    super_bonus = 0.0
    for up in range(1, 11):
        lost_at_once = 0.0
        for state in range(multisets + SUITED_STATES):
            amount = seeds[state, up]
            if amount <= 0.0:
                continue
            free = no_blackjack[state, up]
            if state == natural:
                law[up, DEALER_IDLE, WON + hands.BLACKJACK] += amount
                continue
            chosen = choices[FIRST, state, up]
            if terms.knows_blackjack:
                lost_at_once += amount * (1.0 - free)
            if chosen == SURRENDER and not numpy.isnan(option[SURRENDER, state, up]):
                law[up, DEALER_IDLE, SURRENDERED] += amount * free
                law[up, DEALER_BLACKJACK, SURRENDERED] += amount * (1.0 - free)
                continue
            if chosen == SPLIT and not numpy.isnan(option[SPLIT, state, up]):
                continue
            if state < multisets:
                weight[0, state] += amount
                continue
            which, suit = (state - multisets) // 8, (state - multisets) % 8 // 2
            up_suited = state % 2 == multisets % 2
            low, high = SUITED_PAIRS[which]
            hand = numbers.following[numbers.following[0, low], high]
            needed = 21 - low - high
            chosen = allowed(chosen, low + high, 0, 0, False, terms)
            if chosen != HIT and chosen != DOUBLE:
                weight[0, hand] += amount * 0.0
                _stand(up, hand, amount, counts, numbers, terms, choices, totals, no_place, no_totals, weight, law)
                continue
            doubles = 1 if chosen == DOUBLE else 0
            _draw_out(up, hand, doubles, amount, counts, numbers, terms, weight, law)
            left = suits[needed, suit] - (2 if which == 3 else 0)
            left -= 1 if up == needed and (state - multisets) % 2 == 1 else 0
            made = numbers.following[hand, needed]
            share = amount * max(left, 0) / (cards - 3) * no_blackjack[made, up]
            top = suit == terms.top_suit
            if which < 3:
                kind, mixed = (hands.TOP_678 if top else hands.SUITED_678), hands.MIXED_678
            else:
                kind, mixed = (hands.TOP_777 if top else hands.SUITED_777), hands.MIXED_777
                if doubles == 0 and up == 7:
                    super_bonus += share
            base = WON + doubles * hands.KINDS
            law[up, DEALER_IDLE, base + terms.paid[0, doubles, kind]] += share
            law[up, DEALER_IDLE, base + terms.paid[0, doubles, mixed]] -= share
        play_on(
            0, up, 0, 0, weight, counts, numbers, terms, choices, totals, no_place, no_totals, law[up], True
        )
        if terms.knows_blackjack:
            law[up, DEALER_BLACKJACK, :] = 0.0
            law[up, DEALER_BLACKJACK, LOST] = lost_at_once
    return super_bonus
