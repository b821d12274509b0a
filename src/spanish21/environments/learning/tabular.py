"""Learning from scratch: a table of values by totals, from rounds at many tables and nothing else.

It learns the average of a decision's results, the older ones fading.
"""

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.environments.actions import FIRST_WAGER
from spanish21.environments.learning.exploration import Explored, best_actions
from spanish21.environments.measuring.hand_kinds import SIZES, kinds_of
from spanish21.environments.measuring.policies import Policy
from spanish21.errors import BadInput
from spanish21.game.rules import Rules

Values = NDArray[numpy.float64]
TABLES = 8_192
FADES = 0.5
EPOCHS = 12
"""How often in all the older observations fade, because the decisions after them have changed."""
MOST_ROUNDS = 10**10
UNTRIED = -100.0


class Learned:
    """What was learned: the sum and the number of observations of each action in each kind of state."""

    def __init__(self) -> None:
        kinds = int(numpy.prod(SIZES))
        self.sums, self.times = numpy.zeros((kinds, FIRST_WAGER)), numpy.zeros((kinds, FIRST_WAGER))

    @property
    def values(self) -> Values:
        """What each action seems to be worth; an action that was never tried, nothing."""
        return self.sums / numpy.maximum(self.times, 1.0)

    def __call__(self, rows: Any, masks: Any) -> Any:
        """The policy: the best of the legal actions, as far as was learned; an untried one comes last."""
        values = numpy.where(self.times > 0, self.values, UNTRIED)
        return best_actions(values[kinds_of(rows)], masks)

    def add(self, kinds: Any, actions: Any, brought: Any) -> None:
        places = kinds * FIRST_WAGER + actions
        size = self.sums.size
        self.sums += numpy.bincount(places, weights=brought, minlength=size).reshape(self.sums.shape)
        self.times += numpy.bincount(places, minlength=size).reshape(self.times.shape)

    def fade(self) -> None:
        self.sums *= FADES
        self.times *= FADES


def learn(rules: Rules | Sequence[Rules], rounds: int, seed: int = 21) -> Learned:
    """Learn from a number of rounds; about two million a second on one core. Several rules share the tables
    and the rounds among them, and what is learned is one policy for all."""
    books = (rules,) if isinstance(rules, Rules) else tuple(rules)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"rounds is {rounds}; it must be from 1 to {MOST_ROUNDS:,}")
    if not books:
        raise BadInput("there are no rules to learn from")
    number = max(min(TABLES, rounds) // len(books), 1)
    chance = numpy.random.default_rng(seed)
    groups = [Explored(one, number, seed + place) for place, one in enumerate(books)]
    learned, played, epoch = Learned(), 0, 0
    policy = policy_of_values(learned.values)
    while played < rounds:
        before = played
        for group in groups:
            tried = group.play(policy, chance)
            learned.add(kinds_of(tried.rows), tried.actions, tried.brought)
            played += tried.rounds
        if played * 200 // rounds != before * 200 // rounds:
            policy = policy_of_values(learned.values)
        if played * EPOCHS // rounds > epoch and played < rounds:
            epoch += 1
            learned.fade()
    return learned


def policy_of_values(values: Values) -> Policy:
    """The best action by a table of values, `[kind, action]`."""
    return lambda rows, masks: best_actions(values[kinds_of(rows)], masks)
