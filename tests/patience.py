"""Waiting for a condition: tests look again after a moment, and give up only where a machine must be stuck.

test_patience.py sees to it that nothing else sleeps, but for a list with reasons.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

MOMENT = 0.01
PATIENCE = 600.0
"""In seconds: far longer than anything takes, on a machine with much else to do."""


def nothing() -> str:
    return "it never came to that"


async def moments(seen: Callable[[], Any] = nothing) -> AsyncIterator[None]:
    """Again and again, a moment apart, until the caller has what it waits for; `seen` is what it saw last."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        yield
        await asyncio.sleep(MOMENT)
    raise AssertionError(seen())


async def until(is_so: Callable[[], bool]) -> None:
    async for _ in moments():
        if is_so():
            return


def wait_until(is_so: Callable[[], bool], moment: Callable[[], Any] = lambda: time.sleep(MOMENT)) -> None:
    """The same without a loop of events; `moment` is what passes the time in between."""
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends, nothing()
        moment()
