"""Playing complete rounds, many of them: the proof of the analysis, and what no formula gives.

from spanish21.simulation import simulate
result = simulate(rules, strategy, 10_000_000, threads=2)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spanish21.simulation.results import Result
    from spanish21.simulation.run import simulate

__all__ = ["Result", "simulate"]


def __getattr__(name: str) -> Any:
    """Loads the compiler only when something is to be played."""
    if name == "simulate":
        from spanish21.simulation.run import simulate

        return simulate
    if name == "Result":
        from spanish21.simulation.results import Result

        return Result
    raise AttributeError(name)
