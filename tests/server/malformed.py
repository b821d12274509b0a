"""Requests and messages that no client sends: made from the API's own description, broken with certainty."""

import asyncio
import copy
import random
from collections import Counter
from typing import Any, NamedTuple

import httpx
import msgspec

from server.api import Route, all_routes, described
from spanish21.client.client import Client, TableClient
from spanish21.game import commands as cmd

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**60,
    1.5,
    "",
    "x" * 300,
    [],
    {},
    [[[]]],
    {"type": "Draw"},
    "\x00",
    "😀",
)
NOT_JSON = (
    b"",
    b"{",
    b"nul",
    b"\xff\xfe",
    b"[" * 5_000,
    b'{"a":1e400}',
    b'{"a":NaN}',
    b"{}{}",
    b"\x00",
    b'{"\xed":1}',
)
NOT_OBJECTS = (b"[]", b"null", b"1", b'"x"', b"true", b"[{}]")
ODD_IDS = (
    "%00",
    "%2e%2e",
    "..%2f..%2fetc",
    "x" * 500,
    "%F0%9F%98%80",
    "'%20OR%201=1--",
    "-1",
    "1e9",
    "%ff",
    "none",
    "%7B%7D",
)
ODD_NUMBERS = ("-1", "0", "x", "1e9", "99999999999999999999", "", "1.5", "null", "%00", "١")
TYPES = {"string": str, "integer": int, "object": dict, "array": list, "boolean": bool, "null": type(None)}
RAW = (
    b"GARBAGE\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /api/tables HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: x\r\n\r\n",
    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nX-Spanish21: 1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"GET " + b"/x" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /api/tables HTTP/1.1\r\nHost: x\r\nCookie: " + b"a" * 20_000 + b"\r\n\r\n",
)


class Bad(NamedTuple):
    """A request that must be refused; `what` says how it is broken."""

    what: str
    method: str
    path: str
    content: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


def a_bad_request(chance: random.Random, table_id: str) -> Bad:
    """Some request of the API, broken in one way."""
    routes = [route for route in all_routes() if route.method != "SOCKET"]
    with_body = [route for route in routes if route.example is not None]
    with_ids = [route for route in routes if "{" in route.path]
    with_query = [route for route in routes if _numbers(route)]
    kind = chance.choices(("body", "id", "query", "header", "method"), (50, 20, 10, 10, 10))[0]
    if kind == "body":
        route = chance.choice(with_body)
        content = broken_body(route, chance)
        return Bad("body", route.method, route.filled(table_id=table_id), content, _content_type(chance))
    if kind == "id":
        route = chance.choice(with_ids)
        names = [one["name"] for one in route.parameters if one["in"] == "path"]
        path = route.filled(**{name: chance.choice(ODD_IDS) for name in names})
        content = broken_body(route, chance) if route.example is not None else b"{}"  # a new name may be odd
        return Bad("id", route.method, path, content)
    if kind == "query":
        route = chance.choice(with_query)
        name = chance.choice(_numbers(route))
        path = f"{route.filled(table_id=table_id)}?{name}={chance.choice(ODD_NUMBERS)}"
        return Bad("query", route.method, path)
    if kind == "header":
        route = chance.choice([route for route in routes if route.method != "GET"])
        odd = chance.choice(
            ((), (("X-Spanish21", "0"),), (("X-Spanish21", "1"), ("Origin", "https://evil.test")))
        )
        return Bad("header", route.method, route.filled(table_id=table_id), _body(route), odd)
    route = chance.choice(routes)
    taken = {one.method for one in routes if one.path == route.path}
    methods = [one for one in ("PATCH", "PUT", "DELETE", "POST", "TRACE", "PROPFIND") if one not in taken]
    return Bad("method", chance.choice(methods), route.filled(table_id=table_id), b"{}")


def _numbers(route: Route) -> list[str]:
    return [one["name"] for one in route.parameters if one["in"] == "query" and "minimum" in one["schema"]]


def _body(route: Route) -> bytes:
    return msgspec.json.encode(route.example if route.body is not None else {})


def _content_type(chance: random.Random) -> tuple[tuple[str, str], ...]:
    odd = (
        "application/json",
        "application/json",
        "text/plain",
        "application/x-msgpack",
        "multipart/form-data",
        "",
    )
    return (("X-Spanish21", "1"), ("Content-Type", chance.choice(odd)))


def broken_body(route: Route, chance: random.Random) -> bytes:
    """The example of a route's body, so that it does not fit the body's schema any more."""
    if chance.random() < 0.4 or "ask_analysis" in route.asks:  # of those some take more than they need
        return chance.choice((*NOT_JSON, *NOT_OBJECTS))
    good = copy.deepcopy(route.example)
    properties, required = _fields(route)
    how = chance.choice(("type", "extra", "missing" if required else "extra"))
    if how == "missing":
        del good[chance.choice(required)]
    elif how == "extra":
        good[chance.choice(("by", "role ", "extra", "is_admin", "\x00"))] = chance.choice(ODD)
    else:
        name = chance.choice(list(properties))
        held = _kinds(properties[name])
        good[name] = chance.choice([one for one in ODD if not _is_of(one, held)])
    return msgspec.json.encode(good)


