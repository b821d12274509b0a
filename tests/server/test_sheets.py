"""What the server says of tables, books and rounds, value by value."""

import asyncio
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from server.live import QUICK, KnownShoes, decline_cut, seated, served, table_of
from spanish21 import __version__
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.client.client import Client
from spanish21.game.rules import settings_of
from spanish21.server.log.digests import rules_digest
from spanish21.server.store import schema
from spanish21.server.studies.known_edges import EDGES
from spanish21.server.table.felt import chips_of, layout_of

SIXTEEN = "Ks 7h 6h 3d 9d 2c 5h"


def test_a_table_is_listed_and_described_as_it_is(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path, lambda: KnownShoes(SIXTEEN)) as (desk, address),
            Client(address) as client,
        ):
            row = await table_of(desk, "maryland")
            rules = rules_of("maryland")
            felt: dict[str, Any] = {"id": row.id, "name": "A table of maryland", "book": "maryland"}
            felt |= {"title": "Maryland Spanish 21", "currency": "$", "minimum": 5_00, "maximum": 5_000_00}
            felt |= {"decks": 6, "boxes": 7}
            async with seated(address, row.id, 3, 0) as sockets:
                [listed] = await client.request("GET", "/tables")
                meters = listed.pop("meters")
                also = {"taken": 1, "phase": "cut", "play_chips": True, "house": "automatic"}
                also |= {"seats": [3], "round": 0, "sides": ["Match", "Spin", "X16"], "decide_seconds": 60}
                also |= {"edge": EDGES["maryland"]}
                assert listed == felt | also
                shown = await client.request("GET", f"/tables/{row.id}/meters")
                assert [one["amount"] for one in meters] == list(shown.values())
                assert shown == {one.name: one.amount for one in desk.hall.hosts[row.id].table.meters}
                await decline_cut(sockets)
            sheet = await client.request("GET", f"/tables/{row.id}")
            assert (sheet["chips"], sheet["layout"]) == (chips_of(rules), layout_of(rules))
            assert {name: sheet[name] for name in felt} == felt
            assert (sheet["rules_digest"], sheet["version"]) == (rules_digest(rules), __version__)
            seconds = {name: getattr(QUICK, name) for name in sheet["policy"] if name.endswith("_seconds")}
            own = {"house": "automatic", "floor": "automatic", "real_shoe": False, "play_chips": True}
            assert sheet["policy"] == own | seconds
            assert len(seconds) == 5
            assert "OrderReshuffle" in sheet["needs"]["reason"]
            assert "ValidatePayout" in sheet["needs"]["second"]

    asyncio.run(main())


def test_a_book_is_described_as_its_sample_has_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as client:
            assert [one["book"] for one in await client.request("GET", "/books")] == list(BOOKS)
            found = await client.request("GET", "/books/uk-casino")
        book, rules = load_book("uk-casino"), rules_of("uk-casino")
        assert (found["title"], found["edition"], found["currency"]) == (book.title, book.edition, "£")
        assert len(found["cards"]) == 48
        assert not any(card.startswith("T") for card in found["cards"])
        assert found["settings"]["decks"] == settings_of(rules)["decks"]
        assert found["inscriptions"] == list(rules.inscriptions)
        assert [one["clause"] for one in found["clauses"]] == [clause.id for clause in book.clauses]
        assert found["clauses"][0]["says"] == book.clauses[0].says
        assert [one["kind"] for one in found["side_wagers"]] == ["match"]
        assert found["signs"] == layout_of(rules)["signs"]

    asyncio.run(main())


def test_rounds_say_where_they_begin_and_end_in_the_log(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path, lambda: KnownShoes(SIXTEEN)) as (desk, address),
            Client(address) as client,
        ):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                for number in (1, 2):
                    assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                    while socket.state["view"]["boxes"] and socket.state["waits_for"]:
                        assert (await socket.command("Stand")).ok
                    await socket.until(lambda state, number=number: state["view"]["round_number"] == number)
                    await socket.until(lambda state: not state["view"]["boxes"])
            with desk.store.reading() as connection:
                events = schema.events
                query = sa.select(events.c.seq, events.c.body).where(events.c.table_id == row.id)
                log = [(seq, body or "") for seq, body in connection.execute(query.order_by(events.c.seq))]
            wagers = [seq for seq, body in log if '"WagerPlaced"' in body]
            ends = [seq for seq, body in log if '"CardsCollected"' in body]
            digest = rules_digest(rules_of("uk-casino"))
            rounds = await client.request("GET", f"/tables/{row.id}/rounds")
            assert sorted(rounds, key=lambda one: one["number"]) == [
                {
                    "id": f"{row.id}-{number}",
                    "number": number,
                    "first": wagers[number - 1],
                    "last": ends[number - 1],
                    "version": __version__,
                    "rules_digest": digest,
                }
                for number in (1, 2)
            ]
            assert len(await client.request("GET", f"/tables/{row.id}/rounds?last=1")) == 1
            whole = await client.request("GET", f"/rounds/{row.id}-2")
            assert whole == await client.request("GET", f"/tables/{row.id}/rounds/2")
            said, before = whole.pop("steps"), whole.pop("view")
            assert whole in rounds
            assert (before["round_number"], before["boxes"]) == (1, [])
            assert [one["seq"] for one in said] == list(range(wagers[1], ends[1] + 1))
            assert (said[0]["event"]["type"], said[-1]["event"]["type"]) == ("WagerPlaced", "CardsCollected")

    asyncio.run(main())
