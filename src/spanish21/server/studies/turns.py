"""Who has the worker next: people take turns, however many questions each of them has asked."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from spanish21.errors import BadInput

TOO_MUCH = "the analyser has too much to do; try again in a minute"


class Unavailable(BadInput):
    """The analyser is not installed, or has too much to do."""


class Turns:
    """A line for each asker. The lines are served in turn, each from its front; all of them together have a
    bound, and when it is reached the longest line gives up its last place to a person with fewer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._is_taken = False
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def waiting(self) -> int:
        """How many wait, of all askers."""
        return sum(map(len, self._lines.values()))

    @asynccontextmanager
    async def turn(self, asker: str) -> AsyncIterator[None]:
        """Wait for a turn, and let the next one have theirs afterwards; or `Unavailable`."""
        if self._is_taken:
            await self._wait(asker)
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, asker: str) -> None:
        if self.waiting >= self._most:
            self._make_room(asker)
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.exception() is None:
                self._pass_on()  # the turn came as the asker went
            self._forget(asker, place)
            raise

    def _make_room(self, asker: str) -> None:
        longest = max(self._lines, key=lambda name: len(self._lines[name]))
        if len(self._lines[longest]) <= len(self._lines.get(asker, ())) + 1:
            raise Unavailable(TOO_MUCH)
        place = self._lines[longest][-1]
        self._forget(longest, place)
        if not place.done():
            place.set_exception(Unavailable(TOO_MUCH))

    def _forget(self, asker: str, place: "asyncio.Future[None]") -> None:
        line = self._lines.get(asker)
        if line is not None:
            with contextlib.suppress(ValueError):
                line.remove(place)
            if not line:
                del self._lines[asker]

    def _pass_on(self) -> None:
        """The next line's first has the turn; that line comes last from now on."""
        while self._lines:
            asker = next(iter(self._lines))
            line = self._lines.pop(asker)
            place = line.popleft()
            if line:
                self._lines[asker] = line
            if not place.done():
                place.set_result(None)
                return
        self._is_taken = False
