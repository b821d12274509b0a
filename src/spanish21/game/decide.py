"""`decide`, `legal` and `why_not`: all three read the moves that the chapters declare."""

from typing import Any

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.events import Event
from spanish21.game.moves.act import Act, refuse
from spanish21.game.moves.chance import Draws
from spanish21.game.moves.choices import May, permits
from spanish21.game.moves.move import (
    ANY_PHASE,
    ROLES,
    Move,
    Why,
    any_book,
    mays_of,
    role_of,
    why_not_fields,
    why_not_move,
    why_not_partial,
)
from spanish21.game.procedure import DERIVED, MOVES
from spanish21.game.round.phases import what_stops
from spanish21.game.table import Table

_AT_MOMENT: dict[tuple[str, str], tuple[Move, ...]] = {}
"""The moves that can be made in a phase by a person in a role."""

DRAWS: dict[type[cmd.Command], Draws] = {}
"""How each kind of command is drawn that leaves something to chance."""


def _derive() -> None:
    moves = tuple(MOVES.values())
    DRAWS.clear()
    DRAWS.update({move.command: move.draws for move in moves if move.draws is not None})
    for phase in ANY_PHASE:
        for role in ROLES:
            _AT_MOMENT[phase, role] = tuple(
                [move for move in moves if phase in move.phases and role in move.roles]
            )


_derive()
DERIVED.append(_derive)


def decide(table: Table, command: cmd.Command) -> tuple[Event, ...]:
    """The events that a command brings about, or `Refused`."""
    return tuple(carry_out(table, command).events)


def carry_out(table: Table, command: cmd.Command) -> Act:
    """The events of a command and the table after them, or `Refused`."""
    act = Act(table)
    carry_on(act, command)
    return act


def carry_on(act: Act, command: cmd.Command) -> None:
    """Carry out one more command in the same act, or `Refused`."""
    try:
        move = MOVES[type(command)]
    except KeyError:
        raise BadInput(no_command(command)) from None
    table, who = act.table, command.by
    why = why_not_move(move, table, who)
    if why is None and move.fields:
        why = why_not_fields(move, table, who, command)
    if why is not None:
        refuse(why.reason, why.bounds)
    move.happens(act, command)


def no_command(said: object) -> str:
    """The message for an object that is not a command."""
    return f"{said!r} is not a command; a command is an instance such as commands.Stand(by=NAME)"


def carry_due(act: Act, command: cmd.Command) -> None:
    """Carry out the steps of `due`. None of them would be refused, so nothing is checked again; but what
    comes from a real shoe must have been read."""
    if act.table.is_real_shoe:
        carry_on(act, command)
    else:
        MOVES[type(command)].happens(act, command)


def legal(table: Table, who: str) -> tuple[May, ...]:
    """Every command that `decide` would accept from `who` now."""
    rules, stopped = table.rules, what_stops(table)
    found: list[May] = []
    for move in _AT_MOMENT[table.phase, role_of(table, who)]:
        if stopped and not move.in_any_case:
            continue
        if move.absent is not any_book and move.absent(rules):
            continue
        if not move.why_not(table, who):
            found.extend(mays_of(move, table, who))
    return tuple(found)


def why_not(table: Table, who: str, command: type[cmd.Command], /, **given: Any) -> Why | None:
    """The reason why `decide` would refuse every such command with these fields from `who`; or None.

    Fields may be left out: a button asks with none of them, a form with the filled ones.
    """
    if command not in MOVES:
        raise BadInput(no_command(command))
    return why_not_partial(MOVES[command], table, who, given)


def is_legal(table: Table, command: cmd.Command) -> bool:
    """Whether `legal` lists a command."""
    return any(permits(one, command) for one in legal(table, command.by))
