"""Playing complete rounds, many of them: a check of the analysis, and everything that no formula gives.

It may import the game, books, the dealer, strategies and what is compiled; only run/named_strategies.py asks
the analyser. Begin with run/whole_run.py.

from spanish21.simulation import simulate
result = simulate(rules, "chart", 10_000_000, threads=2)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack, overload

if TYPE_CHECKING:
    from spanish21.books.submissions.submission import AnyRules
    from spanish21.simulation.results.result import Result
    from spanish21.simulation.run.at_table import Played
    from spanish21.simulation.run.played_bankrolls import PlayedBankrolls, played_bankrolls
    from spanish21.simulation.run.run_options import Options
    from spanish21.strategy.player import SaidBy, Strategy

__all__ = ["Options", "Played", "PlayedBankrolls", "Result", "played_bankrolls", "simulate"]


@overload
def simulate(
    rules: "AnyRules",
    strategy: "str | Strategy" = "chart",
    rounds: int | None = None,
    **options: "Unpack[Options]",
) -> "Result": ...


@overload
def simulate(
    rules: "AnyRules",
    strategy: "SaidBy",
    rounds: int | None = None,
    *,
    seed: int = 1,
    wager: int = 0,
) -> "Played": ...


def simulate(
    rules: "AnyRules",
    strategy: "str | Strategy | SaidBy" = "chart",
    rounds: int | None = None,
    **options: Any,
) -> "Result | Played":
    """Plays `rounds` rounds and returns the result. A book's name does for its rules.

    The strategy is "optimal" (the best by composition), "chart" (the best by totals), a chart or a strategy
    by composition: these are played by compiled kernels, with any of `Options`. Or it is a
    function from tables to commands, or to words such as "stand" and "hit", which plays at the table itself,
    about a thousand times as slowly, with a `seed` and a `wager`.
    """
    from spanish21.books.submissions.submission import as_rules

    rules = as_rules(rules)
    if callable(strategy):
        from spanish21.simulation.run.at_table import simulate_at_table

        return simulate_at_table(rules, strategy, rounds, **options)
    from spanish21.simulation.run.named_strategies import strategy_named
    from spanish21.simulation.run.whole_run import simulate as run

    plays = strategy_named(strategy, rules) if isinstance(strategy, str) else strategy
    return run(rules, plays, rounds, **options)


_HOME = {
    "Options": "run.run_options",
    "Played": "run.at_table",
    "PlayedBankrolls": "run.played_bankrolls",
    "Result": "results.result",
    "played_bankrolls": "run.played_bankrolls",
}
"""Which module of this room a name is from."""


def __getattr__(name: str) -> Any:
    """Loads the compiler only when something is to be played."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found
