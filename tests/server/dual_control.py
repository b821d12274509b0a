"""One person of a house of two, who tries by sequences of real requests to get at money or authority.

The others are there and do nothing. A sequence is extended only where it has changed something; after each
request it is checked that nobody has gained anything. What is tried is in `dual_moves.py`.
"""

import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from server.live import DAY, KnownShoes, served, staff
from server.paid_table import CARDS, PaidTable
from spanish21.client.client import Client
from spanish21.server.log.house_events import ChipsGiven
from spanish21.server.money.cage import moved
from spanish21.server.people.roles import PLAYER
from spanish21.server.people.sessions import begin_session, new_token, prove_session
from spanish21.server.store import schema
from spanish21.server.store.house_log import AUTOMATIC
from spanish21.server.web.desk import FrontDesk

ROLES = ("administrator", "floorperson", "auditor", "dealer")
Seen = frozenset[Any]


class Mallory:
    """Somebody with one role of the house, a puppet with an account, another who has won a progressive payout
    that waits to be validated, and the patience to try everything."""

    def __init__(self, desk: FrontDesk, address: str, role: str, clock: list[int]) -> None:
        self.desk, self.address, self.role, self.clock = desk, address, role, clock
        self.people: dict[str, str] = {}
        self.clients: dict[str, Client] = {}
        self.table = PaidTable(desk, clock)
        self.days = 0
        self.start: dict[str, Any] = {}

    @property
    def me(self) -> Client:
        return self.clients["me"]

    @property
    def puppet(self) -> Client:
        return self.clients["puppet"]

    async def hire(self) -> None:
        """The people of the house: the others are always there."""
        for name in ("me", *(f"other {role}" for role in ROLES)):
            await self._add(name, self.role if name == "me" else name.removeprefix("other "))
        await self._add("winner")
        given = ChipsGiven(self.people["winner"], 10**9, "play chips")
        await moved(self.desk.house, self.desk.purses, given, AUTOMATIC, "play chips")
        await self._new_table()
        self.start = await self.desk.reading(self._authority)

    async def _add(self, name: str, *roles: str) -> None:
        if name in self.clients:
            await self.clients[name].__aexit__(None, None, None)
        self.clients[name] = await staff(self.desk, self.address, *roles)
        self.people[name] = (await self.clients[name].me())["person"]

    async def begin(self) -> None:
        """As at the start: nothing waits, no one is on duty, a puppet without a factor, a payout due."""
        await self.log_in("me")
        await self.withdraw(set())
        await self.ask(self.me, "DELETE", f"/api/tables/{self.table.id}/duty")
        for row in [row for row in self.desk.hall.rows.values() if row.opened_by == self.people["me"]]:
            await self.ask(self.me, "DELETE", f"/api/tables/{row.id}")
        if "puppet" not in self.clients or ("factor", True) in (await self.look())[1]:
            await self._add("puppet")
        await self.log_in("puppet")
        if not self.table.is_due:
            await self._new_table()
        self.days = 0

    async def _new_table(self) -> None:
        """Another table, where a payout waits; what it has won before is no gain."""
        await self.log_in("other floorperson")
        await self.table.open(self.people["winner"], self.people["other floorperson"])

    async def log_in(self, name: str) -> None:
        """Log in again, with the second factor, which is the person's own."""
        token, person = new_token(os.urandom), self.people[name]

        def work(connection: sa.Connection) -> None:
            now = self.desk.now()
            session = begin_session(connection, person, token, "", now)
            prove_session(connection, session.digest, now)

        await self.desk.writer.run(work)
        self.clients[name]._http.cookies.set("spanish21", token)

    async def ask(self, client: Client, method: str, path: str, body: Any = None) -> int:
        found = await client._http.request(
            method, client.url + path, json=None if method == "GET" else body or {}
        )
        assert found.status_code < 500, (method, path, found.text)
        if found.status_code == 401 and client is self.me:  # nothing keeps anyone from coming back
            await self.log_in("me")
        return int(found.status_code)

    async def waiting(self) -> list[dict[str, Any]]:
        """What has been asked for, as Mallory is told."""
        return list((await self.me._http.get("/approvals")).json())

    async def withdraw(self, known: set[str]) -> None:
        """Take back what has been asked for since."""
        for one in await self.waiting():
            if one["is_mine"] and one["state"] == "open" and one["id"] not in known:
                await self.ask(self.me, "DELETE", f"/api/approvals/{one['id']}")

    async def a_day(self) -> None:
        self.clock[0] += DAY + 1
        self.days = min(self.days + 1, 2)
        await self.log_in("me")
        await self.log_in("puppet")
        await self.table.settled()

    # -- what has come of it

    async def gained(self) -> str:
        """What Mallory has gained; "" if nothing."""
        return (await self.look())[0]

    async def look(self) -> tuple[str, Seen]:
        """What Mallory has gained ("": nothing), and where that leaves the house: what waits, who is on duty
        at the table and how it stands, and what is known of the puppet."""
        await self.table.settled()
        return await self.desk.reading(self._look)

    def _look(self, connection: sa.Connection) -> tuple[str, Seen]:
        now = self._authority(connection)
        gained = "; ".join(name for name, value in now.items() if value != self.start[name])
        return gained, frozenset(self._state(connection))

    def _authority(self, connection: sa.Connection) -> dict[str, Any]:
        roles, people = schema.roles, schema.people
        staffed = sa.select(roles.c.person, roles.c.role).where(roles.c.role != PLAYER)
        house = {person for name, person in self.people.items() if name != "puppet"}
        accounts = sa.select(people.c.id, people.c.password, people.c.erased, people.c.reset_at)
        of_house = schema.transfers.c.table_id == "house"
        policy = schema.tables.c.policy
        is_special = ~policy.contains('"play_chips":true') | policy.contains('"person"')
        special = sa.select(sa.func.count()).select_from(schema.tables)
        special = special.where(schema.tables.c.opened_by != "", is_special)
        return {
            "chips were moved": connection.scalar(
                sa.select(sa.func.count()).select_from(schema.transfers).where(of_house)
            ),
            "a payout was paid": self.table.is_paid(connection),
            "roles": sorted(map(tuple, connection.execute(staffed))),
            "accounts": sorted(map(tuple, connection.execute(accounts.where(people.c.id.in_(house))))),
            "tables": connection.scalar(special),
            "links": connection.scalar(sa.select(sa.func.count()).select_from(schema.invitations)),
        }

    def _state(self, connection: sa.Connection) -> set[Any]:
        approvals, names = schema.approvals, {person: name for name, person in self.people.items()}
        names[self.table.id] = "the table"
        waiting = sa.select(approvals).where(
            approvals.c.state == "open", approvals.c.expires > self.desk.now()
        )
        found: set[Any] = {("days", self.days), ("table", self.table.stands)}
        for row in connection.execute(waiting):
            body = row.body
            for person, name in names.items():
                body = body.replace(person, name)
            found.add(("waits", body, row.tries > 0, row.shown_to))
        for person, role in self.table.on_duty.items():
            found.add(("on duty", names.get(person, person), role))
        tables = sa.select(schema.tables.c.id).where(
            schema.tables.c.opened_by == self.people["me"], schema.tables.c.state != "closed"
        )
        found.add(("own table", connection.execute(tables).first() is not None))
        factors = sa.select(schema.factors.c.person).where(
            schema.factors.c.person == self.people.get("puppet", "")
        )
        found.add(("factor", connection.scalar(factors) is not None))
        return found


@contextlib.asynccontextmanager
async def house(folder: Path, role: str) -> AsyncIterator[Mallory]:
    """A house of several people, and one of them who is Mallory."""
    clock = [1_800_000_000_000]
    async with served(folder, lambda: KnownShoes(CARDS), now=lambda: clock[0]) as (desk, address):
        mallory = Mallory(desk, address, role, clock)
        try:
            await mallory.hire()
            yield mallory
        finally:
            for client in mallory.clients.values():
                await client.__aexit__(None, None, None)
