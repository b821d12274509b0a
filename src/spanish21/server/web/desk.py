"""The front desk: what all routes share, and who is asking."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from spanish21.errors import Spanish21Error
from spanish21.game import commands as cmd
from spanish21.server.audit.background import Checking
from spanish21.server.cluster.member import Cluster
from spanish21.server.money.house_book import HouseBook, opened_house_book
from spanish21.server.money.purses import Purses
from spanish21.server.people.accounts import person_of
from spanish21.server.people.authority import Actor
from spanish21.server.people.connections import Connected
from spanish21.server.people.invitations import invite_first_administrator
from spanish21.server.people.limits import LOSS, TIME, forbidden, limit_of
from spanish21.server.people.lockout import FORGOTTEN_AFTER
from spanish21.server.people.passwords import Passwords
from spanish21.server.people.permissions import why_not_asked
from spanish21.server.people.quotas import Quotas, why_not_seat
from spanish21.server.people.roles import PLAYER, roles_of, roles_of_all
from spanish21.server.people.sessions import (
    Session,
    is_to_be_kept,
    keep_session,
    new_token,
    session_of,
    sweep_sessions,
)
from spanish21.server.people.tickets import OneTime
from spanish21.server.rounds.round_notation import RoundTexts
from spanish21.server.store.connect import Store
from spanish21.server.store.counters import sweep_counters
from spanish21.server.store.master_key import key_for_store
from spanish21.server.store.nodes import new_node_name, ownerless, taken_over
from spanish21.server.store.play_records import sweep_played
from spanish21.server.store.schema import sessions
from spanish21.server.store.writer import Writer
from spanish21.server.studies.lessons import Lessons
from spanish21.server.studies.questions import Questions
from spanish21.server.studies.runs import Runs
from spanish21.server.studies.workers import Workers
from spanish21.server.table.hall import Hall
from spanish21.server.table.host import Place

T = TypeVar("T")
SWEEP_SECONDS = 60
SWEPT_AT_ONCE = 100
"""So many sessions are looked at together; tables go on in between."""
OVER = "your session is over; log in again"


class Caller(msgspec.Struct, frozen=True):
    """Somebody logged in."""

    session: Session
    actor: Actor
    name: str
    is_guest: bool

    @property
    def id(self) -> str:
        return self.actor.id


class Ticket(msgspec.Struct, frozen=True):
    """Who may open a socket at which table; nobody in particular may watch."""

    table: str
    caller: Caller | None


class NotAllowed(Exception):
    """Somebody may not ask for that."""

    def __init__(self, why: str, status: int = 403) -> None:
        super().__init__(why)
        self.status = status


class FrontDesk:
    """What all routes share."""

    def __init__(
        self, store: Store, place: Place, quotas: Quotas, is_secure: bool, key_path: Path = Path()
    ) -> None:
        self.store, self.writer, self.master = store, place.writer, place.master
        self.quotas, self.is_secure = quotas, is_secure
        self.purses, self.now = place.purses, place.now
        self.hall = Hall(place)
        self.cluster: Cluster | None = None
        self.checking = Checking(store.address, key_path)
        self.house: HouseBook
        self.passwords = Passwords()
        self.workers = Workers()
        self.lessons = Lessons()
        self.questions = Questions()
        self.runs = Runs(self.questions)
        self.advisers = Workers()  # advice does not wait behind the prices of a whole book
        self.tickets: OneTime[Ticket] = OneTime(30)
        self.seconds: OneTime[Actor] = OneTime(120)
        self.sockets = Connected()
        self.hashing = asyncio.Semaphore(2)
        self.round_texts = RoundTexts()
        self.background: set[asyncio.Future[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self, address: str = "") -> None:
        """Take up the house's log and every table; where the store can be shared, under an address at which
        other servers find this one, only the tables that no other server has."""
        if address and self.store.dialect == "postgresql":
            self.hall.owner = new_node_name()
            self.purses.is_shared = True
        self.house = await opened_house_book(self.writer, self.hall.owner)
        if self.purses.is_shared:
            await self._join(address)
        else:
            await self.hall.load()
        self._sweeper = asyncio.create_task(self._sweep_now_and_then())

    async def _join(self, address: str) -> None:
        self.cluster = Cluster(self.hall, address)
        self.cluster.on_news = self._heard
        await self.cluster.join()
        free = await self.reading(ownerless)
        node = self.hall.owner
        taken = await self.writer.run(lambda connection: taken_over(connection, node, free))
        await self.hall.take_up(taken)
        self.cluster.begin()

    def _heard(self, news: str) -> None:
        """Another server tells of something that is kept in mind here."""
        kind, _, what = news.partition(" ")
        if kind == "session":
            self.sockets.end([bytes.fromhex(what)], "you have logged out")

    def session_ended(self, session: Session) -> None:
        """Somebody has logged out: their sockets end, at every server."""
        self.sockets.end([session.digest], "you have logged out")
        if self.cluster is not None:
            self.cluster.announce(f"session {session.digest.hex()}")

    async def close(self) -> None:
        """Keep every round as it stands, and say good-bye."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self.checking.close()
        await self.hall.close()
        if self.cluster is not None:
            await self.cluster.leave()
        self.sockets.end(list(self.sockets), "the server is shutting down; nothing is lost")
        self.runs.close()
        self.questions.close()
        self.workers.close()
        self.advisers.close()

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with contextlib.suppress(Spanish21Error):
                await self.sweep()

    async def sweep(self) -> None:
        """Forget what is over: sessions, with their sockets, counts and hours that no limit looks back on;
        and see which sessions and roles were ended elsewhere."""
        now = self.now()

        def work(connection: sa.Connection) -> tuple[bytes, ...]:
            sweep_counters(connection, now - FORGOTTEN_AFTER)
            sweep_played(connection, now)
            return sweep_sessions(connection, now)

        self.sockets.end(await self.writer.run(work), OVER)
        every = list(self.sockets)
        for at in range(0, len(every), SWEPT_AT_ONCE):
            await self._see_who_is_there(every[at : at + SWEPT_AT_ONCE])

    async def _see_who_is_there(self, digests: list[bytes]) -> None:
        persons = {person for person, _ in self.sockets.people(digests)}
        living, roles = await self.reading(_still_there, digests, persons)
        self.sockets.end([digest for digest in digests if digest and digest not in living], OVER)
        for person, before in self.sockets.people(digests):
            if before != roles.get(person, before):
                self.let_go(person, roles[person])

    def let_go(self, person: str, roles: frozenset[str]) -> None:
        """Somebody has these roles from now on and no others: at once, on open sockets and on duty too."""
        self.tickets.forget(lambda ticket: ticket.caller is not None and ticket.caller.id == person)
        self.seconds.forget(lambda actor: actor.id == person)
        self.sockets.roles_changed(person, roles)
        for host in self.hall.hosts.values():
            if host.on_duty.get(person, PLAYER) not in (PLAYER, *roles):
                host.put_on_duty({one: duty for one, duty in host.on_duty.items() if one != person})

    async def reading(self, work: Callable[..., T], *given: Any) -> T:
        """Read from the store beside the loop."""
        return await self.store.found(work, *given)

    # -- who is asking

    async def caller(self, token: str) -> Caller | None:
        """Who is logged in under a session's token."""
        if not token or len(token) > 200:
            return None
        now = self.now()
        found = await self.reading(_caller, token, now)
        if found is not None:
            self.hall.names[found.id] = found.name
            if is_to_be_kept(found.session, now):
                session = found.session
                await self.writer.run(lambda connection: keep_session(connection, session, now))
        return found

    def require(
        self,
        caller: Caller | None,
        request: str,
        about: str = "",
        reason: str = "",
        second: Actor | None = None,
    ) -> None:
        """Refuse what somebody may not ask for."""
        actor = caller.actor if caller is not None else None
        own = about or (caller.id if caller is not None else "")
        why = why_not_asked(actor, request, own, reason, second)
        if why:
            raise NotAllowed(why, 401 if caller is None else 403)

    def required(
        self,
        caller: Caller | None,
        request: str,
        about: str = "",
        reason: str = "",
        second: Actor | None = None,
    ) -> Caller:
        """Whoever asks for something that takes a log-in, if they may."""
        self.require(caller, request, about, reason, second)
        assert caller is not None
        return caller

    # -- before a command

    def why_not_begin(self, caller: Caller, command: cmd.Command, table_id: str) -> str:
        """Why a person may not sit down, by the house's quotas; their own limits are judged at the commit. A
        seat at the same table does not count: the command may be one that is sent again."""
        if not isinstance(command, cmd.Join) or command.by != caller.id:
            return ""
        elsewhere = [seat for seat in self.hall.seats_of(caller.id) if seat["table"] != table_id]
        return why_not_seat(self.quotas, len(elsewhere))


