"""How the results of boxes in one round hang together: they meet the same dealer's hand.

Given the up card and how the dealer's hand ends, boxes are taken as independent; what the cards of one box
change for another is left out, as is that a box which is over early may see the dealer's hand end otherwise.
A simulation of several boxes agrees (docs/analysis.md).
"""

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.outcomes import (
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    DEALER_IDLE,
    results,
    results_against_blackjack,
)
from spanish21.analysis.law.hand_laws import first_laws, split_laws
from spanish21.analysis.worth.table_edge import Edge

Floats = NDArray[numpy.float64]


def covariance_of_boxes(edge: Edge) -> float:
    """The covariance of two boxes' results in one round, in wagers squared."""
    means, chances = means_by_dealer(edge)
    total = float((means * chances).sum())
    return float((means**2 * chances).sum()) - total**2


def means_by_dealer(edge: Edge) -> tuple[Floats, Floats]:
    """`[up, dealer's end]`: a box's average win, and the chance of this end of the dealer's hand."""
    terms, counts = edge.terms, edge.shoe.values.astype(numpy.float64)
    cards = float(counts.sum())
    first, split = first_laws(edge)[0], split_laws(edge)
    won = numpy.zeros((11, DEALER_IDLE + 1))
    for law, is_split in ((first, False), ((split.weight[..., None, None] * split.law).sum(axis=0), True)):
        plain, of_blackjack = results(terms, is_split), results_against_blackjack(terms, is_split)
        won += (law * plain).sum(axis=2)
        won[:, DEALER_BLACKJACK] -= (law[:, DEALER_BLACKJACK] * plain).sum(axis=1)
        if not terms.knows_blackjack:
            won[:, DEALER_BLACKJACK] += (law[:, DEALER_BLACKJACK] * of_blackjack).sum(axis=1)
    ends = numpy.zeros((11, DEALER_BLACKJACK + 1))
    for up in range(1, 11):
        if counts[up] <= 0.0:
            continue
        others = 10 if up == 1 else 1 if up == 10 else 0
        blackjack = counts[others] / (cards - 1.0) if others else 0.0
        ends[up, :DEALER_BUSTS] = edge.totals[0, up]
        ends[up, DEALER_BLACKJACK] = blackjack
        ends[up, DEALER_BUSTS] = 1.0 - blackjack - edge.totals[0, up].sum()
    chances = edge.up[:, None] * ends
    before = chances[:, :DEALER_BLACKJACK].sum(axis=1, keepdims=True)
    # Wins that do not depend on the dealer are spread over the ends without a Blackjack.
    idle = won[:, DEALER_IDLE, None] * chances / numpy.maximum(before, 1e-300)
    idle[:, DEALER_BLACKJACK] = 0.0
    sums = won[:, : DEALER_BLACKJACK + 1] + idle
    # The results of a player's Blackjack follow from the expected value given the up card.
    sums[:, DEALER_BLACKJACK] += edge.up * edge.by_up - sums.sum(axis=1)
    return numpy.divide(sums, chances, out=numpy.zeros_like(sums), where=chances > 0.0), chances
