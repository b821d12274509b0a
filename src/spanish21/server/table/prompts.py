"""The prompt for the house: the next step in words, for the dealer or floorperson on duty."""

from collections.abc import Mapping

import msgspec

from spanish21.books.prompting import prompt
from spanish21.game.table import Table
from spanish21.server.answers import Due


def due_shown(table: Table, names: Mapping[str, str]) -> Due | None:
    """The next step of the house: its command, who carries it out, how, and the clauses that ask for it.

    Chance is left open in the command, so it reveals nothing unseen.
    """
    found = prompt(table, names)
    if found is None:
        return None
    command = msgspec.to_builtins(found.command)
    del command["by"]
    return {
        "to": found.to,
        "says": found.says,
        "clauses": [f"{table.rules.book} {clause}" for clause in found.clauses],
        "command": command,
    }
