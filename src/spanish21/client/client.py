"""A client for live tables: HTTP for the house, a socket for a table. It survives a restart of the server.

async with Client("http://127.0.0.1:8021") as client:
    await client.come_as_guest()
    table = await client.open_table("maryland", "My table", ready_seconds=0)
    async with client.at(table) as seat:
        await seat.turn(lambda state: ("Join", {"chips": 200_00, "seat": 1}))

A table moves on between two commands, so a command may be `stale` when it arrives. `turn` then chooses
again from the newer state; `command` sends once and reports it. docs/programs.md has a whole
player.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from spanish21.client.answer import Answer
from spanish21.client.own_seeds import SeedKeeper
from spanish21.client.patching import merged
from spanish21.client.protocol import PROTOCOL
from spanish21.errors import Spanish21Error

WAITS = (0.1, 0.3, 0.7, 1.5, 3.0)
SECONDS = 30.0
PATIENCE = 600.0
"""How long a table may take to respond, in seconds."""
NOT_OF_STATE = ("type", "protocol", "events")

Choose = Callable[[dict[str, Any]], tuple[str, dict[str, Any]] | None]
"""From the state, the command to send and its fields; None while there is nothing to send."""


OLDER = "this client and the server are of different versions; install the server's version of spanish21"


class ServerSaid(Spanish21Error):
    """The server's no to a request; `status` is the HTTP status, 0 when it could not be reached."""

    def __init__(self, text: str, status: int = 0) -> None:
        super().__init__(text)
        self.status = status


