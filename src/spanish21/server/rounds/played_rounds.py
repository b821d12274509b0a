"""Finished rounds, as everyone may see them."""

from collections.abc import Mapping

import sqlalchemy as sa

from spanish21.game.events import Event
from spanish21.game.table import Table
from spanish21.game.view import view
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.server.answers import RoundName, RoundSteps
from spanish21.server.log.seals import MasterKey
from spanish21.server.rounds.round_notation import LogWalk
from spanish21.server.store import schema
from spanish21.server.store.store_reader import rows_of_table
from spanish21.server.table.steps import STRANGER, steps_of


def round_place(round_id: str) -> tuple[str, int]:
    """The table and the number that a round's id names; 0 is never a round's number."""
    table_id, _, number = round_id.rpartition("-")
    return table_id, int(number) if number.isdecimal() and len(number) < 16 else 0


def rounds_of(connection: sa.Connection, table_id: str, last: int) -> list[RoundName] | None:
    """The last rounds of a table; None if the table does not exist."""
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


def round_as_it_was(
    connection: sa.Connection, table_id: str, number: int, master: MasterKey
) -> tuple[Table, list[Event], int] | None:
    """The table before a finished round, its events, and the number of the first; for the house alone."""
    rounds = schema.rounds
    place = (rounds.c.table_id == table_id, rounds.c.number == number, rounds.c.last_seq.is_not(None))
    row = connection.execute(sa.select(rounds).where(*place)).one_or_none()
    if row is None:
        return None
    walk = LogWalk(connection, table_id, lambda shoe: master.shoe_key(table_id, shoe), row.first_seq)
    before = walk.upto(row.first_seq - 1)
    return before, walk.through(row.last_seq)[0], row.first_seq


def round_steps(
    connection: sa.Connection,
    table_id: str,
    number: int,
    master: MasterKey,
    names: Mapping[str, str],
    reader: str,
    language: Language = ENGLISH,
) -> RoundSteps | None:
    """A round as a stranger may see it, in words to its reader: the view before it, and its steps. None if
    the round does not exist."""
    rounds = schema.rounds
    place = (rounds.c.table_id == table_id, rounds.c.number == number)
    row = connection.execute(sa.select(rounds).where(*place)).one_or_none()
    if row is None:
        return None
    walk = LogWalk(connection, table_id, lambda shoe: master.shoe_key(table_id, shoe), row.first_seq)
    before = walk.upto(row.first_seq - 1)
    events, _ = walk.through(row.last_seq)
    return {
        "id": f"{table_id}-{number}",
        "number": number,
        "first": row.first_seq,
        "last": row.last_seq,
        "version": row.version,
        "rules_digest": row.rules_digest,
        "view": view(before, STRANGER),
        "steps": steps_of(before, events, names, first=row.first_seq, reader=reader, language=language),
    }
