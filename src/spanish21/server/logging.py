"""Structured logs on the standard error: a line of JSON each, without secrets and without personal data.

The message of an error may quote a person's input, or a row of the database. So a log names its kind and the
lines of code that it came through; its words are there only if they are the house's own.
"""

import logging
import sys
import traceback
from typing import Any

import msgspec
import psycopg
import sqlalchemy as sa
import structlog

from spanish21.errors import BadInput, Spanish21Error


def logs_as_json(level: int = logging.INFO) -> None:
    """Write the messages of the server, and of its libraries, to the standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.ExceptionRenderer(_of_exc_info),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OfLibraries())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def words_of(error: BaseException) -> str:
    """The publishable part of an error: its kind, and details that reveal nothing about a person."""
    kind = type(error).__name__
    if isinstance(error, sa.exc.DBAPIError) and error.orig is not None:
        return f"{kind}: {words_of(error.orig)}"
    if isinstance(error, psycopg.Error):
        return " ".join(filter(None, (kind, error.sqlstate, error.diag.constraint_name)))
    name = getattr(error, "sqlite_errorname", "")
    if name:
        return f"{kind}: {name}"
    if isinstance(error, OSError) and error.strerror:
        return f"{kind}: {error.strerror}"
    is_own = isinstance(error, Spanish21Error) and not isinstance(error, BadInput)
    return f"{kind}: {error}" if is_own else kind


def traced(error: BaseException) -> str:
    """An error's path through the code, and its causes."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = f"{traced(earlier)}\n" if earlier is not None else ""
    return f"{before}{''.join(traceback.format_tb(error.__traceback__))}{words_of(error)}"


def _of_exc_info(exc_info: Any) -> str:
    return traced(exc_info[1]) if exc_info and exc_info[1] is not None else ""


class _OfLibraries(logging.Formatter):
    """A record of Python's own logging in the same form. Its arguments are left out: they may be anything."""

    def format(self, record: logging.LogRecord) -> str:
        found = {"event": str(record.msg), "level": record.levelname.lower(), "logger": record.name}
        if record.exc_info:
            found["exception"] = _of_exc_info(record.exc_info)
        return msgspec.json.encode(found).decode()
