"""A small network in numpy: two hidden layers that learn the value of each action from explored rounds."""

from itertools import pairwise
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.environments.actions import FIRST_WAGER
from spanish21.environments.learning.exploration import Explored, best_actions
from spanish21.environments.observation import PLACE
from spanish21.game.rules import Rules

TABLES = 1_024
HIDDEN = 64
RATES = (3e-3, 1e-4)
"""The rate of learning at the beginning and at the end; between them it falls by the same part each round."""
FADING = (0.9, 0.999)
"""How the two means of Adam fade (Kingma and Ba)."""
Floats = NDArray[numpy.float32]


def features_of(rows: Any) -> Floats:
    """A row of numbers from 0 to 1 for each observation: totals, up cards and pairs as places in lists."""
    column = {name: rows[:, place].astype(numpy.int64) for name, place in PLACE.items()}
    total = numpy.eye(31, dtype=numpy.float32)[column["total"]]
    soft = total * column["soft"][:, None]
    parts = [total, soft, numpy.eye(11, dtype=numpy.float32)[column["up"]]]
    parts += [numpy.eye(11, dtype=numpy.float32)[column["pair"]]]
    parts += [numpy.eye(4, dtype=numpy.float32)[numpy.minimum(column["doubles"], 3)]]
    parts += [numpy.eye(7, dtype=numpy.float32)[numpy.clip(column["cards"] - 1, 0, 6)]]
    parts += [numpy.eye(4, dtype=numpy.float32)[column["mark"]]]
    parts += [column["split"][:, None].astype(numpy.float32)]
    return numpy.concatenate(parts, axis=1)


FEATURES = 31 + 31 + 11 + 11 + 4 + 7 + 4 + 1


class Network:
    """Weights and offsets of three layers, and a policy."""

    def __init__(self, chance: numpy.random.Generator) -> None:
        sizes = (FEATURES, HIDDEN, HIDDEN, FIRST_WAGER)
        self.weights: list[Floats] = []
        for before, after in pairwise(sizes):
            drawn = chance.normal(0.0, (2.0 / before) ** 0.5, (before, after))
            self.weights += [drawn.astype(numpy.float32), numpy.zeros(after, dtype=numpy.float32)]
        self._means = [numpy.zeros_like(one) for one in self.weights]
        self._squares = [numpy.zeros_like(one) for one in self.weights]
        self._steps = 0

    def __call__(self, rows: Any, masks: Any) -> Any:
        return best_actions(self.layers(features_of(rows))[-1], masks)

    def layers(self, features: Floats) -> list[Floats]:
        """What each layer makes of the features, the values of the actions last."""
        found = [features]
        for place in range(0, len(self.weights), 2):
            after = found[-1] @ self.weights[place] + self.weights[place + 1]
            found.append(after if place == len(self.weights) - 2 else numpy.maximum(after, 0.0))
        return found

    def fit(self, rows: Any, actions: Any, brought: Any, rate: float) -> None:
        """One step of Adam towards what these decisions brought."""
        layers = self.layers(features_of(rows))
        each = numpy.arange(len(actions))
        slope = numpy.zeros_like(layers[-1])
        slope[each, actions] = (layers[-1][each, actions] - brought) / len(actions)
        slopes: list[Floats] = []
        for place in range(len(self.weights) - 2, -1, -2):
            before = layers[place // 2]
            slopes = [before.T @ slope, slope.sum(axis=0), *slopes]
            slope = (slope @ self.weights[place].T) * (before > 0)
        self._move(slopes, rate)

    def _move(self, slopes: list[Floats], rate: float) -> None:
        self._steps += 1
        first, second = FADING
        for weight, mean, square, slope in zip(self.weights, self._means, self._squares, slopes, strict=True):
            mean += (1 - first) * (slope - mean)
            square += (1 - second) * (slope**2 - square)
            step = mean / (1 - first**self._steps)
            weight -= rate * step / (numpy.sqrt(square / (1 - second**self._steps)) + 1e-8)


def learned_network(rules: Rules, rounds: int, seed: int = 21) -> Network:
    """Learn from a number of rounds."""
    chance = numpy.random.default_rng(seed)
    found, tables, played = Network(chance), Explored(rules, min(TABLES, rounds), seed), 0
    begin, end = RATES
    while played < rounds:
        tried = tables.play(found, chance)
        played += tried.rounds
        if len(tried.actions):
            rate = begin * (end / begin) ** min(played / rounds, 1.0)
            found.fit(tried.rows, tried.actions, tried.brought, rate)
    return found
