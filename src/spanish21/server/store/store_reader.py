"""Reading a store: a table from its snapshot and log, its events, commands, rounds, shoes and balances."""

import hashlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec.structs import replace

from spanish21.errors import BadInput, Spanish21Error
from spanish21.game.events import Event
from spanish21.game.log.log_text import NOT_BEGUN, next_event
from spanish21.game.table import Table
from spanish21.server.log.batch import BrokenLaw, KeyOf, Log, new_log
from spanish21.server.log.chain import Row, is_chained, leaf_of, opened_body
from spanish21.server.log.fold import check_ledger, step
from spanish21.server.log.ledger import purse
from spanish21.server.log.seals import BrokenSeal
from spanish21.server.log.snapshots import moment_in
from spanish21.server.store import schema
from spanish21.server.store.own_heads import require_own_head


class Loaded(NamedTuple):
    """A table as it was left, its log, and how many events were read after the snapshot."""

    log: Log
    table: Table | None
    replayed: int


def load(connection: sa.Connection, table_id: str, key_of: KeyOf, whole: bool = False) -> Loaded:
    """The table from its newest sound snapshot and the events after it, or from its whole log.

    The chain of the rows must hold, the log must end at its head, and the ledger must agree with the table
    says; otherwise `BrokenLaw`.
    """
    head = head_of(connection, table_id)
    require_own_head(connection, table_id, head)
    log, table = new_log(table_id), None
    if not whole:
        log, table = _newest_snapshot(connection, table_id, key_of) or (log, table)
    start = log.seq
    with closing(rows(connection, table_id, after=start)) as after_snapshot:
        for row in after_snapshot:
            event, version = next_event(body_in(row, key_of), log.version)
            if row.seq != log.seq + 1 or not is_chained(row, log.chain):
                raise BrokenLaw(f"the log of table {table_id} is broken at {row.seq}")
            taken = step(log, table, event)
            log, table = replace(taken.log, chain=row.chain, version=version), taken.table
    if (log.seq, log.chain) != (head.seq, head.chain):
        raise BrokenLaw(f"the log of table {table_id} ends at {log.seq}, its head says {head.seq}")
    log = replace(log, epoch=head.epoch)
    if table is not None:
        check_ledger(log, table)
        _check_balances(connection, log)
    return Loaded(log, table, log.seq - start)


def _newest_snapshot(connection: sa.Connection, table_id: str, key_of: KeyOf) -> tuple[Log, Table] | None:
    snapshots = schema.snapshots
    query = sa.select(snapshots).where(snapshots.c.table_id == table_id).order_by(snapshots.c.seq.desc())
    for row in connection.execute(query):
        if hashlib.sha256(row.body).digest() != row.digest:
            continue
        try:
            moment = moment_in(table_id, row.seq, row.body, key_of)
        except (BrokenSeal, BadInput):
            continue
        return moment.log, moment.table
    return None


def _check_balances(connection: sa.Connection, log: Log) -> None:
    """Checks that the balances in the store agree with the log; that the other accounts are empty
    is for the audit, which reads all."""
    balances = schema.balances
    query = sa.select(balances).where(balances.c.account.in_(log.held))
    stored = {row.account: row.amount for row in connection.execute(query)}
    wrong = sorted(name for name, amount in log.held.items() if stored.get(name) != amount)
    if wrong:
        raise BrokenLaw(f"the balance of {wrong[0]} differs from the log of table {log.table_id}")


def rows(
    connection: sa.Connection, table_id: str, after: int = 0, upto: int | None = None
) -> Generator[Row, None, None]:
    """The rows of a log in their order, from the one after `after` on."""
    events = schema.events
    query = sa.select(events).where(events.c.table_id == table_id, events.c.seq > after)
    if upto is not None:
        query = query.where(events.c.seq <= upto)
    in_order = query.order_by(events.c.seq)
    with connection.execute(in_order, execution_options={"yield_per": 2_000}) as found:
        for row in found:
            yield Row(*row)


