"""What goes on beside play: the check of the whole log, and advice that takes its time."""

import asyncio
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from patience import moments
from server.live import decline_cut, seated, served, table_of
from spanish21.client.client import Client
from spanish21.server.store import schema
from spanish21.server.web.desk import FrontDesk


async def checked(desk: FrontDesk, address: str) -> dict[str, Any]:
    """What health says once the check has come to its end."""
    desk.checking.start()
    async with Client(address) as client:
        async for _ in moments():
            found = dict(await client.request("GET", "/health"))
            if found["ledger"]["state"] not in ("not begun", "under way"):
                break
    return found


def test_health_shows_the_check_of_the_whole_log(address: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with served(tmp_path, database=address) as (desk, url):
            table = await table_of(desk)
            async with seated(url, table.id, 1) as people:
                await decline_cut(people)
                found = await checked(desk, url)
                assert found["ok"], found
                assert found["ledger"]["state"] == "clean"
                assert found["ledger"]["events"] > 5
            edit = sa.update(schema.transfers).where(schema.transfers.c.table_id == table.id)
            more = edit.values(amount=schema.transfers.c.amount + 1)
            await desk.writer.run(lambda connection: connection.execute(more))
            found = await checked(desk, url)
            assert not found["ok"]
            assert found["ledger"]["state"] == "wrong"
            assert found["ledger"]["findings"]
            assert table.id in desk.checking.found.findings[0]

    asyncio.run(run())


def test_all_is_not_well_when_the_check_was_broken_off(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(tmp_path) as (desk, url), Client(url) as client:
            desk.checking.start()
            async for _ in moments():
                if desk.checking._process is not None:
                    desk.checking._process.kill()
                    break
            async for _ in moments():
                found = await client.request("GET", "/health")
                if found["ledger"]["state"] == "broken off":
                    break
            assert not found["ok"]

    asyncio.run(run())


def test_a_command_does_not_wait_for_advice(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(tmp_path) as (desk, url):
            table = await table_of(desk)
            async with seated(url, table.id, 1) as people:
                await decline_cut(people)
                me = people[0]
                advice = asyncio.create_task(me.say("advise"))
                await asyncio.sleep(0)  # it is sent
                assert (await me.say("advise"))["text"] == "wait for the advice that you have asked for"
                answer = await me.command("PlaceWager", box=1, amount=1_000)
                assert answer.ok or answer.reason, answer
                assert not advice.done()  # its process has not even started yet
                assert (await advice)["type"] == "advice"

    asyncio.run(run())
