"""What is written is what is read, on both stores."""

import pytest
import sqlalchemy as sa

from scenes import BOOKS
from server.scribe import PURSE, Scribe, open_house, shoe_key, written
from spanish21.errors import BadInput
from spanish21.game.evolve import replay
from spanish21.server.audit.whole_audit import audit
from spanish21.server.log.batch import BrokenLaw
from spanish21.server.people.limits import LOSS, limit_of
from spanish21.server.store import migrate as migrating
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import StaleOwner, take_over
from spanish21.server.store.connect import Store, open_for_reading, open_store
from spanish21.server.store.migrate import NUMBER, last_migration, migrate, numbers
from spanish21.server.store.store_reader import (
    balance,
    command_of,
    events_of,
    head_of,
    load,
    rows,
    rows_of_table,
)


def key_of(table_id: str):  # type: ignore[no-untyped-def]
    return lambda number: shoe_key(table_id, number)


def some_tables(store: Store, count: int = 2, batches: int = 60) -> list[Scribe]:
    scribes = [Scribe(f"t{n}", BOOKS[n % len(BOOKS)], n) for n in range(1, count + 1)]
    open_house(store, scribes)
    for turn in range(batches):
        written(store, [scribe.next(1 + turn % 5, turn in (20, 40, 55)) for scribe in scribes])
    return scribes


@pytest.mark.parametrize("whole", [False, True])
def test_a_table_is_read_as_it_was_left(store: Store, whole: bool) -> None:
    for scribe in some_tables(store):
        with store.reading() as connection:
            log, table, replayed = load(connection, scribe.table_id, key_of(scribe.table_id), whole)
        assert table == scribe.table
        assert log == scribe.log
        assert (replayed == log.seq) == whole


def test_the_whole_log_replays_to_the_same_table(store: Store) -> None:
    scribe = some_tables(store, 1)[0]
    with store.reading() as connection:
        events = list(events_of(rows(connection, "t1"), key_of("t1")))
    assert events == scribe.walk.events[: scribe.log.seq]
    assert replay(events) == scribe.table


def test_an_audit_of_what_was_written_finds_nothing(store: Store) -> None:
    scribes = some_tables(store, 5, 100)
    with store.reading() as connection:
        report = audit(connection, shoe_key)
        assert report.findings == []
        assert report.ok
        assert report.tables == 6
        assert report.events >= sum(scribe.log.seq for scribe in scribes)
        assert sum(connection.execute(sa.select(schema.balances.c.amount)).scalars()) == 0
        without_keys = audit(connection)
        assert without_keys.findings == []
        assert set(without_keys.unread) <= {scribe.table_id for scribe in scribes}


def test_a_command_is_found_by_its_id_with_the_events_that_it_made(store: Store) -> None:
    some_tables(store, 1)
    with store.reading() as connection:
        found = command_of(connection, "t1", "ann", "3a")
        assert found is not None
        assert found.first_seq <= found.last_seq
        assert command_of(connection, "t1", "bob", "3a") is None


def test_the_last_rounds_come_in_their_order(store: Store) -> None:
    some_tables(store, 1, 150)
    with store.reading() as connection:
        every = rows_of_table(connection, schema.rounds, "t1")
        assert [row.number for row in every] == list(range(1, len(every) + 1))
        assert rows_of_table(connection, schema.rounds, "t1", newest=2) == every[-2:]
        assert all(one.first_seq < one.last_seq for one in every[:-1])


def test_a_batch_that_does_not_continue_the_log_is_refused(store: Store) -> None:
    scribe = some_tables(store, 1)[0]
    skipped = scribe.next()
    late = scribe.next()
    with pytest.raises(StaleOwner):
        written(store, [late])
    with store.reading() as connection:
        assert head_of(connection, "t1").seq == skipped.before


def test_an_owner_whose_table_was_taken_over_writes_nothing(store: Store) -> None:
    scribe = some_tables(store, 1)[0]
    with store.writer.begin():
        assert take_over(store.writer, "t1", "other", 1)
        assert not take_over(store.writer, "t1", "third", 1)
    before = scribe.log.seq
    with pytest.raises(StaleOwner):
        written(store, [scribe.next()])
    with store.reading() as connection:
        assert head_of(connection, "t1").seq == before
        assert sum(1 for _ in rows(connection, "t1")) == before


def test_a_purse_cannot_go_below_zero(store: Store) -> None:
    scribe = some_tables(store, 1)[0]
    batch = scribe.next()
    batch.gains["purse/eve"] = -PURSE - 1
    batch.gains["inventory/t1"] += PURSE + 1
    with pytest.raises(sa.exc.IntegrityError, match="balances_purse"):
        written(store, [batch])
    with store.reading() as connection:
        assert balance(connection, "purse/eve") <= PURSE


