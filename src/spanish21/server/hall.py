"""All tables of a server: opened from a book or a submission, loaded at the start, listed, closed."""

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from spanish21.books.rulebook import BOOKS, toml_of
from spanish21.books.submission import rules_of, rules_of_case
from spanish21.books.submission_case import case_of
from spanish21.books.submission_file import submission_of
from spanish21.dealer import new_table
from spanish21.errors import BadInput, Spanish21Error
from spanish21.game.events import Event
from spanish21.game.rules import Rules
from spanish21.server import schema
from spanish21.server.asking import Answer, Ask, asked_of_house, no
from spanish21.server.batch import new_log
from spanish21.server.closing import close_table
from spanish21.server.digests import rules_digest
from spanish21.server.duties import on_duty_at
from spanish21.server.host import Host, Place
from spanish21.server.people import guest_name
from spanish21.server.playing import add_play, winnings
from spanish21.server.policy import Policy, policy_json, policy_of
from spanish21.server.recording import Deed, Desk, recorded
from spanish21.server.store import create_log, take_over

log_of = structlog.get_logger("spanish21.hall")
LONGEST_NAME = 40
FLUSH_SECONDS = 5
STOPPED = "the table has stopped and waits for a floorperson; nothing is lost"


class OpenTable(msgspec.Struct, frozen=True):
    """What is known of a table beside the game: a row of `tables`."""

    id: str
    number: int
    book: str
    name: str
    policy: Policy
    rules_digest: str
    opened_by: str


