"""The commands about servers: databases, records, accounts, and a bot at a server in a process."""

import asyncio
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import Result

from cli.test_main import assert_one_line, run
from server.live import decline_cut, seated, served, table_of
from spanish21.books.rulebook import BOOKS
from spanish21.client.bot import play, simple
from spanish21.client.client import Client
from spanish21.server.people.sessions import begin_session, new_token
from spanish21.server.store import schema
from spanish21.server.store.connect import open_store

PASSWORD = "a long secret\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some rounds, and the public record of its table."""
    folder = tmp_path_factory.mktemp("house")

    async def main() -> None:
        async with served(folder) as (desk, address):
            played = await play(address, 5, "maryland", simple)
            assert played.rounds == 5
            row = await table_of(desk)
            async with seated(address, row.id, 1) as sockets:
                await decline_cut(sockets)
            async with Client(address) as client:
                found = await client._http.get(f"/tables/{played.table}/record")
            (folder / "record.json").write_bytes(found.content)

    asyncio.run(main())
    return folder


def json_of(result: Result) -> dict:  # type: ignore[type-arg]
    return dict(json.loads(result.stdout))


def test_an_audit_finds_nothing_and_then_what_was_changed(house: Path, tmp_path: Path) -> None:
    found = json_of(run("audit", "--database", str(house / "house.db"), "--json"))
    assert (found["ok"], found["findings"], found["unread"]) == (True, [], {})
    blind = json_of(run("audit", "--database", str(house / "house.db"), "--without-key", "--json"))
    assert blind["ok"]
    assert blind["unread"]
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), "--database", str(house / "house.db")).exit_code == 0
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE balances SET amount = amount + 1 WHERE account LIKE 'purse/%'")
    connection.close()
    changed = run("audit", "--database", str(copy), "--key", str(house / "house.key"))
    assert changed.exit_code == 1
    assert "the balance of purse/" in changed.stdout


def test_a_record_is_verified_and_a_changed_one_is_not(house: Path, tmp_path: Path) -> None:
    good = run("verify", str(house / "record.json"))
    assert (good.exit_code, "every promise was kept" in good.stdout) == (0, True)
    text = (house / "record.json").read_text()
    at = text.index('"leaf"') + 12
    bad = tmp_path / "bad.json"
    bad.write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :])
    found = run("verify", str(bad), "--json")
    assert (found.exit_code, json_of(found)["ok"]) == (1, False)
    findings = json_of(found)["findings"]
    assert all(one["where"].startswith("event ") and one["what"] for one in findings)
    told = run("verify", str(bad)).stdout.splitlines()
    assert told[:-1] == [f"{one['where']}: {one['what']}" for one in findings]
    shoes = json_of(found)["shoes"]
    said = f"{len(findings)} finding{'s' * (len(findings) != 1)}"
    assert told[-1].startswith(f"{shoes} shoe{'s' * (shoes != 1)}, ")
    assert told[-1].endswith(f" opened: {said}")


def test_rounds_are_exported_without_unseen_cards(house: Path, tmp_path: Path) -> None:
    result = run("export", "--database", str(house / "house.db"))
    rounds = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["round"] for one in rounds] == [1, 2, 3, 4, 5]
    kinds = {one["event"]["type"] for played in rounds for one in played["events"] if one["event"]}
    assert {"WagersClosed", "CardDealt", "CardsCollected"} <= kinds
    file = tmp_path / "rounds.parquet"
    written = run("export", "--database", str(house / "house.db"), "--output", str(file))
    assert written.stderr.endswith("rounds.parquet and " + str(tmp_path / "rounds-hands.parquet\n"))
    import pyarrow.parquet

    events = pyarrow.parquet.read_table(file)
    said = events.to_pylist()
    for row in said:
        row["event"] = row["event"] and json.loads(row["event"])
        row["at"] = round(row["at"].timestamp() * 1000)
    assert said == [
        {
            "table": played["table"],
            "round": played["round"],
            "seq": one["seq"],
            "at": one["at"],
            "type": one["event"] and one["event"]["type"],
            "event": one["event"],
        }
        for played in rounds
        for one in played["events"]
    ]
    with contextlib.closing(sqlite3.connect(house / "house.db")) as store:
        stored = dict(store.execute("SELECT seq, at FROM events WHERE table_id = ?", (rounds[0]["table"],)))
    assert {row["seq"]: row["at"] for row in said} == {row["seq"]: stored[row["seq"]] for row in said}
    hands = pyarrow.parquet.read_table(tmp_path / "rounds-hands.parquet")
    settled = [one["event"] for played in rounds for one in played["events"] if one["event"]]
    settled = [one for one in settled if one["type"] == "WagerSettled" and one["kind"] == "main"]
    assert hands.num_rows == len(settled)
    assert sum(hands["net"].to_pylist()) == sum(one["paid"] - one["collected"] for one in settled)
    at = {str(table.schema.field(name).type) for table, name in ((events, "at"), (hands, "begun"))}
    assert at == {"timestamp[ms, tz=UTC]"}
    assert round(hands["begun"][0].as_py().timestamp() * 1000) == rounds[0]["events"][1]["at"]


