"""The one writer: together, in order, told after the commit; a bad batch stops its own table only."""

import asyncio
import contextlib
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from server.conftest import Cluster
from server.scribe import Scribe, commit, held_back, open_house, shoe_key
from spanish21.errors import Spanish21Error
from spanish21.server.audit.whole_audit import audit
from spanish21.server.log.batch import LogBatch
from spanish21.server.log.commit_rows import CommandRow
from spanish21.server.people import limits
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import take_over, write
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.store_reader import head_of, load
from spanish21.server.store.writer import IDLE_CHECKPOINT, OwnLimit, Writer, WriterBusy, WriterClosed


@pytest.fixture
def scribes(store: Store) -> list[Scribe]:
    scribes = [Scribe(f"t{n}", "maryland", n) for n in range(1, 6)]
    open_house(store, scribes)
    return scribes


@pytest.fixture
def writer(store: Store) -> Iterator[Writer]:
    writer = Writer(store, limits.forbidden, pause=0.02)
    yield writer
    writer.close()


def seqs(store: Store) -> dict[str, int]:
    with store.reading() as connection:
        return {row.table_id: row.seq for row in connection.execute(sa.select(schema.heads))}


def assert_sound(store: Store) -> None:
    with store.reading() as connection:
        assert audit(connection, shoe_key).findings == []


class Ends:
    """How submitted batches ended, in their order."""

    def __init__(self) -> None:
        self.found: list[tuple[str, int, BaseException | None]] = []
        self.lock = threading.Condition()

    def submit(self, writer: Writer, batch: LogBatch) -> None:
        def told(error: BaseException | None, result: object) -> None:
            with self.lock:
                self.found.append((batch.table_id, batch.last, error))
                self.lock.notify()

        writer.submit(batch, told)

    def wait_for(self, count: int) -> list[tuple[str, int, BaseException | None]]:
        with self.lock:
            assert self.lock.wait_for(lambda: len(self.found) >= count, 30)
            return self.found


def test_batches_that_are_ready_are_committed_together_and_told_in_order(
    store: Store, writer: Writer, scribes: list[Scribe]
) -> None:
    go_on, ends = held_back(writer), Ends()
    batches = [scribe.next() for _ in range(10) for scribe in scribes]
    for batch in batches:
        ends.submit(writer, batch)
    assert seqs(store)["t1"] == 0
    go_on.set()
    assert ends.wait_for(50) == [(batch.table_id, batch.last, None) for batch in batches]
    assert writer.groups == 2  # the work that held it back, and all batches
    assert_sound(store)


def test_what_is_told_is_in_the_store(store: Store, writer: Writer, scribes: list[Scribe]) -> None:
    async def play() -> None:
        for _ in range(20):
            batch = scribes[0].next()
            await writer.commit(batch)
            assert seqs(store)["t1"] == batch.last

    asyncio.run(play())
    assert_sound(store)


def test_a_bad_batch_stops_its_own_table_and_no_other(
    store: Store, writer: Writer, scribes: list[Scribe]
) -> None:
    go_on, ends = held_back(writer), Ends()
    bad = scribes[2].next()
    bad.transfers[0] = (*bad.transfers[0][:5], -5, "nonsense")
    for batch in [scribes[0].next(), bad, scribes[1].next(), scribes[2].next(), scribes[0].next()]:
        ends.submit(writer, batch)
    go_on.set()
    errors = {(table_id, last): error for table_id, last, error in ends.wait_for(5)}
    assert {table_id for (table_id, _), error in errors.items() if error} == {"t3"}
    assert sum(error is not None for error in errors.values()) == 2
    assert seqs(store)["t3"] == 0
    assert seqs(store)["t1"] == scribes[0].log.seq
    assert_sound(store)


def test_a_table_goes_on_after_its_owner_has_loaded_it_again(
    store: Store, writer: Writer, scribes: list[Scribe]
) -> None:
    scribe = scribes[0]
    assert commit(writer, scribe.next()) is None
    before = (scribe.log, scribe.table)
    bad = scribe.next()
    bad.commands.append(bad.commands[0])
    assert isinstance(commit(writer, bad), sa.exc.IntegrityError)
    scribe.log, scribe.table = before
    again = scribe.next()
    assert isinstance(commit(writer, again), Spanish21Error)
    writer.resume("t1")
    with store.reading() as connection:
        assert load(connection, "t1", lambda n: shoe_key("t1", n)).log == before[0]
    assert commit(writer, again) is None
    assert_sound(store)


