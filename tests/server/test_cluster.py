"""Several servers on one PostgreSQL, as real processes: any answers for any table, one writes to it."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from litestar import Request

from patience import moments, until
from server.accounts import logged_in
from server.conftest import Cluster
from server.live import QUICK, ServerProcess, findings, table_of
from spanish21.client.answer import Answer
from spanish21.client.bot import next_step, simple
from spanish21.client.client import Client, ServerSaid, TableClient
from spanish21.server.log.ledger import purse
from spanish21.server.people.accounts import add_account
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.duties import go_on_duty
from spanish21.server.people.quotas import Quotas
from spanish21.server.people.roles import give_role
from spanish21.server.people.sessions import begin_session, new_token
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import StaleOwner
from spanish21.server.store.connect import OUT_OF_REACH, open_for_reading, open_store
from spanish21.server.store.nodes import owner_of, taken_over
from spanish21.server.store.store_reader import balance
from spanish21.server.table.automatic_house import is_due
from spanish21.server.table.closure import close_table
from spanish21.server.table.inbox import ask_of
from spanish21.server.table.listener import Listener
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.erasure import erase_person, has_chips_at_tables
from spanish21.server.web.opening_house import close_house, desk_of, open_house
from spanish21.server.web.routes.own import NewPassword, change_password
from spanish21.server.web.routes.staff import log_person_out, remove_role

WITHIN = 5.0
PASSWORD = "a long secret of a person"
CHANGED = NewPassword(PASSWORD, "another long secret of theirs")


class Servers:
    """Two servers that share a database and a key."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.folder = database, folder
        key = str(folder / "house.key")
        self.all = [ServerProcess(database, key=key), ServerProcess(database, key=key)]

    def of(self, table_id: str) -> ServerProcess:
        """The server that a table belongs to."""
        store = open_for_reading(self.database)
        try:
            with store.reading() as connection:
                owner = owner_of(connection, table_id)
        finally:
            store.close()
        assert owner is not None
        return next(one for one in self.all if one.address == owner.address)

    def other(self, server: ServerProcess) -> ServerProcess:
        return next(one for one in self.all if one is not server)

    def session(self, role: str) -> str:
        """The token of somebody who is logged in with a role."""
        store = open_store(self.database)
        try:
            with store.writer.begin():
                return logged_in(store.writer, f"Some {role}", (role,), round(time.time() * 1000))
        finally:
            store.close()

    def findings(self) -> list[object]:
        return findings(self.folder / "house.db", self.database)


@pytest.fixture
def servers(cluster: Cluster, tmp_path: Path) -> Iterator[Servers]:
    made = Servers(cluster.new_store(), tmp_path)
    try:
        yield made
    finally:
        for one in made.all:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one.pid, signal.SIGCONT)
            one.close()


@asynccontextmanager
async def guest_at(address: str, table_id: str) -> AsyncIterator[TableClient]:
    async with Client(address) as client:
        await client.come_as_guest()
        async with client.at(table_id) as seat:
            yield seat


async def one_round(seat: TableClient, seconds: float = 30) -> int:
    """Play until one more round is over; its number."""
    me, ends = seat.state["you"], time.monotonic() + seconds
    first = seat.state["view"]["round_number"]
    while time.monotonic() < ends:
        state = seat.state
        has_wager = any(stake["person"] == me for box in state["view"]["boxes"] for stake in box["stakes"])
        if state["view"]["round_number"] > first and not has_wager and state["view"]["phase"] == "wagers":
            return int(state["view"]["round_number"])
        step = next_step(state, me, simple)
        if step is None:
            with contextlib.suppress(TimeoutError):
                await seat.until(lambda now, seq=state["seq"]: now["seq"] != seq, 0.5)  # type: ignore[misc]
        else:
            await seat.command(step[0], **step[1])
    raise AssertionError(f"no round in {seconds} seconds: {seat.state['view']['phase']}")


async def new_table(server: ServerProcess) -> str:
    async with Client(server.address) as client:
        await client.come_as_guest()
        return await client.open_table("uk-casino", "Shared", ready_seconds=0, decide_seconds=60)


def test_any_server_answers_for_any_table(servers: Servers) -> None:
    async def run() -> None:
        first, second = servers.all
        mine, theirs = await new_table(first), await new_table(second)
        assert servers.of(mine) is first
        assert servers.of(theirs) is second
        for server in servers.all:
            async with Client(server.address) as client:
                assert {mine, theirs} <= {one["id"] for one in await client.tables()}
                assert (await client.request("GET", f"/tables/{mine}"))["id"] == mine
                assert (await client.request("GET", f"/tables/{theirs}/meters")) is not None
        async with guest_at(first.address, theirs) as far, guest_at(second.address, theirs) as near:
            assert await one_round(far) >= 1
            await near.until(lambda state: state["seq"] >= far.state["seq"])
            assert [one["name"] for one in near.state["view"]["people"]] == [far.state["you"]]
            seats = (await far.client.me())["seats"]
            assert [one["table"] for one in seats] == [theirs]
            assert (await far.why_not("Split"))["reason"]

    asyncio.run(run())
    assert not servers.findings()


