"""Rounds that were played, as everybody may see them."""

from typing import Any

import sqlalchemy as sa

from spanish21.game.events import LOG_VERSION
from spanish21.game.seen import seen
from spanish21.server.log.seals import MasterKey
from spanish21.server.store import schema
from spanish21.server.store.reader import events_of, rows, rows_of_table

NOBODY = ""


def round_place(round_id: str) -> tuple[str, int]:
    """The table and the number that a round's id names; a number of 0 is no round's."""
    table_id, _, number = round_id.rpartition("-")
    return table_id, int(number) if number.isdecimal() and len(number) < 16 else 0


def rounds_of(connection: sa.Connection, table_id: str, last: int) -> list[dict[str, Any]] | None:
    """The last rounds of a table; None if there is no such table."""
    if not connection.scalar(sa.select(sa.func.count()).where(schema.tables.c.id == table_id)):
        return None
    found = rows_of_table(connection, schema.rounds, table_id, newest=last)
    return [
        {
            "id": f"{table_id}-{row.number}",
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
    return {
        "id": f"{table_id}-{number}",
        "number": number,
        "first": row.first_seq,
        "last": row.last_seq,
        "version": row.version,
        "rules_digest": row.rules_digest,
        "events": found,
    }
