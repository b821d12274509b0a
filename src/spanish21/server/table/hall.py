"""All tables of a server: opened from a book or a submission, loaded at the start, listed, closed."""

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from spanish21.books.rulebook import BOOKS, toml_of
from spanish21.books.submissions.submission import rules_of, rules_of_case
from spanish21.books.submissions.submission_case import case_of
from spanish21.books.submissions.submission_file import submission_of
from spanish21.client.answer import Answer
from spanish21.dealer import new_table
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.rules import Rules
from spanish21.server.answers import SeatAt
from spanish21.server.log.batch import new_log
from spanish21.server.log.digests import rules_digest
from spanish21.server.log.play_fold import Presence
from spanish21.server.log.recorder import Deed, LogContext, recorded
from spanish21.server.outside_text import cleaned, line
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import create_log
from spanish21.server.store.house_log import AUTOMATIC, record
from spanish21.server.store.nodes import require_owner
from spanish21.server.store.play_records import note_risks
from spanish21.server.store.table_entries import opening_of
from spanish21.server.table.closure import close_table
from spanish21.server.table.host import Host, TableHome
from spanish21.server.table.inbox import Ask, asked_of_house, no
from spanish21.server.table.listener import Listener
from spanish21.server.table.policy import Policy, policy_json
from spanish21.server.table.takeover import TableRow, load_owned, load_tables, take_all

log_of = structlog.get_logger("spanish21.hall")
LONGEST_NAME = 40
TRIES = 5


