"""The random draws of moves, made by the house; `random.Random` is one such source.

The whole chain, up to the wheels of a live table, is under "Chance" in docs/design.md.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from spanish21.game.commands import Command
from spanish21.game.side_wagers.terms import Stop
from spanish21.game.table import Table


class Chance(Protocol):
    """A source of chance."""

    def shuffle(self, x: list[int], /) -> object: ...
    def choice(self, seq: Sequence[int], /) -> int: ...
    def randrange(self, start: int, /) -> int: ...


Draws = Callable[[Table, Any, Chance], Command]
"""`draws(table, command, chance)`: the command with its random fields filled in."""


def weighted_stop(wheel: tuple[Stop, ...], chance: Chance) -> int:
    """A stop of a wheel, each as likely as its weight."""
    at = chance.randrange(sum(stop.weight for stop in wheel))
    for index, stop in enumerate(wheel):
        at -= stop.weight
        if at < 0:
            return index
    raise AssertionError("weights must be positive")
