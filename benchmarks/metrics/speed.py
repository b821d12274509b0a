"""Speed: the CPU time of legal, view and decide for a person, and of an import."""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.metrics.checkout import Checkout
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import open_table, run_house
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, decide, legal
from spanish21.game.due import due
from spanish21.game.table import Table
from spanish21.game.view import view

NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")
REPEATS, TIMES = 7, 200


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


def import_milliseconds(module: str) -> float:
    """The CPU time that an import adds to the bare interpreter, the best of five."""
    program = f"import time; begun = time.process_time(); import {module}; print(time.process_time() - begun)"
    runs = [subprocess.check_output([sys.executable, "-c", program], text=True) for _ in range(5)]
    return min(map(float, runs)) * 1e3


def figures(tree: Checkout) -> Iterator[str]:
    if not tree.is_own:
        yield "measured for this checkout only; run `make metrics` in the other one"
        return
    for people in (1, 7):
        for name, table, command in moments(people):
            names = NAMES[:people]
            offers = statistics.mean(microseconds(lambda: legal(table, who)) for who in names)  # noqa: B023
            seen = statistics.mean(microseconds(lambda: view(table, who)) for who in names)  # noqa: B023
            done = microseconds(lambda: decide(table, command))  # noqa: B023
            yield f"{people} at the table, {name}: legal {offers:.1f}, view {seen:.1f}, decide {done:.1f} µs"
    for module in ("spanish21", "spanish21.game.decide", "spanish21.cli"):
        yield f"import {module}: {import_milliseconds(module):.0f} ms"
