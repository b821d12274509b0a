"""Everything that decides who may do what is in the house's log, and rows that say otherwise are found."""

import asyncio
import contextlib
import lzma
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from explore import NAMES
from server.authority_walk import AuthorityWalk, add_opened_table
from server.forging import unhurried
from server.scribe import Scribe, shoe_key, written
from spanish21.server.audit.limits_rows import LimitRows
from spanish21.server.audit.one_log import LogAudit
from spanish21.server.audit.whole_audit import audit
from spanish21.server.log.house_events import ChipsGiven
from spanish21.server.log.play_fold import HOUR, on_layout
from spanish21.server.money.house_book import opened_house_book
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import create_log
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.house_log import record
from spanish21.server.store.writer import Writer

Edit = Callable[[sa.Connection], Any]
STORES = Path(__file__).parents[1] / "stores"


def edited(table: sa.Table, where: str = "", **values: Any) -> Edit:
    """A change of one row that there is, by the values of its columns."""

    def edit(connection: sa.Connection) -> Any:
        keys = [column.name for column in table.primary_key.columns]
        query = sa.select(table).order_by(*table.primary_key.columns)
        row = connection.execute(query.where(sa.text(where)) if where else query).first()
        assert row is not None, (table.name, where)
        place = [table.c[name] == row._mapping[name] for name in keys]
        return connection.execute(sa.update(table).where(*place).values(**values))

    return edit


def deleted(table: sa.Table, where: str = "") -> Edit:
    def edit(connection: sa.Connection) -> Any:
        query = sa.select(table).order_by(*table.primary_key.columns)
        row = connection.execute(query.where(sa.text(where)) if where else query).first()
        assert row is not None, (table.name, where)
        place = [column == row._mapping[column.name] for column in table.primary_key.columns]
        return connection.execute(sa.delete(table).where(*place))

    return edit


def inserted(table: sa.Table, **values: Any) -> Edit:
    return lambda connection: connection.execute(sa.insert(table).values(**values))


LINK = {"digest": b"0" * 32, "role": "administrator", "created": 1, "expires": 2**60}
EDITS_OUTSIDE_THE_LOG: dict[str, Edit] = {
    "a policy": edited(schema.tables, policy='{"house":"person"}'),
    "a table's name": edited(schema.tables, name="Another"),
    "a submission": edited(schema.tables, submission="another"),
    "a table's book": edited(schema.tables, book="uk-casino"),
    "a table's number": edited(schema.tables, number=99),
    "a table's opener": edited(schema.tables, opened_by="mallory"),
    "a table's opening": edited(schema.tables, created=5),
    "a table closed": edited(schema.tables, state="closed"),
    "a table deleted": deleted(schema.tables),
    "a person's name": edited(schema.people, "name IS NOT NULL", name="Mallory", folded="mallory"),
    "the form of a name": edited(schema.people, "name IS NOT NULL", folded="mallory"),
    "a password": edited(schema.people, "password IS NOT NULL", password="a known hash"),
    "a password for a guest": edited(schema.people, "is_guest = 1", password="a known hash"),
    "an exclusion lifted": edited(schema.people, "excluded_until > 0", excluded_until=0),
    "a limit that is passed over": edited(schema.people, "id IN (SELECT person FROM limits)", is_limited=0),
    "a guest made an account": edited(schema.people, "is_guest = 1", is_guest=0),
    "a person made young": edited(schema.people, created=9),
    "a person taken back": edited(schema.people, "erased > 0", erased=0),
    "a person added": inserted(schema.people, id="mallory", created=1, last_seen=1),
    "a role given": inserted(schema.roles, person="mallory", role="administrator", given_by="test", at=1),
    "a role taken": deleted(schema.roles),
    "a role's giver": edited(schema.roles, given_by="mallory"),
    "a limit raised": edited(schema.limits, amount=10**9),
    "a limit lifted": deleted(schema.limits),
    "a link of one's own": inserted(schema.invitations, **LINK),
    "a used link made good": edited(schema.invitations, "used > 0", used=0),
    "a duty taken up": inserted(schema.duties, table_id="t1", person="mallory", role="floorperson", since=1),
    "a duty left": deleted(schema.duties),
    "a house of one again": deleted(schema.meta, "name = 'house_of_two'"),
    "a house of two for longer": edited(schema.meta, "name = 'house_of_two'", value="1"),
    "a second factor removed": deleted(schema.factors, "sealed IS NOT NULL"),
    "a second factor of one's own": edited(schema.factors, "sealed IS NOT NULL", sealed=b"0" * 40),
    "a recovery code of one's own": edited(schema.factors, "sealed IS NOT NULL", recovery="0" * 64),
    "a reset forgotten": edited(schema.people, "reset_at > 0", reset_at=0),
    "another request approved": edited(schema.approvals, body='{"type":"Invite","role":"administrator"}'),
    "a request approved by oneself": edited(
        schema.approvals, "state = 'open'", state="done", decided_by="mallory", decided=1
    ),
    "a request of another": edited(schema.approvals, asked_by="mallory"),
    "a request that lasts": edited(schema.approvals, expires=2**60),
    "a request deleted": deleted(schema.approvals),
    "an hour of play made up": inserted(schema.played, person="ann", hour=1, won=10**6, seconds=0),
    "a layout made up": inserted(schema.at_risk, person="mallory", table_id="t1", amount=5),
    "an erasure nobody asked for": inserted(
        schema.meta, name="erasing/ann", value='{"by":"p1","reason":"none"}'
    ),
}


