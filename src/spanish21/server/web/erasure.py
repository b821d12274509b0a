"""Forgetting a person: the log stays whole, and nothing leads from it to anybody."""

import sqlalchemy as sa

from spanish21.server.log.house_events import ChipsTaken
from spanish21.server.money.cage import moved
from spanish21.server.people.accounts import erase
from spanish21.server.people.callers import NotAllowed
from spanish21.server.people.sessions import end_sessions
from spanish21.server.web.desk import FrontDesk

WHY = "the account is closed"


async def erase_person(desk: FrontDesk, person: str, by: str, reason: str) -> None:
    """Erase somebody who is at no table; what is left in the purse goes back to the house."""
    if desk.hall.seats_of(person):
        raise NotAllowed("whoever is at a table cannot be erased; leave the table first", 409)
    now = desk.now()

    def work(connection: sa.Connection) -> tuple[bytes, ...]:
        ended = end_sessions(connection, person)
        erase(connection, person, now)
        return ended

    desk.sockets.end(await desk.writer.run(work), WHY)
    desk.let_go(person, frozenset())
    await desk.house.order("person erased", person, by, reason)
    left = await desk.purses.know(person)
    if left:
        await moved(desk.house, desk.purses, ChipsTaken(person, left, WHY), by, reason)
    desk.hall.names.pop(person, None)
