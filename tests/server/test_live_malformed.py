"""Malformed requests and messages are refused, bring nothing down and change nothing."""

import asyncio
import os
import random
from pathlib import Path

from server.api import somebody, state_of
from server.live import decline_cut, findings, seated, served, table_of, unhurried
from server.malformed import send_bad_messages, send_bad_requests
from spanish21.server.people.roles import ROLES

MESSAGES = REQUESTS = int(os.environ.get("SPANISH21_MALFORMED", "400"))


def test_malformed_messages_change_nothing_and_bring_nothing_down(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland")
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1, 0) as sockets:
                await decline_cut(sockets)
                unhurried(desk)
                before = await desk.reading(state_of)
                answers = await send_bad_messages(sockets, random.Random(21), MESSAGES, host.log.seq)
                assert await desk.reading(state_of) == before
                assert answers["malformed"] > MESSAGES // 4
                assert not answers["done"]
                assert not answers["trouble"]
                await sockets[0].send_raw(b"\xff\x00 not a text")
                assert (await sockets[0].why_not("PlaceWager"))["reason"] == ""
                assert not host.stopped

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_message_that_is_too_large_ends_the_socket_and_nothing_else(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                before = socket.state
                await socket.send_raw("x" * 20_000)
                await socket.until(lambda state: state is not before)
                assert (await socket.why_not("Leave"))["reason"] == ""

    asyncio.run(main())


def test_malformed_requests_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            roles = ((), ("player",), ROLES)
            clients = [await somebody(desk, address, *some) for some in roles]
            for client in clients:
                await client._http.get("/me")
            before = await desk.reading(state_of)
            answers = await send_bad_requests(clients, row.id, random.Random(7), REQUESTS)
            assert await desk.reading(state_of) == before
            assert answers["body 400"] > REQUESTS // 10
            assert answers["header 403"]
            assert answers["method 405"]
            assert not desk.hall.hosts[row.id].stopped
            for client in clients:
                await client.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []
