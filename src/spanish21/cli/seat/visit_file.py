"""A visit in a file that lasts: the table's log, an event a line, written out after every command.

A file may hold several visits, one after another; each begins with its own `TableSetUp`. Nothing in it is
ever changed, except for an unfinished last line after a crash: it is cut off when the file is opened again.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from spanish21.errors import BadInput
from spanish21.game.events import Event
from spanish21.game.log.log_text import read_log, written_log

_BEGINNING = b'{"type":"TableSetUp"'


class Saved:
    """A file to which the events of a visit are appended, all those of a command together."""

    def __init__(self, path: str) -> None:
        self.path = path
        text = _text(path)
        if text and not text.startswith(_BEGINNING):
            raise BadInput(f"{path} is not a saved visit, and nothing is written to it; choose another file")
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        except (OSError, ValueError) as error:
            raise BadInput(f"{path} cannot be written: {_reason(error)}") from None
        if text and not text.endswith(b"\n"):
            os.ftruncate(self._file, text.rfind(b"\n") + 1)

    def append(self, events: Iterable[Event]) -> None:
        """Write events to the end of the file, in one piece, before anything else happens."""
        lines = b"".join(written_log(events))
        while lines:
            lines = lines[os.write(self._file, lines) :]


def last_visit(path: str) -> list[Event]:
    """The events of the last visit in a file."""
    if not Path(path).exists():
        raise BadInput(f"{path}: there is no such file; --save {path} begins a visit that can be resumed")
    text = _text(path)
    lines = text[: text.rfind(b"\n") + 1].splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith(_BEGINNING)]
    if not starts or starts[0]:
        raise BadInput(f"{path} is not a saved visit; --save writes one")
    try:
        return list(read_log(lines[starts[-1] :]))
    except BadInput as error:
        raise BadInput(f"{path}: the visit that begins in line {starts[-1] + 1}: {error}") from None


def _text(path: str) -> bytes:
    try:
        return Path(path).read_bytes() if Path(path).exists() else b""
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return error.strerror or "" if isinstance(error, OSError) else str(error)
