"""The front desk: the parts of a running house, opened and closed together."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from spanish21.game import commands as cmd
from spanish21.server.audit.background import Checking
from spanish21.server.cluster.member import Cluster
from spanish21.server.money.house_book import HouseBook, opened_house_book
from spanish21.server.money.purses import Purses
from spanish21.server.people.authority import Actor
from spanish21.server.people.callers import Caller, Ticket, caller_of
from spanish21.server.people.connections import Connected
from spanish21.server.people.invitations import invite_first_administrator
from spanish21.server.people.limits import forbidden
from spanish21.server.people.passwords import Passwords
from spanish21.server.people.quotas import Quotas, why_not_seat
from spanish21.server.people.roles import PLAYER
from spanish21.server.people.sessions import Session, is_to_be_kept, keep_session, new_token
from spanish21.server.people.tickets import OneTime
from spanish21.server.rounds.round_notation import RoundTexts
from spanish21.server.store.connect import Store
from spanish21.server.store.master_key import key_for_store
from spanish21.server.store.nodes import new_node_name, ownerless, taken_over
from spanish21.server.store.writer import Writer
from spanish21.server.studies.lessons import Lessons
from spanish21.server.studies.runs import Runs
from spanish21.server.studies.study_queue import Questions
from spanish21.server.studies.workers import Workers
from spanish21.server.table.hall import Hall
from spanish21.server.table.host import Place
from spanish21.server.web.sweeper import sweep_every_minute

T = TypeVar("T")


class FrontDesk:
    """The house as routes see it: store, tables, purses, people at their sockets, workers."""

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
        self._sweeper = asyncio.create_task(sweep_every_minute(self))

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
        found = await self.reading(caller_of, token, now)
        if found is not None:
            self.hall.names[found.id] = found.name
            if is_to_be_kept(found.session, now):
                session = found.session
                await self.writer.run(lambda connection: keep_session(connection, session, now))
        return found

    # -- before a command

    def why_not_begin(self, caller: Caller, command: cmd.Command, table_id: str) -> str:
        """Why a person may not sit down, by the house's quotas; their own limits are judged at the commit. A
        seat at the same table does not count: the command may be one that is sent again."""
        if not isinstance(command, cmd.Join) or command.by != caller.id:
            return ""
        elsewhere = [seat for seat in self.hall.seats_of(caller.id) if seat["table"] != table_id]
        return why_not_seat(self.quotas, len(elsewhere))


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
