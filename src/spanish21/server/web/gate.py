"""The gate before every request: who sends it, origin, the header against forged requests, size, rate, how
many at a time, safe headers."""

import hmac
import time
from collections.abc import Callable
from typing import Any

import msgspec

from spanish21.errors import BadInput
from spanish21.server.outside_text import cleaned_query, line
from spanish21.server.store.counters import network_of
from spanish21.server.web.crowd import Crowd
from spanish21.server.web.doors import Doors

MOST_BODY = 64 * 1024
MODELS = "/mcp"
"""Where models ask (models.py), with a token and never with a cookie."""
MOST_PATH, MOST_NAME = 1_000, 200
"""Bytes of an address, and of each name in it: no file and no table has a longer one."""
MOST_ADDRESSES = 50_000
RELAY = b"x-spanish21-relay"
"""The header under which another server of the house shows that a request has passed its gate."""
NOTHING_THERE = (404, "not found")
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none';"
        b" form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)

Scope = Any
Receive = Callable[[], Any]
Send = Callable[[Any], Any]


class Bucket:
    """A rate per second and a burst, by name."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._levels: dict[str, tuple[float, float]] = {}

    def wait(self, name: str) -> float:
        """Count one more under a name; how many seconds it comes too early, 0 if it does not."""
        now = time.monotonic()
        level, at = self._levels.pop(name, (self.burst, now))
        level = min(self.burst, level + (now - at) * self.rate)
        if len(self._levels) >= MOST_ADDRESSES:
            del self._levels[next(iter(self._levels))]
        if level < 1:
            self._levels[name] = (level, now)
            return (1 - level) / self.rate
        self._levels[name] = (level - 1, now)
        return 0.0


class Gate:
    """An ASGI application around another one."""

    def __init__(
        self, app: Any, origins: frozenset[str], rate: float, burst: float, doors: Doors, relay: bytes = b""
    ) -> None:
        self._app, self._origins, self._relay, self._doors = app, origins, relay, doors
        self._requests = Bucket(rate, burst)
        self._under_way = Crowd(doors.crowd.most, doors.crowd.most_of_address)
        """Requests and open sockets by their sender, over any connection."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        is_relayed = RELAY in headers
        problem = _address_problem(scope)
        if problem is None:
            problem = self._relayed(scope, headers) if is_relayed else self._problem(scope, headers)
        client = scope["client"][0] if scope.get("client") else ""
        if problem is None:
            full = self._under_way.enter(client, is_relayed)
            problem = (429, full) if full else None
        if scope.get("method") == "HEAD":
            scope = {**scope, "method": "GET"}  # the server itself leaves the body out
        if problem is None:
            try:
                await self._app(scope, receive, with_headers(send) if scope["type"] == "http" else send)
            finally:
                self._under_way.leave(client, is_relayed)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": problem[1]})
        else:
            await say(with_headers(send), *problem)

    def _relayed(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        """A request that passed another server's gate; it keeps its caller."""
        if not self._relay or not hmac.compare_digest(headers[RELAY], self._relay):
            return 403, "only the servers of this house relay requests"
        if scope.get("client"):
            self._doors.is_server(scope["client"][0])
        scope["client"] = (headers.get(b"x-forwarded-for", b"").decode("latin-1"), 0)
        return None

    def _problem(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        if scope.get("client"):
            peer, port = scope["client"]
            scope["client"] = (self._doors.proxies.client_of(peer, scope["headers"]), port)
        origin = headers.get(b"origin", b"").decode("latin-1")
        is_unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if is_unsafe and origin and origin not in self._origins:
            return 403, "this page may not talk to this server"
        if is_unsafe and scope["type"] == "http":
            has_token = (
                headers.get(b"authorization", b"").lower().startswith(b"bearer ")
            )  # no cookie is looked at
            if headers.get(b"x-spanish21") != b"1" and not (has_token and scope["path"] == MODELS):
                return 403, "a request that changes something carries the header X-Spanish21: 1"
            length = headers.get(b"content-length", b"")
            if not length.isdigit():
                return 411, "a request with a body says how long it is"
            if int(length) > MOST_BODY:
                return 413, f"a request has at most {MOST_BODY} bytes"
        address = scope["client"][0] if scope.get("client") else ""
        wait = self._requests.wait(network_of(address))
        return (429, f"too many requests; wait {wait:.1f} seconds") if wait else None


def _address_problem(scope: Scope) -> tuple[int, str] | None:
    """The error of an address; path and query are in their normal form afterwards."""
    try:
        scope["path"] = line(scope["path"], "the address")
    except BadInput:
        return NOTHING_THERE
    if not is_address(scope["path"]):
        return NOTHING_THERE
    try:
        scope["query_string"] = cleaned_query(scope["query_string"])
    except BadInput as error:
        return 400, str(error)
    return None


def is_address(path: str) -> bool:
    """Whether there could be something at a path: a file system would stumble over any other."""
    raw = path.encode()
    return len(raw) <= MOST_PATH and max(map(len, raw.split(b"/"))) <= MOST_NAME


def with_headers(send: Send) -> Send:
    """The same, with safe headers on every response."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
        await send(message)

    return sending


async def say(send: Send, status: int, text: str) -> None:
    """Answer a request with an error of one sentence."""
    body = msgspec.json.encode({"error": text})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
