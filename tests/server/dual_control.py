"""One person of a house of two, who tries by sequences of real requests to get at money or authority.

The others are there and do nothing. A sequence is extended only where it has changed something; after each
request it is checked that nobody has gained anything.
"""

import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from server.live import DAY, served, staff
from spanish21.client.client import Client
from spanish21.server.people.roles import PLAYER
from spanish21.server.people.sessions import begin_session, new_token, prove_session
from spanish21.server.store import schema
from spanish21.server.web.desk import FrontDesk

ROLES = ("administrator", "floorperson", "auditor", "dealer")
GUESSES = ("000000", "123456")
SECRET = "a password that mallory knows"
WHY = {"reason": "a reason"}


class Mallory:
    """Somebody with one role of the house, a puppet with an account, and the patience to try everything."""

    def __init__(self, desk: FrontDesk, address: str, role: str, clock: list[int]) -> None:
        self.desk, self.address, self.role, self.clock = desk, address, role, clock
        self.people: dict[str, str] = {}
        self.clients: list[Client] = []
        self.me: Client
        self.puppet: Client
        self.days = 0
        self.start: dict[str, Any] = {}

    async def hire(self) -> None:
        """The people of the house: the others are always there."""
        for name in (self.role, *(f"other {role}" for role in ROLES)):
            client = await staff(self.desk, self.address, name.removeprefix("other "))
            self.clients.append(client)
            self.people[name] = (await client.me())["person"]
        self.people["me"] = self.people.pop(self.role)
        self.me = self.clients[0]
        self.start = await self.desk.reading(self._authority)

    async def begin(self) -> None:
        """As at the start: nothing waits, a new puppet, a new session."""
        await self._log_in()
        for one in await self._waiting():
            if one["is_mine"] and one["state"] == "open":
                await self.ask(self.me, "DELETE", f"/approvals/{one['id']}")
        self.puppet = await staff(self.desk, self.address)
        self.clients.append(self.puppet)
        self.people["puppet"] = (await self.puppet.me())["person"]
        self.days = 0

    async def _log_in(self) -> None:
        """Log in again, with the second factor, which is Mallory's own."""
        token = new_token(os.urandom)

        def work(connection: sa.Connection) -> None:
            now = self.desk.now()
            session = begin_session(connection, self.people["me"], token, "", now)
            prove_session(connection, session.digest, now)

        await self.desk.writer.run(work)
        self.me._http.cookies.set("spanish21", token)

    # -- what is asked

    async def ask(self, client: Client, method: str, path: str, body: Any = None) -> int:
        found = await client._http.request(method, path, json=body or {})
        assert found.status_code < 500, (method, path, found.text)
        return int(found.status_code)

    async def _waiting(self) -> list[dict[str, Any]]:
        return list((await self.me._http.get("/approvals")).json())

    def moves(self) -> dict[str, Callable[[], Awaitable[Any]]]:
        """Everything that Mallory tries, by name."""
        found: dict[str, Callable[[], Awaitable[Any]]] = {
            "a day passes": self._a_day,
            "the puppet has a factor": lambda: self.ask(self.puppet, "POST", "/me/factor"),
            "links are opened": self._open_links,
            "a guess at a log-in": lambda: self._guess_log_in(),
            "mallory approves": lambda: self._approve(self.me),
            "the puppet approves": lambda: self._approve(self.puppet),
            "digits for mallory": lambda: self._digits(self.me),
            "digits for the puppet": lambda: self._digits(self.puppet),
            "guessed digits": self._type_digits,
        }
        for who in ("me", "puppet", "other auditor"):
            person = self.people[who]
            asks: list[tuple[str, str, str, Any]] = [
                ("chips", "POST", f"/people/{person}/chips", {"amount": 90_000, **WHY}),
                ("correction", "POST", "/corrections", {"person": person, "amount": 90_000, **WHY}),
                ("reset", "POST", f"/people/{person}/reset", WHY),
                ("factor removed", "DELETE", f"/people/{person}/factor", WHY),
                ("erased", "DELETE", f"/people/{person}", WHY),
            ]
            if who == "puppet":
                asks += [(f"is {role}", "PUT", f"/people/{person}/roles/{role}", None) for role in ROLES[:3]]
            else:
                asks.append(("is no auditor", "DELETE", f"/people/{person}/roles/auditor", None))
            for name, method, path, body in asks:
                found[f"{who}: {name}"] = self._request(method, path, body)
        for role in ROLES[1:3]:
            found[f"link for {role}"] = self._request("POST", "/invitations", {"role": role})
        for name, policy in (
            ("real", {"house": "person", "real_shoe": True}),
            ("money", {"play_chips": False}),
        ):
            table = {"book": "uk-casino", "name": name, "policy": policy}
            found[f"table: {name}"] = self._request("POST", "/tables", table)
        return found

    def _request(self, method: str, path: str, body: Any) -> Callable[[], Awaitable[int]]:
        return lambda: self.ask(self.me, method, path, body)

    async def _a_day(self) -> None:
        self.clock[0] += DAY + 1
        self.days = min(self.days + 1, 2)
        await self._log_in()

    async def _open_links(self) -> None:
        for one in await self._waiting():
            if one["token"]:
                for path in ("/invitations/accept", "/reset"):
                    body = {
                        "token": one["token"],
                        "password": SECRET,
                        "name": f"Puppet {os.urandom(4).hex()}",
                    }
                    if path == "/reset":
                        del body["name"]
                    async with Client(self.address) as stranger:
                        await self.ask(stranger, "POST", path, body)

    async def _guess_log_in(self) -> None:
        async with Client(self.address) as stranger:
            name = f"Staff {self.people['other auditor'][1:9]}"
            await self.ask(stranger, "POST", "/login", {"name": name, "password": SECRET})

    async def _approve(self, client: Client) -> None:
        for one in await self._waiting():
            await self.ask(client, "POST", f"/approvals/{one['id']}/approve", {"words": one["words"]})

    async def _digits(self, client: Client) -> None:
        for one in await self._waiting():
            assert await self.ask(client, "POST", f"/approvals/{one['id']}/digits") >= 400

    async def _type_digits(self) -> None:
        for one in await self._waiting():
            for digits in GUESSES:
                await self.ask(self.me, "POST", f"/approvals/{one['id']}/typed", {"digits": digits})

    # -- what has come of it

    async def gained(self) -> str:
        """What Mallory has gained; "" if nothing."""
        return (await self.look())[0]

    async def look(self) -> tuple[str, frozenset[Any]]:
        """What Mallory has gained ("": nothing), and where that leaves the two: what waits, and what is known
        of the puppet."""
        return await self.desk.reading(self._look)

    def _look(self, connection: sa.Connection) -> tuple[str, frozenset[Any]]:
        now = self._authority(connection)
        gained = "; ".join(name for name, value in now.items() if value != self.start[name])
        return gained, frozenset(self._state(connection))

    def _authority(self, connection: sa.Connection) -> dict[str, Any]:
        roles, people = schema.roles, schema.people
        staffed = sa.select(roles.c.person, roles.c.role).where(roles.c.role != PLAYER)
        house = {person for name, person in self.people.items() if name != "puppet"}
        accounts = sa.select(people.c.id, people.c.password, people.c.erased, people.c.reset_at)
        moved = schema.transfers.c.table_id == "house"
        return {
            "chips were moved": connection.scalar(
                sa.select(sa.func.count()).select_from(schema.transfers).where(moved)
            ),
            "roles": sorted(map(tuple, connection.execute(staffed))),
            "accounts": sorted(map(tuple, connection.execute(accounts.where(people.c.id.in_(house))))),
            "tables": connection.scalar(sa.select(sa.func.count()).select_from(schema.tables)),
            "links": connection.scalar(sa.select(sa.func.count()).select_from(schema.invitations)),
        }

    def _state(self, connection: sa.Connection) -> set[Any]:
        approvals, names = schema.approvals, {person: name for name, person in self.people.items()}
        waiting = sa.select(approvals).where(
            approvals.c.state == "open", approvals.c.expires > self.desk.now()
        )
        found: set[Any] = {("days", self.days)}
        for row in connection.execute(waiting):
            body = row.body
            for person, name in names.items():
                body = body.replace(person, name)
            found.add((body, row.tries > 0, row.shown_to))
        factors = sa.select(schema.factors.c.person).where(schema.factors.c.person == self.people["puppet"])
        found.add(("factor", connection.scalar(factors) is not None))
        return found


