"""The seed of the round to come: committed to before its wagers can be closed, opened when it is over."""

import os

import sqlalchemy as sa

from spanish21.game import events as ev
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.server.log.batch import WheelDraw
from spanish21.server.log.commitments import has_wheels
from spanish21.server.log.mixing import WHEELS
from spanish21.server.log.sealed_rows import draw_row, seed_of
from spanish21.server.log.seals import MasterKey
from spanish21.server.store import schema
from spanish21.server.system_chance import Source


class WheelSeed:
    """The current seed of a table, if its rules have wheels."""

    def __init__(self, master: MasterKey, table_id: str, source: Source = os.urandom) -> None:
        self._master, self._table_id, self._source = master, table_id, source
        self.number, self.round, self.seed, self.commitment = 0, 0, "", ""

    def load(self, connection: sa.Connection) -> None:
        """Take up the seed that was committed to and not opened."""
        draws = schema.draws
        query = sa.select(draws).where(draws.c.table_id == self._table_id).order_by(draws.c.number.desc())
        row = connection.execute(query.limit(1)).one_or_none()
        if row is None:
            return
        self.number = row.number
        if row.opened is None:
            seed = seed_of(self._master, self._table_id, row.number, row.sealed)
            self.round, self.seed, self.commitment = row.round, seed, row.commitment.hex()

    def is_wanted(self, table: Table) -> bool:
        """Whether a seed must be committed to before the wagers of the next round can be closed."""
        if table.phase != Phase.WAGERS or not has_wheels(table.rules):
            return False
        return not self.seed or self.round <= table.round_number

    def next_draw(self, table: Table) -> WheelDraw:
        """The commitment to the seed of the round after the last one."""
        return draw_row(self._master, self._table_id, self.number + 1, table.round_number + 1, self._source)

    def draw_again(self) -> WheelDraw:
        """The commitment to another seed of the round under way: a player's part in it is missing."""
        return draw_row(self._master, self._table_id, self.number + 1, self.round, self._source)

    def opened_by(self, events: list[ev.Event]) -> list[tuple[int, bytes]]:
        """The opening of the seed, if these events end its round, or it is thrown away."""
        is_over = any(isinstance(event, ev.CardsCollected) or is_discarded(event) for event in events)
        return [(self.number, self.seed.encode())] if self.seed and is_over else []

    def committed(self, draw: WheelDraw | None, opened: bool) -> None:
        """Note the openings and publications of a commit."""
        if opened:
            self.seed = self.commitment = ""
        if draw is not None:
            self.number, self.round = draw.number, draw.round
            self.seed = seed_of(self._master, self._table_id, draw.number, draw.sealed)
            self.commitment = draw.commitment.hex()


def is_discarded(event: ev.Event) -> bool:
    """Whether a seed of the house for wheels is thrown away, because a player's was missing."""
    return isinstance(event, ev.SeedsOpened) and event.purpose == WHEELS and bool(event.missing)
