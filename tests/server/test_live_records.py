"""What can be read of rounds, as JSON and as notation; what a resumed socket missed; a real shoe."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cli.test_main import assert_one_line, run
from server.live import (
    KnownShoes,
    decline_cut,
    findings,
    same_seq,
    seated,
    served,
    staff,
    table_of,
)
from server.test_live_rounds import SPLIT_AND_DOUBLE, by_script, play_once
from spanish21.client.bot import simple
from spanish21.client.client import Client, ServerSaid, TableClient
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.notation import read, read_rounds
from spanish21.server.rounds.export import exported_notation
from spanish21.server.table.policy import Policy


async def text_of(client: Client, path: str) -> tuple[int, str]:
    found = await client._http.get(path)
    return found.status_code, found.text


@pytest.mark.parametrize("book", ["maryland", "players-edge", "massachusetts", "uk-casino"])
def test_rounds_are_read_by_id_as_json_and_as_notation(tmp_path: Path, book: str) -> None:
    async def main() -> None:
        async with served(tmp_path, lambda: KnownShoes(SPLIT_AND_DOUBLE)) as (desk, address):
            row = await table_of(desk, book)
            async with seated(address, row.id, 1, 2) as sockets, Client(address) as nobody:
                await decline_cut(sockets)
                for _ in range(3):
                    await play_once(sockets, by_script)
                last = await nobody.request("GET", f"/tables/{row.id}/rounds")
                assert [one["id"] for one in last] == [f"{row.id}-{number}" for number in (1, 2, 3)]
                played = await nobody.request("GET", f"/rounds/{row.id}-1")
                assert played == await nobody.request("GET", f"/tables/{row.id}/rounds/1")
                told = [one["event"]["type"] for one in played["steps"]]
                status, text = await text_of(nobody, f"/rounds/{row.id}-1?format=notation")
                assert status in (200, 409), text
                if status == 200:
                    again = [type(one).__name__ for one in read(text).events]
                    assert again == told
                    assert "inventory" not in text
                    assert "50_000" not in text
                status, all_three = await text_of(nobody, f"/tables/{row.id}/rounds?format=notation")
                assert status == 200
                assert len(read_rounds(all_three)) >= 2

    asyncio.run(main())


def test_notation_does_not_tell_what_nobody_has_seen(tmp_path: Path) -> None:
    async def texts(tail: int) -> list[tuple[int, str]]:
        folder = tmp_path / str(tail)
        folder.mkdir()
        known = "Ks 9c 7h 6h 9d Kd 3d 8c"
        async with served(folder, lambda: KnownShoes(known, tail)) as (desk, address):
            row = await table_of(desk, "maryland")
            async with seated(address, row.id, 1) as [socket], Client(address) as nobody:
                await decline_cut([socket])
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                under_way = await text_of(nobody, f"/tables/{row.id}/rounds/1?format=notation")
                while socket.state["view"]["phase"] == "play":
                    await socket.command("Stand")
                await socket.until(lambda state: not state["view"]["boxes"])
                path = f"/tables/{row.id}/rounds/1?format=notation"
                status, text = await text_of(nobody, path)
                return [under_way, (status, text.replace(socket.state["you"], "me"))]

    found = [asyncio.run(texts(tail)) for tail in (1, 2)]
    assert found[0] == found[1]
    assert found[0][0] == (409, '{"error":"the round is not over yet"}')
    assert found[0][1][0] == 200, found[0][1]


@pytest.mark.parametrize(
    "path",
    ["/rounds/x", "/rounds/-1", "/rounds/abc-99999999999999999999", "/tables/none/rounds", "/rounds/%00-1"],
)
def test_a_round_that_is_none_is_not_found(tmp_path: Path, path: str) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as client:
            assert (await client._http.get(path)).status_code == 404

    asyncio.run(main())


def test_a_resumed_socket_gets_what_it_missed(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1, 0) as sockets:
                await decline_cut(sockets)
                await same_seq(sockets)
                missed: list[dict[str, Any]] = []
                sockets[0].heard = lambda message, raw: missed.extend(message.get("steps", ()))
                seq = sockets[1].state["seq"]
                await play_once(sockets[:1], simple)
                last = await same_seq(sockets)
                again = await whole_since(sockets[1].client, row.id, seq)
                assert [one["seq"] for one in again["events"]] == list(range(seq + 1, last + 1))
                kinds = [one["event"]["type"] for one in again["events"]]
                assert kinds == [one["event"]["type"] for one in missed if one["seq"] > seq]
                assert (await whole_since(sockets[1].client, row.id, last))["events"] == []
                for unheld in ("0", "9999999", "-1", "x", ""):
                    assert "events" not in await whole_since(sockets[1].client, row.id, unheld)

    asyncio.run(main())


async def whole_since(client: Client, table_id: str, seq: Any) -> dict[str, Any]:
    import msgspec
    from websockets.asyncio.client import connect

    from spanish21.client.protocol import PROTOCOL

    ticket = (await client.request("POST", f"/tables/{table_id}/ticket"))["ticket"]
    place = f"{client.url.replace('http', 'ws')}/api/tables/{table_id}/socket"
    async with connect(f"{place}?ticket={ticket}&protocol={PROTOCOL}&seq={seq}", proxy=None) as socket:
        return dict(msgspec.json.decode(await socket.recv()))


def test_a_person_deals_from_a_real_shoe_over_the_socket(tmp_path: Path) -> None:
    """The dealer enters each card as it leaves the shoe; everybody sees it, and the round is paid."""
    policy = Policy(house="person", real_shoe=True, wager_seconds=1, seat_seconds=600)
    cards = [4 * rank + suit for rank, suit in ((13, 3), (7, 2), (9, 1), (11, 0))]

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "uk-casino", policy=policy)
            host = desk.hall.hosts[row.id]
            clients = [await staff(desk, address, role) for role in ("dealer", "floorperson")]
            sockets: dict[str, TableClient] = {}
            for client, role in zip(clients, ("dealer", "floorperson"), strict=True):
                await client.request("POST", f"/tables/{row.id}/duty", {"role": role})
                sockets[role] = client.at(row.id, role)
                await sockets[role].__aenter__()
            async with seated(address, row.id, 1) as [player]:
                left = list(cards)
                wagered = False
                for _ in range(200):
                    await same_seq([player, *sockets.values()])
                    if host.table.round_number and not host.table.boxes and host.table.phase != "deal":
                        break
                    await step(player, sockets, host, left, wagered)
                    wagered = wagered or bool(host.table.boxes)
                assert host.table.round_number == 1
                assert left == []
            for socket in sockets.values():
                await socket.__aexit__(None, None, None)
            for client in clients:
                await client.__aexit__(None, None, None)

    async def step(player: TableClient, sockets: Any, host: Any, left: list[int], wagered: bool) -> None:
        wanted = due(host.table)
        if host.table.phase == "cut" and player.state["you"] in player.state["waits_for"]:
            answer = await player.command("RefuseCut")
        elif wanted is not None:
            given = {
                name: getattr(wanted, name)
                for name in wanted.__struct_fields__
                if name != "by" and not isinstance(wanted, cmd.Deal | cmd.TurnHoleCard)
            }
            if isinstance(wanted, cmd.Deal):
                given = {"cards": [left.pop(0)]}
            elif isinstance(wanted, cmd.TurnHoleCard):
                given = {"card": left.pop(0)}
            answer = await sockets[wanted.by].command(type(wanted).__name__, **given)
        elif host.table.phase == "wagers" and not wagered:
            answer = await player.command("PlaceWager", box=1, amount=1_000)
            await asyncio.sleep(1.1)
            assert host.table.phase == "wagers"
        elif host.table.phase == "wagers":
            answer = await sockets["dealer"].command("CloseWagers")
        else:
            answer = await player.command("Stand")
        assert answer.ok, (wanted, answer)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_only_where_a_person_deals_is_there_a_real_shoe(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as client:
            await client.come_as_guest()
            with pytest.raises(ServerSaid, match="takes a person") as said:
                await client.open_table("uk-casino", "Real", real_shoe=True)
            assert said.value.status == 422

    asyncio.run(main())


def test_rounds_are_exported_as_notation_once_their_shoe_is_opened(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as sockets:
                await decline_cut(sockets)
                for _ in range(4):
                    await play_once(sockets, simple)
                await sockets[0].command("Leave")
            with desk.store.reading() as connection:
                assert list(exported_notation(connection)) == []
            await desk.hall.close_table(row.id)

    asyncio.run(main())
    file = tmp_path / "rounds.txt"
    asked = ("--database", str(tmp_path / "house.db"), "--format", "notation", "--output", str(file))
    assert run("export", *asked).exit_code == 0
    assert [len(one.commands) > 3 for one in read_rounds(file)] == [True] * 4
    assert file.read_text().count("# table ") == 4
    assert_one_line(run("export", *asked, "--json"))
