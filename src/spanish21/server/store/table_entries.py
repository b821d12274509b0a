"""Rows of `tables` and their entries in the house's log."""

from typing import Any

from spanish21.server.log.authority_fold import text_digest
from spanish21.server.log.house_events import TableOpened


def opening_of(row: dict[str, Any]) -> TableOpened:
    """The event that opens a table."""
    submission = text_digest(row["submission"])
    named = {name: row[name] for name in ("number", "book", "name", "policy", "created")}
    return TableOpened(
        **named, table=row["id"], submission=submission, rules=row["rules_digest"], by=row["opened_by"]
    )
