"""Single-use, short-lived tickets for sockets."""

import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class OneTime(Generic[T]):
    """Random texts that stand for something, each once, until it expires."""

    def __init__(self, seconds: float, most: int = 20_000) -> None:
        self._seconds, self._most = seconds, most
        self._found: dict[str, tuple[float, T]] = {}
        self._order: deque[str] = deque()

    def put(self, what: T) -> str:
        """A new text for something."""
        now = time.monotonic()
        while self._order and (
            len(self._order) >= self._most or self._found.get(self._order[0], (0.0,))[0] < now
        ):
            self._found.pop(self._order.popleft(), None)
        text = secrets.token_urlsafe(24)
        self._found[text] = (now + self._seconds, what)
        self._order.append(text)
        return text

    def forget(self, is_so: Callable[[T], bool]) -> None:
        """Invalidate the tickets with these texts."""
        for text in [text for text, (_, what) in self._found.items() if is_so(what)]:
            del self._found[text]

    def take(self, text: str) -> T | None:
        """The ticket of a text, which can be used once."""
        ends, what = self._found.pop(text, (0.0, None))
        return what if ends >= time.monotonic() else None
