"""How long newcomers wait for their first useful answer, each from a clean clone, and their input.

`python benchmarks/first_answer.py [KIND ...]` or `make first-answer`; docs/first-answer.md keeps the figures.
Every kind of user starts with an empty home: no environment, no compiled kernels, nothing downloaded.
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[1]
INSTALL = "python3 -m venv .venv && .venv/bin/pip install --quiet"
PROGRAM = PROJECT / "README.md"


class Kind(NamedTuple):
    """A kind of user: its installation, its commands, the form of an answer, and the keys typed."""

    installs: str
    types: str
    answer: str
    keys: str = ""


KINDS = {
    "player": Kind("make .venv/.installed-run", "make run", r"tables are open at (http://\S+)"),
    "dealer in training": Kind(
        f"{INSTALL} .", ".venv/bin/spanish21 deal maryland --seed 1", r"\[maryland [0-9]", "1\n" * 5 + "q\n"
    ),
    "operator": Kind(
        f"{INSTALL} '.[analysis]'",
        ".venv/bin/spanish21 submission new maryland -o casino.toml"
        " && .venv/bin/spanish21 submission check casino.toml",
        r"house edge.*%",
    ),
    "mathematician": Kind(
        f"{INSTALL} '.[analysis]'", ".venv/bin/spanish21 edge uk-casino", r"house edge\s+0\.4\d+%"
    ),
    "programmer": Kind(f"{INSTALL} .", ".venv/bin/python first.py", r"Stand"),
}


class Waited(NamedTuple):
    """Seconds on the clock and of CPU."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.0f} s ({self.processor:.0f} s of CPU)"


def timed(work: Callable[[], None]) -> Waited:
    """The time of a task in separate processes."""
    began, used = time.monotonic(), _used()
    work()
    return Waited(time.monotonic() - began, _used() - used)


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def wait_of(kind: Kind) -> tuple[Waited, Waited]:
    """A newcomer's waiting times: the installation, and then the answer."""
    with tempfile.TemporaryDirectory() as home:
        clone = Path(home) / "spanish21"
        subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(clone)], check=True)
        (clone / "first.py").write_text(_first_program(), "utf-8")
        kept = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_"))}
        alone = {**kept, "PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "NO_COLOR": "1"}

        def installed() -> None:
            subprocess.run(
                kind.installs, shell=True, cwd=clone, env=alone, check=True, stdout=subprocess.DEVNULL
            )

        def answered() -> None:
            (_served if kind.types == "make run" else _printed)(kind, clone, alone)

        return timed(installed), timed(answered)


def _first_program() -> str:
    """The first program of the README."""
    found = re.search(r"```python\n(.*?)```", PROGRAM.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def _printed(kind: Kind, clone: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        kind.types, shell=True, cwd=clone, env=environment, input=kind.keys, text=True, capture_output=True
    )
    assert re.search(kind.answer, done.stdout), done.stdout + done.stderr


def _served(kind: Kind, clone: Path, environment: dict[str, str]) -> None:
    """Start the server, and ask it for its page and its tables; then end it as a person would."""
    server = subprocess.Popen(
        kind.types,
        shell=True,
        cwd=clone,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert server.stderr is not None
    address = next(found[1] for line in server.stderr if (found := re.search(kind.answer, line)))
    assert b"<!doctype html>" in urllib.request.urlopen(address).read(200).lower()
    assert len(json.load(urllib.request.urlopen(f"{address}/api/tables"))) == 5
    os.killpg(server.pid, signal.SIGINT)
    server.communicate()


def main() -> None:
    """Print the table of docs/first-answer.md."""
    print("| who | installs | types | waits for the installation | then for the answer |")
    print("|---|---|---|---|---|")
    for name in sys.argv[1:] or KINDS:
        kind = KINDS[name]
        installation, answer = wait_of(kind)
        print(f"| {name} | `{kind.installs}` | `{kind.types}` | {installation} | {answer} |", flush=True)


if __name__ == "__main__":
    main()
