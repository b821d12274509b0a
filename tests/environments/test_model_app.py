"""Models at a running server: by HTTP, with a token, through the gate; the protocol's own client asks."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from environments.test_mcp_server import refused, told
from server.live import served
from spanish21.client.client import Client as House
from spanish21.client.client import ServerSaid
from spanish21.environments.mcp.model_app import MOST_TABLES, ModelApp
from spanish21.server.people.sessions import IDLE_TIME, LIFETIME
from spanish21.server.studies.study_queue import MOST_OPEN
from spanish21.server.web.desk import FrontDesk

PATIENCE = 120.0
"""Seconds that a request may take on a busy machine."""
PING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
JSON = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


def mounted(desk: FrontDesk) -> None:
    desk.models = ModelApp(desk.questions.answer)


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[FrontDesk, str]]:
    async with served(folder, prepared=mounted) as (desk, address), desk.models.running():
        yield desk, address


async def guest(address: str) -> tuple[House, str]:
    """A guest, and their token for a model."""
    person = House(address)
    await person.come_as_guest()
    found = await person.request("POST", "/me/model-token")
    return person, str(found["token"])


@asynccontextmanager
async def model(address: str, token: str) -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client,
    ):
        yield client


def run(folder: Path, asks: Callable[[FrontDesk, str], Awaitable[Any]]) -> None:
    async def main() -> None:
        async with house(folder) as (desk, address):
            await asks(desk, address)

    asyncio.run(main())


def test_a_model_plays_ten_rounds_looks_up_a_clause_and_prices_a_table_at_a_running_server(
    tmp_path: Path,
) -> None:
    async def ask(desk: FrontDesk, address: str) -> None:
        person, token = await guest(address)
        async with model(address, token) as client:
            now = await told(client, "open_table", book="massachusetts")
            rounds = 0
            while rounds < 10:
                legal = now["legal"].values()
                wanted = ("decline insurance", "stand", "go on to the next round")
                words = next(one for one in wanted if one in legal)
                now = await told(client, "act", table=now["table"], action=words)
                rounds += "round_won" in now
            assert (await told(client, "clause", book="maryland", clause_id="7.H"))["id"] == "7.H"
            settled = await told(client, "settle_round", text=ROUND)
            assert settled[0]["paid"] == "30.00"
            priced = await told(client, "edge", book="maryland")
            assert 0.003 < priced["house_edge"] < 0.004
            assert "there is no table 99" in await refused(client, "view_table", table=99)
            document = await client.read_resource("spanish21://documents/how-to-play")
            assert "#" in document.contents[0].text  # type: ignore[union-attr]
        await person.__aexit__(None, None, None)

    run(tmp_path, ask)


ROUND = "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n"


def test_nobody_gets_in_without_a_token_and_a_token_opens_nothing_else(tmp_path: Path) -> None:
    async def ask(desk: FrontDesk, address: str) -> None:
        person, token = await guest(address)
        cookie = person._http.cookies.get("spanish21")
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:

            async def status(said: str, path: str = "/mcp", **headers: str) -> int:
                given = {**JSON, **headers} | ({"authorization": said} if said else {})
                return (await http.post(path, json=PING, headers=given)).status_code

            assert await status(f"Bearer {token}") == 200
            assert await status("", **{"x-spanish21": "1"}) == 401
            assert await status("") == 403
            assert await status("", **{"x-spanish21": "1", "cookie": f"spanish21={cookie}"}) == 401
            for wrong in (token[:-1], f"{token}0", cookie, "s21m.00.00", "s21m.zz.00", "." * 300, "x"):
                assert await status(f"Bearer {wrong}") == 401, wrong
            assert await status(f"Basic {token}", **{"x-spanish21": "1"}) == 401
            assert await status(f"Bearer {token}", origin="https://elsewhere.example") == 403
            assert (
                await status(f"Bearer {token}", "/api/me/model-token") == 403
            )  # elsewhere it counts nothing
            assert await status(f"Bearer {token}", "/api/me/model-token", **{"x-spanish21": "1"}) == 401
            assert (await http.get("/mcp", headers={"authorization": f"Bearer {token}"})).status_code == 405
            me = await http.get("/api/me", headers={"authorization": f"Bearer {token}", "cookie": ""})
            assert me.status_code == 401
            await person.request("POST", "/logout")
            assert await status(f"Bearer {token}") == 401
        await person.__aexit__(None, None, None)

    run(tmp_path, ask)


def test_a_token_is_shown_once_and_can_be_taken_back(tmp_path: Path) -> None:
    async def ask(desk: FrontDesk, address: str) -> None:
        person, first = await guest(address)
        async with httpx.AsyncClient(base_url=address, headers=JSON, timeout=PATIENCE) as http:

            async def opens(token: str) -> bool:
                given = {"authorization": f"Bearer {token}"}
                return (await http.post("/mcp", json=PING, headers=given)).status_code == 200

            kept = await person.request("GET", "/me/model-token")
            assert kept["is_offered"]
            assert kept["is_made"]
            assert kept["expires"] == kept["created"] + LIFETIME
            assert first not in str(kept)
            assert len(await person.request("GET", "/me/sessions")) == 1
            second = (await person.request("POST", "/me/model-token"))["token"]
            assert [await opens(first), await opens(second)] == [False, True]
            await person.request("DELETE", "/me/model-token")
            assert not await opens(second)
            assert not (await person.request("GET", "/me/model-token"))["is_made"]
            with pytest.raises(ServerSaid, match="you have no token for a model"):
                await person.request("DELETE", "/me/model-token")
            third = (await person.request("POST", "/me/model-token"))["token"]
            desk.now = lambda: kept["created"] + IDLE_TIME + 60_000  # type: ignore[method-assign]
            assert not await opens(third)
        await person.__aexit__(None, None, None)

    run(tmp_path, ask)


def test_people_have_practice_tables_of_their_own_and_not_too_many(tmp_path: Path) -> None:
    async def ask(desk: FrontDesk, address: str) -> None:
        ann, bob = await guest(address), await guest(address)
        async with model(address, ann[1]) as anns, model(address, bob[1]) as bobs:
            for _ in range(MOST_TABLES):
                await told(anns, "open_table", book="uk-casino")
            assert "close one first" in await refused(anns, "open_table", book="uk-casino")
            assert "there is no table 1; open are none" in await refused(bobs, "view_table", table=1)
            assert (await told(bobs, "open_table", book="maryland"))["table"] == 1
            assert (await told(anns, "view_table", table=1))["seen"]["book"] == "uk-casino"
            await told(anns, "close_table", table=1)
            assert (await told(bobs, "view_table", table=1))["seen"]["book"] == "maryland"
        for person, _ in (ann, bob):
            await person.__aexit__(None, None, None)

    run(tmp_path, ask)


def test_long_work_is_done_by_the_workers_and_nobody_has_too_much_of_it(tmp_path: Path) -> None:
    asked: list[tuple[str, str]] = []

    async def ask(desk: FrontDesk, address: str) -> None:
        inner = desk.questions.answer

        def answer(asker: str, question: str, *given: Any) -> Any:
            asked.append((asker, question))
            return inner(asker, question, *given)

        desk.models._answers = answer
        person, token = await guest(address)
        async with model(address, token) as client:
            assert "no book 'nowhere'" in await refused(client, "settle_round", text="book nowhere")
            assert asked[0][1].startswith("settle_round ")
            desk.questions._open[asked[0][0]] = MOST_OPEN
            assert "wait for an answer" in await refused(client, "side_wagers", book="maryland")
            now = await told(client, "open_table", book="maryland")
            del desk.questions._open[asked[0][0]]
            assert isinstance(await told(client, "advise", table=now["table"]), list)
        await person.__aexit__(None, None, None)

    run(tmp_path, ask)


def test_a_server_without_the_extra_has_nothing_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path) as (_, address),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
        ):
            found = await http.post("/mcp", json=PING, headers={**JSON, "x-spanish21": "1"})
            assert found.status_code in (404, 405)

    asyncio.run(main())
