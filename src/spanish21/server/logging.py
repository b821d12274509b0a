"""Structured logs on the standard error: a line of JSON each, without secrets."""

import logging
import sys

import structlog


def logs_as_json(level: int = logging.INFO) -> None:
    """Write what the server has to say to the standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
