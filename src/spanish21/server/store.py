"""Writing batches: all of a group's rows in one transaction, one statement a table."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa

from spanish21.errors import Spanish21Error
from spanish21.server import schema
from spanish21.server.batch import Batch
from spanish21.server.chain import first_chain

Rows = Sequence[tuple[Any, ...]]


class StaleOwner(Spanish21Error):
    """Somebody else writes to this table now, or its log does not end where the writer thinks."""


def write(connection: sa.Connection, batches: Sequence[Batch], known_accounts: set[str]) -> set[str]:
    """Write the batches in the connection's transaction; the accounts that are new are returned.

    Batches of one table follow each other. `StaleOwner` names the first table that may not be written.
    """
    _move_heads(connection, batches)
    insert_rows(connection, schema.events, [row for batch in batches for row in batch.events])
    insert_rows(connection, schema.commands, [row for batch in batches for row in batch.commands])
    insert_rows(connection, schema.transfers, [row for batch in batches for row in batch.transfers])
    added = _add_gains(connection, batches, known_accounts)
    _set_meters(connection, batches)
    insert_rows(connection, schema.shoes, [row for batch in batches for row in batch.shoes])
    insert_rows(connection, schema.draws, [row for batch in batches for row in batch.draws])
    insert_rows(connection, schema.rounds, [row for batch in batches for row in batch.rounds])
    _open_shoes(connection, [row for batch in batches for row in batch.shoes_opened])
    _open_draws(connection, _opened_draws(batches))
    _end_rounds(connection, [row for batch in batches for row in batch.rounds_ended])
    _keep_snapshots(connection, [batch.snapshot for batch in batches if batch.snapshot])
    return added


def create_log(connection: sa.Connection, table_id: str, owner: str = "") -> None:
    """The head of a log that has no events yet; epoch 1 belongs to its first owner."""
    head = {"table_id": table_id, "seq": 0, "chain": first_chain(table_id), "owner": owner, "epoch": 1}
    connection.execute(sa.insert(schema.heads).values(head))


def take_over(connection: sa.Connection, table_id: str, owner: str, epoch: int) -> bool:
    """Make `owner` the writer of a log whose epoch is the one named; from then on nobody else can write."""
    heads = schema.heads
    taken = connection.execute(
        sa.update(heads)
        .where(heads.c.table_id == table_id, heads.c.epoch == epoch)
        .values(owner=owner, epoch=epoch + 1)
    )
    return taken.rowcount == 1


def is_written(connection: sa.Connection, batch: Batch) -> bool:
    """Whether the batch is in the store: asked when a connection was lost while it was committed.

    The chain at its end holds random salts, so no other batch has the same.
    """
    events = schema.events
    query = sa.select(events.c.chain).where(events.c.table_id == batch.table_id, events.c.seq == batch.last)
    return connection.scalar(query) == batch.chain


# -- statements ----------------------------------------------------------------------------------------


def insert_rows(connection: sa.Connection, table: sa.Table, rows: Rows) -> None:
    """Insert rows whose values are in the order of the table's columns."""
    if not rows:
        return
    sql = _insert_sql(table, connection.dialect.name)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(sql, _columns(rows))
    else:
        connection.exec_driver_sql(sql, list(rows))


@cache
def _insert_sql(table: sa.Table, dialect: str) -> str:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    if dialect == "postgresql":
        arrays = ", ".join(f"%b::{_type(column)}[]" for column in table.columns)
        return f"INSERT INTO {table.name} ({names}) SELECT * FROM unnest({arrays})"
    marks = ", ".join("?" for _ in table.columns)
    return f"INSERT INTO {table.name} ({names}) VALUES ({marks})"


def _type(column: sa.Column[Any]) -> str:
    if isinstance(column.type, sa.LargeBinary):
        return "bytea"
    return "text" if isinstance(column.type, sa.Text) else "bigint"


def _columns(rows: Iterable[tuple[Any, ...]]) -> tuple[list[Any], ...]:
    return tuple(list(column) for column in zip(*rows, strict=True))


def _move_heads(connection: sa.Connection, batches: Sequence[Batch]) -> None:
    """Each head goes from where its first batch begins to where its last one ends, if the epoch is right.

    The row stays locked until the commit: a takeover waits for it or has come before it.
    """
    moves: dict[str, tuple[int, bytes, str, int, int]] = {}
    for batch in batches:
        found = moves.get(batch.table_id)
        if found is not None and (found[0] != batch.before or found[3] != batch.epoch):
            raise StaleOwner(batch.table_id)
        before = batch.before if found is None else found[4]
        moves[batch.table_id] = (batch.last, batch.chain, batch.table_id, batch.epoch, before)
    rows = sorted(moves.values(), key=lambda move: move[2])
    if connection.dialect.name == "postgresql":
        moved = connection.exec_driver_sql(_MOVE_ON_POSTGRESQL, _columns(rows))
        gone = set(moves) - {row[0] for row in moved}
    else:
        gone = {row[2] for row in rows if connection.exec_driver_sql(_MOVE_ON_SQLITE, row).rowcount != 1}
    if gone:
        raise StaleOwner(min(gone))


