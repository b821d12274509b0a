"""Everything again from the logs alone: hash chains, tables, ledger, meters, shoes, rounds and commands."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import msgspec
import sqlalchemy as sa

from spanish21.server.audit.one_log import Finding, LogAudit
from spanish21.server.store import schema
from spanish21.server.store.reader import published_key

ShoeKey = Callable[[str, int], bytes]
"""The key of a shoe, by the table's id and the shoe's number."""


class Report(msgspec.Struct):
    """What an audit found. `unread` names tables with shoes still closed, and the first event that could not
    be read without their keys; from there on the chain alone was checked."""

    ok: bool
    findings: list[Finding]
    tables: int
    events: int
    unread: dict[str, int]


def audit(
    connection: sa.Connection,
    shoe_key: ShoeKey | None = None,
    on_table: Callable[[str], None] = lambda table_id: None,
) -> Report:
    """Audit a store in the state that the connection sees; without keys, as far as shoes have been opened."""
    findings: list[Finding] = []
    amounts: Counter[str] = Counter()
    touched: dict[str, tuple[str, int]] = {}
    unread: dict[str, int] = {}
    events = 0
    logs = _logs(connection)
    for table_id in logs:
        on_table(table_id)
        done = LogAudit(connection, table_id, _key_of(connection, table_id, shoe_key)).run()
        findings += done.findings
        events += done.log.seq
        if done.unread:
            unread[table_id] = done.unread
        for seq, (source, target, amount, _) in done.transfers:
            amounts[source] -= amount
            amounts[target] += amount
            touched[source] = touched[target] = (table_id, seq)
    findings += _balance_findings(connection, amounts, touched)
    return Report(not findings, findings, len(logs), events, unread)


def _logs(connection: sa.Connection) -> list[str]:
    """Every table that anything is on record of: a head that was deleted does not hide its log."""
    named = [schema.heads, schema.events, schema.transfers, schema.commands, schema.shoes, schema.meters]
    found = {schema.tables.c.id} | {table.c.table_id for table in named}
    return sorted({row[0] for column in found for row in connection.execute(sa.select(column).distinct())})


def _key_of(
    connection: sa.Connection, table_id: str, shoe_key: ShoeKey | None
) -> Callable[[int], bytes | None]:
    if shoe_key is not None:
        return lambda number: shoe_key(table_id, number)
    return cache(lambda number: published_key(connection, table_id, number))


def _balance_findings(
    connection: sa.Connection, amounts: Counter[str], touched: dict[str, tuple[str, int]]
) -> list[Finding]:
    found = {row.account: row.amount for row in connection.execute(sa.select(schema.balances))}
    findings = []
    for account in sorted(amounts.keys() | found.keys()):
        stored, told = found.get(account, 0), amounts[account]
        if stored != told or (account in touched and account not in found):
            table_id, seq = touched.get(account, (account.partition("/")[2].partition("/")[0], 0))
            what = f"the balance of {account} is recorded as {stored}, and the log says {told}"
            findings.append(Finding(table_id, seq, what))
    return findings
