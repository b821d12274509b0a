"""The working state of a chapter: the table as it changes under the events of a command."""

from typing import NoReturn

from spanish21.errors import Refused
from spanish21.game.events import Event
from spanish21.game.moves.bounds import Bounds
from spanish21.game.round.with_parts import Evolves
from spanish21.game.table import Table

EVOLVE: Evolves = {}
"""The effect of each kind of event; procedure.py fills it from the chapters."""


class Act:
    """One command being carried out: its events so far and the table after them."""

    __slots__ = ("events", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let something happen."""
        self.table = EVOLVE[type(event)](self.table, event)
        self.events.append(event)

    def __repr__(self) -> str:
        happened = ", ".join(type(event).__name__ for event in self.events[:8])
        more = f", … {len(self.events) - 8} more" if len(self.events) > 8 else ""
        return f"<Act: {happened or 'nothing yet'}{more}>"


def refuse(reason: str, bounds: Bounds | None = None) -> NoReturn:
    """Say no, under a name from reasons.py."""
    raise Refused(reason, bounds)
