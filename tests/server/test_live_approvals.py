"""What needs two people: asked for by one, read and agreed to by another, and done exactly as it was read."""

import asyncio
import base64
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.live import agree, both, findings, served, staff, table_of
from spanish21.client.client import Client, ServerSaid
from spanish21.server.control.approvals import MOST_TRIES
from spanish21.server.control.totp import STEP, code_at
from spanish21.server.money.kind_of_chips import ONLY_MONEY
from spanish21.server.store import schema
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.opening_house import first_administrator_link

SECRET = "a long secret of a person"
SUBMISSIONS = Path(__file__).parents[2] / "src/spanish21/rulebooks/submissions"


_hired: list[Client] = []


@asynccontextmanager
async def house(folder: Path, now: Callable[[], int] | None = None) -> AsyncIterator[tuple[FrontDesk, str]]:
    """A house, and an end to everybody's connections."""
    async with served(folder, now=now) as found:
        try:
            yield found
        finally:
            while _hired:
                await _hired.pop().__aexit__(None, None, None)


async def hire(desk: FrontDesk, address: str, *roles: str, days_ago: int = 2) -> Client:
    _hired.append(await staff(desk, address, *roles, days_ago=days_ago))
    return _hired[-1]


async def said(client: Client, method: str, path: str, body: Any = None) -> tuple[int, str]:
    found = await client._http.request(method, path, json=body or {})
    return found.status_code, str(found.json().get("error", "")) if found.content else ""


async def needed(client: Client, method: str, path: str, body: Any) -> str:
    """What would end the refusal of a request, as a program is told."""
    return str((await client._http.request(method, path, json=body)).json().get("needs", ""))


async def three(desk: FrontDesk, address: str) -> list[Client]:
    return [await hire(desk, address, role) for role in ("administrator", "floorperson", "auditor")]


async def player(desk: FrontDesk, address: str) -> tuple[Client, str]:
    client = await hire(desk, address)
    return client, (await client.me())["person"]


def test_six_digits_are_good_for_one_request_of_one_second_person_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root, fred, audrey = await three(desk, address)
            _, ann = await player(desk, address)
            chips = f"/people/{ann}/chips"
            first = await root.request("POST", chips, {"amount": 5_000, "reason": "paid in"})
            other = await root.request("POST", chips, {"amount": 900_000, "reason": "paid in"})
            path = f"/approvals/{first['approval']}"
            assert await said(root, "POST", f"{path}/typed", {"digits": "000000"}) == (
                409,
                "this request has no digits yet; the second person asks for them",
            )
            assert (await said(root, "POST", f"{path}/digits"))[0] == 400, "nobody is their own second person"
            shown = await audrey.request("POST", f"{path}/digits")
            assert shown["words"] == first["words"]
            await fred.request("POST", f"/approvals/{other['approval']}/digits")
            wrong = await said(
                root, "POST", f"/approvals/{other['approval']}/typed", {"digits": shown["digits"]}
            )
            assert wrong[0] == 403
            assert wrong[1] == "these are not the digits on the second person's screen; 4 tries left"
            assert (await said(fred, "POST", f"{path}/typed", {"digits": shown["digits"]}))[0] == 403
            await root.request("POST", f"{path}/typed", {"digits": shown["digits"]})
            assert await desk.purses.know(ann) == 5_000
            assert (await said(root, "POST", f"{path}/typed", {"digits": shown["digits"]}))[0] == 409
            for _ in range(4):
                wrong = await said(
                    root, "POST", f"/approvals/{other['approval']}/typed", {"digits": "000000"}
                )
            assert wrong[1].endswith("the request is void; ask again")
            with pytest.raises(ServerSaid, match="has been decided"):
                await agree(fred, other["approval"])

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_many_guesses_together_are_no_more_than_one_after_the_other(tmp_path: Path) -> None:
    """A try is counted before it is looked at; the right digits come too late among them or not at all."""

    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root, fred, _ = await three(desk, address)
            _, ann = await player(desk, address)
            asked = await root.request("POST", f"/people/{ann}/chips", {"amount": 5_000, "reason": "paid in"})
            path = f"/approvals/{asked['approval']}"
            shown = (await fred.request("POST", f"{path}/digits"))["digits"]
            wrong = [f"{(int(shown) + turn) % 10**6:06}" for turn in range(1, 41)]
            said_to = await asyncio.gather(
                *(said(root, "POST", f"{path}/typed", {"digits": digits}) for digits in wrong)
            )
            looked_at = [text for status, text in said_to if status == 403]
            assert len(looked_at) == MOST_TRIES
            assert {status for status, _ in said_to} == {403, 409}
            assert (await said(root, "POST", f"{path}/typed", {"digits": shown}))[0] == 409
            assert await desk.purses.know(ann) == 0

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_the_word_of_a_link_cannot_be_tried_out_on_the_digest_in_a_backup(tmp_path: Path) -> None:
    """The store has a digest of the whole link, and whoever asked for it has the rest."""

    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root, fred, _ = await three(desk, address)
            asked = await root.request("POST", "/invitations", {"role": "dealer"})
            word = (await agree(fred, asked["approval"]))["word"]
            assert len(bytes.fromhex(word)) * 8 >= 80

    asyncio.run(main())


