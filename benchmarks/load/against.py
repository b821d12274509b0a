"""The same load at this checkout and at another one, in turn, on the same machine: `load --against DIR`.

Each tree runs its own server and its own bots, in processes that import nothing of the other; the books are
those that both have. The turns alternate, so that a machine that slows down slows both.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

HERE = Path(__file__).parent.parent.parent
WARM_UP = 3.0
MOST_SLOWER = 0.1
"""The share by which this checkout may be slower than the other."""
MOST_AT_HUMAN_PACE = 20.0
"""ms"""

_BOOKS = "import json; from spanish21.books.rulebook import BOOKS; print(json.dumps(list(BOOKS)))"
_TURN = """
import json, sys
from pathlib import Path
import uvloop
from benchmarks.load import crowd
from benchmarks.load.measuring import measured
from benchmarks.load.server import ServerUnderLoad
given = json.loads(sys.argv[1])
crowd.BOOKS = tuple(given["books"])
server = ServerUnderLoad(given["database"], Path(given["key"]))
try:
    pause = crowd.human if given["is_human"] else crowd.at_once
    policy = {} if given["is_human"] else {"ready_seconds": 0}
    work = measured(server, given["tables"], pause, given["warm_up"], given["seconds"], **policy)
    found = uvloop.run(work)
finally:
    server.end()
shares = {str(share): found.percentile(share) for share in (0.5, 0.99)}
print(json.dumps({"rate": found.rate, "cpu": found.cpu_a_command, "ms": shares, "lost": found.lost}))
"""


class TreeTurn(NamedTuple):
    """What one turn of one tree showed: commands a second, µs of CPU a command, ms."""

    rate: float
    cpu: float
    p50: float
    p99: float


def _said(tree: Path, program: str, *given: str) -> Any:
    """What a program prints as its last line, run on a tree's own modules."""
    paths = os.pathsep.join((str(tree / "src"), str(tree)))
    done = subprocess.run(
        [sys.executable, "-c", program, *given],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"benchmarks: {tree} does not run (exit code {done.returncode})")
    return json.loads(done.stdout.splitlines()[-1])


def common_books(trees: tuple[Path, Path]) -> list[str]:
    """The books that both trees have, in this one's order."""
    here, there = (_said(tree, _BOOKS) for tree in trees)
    return [book for book in here if book in there]


class LoadOfTurn(NamedTuple):
    """What every turn of both trees is like."""

    tables: int
    seconds: float
    is_human: bool


def compare(other: Path, database: Callable[[], str], key: Path, load: LoadOfTurn, turns: int) -> bool:
    """Measure both trees `turns` times each, tell their medians; whether this one is not much slower."""
    trees = (HERE, other.resolve())
    if not (trees[1] / "benchmarks" / "load").is_dir():
        sys.exit(f"benchmarks: {other} is no checkout with benchmarks/load")
    books, found = common_books(trees), {tree: list[TreeTurn]() for tree in trees}
    for turn in range(turns):
        for place in trees if turn % 2 == 0 else trees[::-1]:
            given = {"database": database(), "key": f"{key}-{place is trees[0]}", "books": books}
            given |= {"warm_up": WARM_UP, **load._asdict()}
            said = _said(place, _TURN, json.dumps(given))
            one = TreeTurn(said["rate"], said["cpu"] * 1e6, said["ms"]["0.5"], said["ms"]["0.99"])
            found[place].append(one)
            _tell("here " if place is trees[0] else "there", one)
    return judged(*(_medians(found[tree]) for tree in trees), load.is_human)


def _medians(turns: list[TreeTurn]) -> TreeTurn:
    return TreeTurn(*(median(values) for values in zip(*turns, strict=True)))


def _tell(who: str, one: TreeTurn) -> None:
    print(
        f"  {who} {one.rate:,.0f} commands/s, {one.cpu:,.0f} µs of CPU a command, p50 {one.p50:.1f} ms,"
        f" p99 {one.p99:.1f} ms",
        flush=True,
    )


def judged(here: TreeTurn, there: TreeTurn, is_human: bool) -> bool:
    """Tell the ratios, and whether this tree is as quick as is asked."""
    print("  medians:")
    _tell("here ", here)
    _tell("there", there)
    commands, cpu, p99 = here.rate / there.rate, here.cpu / there.cpu, here.p99 / there.p99
    print(f"    here / there: {commands:.3f} of the commands, {cpu:.3f} of the CPU, {p99:.3f} of the p99")
    asked = {
        "slower by a tenth at most": commands >= 1 / (1 + MOST_SLOWER),
        "a tenth more CPU a command at most": cpu <= 1 + MOST_SLOWER,
    }
    if is_human:
        asked["p99 at most 20 ms"] = here.p99 <= MOST_AT_HUMAN_PACE
    for what, holds in asked.items():
        print(f"    asked: {what}: {'holds' if holds else 'MISSED'}", flush=True)
    return all(asked.values())
