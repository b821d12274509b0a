"""Every example about a server in help texts, README and docs runs as it stands, but for ports, addresses and
ids that differ from machine to machine."""

import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.test_main import run
from server.conftest import Cluster
from test_examples import EXAMPLES_OF_SERVERS

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
    (folder / "spanish21").mkdir()
    for file in ("house.db", "house.key"):
        shutil.copy(folder / file, folder / "spanish21")
    assert (
        run("backup", str(folder / "house-backup.db"), "--database", str(folder / "house.db")).exit_code == 0
    )
    return folder, table


def written_for(words: list[str], table: str, postgresql: str) -> list[str]:
    """An example with this machine's own address of PostgreSQL, table and key."""
    here = {TABLE: table, KEY: "house.key"}
    return [postgresql if word.startswith(POSTGRESQL) else here.get(word, word) for word in words]


@pytest.mark.parametrize("example", EXAMPLES_OF_SERVERS)
def test_an_example_about_a_server_runs(
    example: str,
    played: tuple[Path, str],
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, table = played
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = written_for(shlex.split(example)[1:], table, cluster.new_store())
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
        with serving("--port", "0", folder=tmp_path) as address:
            words = [address if word == URL else "2" if word.isdigit() else word for word in words]
            assert run(*words).exit_code == 0
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
