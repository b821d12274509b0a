"""The automatic house at a live table: does what is due of the roles that nobody fills."""

import random

from spanish21.game import commands as cmd
from spanish21.game.act import Act
from spanish21.game.chapters.last_cards import finish_round
from spanish21.game.decide import carry_due
from spanish21.game.due import due
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table
from spanish21.server.log.commitments import with_fair_chance

CHANCY = (cmd.Shuffle, cmd.DrawHotSpot, cmd.Spin, cmd.SpinCommunity)
_FROM_REAL_SHOE = (cmd.Deal, cmd.TurnHoleCard, cmd.InsertHoleCard)
MOST_STEPS = 10_000


def is_due(table: Table, automatic: frozenset[str]) -> bool:
    """Whether the house itself has something to do at a table."""
    command = due(table)
    return command is not None and _is_for_house(table, command, automatic)


def run_house(act: Act, automatic: frozenset[str], chance: random.Random, seed: str) -> bool:
    """Do all that is due until somebody else is awaited. Whether it ended with a shuffle, whose commitment
    must be told before anything follows."""
    for _ in range(MOST_STEPS):
        table = act.table
        if (
            table.phase == Phase.DEALER
            and DEALER in automatic
            and not table.is_real_shoe
            and finish_round(act)
        ):
            continue
        command = due(table)
        if command is None or not _is_for_house(table, command, automatic):
            return False
        carry_due(act, with_drawn_chance(table, command, chance, seed))
        if type(command) is cmd.Shuffle:
            return True
    raise RuntimeError("the house finds no end to what is due")


def with_drawn_chance(table: Table, command: cmd.Command, chance: random.Random, seed: str) -> cmd.Command:
    """A command of the house with what it leaves to chance; people deal real cards themselves."""
    if type(command) not in CHANCY or (table.is_real_shoe and type(command) is cmd.Shuffle):
        return command
    return with_fair_chance(table, command, chance, seed)


def _is_for_house(table: Table, command: cmd.Command, automatic: frozenset[str]) -> bool:
    return command.by in automatic and not (table.is_real_shoe and isinstance(command, _FROM_REAL_SHOE))
