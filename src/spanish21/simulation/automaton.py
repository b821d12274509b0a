"""The card automaton: the whole round of one box as a table, state x rank -> next state.

The table is grown from the same hands, finals and money as the kernel's; nothing in it is typed in. What
ranks alone cannot tell (a split, a decision or a bonus that asks for suits) leads to a state that says: play
this round again from its first card, by the kernel.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.game import hands
from spanish21.simulation.endings import Final
from spanish21.simulation.layout import BLACKJACK_END, DEALER_FINALS
from spanish21.simulation.nodes import FIRST_SUITED, STARTS, STARTS_FIRST, TWO_CARDS, VALUES
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import COLUMNS, Records

COVER_SHOWN, AGAIN_FROM_DEAL, AGAIN_FROM_THIRD = range(3)
"""The states that leave the table: the cover card, and the two places where a round is played again."""
RARE = 3
MOST_STATES = 65535
AGAIN = -1
"""The node of a hand whose round must be played again by the kernel."""

TERMINAL = numpy.dtype([(name, numpy.int64) for name in ("up", "outcome", "money", "put_down", "added")])
"""What a finished round counts."""


class Automaton(NamedTuple):
    """The table, and what its finished states count."""

    states: NDArray[numpy.uint16]
    terminals: Records
    """By state, from `RARE` to before `start`."""
    start: int
    """The state before a shoe's first round; those from `RARE` to before it are finished rounds."""
    dealt: int
    """Cards of a round before the first decision, the hole card included."""


def automaton_of(ready: Prepared) -> Automaton | None:
    """The automaton of a run of one box; `None` where the run needs the kernel for every round."""
    if ready.boxes != 1 or ready.has_sides or ready.has_count or ready.may_insure:
        return None
    return _Growth(ready).automaton()


