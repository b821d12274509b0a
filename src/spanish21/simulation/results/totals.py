"""The totals of a run: whole numbers without bound, added task by task in their order."""

from typing import Any

import numpy

from spanish21.display.brief import brief
from spanish21.game.hands import KINDS
from spanish21.simulation.kernel.tally import ROUNDS, Tally
from spanish21.simulation.plan.count_names import BINS, MONEY_COLUMNS, MOST_BUCKETS, OUTCOMES, RESULTS
from spanish21.simulation.plan.kernel_records import ROUND_SUMS

NAMES = ("cells", "wagers", "levels", "rounds", "bins", "splits", "bonuses")
SPILL = 2**61
"""A 64-bit sum above this is carried over into whole numbers without bound before more is added."""

# Sums over clusters: how many, then of base, all and initial wagers the products that a ratio's error needs.
CLUSTERS, BASE_BASE, BASE_INITIAL, INITIAL_INITIAL, ALL_ALL, ALL_INITIAL = range(6)
_BASE, _ALL, _INITIAL = range(3)
PRODUCTS = {
    BASE_BASE: (_BASE, _BASE),
    BASE_INITIAL: (_BASE, _INITIAL),
    INITIAL_INITIAL: (_INITIAL, _INITIAL),
    ALL_ALL: (_ALL, _ALL),
    ALL_INITIAL: (_ALL, _INITIAL),
}
"""The columns of `records.CLUSTER` whose products are summed up."""


def _products(clusters: Any) -> Any:
    """The sums of the products of each two columns of the clusters, in numbers that are large enough."""
    columns = clusters.view(numpy.int64).reshape(len(clusters), -1)
    most = max(int(columns.max()), -int(columns.min()))
    if most * most * len(columns) > SPILL:
        columns = columns.astype(object)
    return columns.T @ columns


class Totals:
    """What all tasks so far add up to."""

    __repr__ = brief

    def __init__(self, boxes: int) -> None:
        self.tasks = 0
        self.clusters = [0] * 6
        self._shapes = {
            "cells": (3, boxes, 11, OUTCOMES),
            "wagers": (4, MONEY_COLUMNS),
            "levels": (3, MOST_BUCKETS),
            "rounds": (len(ROUND_SUMS),),
            "bins": (BINS,),
            "splits": (2, len(RESULTS)),
            "bonuses": (4, KINDS),
        }
        self._small = {name: numpy.zeros(shape, dtype=numpy.int64) for name, shape in self._shapes.items()}
        self._large: dict[str, Any] = {
            name: numpy.zeros(shape, dtype=object) for name, shape in self._shapes.items()
        }

    def add(self, tally: Tally) -> None:
        """Adds the sums of the next task."""
        for name in NAMES:
            small = self._small[name]
            small += getattr(tally, name)
            if max(int(small.max()), -int(small.min())) > SPILL:
                self._large[name] = self._large[name] + small.astype(object)
                small[:] = 0
        products, played = _products(tally.clusters), numpy.count_nonzero(tally.clusters["rounds"])
        for place, (one, other) in PRODUCTS.items():
            self.clusters[place] += int(products[one, other])
        self.clusters[CLUSTERS] += int(played)
        self.tasks += 1

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES:
            raise AttributeError(name)
        return self._large[name] + self._small[name].astype(object)

    @property
    def played(self) -> int:
        """The number of rounds."""
        return int(self._large["rounds"][ROUNDS] + int(self._small["rounds"][ROUNDS]))

    def copy(self) -> "Totals":
        """A copy of the totals, to continue from without changing these."""
        return totals_of(self.state())

    def state(self) -> dict[str, Any]:
        """The totals as they are written into a checkpoint."""
        sums = {name: [str(one) for one in getattr(self, name).ravel()] for name in NAMES}
        return {
            "boxes": self._shapes["cells"][1],
            "tasks": self.tasks,
            "clusters": [str(one) for one in self.clusters],
            **sums,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Totals) and self.state() == other.state()

    __hash__ = None  # type: ignore[assignment]


def totals_of(state: dict[str, Any]) -> Totals:
    """The totals in a checkpoint."""
    totals = Totals(int(state["boxes"]))
    totals.tasks = int(state["tasks"])
    totals.clusters = [int(one) for one in state["clusters"]]
    for name in NAMES:
        numbers = numpy.array([int(one) for one in state[name]], dtype=object)
        totals._large[name] = numbers.reshape(totals._shapes[name])
    return totals
