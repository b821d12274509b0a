"""The front desk: the parts of a running house, opened and closed together."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import structlog

from spanish21.game import commands as cmd
from spanish21.server.audit.background import Checking
from spanish21.server.audit.self_check import Program, SelfCheck
from spanish21.server.fairness.cosigning import Cosigning
from spanish21.server.fairness.incarnation import Begun
from spanish21.server.fairness.sequencer import Sequencer
from spanish21.server.house_clock import HouseClock
from spanish21.server.money.house_book import HouseBook
from spanish21.server.people.callers import Caller, Ticket, caller_of
from spanish21.server.people.connections import Connected
from spanish21.server.people.passwords import Passwords
from spanish21.server.people.quotas import Quotas, why_not_seat
from spanish21.server.people.roles import PLAYER, roles_of
from spanish21.server.people.sessions import is_to_be_kept, keep_session
from spanish21.server.people.tickets import OneTime
from spanish21.server.rounds.own_rounds import PlayedRounds
from spanish21.server.rounds.round_notation import RoundTexts
from spanish21.server.store.connect import Store
from spanish21.server.store.signing_key import (
    seen_path,
    signing_key_made,
    signing_path,
)
from spanish21.server.studies.lessons import Lessons
from spanish21.server.studies.runs import Runs
from spanish21.server.studies.study_queue import Questions
from spanish21.server.studies.workers import Workers
from spanish21.server.table.hall import Hall
from spanish21.server.table.host import TableHome
from spanish21.server.transparency.note import SigningKey
from spanish21.server.web.news import News

log_of = structlog.get_logger("spanish21.desk")
T = TypeVar("T")


class FrontDesk:
    """The house as routes see it: store, tables, purses, people at their sockets, workers."""

    def __init__(
        self,
        store: Store,
        place: TableHome,
        quotas: Quotas,
        is_secure: bool,
        key_path: Path,
        clock: HouseClock,
    ) -> None:
        self.clock = clock
        self.store, self.writer, self.master = store, place.writer, place.master
        self.quotas, self.is_secure = quotas, is_secure
        self.purses, self.now = place.purses, place.now
        self.hall = Hall(place._replace(on_paid=lambda host, events: self.news.paid(host, events)))
        self.seen_path = seen_path(key_path)
        self.signing = signing_key_made(signing_path(key_path))
        self.sequencer = Sequencer(store, place.writer, self.signing, self.seen_path, self.hall.owner)
        self.checking = Checking(store.address, key_path)
        self.self_check = SelfCheck(place.writer)
        self.cosigning = Cosigning(store, place.writer, (), ())
        self.house: HouseBook
        self.begun: Begun
        self.passwords = Passwords()
        self.workers = Workers()
        self.lessons = Lessons()
        self.questions = Questions()
        self.runs = Runs(self.questions)
        self.advisers = Workers()  # advice does not wait behind the prices of a whole book
        self.models: Any = None
        """The application for models (models.py), if this server has one."""
        self.tickets: OneTime[Ticket] = OneTime(30)
        self.sockets = Connected()
        self.news = News(self.hall, self.sockets)
        self.news.on_roles = lambda person: self.do_beside(self._look_at_roles(person))
        self.hashing = asyncio.Semaphore(2)
        self.round_texts = RoundTexts()
        self.played_rounds = PlayedRounds()
        self.background: set[asyncio.Future[Any]] = set()
        self.opened_at = 0
        self.sweeper: asyncio.Task[None] | None = None

    @property
    def receipt_key(self) -> SigningKey:
        """The key that signs receipts, under the name that it has in the tree."""
        return self.signing.named(self.begun.seen.origin)

    async def check_program(self) -> Program:
        """Look at the program's own files."""
        return await self.self_check.run(self.hall.owner, self.now())

    def let_go(self, person: str, roles: frozenset[str]) -> None:
        """Put a person's new roles into effect immediately, on open sockets and on duty too."""
        self.tickets.forget(lambda ticket: ticket.caller is not None and ticket.caller.id == person)
        self.sockets.roles_changed(person, roles)
        for host in self.hall.hosts.values():
            if host.on_duty.get(person, PLAYER) not in (PLAYER, *roles):
                host.put_on_duty({one: duty for one, duty in host.on_duty.items() if one != person})

    async def _look_at_roles(self, person: str) -> None:
        """They were changed at another server."""
        self.let_go(person, await self.reading(roles_of, person))

    async def reading(self, work: Callable[..., T], *given: Any) -> T:
        """Read from the store in a thread."""
        return await self.store.found(work, *given)

    def do_beside(self, work: Awaitable[Any]) -> "asyncio.Future[Any]":
        """Do something in the background; the caller may stop waiting for it."""
        task = asyncio.ensure_future(work)
        self.background.add(task)
        task.add_done_callback(self._done_beside)
        return task

    def _done_beside(self, task: "asyncio.Future[Any]") -> None:
        self.background.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log_of.warning("not done", kind=type(task.exception()).__name__)

    # -- who is asking

    async def caller(self, token: str) -> Caller | None:
        """Who is logged in under a session's token."""
        if not token or len(token) > 200:
            return None
        now = self.now()
        found = await self.keeping(await self.reading(caller_of, token, now))
        if found is not None:
            self.hall.names[found.id] = found.name
        return found

    async def keeping(self, found: Caller | None) -> Caller | None:
        """The caller; the request keeps their session from expiring as idle."""
        now = self.now()
        if found is not None and is_to_be_kept(found.session, now):
            session = found.session
            await self.writer.run(lambda connection: keep_session(connection, session, now))
        return found

    # -- before a command

    def why_not_begin(self, caller: Caller, command: cmd.Command, table_id: str) -> str:
        """Why a person may not sit down, by the house's quotas; their own limits are judged at the commit. A
        seat at the same table does not count: the command may be a repeated one."""
        if not isinstance(command, cmd.Join) or command.by != caller.id:
            return ""
        elsewhere = [seat for seat in self.hall.seats_of(caller.id) if seat["table"] != table_id]
        return why_not_seat(self.quotas, len(elsewhere))
