"""The house's own routes: passwords, erasure, invitations, roles, chips, corrections, closing a table."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from patience import moments, until
from server.live import KnownShoes, agree, both, decline_cut, findings, seated, served, staff, table_of
from spanish21.client.client import Client, ServerSaid
from spanish21.errors import BadInput
from spanish21.server.log.house_events import house_event_in
from spanish21.server.log.ledger import purse
from spanish21.server.money.house_book import MOST_IN_PURSE
from spanish21.server.store import schema
from spanish21.server.store.store_reader import balance
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.sweeper import sweep

SECRET, OTHER = "a long secret", "quite another secret"


async def account(address: str, name: str) -> tuple[Client, dict[str, Any]]:
    client = Client(address)
    return client, await client.request("POST", "/accounts", {"name": name, "password": SECRET})


async def client_of(address: str, password: str) -> tuple[str, dict[str, Any]]:
    """Ann's name and account, by a password of hers."""
    async with Client(address) as client:
        found = await client.log_in("Ann", password)
        return str(found["name"]), found


async def status_of(client: Client, method: str, path: str, body: Any = None) -> int:
    return int((await client._http.request(method, path, json=body or {})).status_code)


def orders(desk: FrontDesk) -> list[Any]:
    with desk.store.reading() as connection:
        query = sa.select(schema.events.c.body).where(schema.events.c.table_id == "house")
        return [house_event_in(body) for body in connection.scalars(query.order_by(schema.events.c.seq))]


def test_a_password_is_changed_by_whoever_knows_the_old_one_and_ends_the_other_sessions(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            client, _ = await account(address, "Ann")
            async with client, Client(address) as elsewhere:
                await elsewhere.log_in("Ann", SECRET)
                async with elsewhere.at(row.id) as socket:
                    wrong = {"old": OTHER, "new": OTHER}
                    assert await status_of(client, "PUT", "/me/password", wrong) == 403
                    assert (
                        await status_of(client, "PUT", "/me/password", {"old": SECRET, "new": "ann"}) == 400
                    )
                    assert (
                        await status_of(client, "PUT", "/me/password", {"old": SECRET, "new": OTHER}) == 204
                    )
                    await until(lambda: "password" in socket.said_bye)
                    assert (await client.me())["name"] == "Ann"
                    assert await status_of(elsewhere, "GET", "/me") == 401
                with pytest.raises(ServerSaid, match="wrong"):
                    await elsewhere.log_in("Ann", SECRET)
                await elsewhere.log_in("Ann", OTHER)
            async with Client(address) as guest:
                nobody = (await guest.come_as_guest())["person"]
                assert await status_of(guest, "PUT", "/me/password", {"old": "", "new": OTHER}) == 409
            root, ann = await staff(desk, address, "administrator"), (await client_of(address, OTHER))[1]
            lost, why = f"/people/{ann['person']}/reset", {"reason": "has lost it"}
            assert await status_of(root, "POST", f"/people/{nobody}/reset", why) == 409
            link = await root.request("POST", lost, why)
            async with Client(address) as everywhere, Client(address) as owner:
                await everywhere.log_in("Ann", OTHER)
                async with everywhere.at(row.id) as socket:
                    body = {"token": link["token"], "password": "a third secret"}
                    newcomer = {**body, "name": "Eve"}
                    assert await status_of(owner, "POST", "/invitations/accept", newcomer) == 400
                    assert await status_of(owner, "POST", "/reset", body) == 204
                    await until(lambda: "password" in socket.said_bye)
                    assert await status_of(everywhere, "GET", "/me") == 401
                    assert await status_of(owner, "POST", "/reset", body) == 400, "a link works once"
            assert (await client_of(address, "a third secret"))[1] == ann
            await root.__aexit__(None, None, None)

    asyncio.run(main())


def test_guessing_ones_own_password_is_counted_like_guessing_at_a_log_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address):
            client, _ = await account(address, "Ann")
            async with client:
                codes = [await status_of(client, "DELETE", "/me", {"password": OTHER}) for _ in range(6)]
                assert codes == [403] * 5 + [429]

    asyncio.run(main())