def test_the_format_of_an_export_follows_the_name_of_its_file(house: Path, tmp_path: Path) -> None:
    database = ("--database", str(house / "house.db"))
    assert run("export", *database, "-o", str(tmp_path / "a.jsonl")).exit_code == 0
    assert run("export", *database, "-o", str(tmp_path / "a"), "--format", "jsonl").exit_code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
    assert run("export", *database, "-o", str(tmp_path / "a.txt")).exit_code == 0
    assert (tmp_path / "a.txt").read_text() == run("export", *database, "--format", "notation").stdout
    for wrong in (("a.csv",), ("a",), ("b.parquet", "--format", "jsonl"), ("b.parquet", "--json")):
        refused = run("export", *database, "-o", str(tmp_path / wrong[0]), *wrong[1:])
        assert_one_line(refused)
        assert wrong[0] in refused.stderr
    assert not (tmp_path / "b.parquet").exists()


def test_a_backup_is_restored_and_moved_with_equal_digests(house: Path, tmp_path: Path) -> None:
    copy, again, moved = (str(tmp_path / f"{name}.db") for name in ("copy", "again", "moved"))
    assert run("backup", copy, "--database", str(house / "house.db"), "--json").exit_code == 0
    assert_one_line(run("backup", copy, "--database", str(house / "house.db")))
    restored = json_of(run("restore", copy, "--database", again, "--json"))
    assert restored["digests"] == json_of(run("move", again, moved, "--json"))["digests"]
    told = run("move", again, str(tmp_path / "told.db")).stdout
    assert told == f"{again} is moved: {len(restored['digests'])} kinds of records copied and compared\n"


def sessions_after(database: str, person: str, begins: bool = False) -> int:
    """How many sessions somebody has in a store, after another has begun."""
    store = open_store(database)
    with store.writer.begin():
        if begins:
            begin_session(store.writer, person, new_token(os.urandom), "", round(time.time() * 1000))
        of_person = schema.sessions.c.person == person
        query = sa.select(sa.func.count()).select_from(schema.sessions).where(of_person)
        found = store.writer.scalar(query) or 0
    store.close()
    return int(found)


def test_accounts_are_kept_from_the_terminal(house: Path, tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    run("restore", str(house / "house.db"), "--database", database)
    unsigned = run("user", "add", "Ann", "--database", database, stdin=PASSWORD)
    assert (unsigned.exit_code, "there is no signing key" in unsigned.stderr) == (2, True)
    asked = ("--database", database, "--key", str(house / "house.key"), "--json")
    added = json_of(run("user", "add", "Ann", "--role", "auditor", *asked, stdin=PASSWORD))
    assert added["roles"] == ["auditor", "player"]
    assert json_of(run("user", "give", "ann", "--role", "dealer", *asked))["roles"][1] == "dealer"
    assert json_of(run("user", "take", "ann", "--role", "auditor", *asked))["roles"] == ["dealer", "player"]
    assert "Ann" in run("user", "list", "--database", database).stdout
    ann = str(added["person"])
    for action in (("password", "Ann"), ("take", "Ann", "--role", "dealer")):
        assert sessions_after(database, ann, begins=True) == 1
        assert run("user", *action, *asked, stdin="another secret\n").exit_code == 0
        assert sessions_after(database, ann) == 0, "who was logged in before is logged in no longer"
    assert json_of(run("user", "erase", "Ann", *asked))["roles"] == []
    assert json_of(run("user", "list", *asked))["people"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("serve", "--port", "x"),
        ("serve", "--port", "70000"),
        ("serve", "--host", "999.0.0.1", "--database", "nowhere.db", "--port", "0"),
        ("serve", "--database", "mysql://host/name", "--port", "0"),
        ("serve", "--submission", "nowhere.toml"),
        ("bot",),
        ("bot", "--url", "ftp://nowhere"),
        ("bot", "--url", "http://127.0.0.1:9", "--rounds", "1"),
        ("bot", "--url", "http://127.0.0.1:9", "--strategy", "nowhere.csv"),
        ("bot", "--url", "http://127.0.0.1:9", "--book", "vegas"),
        ("audit", "--database", "nowhere.db"),
        ("audit", "--database", "mysql://host/name"),
        ("verify",),
        ("verify", "nowhere.json"),
        ("verify", "-"),
        ("export", "--database", "nowhere.db"),
        ("export", "--format", "csv"),
        ("export", "--format", "parquet"),
        ("backup",),
        ("backup", "copy.db", "--database", "nowhere.db"),
        ("restore", "nowhere.db", "--database", "new.db"),
        ("move", "nowhere.db", "new.db"),
        ("move", "nowhere.db"),
        ("user",),
        ("user", "dance"),
        ("user", "add", "--database", "nowhere.db"),
        ("user", "give", "Ann", "--database", "nowhere.db"),
        ("user", "erase", "Ann", "--database", "nowhere.db"),
        ("user", "list", "--database", "nowhere.db"),
    ],
    ids=" ".join,
)
def test_a_mistake_gets_one_line(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert_one_line(run(*arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "Ann", "--role", "king"),
        ("add", "x"),
        ("add", "dealer"),
        ("give", "Nobody", "--role", "dealer"),
        ("password", "Nobody"),
    ],
    ids=" ".join,
)
def test_a_mistake_about_an_account_gets_one_line(
    arguments: tuple[str, ...], house: Path, tmp_path: Path
) -> None:
    database = str(tmp_path / "house.db")
    run("restore", str(house / "house.db"), "--database", database)
    assert_one_line(run("user", *arguments, "--database", database, stdin=PASSWORD))


