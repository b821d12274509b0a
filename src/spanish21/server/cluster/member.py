"""One server among several on a PostgreSQL: it gives up tables that others took, and takes free ones.

It decides, at each heartbeat; store/nodes.py then makes the tables its own, and table/takeover.py loads them.
"""

import asyncio
import math
import random
import time
from collections.abc import Callable, Coroutine

import sqlalchemy as sa
import structlog

from spanish21.errors import Spanish21Error
from spanish21.server.cluster.pulse import Beat, Pulse
from spanish21.server.store.nodes import DEAD_AFTER, Owner, announce, others, owner_of, taken_over
from spanish21.server.store.store_reader import head_of
from spanish21.server.table.hall import Hall
from spanish21.server.table.host import Host

log_of = structlog.get_logger("spanish21.cluster")

UNREACHABLE = "the database is unreachable"


class Cluster:
    """This server's place among the others."""

    def __init__(self, hall: Hall, address: str) -> None:
        self.node, self.address = hall.owner, address
        self.others: list[str] = []
        self.on_news: Callable[[str], None] = lambda news: None
        self.on_others: Callable[[list[str]], None] = lambda living: None
        self._hall, self._place = hall, hall.place
        self._pulse = Pulse(hall.place.store, hall.owner, address)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_taking = True  # until `begin`: free tables are taken at the start, before anyone is let in

    @property
    def trouble(self) -> str:
        """The error while no heartbeat reaches the database; other servers take our tables then."""
        is_late = time.monotonic() - self._pulse.last > DEAD_AFTER / 1_000
        return UNREACHABLE if is_late else ""

    def begin(self) -> None:
        """From the next heartbeat on take up tables that lose their server."""
        self._is_taking = False

    async def join(self) -> None:
        """Announce this server."""
        loop = asyncio.get_running_loop()
        self._pulse.on_beat = lambda found: _soon(loop, self._on_beat, found)
        self._pulse.on_news = lambda news: _soon(loop, self.on_news, news)
        await asyncio.to_thread(self._pulse.start)

    async def leave(self) -> None:
        """Release the tables to the other servers immediately."""
        await asyncio.to_thread(self._pulse.close)
        for task in self._tasks:
            task.cancel()

    async def owner_of(self, table_id: str) -> Owner | None:
        """Whose an open table is."""
        return await self._place.store.found(owner_of, table_id)

    async def living(self) -> list[str]:
        """The addresses of the other servers that live now: one may have come since our last heartbeat."""
        return await self._place.store.found(others, self.node)

    def announce(self, news: str) -> None:
        """Tell the other servers of something."""
        self._place.writer.run(lambda connection: announce(connection, news)).add_done_callback(
            lambda future: future.cancelled() or future.exception()
        )

    # -- heartbeats

    def _on_beat(self, found: Beat) -> None:
        self.others = found.others
        self.on_others(found.others)
        for table_id, host in list(self._hall.hosts.items()):
            if found.owned.get(table_id) != host.log.epoch:
                self._start(self._look_again(host))
        if found.ownerless and not self._is_taking:
            self._is_taking = True
            self._start(self._take(found.ownerless))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_again(self, host: Host) -> None:
        """A table that seems to be another's: it may have been opened after the heartbeat looked."""

        head = await self._place.store.found(head_of, host.table_id)
        if (head.owner, head.epoch) != (self.node, host.log.epoch):
            host.give_up()

    async def _take(self, ownerless: dict[str, int]) -> None:
        """Take our share of the tables without a server; tables that are left over are taken at the next
        beat."""
        try:
            share = math.ceil(len(ownerless) / (len(self.others) + 1))
            ours = dict(random.sample(sorted(ownerless.items()), share))
            got = await self._place.writer.run(
                lambda connection: taken_over(connection, self.node, ours), tries_again=False
            )
            if got:
                await self._hall.take_up(got)
                log_of.info("tables taken over", tables=len(got))
        except (Spanish21Error, sa.exc.DBAPIError) as error:
            log_of.warning("takeover failed", error=type(error).__name__)
        finally:
            self._is_taking = False


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *given: object) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call, *given)
