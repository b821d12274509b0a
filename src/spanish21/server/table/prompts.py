"""The prompt for the house: the next step in words, for the dealer or floorperson on duty."""

from collections.abc import Mapping
from typing import Any

import msgspec

from spanish21.books.prompting import prompt
from spanish21.game.table import Table


def due_shown(table: Table, names: Mapping[str, str]) -> dict[str, Any] | None:
    """The next step of the house: its command, who carries it out, how, and the clauses that ask for it.

    Chance is left open in the command, so nothing is in it that nobody has seen.
    """
    found = prompt(table)
    if found is None:
        return None
    says = found.says
    for person in table.people:
        says = says.replace(person.name, names.get(person.name, person.name))
    command = msgspec.to_builtins(found.command)
    del command["by"]
    return {
        "to": found.to,
        "says": says,
        "clauses": [f"{table.rules.book} {clause}" for clause in found.clauses],
        "command": command,
    }
