"""The simulator's figures beside the analyser's, as the tests and the soak show them."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

import numpy

from spanish21.analysis.law.distribution import RoundLaw
from spanish21.cli.proving import Category, categories, cells_at_odds, simulated

__all__ = ["Category", "categories", "cells_at_odds", "distribution_of", "simulated", "table_of", "worst"]

FEWEST = 20.0
"""Results that are expected less often than this are joined with the next one inwards."""
NORMAL_99 = 2.5758293035489004


class Distribution(NamedTuple):
    """How often each result came up, as computed and as played."""

    cells: list[Category]
    deviation: Category
    """The standard deviation."""
    chi_squared: float
    limits: tuple[float, float]
    """Within which it is in 99 % of runs."""

    @property
    def fits(self) -> bool:
        return self.limits[0] < self.chi_squared < self.limits[1]


def distribution_of(law: RoundLaw, played: Mapping[float, int]) -> Distribution:
    """The law of a round and the counts of a run by result, in wagers."""
    assert law.super_bonus == 0.0, "fixed payouts are not in the law"
    rounds = sum(played.values())
    results = sorted({*map(_whole, law.results), *map(_whole, played)})
    chances = dict(zip(map(_whole, law.results), law.probabilities.tolist(), strict=True))
    counts = {_whole(result): count for result, count in played.items()}
    cells = _joined([(one, chances.get(one, 0.0), counts.get(one, 0)) for one in results], rounds)
    found = [
        Category(f"{one / 1e6:+g}", chance, count / rounds, sqrt(chance * (1 - chance) / rounds))
        for one, chance, count in cells
    ]
    chi_squared = sum((count - rounds * chance) ** 2 / (rounds * chance) for _, chance, count in cells)
    limits = [_chi_squared_at(way * NORMAL_99, len(cells) - 1) for way in (-1, 1)]
    return Distribution(found, _deviation(law, played), chi_squared, (limits[0], limits[1]))


def _whole(result: float) -> int:
    return round(result * 1e6)


def _joined(cells: list[tuple[int, float, int]], rounds: int) -> list[tuple[int, float, int]]:
    """The cells with the rare ones joined: from the lowest up, and what is then left at the top."""
    found: list[tuple[int, float, int]] = []
    for result, chance, count in cells:
        if found and found[-1][1] * rounds < FEWEST:
            _, more, counted = found.pop()
            chance, count = chance + more, count + counted
        found.append((result, chance, count))
    while len(found) > 1 and found[-1][1] * rounds < FEWEST:
        (_, chance, count), (result, more, counted) = found.pop(), found.pop()
        found.append((result, chance + more, count + counted))
    return found


def _deviation(law: RoundLaw, played: Mapping[float, int]) -> Category:
    rounds = sum(played.values())
    mean = sum(result * count for result, count in played.items()) / rounds
    variance = sum((result - mean) ** 2 * count for result, count in played.items()) / rounds
    fourth = float(((law.results - law.mean) ** 4 * law.probabilities).sum())
    error = sqrt((fourth - law.standard_deviation**4) / rounds) / (2.0 * law.standard_deviation)
    return Category("standard deviation", law.standard_deviation, float(numpy.sqrt(variance)), error)


def _chi_squared_at(normal: float, degrees: int) -> float:
    """Wilson and Hilferty's approximation of a quantile."""
    part = 2.0 / (9.0 * degrees)
    return float(degrees * (1.0 - part + normal * sqrt(part)) ** 3)


def worst(found: Iterable[Category]) -> Category:
    """The category with the largest deviation."""
    return max(found, key=lambda category: abs(category.deviation))


def table_of(found: Iterable[Category]) -> str:
    """The categories as a table of text, in hundredths of rounds and of wagers."""
    lines = [f"{'category':<22}{'analyser %':>15}{'simulated %':>15}{'error %':>13}{'deviation':>11}"]
    for one in found:
        lines.append(
            f"{one.name:<22}{100 * one.exact:>15.7f}{100 * one.simulated:>15.7f}{100 * one.error:>13.7f}"
            f"{one.deviation:>+11.2f}"
        )
    return "\n".join(lines)
