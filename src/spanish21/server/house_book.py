"""The house's own log while the server runs: chips that are given to people, corrections."""

import asyncio
import os
import time

import sqlalchemy as sa

from spanish21 import __version__
from spanish21.server.authority import AUTOMATIC
from spanish21.server.batch import Asked, Log, new_log
from spanish21.server.commit import Writer
from spanish21.server.digests import command_digest
from spanish21.server.house_log import HOUSE, ChipsGiven, HouseEvent, HouseOpened, Ordered
from spanish21.server.opening import Store
from spanish21.server.reading import head_of
from spanish21.server.recording import Desk, house_recorded
from spanish21.server.schema import heads
from spanish21.server.store import create_log, take_over


class HouseBook:
    """Writes to the house's log, one batch after another."""

    def __init__(self, writer: Writer, log: Log) -> None:
        self._writer, self._log = writer, log
        self._lock = asyncio.Lock()

    async def give(self, person: str, amount: int, why: str, by: str = AUTOMATIC) -> None:
        """Put chips of the house into a person's purse."""
        await self.record(ChipsGiven(person, amount, why), by, why)

    async def order(self, what: str, about: str, by: str, reason: str = "") -> None:
        """Write down that somebody ordered something that moves no chips."""
        await self.record(Ordered(what, about, reason, by), by, reason)

    async def record(self, event: HouseEvent, by: str, reason: str = "", second: str = "") -> None:
        """Commit an event of the house."""
        async with self._lock:
            name = type(event).__name__
            body = f"{name} {self._log.seq}".encode()
            role = "house" if by == AUTOMATIC else "staff"
            asked = Asked(by, os.urandom(12).hex(), command_digest(body), name, role, reason, second)
            batch, log = house_recorded(self._log, [event], asked, round(time.time() * 1000), _NO_SHOES)
            await self._writer.commit(batch)
            self._log = log


def _no_key(number: int) -> bytes:
    raise ValueError("the house has no shoes")


_NO_SHOES = Desk(_no_key)


async def opened_house_book(store: Store, writer: Writer, owner: str) -> HouseBook:
    """The house's log, begun if this is its first day."""

    def owned(connection: sa.Connection) -> None:
        found = connection.execute(sa.select(heads.c.epoch).where(heads.c.table_id == HOUSE)).one_or_none()
        if found is None:
            create_log(connection, HOUSE, owner)
        else:
            take_over(connection, HOUSE, owner, found.epoch)

    def read() -> Log:
        with store.reading() as connection:
            head = head_of(connection, HOUSE)
        log = new_log(HOUSE, head.epoch)
        return Log(HOUSE, head.seq, head.chain, head.epoch) if head.seq else log

    await writer.run(owned)
    book = HouseBook(writer, await asyncio.to_thread(read))
    if not book._log.seq:
        await book.record(HouseOpened(__version__), AUTOMATIC)
    return book
