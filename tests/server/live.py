"""Live servers for tests: one in the test's own loop, with known chance, or one in a process to be killed."""

import asyncio
import atexit
import contextlib
import functools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from socket import SHUT_WR, send_fds, socketpair
from socket import socket as Socket
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher

from patience import moments
from spanish21.books.submissions.submission import rules_of
from spanish21.client.client import Client, TableClient
from spanish21.game.cards import cards
from spanish21.server.audit.whole_audit import audit
from spanish21.server.people.accounts import add_account, new_pseudonym
from spanish21.server.people.passwords import Passwords
from spanish21.server.people.quotas import Quotas
from spanish21.server.people.roles import give_role
from spanish21.server.people.sessions import begin_session, new_token, prove_session
from spanish21.server.store.connect import open_for_reading, open_store
from spanish21.server.store.master_key import key_in
from spanish21.server.table.policy import Policy
from spanish21.server.table.takeover import TableRow
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.doors import Doors
from spanish21.server.web.forwarded import Proxies
from spanish21.server.web.opening_house import desk_of, open_house
from spanish21.server.web.serving import Service, listening_at, server_at

QUICK = Policy(ready_seconds=0, wager_seconds=30, decide_seconds=60, seat_seconds=600)
MANY = Quotas(
    guests_of_address=100_000, accounts_of_address=100_000, tables_of_address=100_000, tables_of_guest=100
)
STRONG_HASH = f"$argon2id$v=19$m=65536,t=3,p=4${'A' * 22}${'A' * 43}"
"""Of the strength that every desk must have of itself."""
QUICK_HASHES = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""In the tests nobody guesses passwords for long, so that hashes need not take their time."""


class KnownShoes(random.Random):
    """Chance that has known cards come first out of every shoe, after the burn card; the dealer cuts in the
    middle when everybody declines the cut."""

    def __init__(self, first: str, seed: int = 0) -> None:
        super().__init__(seed)
        self.first = cards(first)

    def shuffle(self, x: Any) -> None:
        left = sorted(x)
        for card in self.first:
            left.remove(card)
        super().shuffle(left)
        cut = len(x) // 2
        x[:] = [*left[: cut + 1], *self.first, *left[cut + 1 :]]


@asynccontextmanager
async def served(
    folder: Path,
    chance: Callable[[], random.Random] | None = None,
    database: str = "",
    now: Callable[[], int] | None = None,
    prepared: Callable[[FrontDesk], None] = lambda desk: None,
    doors: Doors | None = None,
    **limits: float,
) -> AsyncIterator[tuple[FrontDesk, str]]:
    """A desk without tables, and the address that it is served at, in this loop, under a clock."""
    service = Service(database or str(folder / "house.db"), port=0, quotas=MANY)
    store = open_store(service.database)
    listening = listening_at(service)
    seams: dict[str, Any] = {} if chance is None else {"chance": lambda table_id: chance()}
    if now is not None:
        seams["now"] = now
    desk = await asyncio.to_thread(lambda: desk_of(store, folder / "house.key", MANY, False, **seams))
    assert not desk.passwords.needs_rehash(STRONG_HASH)
    desk.passwords = Passwords(QUICK_HASHES)
    prepared(desk)
    await open_house(desk)
    limits = {"rate": 100_000.0, "burst": 100_000.0} | limits
    doors = doors or Doors(1_000, 1_000, Proxies())
    server, address = server_at(desk, listening, (), lambda text: None, doors, **limits)
    task = asyncio.create_task(server._serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield desk, address
    finally:
        server.should_exit = True
        await task
        await asyncio.to_thread(desk.writer.close)
        store.close()
        listening.close()


async def table_of(
    desk: FrontDesk, book: str = "uk-casino", policy: Policy = QUICK, **choices: Any
) -> TableRow:
    return await desk.hall.open_table(f"A table of {book}", rules_of(book, **choices), policy)


@asynccontextmanager
async def seated(address: str, table_id: str, *seats: int) -> AsyncIterator[list[TableClient]]:
    """Guests at a table, one at each of these seats, in their order; seat 0 only watches."""
    clients, sockets = [], []
    try:
        for seat in seats:
            client = Client(address)
            clients.append(client)
            await client.come_as_guest()
            sockets.append(client.at(table_id))
            await sockets[-1].__aenter__()
            if seat:
                answer = await sockets[-1].command("Join", chips=50_000, seat=seat)
                assert answer.ok, answer
        yield sockets
    finally:
        for socket in sockets:
            await socket.__aexit__(None, None, None)
        for client in clients:
            await client.__aexit__(None, None, None)


DAY = 24 * 60 * 60 * 1_000


async def staff(desk: FrontDesk, address: str, *roles: str, days_ago: int = 2) -> Client:
    """Somebody who was given an account and these roles some days ago, logged in with a second factor."""
    person, token, now = new_pseudonym(os.urandom), new_token(os.urandom), desk.now()
    hired = now - days_ago * DAY

    def work(connection: sa.Connection) -> None:
        add_account(connection, person, f"Staff {person[1:9]}", "no password", hired)
        for role in roles:
            give_role(connection, person, role, "test", hired)
        session = begin_session(connection, person, token, "", now)
        prove_session(connection, session.digest, now)

    await desk.writer.run(work)
    client = Client(address)
    client._http.cookies.set("spanish21", token)
    return client


async def agree(second: Client, approval: str) -> dict[str, Any]:
    """The second person reads what is asked for, and agrees to it."""
    waiting = {one["id"]: one for one in await second.request("GET", "/approvals")}
    words = waiting.get(approval, {"words": ""})["words"]
    return dict(await second.request("POST", f"/approvals/{approval}/approve", {"words": words}))


async def both(asker: Client, second: Client, method: str, path: str, body: Any = None) -> str:
    """Somebody asks for something and a second person agrees to it; what it was in words."""
    asked = await asker.request(method, path, body)
    await agree(second, asked["approval"])
    return str(asked["words"])


def unhurried(desk: FrontDesk) -> None:
    """Let every socket that is open send as fast as it likes."""
    for sockets in desk.sockets.values():
        for one in sockets:
            one._rate.rate = one._rate.burst = 1e6


async def same_seq(sockets: Sequence[TableClient]) -> int:
    """Wait until everybody has been told the same."""

    def seqs() -> set[int]:
        return {socket.state["seq"] for socket in sockets}

    async for _ in moments(seqs):
        if len(seqs()) == 1:
            break
    return seqs().pop()


async def decline_cut(sockets: Sequence[TableClient]) -> None:
    """Until wagers can be placed: whoever is offered the cut declines it."""
    async for _ in moments(lambda: sockets[0].state["view"]["phase"]):
        await same_seq(sockets)
        if sockets[0].state["view"]["phase"] == "wagers":
            return
        for socket in sockets:
            if socket.state["you"] in socket.state["waits_for"]:
                await socket.command("RefuseCut")


def findings(database: Path, address: str = "") -> list[Any]:
    """What an audit finds in a store whose master key is beside the file."""
    master = key_in(database.with_suffix(".key"))
    assert master is not None
    store = open_for_reading(address or str(database))
    try:
        with store.reading() as connection:
            return audit(connection, master.shoe_key).findings
    finally:
        store.close()


class Nursery:
    """A process that has everything imported and forks the parents of servers, for all tests of a run."""

    def __init__(self) -> None:
        folder = Path(__file__).parent.parent
        paths = [str(folder), str(folder.parent / "src"), os.environ.get("PYTHONPATH", "")]
        self._socket, other = socketpair()
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "server.known_server", str(other.fileno())],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
                pass_fds=[other.fileno()],
            )
        atexit.register(self.close)

    def new_parent(self, *given: str) -> Socket:
        """A parent of servers with this database, these cards and this key, at the other end of a socket."""
        ours, theirs = socketpair()
        with theirs:
            send_fds(self._socket, [json.dumps(given).encode()], [theirs.fileno()])
        return ours

    def close(self) -> None:
        self._socket.close()
        self._process.wait(30)


@functools.cache
def nursery() -> Nursery:
    return Nursery()


class ServerProcess:
    """A server in a process of its own, which can be killed and started again at the same address.

    A parent that has everything imported forks it, so that a start takes no longer than a start must.
    """

    def __init__(self, database: Path | str, cards: str = "", key: str = "") -> None:
        self.port, self.pid, self.address = 0, 0, ""
        self._parent = nursery().new_parent(str(database), cards, key)
        self._said = self._parent.makefile()
        self.start()

    def start(self) -> None:
        self._parent.sendall(f"{self.port}\n".encode())
        self.pid = int(self._until("pid "))
        self.address = self._until(" open at ")
        self.port = int(self.address.rpartition(":")[2])

    def _until(self, words: str) -> str:
        said = []
        for line in self._said:
            said.append(line)
            if words in line:
                return line.rpartition(words)[2].strip()
            if line.startswith("ended "):
                break  # it is not going to say anything more
        raise AssertionError("".join(said))

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self._until("ended ")

    def end(self) -> None:
        """An interrupt, as from the terminal."""
        os.kill(self.pid, signal.SIGINT)
        self._until("every round is saved")
        self._until("ended ")

    def restart(self) -> float:
        """Kill the server and start it again; how long that took."""
        started = time.monotonic()
        self.kill()
        self.start()
        return time.monotonic() - started

    def close(self) -> None:
        """End whatever is left."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self._parent.settimeout(30)
        self._parent.shutdown(SHUT_WR)
        while (line := self._said.readline()) != "over\n":
            assert line, "the parent of the servers has ended before them"
        self._said.close()
        self._parent.close()