@pytest.fixture
def house(store: Store) -> Store:
    unhurried(store)
    scribes = [Scribe("t1", "maryland", 8), Scribe("t2", "massachusetts", 3)]
    with store.writer.begin():
        for number, scribe in enumerate(scribes, start=1):
            create_log(store.writer, scribe.table_id)
            add_opened_table(store.writer, scribe, number)
        record(store.writer, *(ChipsGiven(name, 10**18, "play chips") for name in NAMES))
        AuthorityWalk("authority").run(store.writer, 200)
    for turn in range(4):
        written(store, [scribe.next(3, turn == 2) for scribe in scribes])
    return store


def test_what_the_program_itself_does_is_what_the_log_says(house: Store) -> None:
    with house.reading() as connection:
        assert audit(connection, shoe_key).findings == []


def test_every_edit_outside_the_logs_is_found_and_named(house: Store) -> None:
    for name, edit in EDITS_OUTSIDE_THE_LOG.items():
        with house.writer.begin() as transaction:
            edit(house.writer)
            findings = audit(house.writer, shoe_key).findings
            assert findings, name
            transaction.rollback()
    with house.reading() as connection:
        assert audit(connection, shoe_key).ok


def test_what_limits_are_held_against_is_what_the_logs_say(store: Store) -> None:
    """What people lost lately and what they have on layouts: to take it away would lift their limits."""
    unhurried(store)
    scribe = Scribe("t1", "uk-casino", 8)
    with store.writer.begin():
        create_log(store.writer, scribe.table_id)
        add_opened_table(store.writer, scribe, 1)
        record(store.writer, *(ChipsGiven(name, 10**18, "play chips") for name in NAMES))
        for name in NAMES:
            store.writer.execute(sa.insert(schema.people).values(id=name, created=1, last_seen=1))
    wanted = (sa.select(schema.played).where(schema.played.c.won != 0), sa.select(schema.at_risk))
    for _ in range(40):
        written(store, [scribe.next(20)])
        with store.reading() as connection:
            if all(connection.execute(query).first() for query in wanted) and on_layout(scribe.table):
                break
    now = (1_700_000_000_000 + scribe.count) // HOUR * HOUR

    def found(connection: sa.Connection) -> list[str]:
        rows = LimitRows()
        rows.add(LogAudit(connection, "t1", lambda number: shoe_key("t1", number)).run())
        assert rows.is_whole
        return [one.what for one in rows.findings(connection, now)]

    with store.reading() as connection:
        assert found(connection) == []
    for edit in (
        edited(schema.played, "won <> 0", won=10**6),
        deleted(schema.played, "won <> 0"),
        edited(schema.at_risk, "amount > 0", amount=1),
        deleted(schema.at_risk, "amount > 0"),
    ):
        with store.writer.begin() as transaction:
            edit(store.writer)
            assert found(store.writer)
            transaction.rollback()


def test_what_was_personal_is_in_no_log(house: Store) -> None:
    with house.reading() as connection:
        bodies = connection.scalars(
            sa.select(schema.events.c.body).where(schema.events.c.table_id == "house")
        )
        said = " ".join(body for body in bodies if body)
        for row in connection.execute(sa.select(schema.people.c.name, schema.people.c.password)):
            assert row.name is None or row.name not in said
            assert row.password is None or row.password not in said


def test_an_erased_person_leaves_a_gap_that_the_audit_accepts_and_nothing_else(house: Store) -> None:
    people = schema.people
    with house.reading() as connection:
        erased = connection.execute(sa.select(people).where(people.c.erased > 0)).all()
        assert erased
        assert {(row.name, row.folded, row.password, row.salt) for row in erased} == {
            (None, None, None, None)
        }
    for kept in ({"name": "Ann"}, {"password": "a hash"}, {"salt": b"0" * 16}):
        with house.writer.begin() as transaction:
            house.writer.execute(sa.update(people).where(people.c.id == erased[0].id).values(**kept))
            found = [finding.what for finding in audit(house.writer, shoe_key).findings]
            assert any("was erased" in what for what in found), kept
            transaction.rollback()


def test_a_store_of_an_earlier_version_is_taken_up_once(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    database.write_bytes(lzma.decompress((STORES / "0.1.0" / "house.db.xz").read_bytes()))
    for _ in range(2):
        store = open_store(str(database))
        writer = Writer(store)
        asyncio.run(opened_house_book(writer, "here"))
        writer.close()
        store.close()
    with contextlib.closing(sqlite3.connect(database)) as connection:
        taken = "SELECT count(*) FROM events WHERE body LIKE '%AuthorityTakenUp%'"
        assert connection.execute(taken).fetchone() == (1,)
    store = open_store(str(database))
    with store.reading() as connection:
        assert audit(connection).findings == []
    with store.writer.begin():
        edited(schema.tables, name="Another")(store.writer)
        assert not audit(store.writer).ok
    store.close()
