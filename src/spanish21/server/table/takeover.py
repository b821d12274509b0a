"""Tables loaded from the store: at the start of a server, and after another server has stopped.

It only loads this server's own tables. The tables to take from other servers are decided in
cluster/member.py.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
import structlog

from spanish21.errors import Spanish21Error
from spanish21.server.people.accounts import guest_name
from spanish21.server.people.duties import on_duty_at
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import StaleOwner, take_over
from spanish21.server.store.store_reader import head_of
from spanish21.server.table.host import Host, TableHome
from spanish21.server.table.policy import Policy, policy_of

log_of = structlog.get_logger("spanish21.hall")
STOPPED = "the table has stopped and waits for a floorperson; nothing is lost"


class TableRow(msgspec.Struct, frozen=True):
    """The facts about a table besides the game: a row of `tables`."""

    id: str
    number: int
    book: str
    name: str
    policy: Policy
    rules_digest: str
    opened_by: str


class TakenUp(NamedTuple):
    """Tables ready to be played at, and the names of the people at them."""

    tables: list[tuple[TableRow, Host]]
    names: dict[str, str]


def load_tables(
    place: TableHome, owner: str, names: dict[str, str], ids: Iterable[str] | None = None
) -> TakenUp:
    """The open tables of these ids, or all, loaded from the store; blocking, for a thread."""
    found: list[tuple[TableRow, Host]] = []
    with place.store.reading() as connection:
        for row in _rows(connection, ids):
            table = open_table_of(row)
            host = Host(place, table.id, table.policy, names)
            host.stopped = STOPPED if row.state == "stopped" else ""
            try:
                load_owned(connection, host, owner)
            except Spanish21Error as error:
                log_of.error("table not loaded", table=row.id, error=str(error))
            else:
                found.append((table, host))
        people = {person.name for _, host in found for person in host.table.people}
        return TakenUp(found, _names(connection, sorted(people)))


def load_owned(connection: sa.Connection, host: Host, owner: str) -> None:
    """Load one of this server's tables; `StaleOwner` if it is another's."""
    if head_of(connection, host.table_id).owner != owner:
        raise StaleOwner(host.table_id)
    host._load(connection)
    host.on_duty = on_duty_at(connection, host.table_id)


def take_all(connection: sa.Connection, owner: str) -> None:
    """Make every open table the one server's own, where there can be no other server."""
    heads, tables = schema.heads, schema.tables
    query = sa.select(heads.c.table_id, heads.c.epoch).join(tables, tables.c.id == heads.c.table_id)
    for row in connection.execute(query.where(tables.c.state != "closed")).all():
        take_over(connection, row.table_id, owner, row.epoch)


def _rows(connection: sa.Connection, ids: Iterable[str] | None) -> list[Any]:
    tables = schema.tables
    query = sa.select(tables).where(tables.c.state != "closed").order_by(tables.c.number)
    if ids is not None:
        query = query.where(tables.c.id.in_(list(ids)))
    return list(connection.execute(query))


def _names(connection: sa.Connection, wanted: list[str], at_once: int = 500) -> dict[str, str]:
    people = schema.people
    found: dict[str, str] = {}
    for start in range(0, len(wanted), at_once):
        query = sa.select(people.c.id, people.c.name).where(people.c.id.in_(wanted[start : start + at_once]))
        found |= {row.id: row.name or guest_name(row.id) for row in connection.execute(query)}
    return found


def open_table_of(row: Any) -> TableRow:
    """The facts in a row of `tables`."""
    policy = policy_of(row.policy)
    return TableRow(row.id, row.number, row.book, row.name, policy, row.rules_digest, row.opened_by)