class Hall:
    """The tables of one server."""

    def __init__(self, place: Place, owner: str = "here") -> None:
        self.place = place._replace(on_round=self._note_play)
        self.owner = owner
        self.names: dict[str, str] = {}
        self.hosts: dict[str, Host] = {}
        self.rows: dict[str, OpenTable] = {}
        self._opening = asyncio.Lock()
        self._played: dict[str, list[int]] = {}
        self._seen_at: dict[str, int] = {}
        self._flusher: asyncio.Task[None] | None = None

    # -- start and end

    async def load(self) -> None:
        """Take up every table that was open when the last server ended."""
        found = await asyncio.to_thread(self._read_rows)
        await self.place.writer.run(lambda connection: self._own(connection, [row.id for row, _ in found]))
        for row, stopped in found:
            await self._take_up(row, stopped)
        await asyncio.to_thread(self._read_names)
        for host in self.hosts.values():
            if not host.stopped:
                host.start()
        self._flusher = asyncio.create_task(self._flush_now_and_then())

    def _read_rows(self) -> list[tuple[OpenTable, str]]:
        with self.place.store.reading() as connection:
            query = sa.select(schema.tables).where(schema.tables.c.state != "closed")
            rows = connection.execute(query.order_by(schema.tables.c.number))
            return [(_open_table(row), STOPPED if row.state == "stopped" else "") for row in rows]

    def _own(self, connection: sa.Connection, ids: list[str]) -> None:
        heads = schema.heads
        for table_id in ids:
            query = sa.select(heads.c.epoch).where(heads.c.table_id == table_id)
            epoch = connection.scalar(query)
            if epoch is not None:
                take_over(connection, table_id, self.owner, epoch)

    async def _take_up(self, row: OpenTable, stopped: str) -> None:
        host = Host(self.place, row.id, row.policy, self.names)
        host.stopped = stopped
        try:
            await asyncio.to_thread(self._load, host)
        except Spanish21Error as error:
            log_of.error("table not loaded", table=row.id, error=str(error))
            return
        self.rows[row.id], self.hosts[row.id] = row, host

    def _load(self, host: Host) -> None:
        with self.place.store.reading() as connection:
            host._load(connection)
            host.on_duty = on_duty_at(connection, host.table_id)

    def _read_names(self) -> None:
        people = schema.people
        wanted = {person.name for host in self.hosts.values() for person in host.table.people}
        with self.place.store.reading() as connection:
            for row in connection.execute(sa.select(people.c.id, people.c.name, people.c.is_guest)):
                if row.id in wanted:
                    self.names[row.id] = row.name or guest_name(row.id)

    async def close(self) -> None:
        """End every table's task; every round is kept as it stands."""
        if self._flusher is not None:
            self._flusher.cancel()
        await asyncio.gather(*(host.close() for host in self.hosts.values()), return_exceptions=True)
        with contextlib.suppress(Spanish21Error):
            await self._flush()

    # -- tables

    async def open_table(
        self, name: str, rules: Rules, policy: Policy, opened_by: str = "", submission: str = ""
    ) -> OpenTable:
        """Open a table: its row, its log and its first event; the house then makes it ready by itself."""
        async with self._opening:
            place = self.place
            number = await asyncio.to_thread(self._next_number)
            _, events = new_table(rules, is_real_shoe=policy.real_shoe, number=number)
            row = OpenTable(
                secrets.token_hex(6), number, rules.book, name, policy, rules_digest(rules), opened_by
            )
            now = place.now()
            desk = Desk(lambda shoe: place.master.shoe_key(row.id, shoe))
            first = recorded(new_log(row.id, 1), None, [Deed(asked_of_house("Open", 0), events)], now, desk)
            await place.writer.run(lambda connection: self._create(connection, row, submission, now))
            await place.writer.commit(first.batch)
            host = Host(self.place, row.id, policy, self.names)
            await asyncio.to_thread(self._load, host)
            self.rows[row.id], self.hosts[row.id] = row, host
        host.start()
        return row

    def _next_number(self) -> int:
        with self.place.store.reading() as connection:
            return (connection.scalar(sa.select(sa.func.max(schema.tables.c.number))) or 0) + 1

    def _create(self, connection: sa.Connection, row: OpenTable, submission: str, now: int) -> None:
        create_log(connection, row.id, self.owner)
        values = msgspec.structs.asdict(row) | {"policy": policy_json(row.policy), "created": now}
        connection.execute(sa.insert(schema.tables).values(**values, submission=submission))

    async def close_table(self, table_id: str) -> None:
        """Close a table that nobody is at; its shoes are opened."""
        host = self.host(table_id)
        if host.table.people:
            raise BadInput("people are at this table; it can be closed when they have left")
        await host.close()
        await self.place.writer.run(lambda connection: close_table(connection, host.log, host.desk.key_of))
        for listener in host.teller.listeners:
            listener.end("the table is closed")
        del self.hosts[table_id], self.rows[table_id]

    async def close_down(self, table_id: str) -> None:
        """Let the round under way be the last one, cash everybody out and close the table."""
        host = self.host(table_id)
        host.send_everybody_home()
        while host.table.people:
            if host.stopped or self.hosts.get(table_id) is not host:
                raise BadInput("the table has stopped; let it go on first, then close it")
            await asyncio.sleep(0.02)
        if self.hosts.get(table_id) is host:
            await self.close_table(table_id)

    async def resume(self, table_id: str) -> None:
        """Load a stopped table again as it was committed last, and go on."""
        host = self.host(table_id)
        if not host.stopped:
            raise BadInput("this table has not stopped")
        self.place.writer.resume(table_id)
        again = Host(self.place, table_id, host.policy, self.names)
        await asyncio.to_thread(self._load, again)
        of_table = sa.update(schema.tables).where(schema.tables.c.id == table_id)
        opened = of_table.values(state="open", stopped_because="")
        await self.place.writer.run(lambda connection: connection.execute(opened))
        self.hosts[table_id] = again
        again.start()
        for listener in host.teller.listeners:
            listener.end("the table goes on; connect again")

    def host(self, table_id: str) -> Host:
        """The table of an id, or `BadInput`."""
        found = self.hosts.get(table_id)
        if found is None:
            raise BadInput(f"there is no table {table_id[:20]!r}")
        return found

    async def ask(self, table_id: str, ask: Ask) -> Answer:
        """Have a command carried out at a table; the answer comes after the commit."""
        host = self.hosts.get(table_id)
        if host is None:
            return no("no_such_table", "there is no such table")
        payers = {ask.command.by, *(offer.person for offer in host.table.offers)}
        for person in payers:
            await self.place.purses.know(person)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        host.put(msgspec.structs.replace(ask, answered=future))
        return await future

    def seats_of(self, person: str) -> list[dict[str, Any]]:
        """Where a person sits."""
        return [
            {"table": table_id, "box": one.seat}
            for table_id, host in self.hosts.items()
            for one in host.table.people
            if one.name == person
        ]

    # -- what people have won, and how long they have played

    def _note_play(self, host: Host, events: list[Event], now: int) -> None:
        for person, won in winnings(events).items():
            found = self._played.setdefault(person, [0, 0])
            since = self._seen_at.get(person, now)
            self._seen_at[person] = now
            found[0] += won
            found[1] += min(now - since, 5 * 60_000) // 1_000

    async def _flush_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            with contextlib.suppress(Spanish21Error):
                await self._flush()

    async def _flush(self) -> None:
        """Write down what people's own limits are held against."""
        if not self._played:
            return
        played, self._played, now = self._played, {}, self.place.now()

        def write(connection: sa.Connection) -> None:
            for person, (won, seconds) in played.items():
                add_play(connection, person, won, seconds, now)

        await self.place.writer.run(write)


def _open_table(row: Any) -> OpenTable:
    policy = policy_of(row.policy)
    return OpenTable(row.id, row.number, row.book, row.name, policy, row.rules_digest, row.opened_by)


def rules_asked(book: str, submission: str) -> Rules:
    """The rules of a book as its sample has them, or of a submission's text; or `BadInput`.

    Only books that come with the program: whoever asks over the network names no file of this machine.
    """
    named = toml_of(submission, "the submission").get("book") if submission else book
    if named not in BOOKS:
        raise BadInput(f"the books are {', '.join(BOOKS)}")
    if submission:
        return rules_of_case(case_of(submission_of(submission, "the submission")))
    return rules_of(book)


def checked_table_name(name: str) -> str:
    """A table's name as it is shown."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadInput(f"a table's name has 1 to {LONGEST_NAME} characters")
    return name
