"""Exclusion and limits hold from their commit on, at all tables together, on both stores.

`soak_limits.py` races each 10,000 times.
"""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from explore import Walk, some_rules
from scenes import BOOKS
from server.conftest import Cluster
from server.live import KnownShoes, decline_cut, findings, seated, served, table_of
from server.people_at_work import DAY, NOW, account
from server.racing import race_exclusions, race_limits
from spanish21.game.table import money_on_layout
from spanish21.server.log.commit_rows import CommandRow
from spanish21.server.log.play_fold import on_layout
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.limits import exclude, forbidden, set_limit
from spanish21.server.store import schema
from spanish21.server.store.connect import open_store
from spanish21.server.store.play_records import risks_of
from spanish21.server.table.inbox import ask_of

PLAYING = frozenset(("player",))
RACES = int(os.environ.get("SPANISH21_RACES", "100"))


def test_nothing_begins_after_an_exclusion_is_committed(tmp_path: Path, address: str) -> None:
    async def main() -> int:
        async with served(tmp_path, database=address) as (desk, at):
            return await race_exclusions(desk, at, random.Random(21), RACES)

    assert asyncio.run(main()) > RACES // 10, "now and then a command comes first"
    assert findings(tmp_path / "house.db", address) == []


def test_three_tables_together_never_exceed_a_limit(tmp_path: Path, address: str) -> None:
    async def main() -> int:
        async with served(tmp_path, database=address) as (desk, at):
            return await race_limits(desk, at, random.Random(22), RACES)

    assert asyncio.run(main()) > RACES // 2
    assert findings(tmp_path / "house.db", address) == []


def test_a_double_is_not_refused_by_a_limit_and_its_loss_counts_immediately(
    tmp_path: Path, address: str
) -> None:
    async def main() -> None:
        cards = KnownShoes("5c 9d 6c 2h Kd")
        async with served(tmp_path, lambda: cards, database=address) as (desk, at):
            row = await table_of(desk)
            async with seated(at, row.id, 1) as [socket]:
                await decline_cut([socket])
                await socket.client.request("PUT", "/me/limits", {"loss": 500})
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).reason == "own_limit"
                assert (await socket.command("PlaceWager", box=1, amount=500)).ok
                await socket.until(lambda state: "Double" in [may["command"] for may in state["legal"]])
                assert await desk.reading(risks_of, socket.state["you"]) == {row.id: 500}
                assert (await socket.command("Double", amount=500)).ok
                await socket.until(lambda state: not state["view"]["boxes"])
                assert set((await desk.reading(risks_of, socket.state["you"])).values()) == {0}
                answer = await socket.command("PlaceWager", box=1, amount=500)
                assert answer.text == "your own limit leaves you 0 to lose in these 24 hours"
                assert not desk.hall.hosts[row.id].stopped

    asyncio.run(main())


def test_a_command_that_fits_is_carried_out_though_another_of_its_turn_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, at):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with seated(at, row.id, 1, 3) as [ann, bob]:
                await decline_cut([ann, bob])
                await ann.client.request("PUT", "/me/limits", {"loss": 1_000})
                me, other = str(ann.state["you"]), str(bob.state["you"])
                seq = host.log.seq

                def asked(person: str, box: int, amount: int) -> Any:
                    body = {"type": "PlaceWager", "box": box, "amount": amount}
                    message = {"id": f"wager {box}", "seq": seq, "command": body}
                    return desk.hall.ask(row.id, ask_of(Actor(person, PLAYING), person, message))

                answers = await asyncio.gather(
                    asked(other, 2, 500), asked(me, 1, 1_500), asked(other, 3, 500)
                )
                assert [answer.reason for answer in answers] == ["", "own_limit", "stale"]
                assert host.table.boxes[0].stakes[0].person == other
                assert len(host.table.boxes) == 1

    asyncio.run(main())


@pytest.mark.parametrize("book", BOOKS)
def test_what_people_have_on_the_layout_is_all_that_is_there(book: str) -> None:
    for seed in range(4):
        chance = random.Random(seed)
        walk = Walk(some_rules(book, chance), chance)
        for _ in range(300):
            walk.step(0.1)
            offered = sum(offer.amount for offer in walk.table.offers if offer.box)
            assert sum(on_layout(walk.table).values()) == money_on_layout(walk.table) + offered


def test_what_an_older_version_left_on_the_layout_counts_after_the_start(
    tmp_path: Path, address: str
) -> None:
    async def main() -> None:
        async with served(tmp_path, database=address) as (desk, at):
            row = await table_of(desk)
            async with seated(at, row.id, 1, 2) as [ann, bob]:
                await decline_cut([ann, bob])
                assert (await ann.command("PlaceWager", box=1, amount=1_000)).ok
                me = ann.state["you"]
            await desk.writer.run(lambda connection: connection.execute(sa.delete(schema.at_risk)))
        async with served(tmp_path, database=address) as (desk, _):
            assert await desk.reading(risks_of, me) == {row.id: 1_000}

    asyncio.run(main())


def test_on_postgresql_an_exclusion_waits_for_a_commit_at_another_server(cluster: Cluster) -> None:
    """Who has been judged keeps the lock until the commit, so that the order of both is certain."""
    from server.scribe import Scribe

    address = cluster.new_store()
    here, there = open_store(address), open_store(address)
    try:
        with there.writer.begin():
            ann = account(there.writer, "Ann").id
        batch = Scribe("t1", BOOKS[0], 1).next()
        batch.commands = [CommandRow("t1", ann, "1", NOW, b"", "PlaceWager", 1, 1, "player", "", "")]
        with here.writer.begin():
            assert forbidden(here.writer, [batch]) == {}
            with there.writer.begin() as transaction:
                there.writer.exec_driver_sql("SET LOCAL lock_timeout = 50")
                for work in (
                    lambda: exclude(there.writer, ann, NOW + 2 * DAY, NOW),
                    lambda: set_limit(there.writer, ann, "loss", 5, NOW),
                ):
                    with (
                        pytest.raises(sa.exc.OperationalError, match="lock timeout"),
                        there.writer.begin_nested(),
                    ):
                        work()
                transaction.rollback()
        with there.writer.begin():
            exclude(there.writer, ann, NOW + 2 * DAY, batch.at)
        with here.writer.begin():
            assert forbidden(here.writer, [batch]) == {"t1": "you have excluded yourself from play"}
    finally:
        here.close()
        there.close()
