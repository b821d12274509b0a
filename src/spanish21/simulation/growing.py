"""The growing of a card automaton from a plan's hands, finals and money."""

from collections.abc import Callable
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.game import hands
from spanish21.simulation.automaton import (
    AGAIN_FROM_DEAL,
    AGAIN_FROM_THIRD,
    MOST_STATES,
    NO_CARD,
    RARE,
    ROWS,
    TERMINAL,
    TOGETHER,
    Automaton,
    row_of,
)
from spanish21.simulation.companions import Companions, first_starts
from spanish21.simulation.endings import Final
from spanish21.simulation.layout import BLACKJACK_END, DEALER_FINALS
from spanish21.simulation.nodes import FIRST_SUITED, TWO_CARDS, VALUES
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import COLUMNS, Records

AGAIN = -1
"""The node of a hand whose round must be played again by the kernel."""


class Growth:
    """The growing of one automaton: states by name, each with the function that finds its followers."""

    def __init__(self, ready: Prepared, companions: Companions) -> None:
        setup, tables = ready.setup, ready.tables
        self.companions = companions
        self.has_hole_card, self.has_reader = bool(setup["hole_card"]), bool(setup["card_reader"])
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
        self.ends_of_deal: dict[int, Callable[[int, int], int]] = {}
        self.rows_by_page: dict[int, list[list[int]]] = {}
        self.terminals: dict[Any, int] = {}

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

    def _grows(self) -> bool:
        """Grows every state; whether they are few enough."""
        self._state(("start",), lambda value: self._state(("first", value), self._up_card(value)))
        while self.waiting:
            state, follow = self.waiting.pop()
            self.rows[state] = [0] + [follow(value) for value in VALUES]
            if state in self.ends_of_deal:
                end = self.ends_of_deal[state]
                self.rows_by_page[state] = [
                    [0] + [end(value, page) for value in VALUES] for page in range(len(self.pages))
                ]
            if len(self.rows) > MOST_STATES - RARE:
                return False
        return True

    def automaton(self) -> Automaton | None:
        if not self._grows():
            return None
        ends, by_page = len(self.terminals), sorted(self.rows_by_page)
        start = RARE + 2 * ends
        rest = row_of(start + len(self.rows) - len(by_page))
        paged = rest // ROWS * ROWS + ROWS
        row_by_state = numpy.zeros(len(self.rows), dtype=numpy.int64)
        is_paged = numpy.isin(numpy.arange(len(self.rows)), by_page)
        row_by_state[~is_paged] = row_of(start + numpy.arange(len(self.rows) - len(by_page)))
        row_by_state[is_paged] = paged + ROWS * numpy.arange(len(by_page))
        rows = self._all_rows(row_by_state, rest, paged + ROWS * len(by_page))
        dealt = 4 if self.has_hole_card else 3
        return Automaton(
            rows,
            self._terminals(),
            len(self.pages),
            ends,
            row_of(start),
            rest,
            paged,
            dealt,
            self.companions,
        )

    def _all_rows(self, row_by_state: NDArray[numpy.int64], rest: int, size: int) -> NDArray[Any]:
        """The rows in front of the cover card and behind it, and those of the pages."""
        ends = len(self.terminals)
        finished = row_of(numpy.arange(RARE, RARE + 2 * ends))
        found = numpy.zeros((size, COLUMNS), dtype=numpy.uint16 if size <= MOST_STATES else numpy.uint32)
        for is_behind in (0, 1):
            # States are negative while terminals are still being found; the rare ones keep their numbers.
            moved = numpy.arange(RARE + ends) + (numpy.arange(RARE + ends) >= RARE) * (
                0 if is_behind else ends
            )
            leads = numpy.concatenate([row_of(moved), row_by_state[::-1]])
            behind = is_behind * TOGETHER
            found[row_by_state + behind] = _by_rank(leads[numpy.array(self.rows)])
            for state, by_page in self.rows_by_page.items():
                first = int(row_by_state[state]) + behind
                found[first : first + len(by_page)] = _by_rank(leads[numpy.array(by_page)])
            found[finished + behind] = found[row_by_state[0] + behind]
            found[rest + behind] = rest
        return found

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

    def _up_card(self, first: int) -> Callable[[int], int]:
        def follow(up: int) -> int:
            if self.has_hole_card:
                return self._state(("up", first, up), self._second_card(first, up))
            return self._last_of_deal(
                ("up", first, up),
                lambda second, page: self._played(
                    self.pages[page][up][first, second], up, 0, AGAIN_FROM_DEAL
                ),
            )

        return follow

    def _second_card(self, first: int, up: int) -> Callable[[int], int]:
        def follow(second: int) -> int:
            nodes = tuple(page[up][first, second] for page in self.pages)
            return self._last_of_deal(
                ("hole", nodes, up), lambda hole, page: self._after_hole(nodes[page], up, hole)
            )

        return follow

    def _last_of_deal(self, name: Any, follow: Callable[[int, int], int]) -> int:
        """The state before the last card of the deal, whose place says by which page a hand is played."""
        if name not in self.names and len(self.pages) > 1:
            self.ends_of_deal[len(self.rows)] = follow
        return self._state(name, lambda value: follow(value, 0))

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


def _by_rank(by_value: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """Rows by rank, from rows by value: jack, queen and king are 10; rank 0 is no card."""
    tens = numpy.repeat(by_value[:, 10:], COLUMNS - 11, axis=1)
    tens[:, 3:] = NO_CARD
    return numpy.concatenate([numpy.full((len(by_value), 1), NO_CARD), by_value[:, 1:], tens], axis=1)