class _Growth:
    """The growing of one automaton: states by name, each with the function that finds its followers."""

    def __init__(self, ready: Prepared) -> None:
        setup, tables = ready.setup, ready.tables
        self.has_hole_card, self.has_reader = bool(setup["hole_card"]), bool(setup["card_reader"])
        self.hits_soft_17 = bool(ready.endings.rules.dealer_hits_soft_17)
        self.endings = ready.endings
        self.finals_end, self.splits_at = int(setup["finals"]), int(setup["splits_at"])
        self.steps = tables.steps.reshape(-1, COLUMNS)[:, :11].tolist()
        starts = tables.starts.reshape(-1, 11, STARTS)[STARTS_FIRST]
        self.starts = [self._starts(by_two) for by_two in starts.tolist()]
        self.names: dict[Any, int] = {}
        self.waiting: list[tuple[int, Callable[[int], int]]] = []
        self.rows: list[list[int]] = []
        self.terminals: dict[tuple[int, int, int, int, int], int] = {}

    def _starts(self, nodes: list[int]) -> dict[tuple[int, int], int]:
        """The node of two cards by value against one up card, `AGAIN` where their suits decide."""
        found = {}
        for place, (low, high) in enumerate(TWO_CARDS):
            node = nodes[place]
            first = len(TWO_CARDS) + 8 * (place - FIRST_SUITED)
            if place >= FIRST_SUITED and any(suited != node for suited in nodes[first : first + 8]):
                node = AGAIN
            found[low, high] = found[high, low] = node
        return found

    def automaton(self) -> Automaton | None:
        self._state(("start",), lambda value: self._state(("first", value), self._up_card(value)))
        while self.waiting:
            state, follow = self.waiting.pop()
            self.rows[state] = [0] + [follow(value) for value in VALUES]
            if len(self.rows) > MOST_STATES - RARE:
                return None
        finished = RARE + len(self.terminals)
        table = numpy.zeros((finished + len(self.rows), COLUMNS), dtype=numpy.uint16)
        if len(table) > MOST_STATES:
            return None
        # States are negative while terminals are still being found; the rare ones keep their numbers.
        for state, row in enumerate(self.rows):
            table[finished + state] = _columns([one if one >= 0 else finished - one - 1 for one in row])
        table[RARE:finished] = table[finished]
        terminals = numpy.zeros(finished, dtype=TERMINAL)
        terminals[RARE:] = list(self.terminals)
        return Automaton(table, terminals, finished, 4 if self.has_hole_card else 3)

    def _state(self, name: Any, follow: Callable[[int], int]) -> int:
        """The number of a state (below 0: -1 is the first), grown when it is first named."""
        if name not in self.names:
            self.names[name] = len(self.rows)
            self.waiting.append((len(self.rows), follow))
            self.rows.append([])
        return -1 - self.names[name]

    def _terminal(self, up: int, final: Final, end: int) -> int:
        key = (up, final.outcomes[end], final.net[0][end], final.amount[0], final.added[0])
        return RARE + self.terminals.setdefault(key, len(self.terminals))

    def _up_card(self, first: int) -> Callable[[int], int]:
        return lambda up: self._state(("up", first, up), self._second_card(first, up))

    def _second_card(self, first: int, up: int) -> Callable[[int], int]:
        def follow(second: int) -> int:
            node = self.starts[up][first, second]
            if self.has_hole_card:
                return self._state(("hole", node, up), lambda hole: self._after_hole(node, up, hole))
            return self._played(node, up, 0, AGAIN_FROM_DEAL)

        return follow

    def _after_hole(self, node: int, up: int, hole: int) -> int:
        if node == AGAIN or not (self.has_reader and _is_blackjack(up, hole)):
            return self._played(node, up, hole, AGAIN_FROM_DEAL)
        # The reader ends the round before a decision: nothing was doubled or surrendered yet.
        blackjack, nothing_yet = self.endings.blackjack, self.endings.nothing_yet
        ended = self.endings.finals[blackjack if node == blackjack else nothing_yet]
        return self._terminal(up, ended, BLACKJACK_END)

    def _played(self, node: int, up: int, hole: int, again: int) -> int:
        """Where a hand stands after its latest card; `hole` is 0 while the dealer has one card."""
        if node == AGAIN or self.finals_end <= node <= self.splits_at:
            return again
        if node < self.finals_end:
            return self._dealer(node, self.endings.finals[node], up, hole)
        following = self.steps[node]
        return self._state(
            ("player", node, up, hole),
            lambda value: self._played(following[value], up, hole, AGAIN_FROM_THIRD),
        )

    def _dealer(self, node: int, final: Final, up: int, hole: int) -> int:
        if hole == 0:
            if final.needs_total or (final.needs_second and up in (1, 10)):
                return self._state(("second", node, up), lambda second: self._dealer(node, final, up, second))
            return self._terminal(up, final, 0)
        if _is_blackjack(up, hole):
            return self._terminal(up, final, BLACKJACK_END)
        if not final.needs_total:
            return self._terminal(up, final, 0)
        return self._dealer_draws(node, final, up, up + hole, (up == 1) + (hole == 1))

    def _dealer_draws(self, node: int, final: Final, up: int, hard: int, aces: int) -> int:
        if not hands.dealer_draws(hard, aces, self.hits_soft_17):
            total = min(hands.total(hard, aces), DEALER_FINALS[-1])
            return self._terminal(up, final, DEALER_FINALS.index(total))
        # Whether there is an ace matters to the dealer, how many there are does not.
        name = ("dealer", node, up, hard, aces > 0)
        return self._state(
            name, lambda value: self._dealer_draws(node, final, up, hard + value, aces + (value == 1))
        )


def _is_blackjack(up: int, hole: int) -> bool:
    return hands.is_two_card_21(up << 2, hole << 2)


def _columns(by_value: list[int]) -> list[int]:
    """A row by rank, from a row by value: jack, queen and king are 10; rank 0 is the cover card."""
    return [COVER_SHOWN, *by_value[1:11], by_value[10], by_value[10], by_value[10], 0, 0]
