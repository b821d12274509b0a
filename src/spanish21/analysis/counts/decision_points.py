"""The decisions that a round comes to, and the worth of each option of each at every true count.

A point is a hand against an up card, with the doubles made. What its options win, later decisions by the
chart, is expanded in the cards still unseen (removed_shoes.py); the mean of an expansion at a true count
follows from how likely the next two cards are then (true_counts.py).
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.charts.weighed_options import reached
from spanish21.analysis.counts.removed_shoes import Expansion, RemovedShoes
from spanish21.analysis.counts.true_counts import CountChances, CountLaw
from spanish21.analysis.worth.table_edge import PLAYER_OPTIONS, Edge
from spanish21.errors import BadInput
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    MOST_DOUBLES,
    OPTIONS,
    RESCUE,
    SPLIT,
    STAND,
    SUITED_STATES,
    SURRENDER,
    doubled_situation,
    hand_numbers,
    hand_of_state,
    suited_numbers,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

SEVEN = 7
SUITED_OF_A_PAIR = 8
RAREST = 1e-7
"""Decisions that a round comes to less often are left out."""
AT_ONCE = 600
"""Points whose chances are in memory at a time."""


class Points(NamedTuple):
    """Decisions of hands that have not been split."""

    state: Ints
    hand: Ints
    up: Ints
    doubles: Ints
    often: Floats
    """How often a round from the whole shoe comes to it, by the chart."""
    chosen: Ints
    """The chart's option."""
    seen: Floats
    """`[point, value]`: its cards and the up card."""

    def at(self, places: Any) -> "Points":
        """Some of them."""
        return Points(*(column[places] for column in self))

    @property
    def is_of_two(self) -> NDArray[numpy.bool_]:
        return numpy.asarray(hand_numbers().size[self.hand] == 2)


class PointValues(NamedTuple):
    """The frequencies and worths at every true count, over the depths at which rounds begin."""

    often: Floats
    """`[point, true count]`: how often a round comes there with this true count."""
    worth: Floats
    """`[point, option, true count]`: what an option adds to a round then; nan where it is not allowed."""


def points_of(shoes: RemovedShoes) -> Points:
    """The decisions that the whole shoe leads to."""
    found, numbers = shoes.whole, hand_numbers()
    if found.terms.aces_count_1 or found.rules.may_draw_after_double:
        raise BadInput(
            f"play by the count is not found for {found.rules.book}: its doubled hands are of two kinds"
        )
    weight = reached(found)
    natural = int(numbers.following[numbers.following[0, 1], 10])
    weight[:, natural] = 0.0
    doubles, state, up = numpy.nonzero(weight > RAREST)
    multisets = len(numbers.hard)
    suited = suited_numbers()
    hand = numpy.array([hand_of_state(int(one), multisets, suited) for one in state], dtype=numpy.int64)
    seen = numbers.held[hand].astype(numpy.float64)
    seen[numpy.arange(len(up)), up] += 1.0
    situations = [FIRST, *(doubled_situation(number, False) for number in range(1, MOST_DOUBLES + 1))]
    chosen = found.choices[numpy.array(situations)[doubles], state, up].astype(numpy.int64)
    points = Points(state, hand, up, doubles, weight[doubles, state, up], chosen, seen)
    allowed = ~numpy.isnan(option_values(found, points))
    chosen[~allowed[numpy.arange(len(chosen)), chosen]] = STAND
    some = (allowed.sum(axis=1) > 1) & (seen.sum(axis=1) < shoes.cards / 2)
    return points.at(some)


def option_values(found: Edge, points: Points) -> Floats:
    """`[point, option]`: what each option wins, joint with no dealer's Blackjack."""
    values = numpy.full((len(points.state), len(OPTIONS)), numpy.nan)
    whole = points.doubles == 0
    alike = [found.option[:, states[whole], points.up[whole]].T for states in _alike(found, points.state)]
    values[whole, :PLAYER_OPTIONS] = sum(alike) / len(alike)
    values[numpy.ix_(~points.is_of_two, numpy.array([SPLIT, SURRENDER]))] = numpy.nan
    after = found.first.doubled_option[:, points.doubles[~whole], points.hand[~whole], points.up[~whole]]
    for place, option in enumerate((STAND, RESCUE, DOUBLE)):
        values[~whole, option] = after[place]
    return values


