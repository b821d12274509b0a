"""How a run is played: the options of `simulate` and their defaults."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from spanish21.errors import BadInput
from spanish21.game.rules import unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from spanish21.simulation.results.result import Result
    from spanish21.strategy.counts import Count


class Options(TypedDict, total=False):
    """What `simulate` accepts apart from the rules, the strategy and the number of rounds.

    The defaults are seed 1, one box, 75 % of a shoe dealt, the least wager and no other, one thread.
    """

    until_error: float | None
    """In place of a number of rounds: the standard error to play down to."""
    seed: int
    boxes: int
    penetration: float
    """How much of a shoe is dealt; 0 is a fresh shoe for every round."""
    wager: int
    """In the smallest unit; 0 is the least that the rules take."""
    sides: dict[str, int] | None
    """Side wagers and their stakes, the same on every box."""
    tables: int
    """Tables that feed a meter together."""
    count: "Count | None"
    insures: bool
    threads: int
    cluster: str | None
    """The address of a Dask scheduler, or `local`."""
    checkpoint: Path | None
    """The checkpoint file, to continue from."""
    resume: bool
    """Whether to continue from that checkpoint."""
    rounds_out: Path | None
    """Where every round is written down, as Parquet or JSON Lines."""
    show: "Callable[[Result], None] | None"
    """Called with what has been found so far, after every task."""
    interrupted_checkpoint: Path | None
    """The checkpoint file for a run that is interrupted from the keyboard and has no other."""


DEFAULTS: Options = {
    "until_error": None,
    "seed": 1,
    "boxes": 1,
    "penetration": 0.75,
    "wager": 0,
    "sides": None,
    "tables": 1,
    "count": None,
    "insures": False,
    "threads": 1,
    "cluster": None,
    "checkpoint": None,
    "resume": False,
    "rounds_out": None,
    "show": None,
    "interrupted_checkpoint": None,
}


def all_options(options: Any) -> Options:
    """The options with those that were left out; refuses a word that is not one of them."""
    for name in options:
        if name not in DEFAULTS:
            raise BadInput(unknown(name, DEFAULTS, "option of simulate"))
    return {**DEFAULTS, **options}
