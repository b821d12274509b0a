"""Everything again from the logs alone: hash chains, tables, ledger, meters, shoes, rounds and commands."""

import time
from collections import Counter
from collections.abc import Callable
from functools import cache

import msgspec
import sqlalchemy as sa

from spanish21.server.audit.authority import authority_findings
from spanish21.server.audit.damage import DATABASE, noting, page_findings
from spanish21.server.audit.limits_rows import LimitRows
from spanish21.server.audit.one_log import Finding, LogAudit
from spanish21.server.audit.tree_audit import ALONE, TreeAudit, head_findings, uncovered
from spanish21.server.log.house_events import HOUSE
from spanish21.server.store import schema
from spanish21.server.store.store_reader import published_key
from spanish21.server.transparency.note import Note, VerifierKey

ShoeKey = Callable[[str, int], bytes]
"""The key of a shoe, by the table's id and the shoe's number."""


class AuditReport(msgspec.Struct):
    """The result of an audit. `unread` names tables with shoes still closed, and the first event that could
    not be read without their keys; from there on the chain alone was checked. `uncovered` names logs with
    events that no signed tree has yet, and the first of them; `unknown` lists what this audit cannot check.
    `discarded` counts draws that the house threw away because a player's seed was missing."""

    ok: bool
    findings: list[Finding]
    tables: int
    events: int
    unread: dict[str, int]
    uncovered: dict[str, int] = {}
    unknown: str = ""
    discarded: int = 0
    unwitnessed: dict[str, int] = {}
    """Logs that are older than the first checkpoint of the house, and their last event by then: nothing shows
    that they had not been changed before then."""


class Outside(msgspec.Struct, frozen=True):
    """An audit's knowledge from outside the database: checkpoints that were kept elsewhere, the house's
    public key, and the key that authenticates where logs end."""

    kept: tuple[Note, ...] = ()
    log_key: VerifierKey | None = None
    head_key: bytes = b""


def audit(
    connection: sa.Connection,
    shoe_key: ShoeKey | None = None,
    on_table: Callable[[str], None] = lambda table_id: None,
    outside: Outside | None = None,
) -> AuditReport:
    """Audit a store in the state that the connection sees; without keys, as far as shoes have been opened."""
    findings, amounts, touched = page_findings(connection), Counter[str](), dict[str, tuple[str, int]]()
    unread, limited = dict[str, int](), LimitRows()
    is_damaged, events, thrown_away, logs = bool(findings), 0, 0, list[str]()
    with noting(connection, findings, DATABASE):
        logs = _logs(connection)
    for table_id in logs:
        on_table(table_id)
        done = _followed(connection, table_id, shoe_key, findings)
        if done is None:
            is_damaged = True
            continue
        findings += done.findings
        events += done.log.seq
        thrown_away += done.log.seeds.discarded
        if table_id == HOUSE:
            findings += authority_findings(connection, done.authority)
        limited.add(done)
        if done.unread:
            unread[table_id] = done.unread
        for seq, (source, target, amount, _) in done.transfers:
            amounts[source] -= amount
            amounts[target] += amount
            touched[source] = touched[target] = (table_id, seq)
    if is_damaged or (not logs and findings):  # further differences would follow from it
        return AuditReport(False, findings, len(logs), events, unread, {}, ALONE)
    findings += _balance_findings(connection, amounts, touched)
    findings += limited.findings(connection, round(time.time() * 1_000))
    outside = outside or Outside()
    trees = TreeAudit(connection, outside.kept, outside.log_key).run()
    findings += trees.findings
    if outside.head_key:
        findings += head_findings(connection, outside.head_key)
    later = uncovered(connection, trees.covered)
    unknown = "" if outside.kept else ALONE
    counts = (len(logs), events, unread, later, unknown, thrown_away, trees.unwitnessed)
    return AuditReport(not findings, findings, *counts)


def _followed(
    connection: sa.Connection, table_id: str, shoe_key: ShoeKey | None, findings: list[Finding]
) -> LogAudit | None:
    """The audit of one log; None, with a finding that says where, if it cannot be read to its end."""
    with noting(connection, findings, table_id):
        done = LogAudit(connection, table_id, _key_of(connection, table_id, shoe_key))
        with noting(connection, findings, table_id, lambda: done.log.seq + 1):
            return done.run()
    return None


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