def test_an_erased_person_is_nobody_and_the_log_stays_whole(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            client, ann = await account(address, "Ann")
            async with client, client.at(row.id) as socket:
                assert (await socket.command("Join", chips=20_000, seat=1)).ok
                assert await status_of(client, "DELETE", "/me", {"password": SECRET}) == 204
                assert desk.hall.hosts[row.id].table.people == ()
                await until(lambda: bool(socket.said_bye))
                assert await status_of(client, "GET", "/me") == 401
            with desk.store.reading() as connection:
                kept = connection.execute(sa.select(schema.people)).one()
                assert (kept.id, kept.name, kept.password) == (ann["person"], None, None)
                assert balance(connection, purse(ann["person"])) == 0
                texts = [str(row) for row in connection.execute(sa.select(schema.events))]
            assert not any("Ann" in text for text in texts)
            async with Client(address) as again:
                await again.request("POST", "/accounts", {"name": "Ann", "password": SECRET})
            root = await staff(desk, address, "administrator")
            assert await status_of(root, "DELETE", f"/people/{ann['person']}", {"reason": "x"}) == 404
            await root.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_an_erasure_waits_for_the_round_and_a_restart_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spanish21.server.web.erasure.PATIENCE", 0.1)

    def shoes() -> KnownShoes:
        return KnownShoes("Ks 9h 7s 8d 2c 3c 4c")

    async def main() -> None:
        async with served(tmp_path, shoes) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as sockets:
                await decline_cut(sockets)
                assert (await sockets[0].command("PlaceWager", box=1, amount=1_000)).ok
                await sockets[0].until(lambda state: state["view"]["phase"] == "play")
                person = sockets[0].state["you"]
                assert await status_of(sockets[0].client, "DELETE", "/me") == 202
                assert [one.name for one in desk.hall.hosts[row.id].table.people] == [person]
                assert (await sockets[0].client.me())["person"] == person, "not before the round is over"
        async with served(tmp_path, shoes) as (desk, address):
            ticket = sockets[0].client._http.cookies["spanish21"]
            async with Client(address) as client:
                client._http.cookies.set("spanish21", ticket)
                async with client.at(row.id) as socket:
                    assert (await socket.command("Stand")).ok
                    async for _ in moments():
                        found = await desk.reading(lambda c: c.scalar(sa.select(schema.people.c.erased)))
                        if found and not desk.background:
                            break
            assert desk.hall.hosts[row.id].table.people == ()
            with desk.store.reading() as connection:
                assert balance(connection, purse(person)) == 0
                assert (
                    connection.scalar(sa.select(schema.meta).where(schema.meta.c.name.like("erasing%")))
                    is None
                )
            taken = [one for one in orders(desk) if type(one).__name__ == "ChipsTaken"]
            assert taken[0].person == person

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_an_administrator_erases_somebody_with_a_reason_that_is_on_record(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            client, bob = await account(address, "Bob")
            root = await staff(desk, address, "administrator")
            path = f"/people/{bob['person']}"
            assert await status_of(root, "DELETE", path, {"reason": " "}) == 403
            assert await status_of(root, "DELETE", path, {"reason": "asked in writing"}) == 200
            assert await status_of(client, "GET", "/me") == 401
            ordered = [one for one in orders(desk) if type(one).__name__ == "Ordered"]
            assert [(one.what, one.about, one.reason) for one in ordered] == [
                ("person erased", bob["person"], "asked in writing")
            ]
            for one in (client, root):
                await one.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_whoever_is_invited_gets_the_role_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address), Client(address) as guest, Client(address) as other:
            root = await staff(desk, address, "administrator")
            assert await status_of(root, "POST", "/invitations", {"role": "king"}) == 400
            link = await root.request("POST", "/invitations", {"role": "dealer"})
            body = {"token": link["token"], "name": "Dora", "password": SECRET}
            assert (await guest.request("POST", "/invitations/accept", body))["roles"] == ["dealer", "player"]
            assert await status_of(other, "POST", "/invitations/accept", {**body, "name": "Dan"}) == 400
            names = {one["name"]: one["roles"] for one in await root.request("GET", "/people")}
            assert names["Dora"] == ["dealer", "player"]
            await root.__aexit__(None, None, None)

    asyncio.run(main())


def test_a_role_that_is_taken_is_gone_at_once_on_open_sockets_and_on_duty(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            root, dora = await staff(desk, address, "administrator"), await staff(desk, address, "dealer")
            me = (await dora.me())["person"]
            await dora.request("POST", f"/tables/{row.id}/duty", {"role": "dealer"})
            async with dora.at(row.id, "dealer") as dealing, dora.at(row.id) as watching:
                assert host.on_duty == {me: "dealer"}
                left = await root.request("DELETE", f"/people/{me}/roles/dealer")
                assert left["roles"] == ["player"]
                await until(lambda: dealing.said_bye == "you are not a dealer any more")
                assert host.on_duty == {}
                await root.request("POST", f"/people/{me}/chips", {"amount": 5_000, "reason": "paid in"})
                assert (await watching.command("Join", chips=1_000, seat=1)).ok
                await root.request("DELETE", f"/people/{me}/roles/player")
                refused = await watching.command("PlaceWager", box=1, amount=1_000)
                assert (refused.reason, refused.text) == ("not_authorised", "only a player may do that")
                await root.request("PUT", f"/people/{me}/roles/player")
                await decline_cut([watching])
                assert (await watching.command("PlaceWager", box=1, amount=1_000)).ok
            for one in (dora, root):
                await one.__aexit__(None, None, None)

    asyncio.run(main())


def test_a_role_that_was_taken_elsewhere_is_seen_at_the_next_sweep(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            dora = await staff(desk, address, "dealer")
            me = (await dora.me())["person"]
            await dora.request("POST", f"/tables/{row.id}/duty", {"role": "dealer"})
            async with dora.at(row.id, "dealer") as dealing:
                roles = schema.roles
                of_dora = sa.delete(roles).where(roles.c.person == me, roles.c.role == "dealer")
                await desk.writer.run(lambda connection: connection.execute(of_dora))
                await sweep(desk)
                await until(lambda: bool(dealing.said_bye))
                assert desk.hall.hosts[row.id].on_duty == {}
            await dora.__aexit__(None, None, None)

    asyncio.run(main())


def test_chips_and_corrections_go_through_the_houses_log_with_reasons_and_two_people(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            ann, me = await account(address, "Ann")
            root, fred, audrey = [
                await staff(desk, address, role) for role in ("administrator", "floorperson", "auditor")
            ]
            chips = f"/people/{me['person']}/chips"
            given = await both(root, audrey, "POST", chips, {"amount": 5_000, "reason": "paid in"})
            assert given == "Put 50.00 in chips into the purse of Ann: paid in"
            assert await status_of(root, "POST", chips, {"amount": 5}) == 403
            asked = await root.request("POST", chips, {"amount": -200_000, "reason": "paid out"})
            with pytest.raises(ServerSaid, match="the purse holds 105000"):
                await agree(fred, asked["approval"])
            right = {"person": me["person"], "amount": -1_500, "reason": "a wrong payout"}
            with pytest.raises(ServerSaid, match="you made this request yourself"):
                await both(fred, fred, "POST", "/corrections", right)
            await both(fred, audrey, "POST", "/corrections", right)
            assert (await ann.me())["purse"] == 103_500
            last = orders(desk)[-1]
            assert (last.amount, last.reason) == (-1_500, "a wrong payout")
            assert (last.by, last.second) == ((await fred.me())["person"], (await audrey.me())["person"])
            kept = await ann.request("GET", "/me/data")
            assert sorted(one["amount"] for one in kept["purse"]) == [1_500, 5_000, 100_000]
            assert (kept["account"]["id"], kept["account"]["name"]) == (me["person"], "Ann")
            assert not {"password", "folded"} & set(kept["account"])
            assert kept["roles"] == ["player"]
            assert [set(one) for one in kept["sessions"]] == [{"created", "expires", "last_seen"}]
            empty = {"limits": [], "played": [], "at_risk": [], "tables": [], "submissions": []}
            assert {name: kept[name] for name in empty} == empty
            assert set(kept) == {"account", "roles", "sessions", "purse", *empty}
            await ann.request("PUT", "/me/limits", {"loss": 5_000, "minutes": None})
            opened = await ann.request("POST", "/tables", {"book": "uk-casino", "name": "Ann's"})
            kept = await ann.request("GET", "/me/data")
            limits = {(one["person"], one["amount"]) for one in kept["limits"]}
            assert limits == {(me["person"], 5_000), (me["person"], None)}
            assert [(one["id"], one["name"]) for one in kept["tables"]] == [(opened["id"], "Ann's")]
            for one in (ann, root, fred, audrey):
                await one.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_purse_has_a_bound_below_what_programs_read_exactly(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            client, bob = await account(address, "Bob")
            root = await staff(desk, address, "administrator")
            path = f"/people/{bob['person']}/chips"

            async def given(amount: int) -> int:
                return await status_of(root, "POST", path, {"amount": amount, "reason": "paid in"})

            assert await given(MOST_IN_PURSE - bob["purse"]) == 400
            most = MOST_IN_PURSE - bob["purse"] - 1
            assert sorted([await given(most), await given(1)]) == [200, 400]
            with pytest.raises(BadInput, match="a purse holds less"):
                await desk.house.give(bob["person"], 1, "by another way")
            assert (await client.me())["purse"] == MOST_IN_PURSE - 1 < 2**53
            for one in (client, root):
                await one.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_table_is_closed_after_the_round_under_way_and_everybody_is_cashed_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, lambda: KnownShoes("Ks 9d Qh 8c")) as (desk, address):
            row = await table_of(desk)
            fred = await staff(desk, address, "floorperson")
            async with seated(address, row.id, 1, 2) as sockets:
                await decline_cut(sockets)
                assert (await sockets[0].command("PlaceWager", box=1, amount=1_000)).ok
                close = asyncio.create_task(
                    fred.request("POST", f"/tables/{row.id}/close", {"reason": "end of the day"})
                )
                await sockets[1].until(lambda state: len(state["view"]["people"]) == 1)
                late = await sockets[0].command("PlaceWager", box=1, amount=1_000)
                assert late.reason == "table_closes"
                people = [(await one.client.me())["person"] for one in sockets]
                await until_over(sockets[0])
                await close
                await until(lambda: row.id not in desk.hall.hosts)
                await until(lambda: sockets[0].said_bye == "the table is closed")
                assert await desk.purses.know(people[1]) == 100_000
                assert await desk.purses.know(people[0]) == 101_000, "20 beats 17"
                shoes = await fred.request("GET", f"/tables/{row.id}/shoes")
                assert all(one["key"] for one in shoes)
            assert [one.what for one in orders(desk) if type(one).__name__ == "Ordered"] == ["table closed"]
            await fred.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


async def until_over(socket: Any) -> None:
    """Let the wager that lies there be played."""
    from spanish21.client.bot import next_step, simple

    async for _ in moments(lambda: socket.state):
        state = socket.state
        if not any(one["name"] == state["you"] for one in state["view"]["people"]):
            return
        step = next_step(state, state["you"], simple) if state["waits_for"] else None
        if step is not None:
            await socket.command(step[0], **step[1])


def test_a_page_can_be_asked_for_without_its_body(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as client:
            for path in (f"{address}/", f"{address}/api/tables", f"{address}/api/health"):
                head, whole = await client._http.head(path), await client._http.get(path)
                assert (head.status_code, head.content) == (200, b""), path
                assert head.headers["content-length"] == whole.headers["content-length"]
            assert (await client._http.head(f"{address}/api/nothing")).status_code == 404

    asyncio.run(main())


def test_the_sheet_of_a_table_shows_its_wheels(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address), Client(address) as client:
            row = await table_of(desk, "maryland")
            rules = desk.hall.hosts[row.id].table.rules
            wheels = (await client.request("GET", f"/tables/{row.id}"))["layout"]["wheels"]
            assert {one["kind"] for one in wheels} == {"spin", "xtreme"}
            spin = next(one for one in wheels if one["kind"] == "spin")
            assert [one["symbol"] for one in spin["stops"]] == [
                one.symbol for one in rules.sides["spin"].tables[0].wheel
            ]
            assert any(one["meter"] == "spin" for one in spin["stops"])
            plain = await table_of(desk, "uk-casino")
            assert (await client.request("GET", f"/tables/{plain.id}"))["layout"]["wheels"] == []

    asyncio.run(main())


def test_no_clock_closes_the_wagers_where_a_person_deals(tmp_path: Path) -> None:
    policy = Policy(wager_seconds=1, ready_seconds=0, seat_seconds=600)

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, policy=policy)
            dora = await staff(desk, address, "dealer")
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                await dora.request("POST", f"/tables/{row.id}/duty", {"role": "dealer"})
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                await asyncio.sleep(1.2)
                assert (socket.state["view"]["phase"], socket.state.get("clock")) == ("wagers", None)
                async with dora.at(row.id, "dealer") as dealing:
                    assert (await dealing.command("CloseWagers")).ok
                    await socket.until(lambda state: state["view"]["phase"] == "deal")
            await dora.__aexit__(None, None, None)

    asyncio.run(main())


def test_the_clock_of_the_wagers_runs_again_when_the_dealer_goes_off_duty(tmp_path: Path) -> None:
    policy = Policy(wager_seconds=1, ready_seconds=1, seat_seconds=600)

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, policy=policy)
            dora = await staff(desk, address, "dealer")
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                await dora.request("POST", f"/tables/{row.id}/duty", {"role": "dealer"})
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                await dora.request("DELETE", f"/tables/{row.id}/duty")
                await socket.until(lambda state: state["view"]["round_number"] == 1, 5)
            await dora.__aexit__(None, None, None)

    asyncio.run(main())
