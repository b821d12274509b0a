"""`decide` and `legal`: the only place that says no, and the list of what would be a yes."""

from collections.abc import Callable
from typing import Any

from spanish21.game import commands as cmd
from spanish21.game.act import Act, refuse
from spanish21.game.chapters import (
    dealing,
    doubling,
    drawing,
    insurance,
    inventory,
    irregularities,
    opening,
    people,
    progressives,
    settling,
    shuffling,
    splitting,
    wagers,
)
from spanish21.game.choices import May, permits
from spanish21.game.events import Event
from spanish21.game.phases import what_stops
from spanish21.game.table import Table

CHAPTERS = (
    people,
    inventory,
    opening,
    shuffling,
    wagers,
    dealing,
    insurance,
    drawing,
    doubling,
    splitting,
    progressives,
    settling,
    irregularities,
)

_DECIDES: dict[type[cmd.Command], Callable[[Act, Any], None]] = {}
for _chapter in CHAPTERS:
    _DECIDES.update(_chapter.DECIDES)

ALWAYS = frozenset(
    (
        cmd.Join,
        cmd.Leave,
        cmd.BuyChips,
        cmd.TellTime,
        cmd.BeginGamingDay,
        cmd.InspectReader,
        cmd.RepairReader,
        cmd.RemoveTen,
        cmd.PutShufflerAside,
        cmd.CountInventory,
        cmd.Fill,
        cmd.Credit,
        cmd.ConfirmSlip,
    )
)
"""What may be done while the table waits: for its reader, a 10 to be taken out, a device to be put aside, a
fill."""

_ALWAYS_NAMES = frozenset(kind.__name__ for kind in ALWAYS)


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
    reason = what_stops(act.table)
    if reason and type(command) not in ALWAYS:
        refuse(reason)
    _DECIDES[type(command)](act, command)


def legal(table: Table, who: str) -> tuple[May, ...]:
    """Every command that `decide` would accept from `who` now."""
    offered = [one for chapter in CHAPTERS for one in chapter.mays(table, who)]
    if what_stops(table):
        offered = [one for one in offered if one.command in _ALWAYS_NAMES]
    return tuple(offered)


def is_legal(table: Table, command: cmd.Command) -> bool:
    """Whether `legal` lists a command."""
    return any(permits(one, command) for one in legal(table, command.by))