def events_of(log_rows: Iterable[Row], key_of: KeyOf, version: int = NOT_BEGUN) -> Iterator[Event]:
    """The events of rows that follow on a log of a version, in the form of today."""
    for row in log_rows:
        event, version = next_event(body_in(row, key_of), version)
        yield event


def body_in(row: Row, key_of: KeyOf) -> bytes:
    """A row's event, opened if it is sealed; `BrokenLaw` if its hash differs."""
    if row.sealed is None:
        salt, body = row.salt or b"", (row.body or "").encode()
    else:
        salt, body = opened_body(key_of(row.shoe), row)
    if leaf_of(salt, body) != row.leaf:
        raise BrokenLaw(f"event {row.seq} of table {row.table_id} is not the one that was written")
    return body


class Head(NamedTuple):
    """Where a log ends and who writes to it."""

    seq: int
    chain: bytes
    owner: str
    epoch: int
    mac: bytes | None = None


def head_of(connection: sa.Connection, table_id: str) -> Head:
    """The head of a log."""
    heads = schema.heads
    found = connection.execute(sa.select(heads).where(heads.c.table_id == table_id)).one_or_none()
    if found is None:
        raise Spanish21Error(f"there is no table {table_id}")
    return Head(found.seq, found.chain, found.owner, found.epoch, found.mac)


def command_of(connection: sa.Connection, table_id: str, by: str, command_id: str) -> sa.Row[Any] | None:
    """The row of a command that was carried out under an id, if one was."""
    commands = schema.commands
    place = (commands.c.table_id == table_id, commands.c.by == by, commands.c.id == command_id)
    return connection.execute(sa.select(commands).where(*place)).one_or_none()


def published_key(connection: sa.Connection, table_id: str, number: int) -> bytes | None:
    """The key of an opened shoe."""
    shoes = schema.shoes
    place = (shoes.c.table_id == table_id, shoes.c.number == number)
    return connection.scalar(sa.select(shoes.c.key).where(*place))


def balance(connection: sa.Connection, account: str) -> int:
    """The balance of an account."""
    balances = schema.balances
    return connection.scalar(sa.select(balances.c.amount).where(balances.c.account == account)) or 0


def brought_to(connection: sa.Connection, table_id: str, person: str) -> int:
    """The chips that a player has brought from their purse to a table since sitting down there."""
    commands, transfers, account = schema.commands, schema.transfers, purse(person)
    place = (commands.c.table_id == table_id, commands.c.by == person, commands.c.command == "Join")
    joined = connection.scalar(sa.select(sa.func.max(commands.c.first_seq)).where(*place)) or 0
    since = (transfers.c.table_id == table_id, transfers.c.source == account, transfers.c.seq >= joined)
    return int(connection.scalar(sa.select(sa.func.sum(transfers.c.amount)).where(*since)) or 0)


def rows_of_table(
    connection: sa.Connection, table: sa.Table, table_id: str, newest: int | None = None
) -> Sequence[sa.Row[Any]]:
    """The rows of `rounds`, `shoes`, `draws`, `meters` or `commands` for a table, in the order of their key;
    with `newest` only that many of the last."""
    keys = [column for column in table.primary_key.columns if column.name != "table_id"]
    query = sa.select(table).where(table.c.table_id == table_id)
    if newest is None:
        return connection.execute(query.order_by(*keys)).all()
    last = connection.execute(query.order_by(*(key.desc() for key in keys)).limit(newest)).all()
    return last[::-1]


def newest_time(connection: sa.Connection, log: str = "") -> int:
    """The time of the newest event of a log, or of all logs; 0 if there are no events."""
    heads, events = schema.heads, schema.events
    ends = sa.select(events.c.at).select_from(
        heads.join(events, sa.and_(events.c.table_id == heads.c.table_id, events.c.seq == heads.c.seq))
    )
    of_log = ends.where(heads.c.table_id == log) if log else ends
    return max(connection.scalars(of_log), default=0)