def _alike(found: Edge, states: Ints) -> list[Ints]:
    """The states and those that differ from them in the names of suits: shoes are priced under one name."""
    multisets, top = len(hand_numbers().hard), found.rules.top_suit
    others = [suit for suit in range(4) if suit != top]
    suit = (states - multisets) % 8 // 2
    is_plain = (states >= multisets) & (suit != top)
    return [numpy.where(is_plain, states + 2 * (other - suit), states) for other in others]


def expanded(shoes: RemovedShoes, points: Points, second: bool = True) -> Expansion:
    """The options' values by the cards still unseen."""
    values = shoes.expansion(lambda found: option_values(found, points), points.seen, second)
    # Two suited 7s leave fewer of their suit than of the others: the mean over the 7s that are left follows
    # from the other values, since all cards together add nothing.
    sevens = points.state >= len(hand_numbers().hard) + SUITED_STATES - SUITED_OF_A_PAIR
    left = (shoes.shoe.values - points.seen[sevens]).T[:, :, None]
    others = numpy.delete(numpy.arange(11), SEVEN)
    if (left[SEVEN] > 0).all():
        rest = (left[others] * values.first[others][:, sevens]).sum(axis=0)
        values.first[SEVEN, sevens] = -rest / left[SEVEN]
    return values


def values_by_count(shoes: RemovedShoes, points: Points, values: Expansion, law: CountLaw) -> PointValues:
    """The frequencies and worths at every true count."""
    number, counts = shoes.shoe.values.astype(numpy.float64), len(law.true_counts)
    often = numpy.zeros((len(points.state), counts))
    worth = numpy.zeros((len(points.state), len(OPTIONS), counts))
    seen = tags_seen(points, law)
    shown = points.seen.sum(axis=1).astype(numpy.int64)
    behind = int(shoes.rules.hole_card)
    for begin, share in zip(law.begins, law.shares, strict=True):
        for size in numpy.unique(shown).tolist():
            here = numpy.flatnonzero(shown == size)
            told, place = numpy.unique(seen[here], axis=0, return_inverse=True)
            chances = law.chances(begin - size, told, behind, len(values.second) > 0)
            for start in range(0, len(here), AT_ONCE):
                part, at = here[start : start + AT_ONCE], place.ravel()[start : start + AT_ONCE]
                left = number - points.seen[part]
                worth[part] += share * _means(values, part, left, at, chances, law)
                often[part] += share * chances.alone[at]
    of_round = points.often[:, None]
    return PointValues(often * of_round, worth * of_round[:, None])


def tags_seen(points: Points, law: CountLaw) -> Ints:
    """`[point, tag]`: the tags of a hand's cards and the up card."""
    found = numpy.zeros((len(points.state), len(law.tags)), dtype=numpy.int64)
    for value, tag in law.tag_of_value.items():
        found[:, tag] += points.seen[:, value].astype(numpy.int64)
    return found


def _means(
    values: Expansion, part: Ints, left: Floats, at: Ints, chances: CountChances, law: CountLaw
) -> Floats:
    """`[point, option, true count]`: the expansion's means, joint with the true count."""
    tags = law.tag_of_value
    columns: list[Any] = [chances.alone[at]]
    terms: list[Any] = [values.mean[part]]
    for one, tag in tags.items():
        columns.append(left[:, one, None] * chances.with_one[at, tag])
        terms.append(values.first[one][part])
    for one, tag in tags.items() if len(values.second) else ():
        for other, tag_of_other in tags.items():
            if one <= other:
                ways = left[:, one] * (left[:, other] - (one == other)) * (1 if one == other else 2)
                columns.append(ways[:, None] * chances.with_two[at, tag, tag_of_other])
                terms.append(values.second[one, other][part])
    return numpy.asarray(numpy.matmul(numpy.stack(terms, axis=2), numpy.stack(columns, axis=1)))
