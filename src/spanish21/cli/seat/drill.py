"""The drill: hands of chosen kinds, one decision each; what was wrong comes again until it is right."""

import random

from spanish21.cli.seat.coach import Verdict, verdict_on
from spanish21.cli.seat.visit import Decision
from spanish21.game import commands as cmd
from spanish21.game.rules import Rules
from spanish21.game.table import Table
from spanish21.school.drill_hands import DrillHands

_AGAIN_AFTER = 3
"""This many other hands come before a hand that was played wrong comes again."""


class SeatDrill:
    """A drill of some kinds of hands at its own table."""

    def __init__(self, rules: Rules, who: str, kinds: tuple[str, ...], chance: random.Random) -> None:
        self._hands = DrillHands(rules, who, kinds, chance)
        self.who, self.kinds = who, self._hands.kinds
        self.right = self.asked = 0
        self.cost = 0.0
        self._again: list[tuple[int, Table]] = []

    def next_table(self) -> Table:
        """A table at which a hand of a kind that is drilled waits for a decision."""
        if self._again and (self._again[0][0] <= self.asked):
            return self._again.pop(0)[1]
        return self._hands.dealt()

    def answer(self, table: Table, command: cmd.Command) -> Verdict | None:
        """Judge a decision; a hand that was wrong comes again."""
        verdict = verdict_on(Decision(table, command))
        if verdict is None:
            return None
        self.asked += 1
        self.cost += verdict.cost
        if verdict.is_mistake:
            self._again.append((self.asked + _AGAIN_AFTER, table))
        else:
            self.right += 1
        return verdict
