"""A WebSocket client that costs next to nothing: a protocol of asyncio, frames taken apart by hand.

Only the frames that the server's socket sends: whole text frames, pings and a close. The mask is all zeros,
which is a mask like any other and leaves the payload as it is.
"""

import asyncio
import struct
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = b"\0\0\0\0"


class Wire(asyncio.Protocol):
    """One socket; `heard` gets every text, `lost` hears of the end."""

    def __init__(self, request: bytes, heard: Callable[[memoryview], None], lost: Callable[[], None]) -> None:
        self._request, self._heard, self._lost = request, heard, lost
        self._rest = b""
        self._is_open = False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at = 0
        if not self._is_open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(data[:at].decode("latin-1"))
            self._is_open = True
        view, size = memoryview(data), len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                start += 2
                length = struct.unpack_from(">H", data, at + 2)[0] if size >= start else size
            elif length == 127:
                start += 8
                length = struct.unpack_from(">Q", data, at + 2)[0] if size >= start else size
            if start + length > size:
                break
            self._frame(data[at] & 0x0F, view[start : start + length])
            at = start + length
        self._rest = data[at:]

    def _frame(self, kind: int, payload: memoryview) -> None:
        if kind == TEXT:
            self._heard(payload)
        elif kind == PING:
            self._write(PONG, bytes(payload))
        elif kind == CLOSE:
            self._transport.close()

    def say(self, text: bytes) -> None:
        """Send a text."""
        self._write(TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes((0x80 | kind, 0x80 | size)) if size < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
        )
        self._transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        """End the connection."""
        self._transport.close()


async def connected(
    host: str, port: int, path: str, heard: Callable[[memoryview], None], lost: Callable[[], None]
) -> Wire:
    """A socket at an address."""
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: c3BhbmlzaDIxIGxvYWQgIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(request.encode(), heard, lost), host, port)
    return wire
