"""Older logs brought up to date: numbered functions on the raw JSON of one event, applied in order.

`UPCASTERS[n]` turns an event of version n into one of version n + 1: a dict into a dict, before any struct is
made. `upcast` itself sets the `version` that a log begins or goes on with. Once version n + 1 is released,
its upcaster is not changed any more; nor does it read today's code, for it writes what that version was.
"""

from collections.abc import Callable, Mapping
from typing import Any

from spanish21.game.events import LOG_VERSION

Raw = dict[str, Any]

VERSIONED = ("TableSetUp", "LogContinued")
"""The events that say in which version the log is written."""


def from_0(event: Raw) -> Raw:
    """Version 0 had no version, and rounds ended without a digest."""
    return {"digest": None, **event} if event.get("type") == "CardsCollected" else event


UPCASTERS: Mapping[int, Callable[[Raw], Raw]] = {0: from_0}
"""Version -> what brings an event of it to the next version."""


def upcast(event: Raw, version: int) -> Raw:
    """An event of an older version as it would be written now."""
    for older in range(version, LOG_VERSION):
        event = UPCASTERS[older](event)
    return {**event, "version": LOG_VERSION} if event.get("type") in VERSIONED else event
