"""The gate, request by request, without a server around it: every limit at its edge."""

import asyncio
import json
from typing import Any

import pytest

from spanish21.server.web import gate
from spanish21.server.web.doors import Doors
from spanish21.server.web.forwarded import Proxies
from spanish21.server.web.gate import HEADERS, Bucket, Gate, is_address

OURS = "https://house.example"


class Behind:
    """What is behind the gate: it hears the scopes that came through."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.heard.append(scope)
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})


def at_gate(behind: Behind, relay: bytes = b"", rate: float = 1_000.0) -> Gate:
    return Gate(behind, frozenset((OURS,)), rate, rate, Doors(1_000, 1_000, Proxies()), relay)


def sent(
    at: Gate, method: str = "POST", path: str = "/api/guest", kind: str = "http", **headers: str
) -> list[Any]:
    """What the gate, or what is behind it, sends back to a request."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "method": method, "path": path, "query_string": b"", "headers": raw}
    scope["client"] = ("10.0.0.1", 5)
    if kind == "websocket":
        del scope["method"]
    said: list[Any] = []

    async def main() -> None:
        async def receive() -> None: ...

        async def send(message: Any) -> None:
            said.append(message)

        await at(scope, receive, send)

    asyncio.run(main())
    return said


def status(at: Gate, **asked: str) -> int:
    return int(sent(at, **{"x_spanish21": "1", "content_length": "2", **asked})[0]["status"])


def test_a_request_passes_up_to_the_largest_and_not_beyond() -> None:
    at = at_gate(Behind())
    assert status(at, content_length="65536") == 200
    answer = sent(at, x_spanish21="1", content_length="65537")
    assert answer[0]["status"] == 413
    assert json.loads(answer[1]["body"]) == {"error": "a request has at most 65536 bytes"}
    assert dict(answer[0]["headers"])[b"content-length"] == str(len(answer[1]["body"])).encode()
    assert [status(at, content_length=length) for length in ("", "x", "-1")] == [411, 411, 411]
    assert sent(at, x_spanish21="1")[0]["status"] == 411
    assert sent(at, content_length="2")[0]["status"] == 403
    assert status(at, x_spanish21="2") == 403


def test_an_address_has_its_limits() -> None:
    name = "n" * 200
    assert is_address(f"/{name}")
    assert not is_address(f"/{name}n")
    longest = "/abc" * 250
    assert is_address(longest)
    assert not is_address(f"{longest}d")
    assert sent(at_gate(Behind()), "GET", "/a\0b")[0]["status"] == 404
    assert sent(at_gate(Behind()), "GET", f"/{name}n")[0]["status"] == 404


def test_only_our_own_pages_change_anything() -> None:
    behind = Behind()
    at = at_gate(behind)
    assert status(at, origin=OURS) == 200
    assert status(at, origin="https://evil.example") == 403
    assert [
        sent(at, method, origin="https://evil.example")[0]["status"] for method in ("GET", "HEAD", "OPTIONS")
    ] == [*(200, 200, 200)]
    assert [scope["method"] for scope in behind.heard] == ["POST", "GET", "GET", "OPTIONS"]
    assert sent(at, kind="websocket", origin="https://evil.example") == [
        {"type": "websocket.close", "code": 4403, "reason": "this page may not talk to this server"}
    ]
    assert sent(at, kind="websocket", origin=OURS) == []
    assert behind.heard[-1]["type"] == "websocket"


def test_every_answer_has_the_safe_headers_once() -> None:
    at = at_gate(Behind())
    for answer in (sent(at, "GET"), sent(at)):
        names = [name for name, _ in answer[0]["headers"]]
        assert all(names.count(name) == 1 for name, _ in HEADERS)
    assert (b"a", b"b") in sent(at, "GET")[0]["headers"]


def test_only_servers_of_the_house_relay() -> None:
    behind = Behind()
    at = at_gate(behind, relay=b"secret", rate=0.001)
    passed = {"x_spanish21_relay": "secret", "x_forwarded_for": "10.9.9.9"}
    for _ in range(3):  # whoever asked was counted at the other gate
        assert sent(at, "GET", **passed)[0]["status"] == 200
    assert behind.heard[-1]["client"] == ("10.9.9.9", 0)
    assert sent(at, "GET", x_spanish21_relay="other")[0]["status"] == 403
    assert sent(at_gate(behind), "GET", x_spanish21_relay="")[0]["status"] == 403


def test_a_bucket_fills_again_as_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(gate.time, "monotonic", lambda: now)
    bucket = Bucket(rate=2.0, burst=3.0)
    assert [bucket.wait("ann") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert bucket.wait("bob") == 0.0
    now += 0.25
    assert bucket.wait("ann") == 0.25
    now += 0.25
    assert [bucket.wait("ann"), bucket.wait("ann")] == [0.0, 0.5]
    now += 1_000.0
    assert [bucket.wait("ann") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_a_bucket_forgets_who_came_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate.time, "monotonic", lambda: 100.0)
    monkeypatch.setattr(gate, "MOST_ADDRESSES", 2)
    bucket = Bucket(rate=1.0, burst=1.0)
    assert [bucket.wait(name) for name in ("ann", "bob", "ann", "cid")] == [0.0, 0.0, 1.0, 0.0]
    assert bucket.wait("ann") == 1.0
    assert bucket.wait("bob") == 0.0


def test_too_many_requests_are_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate.time, "monotonic", lambda: 100.0)
    at = at_gate(Behind(), rate=1.0)
    assert status(at) == 200
    answer = sent(at, x_spanish21="1", content_length="2")
    assert (answer[0]["status"], dict(answer[0]["headers"])[b"retry-after"]) == (429, b"1")
    assert "too many requests; wait 1.0 seconds" in answer[1]["body"].decode()
