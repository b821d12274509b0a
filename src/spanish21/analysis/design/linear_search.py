"""Every choice of whole numbers that keeps linear sums within bounds.

The sums are in whole numbers without bound, so nothing is rounded. A branch in which a bound can no longer be
kept, for any other numbers, is not entered.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple


class LinearBound(NamedTuple):
    """`constant + sum(factor * number)` must not be below 0."""

    factors: tuple[Fraction, ...]
    constant: Fraction


def solutions(
    values: Sequence[Sequence[int]], bounds: Sequence[LinearBound], falling: Sequence[int] = ()
) -> Iterator[tuple[int, ...]]:
    """Every choice of one of `values` for each place that keeps all bounds.

    The numbers of the places in `falling` must not rise from one of them to the next.
    """
    whole = [_in_whole_numbers(bound) for bound in bounds]
    before = {place: falling[at - 1] for at, place in enumerate(falling) if at}
    most_left = [_most_left(values, factors) for factors, _ in whole]
    chosen = [0] * len(values)

    def choose(place: int, sums: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if place == len(values):
            yield tuple(chosen)
            return
        roof = chosen[before[place]] if place in before else None
        for number in values[place]:
            if roof is not None and number > roof:
                continue
            after = tuple(total + whole[at][0][place] * number for at, total in enumerate(sums))
            if all(total + most_left[at][place + 1] >= 0 for at, total in enumerate(after)):
                chosen[place] = number
                yield from choose(place + 1, after)

    start = tuple(constant for _, constant in whole)
    if all(total + most_left[at][0] >= 0 for at, total in enumerate(start)):
        yield from choose(0, start)


def _in_whole_numbers(bound: LinearBound) -> tuple[list[int], int]:
    size = lcm(*(part.denominator for part in (*bound.factors, bound.constant)))
    return [int(factor * size) for factor in bound.factors], int(bound.constant * size)


def _most_left(values: Sequence[Sequence[int]], factors: Sequence[int]) -> list[int]:
    """`[place]`: the most that this place and those after it can add."""
    most = [0]
    for numbers, factor in zip(reversed(values), reversed(factors), strict=True):
        most.append(most[-1] + max(factor * min(numbers), factor * max(numbers)))
    return most[::-1]
