"""Nothing is let in: each role tries every route and every command of the others, and of other seats."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.api import Route, all_routes, described, somebody, state_of
from server.live import decline_cut, findings, same_seq, seated, served, table_of, unhurried
from spanish21.client.client import Client, TableClient
from spanish21.game import commands as cmd
from spanish21.game.table import DEALER, FLOORPERSON
from spanish21.server.people.command_authority import COMMANDS
from spanish21.server.people.permissions import REQUESTS, STRANGER
from spanish21.server.people.roles import PLAYER, ROLES
from spanish21.server.web.desk import FrontDesk

FROM_ELSEWHERE = {"send_command", "back_up"}
"""What is asked over the socket, or from the terminal."""

ROUTES = [route for route in all_routes() if route.method != "SOCKET"]
BY_ROLE = ("log in first", "log out first", "only for people with the role")


@pytest.mark.parametrize("route", all_routes(), ids=lambda route: route.name)
def test_every_route_has_a_decision_on_who_may_ask_for_it(route: Route) -> None:
    unknown = [name for name in route.asks if name not in REQUESTS]
    assert route.asks, (
        f"{route.name} is open to nobody knows whom: give its handler asks=NAME, with a name of"
        " server/people/permissions.py, and call require(caller, NAME) before anything else"
    )
    assert not unknown, f"{route.name} asks for {unknown}, which server/people/permissions.py does not know"


def test_everything_that_may_be_asked_has_a_route() -> None:
    asked = {name for route in all_routes() for name in route.asks}
    assert set(REQUESTS) - asked == FROM_ELSEWHERE


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_route_is_described_with_an_example(route: Route) -> None:
    told = described()["paths"][route.path][route.method.lower()]
    assert told["summary"]
    assert told["responses"]["403"]["content"]["application/json"]["schema"]["$ref"].endswith("Said")
    if route.body is not None:
        assert route.example is not None, f"{route.name} takes a body and gives no example of one"


def is_allowed(route: Route, roles: tuple[str, ...]) -> bool:
    return any(set(roles or (STRANGER,)) & set(REQUESTS[name].roles) for name in route.asks)


async def asked(client: Client, route: Route, **values: str) -> tuple[int, str]:
    path = client.url + route.filled(**values)
    body = None if route.method == "GET" else route.example if route.body is not None else {}
    if "ask_analysis" in route.asks and body is not None:
        body = {"book": "none"}  # nothing is computed only to see who may ask
    found = await client._http.request(route.method, path, json=body)
    return found.status_code, found.text


@pytest.mark.parametrize("roles", [(), *((role,) for role in ROLES)], ids=lambda roles: "".join(roles))
def test_each_role_is_refused_every_route_of_the_others_and_nothing_changes(
    tmp_path: Path, roles: tuple[str, ...]
) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            other = await somebody(desk, address, PLAYER)
            person = (await other.me())["person"]
            client = await somebody(desk, address, *roles)
            await other.request("GET", "/me")
            real = {"table_id": row.id, "person": person, "role": "auditor", "name": "maryland"}
            before = await desk.reading(state_of)
            for route in ROUTES:
                if is_allowed(route, roles):
                    continue
                status, text = await asked(client, route, **real)
                assert status in (401, 403), (route.name, status, text)
                assert any(words in text for words in BY_ROLE), (route.name, text)
            assert await desk.reading(state_of) == before
            await other.__aexit__(None, None, None)
            await client.__aexit__(None, None, None)

    asyncio.run(main())


@pytest.mark.parametrize("roles", [(), *((role,) for role in ROLES)], ids=lambda roles: "".join(roles))
def test_each_role_is_let_through_to_what_is_its_own(tmp_path: Path, roles: tuple[str, ...]) -> None:
    """What is asked about tables and people that are not there is "not found", and never "not for you"."""

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            for route in ROUTES:
                if not is_allowed(route, roles):
                    continue
                client = await somebody(desk, address, *roles)
                status, text = await asked(client, route)
                assert status not in (401, 405), (route.name, text)
                assert status < 500, (route.name, text)
                assert not any(words in text for words in BY_ROLE), (route.name, text)
                await client.__aexit__(None, None, None)

    asyncio.run(main())


def test_nobody_does_anything_to_what_is_another_persons(tmp_path: Path) -> None:
    """The table that somebody else opened, seats of others, and tickets as a dealer who is not on duty."""

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            owner, other = await somebody(desk, address, PLAYER), await somebody(desk, address, PLAYER)
            table = await owner.open_table("uk-casino", "Mine")
            found = await other._http.request("DELETE", f"/tables/{table}", json={})
            assert (found.status_code, table in desk.hall.hosts) == (403, True)
            assert (await owner._http.request("DELETE", f"/tables/{table}", json={})).status_code == 204
            for client in (owner, other):
                await client.__aexit__(None, None, None)

    asyncio.run(main())


# -- commands ------------------------------------------------------------------------------------------

_VALUES: dict[str, Any] = {"kind": "main", "cards": [], "items": [], "takes": True, "covers": True}


def some_command(kind: type[cmd.Command], person: str) -> dict[str, Any]:
    """A command of a kind, with values that its fields could have."""
    values = {**_VALUES, "person": person, "shows_value": True, "exposed": True}
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "by" and field.required]
    return {field.name: values.get(field.name, 1) for field in fields}


def test_every_command_is_refused_to_everybody_whose_it_is_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland")
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1, 2) as players:
                await decline_cut(players)
                for seat, player in enumerate(players, start=1):
                    await player.command("PlaceWager", box=seat, amount=1_000)
                await same_seq(players)
                everybody = await at_the_table(desk, address, row.id, players)
                seq, person = host.log.seq, players[1].state["you"]
                for kind, line in COMMANDS.items():
                    given = some_command(kind, person)
                    for role, socket in everybody:
                        if role in line.senders or (role == "watching" and line.for_anybody):
                            continue
                        answer = await socket.command(kind.__name__, **given)
                        assert answer.reason in ("not_authorised", "log_in_first"), (kind, role, answer)
                        forged = await socket.command(kind.__name__, **given, by=person)
                        assert not forged.ok
                assert (host.log.seq, host.stopped) == (seq, "")
                for _, socket in everybody[2:]:
                    await socket.__aexit__(None, None, None)
                    await socket.client.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


async def at_the_table(
    desk: FrontDesk, address: str, table_id: str, players: list[TableClient]
) -> list[tuple[str, TableClient]]:
    """Players, a dealer and a floorperson on duty, and watchers of every kind, each with what they are."""
    found = [(PLAYER, player) for player in players]
    for role in (DEALER, FLOORPERSON):
        client = await somebody(desk, address, role)
        await client.request("POST", f"/tables/{table_id}/duty", {"role": role})
        found.append((role, client.at(table_id, role)))
    for roles in ((), *((role,) for role in ROLES)):
        client = await somebody(desk, address, *roles)
        found.append(("watching", client.at(table_id)))
    for _, socket in found[2:]:
        await socket.__aenter__()
    unhurried(desk)
    return found


def test_a_player_acts_for_no_other_seat(tmp_path: Path) -> None:
    """Whatever a player may do, on the box of another and out of turn: nothing of the other's changes."""

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland")
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1, 2) as players:
                await decline_cut(players)
                for seat, player in enumerate(players, start=1):
                    assert (await player.command("PlaceWager", box=seat, amount=1_000)).ok
                await same_seq(players)
                unhurried(desk)
                if not host.table.boxes:
                    return
                waiting = [one for one in players if one.state["you"] not in one.state["waits_for"]]
                mine = [name for name, kind in cmd.COMMANDS.items() if PLAYER in COMMANDS[kind].senders]
                others = {one.name: one.chips for one in host.table.people}
                for socket in waiting:
                    for name in mine:
                        if name in ("Join", "Leave", "BuyChips", "AskBurnCard", "Consent"):
                            continue
                        for box in (1, 2):
                            kind = cmd.COMMANDS[name]
                            given = {**some_command(kind, players[0].state["you"])}
                            given |= {"box": box} if "box" in given else {}
                            answer = await socket.command(name, **given)
                            assert not answer.ok, (name, box)
                assert {one.name: one.chips for one in host.table.people} == others

    asyncio.run(main())