def test_a_stale_owner_writes_nothing_while_others_go_on(
    store: Store, writer: Writer, scribes: list[Scribe]
) -> None:
    writer.run_and_wait(lambda connection: take_over(connection, "t2", "another", 1))
    go_on, ends = held_back(writer), Ends()
    for scribe in scribes:
        ends.submit(writer, scribe.next())
    go_on.set()
    assert {table_id for table_id, _, error in ends.wait_for(5) if error} == {"t2"}
    assert seqs(store)["t2"] == 0
    assert_sound(store)


def test_a_takeover_and_an_old_owners_write_do_not_both_commit(cluster: Cluster) -> None:
    address = cluster.new_store()
    first, second = open_store(address), open_store(address)
    try:
        scribe = Scribe("t1", "maryland")
        open_house(first, [scribe])
        for turn in range(20):
            batch = scribe.next()
            with first.writer.begin():
                write(first.writer, [batch], set())
                taken: list[bool] = []

                def take(turn: int = turn, taken: list[bool] = taken) -> None:
                    with second.writer.begin():
                        taken.append(take_over(second.writer, "t1", "second", 1 + turn))

                thread = threading.Thread(target=take)
                thread.start()
                thread.join(0.05)
                assert not taken  # it waits for the write to end
            thread.join(10)
            assert taken == [True]
            scribe.log = type(scribe.log)(**{**_fields(scribe.log), "epoch": 2 + turn})
        with first.reading() as connection:
            head = head_of(connection, "t1")
            assert (head.seq, head.epoch, head.owner) == (scribe.log.seq, 21, "second")
    finally:
        first.close()
        second.close()


def test_two_servers_move_the_same_purses_at_the_same_time(cluster: Cluster) -> None:
    address = cluster.new_store()
    stores = [open_store(address), open_store(address)]
    scribes = [Scribe(f"t{n}", "maryland", n) for n in range(1, 9)]
    open_house(stores[0], scribes)
    writers, ends = [Writer(store, pause=0.01) for store in stores], Ends()
    for _ in range(25):
        for number, scribe in enumerate(scribes):
            ends.submit(writers[number % 2], scribe.next())
    assert all(error is None for _, _, error in ends.wait_for(200))
    assert_sound(stores[1])
    for writer, store in zip(writers, stores, strict=True):
        writer.close()
        store.close()


def _fields(log: object) -> dict[str, object]:
    return {name: getattr(log, name) for name in log.__struct_fields__}  # type: ignore[attr-defined]


def test_more_than_the_writer_takes_on_is_refused_at_once(store: Store, scribes: list[Scribe]) -> None:
    writer = Writer(store, most_waiting=3)
    go_on, ends = held_back(writer), Ends()
    for scribe in scribes[:3]:
        ends.submit(writer, scribe.next())
    with pytest.raises(WriterBusy):
        ends.submit(writer, scribes[3].next())
    go_on.set()
    assert all(error is None for _, _, error in ends.wait_for(3))
    writer.close()
    assert_sound(store)


def test_closing_writes_all_that_is_waiting_and_takes_nothing_more(
    store: Store, scribes: list[Scribe]
) -> None:
    writer, ends = Writer(store), Ends()
    go_on = held_back(writer)
    for _ in range(5):
        for scribe in scribes:
            ends.submit(writer, scribe.next())
    closing = threading.Thread(target=writer.close)
    closing.start()
    go_on.set()
    closing.join(30)
    assert len(ends.found) == 25
    assert all(error is None for _, _, error in ends.found)
    with pytest.raises(WriterClosed):
        ends.submit(writer, scribes[0].next())
    assert_sound(store)


def test_a_listener_that_fails_does_not_stop_the_writer(
    store: Store, writer: Writer, scribes: list[Scribe]
) -> None:
    def told(error: BaseException | None, result: object) -> None:
        raise ValueError("the listener is broken")

    writer.submit(scribes[0].next(), told)
    assert commit(writer, scribes[1].next()) is None
    assert seqs(store)["t1"] == scribes[0].log.seq
    assert_sound(store)


def test_a_full_disk_stops_all_loses_nothing_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    store = open_store(f"{tmp_path}/house.db")
    scribes = [Scribe(f"t{n}", "maryland", n) for n in range(1, 4)]
    open_house(store, scribes)
    pages = store.writer.exec_driver_sql("PRAGMA page_count").scalar()
    store.writer.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}")
    store.writer.rollback()
    writer, ends = Writer(store, pause=0.02), Ends()
    count = 0
    for _ in range(60):
        for scribe in scribes:
            ends.submit(writer, scribe.next(6))
            count += 1
    with ends.lock:
        assert not ends.lock.wait_for(lambda: len(ends.found) == count, 1.0)
    assert writer.trouble == "the disk is full"
    told_before = len(ends.found)
    assert sum(seqs(store).values()) <= sum(last for _, last, _ in ends.found) + 100
    # there is room again: the limit is one of the writing connection, which only its own thread may touch
    raw = store.writer.connection.driver_connection
    raw.execute("PRAGMA max_page_count = 1000000")  # type: ignore[union-attr]
    assert all(error is None for _, _, error in ends.wait_for(count))
    assert told_before < count
    assert writer.trouble == ""
    assert_sound(store)
    writer.close()
    store.close()