_MOVE_ON_SQLITE = "UPDATE heads SET seq = ?, chain = ? WHERE table_id = ? AND epoch = ? AND seq = ?"
_MOVE_ON_POSTGRESQL = (
    "UPDATE heads SET seq = m.last, chain = m.chain"
    " FROM unnest(%b::bigint[], %b::bytea[], %b::text[], %b::bigint[], %b::bigint[])"
    " AS m (last, chain, table_id, epoch, before)"
    " WHERE heads.table_id = m.table_id AND heads.epoch = m.epoch AND heads.seq = m.before"
    " RETURNING heads.table_id"
)


def _add_gains(connection: sa.Connection, batches: Sequence[Batch], known: set[str]) -> set[str]:
    """Add to the balances. Purses are locked in their order, for several servers may move them at once."""
    gains: dict[str, int] = {}
    for batch in batches:
        for account, amount in batch.gains.items():
            gains[account] = gains.get(account, 0) + amount
    changed = [(amount, account) for account, amount in sorted(gains.items()) if amount]
    new = gains.keys() - known
    on_postgresql = connection.dialect.name == "postgresql"
    if new:
        rows = [(account, 0) for account in sorted(new)]
        sql = _insert_sql(schema.balances, connection.dialect.name) + " ON CONFLICT (account) DO NOTHING"
        connection.exec_driver_sql(sql, _columns(rows) if on_postgresql else rows)
    if changed and on_postgresql:
        shared = [account for _, account in changed if account.startswith(("purse/", "house"))]
        connection.exec_driver_sql(_LOCK_BALANCES, (shared,))
        count = connection.exec_driver_sql(_ADD_ON_POSTGRESQL, _columns(changed)).rowcount
    elif changed:
        count = connection.exec_driver_sql(_ADD_ON_SQLITE, changed).rowcount
    if changed and count != len(changed):
        raise Spanish21Error("an account that was there is not in the store any more")
    return new


_LOCK_BALANCES = "SELECT 1 FROM balances WHERE account = ANY (%s) ORDER BY account FOR UPDATE"
_ADD_ON_SQLITE = "UPDATE balances SET amount = amount + ? WHERE account = ?"
_ADD_ON_POSTGRESQL = (
    "UPDATE balances SET amount = amount + g.gain FROM unnest(%b::bigint[], %b::text[]) AS g (gain, name)"
    " WHERE account = g.name"
)


def _set_meters(connection: sa.Connection, batches: Sequence[Batch]) -> None:
    latest = {(batch.table_id, name): value for batch in batches for name, value in batch.meters.items()}
    if not latest:
        return
    rows = [(*place, *value) for place, value in latest.items()]
    sql = _insert_sql(schema.meters, connection.dialect.name) + (
        " ON CONFLICT (table_id, name) DO UPDATE SET amount = excluded.amount, remainder = excluded.remainder"
    )
    on_postgresql = connection.dialect.name == "postgresql"
    connection.exec_driver_sql(sql, _columns(rows) if on_postgresql else rows)


def _open_shoes(connection: sa.Connection, rows: Rows) -> None:
    _update(connection, schema.shoes, ("last_seq", "key"), rows)


def _opened_draws(batches: Sequence[Batch]) -> Rows:
    return [
        (last_seq, secret, batch.table_id, number)
        for batch in batches
        for number, last_seq, secret in batch.draws_opened
    ]


def _open_draws(connection: sa.Connection, rows: Rows) -> None:
    _update(connection, schema.draws, ("last_seq", "opened"), rows)


def _end_rounds(connection: sa.Connection, rows: Rows) -> None:
    _update(connection, schema.rounds, ("last_seq",), rows)


def _update(connection: sa.Connection, table: sa.Table, names: tuple[str, ...], rows: Rows) -> None:
    """Set the named columns of rows that are known by table and number; rows are (values…, table, number)."""
    if not rows:
        return
    place = (table.c.table_id == sa.bindparam("its_table"), table.c.number == sa.bindparam("its_number"))
    statement = sa.update(table).where(*place).values({name: sa.bindparam(f"new_{name}") for name in names})
    marks = (*(f"new_{name}" for name in names), "its_table", "its_number")
    connection.execute(statement, [dict(zip(marks, row, strict=True)) for row in rows])


def _keep_snapshots(connection: sa.Connection, rows: Rows) -> None:
    """The newest snapshot, and the one before it; the log makes all others again."""
    snapshots = schema.snapshots
    for row in rows:
        newest = (
            sa.select(snapshots.c.seq)
            .where(snapshots.c.table_id == row[0])
            .order_by(snapshots.c.seq.desc())
            .limit(1)
        ).scalar_subquery()
        connection.execute(
            sa.delete(snapshots).where(snapshots.c.table_id == row[0], snapshots.c.seq < newest)
        )
    insert_rows(connection, snapshots, rows)
