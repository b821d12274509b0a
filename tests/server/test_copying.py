"""Backups while the server runs, restores, and the move from SQLite to PostgreSQL."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.conftest import Cluster
from server.scribe import Scribe, commit, held_back, open_house, shoe_key, written
from spanish21.errors import BadInput
from spanish21.server.audit.whole_audit import audit
from spanish21.server.store import schema
from spanish21.server.store.connect import Store, open_for_reading, open_store
from spanish21.server.store.copies import copy_store, digests, move, restore
from spanish21.server.store.store_reader import load
from spanish21.server.store.writer import Writer


def a_house(address: str, batches: int = 80) -> tuple[Store, list[Scribe]]:
    store = open_store(address)
    scribes = [Scribe(f"t{n}", "maryland", n) for n in range(1, 4)]
    open_house(store, scribes)
    for turn in range(batches):
        written(store, [scribe.next(4, turn % 30 == 29) for scribe in scribes])
    return store, scribes


def found_in(address: str) -> dict[str, str]:
    store = open_for_reading(address)
    try:
        with store.reading() as connection:
            assert audit(connection, shoe_key).findings == []
            return digests(connection)
    finally:
        store.close()


def test_a_move_to_postgresql_keeps_every_hash_and_balance(tmp_path: Path, cluster: Cluster) -> None:
    source, target = f"sqlite:///{tmp_path}/house.db", cluster.new_store()
    store, scribes = a_house(source)
    store.close()
    moved = move(source, target)
    assert moved == found_in(source) == found_in(target)
    there = open_store(target)
    for scribe in scribes:
        with there.reading() as connection:
            found = load(connection, scribe.table_id, lambda n, scribe=scribe: shoe_key(scribe.table_id, n))
        assert (found.log, found.table) == (scribe.log, scribe.table)
    written(there, [scribe.next() for scribe in scribes])
    there.close()
    assert found_in(target)["events"] != moved["events"]


def test_a_copy_goes_only_into_an_empty_store(address: str, tmp_path: Path) -> None:
    store, _ = a_house(address, 3)
    other, _ = a_house(f"{tmp_path}/other.db", 3)
    with store.reading() as connection:
        before = digests(connection)
    with pytest.raises(BadInput, match="is not empty"):
        copy_store(other, store)
    with store.reading() as connection:
        assert digests(connection) == before
    store.close()
    other.close()


def test_a_backup_taken_in_the_middle_of_play_is_sound_and_restores(tmp_path: Path, cluster: Cluster) -> None:
    store, scribes = a_house(f"{tmp_path}/house.db", 200)
    writer = Writer(store)

    async def play() -> list[str]:
        told = []
        go_on = held_back(writer)
        waiting = {"backup": writer.back_up(tmp_path / "backup.db")}
        waiting |= {f"batch {n}": writer.commit(scribe.next()) for n, scribe in enumerate(scribes * 5)}
        for name, future in waiting.items():
            future.add_done_callback(lambda _, name=name: told.append(name))
        go_on.set()
        await asyncio.gather(*waiting.values())
        return told

    assert asyncio.run(play())[-1] == "backup", "nothing was written while the backup was taken"
    assert commit(writer, scribes[0].next()) is None
    writer.close()
    store.close()
    backup = found_in(f"{tmp_path}/backup.db")
    for target in (f"{tmp_path}/restored.db", cluster.new_store()):
        assert restore(tmp_path / "backup.db", target) == backup == found_in(target)


def test_a_backup_is_not_written_over_a_file(tmp_path: Path) -> None:
    store, _ = a_house(f"{tmp_path}/house.db", 2)
    (tmp_path / "there").write_text("mine")
    writer = Writer(store)

    async def back_up() -> None:
        await writer.back_up(tmp_path / "there")

    with pytest.raises(BadInput, match="exists"):
        asyncio.run(back_up())
    assert (tmp_path / "there").read_text() == "mine"
    writer.close()
    store.close()


def test_a_damaged_backup_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    store, _ = a_house(f"{tmp_path}/house.db", 100)
    store.close()
    path = tmp_path / "house.db"
    data = bytearray(path.read_bytes())
    for at in range(8192 + 5, len(data), 4096):
        data[at : at + 40] = bytes(40)
    path.write_bytes(data)
    with pytest.raises(BadInput, match=r"damaged|cannot be"):
        restore(path, f"{tmp_path}/restored.db")
    assert not (tmp_path / "restored.db").exists()


def test_a_text_that_postgresql_cannot_hold_is_one_clear_line(tmp_path: Path, cluster: Cluster) -> None:
    """Older versions took U+0000 in a reason; the log holds its digest, so it stays."""
    store = open_store(f"{tmp_path}/house.db")
    scribe = Scribe("t1", "maryland", 1)
    open_house(store, [scribe])
    written(store, [scribe.next()])
    with store.writer.begin():
        store.writer.execute(sa.update(schema.commands).values(reason="a\0b"))
    store.close()
    target = cluster.new_store()
    with pytest.raises(BadInput, match=r"the table commands has a text with U\+0000"):
        move(f"{tmp_path}/house.db", target)
    made = open_store(target)
    with made.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.heads)) == 0
    made.close()
