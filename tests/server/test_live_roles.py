"""Nothing is let in: roles try each other's commands, and hundreds of malformed messages change nothing."""

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec

from server.live import decline_cut, findings, same_seq, seated, served, staff, table_of
from spanish21.game import commands as cmd
from spanish21.server.client import Client

MESSAGES, REQUESTS = 400, 300
_VALUES: dict[Any, Any] = {int: 1, str: "main", bool: False}


def some_command(kind: type[cmd.Command]) -> dict[str, Any]:
    """A command of a kind, with values that its fields could have."""
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "by" and field.required]
    return {field.name: _VALUES.get(field.type, []) for field in fields}


def test_nobody_sends_a_command_that_is_not_theirs(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland")
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1, 0) as sockets:
                await decline_cut(sockets)
                seq = await same_seq(sockets)
                others = [
                    await staff(desk, address, role)
                    for role in ("dealer", "floorperson", "auditor", "administrator")
                ]
                watching = [sockets[1], *(client.at(row.id) for client in others)]
                for socket in watching[1:]:
                    await socket.__aenter__()
                for name, kind in cmd.COMMANDS.items():
                    if name == "Join":
                        continue
                    answers = await asyncio.gather(
                        *(socket.command(name, **some_command(kind)) for socket in watching)
                    )
                    assert not any(answer.ok for answer in answers), name
                    assert {answer.reason for answer in answers} <= {"not_authorised", "malformed"}, name
                for socket in watching[1:]:
                    await socket.__aexit__(None, None, None)
                for client in others:
                    await client.__aexit__(None, None, None)
                assert host.log.seq == seq

    asyncio.run(main())


def test_a_player_does_nothing_for_the_house_nor_for_another_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "uk-casino")
            async with seated(address, row.id, 1, 2) as sockets:
                await decline_cut(sockets)
                for name in ("CloseWagers", "Deal", "Settle", "OrderReshuffle", "ValidatePayout", "Shuffle"):
                    answer = await sockets[0].command(name, **some_command(cmd.COMMANDS[name]))
                    assert answer.reason in ("not_authorised", "malformed"), name
                other = sockets[1].state["you"]
                forged = await sockets[0].command("PlaceWager", box=1, amount=1_000, by=other)
                assert forged.reason == "malformed"
                for seat, socket in enumerate(sockets, start=1):
                    assert (await socket.command("PlaceWager", box=seat, amount=1_000)).ok
                await same_seq(sockets)
                waiting = [one for one in sockets if one.state["you"] not in one.state["waits_for"]]
                if sockets[0].state["view"]["phase"] == "play":
                    assert (await waiting[0].command("Stand")).reason == "not_your_turn"

    asyncio.run(main())


