"""Progress while something is computed: one line on the terminal, rewritten and then erased."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from spanish21.cli.signs import readable

_USUAL_WIDTH = 80


class _Line:
    """The last line of the standard error; `width` is how much of it is written, None while not in use."""

    width: int | None = None

    def write(self, text: str) -> None:
        text = readable(text)[: columns_of_errors() - 1]
        sys.stderr.write("\r" + text.ljust(self.width or 0) + "\r" * (not text))
        sys.stderr.flush()
        self.width = len(text)


_LINE = _Line()


def columns_of_errors() -> int:
    """How wide the terminal is to which errors go."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL_WIDTH
    except (OSError, ValueError):
        return _USUAL_WIDTH


def tell(message: str) -> None:
    """Show progress, never among the results: in the line of `progress`, if that is in use."""
    if not sys.stderr.isatty():
        return
    if _LINE.width is None:
        click.echo(message, err=True)
    else:
        _LINE.write(message)


def tell_or_print(message: str) -> None:
    """The same, but on a pipe too: for slow steps, once each."""
    if sys.stderr.isatty():
        tell(message)
    else:
        click.echo(message, err=True)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Within this context, progress is one line, erased before the results are printed."""
    _LINE.width = 0
    try:
        yield tell
    finally:
        if _LINE.width:
            _LINE.write("")
        _LINE.width = None
