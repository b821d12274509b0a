"""The automatic house at a live table: takes the steps that are due from vacant roles.

Its chance is that to which the house is committed; the chain is under "Chance" in docs/design.md.
"""

from spanish21.dealer import do_due
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.moves.act import Act
from spanish21.game.table import Table
from spanish21.server.fairness.fair_draws import FairDraws

_FROM_REAL_SHOE = (cmd.Deal, cmd.TurnHoleCard, cmd.InsertHoleCard)
MOST_STEPS = 10_000


def is_due(table: Table, automatic: frozenset[str]) -> bool:
    """Whether the house itself has something to do at a table."""
    command = due(table)
    return command is not None and is_for_house(table, command, automatic)


def is_for_house(table: Table, command: cmd.Command, automatic: frozenset[str]) -> bool:
    """Whether the house carries out a command for a vacant role; people deal real cards themselves."""
    return command.by in automatic and not (table.is_real_shoe and isinstance(command, _FROM_REAL_SHOE))


def run_house(act: Act, automatic: frozenset[str], draws: FairDraws) -> bool:
    """Take all due steps until the table waits for a person, or for seeds. Whether it ended with a shuffle,
    whose commitment must be announced before anything follows."""
    for _ in range(MOST_STEPS):
        command = due(act.table)
        if command is None or not is_for_house(act.table, command, automatic):
            return False
        if not draws.may(act.table, command):
            return False
        do_due(act, command, draws.drawn)
        if type(command) is cmd.Shuffle:
            return True
    raise RuntimeError("the house's steps do not end")
