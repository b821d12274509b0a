"""Rounds over the real socket: people see the same, and a server that is killed goes on where it was."""

import asyncio
import random
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from patience import moments
from server.live import KnownShoes, ServerProcess, decline_cut, findings, same_seq, seated, served, table_of
from spanish21.client.answer import Answer
from spanish21.client.bot import next_step, simple
from spanish21.client.client import Client, TableClient
from spanish21.server.store import schema
from spanish21.server.store.connect import open_for_reading

SPLIT_AND_DOUBLE = "8s 5c Ah 8d 6c 3s 9h 2d Kc 7h 4d Jc 6h 5s 3d 2c Qh"
"""Against an ace: 8 and 8 at the first box, 5 and 6 at the second."""


def shared(state: dict[str, Any]) -> dict[str, Any]:
    """What everybody at a table is told alike."""
    view = {name: value for name, value in state["view"].items() if name != "you"}
    view["people"] = [{**one, "chips": None} for one in view["people"]]
    own = ("you", "legal", "brought")
    return {name: value for name, value in state.items() if name not in own} | {"view": view}


async def play_once(sockets: list[TableClient], choose: Any) -> None:
    """Everybody acts when asked, until one more round is over for all."""
    number = sockets[0].state["view"]["round_number"]
    async for _ in moments(lambda: sockets[0].state):
        await same_seq(sockets)
        view = sockets[0].state["view"]
        if view["round_number"] > number and view["phase"] in ("wagers", "stack", "cut"):
            return
        for socket in sockets:
            step = next_step(socket.state, socket.state["you"], choose)
            if step is not None:
                await socket.command(step[0], **step[1])
                break


def test_two_people_and_a_stranger_see_the_same_rounds(tmp_path: Path, address: str) -> None:
    database = address

    async def main() -> None:
        async with served(tmp_path, database=database) as (desk, address):
            row = await table_of(desk, "maryland")
            async with (
                seated(address, row.id, 1, 2, 0) as sockets,
                Client(address) as nobody,
                nobody.at(row.id) as watching,
            ):
                everybody = [*sockets, watching]
                await decline_cut(everybody)
                for _ in range(5):
                    await play_once(sockets, simple)
                    await same_seq(everybody)
                    assert all(shared(one.state) == shared(watching.state) for one in everybody)
                assert watching.state["legal"] == []
                assert watching.state["view"]["round_number"] == 5

    asyncio.run(main())
    assert findings(tmp_path / "house.db", database) == []


def test_what_changed_adds_up_to_what_a_newcomer_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "players-edge")
            async with seated(address, row.id, 1, 3) as sockets:
                await decline_cut(sockets)
                for _ in range(3):
                    await play_once(sockets, simple)
                    await same_seq(sockets)
                    async with sockets[0].client.at(row.id) as again:
                        assert without_nulls(again.state) == without_nulls(sockets[0].state)

    asyncio.run(main())


def without_nulls(value: Any) -> Any:
    """A merge patch cannot tell null from absent, and clients need not either."""
    if isinstance(value, dict):
        return {name: without_nulls(one) for name, one in value.items() if one is not None}
    return value


def by_script(state: dict[str, Any], hand: dict[str, Any], options: list[str]) -> str:
    """Split what can be split, double 11, stand on the rest."""
    if "split" in options:
        return "split"
    return "double" if hand["total"] == 11 and "double" in options else "stand"


def test_a_killed_server_goes_on_in_the_middle_of_a_round(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "house.db", SPLIT_AND_DOUBLE)

    async def main() -> None:
        async with Client(server.address) as client:
            table_id = (await client.tables())[0]["id"]
        async with seated(server.address, table_id, 1, 2) as sockets:
            await decline_cut(sockets)
            for socket in sockets:
                seat = 1 if socket is sockets[0] else 2
                assert (await socket.command("PlaceWager", box=seat, amount=1_000)).ok
            await same_seq(sockets)
            before = [socket.state for socket in sockets]
            assert before[0]["view"]["phase"] == "insurance"
            took = await asyncio.to_thread(server.restart)
            for socket, old in zip(sockets, before, strict=True):
                await socket.until(lambda state, old=old: state is not old)
                assert socket.state["view"] == old["view"]
                assert socket.state["legal"] == old["legal"]
                assert socket.state["shoe"] == old["shoe"]
            assert (await sockets[0].command("Insure", box=1, amount=500)).ok
            await play_once(sockets, by_script)
            assert took < 20

    try:
        asyncio.run(main())
        server.end()
    finally:
        server.close()
    assert findings(tmp_path / "house.db") == []


def test_nothing_acknowledged_is_lost_by_kills_at_random_moments(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    server = ServerProcess(database, SPLIT_AND_DOUBLE)
    acknowledged: list[tuple[str, str, Answer]] = []
    chance = random.Random(21)

    async def play(socket: TableClient, is_over: asyncio.Event) -> None:
        while not is_over.is_set():
            step = next_step(socket.state, socket.state["you"], by_script)
            if step is None:
                await asyncio.sleep(0.01)
                continue
            if step[0] == "DeclineInsurance" and chance.random() < 0.5:
                step = ("Insure", {"box": step[1]["box"], "amount": 100})
            answer = await socket.command(step[0], **step[1])
            id = f"{socket._first}-{socket._count}"
            if answer.ok:
                acknowledged.append((socket.state["you"], id, answer))

    async def main() -> int:
        async with Client(server.address) as client:
            table_id = (await client.tables())[0]["id"]
        is_over = asyncio.Event()
        async with seated(server.address, table_id, 1, 2) as sockets:
            players = [asyncio.create_task(play(socket, is_over)) for socket in sockets]
            for _ in range(10):
                seq = sockets[0].state["seq"]
                await sockets[0].until(lambda state, seq=seq: state["seq"] > seq + 3)
                await asyncio.sleep(chance.random() * 0.05)
                await asyncio.to_thread(server.restart)
            is_over.set()
            await asyncio.wait_for(asyncio.gather(*players), 60)
            return int(sockets[0].state["view"]["round_number"])

    try:
        rounds = asyncio.run(main())
        server.end()
    finally:
        server.close()
    assert rounds >= 3
    assert findings(database) == []
    store = open_for_reading(str(database))
    with store.reading() as connection:
        rows = connection.execute(sa.select(schema.commands)).all()
    store.close()
    stored = {(row.by, row.id): row.last_seq for row in rows}
    assert len(acknowledged) > 20
    assert [one for one in acknowledged if stored.get(one[:2]) != one[2].seq] == []
    assert len({one[:2] for one in acknowledged}) == len(acknowledged)


def test_shoes_of_a_live_table_open_to_what_was_committed(tmp_path: Path) -> None:
    from spanish21.server.fairness.public_record import record_from
    from spanish21.server.fairness.verification import verified

    async def main() -> bytes:
        async with served(tmp_path, lambda: KnownShoes(SPLIT_AND_DOUBLE)) as (desk, address):
            row = await table_of(desk, "maryland")
            async with seated(address, row.id, 1) as sockets:
                await decline_cut(sockets)
                told = sockets[0].state["shoe"]
                for _ in range(4):
                    await play_once(sockets, simple)
                await sockets[0].command("Leave")
            await desk.hall.close_table(row.id)
            async with Client(address) as client:
                found = await client._http.get(f"/tables/{row.id}/record")
            shoes = {shoe.number: shoe for shoe in record_from(found.content).shoes}
            assert shoes[told["number"]].commitment == told["commitment"]
            assert all(shoe.is_open for shoe in shoes.values())
            return found.content

    assert verified(record_from(asyncio.run(main()))) == ()
