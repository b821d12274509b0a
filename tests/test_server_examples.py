"""Every example about servers runs: at a server in its own process, and on the database that it leaves."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spanish21.cli import main
from spanish21.server.opening import is_postgresql
from test_examples import ALL_EXAMPLES, SERVERS

EXAMPLES = [example for example in ALL_EXAMPLES if example.split()[1] in SERVERS]
SERVE = [example for example in EXAMPLES if example.split()[1] == "serve"]
BOT = [example for example in EXAMPLES if example.split()[1] == "bot"]
OTHERS = [example for example in EXAMPLES if example not in (*SERVE, *BOT)]
PASSWORD = "a long secret\n"
PATIENCE = 120
"""Seconds after which a server that nobody ended is killed."""


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Started:
    """A server in a process of its own, at a free port; it is killed if nobody ends it."""

    def __init__(self, folder: Path, arguments: list[str]) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spanish21", "serve", *arguments, "--port", str(port)],
            env={**os.environ, "XDG_DATA_HOME": str(folder / "data")},
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._alarm = threading.Timer(PATIENCE, self.process.kill)
        self._alarm.start()
        assert self.process.stderr is not None
        said = ""
        for line in self.process.stderr:
            said += line
            if "tables are open at" in line:
                return
        self._alarm.cancel()
        raise AssertionError(f"the server did not start: {said}")

    def answer(self, path: str) -> bytes:
        """What the server says to a request."""
        with urllib.request.urlopen(self.address + path) as answer:
            return bytes(answer.read())

    def end(self) -> int:
        """Interrupt it, as a person would, and wait for its end."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate()
        self._alarm.cancel()
        return self.process.returncode


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Started]:
    """A running server at which a round has been played."""
    started = Started(folder, [])
    try:
        yield started
    finally:
        assert started.end() == 0


@pytest.fixture(scope="module")
def house(server: Started, folder: Path) -> str:
    """A folder with what a server left: its database in two places, a backup and a record; the table's id."""
    played = run(f"spanish21 bot --url {server.address} --rounds 1 --json")
    assert played.exit_code == 0, played.stderr
    table = str(json.loads(played.stdout)["table"])
    (folder / "record.json").write_bytes(server.answer(f"/api/tables/{table}/record"))
    kept = folder / "data" / "spanish21"
    for place in (folder / "house", folder / "house-backup", folder / "other/spanish21/house"):
        place.parent.mkdir(parents=True, exist_ok=True)
        copied = run(f"spanish21 backup {place}.db --database {kept / 'house.db'}")
        assert copied.exit_code == 0, copied.stderr
        shutil.copy(kept / "house.key", f"{place}.key")
    return table


def run(example: str, keys: str = "") -> Result:
    words = shlex.split(example)
    if "<" in words:
        keys = Path(words[words.index("<") + 1]).read_text("utf-8")
        words = words[: words.index("<")]
    return CliRunner().invoke(main, words[1:], input=keys)


@pytest.mark.parametrize("example", SERVE)
def test_a_server_starts_as_an_example_says(example: str, tmp_path: Path) -> None:
    words = shlex.split(example)[2:]
    if any(is_postgresql(word) for word in words):
        command = main.get_command(main.make_context("spanish21", []), "serve")
        assert command is not None
        assert is_postgresql(command.make_context("serve", words).params["database"])
        return  # tests/server starts a PostgreSQL and plays on it
    started = Started(tmp_path, words)
    assert json.loads(started.answer("/api/health"))
    assert started.end() == 0


@pytest.mark.parametrize("example", BOT)
def test_a_bot_plays_as_an_example_says(example: str, server: Started) -> None:
    here = re.sub(r"--url \S+", f"--url {server.address}", re.sub(r"--rounds \d+", "--rounds 1", example))
    result = run(here)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.strip()


@pytest.mark.parametrize("example", OTHERS)
def test_an_example_runs_on_the_database_of_a_server(
    example: str, house: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever an example writes is a new file; SQLite stands in for PostgreSQL."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "other"))
    for new in ("new", "copy", "moved"):
        (folder / f"{new}.db").unlink(missing_ok=True)
    here = re.sub(r"postgresql://\S+", "moved.db", re.sub(r"--table \w{12}", f"--table {house}", example))
    if here.startswith("spanish21 backup"):
        here = re.sub(r"backup \S+", "backup copy.db", here)
    result = run(here, PASSWORD)
    assert result.exit_code == 0, result.stderr
