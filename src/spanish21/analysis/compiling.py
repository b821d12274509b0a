"""Telling of the kernels that are being compiled: a newcomer waits for them once."""

from collections.abc import Callable
from typing import Any

from numba.core import event

Tell = Callable[[str], None]


class _Listener(event.Listener):
    """Tells of every kernel that is compiled, not of the parts that it calls."""

    def __init__(self, tell: Tell) -> None:
        self.tell, self.depth, self.number = tell, 0, 0

    def on_start(self, event: Any) -> None:
        if self.depth == 0:
            self.number += 1
            self.tell(f"compiling the analyser, once: kernel {self.number} …")
        self.depth += 1

    def on_end(self, event: Any) -> None:
        self.depth -= 1


def tell_of_compiling(tell: Tell) -> None:
    """From now on, tell of every kernel that has yet to be compiled; one that is kept is not told of."""
    event.register("numba:compile", _Listener(tell))  # type: ignore[no-untyped-call]
