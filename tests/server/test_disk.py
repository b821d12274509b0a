"""The disk fails at every write and sync, is full, or loses power: nothing that was told is lost."""

import os
import random
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.faulty_disk import FULL, IOERR_WRITE, Disk, after_power_loss, watched_disk
from server.scribe import Scribe, commit, open_house, shoe_key
from spanish21.server.audit.whole_audit import audit
from spanish21.server.store import schema
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.store_reader import load
from spanish21.server.store.writer import Writer

BATCHES = 24
POINTS = int(os.environ.get("SPANISH21_DISK_ERRORS", "12"))
CRASHES = int(os.environ.get("SPANISH21_POWER_LOSSES", "60"))


class House:
    """A store with two tables that are played until the given number of batches is told."""

    def __init__(self, folder: Path) -> None:
        self.address = f"{folder}/house.db"
        self.store = open_store(self.address)
        raw = self.store.writer.connection.driver_connection
        raw.execute("PRAGMA wal_autocheckpoint = 40")  # type: ignore[union-attr]
        self.scribes = [Scribe("t1", "maryland", 4), Scribe("t2", "massachusetts", 4)]
        open_house(self.store, self.scribes)
        self.writer = Writer(self.store, pause=0.01)
        self.told: list[tuple[str, int, bytes]] = []
        self.errors = 0

    def play(self, disk: Disk | None = None) -> list[int]:
        """How many operations the disk had done when each batch was told."""
        marks = []
        for turn in range(BATCHES):
            scribe = self.scribes[turn % 2]
            before = (scribe.log, scribe.table)
            batch = scribe.next(6, turn % 8 == 7)
            if commit(self.writer, batch) is None:
                self.told.append((batch.table_id, batch.last, batch.chain))
                marks.append(len(disk.operations) if disk else 0)
            else:
                self.errors += 1
                scribe.log, scribe.table = before
                self.load_again(scribe)
        return marks

    def load_again(self, scribe: Scribe) -> None:
        """What the owner of a stopped table does: the store says what is true."""
        with self.store.reading() as connection:
            found = load(connection, scribe.table_id, lambda n: shoe_key(scribe.table_id, n))
        assert (found.log, found.table) == (scribe.log, scribe.table) or found.log.seq == 0
        self.writer.resume(scribe.table_id)

    def close(self) -> None:
        self.writer.close()
        self.store.close()


def assert_nothing_is_lost(address: str, told: list[tuple[str, int, bytes]]) -> None:
    store = open_store(address)
    try:
        assert there(store).issuperset(told)
    finally:
        store.close()


def there(store: Store) -> set[tuple[str, int, bytes]]:
    events = schema.events
    with store.reading() as connection:
        assert audit(connection, shoe_key).findings == []
        query = sa.select(events.c.table_id, events.c.seq, events.c.chain)
        return {tuple(row) for row in connection.execute(query)}  # type: ignore[misc]


def operations_of_play(folder: Path) -> tuple[int, int]:
    """From which operation to which the disk works while the tables are played."""
    with watched_disk() as disk:
        house = House(folder)
        start = len(disk.operations)
        house.play(disk)
        end = len(disk.operations)
        house.close()
    return start, end


@pytest.mark.parametrize("error", [IOERR_WRITE, FULL], ids=["io_error", "full"])
def test_an_error_of_the_disk_at_any_write_or_sync_loses_nothing_and_play_goes_on(
    tmp_path: Path, error: int
) -> None:
    (tmp_path / "plain").mkdir()
    start, end = operations_of_play(tmp_path / "plain")
    assert end - start > 2 * BATCHES
    stopped = 0
    for at in range(start, end, 1 + (end - start) // POINTS):
        folder = tmp_path / str(at)
        folder.mkdir()
        with watched_disk() as disk:
            house = House(folder)
            disk.fails_from, disk.fails, disk.error = at, 3, error
            house.play(disk)
            house.close()
        stopped += house.errors
        assert disk.fails < 3
        assert len(house.told) == BATCHES - house.errors >= BATCHES - 3
        assert_nothing_is_lost(house.address, house.told)
    assert (stopped > 0) == (error == IOERR_WRITE), "a full disk is waited for, an error stops a table"


def test_a_loss_of_power_at_any_moment_loses_nothing_that_was_told(tmp_path: Path) -> None:
    with watched_disk() as disk:
        house = House(tmp_path)
        first = len(disk.operations)
        marks = house.play(disk)
        house.close()
    assert house.errors == 0
    kinds = {(one.kind, Path(one.path).suffix) for one in disk.operations[first:]}
    assert {("sync", ".db"), ("write", ".db")} <= kinds, "no checkpoint was taken"
    chance = random.Random(f"power {CRASHES}")
    every = range(first, len(disk.operations))
    moments = sorted(chance.sample(every, min(CRASHES, len(every))))
    for number, moment in enumerate(moments):
        folder = tmp_path / f"crash-{number}"
        folder.mkdir()
        after_power_loss(disk.operations[:moment], folder, chance)
        told = [batch for batch, mark in zip(house.told, marks, strict=True) if mark <= moment]
        assert_nothing_is_lost(f"{folder}/house.db", told)
