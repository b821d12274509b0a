"""How a hand can end, as the categories in which its law is counted.

A law is an array `[dealer, category]` of probabilities (for a split box: expected numbers of hands). The first
five rows are the dealer's totals 17 to 21, then a dealer's bust, a dealer's Blackjack, and the hands that were
over before the dealer's hand mattered.
"""

import numpy
from numpy.typing import NDArray

from spanish21.analysis.terms import Terms
from spanish21.game import hands
from spanish21.strategy import MOST_DOUBLES

Floats = NDArray[numpy.float64]

DEALER_BUSTS, DEALER_BLACKJACK, DEALER_IDLE = 5, 6, 7
DEALER_ENDS = 8

LOST = 0
"""Plus the number of doubles, as for `RESCUED` and `TIED`."""
RESCUED = LOST + MOST_DOUBLES + 1
TIED = RESCUED + MOST_DOUBLES + 1
WON = TIED + MOST_DOUBLES + 1
"""Plus the number of doubles times `hands.KINDS`, plus the kind under which the hand is paid."""
SURRENDERED = WON + (MOST_DOUBLES + 1) * hands.KINDS
CATEGORIES = SURRENDERED + 1


def results(terms: Terms, split: bool) -> Floats:
    """What a hand wins in each category, in wagers, fixed payouts left out."""
    result = numpy.zeros(CATEGORIES)
    for doubles in range(MOST_DOUBLES + 1):
        result[LOST + doubles] = -terms.stake[doubles]
        result[RESCUED + doubles] = -terms.rescue[doubles]
        first = WON + doubles * hands.KINDS
        result[first : first + hands.KINDS] = terms.pay[int(split), doubles]
    result[SURRENDERED] = -terms.surrender[0] if terms.surrender[0] == terms.surrender[0] else 0.0
    return result


def stakes(terms: Terms) -> Floats:
    """What a hand has at stake when it ends in each category, a rescued double taken back."""
    staked = numpy.ones(CATEGORIES)
    for doubles in range(MOST_DOUBLES + 1):
        staked[LOST + doubles] = staked[TIED + doubles] = terms.stake[doubles]
        staked[RESCUED + doubles] = terms.stake[doubles]
        first = WON + doubles * hands.KINDS
        staked[first : first + hands.KINDS] = terms.stake[doubles]
    return staked
