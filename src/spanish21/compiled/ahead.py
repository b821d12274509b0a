"""Compiling ahead, so that no command waits for it: each package in a separate process, once for each
version.

Numba compiles one function at a time in a process, and the kernels of the analyser and of the simulator do
not know each other: two processes compile them in the time of the slower.
"""

import functools
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from spanish21.compiled import cache

ROOMS = {"analysis": "the analyser", "simulation": "the simulator"}
USUAL = "-usual"
"""After a room's name: only the parts that most commands need."""
INTERRUPTED = 130
Tell = Callable[[str], None]


def is_compiled(room: str) -> bool:
    """Whether all kernels of a room were compiled ahead from these sources."""
    return (cache.kernels() / f"{room}.compiled").exists()


def compile_ahead(rooms: Iterable[str] = tuple(ROOMS)) -> list[str]:
    """Compile the kernels that are not in the cache, and say which packages were there.

    Progress goes to the standard error. Kernels that cannot be compiled are left to the first command that
    needs them.
    """
    processes = {room: started(room) for room in rooms if not is_compiled(room)}
    return [room for room, process in processes.items() if process.wait() == 0]


@contextmanager
def compiled_beside(room: str) -> Iterator[None]:
    """Compile a package's usual kernels in a parallel process, unless they are in the cache."""
    usual = f"{room}{USUAL}"
    is_kept = is_compiled(room) or is_compiled(usual)
    process = None if is_kept or (os.cpu_count() or 1) < 2 else started(usual)
    try:
        yield
    finally:
        if process is not None:
            process.wait()


def started(room: str, niceness: int = 0) -> "subprocess.Popen[bytes]":
    """A process that compiles a package's kernels; it may be ended at any time, and the next one
    continues."""
    command = [sys.executable, "-m", __spec__.name, room, str(niceness)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def tell_of_compiling(tell: Tell) -> None:
    """From now on, announce every compilation of a kernel, but not those loaded from the cache.

    Only the last to ask is told, and for it the kernels are numbered from 1.
    """
    announcer = _announcer()
    announcer.tell, announcer.number = tell, 0


@functools.cache
def _announcer() -> Any:
    """The process's one listener to Numba's compiler."""
    from numba.core import event

    class Announcer(event.Listener):
        """Announces every compilation of a kernel, not the parts that it calls."""

        def __init__(self) -> None:
            self.depth, self.number = 0, 0
            self.tell: Tell = print

        def on_start(self, event: Any) -> None:
            if self.depth == 0:
                self.number += 1
                self.tell(f"compiling {_room_of(event)}, once: kernel {self.number} …")
            self.depth += 1

        def on_end(self, event: Any) -> None:
            self.depth -= 1

    announcer = Announcer()
    event.register("numba:compile", announcer)  # type: ignore[no-untyped-call]
    return announcer


def _room_of(event: Any) -> str:
    """The kernel that an event is about."""
    module = event.data["dispatcher"].py_func.__module__.split(".")
    return ROOMS.get(module[1], "a function") if len(module) > 1 else "a function"


def _compile_analysis(every: bool) -> None:
    from spanish21.analysis.charts.best_charts import best_chart
    from spanish21.analysis.report.edge_summary import analysis_of
    from spanish21.books.rulebook import BOOKS
    from spanish21.books.submissions.submission import rules_of
    from spanish21.game.rules import what_if

    for book in BOOKS if every else BOOKS[:1]:
        analysis_of(rules_of(book))
    best_chart(rules_of(BOOKS[0]))
    if every:
        # The one reading of a ruling that needs its own kernels.
        analysis_of(what_if(rules_of(BOOKS[0]), dealer_blackjack_takes="original_or_busted"))


def _compile_simulation(every: bool) -> None:
    from spanish21.books.rulebook import BOOKS
    from spanish21.books.submissions.submission import rules_of
    from spanish21.simulation.run.tasks import compile_kernels

    compile_kernels(rules_of(BOOKS[0]), every)
    if every:
        from spanish21.environments.functional import compile_tables

        compile_tables()


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