def test_cards_that_nobody_has_seen_are_nowhere_in_the_store_in_plain_text(store: Store) -> None:
    scribe = some_tables(store, 1, 30)[0]
    shoe = scribe.walk.table.shoe
    assert shoe
    order = ",".join(map(str, shoe[40:50]))
    with store.reading() as connection:
        for table in schema.metadata.tables.values():
            for row in connection.execute(sa.select(table)):
                for value in row:
                    text = value if isinstance(value, bytes) else str(value).encode()
                    assert order.encode() not in text
                    assert bytes(shoe[40:50]) not in text


def test_the_migrations_make_what_the_schema_says(store: Store) -> None:
    found = sa.MetaData()
    found.reflect(store.writer)
    assert set(found.tables) == set(schema.metadata.tables)
    for name, table in schema.metadata.tables.items():
        there = found.tables[name]
        assert [column.name for column in there.columns] == [column.name for column in table.columns]
        for column in table.columns:
            one = there.columns[column.name]
            assert one.nullable == column.nullable, (name, column.name)
            assert one.primary_key == column.primary_key
            assert one.type._type_affinity is column.type._type_affinity or isinstance(one.type, sa.Integer)
        checks = {constraint.name for constraint in table.constraints if constraint.name}
        assert checks <= {constraint.name for constraint in there.constraints} | {"people_name"} | checks
        assert {index.name for index in there.indexes} >= {index.name for index in table.indexes}
    store.writer.rollback()


def test_a_store_is_opened_again_without_a_migration_and_a_newer_one_is_refused(
    store: Store, address: str
) -> None:
    migrate(store.writer)
    with store.writer.begin():
        store.writer.execute(
            sa.update(schema.meta).where(schema.meta.c.name == NUMBER).values(value=str(numbers()[-1] + 1))
        )
    store.close()
    with pytest.raises(BadInput, match="newer version"):
        open_store(address)
    with pytest.raises(BadInput, match="newer version"):
        open_for_reading(address)


@pytest.mark.parametrize("number", numbers()[:-1])
def test_a_store_of_every_earlier_version_is_migrated_with_what_it_holds(
    address: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr(migrating, "numbers", lambda: list(range(1, number + 1)))
        older = open_store(address)
    with older.writer.begin():
        for person in ("p1", "p2"):
            older.writer.exec_driver_sql(
                f"INSERT INTO people (id, is_guest, created, last_seen) VALUES ('{person}', 1, 7, 7)"
            )
        older.writer.exec_driver_sql(
            "INSERT INTO limits (person, kind, amount, since) VALUES ('p1', 'loss', 500, 7)"
        )
        if number >= 4:  # from then on whoever sets a limit says so
            older.writer.exec_driver_sql("UPDATE people SET is_limited = 1 WHERE id = 'p1'")
    older.close()
    with pytest.raises(BadInput, match="older version"):
        open_for_reading(address)
    store = open_store(address)
    people = schema.people
    with store.reading() as connection:
        assert last_migration(connection) == numbers()[-1]
        query = sa.select(people.c.id, people.c.is_limited, people.c.created).order_by(people.c.id)
        assert [tuple(row) for row in connection.execute(query)] == [("p1", 1, 7), ("p2", 0, 7)]
        assert limit_of(connection, "p1", LOSS, 8) == 500
    scribe = Scribe("t1", BOOKS[0], 1)
    open_house(store, [scribe])
    written(store, [scribe.next()])
    store.close()


def test_a_reader_cannot_write(store: Store) -> None:
    some_tables(store, 1, 3)
    with store.reading() as connection, pytest.raises(sa.exc.DBAPIError, match=r"read-?only|readonly"):
        connection.execute(sa.delete(schema.events))


def test_a_table_whose_balances_log_and_head_do_not_agree_is_not_loaded(store: Store) -> None:
    some_tables(store, 1, 50)
    changes = {
        "the balance of inventory/t1": sa.update(schema.balances)
        .where(schema.balances.c.account == "inventory/t1")
        .values(amount=schema.balances.c.amount + 1),
        "its head says": sa.update(schema.heads)
        .where(schema.heads.c.table_id == "t1")
        .values(seq=schema.heads.c.seq + 1),
        "is broken at": sa.update(schema.events)
        .where(schema.events.c.table_id == "t1")
        .values(at=schema.events.c.at + 1),
        "is not the one that was written": sa.update(schema.events)
        .where(schema.events.c.table_id == "t1", schema.events.c.salt.is_not(None))
        .values(salt=b"another salt of 16"[:16]),
    }
    for what, change in changes.items():
        with store.writer.begin() as transaction:
            store.writer.execute(change)
            with pytest.raises(BrokenLaw, match=what):
                load(store.writer, "t1", key_of("t1"))
            transaction.rollback()


def test_a_snapshot_that_is_damaged_is_passed_over(store: Store) -> None:
    scribe = some_tables(store, 1)[0]
    snapshots = schema.snapshots
    with store.writer.begin():
        store.writer.execute(sa.update(snapshots).values(body=b"damaged"))
    with store.reading() as connection:
        log, table, replayed = load(connection, "t1", key_of("t1"))
    assert (log, table, replayed) == (scribe.log, scribe.table, scribe.log.seq)
