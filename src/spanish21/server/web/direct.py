"""uvicorn's socket with a short way out: a text goes straight to the transport while the reader keeps up.

Five people hear of every command. On the usual way each text wakes a task and passes three layers, which took
a fifth of a busy server's time. Slow readers get their messages the usual way, which waits.
"""

import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from spanish21.server.web.doors import Doors

EXTENSION = "spanish21.direct"
WHOLE_TEXT = 0x81
"""The first byte of a frame with a whole text; frames from a server have no mask (RFC 6455, 5.2)."""


class DirectSocket(WebSocketsSansIOProtocol):
    """A socket that the application finds in its scope, under `extensions`."""

    def __init__(self, *given: Any, doors: Doors, **named: Any) -> None:
        super().__init__(*given, **named)
        self._doors = doors

    def connection_lost(self, exc: Exception | None) -> None:
        self._doors.closed(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        extensions: Any = self.scope.setdefault("extensions", {})
        extensions[EXTENSION] = self
        await super().run_asgi()

    def say(self, *texts: bytes) -> bool:
        """Send texts immediately; False, and nothing is sent, if they must wait or the socket is closing."""
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set() or self.transport.is_closing():
            return False
        if len(texts) == 1:
            self.transport.write(frame_head(len(texts[0])) + texts[0])
        else:  # each write is a call to the system
            self.transport.write(b"".join([part for text in texts for part in (frame_head(len(text)), text)]))
        return True


def frame_head(size: int) -> bytes:
    """The frame header of a text of that many bytes."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 65_536:
        return struct.pack(">BBH", WHOLE_TEXT, 126, size)
    return struct.pack(">BBQ", WHOLE_TEXT, 127, size)
