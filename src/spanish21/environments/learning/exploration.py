"""Rounds to learn from: in each, one decision is drawn at random, and what the round brings is its result.

Everything after it is decided by the policy so far: no decision is credited with what others explored.
"""

from typing import Any, NamedTuple

import numpy

from spanish21.environments import functional
from spanish21.environments.actions import Action
from spanish21.environments.measuring.policies import Policy
from spanish21.environments.observation import FIELDS, TO_PLAY
from spanish21.environments.table_rules import table_rules
from spanish21.game.rules import Rules, least_wager

EXPLORES = 0.5
"""How likely a decision is the one that is drawn at random, if none before it was."""
NEVER = (Action.DOUBLE_FOR_LESS, Action.INSURE)
"""What is not learned."""


class Tried(NamedTuple):
    """Decisions that were drawn, and what their rounds brought."""

    rows: Any
    actions: Any
    brought: Any
    rounds: int
    """How many rounds have ended, those without such a decision too."""


class Explored:
    """Tables of some rules, at each of which one decision of a round is drawn at random."""

    def __init__(self, rules: Rules, number: int, seed: int) -> None:
        self._rules, self._number = table_rules(rules, least_wager(rules)), number
        self._states, self._shown = functional.reset(self._rules, number, seed)
        self._has_explored = numpy.zeros(number, dtype=bool)
        self._rows = numpy.zeros((number, len(FIELDS)), dtype=numpy.int16)
        self._tried = numpy.zeros(number, dtype=numpy.int64)

    def play(self, policy: Policy, chance: numpy.random.Generator) -> Tried:
        """One action at every table, and the decisions whose rounds ended with it."""
        shown = self._shown
        actions = policy(shown.rows, shown.masks)
        is_free = (shown.rows[:, 0] == TO_PLAY) & ~self._has_explored
        explores = is_free & (chance.random(self._number) < EXPLORES)
        drawn = drawn_actions(shown.masks[explores], chance)
        actions[explores] = drawn
        self._rows[explores], self._tried[explores] = shown.rows[explores], drawn
        self._has_explored |= explores
        functional.step(self._rules, self._states, actions, out=(self._states, shown))
        ended = shown.ended & self._has_explored
        self._has_explored &= ~shown.ended
        found = self._rows[ended].copy(), self._tried[ended].copy(), shown.rewards[ended].copy()
        return Tried(*found, int(shown.ended.sum()))


def drawn_actions(masks: Any, chance: numpy.random.Generator) -> Any:
    """A legal action for each, each as likely as any other."""
    return (learned_masks(masks) * (chance.random(masks.shape) + 1e-9)).argmax(axis=1)


def learned_masks(masks: Any) -> Any:
    """The masks without what is not learned: doubles for less and insurance."""
    masks = masks.copy()
    masks[:, NEVER] = 0
    return masks


def best_actions(values: Any, masks: Any) -> Any:
    """The best legal actions by their values, `[table, action]`."""
    return numpy.where(learned_masks(masks) == 1, values, -numpy.inf).argmax(axis=1)
