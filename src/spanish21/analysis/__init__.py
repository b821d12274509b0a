"""Exact analysis: the worth of a table, the best strategy, the price of every rule, counts, advice.

It may import the game, books, strategies and what is compiled, never the simulator. Begin with
worth/table_edge.py (`edge`) and hands/hand_values.py (the value of a hand).

    >>> from spanish21.analysis import advise, best_chart, edge, prices, side_wagers

Nothing is loaded, and no kernel compiled, before a name is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spanish21.analysis.advice.advice import Advice, Option, advise
    from spanish21.analysis.charts.best_charts import best_chart
    from spanish21.analysis.counts.best_tags import BestCounts, best_counts
    from spanish21.analysis.counts.effects import Removal, removal
    from spanish21.analysis.counts.index_search import Indices, indices
    from spanish21.analysis.counts.judging import CountWorth, judge
    from spanish21.analysis.counts.wager_ramps import Ramp, RampGrid, ramp, ramp_grid
    from spanish21.analysis.design.grid import Grid, grid
    from spanish21.analysis.design.rules_design import RulesDesign, design_rules
    from spanish21.analysis.design.wager_design import WagerDesign, design_wager
    from spanish21.analysis.hands.rule_terms import FixedMoney
    from spanish21.analysis.hands.shoe_counts import Shoe
    from spanish21.analysis.report.html_report import Report, report_html
    from spanish21.analysis.report.pricing import prices
    from spanish21.analysis.sessions.exposure import Exposure, exposure
    from spanish21.analysis.sessions.session import Session, session
    from spanish21.analysis.sides.side_prices import side_wagers
    from spanish21.analysis.worth.both_hands import BothHands, both_hands
    from spanish21.analysis.worth.splits_bound import SplitsBound, splits_bound
    from spanish21.analysis.worth.table_edge import Edge, edge

__all__ = [
    "Advice",
    "BestCounts",
    "BothHands",
    "CountWorth",
    "Edge",
    "Exposure",
    "FixedMoney",
    "Grid",
    "Indices",
    "Option",
    "Ramp",
    "RampGrid",
    "Removal",
    "Report",
    "RulesDesign",
    "Session",
    "Shoe",
    "SplitsBound",
    "WagerDesign",
    "advise",
    "best_chart",
    "best_counts",
    "both_hands",
    "design_rules",
    "design_wager",
    "edge",
    "exposure",
    "grid",
    "indices",
    "judge",
    "prices",
    "ramp",
    "ramp_grid",
    "removal",
    "report_html",
    "session",
    "side_wagers",
    "splits_bound",
]

_HOME = {
    "Advice": "advice.advice",
    "Option": "advice.advice",
    "advise": "advice.advice",
    "best_chart": "charts.best_charts",
    "exposure": "sessions.exposure",
    "grid": "design.grid",
    "session": "sessions.session",
    "BestCounts": "counts.best_tags",
    "best_counts": "counts.best_tags",
    "Removal": "counts.effects",
    "removal": "counts.effects",
    "Indices": "counts.index_search",
    "indices": "counts.index_search",
    "CountWorth": "counts.judging",
    "judge": "counts.judging",
    "Ramp": "counts.wager_ramps",
    "RampGrid": "counts.wager_ramps",
    "ramp": "counts.wager_ramps",
    "ramp_grid": "counts.wager_ramps",
    "prices": "report.pricing",
    "Grid": "design.grid",
    "RulesDesign": "design.rules_design",
    "design_rules": "design.rules_design",
    "WagerDesign": "design.wager_design",
    "design_wager": "design.wager_design",
    "Exposure": "sessions.exposure",
    "Session": "sessions.session",
    "Report": "report.html_report",
    "report_html": "report.html_report",
    "Shoe": "hands.shoe_counts",
    "side_wagers": "sides.side_prices",
    "FixedMoney": "hands.rule_terms",
    "BothHands": "worth.both_hands",
    "both_hands": "worth.both_hands",
    "SplitsBound": "worth.splits_bound",
    "splits_bound": "worth.splits_bound",
    "Edge": "worth.table_edge",
    "edge": "worth.table_edge",
}
"""Which module of this room a name is from; no module or folder here has the name of a function."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
