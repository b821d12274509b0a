"""A release, made and tried: `make release`.

Builds wheel and sdist twice and compares their bytes, writes a bill of materials (CycloneDX), installs each
archive into an empty environment outside the checkout, runs every command there, and opens a store and the
logs of both versions that 0.1.0 wrote. The result is in dist/.
"""

import hashlib
import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
ROUND = "maryland-six-seven-eight-of-spades.txt"

WHILE_SERVING = (
    "bot --url ADDRESS --rounds 2",
    "witness --url ADDRESS --log-key KEY --once",
)
COMMANDS = (
    "--version",
    "compile",
    "help start",
    "completion bash",
    "play maryland --seed 7",
    "deal uk-casino --seed 7",
    "rules maryland",
    "clauses maryland 11.D",
    f"settle {ROUND}",
    "submission new uk-casino -o casino.toml",
    "submission check casino.toml",
    "submission diff uk-casino casino.toml",
    "check casino.toml",
    "edge maryland",
    "strategy uk-casino --csv > chart.csv",
    "evaluate chart.csv --book uk-casino --rounds 2000",
    "prices uk-casino",
    "sidebets players-edge",
    "grid uk-casino --vary decks=6,8",
    "design maryland --wager match --line two_suited=12 --line suited=5..12 --edge 2%..3%",
    "session uk-casino --rounds 300",
    "exposure uk-casino",
    "removal massachusetts",
    "count massachusetts --level 1",
    "indices massachusetts count.toml --first 5 --order 1",
    "simulate massachusetts --rounds 1000000",
    "report uk-casino -o report.html",
    "report verify report.html",
    "questions --seed 1 --count 20",
    "mcp",
    "verify record.json",
    "audit --database house.db",
    "rekey --database house.db",
    "backup --database house.db copy.db",
    "restore copy.db --database again.db",
    "move again.db moved.db",
    "export --database house.db -o rounds.jsonl",
    "user list --database house.db",
)
"""With those above every command but `serve`, in a folder with a round, a count and a store of 0.1.0."""

READ_DOCUMENTS = (
    "from spanish21.environments.mcp.documents import DOCUMENTS, document; "
    "assert all(document(name).startswith('# ') for name in DOCUMENTS)"
)
COUNT = """
tags = { A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, J = -1, Q = -1, K = -1 }
start_per_deck = -4
"""

OPEN_LOGS = """
from pathlib import Path
from spanish21 import read_log, replay
logs = sorted(Path("logs").glob("*.jsonl"))
assert len(logs) == 10
for log in logs:
    assert replay(list(read_log(log.read_bytes().splitlines(keepends=True)))).round_number > 0
"""
"""Logs of 0.1.0, without a version and of version 1, are read and replayed by the library."""


def main() -> int:
    shutil.rmtree(DIST, ignore_errors=True)
    archives = built_twice()
    with tempfile.TemporaryDirectory(prefix="spanish21-release-") as folder:
        for archive in archives:
            home = Path(folder, archive.suffix[1:])
            home.mkdir()
            try_out(archive, home)
        bill_of_materials(Path(folder, "whl"))
    for one in sorted(DIST.iterdir()):
        print(hashlib.sha256(one.read_bytes()).hexdigest(), one.name)
    return 0