def _fields(route: Route) -> tuple[dict[str, Any], list[str]]:
    assert route.body is not None
    schema = _resolved(route.body.get("allOf", [route.body])[0])
    return schema["properties"], schema.get("required", [])


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return dict(described()["components"]["schemas"][name]) if name else schema


def _kinds(schema: dict[str, Any]) -> set[type]:
    schema = _resolved(schema)
    if "allOf" in schema:
        return _kinds(schema["allOf"][0])
    if "oneOf" in schema or "anyOf" in schema:
        return set().union(*(_kinds(one) for one in schema.get("oneOf", schema.get("anyOf", ()))))
    kinds = schema.get("type", "object")
    return {TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)}


def _is_of(value: Any, kinds: set[type]) -> bool:
    return type(value) in kinds


async def send_bad_requests(
    clients: list[Client], table_id: str, chance: random.Random, count: int
) -> Counter[str]:
    """Send broken requests; how each kind was answered. An answer that is not a refusal raises."""
    answers: Counter[str] = Counter()
    for _ in range(count):
        client = chance.choice(clients)
        if chance.random() < 0.02:
            answers[f"raw {await _raw(client, chance.choice(RAW))}"] += 1
            continue
        bad = a_bad_request(chance, table_id)
        headers = dict(bad.headers)
        if bad.what != "header":
            headers.setdefault("X-Spanish21", "1")
        try:
            found = await _sent(client, bad, headers)
        except (httpx.InvalidURL, UnicodeError):
            continue
        answers[f"{bad.what} {found.status_code}"] += 1
        is_nothing = bad.method == "GET" or (bad.method, bad.what) == ("DELETE", "id")  # gone is gone
        assert 400 <= found.status_code < 500 or is_nothing, (bad, found.status_code, found.text)
        assert found.status_code < 500, (bad, found.text)
    return answers


async def _sent(client: Client, bad: Bad, headers: dict[str, str]) -> httpx.Response:
    cookies = client._http.cookies
    request = httpx.Request(bad.method, client.url + bad.path, content=bad.content, headers=headers)
    cookies.set_cookie_header(request)
    return await client._http.send(request)


async def _raw(client: Client, text: bytes) -> str:
    host, port = client.url.rpartition("/")[2].split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(text)
        writer.write_eof()
        found = await asyncio.wait_for(reader.read(12), 10)
    except (ConnectionError, TimeoutError):
        return "closed"
    finally:
        writer.close()
    assert not found.startswith(b"HTTP/1.1 5")
    return found[9:12].decode() or "closed"


# -- messages ------------------------------------------------------------------------------------------


def a_bad_message(chance: random.Random, seq: int) -> str | bytes:
    """A message that does nothing: it is broken, or rests on an event that never was."""
    name, kind = chance.choice(list(cmd.COMMANDS.items()))
    fields = {
        field.name: chance.choice((*ODD, 1, 1_000))
        for field in msgspec.structs.fields(kind)
        if field.name != "by"
    }
    command: dict[str, Any] = {"type": name, **fields}
    good: dict[str, Any] = {
        "type": "command",
        "id": f"x{chance.random()}",
        "seq": seq + 1_000,
        "command": command,
    }
    how = chance.randrange(8)
    if how == 0:
        text = msgspec.json.encode(good).decode()
        at = chance.randrange(len(text))
        return text[:at] + chance.choice(["", "}", "{", "\\", '"', "\x01"]) + text[at + 1 :][:-1]
    if how == 1:
        return "[" * chance.randrange(1, 3_000)
    if how == 2:
        return chance.choice((msgspec.json.encode(chance.choice(ODD)).decode(), "NaN", "Infinity", "{}" * 3))
    if how == 3:
        good[chance.choice(["id", "seq", "command", "reason", "second"])] = chance.choice(
            [one for one in ODD if one not in (0, "")]
        )
        good["seq"] = good["seq"] if type(good["seq"]) is not int else seq + 1_000
    elif how == 4:
        command[chance.choice(["type", "by", "extra"])] = chance.choice(ODD)
        good["id"] = "y" * chance.randrange(0, 200)
    elif how == 5:
        good = {
            "type": chance.choice(["why_not", "advise!", "pong", "bye", "whole"]),
            "command": chance.choice(ODD),
        }
    elif how == 6:
        good = {
            "type": "why_not",
            "id": "w",
            "command": name,
            "fields": {chance.choice(["box", "by", "x"]): chance.choice(ODD)},
        }
    return msgspec.json.encode(good).decode()


async def send_bad_messages(
    sockets: list[TableClient], chance: random.Random, count: int, seq: int
) -> Counter[str]:
    """Send broken messages over open sockets; the reasons of the answers. None may be carried out."""
    answers: Counter[str] = Counter()

    def hear(message: dict[str, Any], raw: bytes) -> None:
        if message["type"] == "answer":
            answers["done" if message["ok"] else message["reason"]] += 1
        elif message["type"] == "why_not":
            answers["why_not"] += 1

    for socket in sockets:
        socket.heard = hear
    for number in range(count):
        socket = chance.choice(sockets)
        await socket.send_raw(a_bad_message(chance, seq))
        if number % 50 == 49:
            for one in sockets:
                await asyncio.wait_for(one.why_not("Leave"), 30)
    for one in sockets:
        await asyncio.wait_for(one.why_not("Leave"), 30)
    return answers