def test_a_database_that_was_away_gets_all_that_was_waiting_once(cluster: Cluster) -> None:
    store = open_store(cluster.new_store())
    scribes = [Scribe(f"t{n}", "maryland", n) for n in range(1, 4)]
    open_house(store, scribes)
    writer, ends = Writer(store, pause=0.1), Ends()
    for scribe in scribes:
        ends.submit(writer, scribe.next())
    ends.wait_for(3)
    cluster.stop("immediate")
    for _ in range(5):
        for scribe in scribes:
            ends.submit(writer, scribe.next())
    with ends.lock:
        assert not ends.lock.wait_for(lambda: len(ends.found) > 3, 1.0)
    assert writer.trouble == "the database is unreachable"
    cluster.start()
    assert all(error is None for _, _, error in ends.wait_for(18))
    assert_sound(store)
    writer.close()
    store.close()


def test_other_work_is_done_between_the_batches(store: Store, writer: Writer, scribes: list[Scribe]) -> None:
    async def play() -> int:
        first = writer.commit(scribes[0].next())
        count = writer.run(lambda connection: connection.scalar(sa.text("SELECT count(*) FROM events")))
        second = writer.commit(scribes[0].next())
        await asyncio.gather(first, second)
        return int(await count or 0)

    assert asyncio.run(play()) > 9
    with pytest.raises(sa.exc.IntegrityError):
        writer.run_and_wait(lambda connection: connection.execute(sa.insert(schema.meta).values(name="a")))


def test_what_is_committed_moves_into_the_database_while_the_writer_has_nothing_else_to_do(
    tmp_path: Path,
) -> None:
    store = open_store(str(tmp_path / "house.db"))
    scribe = Scribe("t1", "maryland", 1)
    open_house(store, [scribe])
    store.checkpoint()
    before = _seq_without_log(tmp_path / "house.db")
    writer, ends = Writer(store), Ends()
    for count in range(1, IDLE_CHECKPOINT + 1):
        ends.submit(writer, scribe.next())
        ends.wait_for(count)
    writer.close()
    assert before == 0
    assert _seq_without_log(tmp_path / "house.db") == scribe.log.seq
    store.close()


def _seq_without_log(path: Path) -> int:
    """Where a table's log ends in the database file alone, without what is in SQLite's write-ahead log."""
    alone = path.with_name("alone.db")
    shutil.copy(path, alone)
    with contextlib.closing(sqlite3.connect(alone)) as connection:
        return int(connection.execute("SELECT seq FROM heads WHERE table_id = 't1'").fetchone()[0])


@pytest.mark.parametrize("is_lost", [False, True], ids=["", "the connection is lost at the commit"])
def test_a_batch_that_a_limit_forbids_is_left_out_and_its_table_is_not_stopped(
    store: Store, writer: Writer, scribes: list[Scribe], is_lost: bool
) -> None:
    ann, other = scribes[:2]
    row = {"id": "pann", "is_guest": 1, "created": 1, "last_seen": 1, "excluded_until": 2**60}
    writer.run_and_wait(lambda connection: connection.execute(sa.insert(schema.people).values(row)))
    before = (ann.log, ann.table)
    go_on, ends = held_back(writer), Ends()
    forbidden, fine = ann.next(), other.next()
    forbidden.commands = [CommandRow(ann.table_id, "pann", "1", 1, b"", "Join", 1, 1, "player", "", "")]
    for batch in (forbidden, fine):
        ends.submit(writer, batch)
    transaction, groups = writer._transaction, writer.groups

    def losing(*given: Any) -> list[Any]:
        transaction(*given)
        writer._transaction = transaction  # type: ignore[method-assign]
        raise sa.exc.OperationalError("COMMIT", None, OSError(), connection_invalidated=True)

    if is_lost:
        writer._transaction = losing  # type: ignore[method-assign]
    go_on.set()
    found = {table: error for table, _, error in ends.wait_for(2)}
    assert str(found[ann.table_id]) == "you have excluded yourself from play"
    assert isinstance(found[ann.table_id], OwnLimit)
    assert found[other.table_id] is None
    assert seqs(store)[ann.table_id] == 0
    assert seqs(store)[other.table_id] == fine.last
    assert writer.groups <= groups + 2, "the other batch was not written a second time"
    ann.log, ann.table = before
    assert commit(writer, ann.next()) is None
    assert_sound(store)
