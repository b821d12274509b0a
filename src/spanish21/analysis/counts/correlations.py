"""How well the tags of a count follow the effects of removal.

A true count is, up to a factor, the sum of the tags of the cards dealt; the first order of what a
wager then gains is the sum of their effects. The correlation of the two is, at every depth, that of tags and
effects over the cards of a shoe. A tag is taken from the mean of all, so an unbalanced count is judged by its
true count.
"""

from collections.abc import Mapping, Sequence

import numpy
from numpy.typing import NDArray

from spanish21.analysis.counts.effects import MAIN, Removal
from spanish21.analysis.counts.side_effects import INSURANCE
from spanish21.game.cards import ACE, RANK_LETTERS

Floats = NDArray[numpy.float64]
NOTHING = 1e-14


def weights_of(found: Removal, wager: str = MAIN) -> dict[int, float]:
    """By card: how many of it may have gone; against an ace, one of the aces has not."""
    counts = found.shoe.counts
    weights = {card: float(counts[card >> 2][card & 3]) for card in found.effects[wager]}
    if wager == INSURANCE:
        aces = sum(counts[ACE])
        weights |= {card: one * (1 - 1 / aces) for card, one in weights.items() if card >> 2 == ACE}
    return weights


def correlation(found: Removal, tags: Mapping[str, int], wager: str = MAIN) -> float | None:
    """The correlation of a count's tags with a wager's effects; nothing if no card has an effect."""
    weights = weights_of(found, wager)
    by_card = [float(tags.get(RANK_LETTERS[card >> 2], 0)) for card in weights]
    effects = [found.effects[wager][card] for card in weights]
    return _correlation(numpy.array(list(weights.values())), numpy.array(by_card), numpy.array(effects))


def by_weight(weights: Sequence[float], tags: Sequence[float], effects: Sequence[float]) -> float:
    """The correlation of tags and effects of kinds of cards, each as many as its weight."""
    found = _correlation(*(numpy.array(one, dtype=numpy.float64) for one in (weights, tags, effects)))
    return found or 0.0


def _correlation(weights: Floats, tags: Floats, effects: Floats) -> float | None:
    share = weights / weights.sum()
    tags, effects = tags - share @ tags, effects - share @ effects
    spread = float(share @ tags**2) * float(share @ effects**2)
    if float(share @ effects**2) <= NOTHING**2:
        return None
    return float(share @ (tags * effects)) / spread**0.5 if spread else 0.0


def with_side_count(
    found: Removal, tags: Mapping[str, int], apart: Mapping[int, float], wager: str = MAIN
) -> float | None:
    """The correlation of the best sum of a count and of a second one, whose tags by card are `apart`."""
    weights = weights_of(found, wager)
    share = numpy.array(list(weights.values())) / sum(weights.values())
    effects = numpy.array([found.effects[wager][card] for card in weights])
    effects = effects - share @ effects
    if float(share @ effects**2) <= NOTHING**2:
        return None
    columns = numpy.array(
        [
            [float(tags.get(RANK_LETTERS[card >> 2], 0)) for card in weights],
            [apart.get(card, 0.0) for card in weights],
        ]
    )
    columns = (columns - (columns @ share)[:, None]) * numpy.sqrt(share)
    target = effects * numpy.sqrt(share)
    best = numpy.linalg.lstsq(columns.T, target, rcond=None)[0] @ columns
    return float(numpy.sqrt(best @ best / (target @ target)))
