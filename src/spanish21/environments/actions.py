"""Actions as numbers, the same in every environment and under every rulebook.

An action that a table does not allow now is masked; one that its book does not have is masked always. So
a policy can be carried from one book to another.
"""

from enum import IntEnum
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.moves.choices import Amounts, May, OneOf

Mask = NDArray[numpy.int8]


class Action(IntEnum):
    """What a person may decide; the first six are numbered as the options of a chart."""

    STAND = 0
    """Take no more cards; after a double, let it stand. Where nothing can be decided, go on."""
    HIT = 1
    DOUBLE = 2
    """Double down, or double again, by as much as the rules allow."""
    SPLIT = 3
    SURRENDER = 4
    RESCUE = 5
    DOUBLE_FOR_LESS = 6
    """Double by the least amount. Amounts between the least and the most are never better than both."""
    INSURE = 7
    """Insure for as much as the rules allow: half of the wager."""
    DECLINE_INSURANCE = 8


FIRST_WAGER = len(Action)
"""Where several wagers are offered, action `FIRST_WAGER` + n places the n-th of them."""

_COMMANDS: dict[str, Action] = {
    "Stand": Action.STAND,
    "Draw": Action.HIT,
    "Double": Action.DOUBLE,
    "Split": Action.SPLIT,
    "Surrender": Action.SURRENDER,
    "Rescue": Action.RESCUE,
    "Insure": Action.INSURE,
    "DeclineInsurance": Action.DECLINE_INSURANCE,
}


def action_words(action: int) -> str:
    """An action in words.

    >>> action_words(6), action_words(10)
    ('double for less', 'wager 2')
    """
    if action >= FIRST_WAGER:
        return f"wager {action - FIRST_WAGER + 1}"
    return Action(action).name.lower().replace("_", " ")


def commands_of(offered: tuple[May, ...], who: str) -> dict[int, cmd.Command]:
    """The legal decisions of a person by action, each as the command that it sends."""
    found: dict[int, cmd.Command] = {}
    for one in offered:
        action = _COMMANDS.get(one.command)
        if action is None:
            continue
        kind: Any = cmd.COMMANDS[one.command]
        if not one.fields:
            found[action] = kind(by=who)
            continue
        fields = {name: choice.values[0] for name, choice in one.fields.items() if isinstance(choice, OneOf)}
        amounts = one.fields.get("amount")
        if not isinstance(amounts, Amounts):
            found[action] = kind(by=who, **fields)
            continue
        found[action] = kind(by=who, amount=amounts.most, **fields)
        if action == Action.DOUBLE and amounts.least < amounts.most:
            found[Action.DOUBLE_FOR_LESS] = kind(by=who, amount=amounts.least, **fields)
    return found


def action_of(command: cmd.Command | None, full: int) -> int:
    """The action of a command; `full` is the largest amount of a double."""
    action = _COMMANDS.get(type(command).__name__, Action.STAND)
    if isinstance(command, cmd.Double) and command.amount < full:
        return Action.DOUBLE_FOR_LESS
    return action


def mask_of(legal: Any, actions: int) -> Mask:
    """The mask of some legal actions: 1 where an action is legal."""
    return numpy.array([action in legal for action in range(actions)], dtype=numpy.int8)


def checked_action(action: Any, actions: int) -> int:
    """An action as an int; anything else is refused in words."""
    if isinstance(action, numpy.ndarray) and action.ndim == 0:
        action = action[()]
    if isinstance(action, bool | numpy.bool_) or not isinstance(action, int | numpy.integer):
        raise BadInput(f"{action!r} is not an action; an action is a whole number from 0 to {actions - 1}")
    if not 0 <= action < actions:
        raise BadInput(f"there is no action {action}; an action is a whole number from 0 to {actions - 1}")
    return int(action)


def masked_words(action: int, mask: Mask) -> str:
    """What to say of an action that is not legal now."""
    legal = ", ".join(f"{one} ({action_words(one)})" for one in numpy.flatnonzero(mask).tolist())
    return f"action {action} ({action_words(action)}) is not legal now; legal are {legal or 'none'}"