@contextlib.asynccontextmanager
async def house(folder: Path, role: str) -> AsyncIterator[Mallory]:
    """A house of several people, and one of them who is Mallory."""
    clock = [1_800_000_000_000]
    async with served(folder, now=lambda: clock[0]) as (desk, address):
        mallory = Mallory(desk, address, role, clock)
        try:
            await mallory.hire()
            yield mallory
        finally:
            for client in mallory.clients:
                await client.__aexit__(None, None, None)


@dataclass
class Search:
    """Every sequence of moves, extended where something has changed: how many were tried, the states to which
    they led, and those that are still to be extended. An `AssertionError` names one that gains something."""

    tried: int = 0
    depth: int = 0
    """So many moves deep everything was tried."""
    seen: set[frozenset[Any]] = field(default_factory=set)
    paths: list[tuple[str, ...]] = field(default_factory=lambda: [()])
    longer: list[tuple[str, ...]] = field(default_factory=list)

    async def run(
        self,
        mallory: Mallory,
        depth: int,
        most: int = 10**9,
        keep: Callable[["Search"], None] = lambda search: None,
    ) -> None:
        """Go so deep, or try so many; `keep` hears of every path that was extended."""
        await mallory.begin()
        self.seen.add((await mallory.look())[1])
        while self.depth < depth and self.tried < most:
            while self.paths:
                if not await self._extend(mallory, self.paths[0], most):
                    return
                del self.paths[0]
                keep(self)
            self.depth, self.paths, self.longer = self.depth + 1, self.longer, []
            keep(self)

    async def _extend(self, mallory: Mallory, path: tuple[str, ...], most: int) -> bool:
        """Try every move after a path; False if enough was tried before the end."""
        await replay(mallory, path)
        _, before = await mallory.look()
        for name in mallory.moves():
            if self.tried >= most:
                return False
            await mallory.moves()[name]()
            self.tried += 1
            gained, after = await mallory.look()
            assert not gained, ((*path, name), gained)
            if after not in self.seen:
                self.seen.add(after)
                self.longer.append((*path, name))
            if after != before:
                await replay(mallory, path)
        return True


async def searched(mallory: Mallory, depth: int, most: int = 10**9) -> tuple[int, int]:
    """How many sequences of so many moves were tried, and to how many states they led."""
    search = Search()
    await search.run(mallory, depth, most)
    return search.tried, len(search.seen)


async def replay(mallory: Mallory, path: tuple[str, ...]) -> None:
    """From the start along a path."""
    await mallory.begin()
    for name in path:
        await mallory.moves()[name]()
