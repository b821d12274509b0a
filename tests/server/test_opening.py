"""A store is opened only where it cannot lose what was committed."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.conftest import Cluster
from server.live import served
from spanish21.errors import BadInput
from spanish21.server.log.house_events import HOUSE
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import create_log
from spanish21.server.store.connect import SAFE, check_settings, open_for_reading, open_store


def test_sqlite_runs_with_a_log_written_ahead_and_full_syncs(tmp_path: Path) -> None:
    store = open_store(f"{tmp_path}/house.db")
    found = {name: store.writer.exec_driver_sql(f"PRAGMA {name}").scalar() for name in SAFE}
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    store.writer.rollback()
    store.writer.connection.driver_connection.execute("PRAGMA synchronous = NORMAL")  # type: ignore[union-attr]
    with pytest.raises(BadInput, match="synchronous = 1 here and must run with 2"):
        check_settings(store.writer)
    store.close()


def test_a_second_server_on_the_same_file_is_refused_while_the_first_runs(tmp_path: Path) -> None:
    store = open_store(f"{tmp_path}/house.db")
    with pytest.raises(BadInput, match="in use by another server"):
        open_store(f"sqlite:///{tmp_path}/house.db")
    program = f"from spanish21.server.store.connect import open_store; open_store('{tmp_path}/house.db')"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "in use by another server" in other.stderr
    reader = open_for_reading(f"{tmp_path}/house.db")
    reader.close()
    store.close()
    open_store(f"{tmp_path}/house.db").close()


def test_the_lock_holds_for_links_to_the_same_file(tmp_path: Path) -> None:
    store = open_store(f"{tmp_path}/house.db")
    (tmp_path / "elsewhere").mkdir()
    link, folder = tmp_path / "elsewhere" / "link.db", tmp_path / "folder"
    link.symlink_to(tmp_path / "house.db")
    folder.symlink_to(tmp_path)
    for path in (link, folder / "house.db"):
        with pytest.raises(BadInput, match="in use by another server"):
            open_store(str(path))
    (tmp_path / "hard.db").hardlink_to(tmp_path / "house.db")
    for name in ("hard.db", "house.db"):
        with pytest.raises(BadInput, match="has a second name"):
            open_store(f"{tmp_path}/{name}")
    store.close()
    (tmp_path / "hard.db").unlink()
    open_store(str(link)).close()


@pytest.mark.parametrize("name", ["fsync", "full_page_writes", "synchronous_commit"])
def test_postgresql_that_could_lose_a_commit_is_refused(cluster: Cluster, name: str) -> None:
    cluster.stop()
    cluster.start(**{name: "off"})
    try:
        with pytest.raises(BadInput, match=f"{name} = off"):
            open_store(cluster.address)
    finally:
        cluster.stop()
        cluster.start()


def test_a_database_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no database at"):
        open_for_reading(f"{tmp_path}/nothing.db")
    with pytest.raises(BadInput, match="cannot be opened") as found:
        open_store(f"postgresql://ann:secret@/house?host={tmp_path}")
    assert "secret" not in str(found.value)
    with pytest.raises(BadInput, match="is not a database: write a path"):
        open_store("mysql://ann:secret@there/house")
    (tmp_path / "text.db").write_text("This is not a database at all. " * 100)
    with pytest.raises(BadInput, match="cannot be opened: file is not a database"):
        open_store(f"{tmp_path}/text.db")
    with pytest.raises(BadInput, match="cannot be opened: file is not a database"):
        open_for_reading(f"{tmp_path}/text.db")


def test_the_houses_log_is_begun_once_even_if_a_start_was_broken_off(tmp_path: Path) -> None:
    async def started() -> int:
        async with served(tmp_path) as (desk, _):
            with desk.store.reading() as connection:
                mine = schema.events.c.table_id == HOUSE
                bodies = connection.scalars(sa.select(schema.events.c.body).where(mine))
                return sum('"HouseOpened"' in (body or "") for body in bodies)

    store = open_store(str(tmp_path / "house.db"))
    with store.writer.begin():
        create_log(store.writer, HOUSE, "nobody")
    store.close()
    assert [asyncio.run(started()) for _ in range(2)] == [1, 1]
