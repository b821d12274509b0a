"""A release, made and tried: `make release`.

Builds wheel and sdist twice and compares their bytes, writes a bill of materials (CycloneDX), installs each
archive into an empty environment outside the checkout, runs a command of every kind there, and opens a store
and a log written by 0.1.0. The result is in dist/.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
ROUND = "maryland-six-seven-eight-of-spades.txt"

COMMANDS = (
    "--version",
    "help start",
    "completion bash",
    "rules maryland",
    "clauses maryland 11.D",
    f"settle {ROUND}",
    "submission new uk-casino -o casino.toml",
    "submission check casino.toml",
    "check casino.toml",
    "edge maryland",
    "strategy uk-casino",
    "prices uk-casino",
    "sidebets players-edge",
    "simulate massachusetts --rounds 1000000",
    "report uk-casino -o report.html",
    "report verify report.html",
    "play --resume visit.jsonl",
    "audit --database house.db",
    "backup --database house.db copy.db",
    "export --database house.db -o rounds.jsonl",
    "user list --database house.db",
)
"""A command of every kind, each run in a folder with a round, a visit and a store of 0.1.0."""


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
    commit = ["git", "log", "-1", "--format=%ct"]
    epoch = subprocess.run(commit, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first", "second"):
            source = Path(folder, name)
            subprocess.run(["git", "clone", "-q", str(ROOT), str(source)], check=True)
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
    shutil.copy(ROOT / "tests/logs/version-1/maryland.jsonl", home / "visit.jsonl")
    store = ROOT / "tests/stores/0.1.0"
    (home / "house.db").write_bytes(lzma.decompress((store / "house.db.xz").read_bytes()))
    shutil.copy(store / "house.key", home)
    with serving(program, home) as address:  # which migrates the store
        run([str(program), "bot", "--url", address, "--rounds", "2"], home, quiet=True)
    for command in COMMANDS:
        run([str(program), *command.split()], home, quiet=True)
    print(f"{archive.name}: {len(COMMANDS) + 2} commands run from {home.name}/venv", flush=True)


@contextmanager
def serving(program: Path, home: Path) -> Iterator[str]:
    """A server on the store of 0.1.0, and its address."""
    command = [str(program), "serve", "--port", "0", "--database", "house.db"]
    with subprocess.Popen(
        command, cwd=home, stdout=subprocess.PIPE, text=True, env=surroundings(home)
    ) as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if " at http://" in line)
        try:
            yield line.split()[-1]
        finally:
            process.terminate()
            process.stdout.read()


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


def run(command: list[str], home: Path, quiet: bool = False, **environment: str) -> None:
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


if __name__ == "__main__":
    sys.exit(main())
