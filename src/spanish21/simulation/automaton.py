"""The card automaton: the whole round of one box as a table, state x rank -> next state.

The table is grown from the same hands, finals and money as the kernel's; nothing in it is typed in. What
ranks alone cannot tell (a split, a decision or a bonus that asks for suits) leads to a state that says: play
this round again from its first card, by the kernel.

A card's symbol is its rank and a version: behind the cover card a finished round is the last of its shoe. A
state is the number of a row, and its row behind the cover card follows in a fixed distance, so that a symbol
only has to be added. Rows of one version stand together, `TOGETHER` at a time: few of them are read often,
and those should share the lines of a cache.

Where a count changes decisions, the page that holds is known by the place of the deal's last card; only the
states before that card, which come last, have a row for each page.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.simulation.companions import Companions
from spanish21.simulation.records import COLUMNS, Records

NO_CARD, AGAIN_FROM_DEAL, AGAIN_FROM_THIRD = range(3)
"""The states that leave the table: no card is ready, and the two places where a round is played again."""
RARE = 3
TOGETHER = 8
"""Rows of states in front of the cover card; then come as many behind it."""
ROWS = 2 * TOGETHER
MOST_STATES = 65535
MOST_PAGES = TOGETHER
"""Pages of decisions, and changes of the wager, that there is room for."""
PAGE, BEHIND = COLUMNS, TOGETHER * COLUMNS
"""How far a symbol moves on by page, and behind the cover card."""
WITHOUT_PAGE = BEHIND + COLUMNS - 1
"""The bits of a symbol that all states read."""

TERMINAL = numpy.dtype([(name, numpy.int64) for name in ("up", "outcome", "money", "put_down", "added")])
"""What a finished round counts."""


class Automaton(NamedTuple):
    """The tables, and what their finished states count."""

    rows: NDArray[Any]
    """By state and symbol: the next state."""
    terminals: Records
    """By level of the wager and end of a round."""
    pages: int
    ends: int
    """How many ends there are. From `RARE` on the states are these ends, each as a shoe's last round; then
    come the same ends as rounds that another follows."""
    start: int
    """The state before a shoe's first round; those from `RARE` to before it are finished rounds."""
    rest: int
    """The state that a lane without a shoe stays in."""
    paged: int
    """From this state on, states have a row for each page."""
    dealt: int
    """Cards of a round before the first decision, the hole card included."""
    companions: Companions


def row_of(number: Any) -> Any:
    """The state of a number: `RARE` and more are ends of rounds, then come the states within rounds."""
    return number // TOGETHER * ROWS + number % TOGETHER
