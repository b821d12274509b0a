"""Copies of a store: a backup while the server runs, a restore, a move from SQLite to PostgreSQL."""

import hashlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.files import make_private, sync
from spanish21.server.store import schema
from spanish21.server.store.connect import Store, open_for_reading, open_store
from spanish21.server.store.statements import insert_rows

PAGES_AT_ONCE = 50
ROWS_AT_ONCE = 2_000

RESTORED = "restored"
"""Under this name `meta` says that a copy was made, until a server has started on it: it continues as another
incarnation of the house, for the one that was copied may have gone on as well."""

Between = Callable[[], None]


def back_up_sqlite(connection: sa.Connection, path: Path, between: Between = lambda: None) -> None:
    """Copy the database of SQLite's one writing connection, some pages at a time; `between` may write to it.

    The copy is under its name only when it is complete and on the disk.
    """
    if path.exists():
        raise BadInput(f"{path} exists; a backup is not written over another file")
    source: Any = connection.connection.driver_connection
    connection.rollback()
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    make_private(part)
    target = sqlite3.connect(part, isolation_level=None)
    try:
        source.backup(target, pages=PAGES_AT_ONCE, progress=lambda *_: between(), sleep=0)
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        target.close()
    os.replace(part, path)
    sync(path)
    sync(path.parent)


def copy_store(source: Store, target: Store) -> dict[str, str]:
    """Copy everything in one state of the source into an empty target, in one transaction, and compare.

    The digest of each table is returned: all hashes and balances of source and target are equal.
    """
    with source.reading() as reading, target.writer.begin():
        writing = target.writer
        if writing.scalar(sa.select(sa.func.count()).select_from(schema.heads)):
            raise BadInput(f"{target.name} is not empty; a copy goes into a new database")
        for table in schema.metadata.sorted_tables:
            writing.execute(sa.delete(table))
            for rows in _rows(reading, table).partitions(ROWS_AT_ONCE):
                _insert(writing, table, [tuple(row) for row in rows])
        there, here = digests(reading), digests(writing)
        wrong = sorted(name for name in there if there[name] != here[name])
        if wrong:
            raise BadInput(f"the copy of {', '.join(wrong)} differs from the original; nothing was written")
    return here


def _insert(writing: sa.Connection, table: sa.Table, rows: list[tuple[Any, ...]]) -> None:
    """Insert rows, or say which table has a text that the target cannot hold: older versions let one in."""
    try:
        insert_rows(writing, table, rows)
    except sa.exc.DataError:
        odd = "has a text with U+0000 in it, which PostgreSQL cannot hold; keep this database in SQLite"
        raise BadInput(f"the table {table.name} {odd}") from None


def move(source: str, target: str) -> dict[str, str]:
    """Copy the store at one address to another; no server may be running on a SQLite source."""
    opened = open_store(source)
    try:
        made = open_store(target)
        try:
            return _marked(made, copy_store(opened, made))
        finally:
            made.close()
    finally:
        opened.close()


def restore(backup: Path, target: str) -> dict[str, str]:
    """Put a backup into a new store, after checking the backup."""
    opened = open_for_reading(str(backup))
    try:
        with opened.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
        if found != "ok":
            raise BadInput(f"{backup} is damaged: {found}")
        made = open_store(target)
        try:
            return _marked(made, copy_store(opened, made))
        finally:
            made.close()
    finally:
        opened.close()


def _marked(made: Store, found: dict[str, str]) -> dict[str, str]:
    """The digests of a copy that says that it is one."""
    with made.writer.begin():
        made.writer.execute(sa.delete(schema.meta).where(schema.meta.c.name == RESTORED))
        made.writer.execute(sa.insert(schema.meta).values(name=RESTORED, value="yes"))
    return found


def digests(connection: sa.Connection) -> dict[str, str]:
    """A digest of each table's rows, the same on SQLite and PostgreSQL; that this is a copy is left out."""
    return {table.name: _digest(connection, table) for table in schema.metadata.sorted_tables}


def _digest(connection: sa.Connection, table: sa.Table) -> str:
    """The sum of the rows' hashes: it needs no order, and databases order texts differently."""
    total = 0
    for rows in _rows(connection, table).partitions(ROWS_AT_ONCE):
        for row in rows:
            if table.name == "meta" and row[0] == RESTORED:
                continue
            values = [value.hex() if isinstance(value, bytes) else value for value in row]
            total += int.from_bytes(hashlib.sha256(msgspec.json.encode(values)).digest(), "big")
    return f"{total % (1 << 256):064x}"


def _rows(connection: sa.Connection, table: sa.Table) -> sa.CursorResult[Any]:
    return connection.execute(sa.select(table), execution_options={"yield_per": ROWS_AT_ONCE})
