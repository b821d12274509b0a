"""The operating system's random bytes, fetched some thousands at a time.

Each byte is given out once. A call to the system lets other threads run first; with five calls a command that
was a tenth of a busy server's time.
"""

import os
import threading
from collections.abc import Callable

AT_A_TIME = 4_096


class Entropy:
    """Random bytes of the operating system; safe to use from several threads."""

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._lock = threading.Lock()
        self._bytes, self._at = b"", 0
        if hasattr(os, "register_at_fork"):  # else no process can fork, and the store says what is missing
            os.register_at_fork(after_in_child=self._forget)

    def __call__(self, size: int) -> bytes:
        """That many random bytes, handed out once."""
        if size > AT_A_TIME:
            return self._source(size)
        with self._lock:
            if self._at + size > len(self._bytes):
                self._bytes, self._at = self._source(AT_A_TIME), 0
            self._at += size
            return self._bytes[self._at - size : self._at]

    def _forget(self) -> None:
        """A child process must not give out the same bytes as its parent."""
        self._lock = threading.Lock()
        self._bytes, self._at = b"", 0


random_bytes = Entropy()
"""The server's source of salts and nonces; keys and shoes ask the system itself."""
