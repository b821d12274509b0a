"""What one person of a house can try: made of the registered routes, the permissions and the commands of the
table, so that a new route is tried without being named here. And the search through sequences of them.
"""

import functools
import itertools
import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from server.api import Route, all_routes
from server.dual_control import ROLES, Mallory, Seen
from spanish21.client.client import Client
from spanish21.game import commands as cmd
from spanish21.game.table import HOUSE
from spanish21.server.people.command_authority import COMMANDS
from spanish21.server.people.permissions import REQUESTS, STRANGER
from spanish21.server.people.roles import PLAYER

Move = Callable[[Mallory], Awaitable[Any]]
PERSONS = ("me", "puppet", "other auditor")
GUESSES = ("000000", "123456")
SECRET = "a password that mallory knows"
MADE_UP: dict[str, tuple[Any, ...]] = {
    "amount": (90_000,),
    "reason": ("a reason",),
    "policy": ({}, {"house": "person", "real_shoe": True}, {"play_chips": False}),
}
"""What is tried for a field of a body, in place of the value of its example."""
IN_PATH = {"name": "maryland"}
ONLY_READS = {"audit"}
"""What starts a check that only reads."""


def role_tried(route: Route, role: str) -> bool:
    """Whether a route may be called by somebody with this role, who is a player as well."""
    return any({role, PLAYER} & set(REQUESTS[name].roles) for name in route.asks)


def gives_no_power(route: Route) -> bool:
    """Whether a route reads, is for everybody, or is about what the caller alone has: tried once, and not
    after each sequence. The second factor of the puppet is an exception, which `moves` makes."""
    lines = [REQUESTS[name] for name in route.asks]
    is_harmless = all(line.is_own or STRANGER in line.roles for line in lines)
    return is_harmless or route.method in ("GET", "SOCKET") or bool(ONLY_READS & set(route.asks))


