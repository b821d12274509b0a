"""Stores that earlier releases wrote are opened, found sound and played on.

A folder of tests/stores is named after the release that wrote it, and is never written again.
"""

import asyncio
import contextlib
import lzma
import shutil
import sqlite3
from pathlib import Path

import pytest

from server.live import ServerProcess, findings
from spanish21.client.bot import play, simple

STORES = Path(__file__).parents[1] / "stores"


def unpacked(release: str, folder: Path) -> Path:
    """The store of a release, with its key, where it can be written."""
    database = folder / "house.db"
    database.write_bytes(lzma.decompress((STORES / release / "house.db.xz").read_bytes()))
    shutil.copy(STORES / release / "house.key", folder / "house.key")
    (folder / "house.key").chmod(0o600)  # a checkout has no such modes
    return database


@pytest.mark.parametrize("release", sorted(one.name for one in STORES.iterdir()))
def test_a_store_of_an_earlier_release_is_played_on_and_audited(release: str, tmp_path: Path) -> None:
    database = unpacked(release, tmp_path)
    server = ServerProcess(database)
    try:
        played = asyncio.run(play(server.address, 2, "maryland", simple))
        assert played.rounds == 2
        server.end()
    finally:
        server.close()
    assert findings(database) == []


def test_a_store_of_0_1_0_holds_what_was_played(tmp_path: Path) -> None:
    """So that the test above cannot pass with an empty store."""
    with contextlib.closing(sqlite3.connect(unpacked("0.1.0", tmp_path))) as connection:
        ((events,),) = connection.execute("SELECT count(*) FROM events")
    assert events == 348
