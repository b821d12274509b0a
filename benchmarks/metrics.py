"""How the house stands: what asking the engine costs, how long files and functions are, what is said twice.

`python -m benchmarks.metrics` or `make metrics`; docs/design.md keeps the figures.
"""

import ast
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from spanish21.books.submission import rules_of
from spanish21.dealer import open_table, run_house
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, decide, legal
from spanish21.game.due import due
from spanish21.game.side_wagers.registry import kinds
from spanish21.game.table import Table
from spanish21.game.view import view

SOURCE = Path(__file__).parent.parent / "src" / "spanish21"
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")
REPEATS, TIMES = 7, 200
WINDOW = 6
"""Lines in a row that count as said twice when they stand somewhere else too."""


class Function(NamedTuple):
    place: str
    lines: int
    parameters: int


def microseconds(ask: Callable[[], object]) -> float:
    """The CPU time of one call, the best of several tries."""
    best = float("inf")
    for _ in range(REPEATS):
        begun = time.process_time()
        for _ in range(TIMES):
            ask()
        best = min(best, (time.process_time() - begun) / TIMES * 1e6)
    return best


def moments(people: int) -> Iterator[tuple[str, Table, cmd.Command]]:
    """A table in each phase that people see, and a command that is carried out there."""
    chance = random.Random(4)
    names = NAMES[:people]
    table, _ = open_table(rules_of("maryland"), dict.fromkeys(names, 100_000_00), chance)
    yield "wagers, none yet", table, cmd.PlaceWager(by="ann", box=1, amount=10_00)
    for box, name in enumerate(names, start=1):
        table = carry_out(table, cmd.PlaceWager(by=name, box=box, amount=10_00)).table
    yield "wagers, all placed", table, cmd.PlaceWager(by="ann", box=1, amount=10_00)
    table = carry_out(table, cmd.CloseWagers(by="dealer")).table
    while table.phase != "play" or due(table) is not None:
        if table.phase == "insurance" and due(table) is None:
            for box, name in enumerate(names, start=1):
                table = carry_out(table, cmd.DeclineInsurance(by=name, box=box)).table
        table = run_house(table, chance)[0]
    turn = table.boxes[table.turn_box].stakes[0].person
    yield "play", table, cmd.Stand(by=turn)


def functions() -> Iterator[Function]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                parts = node.args
                parameters = len(parts.posonlyargs) + len(parts.args) + len(parts.kwonlyargs)
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield Function(f"{path.relative_to(SOURCE)}:{node.name}", lines, parameters)


def lines_said_twice() -> int:
    """How many lines stand in a run of lines that is found again elsewhere; imports and short lines aside."""
    windows: Counter[tuple[str, ...]] = Counter()
    for path in sorted(SOURCE.rglob("*.py")):
        kept = [line.strip() for line in path.read_text("utf-8").splitlines()]
        kept = [line for line in kept if len(line) > 3 and not line.startswith(("from ", "import ", "#"))]
        windows.update(tuple(kept[at : at + WINDOW]) for at in range(len(kept) - WINDOW + 1))
    return sum(count - 1 for count in windows.values() if count > 1)


def import_milliseconds(module: str) -> float:
    """The CPU time that an import adds to the bare interpreter, the best of five."""
    program = f"import time; begun = time.process_time(); import {module}; print(time.process_time() - begun)"
    runs = [subprocess.check_output([sys.executable, "-c", program], text=True) for _ in range(5)]
    return min(map(float, runs)) * 1e3


def print_engine() -> None:
    print("CPU time in microseconds, a person (mean over those at the table)")
    for people in (1, 7):
        for name, table, command in moments(people):
            asked = NAMES[:people]
            offers = statistics.mean(microseconds(lambda: legal(table, who)) for who in asked)  # noqa: B023
            seen = statistics.mean(microseconds(lambda: view(table, who)) for who in asked)  # noqa: B023
            done = microseconds(lambda: decide(table, command))  # noqa: B023
            print(f"  {people} at the table, {name}: legal {offers:.1f}, view {seen:.1f}, decide {done:.1f}")


def print_house() -> None:
    files = {path: len(path.read_text("utf-8").splitlines()) for path in SOURCE.rglob("*.py")}
    found = list(functions())
    longest = max(found, key=lambda one: one.lines)
    widest = max(found, key=lambda one: one.parameters)
    largest = max(files, key=lambda path: files[path])
    sizes = list(files.values())
    print(f"{len(files)} modules, {sum(sizes)} lines, median {statistics.median(sizes):.0f};")
    print(f"  largest {largest.relative_to(SOURCE)} with {files[largest]}")
    print(f"{len(found)} functions, median {statistics.median(one.lines for one in found):.0f} lines;")
    print(f"  longest {longest.place} with {longest.lines}, {sum(one.lines > 80 for one in found)} over 80")
    print(
        f"  most parameters {widest.place} with {widest.parameters}, "
        f"{sum(one.parameters > 8 for one in found)} functions with over 8"
    )
    print(f"lines said twice (runs of {WINDOW}): {lines_said_twice()}")
    for wager in kinds():
        naming = [path for path in files if f'"{wager}' in path.read_text("utf-8") or wager in path.stem]
        print(f"modules that name {wager}: {len(naming)}")
    for module in ("spanish21", "spanish21.game.decide", "spanish21.cli"):
        print(f"import {module}: {import_milliseconds(module):.0f} ms")


if __name__ == "__main__":
    print_engine()
    print_house()
