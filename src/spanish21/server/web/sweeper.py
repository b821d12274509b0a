"""What a running server does once a minute: forget what is over, and notice what was ended elsewhere."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

import sqlalchemy as sa

from spanish21.errors import Spanish21Error
from spanish21.server.people.callers import living_sessions
from spanish21.server.people.lockout import FORGOTTEN_AFTER
from spanish21.server.people.sessions import sweep_sessions
from spanish21.server.store.counters import sweep_counters
from spanish21.server.store.play_records import sweep_played

if TYPE_CHECKING:
    from spanish21.server.web.desk import FrontDesk

SWEEP_SECONDS = 60
SWEPT_TOGETHER = 100
"""How many sessions are looked up together; tables go on in between."""
OVER = "your session is over; log in again"


async def sweep_every_minute(desk: "FrontDesk") -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        with contextlib.suppress(Spanish21Error):
            await sweep(desk)


async def sweep(desk: "FrontDesk") -> None:
    """Forget sessions that are over, with their sockets, counts that have run out and hours that no limit
    looks back on; then see which sessions and roles were ended on other servers."""
    now = desk.now()

    def work(connection: sa.Connection) -> tuple[bytes, ...]:
        sweep_counters(connection, now - FORGOTTEN_AFTER)
        sweep_played(connection, now)
        return sweep_sessions(connection, now)

    desk.sockets.end(await desk.writer.run(work), OVER)
    every = list(desk.sockets)
    for at in range(0, len(every), SWEPT_TOGETHER):
        await _compare(desk, every[at : at + SWEPT_TOGETHER])


async def _compare(desk: "FrontDesk", digests: list[bytes]) -> None:
    """End the sockets of sessions that no longer exist, and take away roles that were taken away."""
    persons = {person for person, _ in desk.sockets.people(digests)}
    living, roles = await desk.reading(living_sessions, digests, persons)
    desk.sockets.end([digest for digest in digests if digest and digest not in living], OVER)
    for person, before in desk.sockets.people(digests):
        if before != roles.get(person, before):
            desk.let_go(person, roles[person])
