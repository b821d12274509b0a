"""What the policy `zero-memory` leaves on the table: a bound on the gain of looking at the other split hands.

A hand that is played by fixed decisions is worth the same on average, however many cards other hands have
drawn before it and whenever they stopped; one that is played by the best decisions for the cards that are
gone is worth more, the more of them it knows. So whoever looks at the earlier hands gains no more with a hand
than somebody who is shown as many random cards as those hands can have drawn and then plays it at its best.
The shown cards are drawn by chance, from a seed: the bound is a mean over samples. Whether a pair is split
again is left as it is.
"""

from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import dealer_totals
from spanish21.analysis.hands.hand_values import played_values
from spanish21.analysis.splits.split_values import chances_of_hands
from spanish21.analysis.worth.table_edge import Edge, most_hands_of, pair_states
from spanish21.strategy import FIRST, HIT, SPLIT, UP_VALUES, hand_numbers

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

CARDS_OF_A_HAND = 8
"""More cards than this are drawn to a split hand less than once in a million."""
MOST_HANDS = 4
"""Boxes with more hands are taken to gain with each of them what the last of so many gains."""


class MemoryBound(NamedTuple):
    """No play that looks at the other hands of its box gains more than this, in wagers for each round."""

    gain: float
    error: float
    """The standard error of its sampling."""


def memory_bound(found: Edge, samples: int = 20, seed: int = 21) -> MemoryBound:
    """The bound for a table under its best strategy."""
    chance = numpy.random.default_rng(seed)
    drawn = numpy.zeros(samples)
    for value in UP_VALUES:
        often = numpy.array([_often_split(found, value, up) for up in range(11)])
        if not often.any():
            continue
        gains = {
            (others, earlier): _gains(found, value, others, earlier, samples, chance)
            for others in range(1, MOST_HANDS)
            for earlier in range(others + 1)
        }
        for up in numpy.flatnonzero(often):
            limit = most_hands_of(found.rules, value)
            shares = chances_of_hands(found.plan, limit, value, int(up))
            for hands in range(2, len(shares)):
                for place in range(hands):
                    others = min(hands - 1, MOST_HANDS - 1)
                    drawn += often[up] * shares[hands] * gains[others, min(place, others)][:, up]
    return MemoryBound(float(drawn.mean()), float(drawn.std(ddof=1) / samples**0.5))


def gain_of_pair(found: Edge, value: int, up: int, hands: int, samples: int, seed: int) -> float:
    """The bound for a box of so many hands of one pair against one up card."""
    chance = numpy.random.default_rng(seed)
    gains = [_gains(found, value, hands - 1, place, samples, chance)[:, up].mean() for place in range(hands)]
    return float(sum(gains))


def _often_split(found: Edge, value: int, up: int) -> float:
    """How often a pair is dealt and split, or would be if its hands gained a hundredth of a wager more."""
    if up == 0:
        return 0.0
    often = 0.0
    for state in pair_states(value):
        splitting = found.option[SPLIT, state, up]
        best = numpy.nanmax(found.option[:, state, up]) if found.dealt[state, up] > 0.0 else numpy.nan
        if found.choices[FIRST, state, up] == SPLIT or splitting > best - 0.01:
            often += float(found.dealt[state, up] * found.up[up])
    return often


def _gains(
    found: Edge, value: int, others: int, earlier: int, samples: int, chance: numpy.random.Generator
) -> Floats:
    """`[sample, up]`: what a hand gains by its best play beside so many others, some of which are over."""
    counts, suits = found.shoe.values, found.shoe.ranks
    left = counts.copy()
    left[value] = max(left[value] - others, 1)
    gains = numpy.zeros((samples, 11))
    number = CARDS_OF_A_HAND * earlier
    for sample in range(samples if number else 1):
        shown = chance.multivariate_hypergeometric(left, number) if number else numpy.zeros_like(left)
        gains[sample if number else slice(None)] = _gain(found, left - shown, suits, value)
    return gains


def _gain(found: Edge, counts: Ints, suits: Ints, value: int) -> Floats:
    """`[up]`: what a split hand that begins with `value` gains by its best play from such a shoe."""
    numbers = hand_numbers()
    totals = dealer_totals(counts, numbers.held.astype(numpy.int16), found.rules.dealer_hits_soft_17)
    start = numbers.following[0, value]
    fixed, best = (
        played_values(counts, suits, totals, found.terms, found.choices.copy(), True, chooses).option[
            HIT, start
        ]
        for chooses in (False, True)
    )
    return numpy.asarray(numpy.nan_to_num(numpy.maximum(best - fixed, 0.0)))
