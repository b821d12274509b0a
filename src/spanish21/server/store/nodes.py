"""Servers that share one PostgreSQL: the live ones, the owner of each table, and tables that have lost their
server.

A table belongs to the server that its head names. A heartbeat, by the clock of the database, says which
servers live; it is a hint and nothing more, for every write compares the head's epoch (batch_rows.py).
"""

import secrets
from typing import NamedTuple

import sqlalchemy as sa

from spanish21.server.store.batch_rows import StaleOwner, take_over
from spanish21.server.store.schema import heads, nodes, tables

DEAD_AFTER = 2_500
"""How many milliseconds after its last heartbeat a server's tables may be taken over."""
CHANNEL = "spanish21"

_NOW = sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
_OPEN = tables.c.state != "closed"


class Owner(NamedTuple):
    """The owner of a table: the server's name and address, and whether it is alive."""

    node: str
    address: str
    is_alive: bool


def new_node_name() -> str:
    """A name for a server; one that starts again is another."""
    return f"node-{secrets.token_hex(6)}"


def register(connection: sa.Connection, node: str, address: str) -> None:
    """Enter a server. A server that had its address before must have stopped: two cannot listen at one."""
    connection.execute(sa.delete(nodes).where(nodes.c.address == address))
    connection.execute(sa.delete(nodes).where(nodes.c.seen < _NOW - 100 * DEAD_AFTER))
    connection.execute(sa.insert(nodes).values(id=node, address=address, seen=_NOW))


def beat(connection: sa.Connection, node: str, address: str) -> None:
    """Say that a server lives."""
    here = sa.update(nodes).where(nodes.c.id == node).values(seen=_NOW)
    if not connection.execute(here).rowcount:
        connection.execute(sa.insert(nodes).values(id=node, address=address, seen=_NOW))


def unregister(connection: sa.Connection, node: str) -> None:
    """A server ends and releases its tables."""
    connection.execute(sa.delete(nodes).where(nodes.c.id == node))


def others(connection: sa.Connection, node: str) -> list[str]:
    """The addresses of the other servers that live."""
    query = sa.select(nodes.c.address).where(nodes.c.id != node, nodes.c.seen >= _NOW - DEAD_AFTER)
    return list(connection.scalars(query))


def owner_of(connection: sa.Connection, table_id: str) -> Owner | None:
    """The owner of an open table; None if the table does not exist."""
    query = (
        sa.select(heads.c.owner, nodes.c.address, nodes.c.seen >= _NOW - DEAD_AFTER)
        .select_from(heads.join(tables, tables.c.id == heads.c.table_id))
        .outerjoin(nodes, nodes.c.id == heads.c.owner)
        .where(heads.c.table_id == table_id, _OPEN)
    )
    found = connection.execute(query).one_or_none()
    return None if found is None else Owner(found[0], found[1] or "", bool(found[2]))


def owned(connection: sa.Connection, node: str) -> dict[str, int]:
    """The logs of a server, with their epochs."""
    query = sa.select(heads.c.table_id, heads.c.epoch).where(heads.c.owner == node)
    return {row.table_id: row.epoch for row in connection.execute(query)}


def ownerless(connection: sa.Connection) -> dict[str, int]:
    """The open tables whose server has stopped, with their epochs."""
    query = (
        sa.select(heads.c.table_id, heads.c.epoch)
        .select_from(heads.join(tables, tables.c.id == heads.c.table_id))
        .outerjoin(nodes, nodes.c.id == heads.c.owner)
        .where(_OPEN, sa.or_(nodes.c.id.is_(None), nodes.c.seen < _NOW - DEAD_AFTER))
    )
    return {row.table_id: row.epoch for row in connection.execute(query)}


def taken_over(connection: sa.Connection, node: str, wanted: dict[str, int]) -> list[str]:
    """Take tables over, each from the epoch that was seen; which of them are ours now.

    It waits for an unfinished write of the old owner, but not long: the next heartbeat tries again.
    """
    connection.execute(sa.text("SET LOCAL lock_timeout = '1s'"))
    return [table for table in sorted(wanted) if take_over(connection, table, node, wanted[table])]


def require_owner(connection: sa.Connection, table_id: str, epoch: int) -> None:
    """Refuse a write outside the log by a server that no longer owns it; a takeover waits for its end."""
    query = sa.select(heads.c.epoch).where(heads.c.table_id == table_id, heads.c.epoch == epoch)
    if connection.scalar(query.with_for_update(read=True)) is None:
        raise StaleOwner(table_id)


def announce(connection: sa.Connection, news: str) -> None:
    """Let every server hear of something once this transaction is committed."""
    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, news)))
