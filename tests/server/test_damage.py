"""A damaged database: the audit says which page and which log, and ends with a finding, not with an error."""

import json
import os
import random
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.scribe import Scribe, open_house, shoe_key, written
from spanish21.cli import main
from spanish21.server.audit.whole_audit import audit
from spanish21.server.store.connect import open_for_reading, open_store

DAMAGES = int(os.environ.get("SPANISH21_DAMAGES", "12"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("damaged") / "house.db"
    store = open_store(str(path))
    scribes = [Scribe("t1", "maryland", 8), Scribe("t2", "massachusetts", 3)]
    open_house(store, scribes)
    for turn in range(30):
        written(store, [scribe.next(1 + turn % 9, turn in (8, 16)) for scribe in scribes])
    store.close()
    return path


def pages_of(path: Path) -> dict[str, int]:
    """The first page of each table."""
    with sqlite3.connect(path) as connection:
        found = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'"))
    connection.close()
    return found


def damaged(path: Path, page: int, chance: random.Random, copy: Path) -> Path:
    """A copy of a database in which one page is noise."""
    content = bytearray(path.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    content[(page - 1) * size : page * size] = chance.randbytes(size)
    copy.write_bytes(content)
    return copy


@pytest.mark.parametrize("table", ["events", "transfers", "balances", "heads", "people"])
def test_the_audit_says_which_page_of_which_table_is_damaged(house: Path, tmp_path: Path, table: str) -> None:
    page = pages_of(house)[table]
    path = damaged(house, page, random.Random(table), tmp_path / "house.db")
    done = CliRunner().invoke(main, ["audit", "--database", str(path), "--without-key", "--json"])
    assert (done.exit_code, type(done.exception)) == (1, SystemExit), done.output
    found = json.loads(done.stdout)
    assert not found["ok"]
    assert any(
        one["table"] == "database" and one["seq"] == page and f"the table {table}" in one["what"]
        for one in found["findings"]
    ), found["findings"]


def test_whatever_page_is_damaged_the_audit_finds_it_and_goes_on(house: Path, tmp_path: Path) -> None:
    chance = random.Random(21)
    size = house.stat().st_size // 4096
    for page in chance.sample(range(2, size + 1), min(DAMAGES, size - 1)):
        path = damaged(house, page, chance, tmp_path / "house.db")
        store = open_for_reading(str(path))
        with store.reading() as connection:
            report = audit(connection, shoe_key)
        store.close()
        assert not report.ok, page
        assert any(one.table == "database" for one in report.findings), page
