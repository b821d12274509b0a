"""Nothing unseen is told: rounds with other unseen cards give every role the same bytes, until they show."""

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.live import KnownShoes, decline_cut, same_seq, seated, served, staff, table_of
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.server.client import Client, TableClient
from spanish21.server.desk import FrontDesk

PAIRS = 24
HOLE_CARDS = ["2c", "5d", "9h", "Kc", "As", "7s", "Jd", "3h"]
SEEN = "Ks 9c 7h 6h 9d {hole} 3d"
"""16 at the first box, 18 at the second, a 7 for the dealer; then the hole card, and a 3 for the 16."""

HEX = re.compile(rb"[0-9a-f]{64}")
TIMES = re.compile(rb'"ends":\d+')


class Streams:
    """Everything that each listener is told, with what is random or a time masked."""

    def __init__(self, sockets: list[TableClient]) -> None:
        self.told: list[list[bytes]] = [[] for _ in sockets]
        names = [socket.state["you"] for socket in sockets]
        for at, socket in enumerate(sockets):
            socket.heard = lambda message, raw, at=at: self.told[at].append(self.masked(raw, names))

    @staticmethod
    def masked(raw: bytes, names: list[str]) -> bytes:
        raw = TIMES.sub(b'"ends":0', HEX.sub(b"#", raw))
        for number, name in enumerate(names):
            raw = raw.replace(name.encode(), b"person %d" % number) if name else raw
        raw = re.sub(rb"Guest [0-9A-Z]{5}", b"Guest", raw)
        return re.sub(rb'"id":"[0-9a-f]{8}-', b'"id":"', raw)


async def round_until_hole_card(
    desk: FrontDesk, address: str, shoes: list[KnownShoes], shoe: KnownShoes
) -> list[list[bytes]]:
    """What two players, a watcher and a stranger are told of the round before the hole card turns."""
    shoes[:] = [shoe]
    row = await table_of(desk, "maryland")
    async with (
        seated(address, row.id, 1, 2, 0) as sockets,
        Client(address) as nobody,
        nobody.at(row.id) as watching,
    ):
        everybody = [*sockets, watching]
        await same_seq(everybody)
        streams = Streams(everybody)
        await decline_cut(everybody)
        first, second = sockets[:2]
        assert (await first.command("PlaceWager", box=1, amount=1_000, kind="main")).ok
        assert (await second.command("PlaceWager", box=2, amount=2_000)).ok
        await same_seq(everybody)
        assert first.state["view"]["dealer"] == ["7h", "??"]
        await second.why_not("Stand")
        await second.command("Stand")  # not yet
        assert (await first.command("Draw")).ok
        assert (await first.command("Stand")).ok
        await same_seq(everybody)
        assert second.state["waits_for"] == [second.state["you"]]
        told = [list(stream) for stream in streams.told]
        for socket in everybody:
            socket.heard = lambda message, raw: None
        assert (await second.command("Stand")).ok
    return told


def test_other_unseen_cards_give_the_same_streams(tmp_path: Path) -> None:
    async def main() -> None:
        shoes: list[KnownShoes] = []
        async with served(tmp_path, lambda: shoes[0]) as (desk, address):
            expected = None
            for seed in range(PAIRS + 1):
                hole = HOLE_CARDS[seed % len(HOLE_CARDS)]
                shoe = KnownShoes(SEEN.format(hole=hole), seed)
                told = await round_until_hole_card(desk, address, shoes, shoe)
                assert sum(map(len, told)) > 20
                expected = expected or told
                assert told == expected, f"shoe {seed}, hole card {hole}"

    asyncio.run(main())


def test_other_seen_cards_give_other_streams(tmp_path: Path) -> None:
    async def main() -> None:
        shoes: list[KnownShoes] = []
        async with served(tmp_path, lambda: shoes[0]) as (desk, address):
            usual = await round_until_hole_card(desk, address, shoes, KnownShoes(SEEN.format(hole="2c")))
            other = SEEN.format(hole="2c").replace("3d", "4d")
            assert await round_until_hole_card(desk, address, shoes, KnownShoes(other)) != usual

    asyncio.run(main())


@pytest.mark.parametrize("seed", range(2))
def test_dealer_and_floorperson_are_not_told_either(tmp_path: Path, seed: int) -> None:
    async def main() -> None:
        shoes: list[KnownShoes] = []
        async with served(tmp_path, lambda: shoes[0]) as (desk, address):
            told = []
            for hole in HOLE_CARDS[seed * 2 : seed * 2 + 2]:
                shoes[:] = [KnownShoes(SEEN.format(hole=hole), len(told))]
                told.append(await dealt_by_people(desk, address))
            assert told[0] == told[1]
            assert sum(map(len, told[0])) > 20

    asyncio.run(main())


async def dealt_by_people(desk: FrontDesk, address: str) -> list[list[bytes]]:
    """A round that a dealer deals and a floorperson watches, until the hole card is turned."""
    row = await table_of(desk, "maryland")
    clients = [await staff(desk, address, role) for role in ("dealer", "floorperson")]
    sockets = []
    for client, role in zip(clients, ("dealer", "floorperson"), strict=True):
        await client.request("POST", f"/tables/{row.id}/duty", {"role": role})
        sockets.append(client.at(row.id, role))
        await sockets[-1].__aenter__()
    host = desk.hall.hosts[row.id]
    try:
        async with seated(address, row.id, 1, 2) as players:
            everybody = [*sockets, *players]
            await same_seq(everybody)
            streams = Streams(everybody)
            plan: list[tuple[TableClient, str, dict[str, Any]]] = [
                (players[0], "PlaceWager", {"box": 1, "amount": 1_000}),
                (players[1], "PlaceWager", {"box": 2, "amount": 1_000}),
                (players[0], "Draw", {}),
                (players[0], "Stand", {}),
            ]
            while True:
                await same_seq(everybody)
                step = due(host.table)
                if isinstance(step, cmd.TurnHoleCard):
                    break
                if step is not None:
                    fields = {**msgspec.to_builtins(step), "stop": 0}
                    names = [field.name for field in msgspec.structs.fields(step) if field.name != "by"]
                    by = sockets[0 if step.by == "dealer" else 1]
                    answer = await by.command(type(step).__name__, **{name: fields[name] for name in names})
                elif host.table.phase == "cut":
                    asked = next(one for one in players if one.state["you"] in one.state["waits_for"])
                    answer = await asked.command("RefuseCut")
                elif plan:
                    socket, name, given = plan.pop(0)
                    answer = await socket.command(name, **given)
                else:
                    break
                assert answer.ok, answer
            return [list(stream) for stream in streams.told]
    finally:
        for socket in sockets:
            await socket.__aexit__(None, None, None)
        for client in clients:
            await client.__aexit__(None, None, None)