class Hall:
    """The tables of one server."""

    def __init__(self, place: TableHome, owner: str = "here") -> None:
        self.place = place._replace(on_lost=self._lost, presence=Presence())
        self.owner = owner
        self.names: dict[str, str] = {}
        self.hosts: dict[str, Host] = {}
        self.rows: dict[str, TableRow] = {}
        self._opening = asyncio.Lock()

    # -- start and end

    async def load(self) -> None:
        """Take up every table that was open when the last server ended."""
        await self.place.writer.run(lambda connection: take_all(connection, self.owner))
        await self.take_up()

    async def take_up(self, ids: list[str] | None = None) -> None:
        """Resume this server's tables: those of these ids, or all."""
        found = await asyncio.to_thread(load_tables, self.place, self.owner, self.names, ids)
        self.names |= found.names
        tables = [(row.id, host.table) for row, host in found.tables if not host.stopped]
        await self.place.writer.run(lambda connection: note_risks(connection, tables))
        for row, host in found.tables:
            self.place.writer.resume(row.id)
            self.rows[row.id], self.hosts[row.id] = row, host
            if not host.stopped:
                host.start()

    def _lost(self, host: Host) -> None:
        """Another server has a table of ours."""
        if self.hosts.get(host.table_id) is host:
            del self.hosts[host.table_id], self.rows[host.table_id]

    def _load(self, host: Host) -> None:
        with self.place.store.reading() as connection:
            load_owned(connection, host, self.owner)

    async def close(self) -> None:
        """End every table's task; every round is saved as it is."""
        await asyncio.gather(*(host.close() for host in self.hosts.values()), return_exceptions=True)

    # -- tables

    async def open_table(
        self, name: str, rules: Rules, policy: Policy, opened_by: str = "", submission: str = ""
    ) -> TableRow:
        """Open a table: its row, its log and its first event; the house then prepares it."""
        async with self._opening:
            for _ in range(TRIES - 1):
                with contextlib.suppress(sa.exc.IntegrityError):  # another server took the number just now
                    row = await self._new_row(name, rules, policy, opened_by, submission)
                    break
            else:
                row = await self._new_row(name, rules, policy, opened_by, submission)
            place, now = self.place, self.place.now()
            _, events = new_table(
                rules,
                is_real_shoe=policy.real_shoe,
                for_money=not policy.play_chips,
                number=row.number,
            )
            desk = LogContext(lambda shoe: place.master.shoe_key(row.id, shoe))
            first = recorded(new_log(row.id, 1), None, [Deed(asked_of_house("Open", 0), events)], now, desk)
            await place.writer.commit(first.batch)
            host = Host(self.place, row.id, policy, self.names)
            await asyncio.to_thread(self._load, host)
            self.rows[row.id], self.hosts[row.id] = row, host
        host.start()
        return row

    async def _new_row(
        self, name: str, rules: Rules, policy: Policy, opened_by: str, submission: str
    ) -> TableRow:
        number, now = await asyncio.to_thread(self._next_number), self.place.now()
        id, digest = secrets.token_hex(6), rules_digest(rules)
        row = TableRow(id, number, rules.book, name, policy, digest, opened_by)
        await self.place.writer.run(lambda connection: self._create(connection, row, submission, now))
        return row

    def _next_number(self) -> int:
        with self.place.store.reading() as connection:
            return (connection.scalar(sa.select(sa.func.max(schema.tables.c.number))) or 0) + 1

    def _create(self, connection: sa.Connection, row: TableRow, submission: str, now: int) -> None:
        create_log(connection, row.id, self.owner)
        values = msgspec.structs.asdict(row) | {"policy": policy_json(row.policy), "created": now}
        values["submission"] = submission
        connection.execute(sa.insert(schema.tables).values(**values))
        record(connection, opening_of(values), by=row.opened_by or AUTOMATIC)

    async def close_table(self, table_id: str) -> None:
        """Close an empty table; its shoes are opened."""
        host = self.host(table_id)
        if host.table.people:
            raise BadInput("people are at this table; it can be closed when they have left")
        await host.close()
        await self.place.writer.run(lambda connection: close_table(connection, host.log, host.desk.key_of))
        for listener in host.teller.listeners:
            listener.end("the table is closed")
        del self.hosts[table_id], self.rows[table_id]

    async def close_down(self, table_id: str) -> None:
        """Let the round under way be the last one, cash everyone out and close the table."""
        host = self.host(table_id)
        host.send_everybody_home()
        while host.table.people or host.has_waiting:
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
        await self.place.writer.run(lambda connection: _reopen(connection, table_id, again.log.epoch))
        self.hosts[table_id] = again
        again.start()
        for listener in host.teller.listeners:
            listener.end("the table continues; connect again")

    def host(self, table_id: str) -> Host:
        """The table of an id, or `BadInput`."""
        found = self.hosts.get(table_id)
        if found is None:
            raise BadInput(f"there is no table {table_id[:20]!r}")
        return found

    def send_home(self, person: str) -> None:
        """Give up the seats of a player who may not go on, each when the round under way is over."""
        for host in self.hosts.values():
            if any(one.name == person for one in host.table.people):
                host.send_home(person)

    async def ask(self, table_id: str, ask: Ask, listener: Listener | None = None) -> Answer:
        """Have a command carried out at a table; the answer comes after the commit, to a listener as well."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        ask = msgspec.structs.replace(ask, answered=future, listener=listener)
        host = self.hosts.get(table_id)
        if host is None:
            ask.answer(no("no_such_table", "there is no such table"))
            return await future
        payers = {ask.command.by, *(offer.person for offer in host.table.offers)}
        takes = bool(host.table.offers) or isinstance(ask.command, cmd.Join | cmd.BuyChips)
        for person in payers:
            await self.place.purses.know(person, afresh=takes)
        host.put(ask)
        return await future

    def seats_of(self, person: str) -> list[SeatAt]:
        """Where a person sits."""
        return [
            {"table": table_id, "box": one.seat}
            for table_id, host in self.hosts.items()
            for one in host.table.people
            if one.name == person
        ]


def _reopen(connection: sa.Connection, table_id: str, epoch: int) -> None:
    require_owner(connection, table_id, epoch)
    of_table = sa.update(schema.tables).where(schema.tables.c.id == table_id)
    connection.execute(of_table.values(state="open", stopped_because=""))


def rules_asked(book: str, submission: str) -> Rules:
    """The rules of a book as its sample has them, or of a submission's text; or `BadInput`.

    Only books that come with the program: a request over the network cannot name a file of this machine.
    """
    named = submission_document(submission, "the submission").get("book") if submission else book
    if named not in BOOKS:
        raise BadInput(f"the books are {', '.join(BOOKS)}")
    if submission:
        return rules_of_case(case_of(submission_of(submission, "the submission")))
    return rules_of(book)


def submission_document(text: str, source: str) -> dict[str, Any]:
    """The tables of a submission; TOML escapes do not get round the check of texts."""
    found = toml_of(text, source)
    cleaned(found, breaks=True)
    return found


def checked_table_name(name: str) -> str:
    """A table's name as it is shown."""
    name = " ".join(line(name, "a table's name").split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadInput(f"a table's name has 1 to {LONGEST_NAME} characters")
    return name
