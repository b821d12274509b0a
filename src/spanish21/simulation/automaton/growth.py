"""The growing of a card automaton from a plan's hands, finals and money."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.game import hands
from spanish21.simulation.automaton.card_automaton import (
    AGAIN_FROM_DEAL,
    AGAIN_FROM_NEXT,
    COLUMN_BITS,
    MOST_STATES,
    NO_CARD,
    RARE,
    ROW_BITS,
    SHOE_IS_OVER,
    TERMINAL,
    Automaton,
)
from spanish21.simulation.automaton.companions import Companions, first_starts
from spanish21.simulation.plan.count_names import BLACKJACK_END, DEALER_FINALS
from spanish21.simulation.plan.hand_ends import Final
from spanish21.simulation.plan.hand_nodes import TWO_CARDS, VALUES, places_by_suit
from spanish21.simulation.plan.kernel_records import COLUMNS, Records
from spanish21.simulation.plan.run_plan import Prepared

AGAIN = -1
"""The node of a hand whose round must be played again by the kernel."""


class Growth:
    """The growing of one automaton: states by name, each with the function that finds its followers."""

    def __init__(self, ready: Prepared, companions: Companions) -> None:
        setup, tables = ready.setup, ready.tables
        self.companions = companions
        self.has_hole_card, self.has_reader = bool(setup["hole_card"]), bool(setup["card_reader"])
        self.dealt = 4 if self.has_hole_card else 3
        self.hits_soft_17 = bool(ready.endings.rules.dealer_hits_soft_17)
        self.endings = ready.endings
        self.finals_end, self.splits_at = int(setup["finals"]), int(setup["splits_at"])
        self.steps = tables.steps.reshape(-1, COLUMNS)[:, :11].tolist()
        self.pages = [
            [self._starts(by_two) for by_two in by_up]
            for by_up in first_starts(ready)[companions.page_buckets].tolist()
        ]
        self.names: dict[Any, int] = {}
        self.waiting: list[tuple[int, Callable[[int], int]]] = []
        self.rows: list[list[int]] = []
        self.terminals: dict[Any, int] = {}

    def _starts(self, nodes: list[int]) -> dict[tuple[int, int], int]:
        """The node of two cards by value against one up card, `AGAIN` where their suits decide."""
        found = {}
        for place, (low, high) in enumerate(TWO_CARDS):
            node = nodes[place]
            if any(nodes[suited] != node for suited in places_by_suit(place)):
                node = AGAIN
            found[low, high] = found[high, low] = node
        return found

    def automaton(self) -> Automaton | None:
        """The tables; None where there are too many states."""
        deals = self._deals()
        while self.waiting:
            state, follow = self.waiting.pop()
            self.rows[state] = [NO_CARD] + [follow(value) for value in VALUES]
            if len(self.rows) > MOST_STATES:
                return None
        # States are negative while terminals are still being found; all others keep their numbers.
        ends = len(self.terminals)
        first_deal = (RARE + ends << COLUMN_BITS - ROW_BITS) + COLUMNS
        before = -(-(first_deal + len(deals)) // COLUMNS)
        if first_deal + len(deals) > MOST_STATES:
            return None
        row_by_state = before + numpy.arange(len(self.rows))
        rest = before + len(self.rows)
        found = numpy.full((rest + 1, COLUMNS), NO_CARD, dtype=_smallest(rest + 1 << ROW_BITS))
        leads = numpy.concatenate([numpy.arange(RARE + ends), row_by_state[::-1] << ROW_BITS])
        found.ravel()[first_deal : first_deal + len(deals)] = leads[deals]
        found[before:rest] = _by_rank(leads[numpy.array(self.rows)])
        found[rest] = rest << ROW_BITS
        return Automaton(
            found.ravel(),
            self._terminals(),
            len(self.pages),
            ends,
            before << ROW_BITS,
            rest << ROW_BITS,
            self.dealt,
            first_deal,
            self.companions,
        )

    def _deals(self) -> NDArray[numpy.int64]:
        """The states after every deal, page by page, the first card's value changing fastest; then those of
        no cards and of no shoe."""
        found: list[int] = []
        known: dict[tuple[int, int, int], int] = {}
        holes = VALUES if self.has_hole_card else (0,)
        for by_up in self.pages:
            for hole, second, up, first in product(holes, VALUES, VALUES, VALUES):
                deal = (by_up[up][first, second], up, hole)
                if deal not in known:
                    known[deal] = self._after_deal(*deal)
                found.append(known[deal])
        return numpy.array([*found, NO_CARD, SHOE_IS_OVER])

    def _terminals(self) -> Records:
        levels = len(self.endings.finals[0].amount)
        found = numpy.zeros((levels, len(self.terminals)), dtype=TERMINAL)
        for place, (up, outcome, money, put_down, added) in enumerate(self.terminals):
            for level in range(levels):
                found[level, place] = up, outcome, money[level], put_down[level], added[level]
        return found.ravel()

    def _state(self, name: Any, follow: Callable[[int], int]) -> int:
        """The number of a state (below 0: -1 is the first), grown when it is first named."""
        if name not in self.names:
            self.names[name] = len(self.rows)
            self.waiting.append((len(self.rows), follow))
            self.rows.append([])
        return -1 - self.names[name]

    def _terminal(self, up: int, final: Final, end: int) -> int:
        money = tuple(by_end[end] for by_end in final.net)
        key = (up, final.outcomes[end], money, final.amount, final.added)
        return RARE + self.terminals.setdefault(key, len(self.terminals))

    def _after_deal(self, node: int, up: int, hole: int) -> int:
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
            lambda value: self._played(following[value], up, hole, AGAIN_FROM_NEXT),
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


def _smallest(numbers: int) -> Any:
    """The smallest type for this many numbers."""
    return numpy.uint16 if numbers <= MOST_STATES else numpy.uint32


def _by_rank(by_value: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """Rows by rank, from rows by value: jack, queen and king are 10; rank 0 means no card."""
    tens = numpy.repeat(by_value[:, 10:], COLUMNS - 11, axis=1)
    tens[:, 3:] = NO_CARD
    return numpy.concatenate([by_value, tens], axis=1)
