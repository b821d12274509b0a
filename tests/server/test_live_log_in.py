"""Sessions over real sockets: a token that changes, tickets that die, a browser that is known, and quotas."""

import asyncio
import contextlib
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from patience import until
from server.live import MANY, seated, served, staff, table_of
from spanish21.client.client import Client, ServerSaid
from spanish21.client.protocol import PROTOCOL
from spanish21.server.people.lockout import FREE_OF_NAME
from spanish21.server.web.routes.caller import BROWSER, COOKIE
from spanish21.server.web.sweeper import VACANT_FOR, close_vacant

SECRET = "a long secret"
ANN = {"name": "Ann", "password": SECRET}
TABLE = {"book": "uk-casino", "name": "Mine"}


async def ticket_of(client: Client, table_id: str) -> str:
    return str((await client.request("POST", f"/tables/{table_id}/ticket"))["ticket"])


async def opens(address: str, table_id: str, ticket: str) -> bool:
    """Whether a ticket opens a socket."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"
    try:
        async with connect(f"{url}?ticket={ticket}&protocol={PROTOCOL}", origin=address):  # type: ignore[arg-type]
            return True
    except InvalidStatus:
        return False


def test_the_token_changes_when_a_guest_gets_an_account_and_the_socket_stays_open(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                http = socket.client._http
                before = str(http.cookies[COOKIE])
                await socket.client.request("POST", "/accounts", ANN)
                assert http.cookies[COOKIE] != before
                async with httpx.AsyncClient(cookies={COOKIE: before}) as fixated:
                    assert (await fixated.get(f"{address}/api/me")).status_code == 401
                assert (await socket.client.me())["seats"] == [{"table": row.id, "box": 1}]
                assert (await socket.command("Leave")).ok, "the socket goes on"
                await socket.client.request("POST", "/logout")
                await until(lambda: "logged out" in socket.said_bye)
                assert not desk.sockets

    asyncio.run(main())


def test_a_ticket_from_before_a_log_out_opens_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with Client(address) as client:
                await client.come_as_guest()
                assert await opens(address, row.id, await ticket_of(client, row.id))
                ticket = await ticket_of(client, row.id)
                await client.request("POST", "/logout")
                assert not await opens(address, row.id, ticket)
                await until(lambda: not desk.sockets)

    asyncio.run(main())


def test_a_stranger_who_guesses_keeps_out_neither_other_networks_nor_a_browser_that_is_known(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as known:
            await known.request("POST", "/accounts", ANN)
            assert BROWSER in known._http.cookies
            await known.request("POST", "/logout")
            async with Client(address) as stranger:
                for _ in range(FREE_OF_NAME + 1):
                    with pytest.raises(ServerSaid, match="wrong"):
                        await stranger.log_in("Ann", "another secret")
                with pytest.raises(ServerSaid, match="wait"):
                    await stranger.log_in("Ann", SECRET)
            assert (await known.log_in("Ann", SECRET))["name"] == "Ann"

    asyncio.run(main())


@pytest.mark.parametrize("password", ["password", "12345678"])
def test_no_account_has_a_password_that_is_easily_guessed(tmp_path: Path, password: str) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as client:
            with pytest.raises(ServerSaid, match="easily guessed"):
                await client.request("POST", "/accounts", ANN | {"password": password})

    asyncio.run(main())


def test_one_address_opens_so_many_accounts_and_tables_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.live.MANY", replace(MANY, accounts_of_address=3, tables_of_address=4))

    async def main() -> None:
        async with served(tmp_path) as (_, address):
            tables = 0
            for number in range(3):
                async with Client(address) as client:
                    await client.request("POST", "/accounts", {"name": f"Ann {number}", "password": SECRET})
                    tables += await opened(client, 2)
            assert tables == 4
            async with Client(address) as client:
                with pytest.raises(ServerSaid, match="too many accounts have come from your network") as said:
                    await client.request("POST", "/accounts", {"name": "Zoe", "password": SECRET})
                assert said.value.status == 429

    asyncio.run(main())


async def opened(client: Client, tables: int) -> int:
    """How many of some tables a client could open."""
    count = 0
    for _ in range(tables):
        with contextlib.suppress(ServerSaid):
            await client.request("POST", "/tables", TABLE)
            count += 1
    return count


def test_tables_without_players_are_closed_and_those_of_the_house_stay_open(tmp_path: Path) -> None:
    async def main() -> None:
        late = 0

        def clock() -> int:
            return 1_800_000_000_000 + late

        async with served(tmp_path, now=clock) as (desk, address):
            house = await table_of(desk)
            floor = await staff(desk, address, "floorperson")
            of_staff = (await floor.request("POST", "/tables", TABLE))["id"]
            async with Client(address) as client:
                await client.come_as_guest()
                left, played = [(await client.request("POST", "/tables", TABLE))["id"] for _ in range(2)]
                async with client.at(played) as socket:
                    assert (await socket.command("Join", chips=1_000, seat=1)).ok
                    late = VACANT_FOR - 1
                    await close_vacant(desk)
                    assert not desk.background
                    late = VACANT_FOR
                    await close_vacant(desk)
                    await until(lambda: not desk.background)
                    assert desk.hall.hosts.keys() == {house.id, of_staff, played}
                    assert left not in {row["id"] for row in await client.tables()}
                    assert (await socket.command("Leave")).ok
                    late *= 2
                    await close_vacant(desk)
                    await until(lambda: not desk.background)
                    assert desk.hall.hosts.keys() == {house.id, of_staff}, "bots' tables too"
            await floor.__aexit__(None, None, None)

    asyncio.run(main())
