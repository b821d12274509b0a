"""The end of a table: sealed data is opened, and its log is closed."""

import sqlalchemy as sa

from spanish21.server.log.batch import KeyOf, Log
from spanish21.server.log.house_events import TableClosed
from spanish21.server.log.shoe_numbers import unopened
from spanish21.server.store import schema
from spanish21.server.store.house_log import record
from spanish21.server.store.nodes import require_owner


def close_table(connection: sa.Connection, log: Log, key_of: KeyOf) -> None:
    """Close an idle table, at which nothing is at risk; the seed of a round that will not be played
    is opened with the last batch before."""
    require_owner(connection, log.table_id, log.epoch)
    shoes = schema.shoes
    for number in unopened(log.shoes):
        of_shoe = sa.and_(shoes.c.table_id == log.table_id, shoes.c.number == number)
        opening = {"last_seq": log.seq, "key": key_of(number)}
        connection.execute(sa.update(shoes).where(of_shoe).values(**opening))
    of_table = schema.tables.c.id == log.table_id
    connection.execute(sa.update(schema.tables).where(of_table).values(state="closed"))
    connection.execute(sa.delete(schema.at_risk).where(schema.at_risk.c.table_id == log.table_id))
    record(connection, TableClosed(log.table_id))
