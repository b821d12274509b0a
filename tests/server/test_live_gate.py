"""The gate and the sessions: origins, forged requests, sizes, rates, cookies, tickets, sockets at log-out."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets
from websockets.asyncio.client import connect

from patience import PATIENCE, until
from server.live import decline_cut, seated, served, staff, table_of
from spanish21.client.client import Client, ServerSaid
from spanish21.client.protocol import PROTOCOL
from spanish21.server.table.listener import MOST_BACKLOG, Listener
from spanish21.server.web.gate import Bucket
from spanish21.server.web.opening_house import first_administrator_link
from spanish21.server.web.sweeper import sweep

HEADER = {"X-Spanish21": "1"}


def test_a_forged_a_foreign_and_a_huge_request_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path) as (_, address),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
        ):
            assert (await http.post("/api/guest", json={})).status_code == 403
            foreign = await http.post(
                "/api/guest", json={}, headers={**HEADER, "Origin": "https://evil.test"}
            )
            assert foreign.status_code == 403
            own = await http.post("/api/guest", json={}, headers={**HEADER, "Origin": address})
            assert own.status_code == 201
            large = await http.post("/api/login", content=b"x" * 70_000, headers=HEADER)
            assert large.status_code == 413

    asyncio.run(main())


@pytest.mark.parametrize(
    "path", ["/x" * 3_000, "/" + "y" * 300, "/a%00b", "/api/tables/" + "z" * 250, "/%ff" * 400]
)
def test_an_address_that_nothing_can_have_is_not_found(path: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path) as (_desk, address),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
        ):
            found = await http.get(path)
            assert found.status_code == 404
            assert found.json() == {"error": "not found"}
            assert (await http.get("/")).status_code == 200

    asyncio.run(main())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"book": "maryland", "opening": 0}, "Expected `bool`, got `int` - at `$.opening`"),
        ({"book": "maryland", "boxes": "3"}, "Expected `int`, got `str` - at `$.boxes`"),
        ({"book": "maryland", "boxes": 9}, "Expected `int` <= 7 - at `$.boxes`"),
    ],
)
def test_a_body_of_other_types_than_its_schema_says_is_refused(
    body: dict[str, Any], said: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with (
            served(tmp_path) as (_desk, address),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
        ):
            found = await http.post("/api/lessons", json=body, headers={"X-Spanish21": "1"})
            assert found.status_code == 400
            assert found.json() == {"error": said}

    asyncio.run(main())


def test_cookies_and_headers_are_safe_and_errors_tell_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path) as (desk, address),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
        ):
            found = await http.post("/api/guest", json={}, headers=HEADER)
            cookie = found.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            desk.is_secure = True
            http.cookies.clear()
            again = await http.post("/api/guest", json={}, headers=HEADER)
            assert "secure" in again.headers["set-cookie"].lower()
            page = await http.get("/")
            assert page.status_code == 200
            assert "default-src 'self'" in page.headers["content-security-policy"]
            assert "unsafe" not in page.headers["content-security-policy"]
            assert page.headers["x-content-type-options"] == "nosniff"
            assert (await http.get("/api/nothing")).status_code == 404
            assert (await http.get("/../../etc/passwd")).status_code == 404

    asyncio.run(main())


def test_an_error_of_our_own_is_told_without_details(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: Any) -> None:
        raise RuntimeError("the secret is 42")

    async def main() -> None:
        async with (
            served(tmp_path) as (desk, address),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
        ):
            await table_of(desk)
            monkeypatch.setattr("spanish21.server.web.routes.table_routes.list_entry", broken)
            found = await http.get("/api/tables")
            assert found.status_code == 500
            assert "42" not in found.text

    asyncio.run(main())


def test_too_many_requests_are_told_to_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path, rate=1.0, burst=5.0) as (_, address),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
        ):
            codes = [(await http.get("/api/health")).status_code for _ in range(8)]
            assert codes[:5] == [200] * 5
            assert 429 in codes[5:]

    asyncio.run(main())


def test_a_bucket_fills_up_again() -> None:
    bucket = Bucket(1_000.0, 2.0)
    assert [bucket.wait("a") > 0 for _ in range(3)] == [False, False, True]
    assert bucket.wait("b") == 0


def test_a_ticket_is_good_once_for_its_table_and_for_allowed_pages(tmp_path: Path) -> None:
    async def refused(url: str, **given: Any) -> bool:
        try:
            async with connect(url, proxy=None, **given) as socket:
                await socket.recv()
        except (websockets.InvalidStatus, websockets.ConnectionClosed):
            return True
        return False

    async def main() -> None:
        async with served(tmp_path) as (desk, address), Client(address) as client:
            rows = [await table_of(desk), await table_of(desk)]
            place = f"{address.replace('http', 'ws')}/api/tables"

            async def ticket() -> str:
                found = await client.request("POST", f"/tables/{rows[0].id}/ticket")
                return str(found["ticket"])

            good = await ticket()
            assert not await refused(f"{place}/{rows[0].id}/socket?protocol={PROTOCOL}&ticket={good}")
            assert await refused(f"{place}/{rows[0].id}/socket?protocol={PROTOCOL}&ticket={good}")
            assert await refused(f"{place}/{rows[1].id}/socket?protocol={PROTOCOL}&ticket={await ticket()}")
            assert await refused(f"{place}/{rows[0].id}/socket")
            assert await refused(
                f"{place}/{rows[0].id}/socket?protocol={PROTOCOL}&ticket={await ticket()}&as=dealer"
            )
            url = f"{place}/{rows[0].id}/socket?protocol={PROTOCOL}&ticket={await ticket()}"
            assert await refused(url, origin="https://evil.test")

    asyncio.run(main())


def test_a_page_of_another_version_is_asked_to_reload_and_is_told_no_table(tmp_path: Path) -> None:
    async def heard(url: str) -> tuple[list[Any], int | None]:
        async with connect(url, proxy=None) as socket:
            said = [msgspec.json.decode(await socket.recv())]
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()
        return said, socket.close_code

    async def main() -> None:
        async with served(tmp_path) as (desk, address), Client(address) as client:
            row = await table_of(desk)
            place = f"{address.replace('http', 'ws')}/api/tables/{row.id}/socket"
            for other in ("", f"&protocol={PROTOCOL - 1}", f"&protocol={PROTOCOL + 1}", "&protocol=two"):
                ticket = (await client.request("POST", f"/tables/{row.id}/ticket"))["ticket"]
                [bye], code = await heard(f"{place}?ticket={ticket}{other}")
                assert (bye["type"], bye["protocol"], code) == ("bye", PROTOCOL, 4400)
                assert "reload" in bye["text"]
            assert desk.hall.hosts[row.id].teller.listeners == []

    asyncio.run(main())


def test_sockets_close_at_the_log_out_and_the_session_is_worth_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                token = socket.client._http.cookies["spanish21"]
                await socket.client.request("POST", "/logout")
                await until(lambda: bool(socket.said_bye))
                assert socket.said_bye == "you have logged out"
            async with Client(address) as thief:
                thief._http.cookies.set("spanish21", token)
                with pytest.raises(ServerSaid, match="log in first"):
                    await thief.me()

    asyncio.run(main())


def test_a_session_that_is_over_closes_its_sockets(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 0) as [socket]:
                await sweep(desk)
                assert (await socket.why_not("Join"))["reason"] == ""
                real = desk.now
                desk.now = lambda: real() + 2 * 60 * 60 * 1_000
                await sweep(desk)
                await until(lambda: bool(socket.said_bye))
                assert socket.said_bye == "your session is over; log in again"

    asyncio.run(main())


def test_a_slow_reader_is_dropped_with_a_reason() -> None:
    listener = Listener("ann")
    while not listener.bye:
        listener.send(b"x" * 10_000)
        assert listener.backlog <= MOST_BACKLOG
    assert "too slowly" in listener.bye
    assert not listener.outbox


def test_accounts_log_in_wait_after_failures_and_keep_what_a_guest_has(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address):
            async with Client(address) as client:
                guest = await client.come_as_guest()
                kept = await client.request("POST", "/accounts", {"name": "Ann", "password": "a long secret"})
                assert (kept["person"], kept["purse"]) == (guest["person"], guest["purse"])
                await client.request("POST", "/logout")
            async with Client(address) as client:
                assert (await client.log_in("ann", "a long secret"))["name"] == "Ann"
            async with Client(address) as client:
                for _ in range(5):
                    with pytest.raises(ServerSaid, match="wrong"):
                        await client.log_in("Ann", "another secret")
                with pytest.raises(ServerSaid, match="wait") as said:
                    await client.log_in("Ann", "a long secret")
                assert said.value.status == 429

    asyncio.run(main())


def test_the_first_administrator_is_made_by_a_link_that_works_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address), Client(address) as client:
            token = await asyncio.to_thread(first_administrator_link, desk)
            body = {"token": token, "name": "Root", "password": "a long secret"}
            found = await client.request("POST", "/invitations/accept", body)
            assert "administrator" in found["roles"]
            assert await asyncio.to_thread(first_administrator_link, desk) == ""
            async with Client(address) as other:
                with pytest.raises(ServerSaid, match="was used"):
                    await other.request("POST", "/invitations/accept", {**body, "name": "Other"})

    asyncio.run(main())


def test_own_limits_and_exclusion_are_asked_before_play(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                await socket.client.request("PUT", "/me/limits", {"loss": 1_500})
                answer = await socket.command("PlaceWager", box=1, amount=2_000)
                assert answer.reason == "own_limit"
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                await socket.client.request("POST", "/me/exclusion", {"days": 2})
                async with asyncio.timeout(30):
                    while socket.state["view"]["boxes"]:
                        offered = {may["command"] for may in socket.state["legal"]}
                        if "Stand" in offered:
                            assert (await socket.command("Stand")).ok  # a round that has begun is finished
                        elif "DeclineInsurance" in offered:
                            assert (await socket.command("DeclineInsurance", box=1)).ok
                        await asyncio.sleep(0.01)
                answer = await socket.command("PlaceWager", box=1, amount=500)
                assert "excluded" in answer.text
                assert (await socket.command("Leave")).ok

    asyncio.run(main())


def test_a_person_has_so_many_seats_and_a_guest_so_many_tables(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            rows = [await table_of(desk) for _ in range(4)]
            async with seated(address, rows[0].id, 1) as [socket]:
                for row in rows[1:3]:
                    async with socket.client.at(row.id) as other:
                        assert (await other.command("Join", chips=100, seat=1)).ok
                async with socket.client.at(rows[3].id) as other:
                    assert "3 seats" in (await other.command("Join", chips=100, seat=1)).text

    asyncio.run(main())


def test_a_table_is_opened_from_a_submission_and_what_is_wrong_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as client:
            await client.come_as_guest()
            text = 'book = "uk-casino"\noperator = "Pier"\n[choose]\ndecks = 8\n'
            found = await client.request("POST", "/tables", {"submission": text, "name": "Eight"})
            sheet = await client.request("GET", f"/tables/{found['id']}")
            assert (sheet["decks"], sheet["layout"]["wagers"][0]["kind"]) == (8, "main")
            for wrong in (text.replace("8", "99"), text.replace("uk-casino", "/etc/passwd"), "book ="):
                with pytest.raises(ServerSaid) as said:
                    await client.request("POST", "/tables", {"submission": wrong, "name": "x"})
                assert said.value.status == 422
            with pytest.raises(ServerSaid) as said:
                await client.request("POST", "/tables", {"book": "../secret.toml", "name": "x"})
            assert said.value.status == 422

    asyncio.run(main())


def test_rounds_shoes_and_meters_can_be_read_and_the_log_by_auditors_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland")
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                await socket.command("PlaceWager", box=1, amount=1_000)
                await socket.until(lambda state: state["view"]["round_number"] == 1)
                client = socket.client
                assert (await client.request("GET", f"/tables/{row.id}/rounds"))[0]["number"] == 1
                played = await client.request("GET", f"/tables/{row.id}/rounds/1")
                cards = [one["event"] for one in played["steps"] if one["event"]["type"] == "CardDealt"]
                assert [one["card"] for one in cards if one["face_down"]] in ([], ["??"])
                assert (await client.request("GET", f"/tables/{row.id}/shoes"))[0]["key"] is None
                assert set(await client.request("GET", f"/tables/{row.id}/meters")) >= {"spin"}
                with pytest.raises(ServerSaid) as said:
                    await client.request("GET", f"/tables/{row.id}/log")
                assert said.value.status == 403
            auditor = await staff(desk, address, "auditor")
            rows = await auditor.request("GET", f"/tables/{row.id}/log?from=2&to=5")
            assert [one["seq"] for one in rows] == [2, 3, 4, 5]
            await auditor.__aexit__(None, None, None)

    asyncio.run(main())


def test_the_api_describes_itself(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as client:
            schema = await client.request("GET", "/schema/openapi.json")
            assert "/api/tables/{table_id}/rounds/{number}" in schema["paths"]
            body = schema["paths"]["/api/login"]["post"]["requestBody"]["content"]["application/json"]
            assert "Ann" in str(body) or "Ann" in str(schema["components"])

    asyncio.run(main())
