"""The audit finds any single change of what is stored, and says where it is."""

import os
import random
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from server.scribe import Scribe, open_house, shoe_key, written
from spanish21.server.audit.one_log import Finding
from spanish21.server.audit.whole_audit import AuditReport, audit
from spanish21.server.store import schema
from spanish21.server.store.connect import Store

EDITS = int(os.environ.get("SPANISH21_EDITS", "200"))
AUDITED = {
    "events": schema.events,
    "transfers": schema.transfers,
    "balances": schema.balances,
    "meters": schema.meters,
    "shoes": schema.shoes,
    "commands": schema.commands,
    "rounds": schema.rounds,
    "draws": schema.draws,
    "heads": schema.heads,
}
WEIGHTS = (30, 20, 10, 8, 12, 8, 6, 4, 2)
NOT_AUDITED = {("heads", "owner"), ("heads", "epoch")}
"""Who writes a log is not part of it."""


class Change(NamedTuple):
    """A change of what is stored: what was done, to which rows."""

    what: str
    table: str
    rows: tuple[sa.Row[Any], ...]
    column: str = ""


@pytest.fixture
def house(store: Store) -> Store:
    scribes = [Scribe("t1", "maryland", 8), Scribe("t2", "massachusetts", 3)]
    open_house(store, scribes)
    for turn in range(24):
        written(store, [scribe.next(1 + turn % 9, turn in (8, 16)) for scribe in scribes])
    with store.reading() as connection:
        for table in AUDITED.values():
            count = connection.scalar(sa.select(sa.func.count()).select_from(table))
            assert count > 1, f"the audited store has {count} rows in {table.name}"
        assert audit(connection, shoe_key).ok
    return store


def place(table: sa.Table, row: sa.Row[Any]) -> list[sa.ColumnElement[bool]]:
    return [column == row._mapping[column.name] for column in table.primary_key.columns]


def another(value: Any, kind: sa.types.TypeEngine[Any], chance: random.Random) -> Any:
    """A value near the one that is there."""
    if isinstance(kind, sa.LargeBinary):
        if value is None:
            return chance.randbytes(32)
        at = chance.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
    if isinstance(kind, sa.Text):
        digits = [at for at, letter in enumerate(value or "") if letter.isdigit()]
        if digits:
            at = chance.choice(digits)
            return value[:at] + str((int(value[at]) + chance.randrange(1, 10)) % 10) + value[at + 1 :]
        return (value or "") + "x"
    return chance.choice((1, -1, 10, 1000)) + (value or 0)


def changed(connection: sa.Connection, chance: random.Random) -> Change | None:
    """Make one random change; None if it came to nothing or the database itself refused it."""
    name = chance.choices(list(AUDITED), WEIGHTS)[0]
    table = AUDITED[name]
    rows = connection.execute(sa.select(table).order_by(*table.primary_key.columns)).all()
    row, other = chance.sample(rows, 2)
    kind = chance.choice(("edit", "edit", "delete", "swap"))
    try:
        with connection.begin_nested():
            if kind == "delete":
                connection.execute(sa.delete(table).where(*place(table, row)))
                return Change("delete", name, (row,))
            column = chance.choice(list(table.columns))
            if (name, column.name) in NOT_AUDITED:
                return None
            value = row._mapping[column.name]
            if kind == "edit":
                new = another(value, column.type, chance)
                connection.execute(sa.update(table).where(*place(table, row)).values({column: new}))
                return Change("edit", name, (row,), column.name)
            if value == other._mapping[column.name] or column.primary_key:
                return None
            for one, new in ((row, other._mapping[column.name]), (other, value)):
                connection.execute(sa.update(table).where(*place(table, one)).values({column: new}))
            return Change("swap", name, (row, other), column.name)
    except sa.exc.DBAPIError:
        return None


def says_where(report: AuditReport, change: Change) -> bool:
    """Whether a finding names the table and the place (an event of the same commit) of the change."""
    if change.table == "balances":
        return any(row.account in finding.what for row in change.rows for finding in report.findings)
    tables = {row.table_id for row in change.rows}
    return any(
        finding.table in tables and (is_named(finding, row, change) or is_near(finding.seq, row))
        for finding in report.findings
        for row in change.rows
    )


def is_named(finding: Finding, row: sa.Row[Any], change: Change) -> bool:
    if change.table in ("meters", "heads"):
        return row._mapping.get("name", "head") in finding.what
    return "number" in row._mapping and f"{change.table[:-1]} {row.number}" in finding.what


def is_near(seq: int, row: sa.Row[Any]) -> bool:
    """In the same commit, which has up to 60 events."""
    seqs = [row._mapping[name] for name in ("seq", "first_seq", "last_seq") if name in row._mapping]
    return any(found is not None and found - 1 <= seq <= found + 60 for found in seqs)


def test_every_single_change_of_what_is_stored_is_found_and_placed(house: Store) -> None:
    chance = random.Random(f"{house.dialect} {EDITS}")
    made = 0
    by_kind: dict[tuple[str, str], int] = {}
    while made < EDITS:
        with house.writer.begin() as transaction:
            change = changed(house.writer, chance)
            if change is None:
                transaction.rollback()
                continue
            report = audit(house.writer, shoe_key)
            assert not report.ok, change
            assert says_where(report, change), (change, report.findings)
            transaction.rollback()
        made += 1
        by_kind[change.table, change.what] = by_kind.get((change.table, change.what), 0) + 1
    assert {kind for _, kind in by_kind} == {"edit", "delete", "swap"}
    assert {table for table, _ in by_kind} == set(AUDITED)
    with house.reading() as connection:
        assert audit(connection, shoe_key).ok


def test_without_keys_changes_of_log_commands_and_shoes_are_found_too(house: Store) -> None:
    """But for the seq at which a shoe was opened: where the log cannot be followed, nothing tells it."""
    chance = random.Random("without keys")
    found = made = 0
    while made < 40:
        with house.writer.begin() as transaction:
            change = changed(house.writer, chance)
            tables = ("events", "shoes", "commands")
            untold = ("shoes", "last_seq")
            if change and change.table in tables and (change.table, change.column) != untold:
                made += 1
                found += not audit(house.writer).ok
            transaction.rollback()
    assert found == made


def test_events_cut_off_the_end_of_a_log_are_missed(house: Store) -> None:
    events = schema.events
    with house.writer.begin() as transaction:
        last = house.writer.scalar(sa.select(sa.func.max(events.c.seq)).where(events.c.table_id == "t1"))
        house.writer.execute(sa.delete(events).where(events.c.table_id == "t1", events.c.seq == last))
        findings = audit(house.writer, shoe_key).findings
        assert any(finding.what.startswith("the log ends here") for finding in findings)
        transaction.rollback()


def test_a_row_that_nobody_recorded_is_found(house: Store) -> None:
    with house.writer.begin() as transaction:
        row = {"table_id": "t1", "seq": 3, "n": 7, "source": "house/t1", "target": "purse/ann", "amount": 5}
        house.writer.execute(sa.insert(schema.transfers).values(**row, why="a present"))
        findings = audit(house.writer, shoe_key).findings
        assert [(finding.table, finding.seq) for finding in findings] == [("t1", 3)]
        assert "a present" in findings[0].what
        transaction.rollback()
    with house.writer.begin() as transaction:
        row = {"account": "purse/mallory", "amount": 1_000_000}
        house.writer.execute(sa.insert(schema.balances).values(**row))
        findings = audit(house.writer, shoe_key).findings
        assert "purse/mallory is recorded as 1000000, and the log says 0" in findings[0].what
        transaction.rollback()
