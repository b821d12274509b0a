"""Strategies by name: only here does the simulator ask the analyser, which finds the best ones."""

from typing import TYPE_CHECKING

from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.game.rules import Rules
    from spanish21.strategy.player import Strategy

NAMES = ("optimal", "chart")


def strategy_named(name: str, rules: "Rules") -> "Strategy":
    """`optimal`, the best strategy by composition, or `chart`, the best chart by totals."""
    if name == "optimal":
        from spanish21.analysis.worth.table_edge import edge

        return edge(rules).strategy
    if name == "chart":
        from spanish21.analysis.charts.best_charts import best_chart

        return best_chart(rules).chart
    raise BadInput(f"strategy is {name!r}; it must be one of {', '.join(NAMES)}, a Chart or a function")
