"""Compiling ahead, so that nobody waits for it: each room in a process of its own, once for each edition.

Numba compiles one function at a time in a process, and the kernels of the analyser and of the simulator do
not know each other: two processes compile them in the time of the slower.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from spanish21.compiled import cache

ROOMS = {"analysis": "the analyser", "simulation": "the simulator"}
USUAL = "-usual"
"""After a room's name: only what most commands need of it."""
INTERRUPTED = 130
Tell = Callable[[str], None]


def is_compiled(room: str) -> bool:
    """Whether all kernels of a room were compiled ahead from these sources."""
    return (cache.kernels() / f"{room}.compiled").exists()


def compile_ahead(rooms: Iterable[str] = tuple(ROOMS)) -> list[str]:
    """Compile what is not kept yet, and say which rooms were.

    Progress goes to the standard error. What could not be compiled is left to the first that needs it.
    """
    processes = {room: started(room) for room in rooms if not is_compiled(room)}
    return [room for room, process in processes.items() if process.wait() == 0]


@contextmanager
def compiled_beside(room: str) -> Iterator[None]:
    """Compile what a room usually needs in another process meanwhile, if it is not kept."""
    usual = f"{room}{USUAL}"
    is_kept = is_compiled(room) or is_compiled(usual)
    process = None if is_kept or (os.cpu_count() or 1) < 2 else started(usual)
    try:
        yield
    finally:
        if process is not None:
            process.wait()


def started(room: str, niceness: int = 0) -> "subprocess.Popen[bytes]":
    """A process that compiles a room's kernels; it may be ended at any time, and the next goes on."""
    command = [sys.executable, "-m", __spec__.name, room, str(niceness)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def tell_of_compiling(tell: Tell) -> None:
    """From now on, tell of every kernel that has yet to be compiled; one that is kept is not told of."""
    from numba.core import event

    class Listener(event.Listener):
        """Tells of every kernel that is compiled, not of the parts that it calls."""

        def __init__(self) -> None:
            self.depth, self.number = 0, 0

        def on_start(self, event: Any) -> None:
            if self.depth == 0:
                self.number += 1
                tell(f"compiling {_room_of(event)}, once: kernel {self.number} …")
            self.depth += 1

        def on_end(self, event: Any) -> None:
            self.depth -= 1

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]


def _room_of(event: Any) -> str:
    """Whose kernel an event is about."""
    module = event.data["dispatcher"].py_func.__module__.split(".")
    return ROOMS.get(module[1], "a function") if len(module) > 1 else "a function"


def _compile_analysis(every: bool) -> None:
    from spanish21.analysis.charts.best_charts import best_chart
    from spanish21.analysis.report.edge_summary import analysis_of
    from spanish21.books.rulebook import BOOKS
    from spanish21.books.submission import rules_of

    for book in BOOKS if every else BOOKS[:1]:
        analysis_of(rules_of(book))
    best_chart(rules_of(BOOKS[0]))


def _compile_simulation(every: bool) -> None:
    from spanish21.books.rulebook import BOOKS
    from spanish21.books.submission import rules_of
    from spanish21.simulation.run.tasks import compile_kernels

    compile_kernels(rules_of(BOOKS[0]), every)


def main(room: str, niceness: str = "0") -> None:
    """Compile one room's kernels in this process."""
    if int(niceness):
        os.nice(int(niceness))
    tell_of_compiling(lambda message: print(message, file=sys.stderr, flush=True))
    compiles = _compile_analysis if room.startswith("analysis") else _compile_simulation
    compiles(every=not room.endswith(USUAL))
    cache.write_whole(cache.kernels() / f"{room}.compiled", b"")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
