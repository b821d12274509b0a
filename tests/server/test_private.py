"""Nobody but its owner reads a file of the house, and no log quotes what people send or what a row holds."""

import contextlib
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
import structlog
from click.testing import CliRunner

from scenes import BOOKS
from server.people_at_work import account
from server.scribe import Scribe, open_house, written
from spanish21.cli import main
from spanish21.errors import BadInput, Spanish21Error
from spanish21.server import files
from spanish21.server.log.batch import BrokenLaw
from spanish21.server.logging import logs_as_json, words_of
from spanish21.server.rounds.export import write_jsonl, write_notation, write_parquet
from spanish21.server.store import schema
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.master_key import created_key


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=["umask 000", "umask 022", "umask 077"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """What others may do with each file of a folder."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}


def test_a_database_its_log_key_and_copies_are_for_their_owner_alone(umask: None, tmp_path: Path) -> None:
    store = open_store(f"{tmp_path}/house.db")
    created_key(tmp_path / "house.key")
    scribe = Scribe("t1", BOOKS[0], 1)
    open_house(store, [scribe])
    written(store, [scribe.next()])
    found = modes(tmp_path)
    assert set(found) == {"house.db", "house.db-wal", "house.db-shm", "house.db.lock", "house.key"}
    run = CliRunner().invoke
    said = run(main, ["backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "house.db")])
    assert said.exit_code == 0, said.output
    store.close()
    said = run(main, ["restore", str(tmp_path / "copy.db"), "--database", str(tmp_path / "again.db")])
    assert said.exit_code == 0, said.output
    found |= modes(tmp_path)
    assert {"copy.db", "again.db"} < set(found)
    assert set(found.values()) == {0o600}, found


def test_exports_are_for_their_owner_alone(umask: None, tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text("an older one, which is longer than the new")
    os.chmod(tmp_path / "old.jsonl", 0o644)
    write_jsonl([{"events": []}], str(tmp_path / "old.jsonl"))
    write_jsonl([], str(tmp_path / "rounds.jsonl"))
    write_notation([], str(tmp_path / "rounds.txt"))
    write_parquet([], str(tmp_path / "rounds.parquet"))
    assert set(modes(tmp_path).values()) == {0o600}
    assert (tmp_path / "old.jsonl").read_text() == '{"events":[]}\n'


def test_files_of_an_older_version_are_tightened_at_the_start(tmp_path: Path) -> None:
    store = open_store(f"{tmp_path}/house.db")
    for name in modes(tmp_path):
        os.chmod(tmp_path / name, 0o644)
    with pytest.raises(BadInput, match="in use"):
        open_store(f"{tmp_path}/house.db")
    store.close()
    os.chmod(tmp_path / "house.db", 0o664)
    open_store(f"{tmp_path}/house.db").close()
    assert set(modes(tmp_path).values()) == {0o600}


def test_what_is_not_a_database_or_not_a_plain_file_keeps_its_mode(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("This is not a database. " * 100)
    os.chmod(text, 0o644)
    with pytest.raises(BadInput, match="not a database"):
        open_store(str(text))
    assert stat.S_IMODE(text.stat().st_mode) == 0o644
    os.mkfifo(tmp_path / "pipe")
    os.chmod(tmp_path / "pipe", 0o644)
    files.make_private(tmp_path / "pipe")
    assert stat.S_IMODE((tmp_path / "pipe").stat().st_mode) == 0o644
    with pytest.raises(BadInput, match="cannot be written"):
        files.make_private(tmp_path / "missing" / "house.db")


def test_a_file_of_another_user_that_others_can_read_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: Any) -> None:
        raise PermissionError

    (tmp_path / "house.db").touch()
    os.chmod(tmp_path / "house.db", 0o644)
    monkeypatch.setattr(os, "chmod", refused)
    with pytest.raises(BadInput, match=r"belongs to another user; run: chmod 600"):
        files.tighten(tmp_path / "house.db")


# -- logs ------------------------------------------------------------------------------------------------

SECRET = "Rosalind Franklin"


def errors_of(store: Store) -> Iterator[Exception]:
    """What the store says to a name that is taken, to one too many, and to a row that breaks a rule."""
    row = {"id": "p9", "name": SECRET, "is_guest": 0, "created": 1, "last_seen": 1}
    statements = (
        sa.insert(schema.people).values(**row, folded=SECRET.casefold()),
        sa.insert(schema.balances).values(account=f"purse/{SECRET}", amount=-5),
        sa.select(sa.literal_column("nothing")).where(schema.people.c.name == SECRET),
    )
    with store.writer.begin():
        account(store.writer, SECRET)
    for statement in statements:
        try:
            with store.writer.begin():
                store.writer.execute(statement)
        except sa.exc.DBAPIError as error:
            yield error


@contextlib.contextmanager
def logging_as_served() -> Iterator[None]:
    root = logging.getLogger()
    kept, level = list(root.handlers), root.level
    try:
        logs_as_json()
        yield
    finally:
        structlog.reset_defaults()
        root.handlers[:] = kept
        root.setLevel(level)


def test_no_log_quotes_a_row_or_a_parameter(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    count = 0
    with logging_as_served():
        for error in errors_of(store):
            count += 1
            assert SECRET not in words_of(error)
            structlog.get_logger("test").error("failed", exc_info=error)
            try:
                raise ValueError(SECRET) from error
            except ValueError:
                logging.getLogger("library").exception("a library failed for %s", SECRET)
    said = capsys.readouterr().err
    assert count == 3
    assert said.count("\n") == 2 * count
    assert "IntegrityError" in said
    assert "errors_of" in said, "the way through the code is there"
    assert SECRET not in said
    assert SECRET.casefold() not in said.casefold()


def test_the_words_of_the_house_are_there_and_those_of_input_are_not() -> None:
    assert words_of(BrokenLaw("the ledger of table t1")) == "BrokenLaw: the ledger of table t1"
    assert words_of(Spanish21Error("why")) == "Spanish21Error: why"
    assert words_of(BadInput("the name 'Ann' is taken")) == "BadInput"
    assert words_of(KeyError("Ann")) == "KeyError"
    assert words_of(OSError(28, "No space left on device", "/home/ann")) == "OSError: No space left on device"
    assert words_of(psycopg.Error("Ann")) == "Error"
