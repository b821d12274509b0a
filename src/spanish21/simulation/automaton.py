"""The card automaton: the whole round of one box as a table, state x rank -> next state.

The table is grown from the same decision table, arithmetic and money as the kernel's; nothing in it is typed
in. States of equal future are one state. What ranks alone cannot tell (a split, a decision or a bonus that
asks for suits) leads to a state that says: play this round again from its first card, by the kernel.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.game import hands, pays
from spanish21.simulation.layout import (
    BEFORE_KINDS,
    BUSTED,
    DEALER_BLACKJACK,
    DOUBLES,
    LOST,
    RESCUED,
    SURRENDERED,
    TIED,
    WON,
)
from spanish21.simulation.places import (
    AMOUNT,
    FORFEIT,
    STOOD,
    SUPER,
    SURRENDER,
    TAKES_ALL,
    TAKES_ORIGINAL,
    WIN,
)
from spanish21.simulation.plan import Prepared
from spanish21.strategy import DOUBLE, DOUBLED, FIRST, HIT, RESCUE, SPLIT, SUITED_PAIRS, hand_numbers
from spanish21.strategy import SURRENDER as SURRENDER_OPTION

COVER_SHOWN, AGAIN_FROM_DEAL, AGAIN_FROM_THIRD = range(3)
"""The states that leave the table: the cover card, and the two places where a round is played again."""
RARE = 3
COLUMNS = 16
MOST_STATES = 65535
VALUES = range(1, 11)
DEALER_FINALS = (17, 18, 19, 20, 21, 22)
BLACKJACK_FINAL = len(DEALER_FINALS)

Ending = tuple[int, int]
"""An outcome (result and doubles, as `layout` numbers them) and its money."""


class Final(NamedTuple):
    """A player's finished hand: its ending against each final hand of the dealer, and the money put down."""

    endings: tuple[Ending, ...]
    put_down: int
    for_blackjack: bool
    """Whether a dealer without a hole card draws one only to see if it makes a Blackjack."""

    @property
    def needs_total(self) -> bool:
        return len(set(self.endings[:BLACKJACK_FINAL])) > 1


class Draws(NamedTuple):
    """A player's hand that takes a card, against one up card: the node that each value leads to."""

    following: tuple[int, ...]


AGAIN = -1
"""The node of a hand whose round must be played again by the kernel; all others are numbered from 0."""


class Automaton(NamedTuple):
    """The table, and what its finished states count."""

    states: NDArray[numpy.uint16]
    start: int
    """The state before a shoe's first round; those from `RARE` to before it are finished rounds."""
    up: NDArray[numpy.int64]
    outcome: NDArray[numpy.int64]
    money: NDArray[numpy.int64]
    put_down: NDArray[numpy.int64]
    dealt: int
    """Cards of a round before the first decision, the hole card included."""


def automaton_of(ready: Prepared) -> Automaton | None:
    """The automaton of a run of one box; `None` where the run needs the kernel for every round."""
    counting = ready.tables.counting
    if ready.boxes != 1 or ready.has_sides or len(ready.tables.options) != 1 or counting[-1] != 0:
        return None
    return _Growth(ready).automaton()