def test_a_new_password_by_a_link_is_not_the_name_of_the_account_either(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address), Client(address) as owner:
            root, fred, _ = await three(desk, address)
            _, ann = await player(desk, address)
            name = (await _hired[-1].me())["name"]
            asked = await root.request("POST", f"/people/{ann}/reset", {"reason": "has lost it"})
            word = (await agree(fred, asked["approval"]))["word"]
            [mine] = [one for one in await root.request("GET", "/approvals") if one["is_mine"]]
            link = {"token": mine["token"], "word": word}
            assert await said(owner, "POST", "/reset", {**link, "password": name.upper()}) == (
                400,
                "the password must not be the name",
            )
            assert (await said(owner, "POST", "/reset", {**link, "password": SECRET}))[0] == 204

    asyncio.run(main())


def test_what_is_agreed_to_is_what_was_read_and_no_is_no(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root, fred, audrey = await three(desk, address)
            _, ann = await player(desk, address)
            chips = f"/people/{ann}/chips"
            asked = await root.request("POST", chips, {"amount": 5_000, "reason": "paid in"})
            path = f"/approvals/{asked['approval']}"
            smaller = {"words": asked["words"].replace("50.00", "5.00")}
            assert (await said(fred, "POST", f"{path}/approve", smaller))[0] == 409
            await fred.request("DELETE", path)
            with pytest.raises(ServerSaid, match="has been decided"):
                await agree(audrey, asked["approval"])
            [mine] = [one for one in await root.request("GET", "/approvals") if one["is_mine"]]
            assert (mine["state"], mine["decided_by_name"]) == ("refused", (await fred.me())["name"])
            again = await root.request("POST", chips, {"amount": 5_000, "reason": "paid in"})
            await root.request("DELETE", f"/approvals/{again['approval']}")
            with pytest.raises(ServerSaid, match="has been decided"):
                await agree(fred, again["approval"])
            assert await desk.purses.know(ann) == 0
            assert (await said(root, "POST", "/approvals/none/digits"))[0] == 404

    asyncio.run(main())


def test_whoever_is_new_was_reset_or_is_concerned_approves_nothing(tmp_path: Path) -> None:
    clock = [1_800_000_000_000]

    async def main() -> None:
        async with house(tmp_path, now=lambda: clock[0]) as (desk, address):
            root, fred, _ = await three(desk, address)
            _, ann = await player(desk, address)
            newcomer = await hire(desk, address, "auditor", days_ago=0)
            chips, give = f"/people/{ann}/chips", {"amount": 5_000, "reason": "paid in"}
            asked = await root.request("POST", chips, give)
            with pytest.raises(ServerSaid, match="for 24 hours after a role was given or an account reset"):
                await agree(newcomer, asked["approval"])
            me, freds = (await root.me())["person"], (await fred.me())["person"]
            assert await said(root, "POST", f"/people/{me}/chips", give) == (
                403,
                "you cannot do that for yourself",
            )
            own = await root.request("POST", f"/people/{freds}/chips", give)
            with pytest.raises(ServerSaid, match="you cannot approve a request that concerns yourself"):
                await agree(fred, own["approval"])
            people = schema.people
            clock[0] += 1
            reset = sa.update(people).where(people.c.id == freds).values(reset_at=clock[0])
            await desk.writer.run(lambda connection: connection.execute(reset))
            with pytest.raises(ServerSaid, match="an account reset"):
                await agree(fred, asked["approval"])

    asyncio.run(main())


def test_a_house_of_two_remains_one_and_removing_either_takes_both(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root = await hire(desk, address, "administrator")
            assert not (await root.me())["is_house_of_two"]
            fred = await hire(desk, address, "floorperson")
            assert (await root.me())["is_house_of_two"]
            freds, role = (await fred.me())["person"], "/roles/floorperson"
            asked = await root.request("DELETE", f"/people/{freds}{role}")
            assert (await fred.me())["roles"] == ["floorperson", "player"]
            assert (await said(fred, "DELETE", "/me"))[0] == 409, "nobody leaves without the other"
            assert (await said(root, "DELETE", f"/people/{freds}", {"reason": "gone"}))[0] == 409
            await agree(fred, asked["approval"])
            assert (await fred.me())["roles"] == ["player"]
            assert (await root.me())["is_house_of_two"], "nobody acts alone again"
            assert "approval" in await root.request("PUT", f"/people/{freds}{role}")

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_nobody_has_two_roles_that_check_each_other(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root = await hire(desk, address, "administrator")
            me = (await root.me())["person"]
            await root.request("PUT", f"/people/{me}/roles/dealer")
            _, ann = await player(desk, address)
            status, why = await said(root, "PUT", f"/people/{ann}/roles/auditor")
            assert (status, why) == (
                400,
                "a person has two roles that check each other; take one of them back first",
            )
            await root.request("DELETE", f"/people/{me}/roles/dealer")
            await root.request("PUT", f"/people/{ann}/roles/auditor")
            fred = await hire(desk, address, "floorperson")
            asked = await root.request("PUT", f"/people/{ann}/roles/dealer")
            with pytest.raises(ServerSaid, match="no one can be both an auditor and a dealer"):
                await agree(fred, asked["approval"])

    asyncio.run(main())


def test_a_link_is_in_two_parts_and_neither_opens_it_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address), Client(address) as newcomer:
            root, fred, _ = await three(desk, address)
            asked = await root.request("POST", "/invitations", {"role": "dealer"})
            word = (await agree(fred, asked["approval"]))["word"]
            [mine] = [one for one in await root.request("GET", "/approvals") if one["is_mine"]]
            account = {"name": "Dora", "password": SECRET, "token": mine["token"]}
            assert (await said(newcomer, "POST", "/invitations/accept", account))[0] == 400
            alone = {**account, "token": word}
            assert (await said(newcomer, "POST", "/invitations/accept", alone))[0] == 400
            [theirs] = [
                one for one in await fred.request("GET", "/approvals") if one["id"] == mine["id"]
            ] or [{}]
            assert not theirs.get("token")
            dora = await newcomer.request("POST", "/invitations/accept", {**account, "word": word})
            assert (dora["roles"], dora["withheld"]) == (["player"], ["dealer"])

    asyncio.run(main())


def test_links_that_one_person_made_alone_end_with_the_second_person(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address), Client(address) as puppet:
            root = await hire(desk, address, "administrator")
            link = await root.request("POST", "/invitations", {"role": "auditor"})
            await hire(desk, address, "floorperson")
            account = {"name": "Puppet", "password": SECRET, "token": link["token"]}
            assert (await said(puppet, "POST", "/invitations/accept", account))[0] == 400

    asyncio.run(main())


def test_the_factor_is_asked_for_at_the_log_in_and_again_before_money_moves(tmp_path: Path) -> None:
    clock = [1_800_000_000_000]

    async def main() -> None:
        async with house(tmp_path, now=lambda: clock[0]) as (desk, address), Client(address) as ada:
            token = await asyncio.to_thread(first_administrator_link, desk)
            body = {"token": token, "name": "Ada", "password": SECRET}
            first = await ada.request("POST", "/invitations/accept", body)
            assert (first["roles"], first["is_house_of_two"]) == (["administrator", "player"], False)
            _, ann = await player(desk, address)
            chips, give = f"/people/{ann}/chips", {"amount": 5_000, "reason": "to try it"}
            assert (await ada.request("POST", chips, give))["purse"] == 5_000, (
                "a house of one needs no factor"
            )
            await hire(desk, address, "floorperson")
            me = await ada.me()
            assert (me["roles"], me["withheld"]) == (["player"], ["administrator"])
            assert await said(ada, "POST", chips, give) == (
                428,
                "set up an authenticator first: staff of this house need a second factor",
            )
            assert await needed(ada, "POST", chips, give) == "factor"
            begun = await ada.request("POST", "/me/factor")
            secret = secret_in(begun["secret"])
            codes = (await ada.request("PUT", "/me/factor", {"code": code_at(secret, clock[0] // STEP)}))[
                "codes"
            ]
            assert "approval" in await ada.request("POST", chips, give)
            clock[0] += 6 * 60_000
            assert await said(ada, "POST", chips, give) == (
                428,
                "give the six digits of your authenticator first",
            )
            assert await needed(ada, "POST", chips, give) == "proof"
            await ada.request("POST", "/me/factor/prove", {"code": code_at(secret, clock[0] // STEP)})
            assert "approval" in await ada.request("POST", chips, give)
            async with Client(address) as elsewhere:
                me = await elsewhere.log_in("Ada", SECRET)
                assert (me["roles"], me["has_factor"]) == ([], True)
                assert (await said(elsewhere, "GET", "/me/data"))[0] == 428
                assert (await said(elsewhere, "POST", "/me/factor"))[0] == 428, (
                    "a password sets up no other factor"
                )
                assert (await said(elsewhere, "POST", "/me/factor/prove", {"code": "000000"}))[0] == 403
                await elsewhere.request("POST", "/me/factor/prove", {"code": codes[0]})
                assert (await elsewhere.me())["roles"] == ["administrator", "player"]
                listed = await elsewhere.request("GET", "/me/sessions")
                assert [one["is_this"] for one in listed].count(True) == 1
                for one in listed:
                    if not one["is_this"]:
                        await elsewhere.request("DELETE", f"/me/sessions/{one['id']}")
            assert (await said(ada, "GET", "/me"))[0] == 401

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def secret_in(text: str) -> bytes:
    return base64.b32decode(text + "=" * (-len(text) % 8))


def test_a_staffed_table_or_one_for_money_takes_two_and_a_house_of_one_plays_with_play_chips(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root = await hire(desk, address, "administrator")
            money = {"book": "uk-casino", "name": "For money", "policy": {"play_chips": False}}
            assert (await said(root, "POST", "/tables", money)) == (
                403,
                "a house of one person plays with play chips only",
            )
            real = {"book": "uk-casino", "name": "Real", "policy": {"house": "person", "real_shoe": True}}
            assert "id" in await root.request("POST", "/tables", real)
            fred = await hire(desk, address, "floorperson")
            words = await both(root, fred, "POST", "/tables", {**real, "name": "Real too"})
            assert "a person deals from a real shoe" in words
            await asks_for_a_submission(root, fred, real)
            assert [row.name for row in desk.hall.rows.values()] == ["Real", "Real too"]
            assert (await said(fred, "POST", "/tables", money))[0] == 202

    asyncio.run(main())


def test_a_house_has_one_kind_of_chips(tmp_path: Path) -> None:
    """Nobody sits down at a table for money with chips that were given away, or were won with such."""
    text = (SUBMISSIONS / "maryland.toml").read_text("utf-8").replace("SAMPLE-", "C-")
    money = {"submission": text, "name": "For money", "policy": {"play_chips": False}}
    play = {"book": "uk-casino", "name": "For play chips"}

    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            root, fred, _ = await three(desk, address)
            ann, _ = await player(desk, address)
            mine = (await ann.request("POST", "/tables", play))["id"]
            with pytest.raises(ServerSaid, match="tables for play chips are open; close them first"):
                await both(root, fred, "POST", "/tables", money)
            await ann.request("DELETE", f"/tables/{mine}")
            await both(root, fred, "POST", "/tables", money)
            [row] = desk.hall.rows.values()
            assert not row.policy.play_chips
            assert await said(ann, "POST", "/tables", play) == (409, ONLY_MONEY)
            async with Client(address) as guest:
                await guest.come_as_guest()
                assert (await guest.me())["purse"] == 0
        async with house(tmp_path / "other") as (desk, address), Client(address) as guest:
            await guest.come_as_guest()
            root, fred, _ = await three(desk, address)
            with pytest.raises(ServerSaid, match="this house has given play chips"):
                await both(root, fred, "POST", "/tables", money)

    (tmp_path / "other").mkdir()
    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


async def asks_for_a_submission(root: Client, fred: Client, real: dict[str, Any]) -> None:
    """The second person sees the whole text under which the table would be opened; its name comes last."""
    text = 'book = "uk-casino"\noperator = "Pier"\n[choose]\ndecks = 8\n'
    asked = {"submission": text, "name": "Plain under uk-casino", "policy": real["policy"]}
    words = (await root.request("POST", "/tables", asked))["words"]
    assert words.endswith("; under the submission below; called Plain under uk-casino")
    [shown] = [one for one in await fred.request("GET", "/approvals") if one["words"] == words]
    assert shown["submission"] == text
    await root.request("DELETE", f"/approvals/{shown['id']}")


def test_a_socket_of_the_house_is_for_a_session_with_the_second_factor(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (desk, address):
            row = await table_of(desk)
            dora = await hire(desk, address, "dealer")
            await dora.request("POST", f"/tables/{row.id}/duty", {"role": "dealer"})
            for role in ("floorperson", "auditor"):
                await hire(desk, address, role)
            async with dora.at(row.id, "dealer"):
                pass
            sessions = schema.sessions
            digest = (await desk.caller(dora._http.cookies["spanish21"])).session.digest  # type: ignore[union-attr]
            unproved = sa.update(sessions).where(sessions.c.digest == digest).values(proved=0)
            await desk.writer.run(lambda connection: connection.execute(unproved))
            ticket = (await dora.request("POST", f"/tables/{row.id}/ticket"))["ticket"]
            socket = f"{address.replace('http', 'ws')}/api/tables/{row.id}/socket?as=dealer&ticket={ticket}"
            with pytest.raises(InvalidStatus):
                await connect(socket)

    asyncio.run(main())
