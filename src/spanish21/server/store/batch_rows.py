"""Writing batches: all of a group's rows in one transaction, one statement a table."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from spanish21.errors import Spanish21Error
from spanish21.server.log.batch import LogBatch
from spanish21.server.log.chain import first_chain
from spanish21.server.log.commit_rows import SnapshotRow
from spanish21.server.log.play_fold import played_rows, risk_rows
from spanish21.server.store import schema
from spanish21.server.store.own_heads import mac_of
from spanish21.server.store.play_records import AND_MORE, NEWEST_RISK
from spanish21.server.store.statements import Rows, insert_all, insert_rows, update_rows


class StaleOwner(Spanish21Error):
    """Another server writes to this table now, or its log does not end where the writer thinks."""


def write(connection: sa.Connection, batches: Sequence[LogBatch], known_accounts: set[str]) -> set[str]:
    """Write the batches in the connection's transaction; returns the new accounts.

    Batches of one table follow each other. `StaleOwner` names the first table that may not be written.
    """
    _move_heads(connection, batches)
    rows_of: list[tuple[sa.Table, Rows, str]] = [
        (schema.events, [row for batch in batches for row in batch.events], ""),
        (schema.commands, [row for batch in batches for row in batch.commands], ""),
        (schema.transfers, [row for batch in batches for row in batch.transfers], ""),
        (schema.meters, _meters(batches), _NEWEST_METER),
        (schema.shoes, [row for batch in batches for row in batch.shoes], ""),
        (schema.draws, [row for batch in batches for row in batch.draws], ""),
        (schema.rounds, [row for batch in batches for row in batch.rounds], ""),
        (schema.at_risk, risk_rows(batches), NEWEST_RISK),
        (schema.played, played_rows(batches), AND_MORE),
    ]
    insert_all(connection, rows_of)
    added = _add_gains(connection, batches, known_accounts)
    by_number = ("table_id", "number")
    opened = [row for batch in batches for row in batch.shoes_opened]
    update_rows(connection, schema.shoes, ("last_seq", "key"), by_number, opened)
    update_rows(connection, schema.draws, ("last_seq", "opened"), by_number, _opened_draws(batches))
    ended = [row for batch in batches for row in batch.rounds_ended]
    update_rows(connection, schema.rounds, ("last_seq",), by_number, ended)
    _keep_snapshots(connection, [batch.snapshot for batch in batches if batch.snapshot])
    return added


def create_log(connection: sa.Connection, table_id: str, owner: str = "") -> None:
    """The head of an empty log; epoch 1 belongs to its first owner."""
    head = {"table_id": table_id, "seq": 0, "chain": first_chain(table_id), "owner": owner, "epoch": 1}
    connection.execute(sa.insert(schema.heads).values(head))


def take_over(connection: sa.Connection, table_id: str, owner: str, epoch: int) -> bool:
    """Make `owner` the writer of a log whose epoch is the one named; from then on no one else can write."""
    heads = schema.heads
    taken = connection.execute(
        sa.update(heads)
        .where(heads.c.table_id == table_id, heads.c.epoch == epoch)
        .values(owner=owner, epoch=epoch + 1)
    )
    return taken.rowcount == 1


def is_written(connection: sa.Connection, batch: LogBatch) -> bool:
    """Whether the batch is in the store: asked when a connection was lost while it was committed.

    The chain at its end holds random salts, so no other batch has the same.
    """
    events = schema.events
    query = sa.select(events.c.chain).where(events.c.table_id == batch.table_id, events.c.seq == batch.last)
    return connection.scalar(query) == batch.chain


# -- statements ----------------------------------------------------------------------------------------


class _HeadMove(NamedTuple):
    """A head's new value, then the value that it must have before."""

    seq: int
    chain: bytes
    mac: bytes | None
    table_id: str
    epoch: int
    before: int


def _move_heads(connection: sa.Connection, batches: Sequence[LogBatch]) -> None:
    """Each head goes from where its first batch begins to where its last one ends, if the epoch is right.

    The row stays locked until the commit: a takeover waits for it or came before it.
    """
    moves: dict[str, _HeadMove] = {}
    for batch in batches:
        found = moves.get(batch.table_id)
        if found is not None and (found.seq != batch.before or found.epoch != batch.epoch):
            raise StaleOwner(batch.table_id)
        before = batch.before if found is None else found.before
        mac = mac_of(connection, batch.table_id, batch.last, batch.chain)
        moves[batch.table_id] = _HeadMove(batch.last, batch.chain, mac, batch.table_id, batch.epoch, before)
    rows = [move for _, move in sorted(moves.items())]
    keys = ("table_id", "epoch", "seq")
    moved = update_rows(connection, schema.heads, ("seq", "chain", "mac"), keys, rows)
    if moved != len(rows):
        raise StaleOwner(_not_moved(connection, rows))


def _not_moved(connection: sa.Connection, moves: Sequence[_HeadMove]) -> str:
    """The first table whose head was not moved as it should have been."""
    heads = schema.heads
    for move in moves:
        query = sa.select(heads.c.chain).where(heads.c.table_id == move.table_id)
        if connection.scalar(query) != move.chain:
            return move.table_id
    raise AssertionError("every head was moved")


def _add_gains(connection: sa.Connection, batches: Sequence[LogBatch], known: set[str]) -> set[str]:
    """Add to the balances. Purses are locked in their order, because several servers may move them."""
    gains: dict[str, int] = {}
    for batch in batches:
        for account, amount in batch.gains.items():
            gains[account] = gains.get(account, 0) + amount
    changed = [(amount, account) for account, amount in sorted(gains.items()) if amount]
    new = gains.keys() - known
    if new:
        rows = [(account, 0) for account in sorted(new)]
        insert_rows(connection, schema.balances, rows, "ON CONFLICT (account) DO NOTHING")
    shared = [account for _, account in changed if account.startswith(("purse/", "house"))]
    if shared and connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_LOCK_BALANCES, (shared,))
    if update_rows(connection, schema.balances, ("+amount",), ("account",), changed) != len(changed):
        raise Spanish21Error("an account that was there is not in the store any more")
    return new


_LOCK_BALANCES = "SELECT 1 FROM balances WHERE account = ANY (%s) ORDER BY account FOR UPDATE"
_NEWEST_METER = (
    "ON CONFLICT (table_id, name) DO UPDATE SET amount = excluded.amount, remainder = excluded.remainder"
)


def _meters(batches: Sequence[LogBatch]) -> Rows:
    latest = {(batch.table_id, name): value for batch in batches for name, value in batch.meters.items()}
    return [(*place, *value) for place, value in latest.items()]


def _opened_draws(batches: Sequence[LogBatch]) -> Rows:
    return [
        (last_seq, secret, batch.table_id, number)
        for batch in batches
        for number, last_seq, secret in batch.draws_opened
    ]


def _keep_snapshots(connection: sa.Connection, rows: Sequence[SnapshotRow]) -> None:
    """The newest snapshot, and the one before it; the log makes all others again."""
    snapshots = schema.snapshots
    for row in rows:
        newest = (
            sa.select(snapshots.c.seq)
            .where(snapshots.c.table_id == row.table_id)
            .order_by(snapshots.c.seq.desc())
            .limit(1)
        ).scalar_subquery()
        connection.execute(
            sa.delete(snapshots).where(snapshots.c.table_id == row.table_id, snapshots.c.seq < newest)
        )
    insert_rows(connection, snapshots, rows)