def test_a_floorperson_sees_every_server_s_tables_from_any(servers: Servers) -> None:
    async def run() -> None:
        first, second = servers.all
        opened = {await new_table(first), await new_table(second)}
        token = servers.session("floorperson")
        for server in servers.all:
            async with Client(server.address) as client:
                client._http.cookies.set("spanish21", token)
                found = await client.request("GET", "/floor")
                assert opened <= {one["id"] for one in found}
                assert len(found) == len({one["id"] for one in found})

    asyncio.run(run())


def test_when_a_server_is_killed_the_other_goes_on_with_its_tables_within_five_seconds(
    servers: Servers,
) -> None:
    async def run() -> None:
        doomed, survivor = servers.all
        ids = [await new_table(doomed) for _ in range(3)]
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(guest_at(survivor.address, one)) for one in ids]
            await asyncio.gather(*(one_round(seat) for seat in seats))
            step = next_step(seats[0].state, seats[0].state["you"], simple)
            assert step is not None
            assert (await seats[0].command(step[0], **step[1])).ok  # in the middle of a round
            seen = [seat.state["seq"] for seat in seats]
            chips = [seat.state["view"]["people"] for seat in seats]
            killed = time.monotonic()
            doomed.kill()
            goes_on = [asyncio.create_task(seat.why_not("Split")) for seat in seats]
            await asyncio.gather(*goes_on)
            assert time.monotonic() - killed < WITHIN
            assert all(seat.state["seq"] >= before for seat, before in zip(seats, seen, strict=True))
            assert [seat.state["view"]["people"] for seat in seats] == chips
            await asyncio.gather(*(one_round(seat) for seat in seats))
            assert all(servers.of(one) is survivor for one in ids)
        doomed.start()
        async with Client(doomed.address) as client:
            assert set(ids) <= {one["id"] for one in await client.tables()}

    asyncio.run(run())
    assert not servers.findings()


def test_a_paused_owner_that_wakes_up_writes_nothing(servers: Servers) -> None:
    async def run() -> None:
        paused, other = servers.all
        table_id = await new_table(paused)
        async with guest_at(paused.address, table_id) as old, guest_at(other.address, table_id) as new:
            await one_round(old)
            await old.send_raw("{}")
            stopped = time.monotonic()
            os.kill(paused.pid, signal.SIGSTOP)
            step = next_step(old.state, old.state["you"], simple)
            assert step is not None
            waits = asyncio.create_task(old.command(step[0], **step[1]))  # it reaches a server that sleeps
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(new.why_not("Split"), 0.5)
                    if servers.of(table_id) is other:
                        break
                assert time.monotonic() - stopped < WITHIN
            while not (await new.command("Join", chips=20_000, seat=4)).ok:
                assert time.monotonic() - stopped < WITHIN
            taken_at = new.state["seq"]
            os.kill(paused.pid, signal.SIGCONT)
            answer = await asyncio.wait_for(waits, 20)
            # it was carried out by the new owner, once, or refused as too old: never by the old one
            assert answer.ok or answer.stale or answer.reason
            await new.until(lambda state: state["seq"] >= taken_at)
            await new.command("Leave")
            await one_round(old)
            assert servers.of(table_id) is other

    asyncio.run(run())
    assert not servers.findings()


def test_a_server_that_ends_leaves_its_tables_to_the_others_at_once(servers: Servers) -> None:
    async def run() -> None:
        ending, other = servers.all
        table_id = await new_table(ending)
        async with guest_at(other.address, table_id) as seat:
            await one_round(seat)
            started = time.monotonic()
            ending.end()
            await seat.why_not("Split")
            while servers.of(table_id) is not other:
                assert time.monotonic() - started < WITHIN
                await asyncio.sleep(0.1)
            await one_round(seat)

    asyncio.run(run())
    assert not servers.findings()


def test_only_servers_with_the_house_s_key_relay(servers: Servers) -> None:
    async def run() -> None:
        async with Client(servers.all[0].address) as client:
            forged = {"x-spanish21-relay": "0" * 64, "x-forwarded-for": "10.0.0.1"}
            response = await client._http.get("/tables", headers=forged)
            assert response.status_code == 403

    asyncio.run(run())


