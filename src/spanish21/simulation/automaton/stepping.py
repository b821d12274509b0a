"""The parts of a lane's step through the automaton, with no branch for the processor to guess."""

from typing import Any

import numpy
from numba import uint64

from spanish21.simulation.automaton.card_automaton import COLUMN_BITS, ROW_BITS
from spanish21.simulation.plan.kernel_options import part_of_kernel

_SHIFT = COLUMN_BITS - ROW_BITS


@part_of_kernel
def is_below(state: Any, start: Any) -> Any:
    """All bits for a state that takes the next deal, none for one that takes a card."""
    return uint64(numpy.int64(state - start) >> numpy.int64(63))


@part_of_kernel
def index_of(state: Any, symbol: Any, deal: Any) -> Any:
    """The place of the next state, by a card or by a deal: the larger one, as `Automaton.first_deal` says."""
    return max((state << uint64(_SHIFT)) + uint64(symbol), uint64(deal))