class Client:
    """A person's connection to a server."""

    def __init__(self, url: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.url = url.rstrip("/")
        headers = {"X-Spanish21": "1"}
        self._http = httpx.AsyncClient(
            base_url=f"{self.url}/api",
            headers=headers,
            timeout=SECONDS,
            transport=transport,
            verify=not self.url.startswith("http:"),  # certificates take a while to be read
        )

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON that the server answers, or `ServerSaid`."""
        try:
            json = {} if body is None and method != "GET" else body
            response = await self._http.request(method, path, json=json if method != "GET" else None)
        except httpx.HTTPError as error:
            raise ServerSaid(f"{self.url} does not answer: {error or type(error).__name__}") from None
        if response.status_code == 204:
            return None
        try:
            found = response.json()
        except ValueError:
            raise ServerSaid(f"{self.url} is not a Spanish 21 server", response.status_code) from None
        if response.status_code >= 400:
            text = found.get("error") or " ".join(found.get("errors", ())) or "the server said no"
            raise ServerSaid(str(text), response.status_code)
        return found

    async def come_as_guest(self) -> dict[str, Any]:
        """Play immediately, with play chips."""
        return dict(await self.request("POST", "/guest"))

    async def log_in(self, name: str, password: str) -> dict[str, Any]:
        """Log in to an account."""
        return dict(await self.request("POST", "/login", {"name": name, "password": password}))

    async def me(self) -> dict[str, Any]:
        """Who is logged in."""
        return dict(await self.request("GET", "/me"))

    async def tables(self) -> list[dict[str, Any]]:
        """All open tables."""
        return list(await self.request("GET", "/tables"))

    async def open_table(self, book: str, name: str, **policy: Any) -> str:
        """Open a table; its id."""
        found = await self.request("POST", "/tables", {"book": book, "name": name, "policy": policy})
        return str(found["id"])

    def at(self, table_id: str, role: str = "", seeds: SeedKeeper | None = None) -> "TableClient":
        """The socket of a table; with `seeds` its keeper has a part in every shuffle."""
        return TableClient(self, table_id, role, seeds)


class TableClient:
    """One table as one person sees it; `state` is the latest."""

    def __init__(
        self, client: Client, table_id: str, role: str = "", seeds: SeedKeeper | None = None
    ) -> None:
        self.client, self.table_id, self.role, self.seeds = client, table_id, role, seeds
        self.state: dict[str, Any] = {}
        self.said_bye = ""
        self.trouble: Spanish21Error | None = None
        """Why the table cannot be followed; raised to callers that wait for it."""
        self.heard: Callable[[dict[str, Any], bytes], None] = lambda message, raw: None
        """Called with every message, for tests and for programs that show events."""
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[bytes, asyncio.Future[dict[str, Any]]]] = {}
        self._news = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._first, self._count, self._tries = secrets.token_hex(4), 0, 0

    async def __aenter__(self) -> "TableClient":
        self._task = asyncio.create_task(self._run())
        await self.until(lambda state: bool(state))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # -- sending

    async def command(self, name: str, **fields: Any) -> Answer:
        """Send a command based on the latest state; it is sent again after a lost connection."""
        found = await self.say("command", seq=self.state["seq"], command={"type": name, **fields})
        known = {field: value for field, value in found.items() if field not in ("type", "id")}
        return msgspec.convert(known, Answer)

    async def turn(self, choose: Choose, seconds: float = PATIENCE) -> Answer:
        """Send the command that `choose` returns for the state; returns its answer. While it is None, wait
        for the table to change; if the command arrives too late, choose again."""
        while True:
            seq, chosen = self.state["seq"], choose(self.state)
            if chosen is not None:
                answer = await self.command(chosen[0], **chosen[1])
                if not answer.stale:
                    return answer
            else:
                await self.until(lambda state, seq=seq: bool(state["seq"] != seq), seconds)  # type: ignore[misc]

    async def why_not(self, name: str, **fields: Any) -> dict[str, Any]:
        """Why a command would be refused; reason "" if it would not."""
        return await self.say("why_not", command=name, fields=fields)

    async def say(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        self._count += 1
        id = f"{self._first}-{self._count}"
        text = msgspec.json.encode({"type": kind, "id": id, **message})
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[id] = (text, future)
        try:
            await self._send(text)
            return await future
        finally:
            self._pending.pop(id, None)

    async def send_raw(self, text: str | bytes) -> None:
        """Send anything, for tests."""
        if self._socket is not None:
            await self._socket.send(text)

    async def _send(self, text: bytes) -> None:
        if self._socket is not None and self.state:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._socket.send(text.decode())

    # -- receiving

    async def until(
        self, is_so: Callable[[dict[str, Any]], bool], seconds: float = SECONDS
    ) -> dict[str, Any]:
        """Wait until the state satisfies a condition."""
        async with self._news:
            await asyncio.wait_for(
                self._news.wait_for(lambda: bool(self.trouble) or is_so(self.state)), seconds
            )
        if self.trouble is not None:
            raise self.trouble
        return self.state

    async def _run(self) -> None:
        while self.trouble is None:
            with contextlib.suppress(ServerSaid, OSError, websockets.WebSocketException):
                await self._connected()
            self._socket = None
            await asyncio.sleep(WAITS[min(self._tries, len(WAITS) - 1)])
            self._tries += 1

    async def _ticket(self) -> str:
        """A ticket, which opens one socket."""
        return str((await self.client.request("POST", f"/tables/{self.table_id}/ticket"))["ticket"])

    async def _connected(self) -> None:
        ticket = await self._ticket()
        address = self.client.url.replace("http", "ws", 1)
        role = f"&as={self.role}" if self.role else ""
        seen = f"&seq={self.state['seq']}" if self.state else ""
        url = f"{address}/api/tables/{self.table_id}/socket?ticket={ticket}&protocol={PROTOCOL}{role}{seen}"
        async with connect(url, compression=None, max_size=2**22, proxy=None) as socket:
            self._socket = socket
            async for raw in socket:
                await self._hear(raw.encode() if isinstance(raw, str) else raw)

    async def _hear(self, raw: bytes) -> None:
        message = msgspec.json.decode(raw)
        kind = message["type"]
        if kind in ("whole", "bye") and message.get("protocol", PROTOCOL if kind == "bye" else 0) != PROTOCOL:
            self.trouble = Spanish21Error(OLDER)
        elif kind == "whole":
            self._tries = 0
            self.state = {name: value for name, value in message.items() if name not in NOT_OF_STATE}
            for text, _ in list(self._pending.values()):
                await self._send(text)
        elif kind == "change":
            for step in message["steps"]:
                self.state = merged(self.state, step["patch"])
            self.state = {**merged(self.state, message["then"]), "seq": message["seq"]}
        elif kind == "bye":
            self.said_bye = message["text"]
        elif message.get("id") in self._pending:
            future = self._pending[message["id"]][1]
            if not future.done():
                future.set_result(message)
        if self.seeds is not None:
            for text in self.seeds.messages(message, self.state):
                await self._send(text)
        self.heard(message, raw)
        async with self._news:
            self._news.notify_all()
