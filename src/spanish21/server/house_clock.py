"""The time of the house, which never goes back: a log's times would not increase, and clocks would stand
still.

When the machine's clock is set back, the house's continues from where it was, at the same pace; by how much
it is ahead is on record and in health. When the machine's clock is set forward again, it is followed only as
far as it makes up for that.
"""

import time
from collections.abc import Callable

NOTICED = 1_000
"""Milliseconds: a smaller step is part of how clocks are kept right, and is evened out without a word."""


def _wall() -> int:
    return round(time.time() * 1_000)


def _steady() -> int:
    return round(time.monotonic() * 1_000)


class HouseClock:
    """Milliseconds since 1970; a call gives the time."""

    def __init__(self, wall: Callable[[], int] = _wall, steady: Callable[[], int] = _steady) -> None:
        self._wall, self._steady = wall, steady
        self._last_wall, self._last_steady = wall(), steady()
        self._last = self._last_wall
        self.ahead = 0
        """By how much the house's time is ahead of the machine's clock."""
        self.set_back = 0
        """By how much the clock was set back since the last note was taken."""

    def __call__(self) -> int:
        wall, steady = self._wall(), self._steady()
        step = (wall - self._last_wall) - (steady - self._last_steady)
        self._last_wall, self._last_steady = wall, steady
        if step <= -NOTICED:
            self._goes_ahead(-step)
        elif step >= NOTICED:
            self.ahead = max(self.ahead - step, 0)
        self._last = max(self._last, wall + self.ahead)
        return self._last

    def begin_after(self, last: int) -> None:
        """The newest time on record: the clock may have been set back while no server ran."""
        now = self()
        if last - now >= NOTICED:
            self._goes_ahead(last - now)
        self._last = max(self._last, last)

    def _goes_ahead(self, step: int) -> None:
        self.ahead += step
        self.set_back += step

    def noted(self) -> int:
        """By how much the clock was set back; it counts as noted from now on."""
        found, self.set_back = self.set_back, 0
        return found
