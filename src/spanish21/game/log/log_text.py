"""A whole log read line by line, of any version."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from spanish21.errors import BadInput, one_line
from spanish21.game.events import LOG_VERSION, Event
from spanish21.game.log.upcasting import upcast
from spanish21.game.log.wire import Text, event_of, json_of, problem_of_event, read


class _Head(msgspec.Struct):
    """As much of a line as says in which version it and those after it are written."""

    type: Any = None
    version: Any = None


NOT_BEGUN = -1
"""The version of a log before its first line."""

_head = msgspec.json.Decoder(_Head)
_raw = msgspec.json.Decoder(dict[str, Any])


def read_log(lines: Iterable[Text]) -> Iterator[Event]:
    """The events of a log, one JSON object a line, in the form of today; `BadInput` names the line."""
    version = NOT_BEGUN
    for number, line in enumerate(lines, start=1):
        try:
            event, version = next_event(line, version)
        except BadInput as error:
            raise BadInput(f"line {number}: {error}") from None
        yield event
    if version < 0:
        raise BadInput("the log is empty; its first line must be a TableSetUp")


def next_event(line: Text, version: int) -> tuple[Event, int]:
    """The event of a line that follows on a log of a version, and the version in which the log continues."""
    head = read(line, _head, problem_of_event)
    version = _version_of_log(head) if version == NOT_BEGUN else _version_after(head, version)
    return event_of(line) if version == LOG_VERSION else _upcast_event(line, version), version


def written_log(events: Iterable[Event]) -> Iterator[bytes]:
    """The lines of a log, each with the line feed that ends it."""
    for event in events:
        yield json_of(event) + b"\n"


def _upcast_event(line: Text, version: int) -> Event:
    """An event of an older version; errors are described as for an event of today."""
    return event_of(msgspec.json.encode(upcast(read(line, _raw, problem_of_event), version)))


def _version_of_log(head: _Head) -> int:
    """The version that the first line names; the logs of before there were versions are version 0."""
    if head.type != "TableSetUp":
        raise BadInput(f"a log begins with a TableSetUp, not with {_shown(head.type)}")
    return 0 if head.version is None else _known_version(head.version)


def _version_after(head: _Head, version: int) -> int:
    """The version of a later line."""
    if head.type == "TableSetUp":
        raise BadInput("a TableSetUp stands only at the beginning of a log")
    if head.type != "LogContinued":
        return version
    continued = _known_version(head.version)
    if continued < version:
        raise BadInput(f"a log of version {version} cannot continue in version {continued}")
    return continued


def _known_version(version: object) -> int:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadInput(f"version must be a whole number from 1 up, not {_shown(version)}")
    if version > LOG_VERSION:
        raise BadInput(
            f"the log is of version {version}, and this program reads versions up to {LOG_VERSION}; "
            "a newer release reads it"
        )
    return version


def _shown(value: object) -> str:
    return one_line(value if isinstance(value, str) else msgspec.json.encode(value).decode())[:60]