def test_serve_says_where_it_is_and_a_second_one_on_the_same_file_is_refused(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    command = [sys.executable, "-m", "spanish21.cli", "serve", "--port", "0", "--database", database]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        while " open at " not in (opened := server.stderr.readline()):
            assert opened, "the server ended before it opened its tables"
        assert f"{len(BOOKS)} tables are open at http://127.0.0.1:" in opened
        assert "/#/welcome/" in server.stderr.readline()
        assert "in use by another server" in run("serve", "--port", "0", "--database", database).stderr
        port = int(opened.rpartition(":")[2])
        taken = run("serve", "--port", str(port), "--database", str(tmp_path / "other.db"))
        assert "Address already in use" in taken.stderr
    finally:
        server.terminate()
        rest = server.stderr.read()
        server.wait(30)
        server.stderr.close()
    assert "every round is saved" in rest
    assert rest.endswith("closed\n")
    assert run("audit", "--database", database).exit_code == 0


def served_with(*options: str) -> "subprocess.Popen[str]":
    """A server in a process; its last line so far says where it is."""
    command = [sys.executable, "-m", "spanish21.cli", "serve", "--port", "0", *options]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def test_a_table_is_opened_from_a_submission_once_and_a_bot_finds_it_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "casino.toml"
    assert run("submission", "new", "massachusetts", "-o", str(file)).exit_code == 0
    file.write_text(file.read_text().replace("Your casino", "The Harbour"))
    for _ in range(2):  # the second server takes the table up and does not open another
        server = served_with("--database", str(tmp_path / "house.db"), "--submission", str(file))
        assert server.stderr is not None
        with server.stderr:
            while " open at " not in (opened := server.stderr.readline()):
                assert opened, "the server ended before it opened its tables"
            assert opened.startswith(f"{len(BOOKS) + 1} tables are open at ")
            url = opened.split()[-1]
            played = run("bot", "--url", url, "--rounds", "1", "--table", "The Harbour", "--json")
            assert played.exit_code == 0, played.stderr
            assert json_of(played)["rounds"] == 1
            wrong = run("bot", "--url", url, "--table", "The Harbour", "--book", "maryland")
            assert_one_line(wrong)
            assert "plays massachusetts, not maryland" in wrong.stderr
            assert "its tables: " in run("bot", "--url", url, "--table", "The Hill").stderr
            server.terminate()
            server.stderr.read()
        server.wait(30)


def test_a_server_that_is_still_compiling_ends_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPANISH21_CACHE", str(tmp_path))  # nothing is compiled yet
    command = [sys.executable, "-m", "spanish21.cli", "serve", "--port", "0"]
    command += ["--database", str(tmp_path / "house.db")]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    with server.stderr:
        while "compiling the analyser, once" not in (line := server.stderr.readline()):
            assert line, "the server ended before it compiled anything"
        server.terminate()
        rest = server.stderr.read()
    assert server.wait(30) == 0
    assert "every round is saved" in rest
    assert "is compiled" not in rest
