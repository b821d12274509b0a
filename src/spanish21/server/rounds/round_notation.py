"""Rounds of a stored log as text, without unseen cards or chips."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game.events import Event, TableSetUp
from spanish21.game.evolve import evolve, set_up
from spanish21.game.log.log_text import NOT_BEGUN, next_event
from spanish21.game.table import Table
from spanish21.notation import write
from spanish21.notation.recalling import as_everybody_saw, is_all_seen, recalled
from spanish21.server.log.batch import KeyOf
from spanish21.server.log.chain import Row
from spanish21.server.log.seals import BrokenSeal, MasterKey
from spanish21.server.log.snapshots import moment_in
from spanish21.server.store import schema
from spanish21.server.store.connect import Store
from spanish21.server.store.store_reader import body_in, published_key, rows
from spanish21.server.store.writer import WriterBusy

MOST_WAITING, MOST_KEPT = 20, 2_000
EVENTS_AT_ONCE, PAUSE = 200, 0.005
"""A long log is read in steps with a pause after each."""


def notation_of(
    connection: sa.Connection, table_id: str, numbers: Sequence[int], master: MasterKey
) -> dict[int, str]:
    """The texts of finished rounds; "" where a text would reveal unseen cards."""
    return dict(notations(connection, table_id, lambda shoe: master.shoe_key(table_id, shoe), numbers))


class RoundTexts:
    """Texts of rounds on request: one search of the log at a time, and results are cached, so that
    no table feels it."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._one = asyncio.Lock()
        self._waiting = 0

    async def of(self, store: Store, table_id: str, numbers: Sequence[int], master: MasterKey) -> list[str]:
        """The texts of finished rounds; "" where a text would reveal unseen cards."""
        missing = [number for number in numbers if (table_id, number) not in self._found]
        texts: dict[int, str] = {}
        if missing:
            if self._waiting >= MOST_WAITING:
                raise WriterBusy("too many ask for rounds")
            self._waiting += 1
            try:
                async with self._one:
                    texts = await asyncio.to_thread(_read, store, table_id, missing, master)
            finally:
                self._waiting -= 1
        found = [texts.get(number) or self._found.get((table_id, number), "") for number in numbers]
        self._keep(table_id, texts)
        return found

    def _keep(self, table_id: str, texts: dict[int, str]) -> None:
        """A text that cannot be told yet may be told later."""
        self._found |= {(table_id, number): text for number, text in texts.items() if text}
        while len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)


def _read(store: Store, table_id: str, numbers: Sequence[int], master: MasterKey) -> dict[int, str]:
    with store.reading() as connection:
        return notation_of(connection, table_id, numbers, master)


def notations(
    connection: sa.Connection, table_id: str, key_of: KeyOf, numbers: Sequence[int] | None = None
) -> Iterator[tuple[int, str]]:
    """The texts of a table's rounds, or of some of them, by their numbers."""
    rounds = schema.rounds
    query = sa.select(rounds).where(rounds.c.table_id == table_id, rounds.c.last_seq.is_not(None))
    if numbers is not None:
        query = query.where(rounds.c.number.in_(numbers))
    wanted = connection.execute(query.order_by(rounds.c.number)).all()
    if not wanted:
        return
    is_open = cache(lambda shoe: published_key(connection, table_id, shoe) is not None)
    walk = LogWalk(connection, table_id, key_of, wanted[0].first_seq)
    for row in wanted:
        start = walk.upto(row.first_seq - 1)
        events, shoes = walk.through(row.last_seq)
        yield row.number, _text(start, events, all(is_open(shoe) for shoe in shoes))


def _text(start: Table, events: list[Event], is_open: bool) -> str:
    if not is_open and not is_all_seen(events):
        return ""
    try:
        return write(as_everybody_saw(recalled(start, events)))
    except BadInput:
        return ""


class LogWalk:
    """A table that is advanced through its log, from a snapshot or from its beginning."""

    def __init__(self, connection: sa.Connection, table_id: str, key_of: KeyOf, first: int) -> None:
        self._connection, self._table_id, self._key_of = connection, table_id, key_of
        self._table: Table | None = None
        self._seq, self._version = 0, NOT_BEGUN
        self._take_snapshot(first)

    def _take_snapshot(self, first: int) -> None:
        snapshots = schema.snapshots
        place = (snapshots.c.table_id == self._table_id, snapshots.c.seq < first)
        query = sa.select(snapshots).where(*place).order_by(snapshots.c.seq.desc())
        for row in self._connection.execute(query):
            try:
                moment = moment_in(self._table_id, row.seq, row.body, self._key_of)
            except (BrokenSeal, BadInput):
                continue
            self._table, self._seq, self._version = moment.table, row.seq, moment.log.version
            return

    def upto(self, seq: int) -> Table:
        """The table after an event."""
        self.through(seq)
        assert self._table is not None
        return self._table

    def through(self, seq: int | None) -> tuple[list[Event], set[int]]:
        """The events up to one, or to the end of the log, and the shoes to which they belong."""
        found: list[Event] = []
        shoes: set[int] = set()
        with closing(rows(self._connection, self._table_id, self._seq, seq)) as following:
            for row in following:
                found.append(self._step(row))
                shoes.add(row.shoe)
                if len(found) % EVENTS_AT_ONCE == 0:
                    time.sleep(PAUSE)
        self._seq += len(found)
        return found, shoes

    def _step(self, row: Row) -> Event:
        event, self._version = next_event(body_in(row, self._key_of), self._version)
        self._table = set_up(event) if isinstance(event, TableSetUp) else evolve(self._at(), event)
        return event

    def _at(self) -> Table:
        if self._table is None:
            raise BadInput(f"the log of table {self._table_id} does not begin with the table's setting up")
        return self._table
