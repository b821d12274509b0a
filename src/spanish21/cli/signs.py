"""Signs on the terminal: cards, currencies and dashes as they are, or in letters without UTF-8."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

PLAIN = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "▶": ">", "▒": "?", "·": "-", "–": "-", "…": "...", "£": "GBP"}
    | {"≠": "*", "☐": "[ ]", "→": "->", "×": "x"}
)
"""What replaces a sign that the terminal cannot show."""


class PlainStream:
    """A terminal that cannot show every sign: text written to it is converted to letters."""

    encoding = "utf-8"  # click bypasses a stream whose encoding is ascii

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(text.translate(PLAIN))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def plain_where_needed() -> Iterator[None]:
    """Within this context, output to a terminal without UTF-8 is printed in letters."""
    streams = sys.stdout, sys.stderr
    if sys.stdout is not None and sys.stdout.isatty() and not shows_signs():
        sys.stdout, sys.stderr = (cast(TextIO, PlainStream(stream)) for stream in streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def shows_signs() -> bool:
    """Whether the output can show the signs of suits: it is UTF-8, and the locale does not deny it."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    if isinstance(sys.stdout, PlainStream) or encoding.lower().replace("-", "") != "utf8":
        return False
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), "")
    named = locale.lower().replace("-", "").partition("@")[0]
    return not sys.stdout.isatty() or not named or named.endswith("utf8")


def readable(text: str) -> str:
    """The text as the terminal can show it: without UTF-8, letters for the suits."""
    return text if text.isascii() or shows_signs() else text.translate(PLAIN)
