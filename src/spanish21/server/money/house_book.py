"""The house's own log while the server runs: chips that are given to people, corrections."""

import os
import time

import sqlalchemy as sa

from spanish21 import __version__
from spanish21.server.log.batch import Asked, Log, new_log
from spanish21.server.log.digests import command_digest
from spanish21.server.log.house_events import HOUSE, ChipsGiven, HouseEvent, HouseOpened, Ordered
from spanish21.server.log.recorder import Desk, house_recorded
from spanish21.server.people.authority import AUTOMATIC
from spanish21.server.store.batch_rows import create_log, write
from spanish21.server.store.reader import command_of
from spanish21.server.store.schema import heads
from spanish21.server.store.writer import Writer


class HouseBook:
    """Writes to the house's log, one batch after another. Several servers write to it in turn: each batch
    follows on the log's head as it stands, which is locked until the commit."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def give(self, person: str, amount: int, why: str, by: str = AUTOMATIC) -> None:
        """Put chips of the house into a person's purse."""
        await self.record(ChipsGiven(person, amount, why), by, why)

    async def order(self, what: str, about: str, by: str, reason: str = "") -> None:
        """Write down that somebody ordered something that moves no chips."""
        await self.record(Ordered(what, about, reason, by), by, reason)

    async def record(self, event: HouseEvent, by: str, reason: str = "", second: str = "") -> None:
        """Commit an event of the house."""
        asked = _asked(event, by, reason, second)
        await self._writer.run(lambda connection: _write(connection, event, asked))


_HEAD = sa.select(heads).where(heads.c.table_id == HOUSE).with_for_update()


def _asked(event: HouseEvent, by: str, reason: str = "", second: str = "") -> Asked:
    name, id = type(event).__name__, os.urandom(12).hex()
    role = "house" if by == AUTOMATIC else "staff"
    return Asked(by, id, command_digest(f"{name} {id}".encode()), name, role, reason, second)


def _write(connection: sa.Connection, event: HouseEvent, asked: Asked) -> None:
    head = connection.execute(_HEAD).one()
    if command_of(connection, HOUSE, asked.by, asked.id) is not None:
        return  # a connection was lost after the commit, and this is the second attempt
    log = Log(HOUSE, head.seq, head.chain, head.epoch) if head.seq else new_log(HOUSE, head.epoch)
    batch, _ = house_recorded(log, [event], asked, round(time.time() * 1000), _NO_SHOES)
    write(connection, [batch], set())


def _no_key(number: int) -> bytes:
    raise ValueError("the house has no shoes")


_NO_SHOES = Desk(_no_key)


async def opened_house_book(writer: Writer, owner: str) -> HouseBook:
    """The house's log, begun if this is its first day."""

    def begin(connection: sa.Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(21)")  # servers may start together
        head = connection.execute(_HEAD).one_or_none()
        if head is None:
            create_log(connection, HOUSE, owner)
        if head is None or not head.seq:
            event = HouseOpened(__version__)
            _write(connection, event, _asked(event, AUTOMATIC))

    await writer.run(begin)
    return HouseBook(writer)