def test_a_server_that_came_after_the_last_heartbeat_is_known(cluster: Cluster, tmp_path: Path) -> None:
    async def run() -> None:
        database = cluster.new_store()
        first = await opened(database, tmp_path, 1)
        assert first.news.cluster is not None
        first.news.cluster._on_beat = lambda found: None  # type: ignore[method-assign]  # it hears nothing more
        assert await first.news.cluster.living() == []
        second = await opened(database, tmp_path, 2)
        assert await first.news.cluster.living() == ["http://127.0.0.1:2"]
        await closed(second)
        assert await first.news.cluster.living() == []
        await closed(first)

    asyncio.run(run())


def test_while_the_database_is_away_people_are_told_so(cluster: Cluster, servers: Servers) -> None:
    async def run() -> None:
        first, second = servers.all
        mine, theirs = await new_table(first), await new_table(second)
        async with Client(first.address) as client:
            await client.come_as_guest()
            await asyncio.to_thread(cluster.stop, "immediate")
            try:
                async for _ in moments():
                    health = await client._http.get("/health")
                    if health.status_code == 503:
                        break
                assert health.json()["trouble"] == "the database is unreachable"
                for path in ("/tables", f"/tables/{mine}/rounds", f"/tables/{theirs}", "/me"):
                    response = await client._http.get(path)
                    assert (response.status_code, response.json()) == (503, {"error": OUT_OF_REACH}), path
            finally:
                await asyncio.to_thread(cluster.start)
            await eventually(client, {mine, theirs})

    asyncio.run(run())
    assert not servers.findings()


async def eventually(client: Client, tables: set[str]) -> None:
    """Wait until these tables are listed again, each by its own server."""
    async for _ in moments():
        with contextlib.suppress(ServerSaid):
            if tables <= {one["id"] for one in await client.tables()}:
                return


def test_one_purse_is_not_spent_twice_at_two_servers(cluster: Cluster, tmp_path: Path) -> None:
    """Both servers think that the purse is full; the store refuses one of them, whose table goes on."""

    async def run() -> None:
        database = cluster.new_store()
        desks = [await opened(database, tmp_path, number) for number in (1, 2)]
        hosts = [desk.hall.hosts[(await table_of(desk, policy=QUICK)).id] for desk in desks]
        await desks[0].house.give("p1", 1_000, "play chips")
        answers = await asyncio.gather(
            *(join(desk, host.table_id) for desk, host in zip(desks, hosts, strict=True))
        )
        assert sorted(answer.ok for answer in answers) == [False, True]
        assert not any(host.stopped for host in hosts)
        await closed(*desks)

    asyncio.run(run())


