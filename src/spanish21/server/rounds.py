"""Rounds that were played, as everybody may see them."""

from typing import Any

import sqlalchemy as sa

from spanish21.game.events import LOG_VERSION
from spanish21.game.seen import seen
from spanish21.server import schema
from spanish21.server.reading import events_of, rows, rows_of_table
from spanish21.server.sealing import MasterKey

NOBODY = ""


def rounds_of(connection: sa.Connection, table_id: str, last: int) -> list[dict[str, Any]]:
    """The last rounds of a table."""
    found = rows_of_table(connection, schema.rounds, table_id, newest=last)
    return [
        {
            "number": row.number,
            "first": row.first_seq,
            "last": row.last_seq,
            "version": row.version,
            "rules_digest": row.rules_digest,
        }
        for row in found
    ]


def round_events(
    connection: sa.Connection, table_id: str, number: int, master: MasterKey
) -> dict[str, Any] | None:
    """A round's events as a stranger may see them; None if there is no such round."""
    rounds = schema.rounds
    place = (rounds.c.table_id == table_id, rounds.c.number == number)
    row = connection.execute(sa.select(rounds).where(*place)).one_or_none()
    if row is None:
        return None

    def key_of(shoe: int) -> bytes:
        return master.shoe_key(table_id, shoe)

    of_round = list(rows(connection, table_id, row.first_seq - 1, row.last_seq))
    found = [
        {"seq": one.seq, "event": seen(event, NOBODY)}
        for one, event in zip(of_round, events_of(of_round, key_of, LOG_VERSION), strict=True)
    ]
    return {"number": number, "first": row.first_seq, "last": row.last_seq, "events": found}
