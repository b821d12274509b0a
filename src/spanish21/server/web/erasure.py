"""Forgetting a person: the log stays whole, and nothing leads from it to anyone.

A person may be seated at tables of several servers. They begin no further round from the first commit on;
each server lets them go when the round under way is over; only when no chip of theirs is at a table are they
erased. The request is in the store until then, so that a restart continues it.
"""

import asyncio
from typing import TYPE_CHECKING

import sqlalchemy as sa

from spanish21.server.log.authority_fold import ERASING, Erasure
from spanish21.server.log.house_events import ChipsTaken, ErasureAsked
from spanish21.server.money.cage import moved
from spanish21.server.people.accounts import erase
from spanish21.server.people.callers import NotAllowed
from spanish21.server.people.limits import FOR_EVER, exclude
from spanish21.server.people.roles import STAFF, is_of_two, require_other_administrator, roles_of
from spanish21.server.people.sessions import end_sessions
from spanish21.server.store.house_log import record
from spanish21.server.store.schema import at_risk, balances, meta

if TYPE_CHECKING:
    from spanish21.server.web.desk import FrontDesk

WHY = "the account is closed"
PATIENCE = 2.0
"""Seconds for which the request waits for the rounds to end."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two looks at the tables, more and more."""


async def require_erasable(desk: "FrontDesk", person: str) -> None:
    """Refuse to erase a person with a role in a house of two: their roles are taken first, and that needs a
    second person."""
    if await desk.reading(_works_in_house_of_two, person):
        raise NotAllowed("people who work in the house cannot be erased; take the role back first", 409)


def _works_in_house_of_two(connection: sa.Connection, person: str) -> bool:
    return is_of_two(connection) and bool(roles_of(connection, person) & STAFF)


async def erase_person(desk: "FrontDesk", person: str, by: str, reason: str) -> bool:
    """Erase a person; False while a round of theirs is still under way, after which it is done."""
    await require_erasable(desk, person)
    asked = Erasure(by, reason)
    row = {"name": f"{ERASING}{person}", "value": asked.text}

    def begin(connection: sa.Connection) -> None:
        require_other_administrator(connection, person)
        exclude(connection, person, FOR_EVER, desk.now())
        if not connection.scalar(sa.select(meta.c.name).where(meta.c.name == row["name"])):
            connection.execute(sa.insert(meta).values(**row))
            record(connection, ErasureAsked(person, by, reason), by=by, reason=reason)

    await desk.writer.run(begin)
    erasing = desk.do_beside(_erased(desk, person, asked))
    done, _ = await asyncio.wait([erasing], timeout=PATIENCE)
    for one in done:
        one.result()
    return bool(done)


async def go_on_erasing(desk: "FrontDesk") -> None:
    """After a start: continue earlier requests."""
    for name, value in await desk.reading(_asked):
        desk.do_beside(_erased(desk, name.removeprefix(ERASING), Erasure.of(value)))


def _asked(connection: sa.Connection) -> list[tuple[str, str]]:
    query = sa.select(meta.c.name, meta.c.value).where(meta.c.name.startswith(ERASING))
    return [(row.name, row.value) for row in connection.execute(query)]


async def _erased(desk: "FrontDesk", person: str, asked: Erasure) -> None:
    pause = FIRST_PAUSE
    while True:
        desk.news.send_home(person)
        if not desk.hall.seats_of(person) and not await desk.reading(has_chips_at_tables, person):
            break
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)

    def work(connection: sa.Connection) -> tuple[bytes, ...]:
        ended = end_sessions(connection, person)
        erase(connection, person, desk.now(), asked.by, asked.reason)
        connection.execute(sa.delete(meta).where(meta.c.name == f"{ERASING}{person}"))
        return ended

    desk.news.sessions_ended(await desk.writer.run(work), WHY)
    desk.let_go(person, frozenset())
    desk.news.roles_changed(person)
    await desk.house.order("person erased", person, asked.by, asked.reason)
    left = await desk.purses.know(person, afresh=True)
    if left:
        await moved(desk.house, desk.purses, ChipsTaken(person, left, WHY), asked.by, asked.reason)
    desk.hall.names.pop(person, None)


def has_chips_at_tables(connection: sa.Connection, person: str) -> bool:
    """Whether a person has chips at a table of any server, in front of them or on the layout."""
    chips = sa.select(balances.c.account).where(
        balances.c.account.like(f"chips/%/{person}"), balances.c.amount != 0
    )
    risk = sa.select(at_risk.c.table_id).where(at_risk.c.person == person, at_risk.c.amount != 0)
    return any(connection.execute(query.limit(1)).first() is not None for query in (chips, risk))
