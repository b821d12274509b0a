"""No stream of commands that a client can send stops a table or has a command carried out under a used id.

`soak_streams.py` sends 200,000 messages to each store.
"""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from server.live import findings, seated, served, table_of
from server.streams import Sender, StreamRecord, Tokens, bursts, three_sockets, tokens_of
from spanish21.server.web.desk import FrontDesk

MESSAGES = int(os.environ.get("SPANISH21_MESSAGES", "400"))


def command(id: str, seq: int, name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "command", "id": id, "seq": seq, "command": {"type": name, **fields}}


def test_an_id_that_was_used_is_refused_whatever_the_seq(tmp_path: Path, address: str) -> None:
    async def main() -> None:
        async with served(tmp_path, database=address) as (desk, at):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with seated(at, row.id, 0) as [socket]:
                sender = Sender(socket)
                [joined] = await sender.send([command("x", host.log.seq, "Join", chips=5_000, seat=1)])
                assert joined["ok"]
                last = host.log.seq
                for seq in (last, last - 1, 0, last + 1, 2**63):
                    [answer] = await sender.send([command("x", seq, "BuyChips", amount=100)])
                    assert answer["reason"] == "id_used_before", seq
                    [answer] = await sender.send([command("x", seq, "Join", chips=5_000, seat=1)])
                    assert (answer["ok"], answer["seq"]) == (True, joined["seq"])
                assert (host.stopped, host.table.people[0].chips) == ("", 5_000)
                [bought] = await sender.send([command("y", host.log.seq, "BuyChips", amount=100)])
                assert (bought["ok"], host.table.people[0].chips) == (True, 5_100)

    asyncio.run(main())
    assert findings(tmp_path / "house.db", address) == []


def test_an_id_from_before_a_restart_is_refused_and_the_others_of_its_turn_go_on(
    tmp_path: Path, address: str
) -> None:
    """Nothing is in memory after a restart: the store itself refuses the id, and the table goes on."""

    async def before(desk: FrontDesk, at: str) -> tuple[str, Tokens]:
        row = await table_of(desk)
        async with three_sockets(at, row.id) as sockets:
            for seat, socket in enumerate(sockets[1:], start=1):
                joining = command("x", desk.hall.hosts[row.id].log.seq, "Join", chips=5_000, seat=seat)
                assert [answer["ok"] for answer in await Sender(socket).send([joining])] == [True]
            return row.id, tokens_of(sockets)

    async def after(desk: FrontDesk, at: str, table_id: str, tokens: Tokens) -> None:
        host = desk.hall.hosts[table_id]
        async with three_sockets(at, table_id, tokens) as sockets:
            seq, senders = host.log.seq, [Sender(socket) for socket in sockets]
            ids = ("x", "y", "z")
            used, fresh, other = await asyncio.gather(
                *(
                    one.send([command(id, seq, "BuyChips", amount=100)])
                    for one, id in zip(senders, ids, strict=True)
                )
            )
            assert used[0]["reason"] == "id_used_before"
            assert fresh[0]["ok"]
            assert other[0]["ok"]
            assert not host.stopped

    async def main() -> None:
        async with served(tmp_path, database=address) as (desk, at):
            table_id, tokens = await before(desk, at)
        async with served(tmp_path, database=address) as (desk, at):
            await after(desk, at, table_id, tokens)

    asyncio.run(main())
    assert findings(tmp_path / "house.db", address) == []


def test_a_command_that_cannot_be_looked_up_is_answered_and_stops_nothing(tmp_path: Path) -> None:
    """The database may be out of reach when somebody sends a stale command, or one that the game refuses."""

    async def main() -> None:
        async with served(tmp_path) as (desk, at):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with seated(at, row.id, 1) as [socket]:
                sender, reading = Sender(socket), desk.store.reading

                def away() -> Any:
                    raise sa.exc.OperationalError("SELECT", None, OSError("away"))

                desk.store.reading = away  # type: ignore[method-assign]
                for seq, name in ((0, "Stand"), (host.log.seq, "Stand"), (host.log.seq + 9, "Leave")):
                    [answer] = await sender.send([command(f"{seq} {name}", seq, name)])
                    assert answer["reason"] == "busy", answer
                desk.store.reading = reading  # type: ignore[method-assign]
                assert not host.stopped
                [answer] = await sender.send([command("z", host.log.seq, "Stand")])
                assert answer["reason"] not in ("busy", "table_stopped")

    asyncio.run(main())


def test_hostile_streams_stop_no_table_and_change_nothing_without_an_answer(
    tmp_path: Path, address: str
) -> None:
    chance, known = random.Random(21), StreamRecord()

    async def part(table_id: str = "", tokens: Tokens = ()) -> tuple[str, Tokens]:
        async with served(tmp_path, database=address) as (desk, at):
            table_id = table_id or (await table_of(desk, "maryland")).id
            async with three_sockets(at, table_id, tokens) as sockets:
                await bursts(desk, table_id, sockets, known, chance, MESSAGES // 2)
                return table_id, tokens_of(sockets)

    async def main() -> None:
        await part(*await part())

    asyncio.run(main())
    assert known.answers["id_used_before"] > MESSAGES // 100
    assert known.answers["done"] > MESSAGES // 50
    assert known.answers["malformed"] > MESSAGES // 50
    assert findings(tmp_path / "house.db", address) == []