def test_each_route_of_the_house_is_closed_to_players_and_strangers(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            routes = [
                ("GET", f"/tables/{row.id}/log", None),
                ("GET", f"/tables/{row.id}/head", None),
                ("GET", f"/tables/{row.id}/commands", None),
                ("GET", f"/tables/{row.id}/rounds/1/rack", None),
                ("GET", f"/tables/{row.id}/export", None),
                ("GET", "/logs", None),
                ("GET", "/ledger", None),
                ("GET", "/ledger/moves?account=house", None),
                ("POST", "/audit", None),
                ("GET", "/floor", None),
                ("GET", "/people", None),
                ("PUT", "/people/p1/roles/dealer", None),
                ("DELETE", "/people/p1/roles/dealer", None),
                ("POST", f"/tables/{row.id}/resume", {"reason": "because"}),
                ("POST", f"/tables/{row.id}/duty", {"role": "dealer"}),
                ("DELETE", f"/tables/{row.id}", None),
            ]
            for is_guest in (False, True):
                async with Client(address) as client:
                    if is_guest:
                        await client.come_as_guest()
                    for method, path, body in routes:
                        response = await client._http.request(method, path, json=body or {})
                        assert response.status_code in (401, 403), (method, path)
                    metrics = await client._http.get(f"{address}/metrics")
                    assert metrics.status_code in (401, 403)

    asyncio.run(main())


def malformed(chance: random.Random, seq: int) -> str:
    """A message that no client sends."""
    good = {
        "type": "command",
        "id": "x",
        "seq": seq,
        "command": {"type": "PlaceWager", "box": 1, "amount": 500},
    }
    odd: list[Any] = [
        None,
        True,
        -1,
        2**70,
        1.5,
        "",
        "x" * 300,
        [],
        {},
        [[[]]],
        {"type": "Draw"},
        "\x00",
        "😀",
    ]
    choice = chance.randrange(6)
    if choice == 0:
        text = msgspec.json.encode(good).decode()
        at = chance.randrange(len(text))
        return text[:at] + chance.choice(["", "}", "{", "\\", '"', "\x01"]) + text[at + 1 :][:-1]
    if choice == 1:
        return "[" * chance.randrange(1, 3_000)
    if choice == 2:
        return (
            msgspec.json.encode(chance.choice(odd[:3] + odd[4:])).decode() if chance.random() < 0.9 else "NaN"
        )
    message: dict[str, Any] = dict(good)
    if choice == 3:
        message[chance.choice(list(message))] = chance.choice([one for one in odd if one != 2**70])
    elif choice == 4:
        command = dict(good["command"])  # type: ignore[call-overload]
        command[chance.choice(["type", "box", "amount", "by", "kind", "extra"])] = chance.choice(
            odd[:3] + odd[4:]
        )
        message["command"] = command
        message["id"] = "y" * chance.randrange(0, 200)
    else:
        message = {
            "type": chance.choice(["why_not", "advise!", "pong", "bye"]),
            "command": chance.choice(odd[:3]),
        }
    return msgspec.json.encode(message).decode()


def test_malformed_messages_change_nothing_and_bring_nothing_down(tmp_path: Path) -> None:
    async def main() -> None:
        chance = random.Random(21)
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                seq = host.log.seq
                answers: list[dict[str, Any]] = []
                socket.heard = lambda message, raw: answers.append(message)
                for connection in desk.sockets.values():
                    for one in connection:
                        one._rate.rate = one._rate.burst = 1e6
                for _ in range(MESSAGES):
                    # The event that was seen last is one that never was, so that a good command does nothing.
                    await socket.send_raw(malformed(chance, seq + 1_000))
                await socket.send_raw(b"\xff\x00 not a text")
                await asyncio.sleep(0.5)
                await socket.until(lambda state: bool(state))
                assert (await socket.why_not("PlaceWager"))["reason"] == ""
                assert not any(one.get("reason") == "trouble" for one in answers)
                assert sum(one.get("ok") is False for one in answers) > MESSAGES // 2
                assert not any(one.get("ok") for one in answers)
                assert (host.log.seq, host.stopped) == (seq, "")

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


def test_malformed_requests_never_fail_on_our_side(tmp_path: Path) -> None:
    async def main() -> None:
        chance = random.Random(7)
        async with served(tmp_path) as (desk, address), Client(address) as client:
            row = await table_of(desk)
            await client.come_as_guest()
            seq = desk.hall.hosts[row.id].log.seq
            paths = ["guest", "login", "accounts", "me", "me/limits", "me/exclusion", "tables", "books"]
            paths += [
                f"tables/{row.id}{end}" for end in ("", "/ticket", "/duty", "/rounds", "/log", "/record")
            ]
            paths += [
                "tables/%00",
                "books/%2e%2e",
                f"tables/{row.id}/rounds/-1",
                "schema/openapi.json",
                "x" * 500,
            ]
            paths += [f"tables/{row.id}/rounds?last=1e9", f"tables/{row.id}/record?shoe=99999999999999999999"]
            bodies = [b"", b"{", b"[]", b"null", b'{"name":1}', b'{"loss":1e400}', b"\xff\xfe", b"{}" * 100]
            bodies += [b'{"days":99999999999999999999}', b'{"name":"a","password":"b"}', b"[" * 5_000]
            for _ in range(REQUESTS):
                method = chance.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
                content = chance.choice(bodies) if method != "GET" else None
                path = f"/{chance.choice(paths)}"
                try:
                    found = await client._http.request(method, path, content=content)
                except httpx.InvalidURL:
                    continue
                assert found.status_code < 500, (method, path, content, found.text)
            assert desk.hall.hosts[row.id].log.seq >= seq

    asyncio.run(main())
