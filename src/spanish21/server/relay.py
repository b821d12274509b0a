"""Requests and sockets for tables of another server are passed on to it, as they came.

Whoever asks is known to every server by the session in the store, so nothing has to be trusted but that a
relayed request has passed the gate of the first server. That is shown by a token of the master key.
"""

import asyncio
import contextlib
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from spanish21.server.cluster import Cluster
from spanish21.server.desk import FrontDesk
from spanish21.server.gate import RELAY, Receive, Scope, Send, say
from spanish21.server.nodes import Owner
from spanish21.server.sealing import MasterKey

TABLES = "/api/tables"
SECONDS = 15.0
MOST_TEXT = 2**22
NOT_PASSED_ON = frozenset((b"host", b"connection", b"content-length", b"transfer-encoding", b"keep-alive"))
ONLY_FIRST = (b"sec-websocket", b"upgrade")
MOVING = "the table is moving to another server; try again in a moment"


def relay_token(master: MasterKey) -> bytes:
    """What the servers of one house know each other by: it follows from the key that they share."""
    return master.counter_digest("relay", "token").hex().encode()


class Relay:
    """An ASGI application before another one."""

    def __init__(self, app: Any, desk: FrontDesk, token: bytes) -> None:
        self._app, self._desk, self._token = app, desk, token
        self._http = httpx.AsyncClient(timeout=SECONDS, trust_env=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cluster = self._desk.cluster
        if cluster is None or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_relayed = RELAY in dict(scope["headers"])
        table_id = table_in(scope["path"])
        if table_id and table_id not in self._desk.hall.hosts:
            owner = await cluster.owner_of(table_id)
            if owner is not None:
                await self._pass_on(cluster, owner, is_relayed, scope, receive, send)
                return
        gathers = scope["path"] in GATHERED and scope["type"] == "http" and scope["method"] == "GET"
        if gathers and not is_relayed and cluster.others:
            await self._gather(cluster, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _pass_on(
        self, cluster: Cluster, owner: Owner, is_relayed: bool, scope: Scope, receive: Receive, send: Send
    ) -> None:
        is_reachable = owner.is_alive and owner.node != cluster.node and not is_relayed
        if scope["type"] == "websocket":
            await self._socket(owner.address if is_reachable else "", scope, receive, send)
        elif not is_reachable:
            await say(send, 503, MOVING)
        else:
            await self._request(owner.address, scope, receive, send)

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        kept = [
            (name, value)
            for name, value in scope["headers"]
            if name not in NOT_PASSED_ON and not name.startswith(ONLY_FIRST) and name != RELAY
        ]
        client = (scope.get("client") or ("",))[0]
        return [*kept, (RELAY, self._token), (b"x-forwarded-for", client.encode())]

    # -- HTTP

    async def _request(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        url, body = f"{address}{_target(scope)}", await _body(receive)
        headers = self._headers(scope)
        try:
            found = await self._http.request(scope["method"], url, headers=headers, content=body)
        except httpx.HTTPError:
            await say(send, 503, MOVING)
            return
        kept = [(name.lower(), value) for name, value in found.headers.raw]
        shown = [(name, value) for name, value in kept if name not in NOT_PASSED_ON and name != b"date"]
        shown.append((b"content-length", str(len(found.content)).encode()))
        await send({"type": "http.response.start", "status": found.status_code, "headers": shown})
        await send({"type": "http.response.body", "body": found.content})

    async def _gather(self, cluster: Cluster, scope: Scope, receive: Receive, send: Send) -> None:
        """What this server says, with what the others have of the same."""
        status, headers, body = await _captured(self._app, scope, receive)
        if status == 200:
            asked = (self._found(address, scope) for address in cluster.others)
            more = [one for one in await asyncio.gather(*asked) if one is not None]
            body = msgspec.json.encode(GATHERED[scope["path"]](msgspec.json.decode(body), more))
            headers = [one for one in headers if one[0].lower() != b"content-length"]
            headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _found(self, address: str, scope: Scope) -> Any:
        try:
            found = await self._http.get(f"{address}{_target(scope)}", headers=self._headers(scope))
            return found.json() if found.status_code == 200 else None
        except (httpx.HTTPError, ValueError):
            return None

    # -- sockets

    async def _socket(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if not address:
            await send({"type": "websocket.close", "code": 4503, "reason": MOVING})
            return
        url = f"{address.replace('http', 'ws', 1)}{_target(scope)}"
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._headers(scope)]
        try:
            async with connect(
                url, additional_headers=headers, compression=None, max_size=MOST_TEXT, proxy=None
            ) as there:
                await send({"type": "websocket.accept"})
                await _pumped(there, receive, send)
        except websockets.InvalidStatus:
            await send({"type": "websocket.close", "code": 4401, "reason": "ask for a ticket first"})
        except (OSError, websockets.WebSocketException):
            with contextlib.suppress(RuntimeError):
                await send({"type": "websocket.close", "code": 4503, "reason": MOVING})


async def _pumped(there: ClientConnection, receive: Receive, send: Send) -> None:
    """Texts go both ways until either side ends."""
    out = asyncio.ensure_future(_outwards(there, send))
    back = asyncio.ensure_future(_inwards(there, receive))
    done, left = await asyncio.wait((out, back), return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    if back not in done:
        with contextlib.suppress(RuntimeError):
            await send({"type": "websocket.close", "code": there.close_code or 1012})


async def _outwards(there: ClientConnection, send: Send) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        async for text in there:
            await send({"type": "websocket.send", "text": text})


async def _inwards(there: ClientConnection, receive: Receive) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await there.send(text if text is not None else message.get("bytes") or b"")


# -- what is passed on


def table_in(path: str) -> str:
    """The id of the table that a path is about; "" if it is about none."""
    parts = path.split("/")
    return parts[3] if len(parts) >= 4 and path.startswith(f"{TABLES}/") else ""


def _target(scope: Scope) -> str:
    query = scope["query_string"].decode("latin-1")
    return f"{scope['path']}?{query}" if query else str(scope["path"])


async def _body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            return bytes(body)


async def _captured(app: Any, scope: Scope, receive: Receive) -> tuple[int, list[Any], bytes]:
    status, headers, body = 500, [], b""

    async def send(message: Any) -> None:
        nonlocal status, headers, body
        if message["type"] == "http.response.start":
            status, headers = message["status"], list(message.get("headers", ()))
        else:
            body += message.get("body", b"")

    await app(scope, receive, send)
    return status, headers, body


def _all_tables(here: list[Any], elsewhere: list[list[Any]]) -> list[Any]:
    return [*here, *(table for tables in elsewhere for table in tables)]


def _all_seats(here: dict[str, Any], elsewhere: list[dict[str, Any]]) -> dict[str, Any]:
    return {**here, "seats": [*here["seats"], *(seat for one in elsewhere for seat in one["seats"])]}


GATHERED: dict[str, Any] = {TABLES: _all_tables, "/api/me": _all_seats}
"""What every server knows a part of, and how the parts are put together."""
