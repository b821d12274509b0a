"""The mean square of a round's result from shoes that lack a card, without the whole law of each.

A box that is not split has one hand, whose law is exact from any shoe. Of a split box the squares of single
hands are exact, too; what two of its hands win times each other is taken from the shoe that is whole, for
each pair and up card. One card changes that by next to nothing.
"""

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.outcomes import (
    DEALER_BLACKJACK,
    DEALER_ENDS,
    results,
    results_against_blackjack,
)
from spanish21.analysis.law.distribution import SplitResults
from spanish21.analysis.law.hand_laws import first_laws, split_laws
from spanish21.analysis.worth.table_edge import Edge

Floats = NDArray[numpy.float64]


class SecondMoment:
    """The mean square of a round under fixed play, without fixed payouts."""

    def __init__(self, whole: Edge) -> None:
        law, squares = split_laws(whole), _squares(whole, True)
        self.together = numpy.zeros((11, 11))
        """`[value, up]`: what the hands of a split box add to its square beyond the square of each."""
        for value, up in numpy.argwhere(law.weight > 0.0):
            box = SplitResults(whole, int(value), int(up), law.law[value, up])
            self.together[value, up] = box.mean_square - (law.law[value, up] * squares).sum()

    def of(self, found: Edge) -> float:
        """The same table from another shoe."""
        single, split = first_laws(found)[0].sum(axis=0), split_laws(found)
        of_hands = (split.law * _squares(found, True)).sum(axis=(2, 3))
        of_boxes = float((split.weight * (of_hands + self.together)).sum())
        return float((single * _squares(found, False)).sum()) + of_boxes


def _squares(found: Edge, split: bool) -> Floats:
    """`[dealer, category]`: the square of what a hand wins; nothing where a Blackjack ended the round before
    the box was split."""
    terms = found.terms
    squares = numpy.repeat(results(terms, split)[None] ** 2, DEALER_ENDS, axis=0)
    if terms.knows_blackjack:
        squares[DEALER_BLACKJACK] = 0.0 if split else 1.0
    else:
        squares[DEALER_BLACKJACK] = results_against_blackjack(terms, split) ** 2
    return squares
