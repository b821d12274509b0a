"""Playing efficiency: how much of what perfect play could gain from knowing the cards left a count gives.

The method is Griffin's, with exact effects: at each depth the difference of two options has, to the first
order, a known mean and variance, and is taken as normal. A player who knows every card gains its worth
whenever it is above nothing; a count sees the part of it that goes with the count.
"""

from math import erf, isnan, pi, sqrt

import numpy
from numpy.typing import NDArray

from spanish21.analysis.counts.decision_points import Points, expanded, points_of
from spanish21.analysis.counts.removed_shoes import Expansion, RemovedShoes
from spanish21.analysis.counts.true_counts import CountLaw
from spanish21.strategy import OPTIONS

Floats = NDArray[numpy.float64]


def playing_efficiency(shoes: RemovedShoes, law: CountLaw) -> float:
    """The part of the gain of perfect play that a count's tags can give, over the depths of a law."""
    points = points_of(shoes)
    perfect, counted = _gains(shoes, points, expanded(shoes, points, second=False), law)
    return counted / perfect if perfect else 0.0


def _gains(shoes: RemovedShoes, points: Points, values: Expansion, law: CountLaw) -> tuple[float, float]:
    """What perfect play gains over the chart in a round, and what the count gives of it."""
    places = numpy.arange(len(points.state))
    left = shoes.shoe.values - points.seen
    cards = left.sum(axis=1)
    share = left / cards[:, None]
    tag = numpy.zeros(11)
    for value, place in law.tag_of_value.items():
        tag[value] = law.tags[place]
    tags = tag[None] - (share @ tag)[:, None]
    spread_of_tags = (share * tags**2).sum(axis=1)
    mean = values.mean - values.mean[places, points.chosen][:, None]
    perfect = numpy.zeros((len(law.begins), len(points.state)))
    counted = numpy.zeros_like(perfect)
    for option in range(len(OPTIONS)):
        effects = (values.first[:, places, option] - values.first[:, places, points.chosen]).T
        variance = (share * effects**2).sum(axis=1)
        with_tags = (share * effects * tags).sum(axis=1) ** 2 / numpy.maximum(spread_of_tags, 1e-300)
        for depth, begin in enumerate(law.begins):
            unseen = begin - points.seen.sum(axis=1)
            drawn = (cards - unseen) / numpy.maximum((cards - 1.0) * unseen, 1.0)
            for gains, part in ((perfect, variance), (counted, with_tags)):
                gain = _above_nothing(mean[:, option], numpy.sqrt(numpy.maximum(part * drawn, 0.0)))
                gains[depth] = numpy.fmax(gains[depth], gain)
    return float(law.shares @ perfect @ points.often), float(law.shares @ counted @ points.often)


def _above_nothing(mean: Floats, deviation: Floats) -> Floats:
    """The worth of a normal difference to those who take it only when it is above 0."""
    with numpy.errstate(divide="ignore", invalid="ignore"):
        at = mean / deviation
        gain = deviation * numpy.exp(-0.5 * at * at) / numpy.sqrt(2.0 * pi) + mean * _normal(at)
    return numpy.asarray(numpy.where(deviation > 0.0, gain, numpy.maximum(mean, 0.0)))


def _normal(at: Floats) -> Floats:
    """The normal distribution function."""
    half = numpy.array([erf(one / sqrt(2.0)) if not isnan(one) else numpy.nan for one in at.tolist()])
    return numpy.asarray((1.0 + half) / 2.0)
