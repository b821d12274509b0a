"""The commands about servers: databases, records, accounts, and a bot at a server in a process."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from cli.test_main import assert_one_line, run
from server.live import decline_cut, seated, served, table_of
from spanish21.server.bot import play, simple
from spanish21.server.client import Client

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
    import sqlite3

    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE balances SET amount = amount + 1 WHERE account LIKE 'purse/%'")
    connection.close()
    changed = run("audit", "--database", str(copy), "--key", str(house / "house.key"))
    assert changed.exit_code == 1
    assert "the balance of purse/" in changed.stdout


def test_a_record_is_verified_and_a_changed_one_is_not(house: Path, tmp_path: Path) -> None:
    good = run("verify", str(house / "record.json"))
    assert (good.exit_code, "as it was promised" in good.stdout) == (0, True)
    text = (house / "record.json").read_text()
    at = text.index('"leaf"') + 12
    bad = tmp_path / "bad.json"
    bad.write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :])
    found = run("verify", str(bad), "--json")
    assert (found.exit_code, json_of(found)["ok"]) == (1, False)


def test_rounds_are_exported_without_unseen_cards(house: Path, tmp_path: Path) -> None:
    result = run("export", "--database", str(house / "house.db"))
    rounds = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["round"] for one in rounds] == [1, 2, 3, 4, 5]
    kinds = {one["event"]["type"] for played in rounds for one in played["events"] if one["event"]}
    assert {"WagersClosed", "CardDealt", "CardsCollected"} <= kinds
    file = tmp_path / "rounds.parquet"
    asked = ("--database", str(house / "house.db"), "--format", "parquet", "--output", str(file))
    assert run("export", *asked).exit_code == 0
    import pyarrow.parquet

    assert pyarrow.parquet.read_table(file).num_rows == sum(len(one["events"]) for one in rounds)


def test_a_backup_is_restored_and_moved_with_equal_digests(house: Path, tmp_path: Path) -> None:
    copy, again, moved = (str(tmp_path / f"{name}.db") for name in ("copy", "again", "moved"))
    assert run("backup", copy, "--database", str(house / "house.db"), "--json").exit_code == 0
    assert_one_line(run("backup", copy, "--database", str(house / "house.db")))
    restored = json_of(run("restore", copy, "--database", again, "--json"))
    assert restored["digests"] == json_of(run("move", again, moved, "--json"))["digests"]


def test_accounts_are_kept_from_the_terminal(house: Path, tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    run("restore", str(house / "house.db"), "--database", database)
    asked = ("--database", database, "--json")
    added = json_of(run("user", "add", "Ann", "--role", "auditor", *asked, stdin=PASSWORD))
    assert added["roles"] == ["auditor", "player"]
    assert json_of(run("user", "give", "ann", "--role", "dealer", *asked))["roles"][1] == "dealer"
    assert json_of(run("user", "take", "ann", "--role", "auditor", *asked))["roles"] == ["dealer", "player"]
    assert "Ann" in run("user", "list", "--database", database).stdout
    assert run("user", "password", "Ann", *asked, stdin="another secret\n").exit_code == 0
    assert json_of(run("user", "erase", "Ann", *asked))["roles"] == []
    assert json_of(run("user", "list", *asked))["people"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("serve", "--port", "x"),
        ("serve", "--port", "70000"),
        ("serve", "--host", "999.0.0.1", "--database", "nowhere.db", "--port", "0"),
        ("serve", "--database", "mysql://host/name", "--port", "0"),
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
        assert "5 tables are open at http://127.0.0.1:" in opened
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
    assert "every round is kept" in rest
    assert rest.endswith("closed\n")
    assert run("audit", "--database", database).exit_code == 0


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
    assert "every round is kept" in rest
    assert "is compiled" not in rest
