"""Connections have a number and half a request has its time; the store's file descriptors are its own."""

import asyncio
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import moments
from server.live import seated, served, table_of
from spanish21.client.client import Client
from spanish21.errors import BadInput
from spanish21.server.web.crowd import Crowd
from spanish21.server.web.doors import FEWEST_CONNECTIONS, MOST_CONNECTIONS, RESERVE, Doors, room
from spanish21.server.web.forwarded import Proxies

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def test_a_crowd_has_limits_for_an_address_the_network_around_it_and_all() -> None:
    crowd = Crowd(most=12, most_of_address=2)
    assert [crowd.enter("203.0.113.1") for _ in range(3)] == [
        "",
        "",
        "too many connections from your address",
    ]
    assert [crowd.enter(f"203.0.113.{turn}") for turn in range(2, 9)] == [
        *[""] * 6,
        "too many connections from your network",
    ]
    assert [crowd.enter("198.51.100.9", is_one_of_many=True) for _ in range(4)] == [""] * 4
    assert (
        crowd.enter("2001:db8::1") == crowd.enter("198.51.100.9", is_one_of_many=True) == "the server is full"
    )
    crowd.leave("203.0.113.1")
    crowd.leave("203.0.113.2")
    assert crowd.enter("203.0.113.1") == ""


def test_a_whole_network_of_ipv6_is_one_address() -> None:
    crowd = Crowd(most=100, most_of_address=2)
    assert [crowd.enter(f"2001:db8:1:2::{turn}") for turn in range(3)][
        -1
    ] == "too many connections from your address"
    assert crowd.enter("2001:db8:1:3::1") == ""


@pytest.fixture
def limits() -> Iterator[tuple[int, int]]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_limit_of_open_files_is_raised_and_a_reserve_is_left(limits: tuple[int, int]) -> None:
    hard = limits[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    found = room()
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert now > 300
    assert found == min(now - RESERVE, MOST_CONNECTIONS)
    with pytest.MonkeyPatch.context() as patched:
        for limit in (RESERVE + FEWEST_CONNECTIONS, RESERVE + FEWEST_CONNECTIONS - 1):
            patched.setattr(resource, "getrlimit", lambda kind, limit=limit: (limit, limit))
            patched.setattr(resource, "setrlimit", lambda kind, wanted: None)
            if limit == RESERVE + FEWEST_CONNECTIONS:
                assert room() == FEWEST_CONNECTIONS
            else:
                with pytest.raises(BadInput, match="raise `ulimit -n`"):
                    room()


async def opened(address: str, *texts: bytes) -> list[Ends]:
    """Connections that have sent these texts and nothing more."""
    port = int(address.rpartition(":")[2])
    found = [await asyncio.open_connection("127.0.0.1", port) for _ in texts]
    for (_, writer), text in zip(found, texts, strict=True):
        writer.write(text)
    return found


async def is_full(address: str) -> bool:
    (reader, writer) = (await opened(address, b"GET /api/health HTTP/1.1\r\nhost: a\r\n\r\n"))[0]
    line = await reader.readline()
    writer.close()
    return b" 503 " in line


def test_idle_connections_have_a_number_and_make_room_when_they_are_over(tmp_path: Path) -> None:
    async def main() -> None:
        doors = Doors(20, 8, Proxies())
        async with served(tmp_path, doors=doors) as (_, address):
            idle = await opened(address, *[b""] * 8)
            async for _ in moments():
                if doors.crowd.count == 8:
                    break
            assert await is_full(address)
            for _, writer in idle[:4]:
                writer.close()
            async for _ in moments():
                if doors.crowd.count == 4:
                    break
            assert not await is_full(address)
            async with Client(address) as client:
                await client.come_as_guest()
            for _, writer in idle:
                writer.close()

    asyncio.run(main())


def test_a_socket_gives_its_place_back(tmp_path: Path) -> None:
    async def main() -> None:
        doors = Doors(20, 20, Proxies())
        async with served(tmp_path, doors=doors) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 0, 0):
                assert doors.crowd.count >= 2
            async for _ in moments():
                if doors.crowd.count == 0:
                    break

    asyncio.run(main())


HEAD = b"POST /api/login HTTP/1.1\r\nhost: a\r\nx-spanish21: 1\r\ncontent-length: 50\r\n"


@pytest.mark.parametrize("half", [b"", b"GET /api/hea", HEAD, HEAD + b"\r\n{}"])
def test_half_a_request_ends_its_connection_in_time(tmp_path: Path, half: bytes) -> None:
    async def main() -> None:
        doors = Doors(20, 20, Proxies())
        doors.head_seconds = doors.body_seconds = 0.05
        async with served(tmp_path, doors=doors) as (_, address):
            [(reader, writer)] = await opened(address, half)
            assert await read_to_the_end(reader) == b""
            writer.close()

    asyncio.run(main())


async def read_to_the_end(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


def test_a_head_that_comes_byte_by_byte_has_no_more_time(tmp_path: Path) -> None:
    async def main() -> None:
        doors = Doors(20, 20, Proxies())
        doors.head_seconds = 0.2
        async with served(tmp_path, doors=doors) as (_, address):
            [(reader, writer)] = await opened(address, b"GET / HTTP/1.1\r\n")
            reading = asyncio.create_task(read_to_the_end(reader))
            async for _ in moments():
                writer.write(b"x: y\r\n")
                if reading.done():
                    break
            assert reading.result() == b""
            writer.close()

    asyncio.run(main())


def test_behind_a_proxy_that_is_named_everybody_is_counted_alone(tmp_path: Path) -> None:
    async def main(proxies: Proxies) -> list[int]:
        doors, found = Doors(100, 100, proxies), list[int]()
        async with (
            served(tmp_path, doors=doors, rate=0.01, burst=2.0) as (_, address),
            Client(address) as client,
        ):
            for turn in range(3):
                said = {"x-forwarded-for": f"1.1.1.1, 198.51.100.{turn}"}
                found.append((await client._http.get(f"{address}/api/health", headers=said)).status_code)
        return found

    assert asyncio.run(main(Proxies())) == [200, 200, 429], "nobody is believed"
    assert asyncio.run(main(Proxies(["127.0.0.1"]))) == [200, 200, 200]
