"""A server ends when it is asked to, on a full disk as well, and what was told is there afterwards."""

import asyncio
from pathlib import Path

import sqlalchemy as sa

from patience import moments
from server.live import decline_cut, findings, seated, served, table_of
from spanish21.server.store import schema

FULL = "PRAGMA max_page_count = 1"
"""SQLite takes this as: not one page more than there are."""


def test_a_server_ends_while_the_disk_is_full_and_loses_nothing_that_was_told(tmp_path: Path) -> None:
    async def main() -> int:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                told = int(socket.state["seq"])
                await desk.writer.run(lambda connection: connection.exec_driver_sql(FULL).fetchall())
                large = sa.insert(schema.meta).values(name="large", value="x" * 100_000)
                desk.do_beside(desk.writer.run(lambda connection: connection.execute(large)))
                waiting = asyncio.create_task(socket.command("PlaceWager", box=1, amount=1_000))
                async for _ in moments():
                    if desk.writer.trouble:
                        break
                health = await socket.client._http.get(f"{address}/api/health")
                assert (health.status_code, health.json()["trouble"]) == (503, "the disk is full")
                assert not waiting.done(), "the table waits for the disk"
                waiting.cancel()
        return told

    async def in_time() -> int:
        return await asyncio.wait_for(main(), 60)

    told = asyncio.run(in_time())

    async def again() -> None:
        async with served(tmp_path) as (desk, _):
            assert not any(host.stopped for host in desk.hall.hosts.values()), "play goes on"
            assert max(host.log.seq for host in desk.hall.hosts.values()) >= told

    asyncio.run(again())
    assert findings(tmp_path / "house.db") == []
