"""The rounds of a single table: played by the engine, or compiled with the engine's table on demand.

Both deal, say what the person sees and may do, and carry out an action. Every compiled round is the engine's,
card by card (tests/environments/test_functional.py). The engine plays the features that compiled tables lack:
a shoe that is played on, side wagers, several wagers, unseen cards in the observation, some rules.
"""

import random
from typing import Any, Protocol

import numpy

from spanish21.environments import functional
from spanish21.environments.actions import Mask, mask_of
from spanish21.environments.observation import FIELDS, OVER, CardsSeen, Row, seen_row
from spanish21.environments.seat import PLAYER, Seat
from spanish21.environments.table_kernel import STATE, reset_tables, step_tables
from spanish21.environments.table_rules import TableRules, table_rules
from spanish21.errors import BadInput


class TableRounds(Protocol):
    """Rounds one after another at one table."""

    is_done: bool
    """Whether the episode is over."""

    @property
    def seat(self) -> Seat:
        """The person at the engine's table."""
        ...

    def restart(self, numbers: numpy.random.Generator, is_seeded: bool) -> None:
        """Begin an episode; `is_seeded`: from here on the generator decides everything."""
        ...

    def row(self) -> Row:
        """What the person sees."""
        ...

    def mask(self) -> Mask:
        """What the person may do; nothing once the episode is over."""
        ...

    def take(self, action: int) -> float:
        """Carry out a legal action; what the round has brought in wagers, once it is over."""
        ...


def rounds_of(seat: Seat, cards_seen: CardsSeen) -> TableRounds:
    """The rounds of a table: compiled where that is possible."""
    if seat.is_fresh and len(seat.wagers) == 1 and not seat.sides and cards_seen == "nothing":
        try:
            return CompiledRounds(seat, table_rules(seat.rules, seat.unit))
        except BadInput:
            pass  # the kernel lacks a feature of these rules
    return EngineRounds(seat, cards_seen)


class EngineRounds:
    """Rounds that the engine plays."""

    def __init__(self, seat: Seat, cards_seen: CardsSeen) -> None:
        self.seat, self._cards_seen, self.is_done = seat, cards_seen, False
        self._cards = numpy.array(seat.cards)

    def restart(self, numbers: numpy.random.Generator, is_seeded: bool) -> None:
        if is_seeded:
            self.seat.chance = random.Random(int(numbers.integers(2**63)))
        self.is_done = False
        self.seat.restart(numbers.permutation(self._cards).tolist())
        self._deal_on()

    def row(self) -> Row:
        return seen_row(self.seat.shown, PLAYER, self._cards_seen, self.is_done or self.seat.is_over)

    def mask(self) -> Mask:
        return mask_of(() if self.is_done else self.seat.legal(), self.seat.actions)

    def take(self, action: int) -> float:
        seat = self.seat
        decides = not seat.is_over and seat.table.round_number > 0 and bool(seat.table.boxes)
        was_over = seat.is_over
        seat.take(action)
        if not (was_over or (decides and not seat.table.boxes)):
            return 0.0
        won = seat.collect() / seat.unit
        self.is_done = seat.is_fresh or seat.is_shoe_over
        if not self.is_done:
            self._deal_on()
        return won

    def _deal_on(self) -> None:
        """Deal the next round, where there is one wager to place."""
        if len(self.seat.wagers) == 1:
            self.seat.deal(self.seat.unit)


class CompiledRounds:
    """Compiled rounds, each an episode; the engine repeats the round so far when its table is asked for."""

    def __init__(self, seat: Seat, rules: TableRules) -> None:
        self._seat, self._rules, self.is_done = seat, rules, False
        self._states = numpy.zeros(1, STATE)
        self._shown = functional.shown_of(1)
        self._action, self._all = numpy.zeros(1, numpy.int64), numpy.ones(1, numpy.bool_)
        self._taken: list[int] = []
        self._is_brought = False

    @property
    def seat(self) -> Seat:
        if not self._is_brought:
            self._bring()
        return self._seat

    def restart(self, numbers: numpy.random.Generator, is_seeded: bool) -> None:
        if is_seeded:
            self._states["chance"] = numbers.integers(2**64, dtype=numpy.uint64)
        reset_tables(self._rules, self._states, self._all, self._shown.rows, self._shown.masks)
        self._taken, self._is_brought, self.is_done = [], False, False

    def row(self) -> Row:
        return _LAST.copy() if self.is_done else self._shown.rows[0].copy()

    def mask(self) -> Mask:
        mask = self._shown.masks[0]
        return numpy.zeros_like(mask) if self.is_done else mask.copy()

    def take(self, action: int) -> float:
        self._action[0] = action
        step_tables(self._rules, self._states, self._action, self._shown, False)
        self._taken.append(action)
        self._is_brought = False
        self.is_done = bool(self._shown.ended[0])
        return float(self._shown.rewards[0])

    def _bring(self) -> None:
        """Bring the engine's table to this moment: deal it the cards of the round, and repeat the actions.

        The cards to come are in some order that no one asks about; a shoe burns the last of them.
        """
        state = self._states[0]
        cards: list[Any] = state["cards"][: state["drawn"]].tolist()
        left = list(self._seat.cards)
        for card in cards:
            left.remove(card)
        burned = [left.pop()] if self._seat.opened.dealt else []
        self._seat.restart([*burned, *cards, *left])
        self._seat.deal(self._seat.unit)
        for action in self._taken:
            self._seat.take(action)
        self._is_brought = True


_LAST = numpy.zeros(len(FIELDS), numpy.int16)
_LAST[0] = OVER
