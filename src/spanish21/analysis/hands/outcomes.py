"""How a hand can end, as the categories in which its law is counted.

A law is an array `[dealer, category]` of probabilities (for a split box: expected numbers of hands). The
first five rows are the dealer's totals 17 to 21, then a dealer's bust, a dealer's Blackjack, and the hands
that were over before the dealer's hand mattered. In the row of a dealer's Blackjack a tie is a hand that
stood, a loss one that was bust; won is only a 21 that is paid immediately, or a two-card 21 of a split hand
where a ruling lets it beat a Blackjack.
"""

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.rule_terms import Terms
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
    """A hand's win in each category, in wagers, without fixed payouts."""
    result = numpy.zeros(CATEGORIES)
    for doubles in range(MOST_DOUBLES + 1):
        result[LOST + doubles] = -terms.stake[doubles]
        result[RESCUED + doubles] = -terms.rescue[doubles]
        first = WON + doubles * hands.KINDS
        result[first : first + hands.KINDS] = terms.pay[int(split), doubles]
    result[SURRENDERED] = -terms.surrender[0] if terms.surrender[0] == terms.surrender[0] else 0.0
    return result


def results_against_blackjack(terms: Terms, split: bool) -> Floats:
    """A hand's win in each category when the dealer has an undisclosed Blackjack.

    Where a box is split, what is won, and what is taken beyond the original wager, which the box loses once.
    """
    result = numpy.zeros(CATEGORIES)
    original = 0.0 if split else 1.0
    if (split and terms.split_21_beats_blackjack) or terms.any_21_beats_blackjack:
        result[WON:SURRENDERED] = terms.pay[int(split)].ravel()
    for doubles in range(MOST_DOUBLES + 1):
        result[LOST + doubles] = -terms.taken_busted[int(split), doubles] - original
        result[TIED + doubles] = -terms.taken_standing[int(split), doubles] - original
        result[RESCUED + doubles] = -terms.taken_rescued[int(split), doubles] - original
    result[SURRENDERED] = -1.0
    return result


def stakes(terms: Terms) -> Floats:
    """The money wagered on a hand that ends in each category, including a rescued double."""
    staked = numpy.ones(CATEGORIES)
    for doubles in range(MOST_DOUBLES + 1):
        first = WON + doubles * hands.KINDS
        for place in (LOST + doubles, TIED + doubles, RESCUED + doubles, slice(first, first + hands.KINDS)):
            staked[place] = terms.stake[doubles]
    return staked