def built_twice() -> list[Path]:
    """Wheel and sdist, built twice from the commit's own files, with the same bytes."""
    newest = ["git", "log", "-1", "--format=%H %ct"]
    commit, epoch = subprocess.run(
        newest, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first", "second"):
            source = Path(folder, name)
            subprocess.run(["git", "clone", "-q", str(ROOT), str(source)], check=True)
            subprocess.run(["git", "checkout", "-q", commit], cwd=source, check=True)
            run(
                [sys.executable, "-m", "build", "--outdir", str(source / "out")],
                source,
                SOURCE_DATE_EPOCH=epoch,
            )
        first, second = (sorted(Path(folder, name, "out").iterdir()) for name in ("first", "second"))
        for one, other in zip(first, second, strict=True):
            if one.read_bytes() != other.read_bytes():
                raise SystemExit(f"{one.name} has other bytes when it is built again")
        DIST.mkdir()
        return [Path(shutil.copy(one, DIST)) for one in first]


def try_out(archive: Path, home: Path) -> None:
    """Install an archive into an empty environment and use it there."""
    run([sys.executable, "-m", "venv", "venv"], home)
    python, program = home / "venv/bin/python", home / "venv/bin/spanish21"
    run([str(python), "-m", "pip", "install", "-q", f"{archive}[all]"], home)
    shutil.copy(ROOT / "tests/rounds" / ROUND, home)
    (home / "count.toml").write_text(COUNT, "utf-8")
    (home / "logs").mkdir()
    for version in ("version-0", "version-1"):
        for log in (ROOT / "tests/logs" / version).glob("*[!r].jsonl"):  # those before they are continued
            shutil.copy(log, home / f"logs/{version}-{log.name}")
    store = ROOT / "tests/stores/0.1.0"
    (home / "house.db").write_bytes(lzma.decompress((store / "house.db.xz").read_bytes()))
    shutil.copy(store / "house.key", home)
    (home / "house.key").chmod(0o600)  # which git does not keep
    with serving(program, home) as address:  # which migrates the store
        key = fetched(f"{address}/api/tree")[0]["key"]
        for command in WHILE_SERVING:
            run_words(program, command.replace("ADDRESS", address).replace("KEY", key), home)
        (table, *_) = fetched(f"{address}/api/tables")
        record = fetched(f"{address}/api/tables/{table['id']}/record")
        (home / "record.json").write_text(json.dumps(record), "utf-8")
    for command in COMMANDS:
        run_words(program, command, home)
    run([str(python), "-c", OPEN_LOGS], home)
    run([str(python), "-c", READ_DOCUMENTS], home)
    number = len(COMMANDS) + len(WHILE_SERVING) + 2
    print(f"{archive.name}: {number} commands run from {home.name}/venv", flush=True)


def fetched(address: str) -> Any:
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def run_words(program: Path, command: str, home: Path) -> None:
    """A line as a person types it, with what it prints in a file after `>`."""
    words, _, file = command.partition(" > ")
    printed = run([str(program), *words.split()], home, quiet=True)
    if file:
        (home / file).write_bytes(printed)


@contextmanager
def serving(program: Path, home: Path) -> Iterator[str]:
    """A server on the store of 0.1.0, and its address."""
    command = [str(program), "serve", "--port", "0", "--database", "house.db"]
    with subprocess.Popen(
        command, cwd=home, stderr=subprocess.PIPE, text=True, env=surroundings(home)
    ) as process:
        assert process.stderr is not None
        line = next((line for line in process.stderr if " at http://" in line), "")
        if not line:
            raise SystemExit("the server ended before it opened its tables")
        try:
            yield line.split()[-1]
        finally:
            process.terminate()
            process.stderr.read()


def bill_of_materials(home: Path) -> None:
    """What the environment of the wheel has in it, as CycloneDX."""
    bill = DIST / "spanish21.cdx.json"
    tool = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "-o", str(bill)]
    run([*tool, "--pyproject", str(ROOT / "pyproject.toml"), str(home / "venv/bin/python")], home)
    names = {one["name"].lower() for one in json.loads(bill.read_text("utf-8"))["components"]}
    if not {"msgspec", "click", "numba", "sqlalchemy"} <= names:
        raise SystemExit(f"the bill of materials lists only {', '.join(sorted(names))}")


def surroundings(home: Path) -> dict[str, str]:
    """An environment without the checkout in it."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return kept | {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}


def run(command: list[str], home: Path, quiet: bool = False, **environment: str) -> bytes:
    began = time.monotonic()
    done = subprocess.run(
        command,
        cwd=home,
        env=surroundings(home) | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if done.returncode:
        print((done.stdout or b"").decode()[-2000:])
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")
    if quiet:
        print(
            f"  {time.monotonic() - began:6.1f} s  {' '.join([Path(command[0]).name, *command[1:]])}",
            flush=True,
        )
    return done.stdout or b""


if __name__ == "__main__":
    sys.exit(main())
