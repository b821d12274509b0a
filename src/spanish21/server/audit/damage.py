"""The unreadable parts of a database: damaged pages, and where logs cannot be followed."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

import sqlalchemy as sa

from spanish21.server.audit.one_log import Finding

MOST_LINES = 20
TABLES = "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' ORDER BY name"
DATABASE, UNREADABLE = "database", "the database is damaged and cannot be read on from here"
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR")
DAMAGED_ON_POSTGRESQL = ("XX", "58")
"""The classes of internal errors (a damaged page among them) and of errors of the disk."""


def is_damage(error: sa.exc.DBAPIError) -> bool:
    """Whether an error says that the database itself is damaged."""
    name = str(getattr(error.orig, "sqlite_errorname", ""))
    state = str(getattr(error.orig, "sqlstate", None) or "")
    return name.startswith(DAMAGED) or state.startswith(DAMAGED_ON_POSTGRESQL)


def page_findings(connection: sa.Connection) -> list[Finding]:
    """The damaged pages of a SQLite database, table by table; PostgreSQL tells of them as it is read."""
    findings: list[Finding] = []
    if connection.dialect.name != "sqlite":
        return findings
    tables: list[tuple[str, int]] = []
    with noting(connection, findings, DATABASE):
        tables += [(row[0], row[1]) for row in connection.exec_driver_sql(TABLES)]
    for table, root in tables:
        broken: list[Finding] = []
        lines: list[str] = []
        with noting(connection, broken, DATABASE):
            for row in connection.exec_driver_sql(f"PRAGMA quick_check({table})"):
                lines += str(row[0]).splitlines()
        told = [line for line in lines if line != "ok" and not line.startswith("***")][:MOST_LINES]
        findings += [_finding(table, root, line) for line in told]
        if broken:
            what = f"the table {table}, which begins at page {root}, is damaged and cannot be read"
            findings.append(Finding(DATABASE, root, what))
    return findings


def _finding(table: str, root: int, line: str) -> Finding:
    page = re.search(r"[Pp]age (\d+)", line)
    where = int(page[1]) if page is not None else root
    return Finding(DATABASE, where, f"page {where} of the table {table} is damaged: {line}")


@contextmanager
def noting(
    connection: sa.Connection, findings: list[Finding], log: str, seq: Callable[[], int] = lambda: 0
) -> Iterator[None]:
    """Note damage found while reading a log, and continue after it."""
    is_postgresql = connection.dialect.name == "postgresql"
    try:
        with connection.begin_nested() if is_postgresql else nullcontext():
            yield
    except sa.exc.DBAPIError as error:
        if not is_damage(error):
            raise
        findings.append(Finding(log, seq(), f"{UNREADABLE}: {error.orig}"))
