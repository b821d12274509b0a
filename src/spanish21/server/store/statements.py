"""Rows as statements: many rows in one, on either store.

PostgreSQL gets its columns as arrays. SQLite's driver lets other threads run at every step of a statement and
then waits until they let it run again, so rows go to it some hundred at a time, not one by one.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa

Rows = Sequence[tuple[Any, ...]]

MOST_ROWS = 256
"""SQLite gets powers of two up to this one, so that few statements are prepared and each is used again."""


def insert_rows(connection: sa.Connection, table: sa.Table, rows: Rows, otherwise: str = "") -> None:
    """Insert rows whose values are in the order of the table's columns; `otherwise` says what to do with
    existing ones."""
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_insert_on_postgresql(table, otherwise), _columns(rows))
        return
    for some in _portions(rows):
        connection.exec_driver_sql(_insert_on_sqlite(table, otherwise, len(some)), _flat(some))


def insert_all(connection: sa.Connection, tables: Sequence[tuple[sa.Table, Rows, str]]) -> None:
    """The same for several tables. PostgreSQL gets one statement for all of them: between two statements the
    writer waits for an answer, and for its turn behind a busy loop."""
    wanted = [(table, rows, otherwise) for table, rows, otherwise in tables if rows]
    if connection.dialect.name != "postgresql":
        for table, rows, otherwise in wanted:
            insert_rows(connection, table, rows, otherwise)
    elif wanted:
        sql = _insert_all_on_postgresql(tuple((table, otherwise) for table, _, otherwise in wanted))
        connection.exec_driver_sql(sql, tuple(column for _, rows, _ in wanted for column in _columns(rows)))


def update_rows(
    connection: sa.Connection, table: sa.Table, names: tuple[str, ...], keys: tuple[str, ...], rows: Rows
) -> int:
    """Set the named columns where the key columns are as in a row, which has the values for both in this
    order; how many rows there were. A name with a plus before it is added to."""
    if not rows:
        return 0
    if connection.dialect.name == "postgresql":
        sql = _update_on_postgresql(table, names, keys)
        return connection.exec_driver_sql(sql, _columns(rows)).rowcount
    return sum(
        connection.exec_driver_sql(_update_on_sqlite(table, names, keys, len(some)), _flat(some)).rowcount
        for some in _portions(rows)
    )


def _portions(rows: Rows) -> Iterator[Rows]:
    at, size = 0, MOST_ROWS
    while at < len(rows):
        while size > len(rows) - at:
            size //= 2
        yield rows[at : at + size]
        at += size


def _flat(rows: Rows) -> tuple[Any, ...]:
    return tuple([value for row in rows for value in row])


def _columns(rows: Iterable[tuple[Any, ...]]) -> tuple[list[Any], ...]:
    return tuple(list(column) for column in zip(*rows, strict=True))


def _type(column: sa.Column[Any]) -> str:
    if isinstance(column.type, sa.LargeBinary):
        return "bytea"
    return "text" if isinstance(column.type, sa.Text) else "bigint"


def _names(table: sa.Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns)


def _marks(width: int, rows: int) -> str:
    row = f"({', '.join('?' * width)})"
    return ", ".join([row] * rows)


@cache
def _insert_on_sqlite(table: sa.Table, otherwise: str, rows: int) -> str:
    return f"INSERT INTO {table.name} ({_names(table)}) VALUES {_marks(len(table.columns), rows)} {otherwise}"


@cache
def _insert_on_postgresql(table: sa.Table, otherwise: str) -> str:
    arrays = ", ".join(f"%b::{_type(column)}[]" for column in table.columns)
    return f"INSERT INTO {table.name} ({_names(table)}) SELECT * FROM unnest({arrays}) {otherwise}"


@cache
def _insert_all_on_postgresql(tables: tuple[tuple[sa.Table, str], ...]) -> str:
    *others, last = (_insert_on_postgresql(table, otherwise) for table, otherwise in tables)
    beside = ", ".join(f"part{n} AS ({sql})" for n, sql in enumerate(others))
    return f"WITH {beside} {last}" if beside else last


@cache
def _update_on_sqlite(table: sa.Table, names: tuple[str, ...], keys: tuple[str, ...], rows: int) -> str:
    given = [f"given.column{n}" for n in range(1, len(names) + len(keys) + 1)]
    values = f"(VALUES {_marks(len(given), rows)}) AS given"
    return _update(table, names, keys, given, values)


@cache
def _update_on_postgresql(table: sa.Table, names: tuple[str, ...], keys: tuple[str, ...]) -> str:
    columns = [table.columns[name.lstrip("+")] for name in (*names, *keys)]
    given = [f"given.value{n}" for n in range(len(columns))]
    arrays = ", ".join(f"%b::{_type(column)}[]" for column in columns)
    values = f"unnest({arrays}) AS given ({', '.join(name.partition('.')[2] for name in given)})"
    return _update(table, names, keys, given, values)


def _update(
    table: sa.Table, names: tuple[str, ...], keys: tuple[str, ...], given: list[str], values: str
) -> str:
    sets = (_set(name, value) for name, value in zip(names, given, strict=False))
    wheres = (f'{table.name}."{key}" = {value}' for key, value in zip(keys, given[len(names) :], strict=True))
    return f"UPDATE {table.name} SET {', '.join(sets)} FROM {values} WHERE {' AND '.join(wheres)}"


def _set(name: str, value: str) -> str:
    return f'"{name[1:]}" = "{name[1:]}" + {value}' if name.startswith("+") else f'"{name}" = {value}'
