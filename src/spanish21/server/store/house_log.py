"""The house's log, written in the same transaction as the rows: rows and events cannot come apart.

Several servers write to it in turn: each batch follows on the log's head, which is locked until the commit.
"""

import os
import time
from collections.abc import Sequence

import sqlalchemy as sa

from spanish21 import __version__
from spanish21.server.log.batch import Log, RecordedCommand, new_log
from spanish21.server.log.digests import command_digest
from spanish21.server.log.house_events import HOUSE, AuthorityTakenUp, HouseEvent, HouseOpened
from spanish21.server.log.recorder import LogContext, house_recorded
from spanish21.server.store.batch_rows import create_log, write
from spanish21.server.store.own_heads import require_own_head
from spanish21.server.store.schema import heads
from spanish21.server.store.store_reader import command_of, newest_time

AUTOMATIC = "automatic"
"""The house itself."""

_HEAD = sa.select(heads).where(heads.c.table_id == HOUSE).with_for_update()


def record(
    connection: sa.Connection, *events: HouseEvent, by: str = AUTOMATIC, reason: str = "", second: str = ""
) -> None:
    """Write this transaction's events; the first of them begins the house's log."""
    if events:
        write_house(connection, events, asked_in_house(events[0], by, reason, second))


def asked_in_house(event: HouseEvent, by: str, reason: str = "", second: str = "") -> RecordedCommand:
    """The command behind events of the house, under a unique id."""
    name, id = type(event).__name__, os.urandom(12).hex()
    role = "house" if by == AUTOMATIC else "staff"
    return RecordedCommand(by, id, command_digest(f"{name} {id}".encode()), name, role, reason, second)


def write_house(connection: sa.Connection, events: Sequence[HouseEvent], asked: RecordedCommand) -> None:
    """Write events of one command of the house, unless they are there."""
    head = connection.execute(_HEAD).one_or_none()
    if head is None or not head.seq:
        begin_house(connection)
        head = connection.execute(_HEAD).one()
    require_own_head(connection, HOUSE, head)
    if command_of(connection, HOUSE, asked.by, asked.id) is not None:
        return  # a connection was lost after the commit, and this is the second attempt
    _write(connection, Log(HOUSE, head.seq, head.chain, head.epoch), events, asked)


def begin_house(connection: sa.Connection, owner: str = "") -> None:
    """Begin the house's log, unless another server does so at the same time."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(21)")
    head = connection.execute(_HEAD).one_or_none()
    if head is None:
        create_log(connection, HOUSE, owner)
    if head is None or not head.seq:
        begun = (HouseOpened(__version__), AuthorityTakenUp(__version__))
        _write(
            connection, new_log(HOUSE, head.epoch if head else 1), begun, asked_in_house(begun[0], AUTOMATIC)
        )


def _write(connection: sa.Connection, log: Log, events: Sequence[HouseEvent], asked: RecordedCommand) -> None:
    now = max(round(time.time() * 1000), newest_time(connection, HOUSE))  # the times of a log never decrease
    batch, _ = house_recorded(log, events, asked, now, _NO_SHOES)
    write(connection, [batch], set())


def _no_key(number: int) -> bytes:
    raise ValueError("the house has no shoes")


_NO_SHOES = LogContext(_no_key)
