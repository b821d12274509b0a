"""The card automaton: the whole round of one box as tables.

One array holds two of them. By the cards of a deal, before anyone decides, it has the state after them; by
state and rank, the state after one card more. They are grown from the same hands,
finals and money as the kernel's; nothing in them is typed in. Cases that ranks alone cannot tell (a split, a
decision or a bonus that asks for suits) leads to a state that says: play this round again from its first
card, by the kernel.

A deal's number is made of the values of its cards and of the page: where a count changes decisions, the page
that holds is known by the place of the deal's last card. Behind the cover card there is no deal, and a
special number says so.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.simulation.automaton.companions import Companions
from spanish21.simulation.plan.kernel_records import COLUMNS, Records

NO_CARD, SHOE_IS_OVER, AGAIN_FROM_DEAL, AGAIN_FROM_NEXT = range(4)
"""The states that leave the tables: no card is ready, the cover card was passed, and a round must be played
again, as its deal says, or the card after it."""
RARE = 4
"""From this state on rounds have ended by themselves, up to the state of the first row."""
VALUES_OF_CARD = 10
ROW_BITS = 2
"""A state within a round is its row times four: with 16 columns of two bytes it is found without a shift."""
COLUMN_BITS = 4
MOST_STATES = 65535
MOST_PAGES = 6
"""Pages of decisions that the numbers of deals have room for."""
MOST_LEVELS = 8
"""Changes of the wager that there is room for."""

assert 1 << COLUMN_BITS == COLUMNS
TERMINAL = numpy.dtype([(name, numpy.int64) for name in ("up", "outcome", "money", "put_down", "added")])
"""The counts of a finished round."""


class Automaton(NamedTuple):
    """The tables, and the counters of their finished states."""

    states: NDArray[Any]
    """By number of a deal, then by state and rank: the next state."""
    terminals: Records
    """By level of the wager and end of a round."""
    pages: int
    ends: int
    """How many ends there are: the states from `RARE` on."""
    start: int
    """The state of the first row; those below it take the next deal."""
    rest: int
    """The state that a lane without a shoe stays in."""
    dealt: int
    """Cards of a deal, the hole card included."""
    first_deal: int
    """The number of the first deal. Deals are above the places where an ended state would be looked up with
    a card, and below those of a state within a round: the larger of the two is the right one."""
    companions: Companions


def deals_of_page(dealt: Any) -> Any:
    """How many deals there are by the values of their cards."""
    return VALUES_OF_CARD**dealt


def deal_without_cards(automaton: Automaton) -> int:
    """The number of a deal for which no cards are ready; the next one says that the shoe is over."""
    return automaton.first_deal + automaton.pages * int(deals_of_page(automaton.dealt))
