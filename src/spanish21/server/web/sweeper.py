"""A running server's chores once a minute: forget finished things, close idle tables, notice
tables ended elsewhere."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import sqlalchemy as sa
import structlog

from spanish21.errors import Spanish21Error
from spanish21.server.log.house_events import ClockSetBack
from spanish21.server.people.callers import SET_UP, living_sessions, unproven_sessions
from spanish21.server.people.lockout import FORGOTTEN_AFTER
from spanish21.server.people.roles import PLAYER, roles_of_all
from spanish21.server.people.sessions import sweep_sessions
from spanish21.server.store.counters import sweep_counters
from spanish21.server.store.house_log import record
from spanish21.server.store.play_records import sweep_played

if TYPE_CHECKING:
    from spanish21.server.web.desk import FrontDesk

log_of = structlog.get_logger("spanish21.desk")

SWEEP_SECONDS = 60
SWEPT_TOGETHER = 100
"""How many sessions are looked up together; tables go on in between."""
CHECKED_EVERY = 24 * 60 * 60_000
"""How often a running server looks at its own files, in milliseconds."""
OVER = "your session is over; log in again"
VACANT_FOR = 5 * 60_000
"""After this many milliseconds without a player, a table that a player has opened is closed."""


async def sweep_every_minute(desk: "FrontDesk") -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        with contextlib.suppress(Spanish21Error, sa.exc.DBAPIError):
            await sweep(desk)
            await note_clock(desk)
            if desk.self_check.found.at and desk.now() - desk.self_check.found.at >= CHECKED_EVERY:
                await desk.check_program()
            await close_vacant(desk)


async def note_clock(desk: "FrontDesk") -> None:
    """Have it on record if the machine's clock was set back."""
    milliseconds = desk.clock.noted()
    if milliseconds:
        log_of.error("the clock was set back", milliseconds=milliseconds)
        node = desk.hall.owner
        await desk.writer.run(lambda connection: record(connection, ClockSetBack(milliseconds, node)))


async def sweep(desk: "FrontDesk") -> None:
    """Forget expired sessions, with their sockets, expired counts and hours that no limit
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


async def close_vacant(desk: "FrontDesk") -> None:
    """Close the tables that players (bots among them) have opened and left. Those of the house, which it or
    staff opened, stay open, and so does one with a dealer on duty."""
    now, hall = desk.now(), desk.hall
    openers = {row.opened_by for row in hall.rows.values() if row.opened_by}
    roles = await desk.reading(roles_of_all, openers)
    for table_id, host in list(hall.hosts.items()):
        opener = hall.rows[table_id].opened_by if table_id in hall.rows else ""
        is_of_house = not opener or bool(roles.get(opener, frozenset()) - {PLAYER}) or bool(host.on_duty)
        if is_of_house or host.stopped or host.table.people or host.seats.are_given_up:
            continue
        if now - max(host.last_at, desk.opened_at) >= VACANT_FOR:
            desk.do_beside(hall.close_down(table_id))


async def _compare(desk: "FrontDesk", digests: list[bytes]) -> None:
    """End the sockets of sessions that no longer exist, and take away roles that were taken away."""
    persons = {person for person, _ in desk.sockets.people(digests)}
    living, roles = await desk.reading(living_sessions, digests, persons)
    desk.sockets.end([digest for digest in digests if digest and digest not in living], OVER)
    await end_unproven(desk, digests)
    for person, before in desk.sockets.people(digests):
        if before != roles.get(person, before):
            desk.let_go(person, roles[person])


async def end_unproven(desk: "FrontDesk", digests: Iterable[bytes]) -> None:
    """In a house of two, disconnect staff without a second factor."""
    staff = desk.sockets.staff(digests)
    if staff:
        desk.sockets.end(await desk.reading(unproven_sessions, staff), SET_UP)
