"""Every example about a server in help texts, README and docs runs as it stands, but for ports, addresses and
ids that differ from machine to machine."""

import asyncio
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.test_main import run
from server.conftest import Cluster
from spanish21.client import client as client_module
from spanish21.client.bot import play
from spanish21.errors import BadInput
from test_examples import EXAMPLES_OF_SERVERS
from test_programs import LIVE, PROGRAMS

POSTGRESQL = "postgresql://"
KEY = "/etc/spanish21/master.key"
TABLE = "6517685ea629"
URL = "http://127.0.0.1:8021"
PASSWORD = "a long secret\n"


@contextmanager
def serving(*arguments: str, folder: Path) -> Iterator[str]:
    """A server in a process of its own, and its address; it is asked to close at the end, and must."""
    command = [sys.executable, "-m", "spanish21.cli", "serve", *arguments]
    server = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        said = ""
        while " open at " not in (line := server.stderr.readline()):
            said += line
            assert line, f"the server ended: {said}"
        yield line.rpartition(" open at ")[2].strip()
    finally:
        server.send_signal(signal.SIGTERM)
        rest = server.stderr.read()
        assert server.wait(60) == 0, rest
        server.stderr.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with all the files that examples name, made by the commands themselves, and a table's id."""
    folder = tmp_path_factory.mktemp("server")
    with serving("--port", "0", "--database", "house.db", folder=folder) as address:
        bot = run("bot", "--url", address, "--rounds", "2", "--book", "maryland", "--json")
        assert bot.exit_code == 0, bot.stderr
        tables = httpx.get(f"{address}/api/tables").json()
        table = str(next(one["id"] for one in tables if one["book"] == "maryland"))
        (folder / "record.json").write_bytes(httpx.get(f"{address}/api/tables/{table}/record").content)
    assert run("submission", "new", "maryland", "-o", str(folder / "casino.toml")).exit_code == 0
    (folder / "spanish21").mkdir()
    for file in ("house.db", "house.key", "house.signing"):
        shutil.copy(folder / file, folder / "spanish21")
    assert (
        run("backup", str(folder / "house-backup.db"), "--database", str(folder / "house.db")).exit_code == 0
    )
    return folder, table


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    folder = tmp_path_factory.mktemp("live")
    with serving("--port", "0", "--database", str(folder / "live.db"), folder=folder) as address:
        yield address


def written_for(words: list[str], table: str, postgresql: str) -> list[str]:
    """An example with this machine's own address of PostgreSQL, table and key."""
    here = {TABLE: table, KEY: "house.key"}
    return [postgresql if word.startswith(POSTGRESQL) else here.get(word, word) for word in words]


@pytest.mark.parametrize("example", EXAMPLES_OF_SERVERS)
def test_an_example_about_a_server_runs(
    example: str,
    request: pytest.FixtureRequest,
    played: tuple[Path, str],
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, table = played
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    command = example.partition(" | ")[0]  # what it prints may go to a pager
    words = written_for(shlex.split(command)[1:], table, cluster.new_store())
    if words[0] == "serve":
        without_port = [
            word for at, word in enumerate(words) if "--port" not in (word, words[max(at, 1) - 1])
        ]
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with serving(*without_port[1:], "--port", str(port), folder=tmp_path):
            assert httpx.get(f"http://127.0.0.1:{port}/api/health").status_code == 200
        return
    if words[0] == "bot":
        address = request.getfixturevalue("live")
        words = [address if word == URL else "2" if word.isdigit() else word for word in words]
        if "--rounds" not in words:
            words += ["--rounds", "2"]
        assert run(*words).exit_code == 0
        return
    if words[0] == "witness":
        address = request.getfixturevalue("live")
        key = httpx.get(f"{address}/api/tree").json()[0]["key"]
        words = [address if word == URL else key if word == "KEY" else word for word in words]
        done = run(*words)
        assert done.exit_code == 0, done.output
        return
    if words[0] == "backup":
        Path(words[1]).unlink(missing_ok=True)
    if words[:3] == ["user", "take", "Ann"]:
        assert run("user", "add", "Ann", "--role", "floorperson", stdin=PASSWORD).exit_code == 0
    stdin = PASSWORD
    if "<" in words:
        stdin = Path(words.pop()).read_text("utf-8")
        words.remove("<")
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.strip() or result.stderr.strip()


# -- programs that play at a live table -----------------------------------------------------------


@pytest.mark.parametrize("name", LIVE)
def test_a_program_of_the_documents_plays_at_a_live_table(
    name: str, live: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert URL in PROGRAMS[name]
    program = PROGRAMS[name].replace(URL, live)
    exec(compile(program, f"the program of: {name}", "exec"), {"__name__": "program"})
    told = capsys.readouterr().out.splitlines()
    if name == LIVE[0]:
        assert told[0].startswith("5 rounds at table ")
    else:
        assert {line.split()[1] for line in told} == {"True"}
        assert [line.split()[0] for line in told].count("wagers") >= 3


def test_the_clients_own_example_runs(live: str) -> None:
    example = (client_module.__doc__ or "").split("\n\n")[1]
    assert example.startswith("async with Client(")
    body = textwrap.indent(f"{example.replace(URL, live)}\nreturn seat.state", "    ")
    names = {"Client": client_module.Client}
    exec(f"async def main():\n{body}\n", names)
    state = asyncio.run(names["main"]())  # type: ignore[arg-type, call-arg]
    assert [person["seat"] for person in state["view"]["people"]] == [1]


def test_a_turn_is_taken_on_the_newest_state_although_the_table_goes_on_by_itself(live: str) -> None:
    """Without it, the second command here is refused: the table has opened in the meantime."""

    async def visit() -> list[str]:
        async with client_module.Client(live) as client:
            await client.come_as_guest()
            table = await client.open_table("maryland", "Hasty", ready_seconds=0)
            async with client.at(table) as seat:
                await seat.turn(lambda state: ("Join", {"chips": 200_00, "seat": 1}))
                chosen = []

                def choose(state: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
                    may = {one["command"] for one in state["legal"]}
                    chosen.append(state["view"]["phase"])
                    if "RefuseCut" in may:
                        return "RefuseCut", {}
                    return ("PlaceWager", {"box": 1, "amount": 10_00}) if "PlaceWager" in may else None

                assert (await seat.turn(choose)).ok
                assert (await seat.turn(choose)).ok
                return chosen

    phases = asyncio.run(visit())
    assert phases[-1] == "wagers"
    assert "cut" in phases


def test_a_chooser_that_returns_something_else_gets_one_line(live: str) -> None:
    with pytest.raises(BadInput, match=r"^the bot's chooser returned 'stay'; it must return one of stand, "):
        asyncio.run(play(live, 3, "uk-casino", lambda state, hand, options: "stay"))


def test_the_chooser_is_given_what_the_documents_say(live: str) -> None:
    told: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = []

    def choose(state: dict[str, Any], hand: dict[str, Any], options: list[str]) -> str:
        told.append((state, hand, options))
        return "stand"

    asyncio.run(play(live, 3, "massachusetts", choose))
    state, hand, options = told[0]
    assert {"view", "legal", "you"} <= state.keys()
    assert {"cards", "total", "soft", "state", "wagers", "doubles"} <= hand.keys()
    assert hand["cards"] == state["view"]["boxes"][0]["hands"][0]["cards"]
    assert {"stand", "hit"} <= set(options) <= {"stand", "hit", "double", "split", "surrender", "rescue"}