def test_whoever_is_erased_at_one_server_leaves_the_table_of_another(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def run() -> None:
        database = cluster.new_store()
        here, there = [await opened(database, tmp_path, number) for number in (1, 2)]
        host = there.hall.hosts[(await table_of(there, policy=QUICK)).id]
        await there.writer.run(lambda connection: add_account(connection, "p1", "Ann", "no password", 1))
        await there.house.give("p1", 1_000, "play chips")
        assert (await join(there, host.table_id)).ok
        assert await erase_person(here, "p1", "p1", "asked for it")
        assert host.table.people == ()
        with here.store.reading() as connection:
            assert not has_chips_at_tables(connection, "p1")
            assert balance(connection, purse("p1")) == 0
            assert connection.scalar(sa.select(schema.people.c.erased))
        await there.house.give("p1", 1_000, "by mistake")
        again = await join(there, host.table_id, "2")
        assert (again.ok, again.reason) == (False, "own_limit"), "and does not come back"
        await closed(here, there)
        assert findings(tmp_path / "house.db", database) == []

    asyncio.run(run())


class SocketThere:
    """What a server knows of a socket that is open under a session."""

    def __init__(self, session: bytes) -> None:
        self.session, self.caller, self.listener = session, None, Listener("")


def test_who_is_logged_out_at_one_server_is_logged_out_at_all_without_waiting_for_a_sweep(
    cluster: Cluster, tmp_path: Path
) -> None:
    """By an administrator, and by a new password."""

    async def run() -> None:
        database = cluster.new_store()
        here, there = [await opened(database, tmp_path, number) for number in (1, 2)]
        assert there.sweeper is not None
        there.sweeper.cancel()
        tokens = {"p1": new_token(os.urandom), "p2": new_token(os.urandom)}
        sockets = []
        for person, token in tokens.items():
            hashed = here.passwords.hashed(PASSWORD)
            added = (person, person, hashed, 1)
            await here.writer.run(lambda one, added=added: add_account(one, *added))
            for each in (token, f"{token} elsewhere"):
                given = (person, each, "", here.now())
                session = await here.writer.run(lambda one, given=given: begin_session(one, *given))
            sockets.append(SocketThere(session.digest))
            there.sockets.add(sockets[-1])
        await here.writer.run(lambda one: give_role(one, "p2", "administrator", "", 1))
        root = await here.caller(tokens["p2"])
        await change_password.fn(
            desk=here, caller=root, request=Request({"type": "http", "client": ("::1", 1)}), data=CHANGED
        )
        await until(lambda: bool(sockets[1].listener.bye))
        await log_person_out.fn(desk=here, caller=root, person="p1")
        await until(lambda: bool(sockets[0].listener.bye))
        await closed(here, there)

    asyncio.run(run())


def test_a_role_that_is_taken_at_one_server_is_gone_at_the_others_without_waiting_for_a_sweep(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def run() -> None:
        database = cluster.new_store()
        here, there = [await opened(database, tmp_path, number) for number in (1, 2)]
        assert there.sweeper is not None
        there.sweeper.cancel()
        host, token = there.hall.hosts[(await table_of(there)).id], new_token(os.urandom)

        def hired(connection: sa.Connection) -> None:
            for person, role in (("p1", "dealer"), ("p2", "administrator")):
                add_account(connection, person, person, "no password", 1)
                give_role(connection, person, role, "", 1)
            go_on_duty(connection, host.table_id, "p1", "dealer", 1)
            begin_session(connection, "p2", token, "", here.now())

        await there.writer.run(hired)
        host.put_on_duty({"p1": "dealer"})
        root = await here.caller(token)
        await remove_role.fn(desk=here, caller=root, person="p1", role="dealer")
        await until(lambda: host.on_duty == {})
        await closed(here, there)
        assert findings(tmp_path / "house.db", database) == []

    asyncio.run(run())


def test_who_has_lost_a_table_cannot_write_to_it_in_any_way(cluster: Cluster, tmp_path: Path) -> None:
    async def run() -> None:
        database = cluster.new_store()
        old, new = [await opened(database, tmp_path, number) for number in (1, 2)]
        host = old.hall.hosts[(await table_of(old, policy=QUICK)).id]
        await old.house.give("p1", 1_000, "play chips")
        while is_due(host.table, host.staff.automatic):  # the house still makes the table ready
            await asyncio.sleep(0.05)
        assert old.news.cluster is not None
        old.news.cluster._on_beat = lambda found: None  # type: ignore[method-assign]  # it does not hear of it
        wanted = {host.table_id: host.log.epoch}
        taken = await new.writer.run(lambda connection: taken_over(connection, new.hall.owner, wanted))
        assert taken == [host.table_id]
        before = await new.reading(_all_rows, host.table_id)
        for write in (host._keep_snapshot, lambda one: close_table(one, host.log, host.desk.key_of)):
            with pytest.raises(StaleOwner):
                await old.writer.run(write)
        answer = await join(old, host.table_id)
        assert (answer.ok, answer.reason) == (False, "table_stopped")
        assert host.table_id not in old.hall.hosts
        assert await new.reading(_all_rows, host.table_id) == before
        await new.hall.take_up(taken)
        assert (await join(new, host.table_id)).ok
        await closed(old, new)

    asyncio.run(run())


def _all_rows(connection: sa.Connection, table_id: str) -> list[int]:
    """How much is on record of a table."""
    kept = (schema.events, schema.commands, schema.transfers, schema.shoes, schema.snapshots)
    counts = (sa.select(sa.func.count()).where(table.c.table_id == table_id) for table in kept)
    return [int(connection.scalar(count) or 0) for count in counts]


async def opened(database: str, folder: Path, number: int) -> FrontDesk:
    """A server without a door, in this process."""
    store = open_store(database)
    desk = await asyncio.to_thread(desk_of, store, folder / "house.key", Quotas(), False)
    await open_house(desk, f"http://127.0.0.1:{number}")
    assert desk.news.cluster is not None
    return desk


async def closed(*desks: FrontDesk) -> None:
    for desk in desks:
        await close_house(desk)
        await asyncio.to_thread(desk.writer.close)
        desk.store.close()


async def join(desk: FrontDesk, table_id: str, id: str = "1") -> Answer:
    """Somebody sits down with all that they have."""
    await desk.purses.know("p1", afresh=True)
    host = desk.hall.hosts[table_id]
    message = {"id": id, "seq": host.log.seq, "command": {"type": "Join", "chips": 1_000, "seat": 1}}
    return await desk.hall.ask(table_id, ask_of(Actor("p1", frozenset(("player",))), "p1", message))
