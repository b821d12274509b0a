"""Requests and sockets for tables of another server are passed on to it, as they came.

Every server knows a caller by the session in the store, so nothing has to be trusted but that a
relayed request has passed the gate of the first server, which a token of the master key proves.
"""

import asyncio
import contextlib
import time
from typing import Any

import httpx
import msgspec
import sqlalchemy as sa
import websockets
from websockets.asyncio.client import ClientConnection, connect

from spanish21.server.cluster.member import Cluster
from spanish21.server.log.seals import MasterKey
from spanish21.server.store.connect import OUT_OF_REACH
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.gate import RELAY, Receive, Scope, Send, say

TABLES = "/api/tables"
SECONDS = 15.0
LONGEST_MOVE = 6.0
"""How long a request waits for a table whose server has failed: the others need three seconds to be sure."""
PAUSE = 0.1
MOST_TEXT = 2**22
NOT_PASSED_ON = frozenset((b"host", b"connection", b"content-length", b"transfer-encoding", b"keep-alive"))
ONLY_FIRST = (b"sec-websocket", b"upgrade")
MOVING = "the table is moving to another server; try again in a moment"


def relay_token(master: MasterKey) -> bytes:
    """The token by which the servers of one house recognise each other, derived from their shared key."""
    return master.counter_digest("relay", "token").hex().encode()


