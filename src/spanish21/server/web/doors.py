"""The doors of a server: how many connections there may be, and how long half a request may take.

Each socket costs a file descriptor, even if nothing is ever sent over it, and the store needs some of them.
So connections are counted as they are opened, a reserve is left, and a head or a body that does not arrive
in time ends its connection.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from spanish21.errors import BadInput
from spanish21.server.web.crowd import Crowd
from spanish21.server.web.forwarded import Proxies

HEAD_SECONDS, BODY_SECONDS = 10.0, 20.0
"""How long the head of a request, and then its body, may take to arrive."""
RESERVE = 150
"""File descriptors reserved for other uses than connections: the store's, the workers', open files."""
MOST_CONNECTIONS, FEWEST_CONNECTIONS = 20_000, 50
CONNECTIONS_OF_ADDRESS = 200
FULL = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"


def room() -> int:
    """How many connections leave the reserve alone. The limit of open files is raised as far as the system
    lets it; a limit too low for any service is refused."""
    import resource  # POSIX alone has it, and the store says so first

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + RESERVE
    if soft < wanted or soft == resource.RLIM_INFINITY:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft < RESERVE + FEWEST_CONNECTIONS:
        needed = RESERVE + FEWEST_CONNECTIONS
        raise BadInput(f"a server needs {needed} open files, and the limit is {soft}; raise `ulimit -n`")
    return min(soft - RESERVE, MOST_CONNECTIONS)


class Doors:
    """All connections of a server by where they come from."""

    def __init__(self, most: int, most_of_address: int, proxies: Proxies) -> None:
        self.crowd = Crowd(most, min(most_of_address, max(most // 2, 1)))
        self.proxies = proxies
        self.head_seconds, self.body_seconds = HEAD_SECONDS, BODY_SECONDS
        self._servers: set[str] = set()
        self._open: dict[Any, tuple[str, bool]] = {}

    def is_server(self, peer: str) -> None:
        """Behind this address is a server of the house: it has shown the house's token."""
        self._servers.add(peer)

    def opened(self, transport: Any, peer: str) -> bool:
        """Count a new connection; False if the limit is reached."""
        is_one_of_many = peer in self._servers or self.proxies.is_one(peer)
        if self.crowd.enter(peer, is_one_of_many):
            return False
        self._open[transport] = (peer, is_one_of_many)
        return True

    def closed(self, transport: Any) -> None:
        """A connection is over, in any state."""
        entry = self._open.pop(transport, None)
        if entry is not None:
            self.crowd.leave(*entry)


class GuardedHttp(H11Protocol):
    """uvicorn's connection, which is counted, and ends when half a request takes too long."""

    def __init__(self, *given: Any, doors: Doors, **named: Any) -> None:
        super().__init__(*given, **named)
        self._doors = doors
        self._awaited: object = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._doors.opened(transport, self.client[0] if self.client else ""):
            self._watch()
        else:
            transport.write(FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._await(None)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._await(None)
        self._doors.closed(self.transport)
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Begin, keep or end the time for the rest of a head, or of a body."""
        if self.transport.get_protocol() is self:  # else it has become a socket
            self._await(self.conn.their_state if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) else None)

    def _await(self, what: object) -> None:
        if what is self._awaited:
            return
        self._awaited = what
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if what is not None:
            seconds = self._doors.body_seconds if what is h11.SEND_BODY else self._doors.head_seconds
            self._deadline = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()