class _Growth:
    """The growing of one automaton: states by name, each with the function that finds its followers."""

    def __init__(self, ready: Prepared) -> None:
        self.rules: Any = ready.rules
        self.options = ready.tables.options[0].astype(int).tolist()
        self.money = [int(amount) for amount in ready.tables.money[0]]
        numbers = hand_numbers()
        self.following = numbers.following.tolist()
        self.hard, self.aces, self.size = numbers.hard.tolist(), numbers.aces.tolist(), numbers.size.tolist()
        self.multisets = len(self.hard)
        self.suit_states = {self._number(*pair): place for place, pair in enumerate(SUITED_PAIRS)}
        self.bonus_hands = {self._number(6, 7, 8): hands.MIXED_678, self._number(7, 7, 7): hands.MIXED_777}
        self.node_of_hand: dict[tuple[int, int, int], int] = {}
        self.number_of_node: dict[Final | Draws, int] = {}
        self.nodes: list[Final | Draws] = []
        self.finals: dict[tuple[int, int, int, int, int], Final] = {}
        self.names: dict[Any, int] = {}
        self.waiting: list[tuple[int, Callable[[int], int]]] = []
        self.rows: list[list[int]] = []
        self.terminals: dict[tuple[int, int, int, int], int] = {}

    def _number(self, *values: int) -> int:
        number = 0
        for value in values:
            number = self.following[number][value]
        return int(number)

    # The player's hand

    def node(self, number: int, doubles: int, up: int) -> int:
        """What becomes of a hand; hands of equal future have one node."""
        key = (number, doubles, up)
        if key not in self.node_of_hand:
            node = self._new_node(number, doubles, up)
            self.node_of_hand[key] = AGAIN if node is None else self._numbered(node)
        return self.node_of_hand[key]

    def _numbered(self, node: Final | Draws) -> int:
        if node not in self.number_of_node:
            self.number_of_node[node] = len(self.nodes)
            self.nodes.append(node)
        return self.number_of_node[node]

    def _new_node(self, number: int, doubles: int, up: int) -> Final | Draws | None:
        total, count = hands.total(self.hard[number], self.aces[number]), self.size[number]
        if count == 2 and total == 21 and doubles == 0:
            return self._final(STOOD, 21, 2, hands.BLACKJACK, 0)
        situation = FIRST if doubles == 0 else DOUBLED + doubles - 1
        option = self.options[situation][number][up]
        if doubles == 0 and number in self.suit_states:
            first = self.multisets + 8 * self.suit_states[number]
            if any(self.options[situation][first + other][up] != option for other in range(8)):
                return None
        if option == SPLIT:
            return None
        if option in (HIT, DOUBLE):
            doubles += option == DOUBLE
            return Draws(tuple(self._drawn(number, value, doubles, up) for value in VALUES))
        if number in self.bonus_hands:
            return self._bonus(number, doubles, up)
        kind = hands.kind_of_long(count, self.rules.seven_card_21_exactly) if total == 21 else hands.ORDINARY
        ended = {SURRENDER_OPTION: SURRENDERED, RESCUE: RESCUED}.get(option, STOOD)
        return self._final(ended, total, count, kind, doubles)

    def _drawn(self, number: int, value: int, doubles: int, up: int) -> int:
        after = self.following[number][value]
        if after < 0:
            return self._numbered(self._final(BUSTED, 22, 3, hands.ORDINARY, doubles))
        return self.node(after, doubles, up)

    def _bonus(self, number: int, doubles: int, up: int) -> Final | None:
        """A 6-7-8 or 7-7-7: played again by the kernel where its suits make a difference."""
        mixed = self.bonus_hands[number]
        finals = {self._final(STOOD, 21, 3, mixed + suited, doubles) for suited in range(3)}
        pays_others = self.money[SUPER] > 0 or not self.rules.envy_needs_least
        fixed_payouts = mixed == hands.MIXED_777 and up == 7 and doubles == 0 and pays_others
        return finals.pop() if len(finals) == 1 and not fixed_payouts else None

    def _final(self, ended: int, total: int, count: int, kind: int, doubles: int) -> Final:
        """A finished hand, by what `pays` says of it against every final hand of the dealer."""
        key = (ended, total, count, kind, doubles)
        if key not in self.finals:
            self.finals[key] = self._new_final(*key)
        return self.finals[key]

    def _new_final(self, ended: int, total: int, count: int, kind: int, doubles: int) -> Final:
        amount = self.money[AMOUNT + doubles]
        blackjack = kind == hands.BLACKJACK
        takes_some = self.rules.dealer_blackjack_takes != TAKES_ALL
        fixed = {
            SURRENDERED: -self.money[SURRENDER],
            BUSTED: -amount,
            RESCUED: -self.money[FORFEIT + doubles],
        }
        endings = []
        for dealer in DEALER_FINALS:
            if ended in fixed:
                endings.append((ended * DOUBLES + doubles, fixed[ended]))
                continue
            won = pays.outcome(total, count, blackjack, False, dealer, 3, False, self.rules)
            paid = pays.paid_kind(kind, count, total, doubles, False, self.rules)
            if won == pays.WON:
                result = WON if paid == hands.ORDINARY else BEFORE_KINDS + paid
                endings.append((result * DOUBLES + doubles, self.money[WIN + paid * DOUBLES + doubles]))
            elif won == pays.TIED:
                endings.append((TIED * DOUBLES + doubles, 0))
            else:
                endings.append((LOST * DOUBLES + doubles, -amount))
        if blackjack:
            endings.append(endings[0])
        else:
            endings.append((DEALER_BLACKJACK * DOUBLES + doubles, -self._taken(ended, doubles)))
        more = takes_some and amount > self.money[AMOUNT]
        for_blackjack = ended in (SURRENDERED, RESCUED) or (ended == BUSTED and more)
        return Final(tuple(endings), amount, for_blackjack or (ended == STOOD and not blackjack))

    def _taken(self, ended: int, doubles: int) -> int:
        """What a dealer's Blackjack takes of a box with one hand."""
        takes = self.rules.dealer_blackjack_takes
        amount = self.money[AMOUNT + doubles]
        if takes == TAKES_ALL:
            return self.money[AMOUNT + doubles - 1] if ended == RESCUED else amount
        if takes == TAKES_ORIGINAL or ended != BUSTED:
            return self.money[AMOUNT]
        return max(self.money[AMOUNT], amount)

    # The table

    def automaton(self) -> Automaton | None:
        self._state(("start",), lambda value: self._state(("first", value), self._up_card(value)))
        while self.waiting:
            state, follow = self.waiting.pop()
            self.rows[state] = [0] + [follow(value) for value in VALUES]
            if len(self.rows) > MOST_STATES - RARE:
                return None
        finished = RARE + len(self.terminals)
        table = numpy.zeros((finished + len(self.rows), COLUMNS), dtype=numpy.uint16)
        # States are negative while terminals are still being found; the rare ones keep their numbers.
        for state, row in enumerate(self.rows):
            table[finished + state] = _columns([one if one >= 0 else finished - one - 1 for one in row])
        table[RARE:finished] = table[finished]
        found = numpy.array(list(self.terminals), dtype=numpy.int64).reshape(-1, 4).T
        empty = numpy.zeros((4, RARE), dtype=numpy.int64)
        up, outcome, money, put_down = numpy.concatenate([empty, found], axis=1)
        if len(table) > MOST_STATES:
            return None
        dealt = 4 if self.rules.hole_card else 3
        return Automaton(table, finished, up, outcome, money, put_down, dealt)

    def _state(self, name: Any, follow: Callable[[int], int]) -> int:
        """The number of a state (below 0: -1 is the first), grown when it is first named."""
        if name not in self.names:
            self.names[name] = len(self.rows)
            self.waiting.append((len(self.rows), follow))
            self.rows.append([])
        return -1 - self.names[name]

    def _terminal(self, up: int, ending: Ending, put_down: int) -> int:
        key = (up, *ending, put_down)
        return RARE + self.terminals.setdefault(key, len(self.terminals))

    def _up_card(self, first: int) -> Callable[[int], int]:
        return lambda up: self._state(("up", first, up), self._second_card(first, up))

    def _second_card(self, first: int, up: int) -> Callable[[int], int]:
        def follow(second: int) -> int:
            node = self.node(self._number(first, second), 0, up)
            if self.rules.hole_card:
                return self._state(("hole", node, up), lambda hole: self._after_hole(node, up, hole))
            return self._played(node, up, 0, AGAIN_FROM_DEAL)

        return follow

    def _after_hole(self, node: int, up: int, hole: int) -> int:
        if node == AGAIN or not (self.rules.card_reader and _is_blackjack(up, hole)):
            return self._played(node, up, hole, AGAIN_FROM_DEAL)
        # The reader ends the round before a decision: nothing was doubled or surrendered yet.
        held = self.nodes[node]
        is_blackjack = held == self._final(STOOD, 21, 2, hands.BLACKJACK, 0)
        ended = self._final(STOOD, 0, 2, hands.BLACKJACK if is_blackjack else hands.ORDINARY, 0)
        return self._terminal(up, ended.endings[BLACKJACK_FINAL], ended.put_down)

    def _played(self, node: int, up: int, hole: int, again: int) -> int:
        """Where a hand stands after its latest card; `hole` is 0 while the dealer has one card."""
        if node == AGAIN:
            return again
        found = self.nodes[node]
        if isinstance(found, Final):
            return self._dealer(node, found, up, hole)
        following = found.following
        return self._state(
            ("player", node, up, hole),
            lambda value: self._played(following[value - 1], up, hole, AGAIN_FROM_THIRD),
        )

    def _dealer(self, node: int, final: Final, up: int, hole: int) -> int:
        if hole == 0:
            if final.needs_total or (final.for_blackjack and up in (1, 10)):
                return self._state(("second", node, up), lambda second: self._dealer(node, final, up, second))
            return self._terminal(up, final.endings[0], final.put_down)
        if _is_blackjack(up, hole):
            return self._terminal(up, final.endings[BLACKJACK_FINAL], final.put_down)
        if not final.needs_total:
            return self._terminal(up, final.endings[0], final.put_down)
        return self._dealer_draws(node, final, up, up + hole, (up == 1) + (hole == 1))

    def _dealer_draws(self, node: int, final: Final, up: int, hard: int, aces: int) -> int:
        if not hands.dealer_draws(hard, aces, self.rules.dealer_hits_soft_17):
            place = min(hands.total(hard, aces), DEALER_FINALS[-1]) - DEALER_FINALS[0]
            return self._terminal(up, final.endings[place], final.put_down)
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
