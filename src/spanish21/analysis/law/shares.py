"""Drawing without replacement as drawing with replacement from shares of the values that vary a little.

Cards drawn without replacement have the moments of shares x that follow a Dirichlet law whose parameters are
the counts of the shoe with a minus sign: the chance of any cards is the mean of the product of their shares.
Given the shares, draws are independent, and so are the hands of a box and the dealer's. The law is broken
like a stick into independent parts, each with a small (negative) variance; means over it are taken at points
around the middle with weights that have the right moments. Order `m` counts everything to the m-th power of
one over the number of cards; the points of an order are among those of the next. The suits of the cards of a
rank are a separate stick.
"""

from functools import cache
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

VALUES = 10
FROM_VALUE_ON = 10
"""Plus a value: the row of the share of that value and all higher ones."""
SUITED = 1 + 2 * VALUES
"""From here on the rows of `suited_row`."""
FIRST_RANK, RANKS, SUITS = 6, 3, 4
"""Suits matter to 6s, 7s and 8s."""
MOST_ORDER = 6
COST_OF_SUITS = 2
"""A step in a suit counts as this many orders: suits change little."""
NO_SUITS = numpy.zeros((0, SUITS), dtype=numpy.int64)


class Shares(NamedTuple):
    """Where means over the shares of a shoe are taken."""

    rows: Floats
    """`[row, point]`: 1, then the share of each value 1 to 10, then those of `FROM_VALUE_ON`, then suits."""
    weights: Floats
    """`[order, point]`: they may be negative, and sum to 1."""


def suited_row(rank: int, suit: int, is_suited: bool) -> int:
    """The row of the share of a 6, 7 or 8 of a suit, or of any other suit; plain ints."""
    return SUITED + 2 * (SUITS * (rank - FIRST_RANK) + suit) + (0 if is_suited else 1)


def shares_of(counts: Ints, order: int, suits: Ints = NO_SUITS) -> Shares:
    """The points and weights, up to an order, of a shoe with this many cards of each value 1 to 10 (0
    unused).

    `suits[rank - 6, suit]`: how many of its 6s, 7s and 8s are of each suit, where that matters.
    """
    sticks = [_sorted(one) for one in (counts, *suits)]
    taken, rest = (numpy.concatenate(one) for one in zip(*map(_broken, sticks), strict=True))
    mean, step, parts = _moments(taken, rest, order)
    costs = _costs(sticks)
    steps = _steps(costs, order)
    weights = numpy.zeros((order + 1, len(steps)))
    weights[0] = 1.0
    for place, cost in enumerate(costs):
        of_part = numpy.zeros_like(weights)
        of_part[::cost] = parts[: order // cost + 1, place, steps[:, place] + order]
        weights = numpy.array(
            [(weights[: total + 1] * of_part[total::-1]).sum(axis=0) for total in range(order + 1)]
        )
    rows = numpy.zeros((suited_row(FIRST_RANK + len(suits), 0, True), len(steps)))
    rows[0] = 1.0
    left = mean + step * steps
    for rank, stick in enumerate(sticks, start=FIRST_RANK - 1):
        mine, left = left[:, : max(len(stick) - 1, 0)], left[:, max(len(stick) - 1, 0) :]
        rest_of_stick = numpy.ones(len(steps))
        for place, (which, _) in enumerate(stick):
            share = rest_of_stick * mine[:, place] if place < len(stick) - 1 else rest_of_stick
            rest_of_stick = rest_of_stick - share
            if rank < FIRST_RANK:
                rows[which] = share
            else:
                rows[suited_row(rank, which, True)] = rows[rank] * share
    rows[FROM_VALUE_ON + 1 : SUITED] = numpy.cumsum(rows[VALUES:0:-1], axis=0)[::-1]
    for place in range(SUITED, len(rows), 2):
        rows[place + 1] = rows[FIRST_RANK + (place - SUITED) // (2 * SUITS)] - rows[place]
    return Shares(rows, numpy.cumsum(weights, axis=0))


Stick = list[tuple[int, int]]
"""The places of a stick and how many cards each has, the fewest first."""


def _sorted(counts: Ints) -> Stick:
    return sorted(((int(one), int(counts[one])) for one in numpy.flatnonzero(counts)), key=lambda one: one[1])


def _broken(stick: Stick) -> tuple[Floats, Floats]:
    """The cards of each part but the last, and the cards left before it."""
    numbers = [count for _, count in stick]
    rest = [sum(numbers[place:]) for place in range(len(numbers) - 1)]
    return numpy.array(numbers[:-1], dtype=numpy.float64), numpy.array(rest, dtype=numpy.float64)


def _costs(sticks: list[Stick]) -> tuple[int, ...]:
    return tuple(
        COST_OF_SUITS if place else 1 for place, stick in enumerate(sticks) for _ in range(len(stick) - 1)
    )


def order_within(counts: Ints, most_points: int, suits: Ints = NO_SUITS) -> int:
    """The highest order of a shoe that has no more points than this: few values have few parts."""
    costs = _costs([_sorted(one) for one in (counts, *suits)])
    order = 1
    while order < MOST_ORDER and _points(costs, order + 1) <= most_points:
        order += 1
    return order


def _points(costs: tuple[int, ...], order: int) -> int:
    found = [1] + [0] * order
    for cost in costs:
        found = [
            found[total] + 2 * sum(found[total - cost :: -cost] if total >= cost else ())
            for total in range(order + 1)
        ]
    return sum(found)


@cache
def _steps(costs: tuple[int, ...], order: int) -> Ints:
    """`[point, part]`: how many steps from its mean each part is; together they cost the order at most."""
    found: list[tuple[tuple[int, ...], int]] = [((), order)]
    for cost in costs:
        found = [
            ((*steps, one), left - cost * abs(one))
            for steps, left in found
            for one in range(-(left // cost), left // cost + 1)
        ]
    return numpy.array([steps for steps, _ in found], dtype=numpy.int64).reshape(len(found), len(costs))


def _moments(taken: Floats, rest: Floats, order: int) -> tuple[Floats, Floats, Floats]:
    """The parts of sticks: their means, the steps between points, and `[order, part, step]` what each
    order adds to the weights.

    A part is what share of the `rest` the cards `taken` are: a beta law with both counts negative.
    """
    whole = numpy.maximum(rest, 1.0)
    mean = taken / whole
    spread, skew = mean * (1.0 - mean), 1.0 - 2.0 * mean
    moments = [numpy.ones_like(mean), numpy.zeros_like(mean)]
    for power in range(1, 2 * order):
        # The recursion of central moments of a beta law.
        lower = power / numpy.minimum(power - whole, -1.0)
        moments.append(lower * (skew * moments[power] + spread * moments[power - 1]))
    step = numpy.sqrt(-moments[2]) if order else numpy.zeros_like(mean)
    scale = numpy.where(step > 0.0, step, 1.0)
    scaled = numpy.array([moment / scale**power for power, moment in enumerate(moments)])
    weights = numpy.zeros((order + 1, len(mean), 2 * order + 1))
    for level in range(order + 1):
        places = numpy.arange(-level, level + 1)
        powers = numpy.vander(places, increasing=True).T
        found = numpy.linalg.solve(powers.astype(numpy.float64), scaled[: 2 * level + 1])
        weights[level, :, order - level : order + level + 1] = found.T
    weights[1:] -= weights[:-1].copy()
    return mean, step, weights