def bodies(route: Route, role: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The bodies tried for a route, each with what tells it from the others. Persons are named by what they
    are; `filled` puts their pseudonyms there."""
    example = dict(route.example or {})
    if "ask_analysis" in route.asks:
        yield "", {"book": "none"}
        return
    choices: dict[str, tuple[Any, ...]] = {}
    for name in example:
        if name == "person":
            choices[name] = PERSONS
        elif name == "role":
            choices[name] = tuple(HOUSE) if route.asks == ("go_on_duty",) else ROLES
        elif name in MADE_UP:
            choices[name] = MADE_UP[name]
    for values in itertools.product(*choices.values()):
        given = dict(zip(choices, values, strict=True))
        told = [str(value) for name, value in given.items() if len(choices[name]) > 1]
        yield " ".join(told), {**example, **given}


def paths(route: Route, role: str) -> Iterator[dict[str, str]]:
    """What is tried in the places of a path."""
    names = [one["name"] for one in route.parameters if one["in"] == "path"]
    persons = PERSONS if "person" in names else ("",)
    for person in persons:
        roles: tuple[str, ...] = ("",)
        if "role" in names and route.method == "PUT":
            roles = ROLES if person == "puppet" else ("auditor", "administrator") if person == "me" else ()
        elif "role" in names:
            roles = {"me": (role,), "puppet": (), "other auditor": ("auditor",)}[person]
        for one in roles:
            yield {"person": person, "role": one}


async def called(
    mallory: Mallory, client: Client, route: Route, places: dict[str, str], body: dict[str, Any]
) -> None:
    """Ask a route for something; one about a request is asked about each that waits."""
    people = mallory.people
    if body.get("person") in people:
        body = {**body, "person": people[body["person"]]}
    known = {} if "ask_analysis" in route.asks else IN_PATH  # nothing is computed only to see who may ask
    values = {**known, **places, "person": people.get(places["person"], ""), "table_id": mallory.table.id}
    if "{approval}" not in route.path:
        await mallory.ask(client, route.method, route.filled(**values), body)
        return
    for one in await mallory.waiting():
        path = route.filled(**values, approval=one["id"])
        for digits in GUESSES if "digits" in body else ("",):
            given = {**body, **({"words": one["words"]} if "words" in body else {})}
            given |= {"digits": digits} if "digits" in body else {}
            await mallory.ask(client, route.method, path, given)


def _of_route(route: Route, role: str) -> Iterator[tuple[str, Move]]:
    for places, (told, body) in itertools.product(paths(route, role), list(bodies(route, role))):
        who = " ".join(filter(None, (places["person"], places["role"], told)))

        async def move(mallory: Mallory, places: Any = places, body: Any = body) -> None:
            await called(mallory, mallory.me, route, places, body)

        yield f"{route.name} {who}".strip(), move


def _by_puppet(route: Route) -> Iterator[tuple[str, Move]]:
    """What is decided about requests, and a second factor: these the puppet tries as well."""
    if "decide_approval" in route.asks or (route.asks == ("set_factor",) and route.method == "POST"):

        async def move(mallory: Mallory) -> None:
            nowhere = {"person": "", "role": ""}
            await called(mallory, mallory.puppet, route, nowhere, dict(route.example or {}))

        yield f"the puppet: {route.name}", move


async def a_day(mallory: Mallory) -> None:
    await mallory.a_day()


async def open_links(mallory: Mallory) -> None:
    """Open an account, or set a password, with what Mallory has seen of a link."""
    for one in await mallory.waiting():
        if one["token"]:
            body = {"token": one["token"], "password": SECRET}
            async with Client(mallory.address) as stranger:
                name = f"Puppet {os.urandom(4).hex()}"
                await mallory.ask(stranger, "POST", "/api/invitations/accept", {**body, "name": name})
                await mallory.ask(stranger, "POST", "/api/reset", body)


async def guess_log_in(mallory: Mallory) -> None:
    """Log in as another, with the password that a reset would have set."""
    async with Client(mallory.address) as stranger:
        name = f"Staff {mallory.people['other auditor'][1:9]}"
        await mallory.ask(stranger, "POST", "/api/login", {"name": name, "password": SECRET})


_VALUES: dict[str, Any] = {"kind": "monster", "cards": [], "items": [], "takes": True, "covers": True}


def _command(kind: type[cmd.Command], by: str) -> Move:
    """A command of the table over a socket of one who is on duty there."""

    async def move(mallory: Mallory) -> None:
        if mallory.table.on_duty.get(mallory.people["me"]) != by:
            return
        values = {**_VALUES, "person": mallory.people["winner"], "shows_value": True, "exposed": True}
        fields = [one for one in msgspec.structs.fields(kind) if one.name != "by" and one.required]
        given = {one.name: values.get(one.name, 1) for one in fields}
        async with mallory.me.at(mallory.table.id, by) as socket:
            order = {"seq": socket.state["seq"], "command": {"type": kind.__name__, **given}}
            await socket.say("command", **order, reason="a reason")

    return move


@functools.cache
def moves(role: str) -> dict[str, Move]:
    """What is tried after every sequence that has changed something, by name."""
    found: dict[str, Move] = {
        "a day passes": a_day,
        "links are opened": open_links,
        "a guess at a log-in": guess_log_in,
    }
    for route in all_routes():
        if role_tried(route, role) and not gives_no_power(route):
            found |= dict(_of_route(route, role))
        found |= dict(_by_puppet(route))
    for kind, line in COMMANDS.items():
        for by in HOUSE:
            if by == role and by in line.senders:
                found[f"{by}: {kind.__name__}"] = _command(kind, by)
    return found


@functools.cache
def moves_once(role: str) -> dict[str, Move]:
    """What is tried once: what reads, what is for everybody, and what is about the caller alone."""
    found: dict[str, Move] = {}
    for route in all_routes():
        if role_tried(route, role) and gives_no_power(route) and route.method != "SOCKET":
            found |= dict(_of_route(route, role))
    return found


@dataclass
class Search:
    """Every sequence of moves, extended where something has changed: how many were tried, the states to which
    they led, and those that are still to be extended. An `AssertionError` names one that gains something."""

    waiting: int = 2
    """So many requests wait at a time: each is decided by itself, so that more of them bring nothing new."""
    tried: int = 0
    depth: int = 0
    """So many moves deep everything was tried."""
    seen: set[Seen] = field(default_factory=set)
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
        known = await own_requests(mallory)
        for name, move in moves(mallory.role).items():
            if self.tried >= most:
                return False
            await move(mallory)
            self.tried += 1
            gained, after = await mallory.look()
            assert not gained, ((*path, name), gained)
            if after == before:
                continue
            if after not in self.seen and waiting_in(after) <= self.waiting:
                self.seen.add(after)
                self.longer.append((*path, name))
            await mallory.withdraw(known)
            if (await mallory.look())[1] != before:
                await replay(mallory, path)
                known = await own_requests(mallory)
        return True


def waiting_in(state: Seen) -> int:
    return sum(one[0] == "waits" for one in state)


async def own_requests(mallory: Mallory) -> set[str]:
    return {one["id"] for one in await mallory.waiting() if one["state"] == "open"}


async def searched(mallory: Mallory, depth: int, most: int = 10**9) -> Search:
    """A search so deep, or until so many sequences were tried."""
    search = Search()
    await search.run(mallory, depth, most)
    return search


async def replay(mallory: Mallory, path: tuple[str, ...]) -> None:
    """From the start along a path."""
    await mallory.begin()
    for name in path:
        await moves(mallory.role)[name](mallory)
