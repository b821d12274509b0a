"""Tabular Q-learning (Watkins): a decision is worth what it brought, and what the next seems to be worth."""

from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.environments import functional
from spanish21.environments.actions import FIRST_WAGER
from spanish21.environments.learning.exploration import best_actions, drawn_actions, learned_masks
from spanish21.environments.measuring.hand_kinds import SIZES, kinds_of
from spanish21.environments.observation import TO_PLAY
from spanish21.environments.table_rules import table_rules
from spanish21.game.rules import Rules, least_wager

TABLES = 4_096
EXPLORES = 0.15
"""How often an action is drawn at random."""
SLOWS = 0.75
"""How fast the rate of learning falls with the number of updates: to this power."""


class QTable:
    """Values by kind of hand and action, the policy that follows them, and how often each was updated."""

    def __init__(self) -> None:
        kinds = int(numpy.prod(SIZES))
        self.values: NDArray[numpy.float64] = numpy.zeros((kinds, FIRST_WAGER))
        self.updates = numpy.zeros((kinds, FIRST_WAGER))

    def __call__(self, rows: Any, masks: Any) -> Any:
        return best_actions(self.values[kinds_of(rows)], masks)

    def update(self, kinds: Any, actions: Any, targets: Any) -> None:
        """Move the values of these decisions towards their targets, all of one decision together."""
        places, size = kinds * FIRST_WAGER + actions, self.values.size
        times = numpy.bincount(places, minlength=size).reshape(self.values.shape)
        sums = numpy.bincount(places, weights=targets, minlength=size).reshape(self.values.shape)
        self.updates += times
        rate = times / numpy.maximum(self.updates, 1.0) ** SLOWS
        wanted = sums / numpy.maximum(times, 1)
        self.values += numpy.where(times > 0, numpy.minimum(rate, 1.0) * (wanted - self.values), 0.0)


def q_learning(rules: Rules, rounds: int, seed: int = 21) -> QTable:
    """Learn from a number of rounds."""
    tables = table_rules(rules, least_wager(rules))
    number, chance, found, played = min(TABLES, rounds), numpy.random.default_rng(seed), QTable(), 0
    states, shown = functional.reset(tables, number, seed)
    while played < rounds:
        kinds, plays = kinds_of(shown.rows), shown.rows[:, 0] == TO_PLAY
        actions = best_actions(found.values[kinds], shown.masks)
        draws = chance.random(number) < EXPLORES
        actions[draws] = drawn_actions(shown.masks[draws], chance)
        functional.step(tables, states, actions, out=(states, shown))
        after = found.values[kinds_of(shown.rows)]
        best = numpy.where(learned_masks(shown.masks) == 1, after, -numpy.inf).max(axis=1)
        targets = numpy.where(shown.ended, shown.rewards, best)
        found.update(kinds[plays], actions[plays], targets[plays])
        played += int(shown.ended.sum())
    return found