def _caller(connection: sa.Connection, token: str, now: int) -> Caller | None:
    session = session_of(connection, token, now)
    person = person_of(connection, session.person) if session is not None else None
    if session is None or person is None or person.erased:
        return None
    actor = Actor(person.id, roles_of(connection, person.id))
    return Caller(session, actor, person.name or person.id, person.is_guest)


def _still_there(
    connection: sa.Connection, digests: list[bytes], persons: set[str]
) -> tuple[set[bytes], dict[str, frozenset[str]]]:
    living = set(connection.scalars(sa.select(sessions.c.digest).where(sessions.c.digest.in_(digests))))
    return living, roles_of_all(connection, persons)


def limits_now(connection: sa.Connection, person: str, now: int) -> dict[str, int | None]:
    """The limits that a person has set."""
    seconds = limit_of(connection, person, TIME, now)
    minutes = None if seconds is None else seconds // 60
    return {"loss": limit_of(connection, person, LOSS, now), "minutes": minutes}


def desk_of(store: Store, key_path: Path, quotas: Quotas, is_secure: bool, **seams: Any) -> FrontDesk:
    """The desk of a store; `seams` replace chance and clock in tests."""
    writer = Writer(store, forbidden)
    master = writer.run_and_wait(lambda connection: key_for_store(connection, key_path))
    return FrontDesk(store, Place(store, writer, master, Purses(store), **seams), quotas, is_secure, key_path)


def first_administrator_link(desk: FrontDesk) -> str:
    """The token of the link that makes the first administrator; nothing when there is one."""
    token = new_token(os.urandom)
    made = desk.writer.run_and_wait(
        lambda connection: invite_first_administrator(connection, token, desk.now())
    )
    return token if made else ""