class Relay:
    """An ASGI application before another one."""

    def __init__(self, app: Any, desk: FrontDesk, token: bytes) -> None:
        self._app, self._desk, self._token = app, desk, token
        self._http = httpx.AsyncClient(timeout=SECONDS, trust_env=False)
        self._pumps: dict[str, set[asyncio.Task[None]]] = {}
        if desk.news.cluster is not None:
            desk.news.cluster.on_others = self._cut

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cluster = self._desk.news.cluster
        if cluster is None or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            await self._answer(cluster, scope, receive, send)
        except sa.exc.OperationalError:
            await _refuse(scope, receive, send, OUT_OF_REACH)

    async def _answer(self, cluster: Cluster, scope: Scope, receive: Receive, send: Send) -> None:
        is_relayed = RELAY in dict(scope["headers"])
        table_id = table_in(scope["path"])
        if table_id and await self._is_elsewhere(cluster, table_id):
            await self._pass_on(_Passing(cluster, table_id, is_relayed), scope, receive, send)
            return
        gathers = scope["path"] in GATHERED and scope["type"] == "http" and scope["method"] == "GET"
        if gathers and not is_relayed:
            await self._gather(cluster, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _is_elsewhere(self, cluster: Cluster, table_id: str) -> bool:
        return table_id not in self._desk.hall.hosts and await cluster.owner_of(table_id) is not None

    async def _pass_on(self, passing: "_Passing", scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the table's server; while the table moves, it waits for the table."""
        is_socket = scope["type"] == "websocket"
        body = b"" if is_socket else await _body(receive)
        while not passing.is_late:
            if passing.table_id in self._desk.hall.hosts:
                await self._app(scope, receive if is_socket else _again(body, receive), send)
                return
            address = await passing.address()
            if address and is_socket:
                await self._socket(address, scope, receive, send)
                return
            if address and await self._request(address, body, scope, send):
                return
            await asyncio.sleep(PAUSE)
        await _refuse(scope, receive, send, MOVING)

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        kept = [
            (name, value)
            for name, value in scope["headers"]
            if name not in NOT_PASSED_ON and not name.startswith(ONLY_FIRST) and name != RELAY
        ]
        client = (scope.get("client") or ("",))[0]
        return [*kept, (RELAY, self._token), (b"x-forwarded-for", client.encode())]

    # -- HTTP

    async def _request(self, address: str, body: bytes, scope: Scope, send: Send) -> bool:
        """Whether a server was there to ask; one that went away in the middle is not asked again."""
        url, headers = f"{address}{_target(scope)}", self._headers(scope)
        try:
            found = await self._http.request(scope["method"], url, headers=headers, content=body)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return False
        except httpx.HTTPError:
            await say(send, 503, MOVING)
            return True
        kept = [(name.lower(), value) for name, value in found.headers.raw]
        shown = [(name, value) for name, value in kept if name not in NOT_PASSED_ON and name != b"date"]
        shown.append((b"content-length", str(len(found.content)).encode()))
        await send({"type": "http.response.start", "status": found.status_code, "headers": shown})
        await send({"type": "http.response.body", "body": found.content})
        return True

    async def _gather(self, cluster: Cluster, scope: Scope, receive: Receive, send: Send) -> None:
        """This server's answer, combined with the others'."""
        status, headers, body = await _captured(self._app, scope, receive)
        if status == 200:
            asked = (self._found(address, scope) for address in await cluster.living())
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
        url = f"{address.replace('http', 'ws', 1)}{_target(scope)}"
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._headers(scope)]
        try:
            async with connect(
                url,
                additional_headers=headers,
                compression=None,
                max_size=MOST_TEXT,
                proxy=None,
                close_timeout=1,
            ) as there:
                await send({"type": "websocket.accept"})
                await self._pumped(address, there, receive, send)
        except websockets.InvalidStatus:
            await send({"type": "websocket.close", "code": 4401, "reason": "ask for a ticket first"})
        except (OSError, websockets.WebSocketException):
            with contextlib.suppress(RuntimeError):
                await send({"type": "websocket.close", "code": 4503, "reason": MOVING})

    async def _pumped(self, address: str, there: ClientConnection, receive: Receive, send: Send) -> None:
        """Texts go both ways until either side ends, or that server is given up."""
        out = asyncio.create_task(_outwards(there, send))
        back = asyncio.create_task(_inwards(there, receive))
        pumps = self._pumps.setdefault(address, set())
        pumps.add(out)
        await asyncio.wait((out, back), return_when=asyncio.FIRST_COMPLETED)
        pumps.discard(out)
        is_here = not back.done()
        for task in (out, back):
            task.cancel()
        await asyncio.gather(out, back, return_exceptions=True)
        if is_here:
            with contextlib.suppress(RuntimeError):
                await send({"type": "websocket.close", "code": there.close_code or 1012})

    def _cut(self, living: list[str]) -> None:
        """End the sockets to dead servers: a frozen one would never end them itself."""
        for address in self._pumps.keys() - set(living):
            for pump in self._pumps.pop(address):
                pump.cancel()


class _Passing:
    """A request on its way to a table's server."""

    def __init__(self, cluster: Cluster, table_id: str, is_relayed: bool) -> None:
        self.table_id = table_id
        self._cluster, self._is_relayed = cluster, is_relayed
        self._ends = time.monotonic() + LONGEST_MOVE

    @property
    def is_late(self) -> bool:
        return time.monotonic() >= self._ends

    async def address(self) -> str:
        """Where the table's server is, if it lives; nothing is relayed twice."""
        owner = await self._cluster.owner_of(self.table_id)
        if owner is None or not owner.is_alive or owner.node == self._cluster.node or self._is_relayed:
            return ""
        return owner.address


async def _outwards(there: ClientConnection, send: Send) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        async for text in there:
            await send({"type": "websocket.send", "text": text})


async def _inwards(there: ClientConnection, receive: Receive) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await there.send(text if text is not None else message.get("bytes") or b"")


# -- relaying


def table_in(path: str) -> str:
    """The id of the table that a path is about; "" if it is about none."""
    parts = path.split("/")
    return parts[3] if len(parts) >= 4 and path.startswith(f"{TABLES}/") else ""


async def _refuse(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4503, "reason": reason})
    else:
        await say(send, 503, reason)


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


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, to be read once more."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Any:
        return left.pop() if left else await receive()

    return receiving


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


GATHERED: dict[str, Any] = {TABLES: _all_tables, "/api/floor": _all_tables, "/api/me": _all_seats}
"""Answers of which every server has a part, and how the parts are combined."""
