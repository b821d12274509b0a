"""The worth of each action, exactly: the advice of the analyser as an array by action."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from spanish21.analysis.advice.advice import Option, advise
from spanish21.analysis.advice.seen_cards import Memory
from spanish21.environments.actions import Action, action_of
from spanish21.environments.seat import PLAYER, Seat
from spanish21.game import commands as cmd
from spanish21.game.states import Phase

Values = NDArray[numpy.float64]


def values_of(seat: Seat, memory: Memory) -> Values:
    """By action: the expected result in units of the first wager; minus infinity if not legal or not priced.

    Without a decision on a hand there is nothing to price: a wager is placed before any card is out.
    """
    values = numpy.full(seat.actions, -numpy.inf)
    if seat.is_over:
        values[Action.STAND] = 0.0
    elif seat.table.phase in (Phase.PLAY, Phase.INSURANCE):
        return values_by_action(advise(seat.table, PLAYER, memory).options, seat.unit, seat.actions)
    return values


def values_by_action(options: Sequence[Option], unit: int, actions: int) -> Values:
    """The options of an advice by action, in units of a wager."""
    values = numpy.full(actions, -numpy.inf)
    full = max((one.command.amount for one in options if isinstance(one.command, cmd.Double)), default=0)
    for option in options:
        if option.value is not None:
            values[action_of(option.command, full)] = option.value / unit
    return values


def regret_of(values: Values, action: int) -> float | None:
    """What an action costs against the best; None where it is not priced."""
    return None if numpy.isinf(values[action]) else float(values.max() - values[action])
