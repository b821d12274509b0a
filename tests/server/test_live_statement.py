"""One's own statement: what was wagered, won and lost, from the ledger; and the reminder that one sets."""

import asyncio
import csv
import io
from pathlib import Path

from patience import moments
from server.live import KnownShoes, decline_cut, seated, served, table_of
from spanish21.client.client import Client, TableClient


async def played(socket: TableClient, amount: int) -> None:
    """A round with a wager on box 1: stand on whatever comes."""
    number = socket.state["view"]["round_number"]
    assert (await socket.command("PlaceWager", box=1, amount=amount)).ok
    async for _ in moments(lambda: socket.state):
        state = socket.state
        if state["view"]["round_number"] > number and state["view"]["phase"] == "wagers":
            return
        if state["you"] in state["waits_for"]:
            is_asked = state["view"]["phase"] == "insurance"
            await (socket.command("DeclineInsurance", box=1) if is_asked else socket.command("Stand"))


def test_a_statement_has_every_round_and_adds_up_with_the_purse(tmp_path: Path) -> None:
    async def main() -> None:
        cards = "Ks 9d Qh 8c 9s Kd 7h 8d"
        async with served(tmp_path, lambda: KnownShoes(cards)) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [ann]:
                await decline_cut([ann])
                await played(ann, 1_000)
                await played(ann, 2_500)
                middle = desk.now()
                assert (await ann.command("PlaceWager", box=1, amount=700)).ok
                found = await ann.client.request("GET", "/me/statement")
                chips = next(one for one in ann.state["view"]["people"] if one["name"] == ann.state["you"])
                assert (found["rounds"], found["wagered"], found["open"]) == (2, 3_500, 700)
                assert found["net"] == found["won"] - found["lost"]
                assert chips["chips"] == 50_000 + found["net"] - 700
                assert [one["wagered"] for one in found["rows"]] == [2_500, 1_000]
                assert found["rows"][1]["net"] == 1_000, "20 beats 17"
                assert {one["name"] for one in found["rows"]} == {row.name}
                assert (found["put_in"], found["taken_out"]) == (100_000, 0)
                later = await ann.client.request("GET", f"/me/statement?from={middle}")
                assert (later["rounds"], later["net"], later["put_in"]) == (0, 0, 0)
                text = (await ann.client._http.get("/me/statement.csv")).text
                lines = list(csv.reader(io.StringIO(text)))
                assert lines[0][:3] == ["ended (UTC)", "table", "round"]
                assert [line[3] for line in lines[1:]] == ["25.00", "10.00", "35.00", "7.00"]

    asyncio.run(main())


def test_a_reminder_is_set_at_once_either_way_and_forbids_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as ann:
            await ann.come_as_guest()
            for minutes in (30, 15, 60, None):
                limits = await ann.request("PUT", "/me/check", {"minutes": minutes})
                assert limits == {"loss": None, "minutes": None, "check": minutes}
            wrong = await ann._http.request("PUT", "/me/check", json={"minutes": 1})
            assert wrong.status_code == 400

    asyncio.run(main())
