"""Exact analysis: what a table is worth, the best strategy, the price of every rule, advice on a hand.

    >>> from spanish21.analysis import advise, best_chart, edge, prices, side_wagers

Nothing is loaded, and no kernel compiled, before a name is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spanish21.analysis.advice.advice import Advice, Option, advise
    from spanish21.analysis.charts.best_charts import best_chart
    from spanish21.analysis.hands.rule_terms import FixedMoney
    from spanish21.analysis.hands.shoe_counts import Shoe
    from spanish21.analysis.report.html_report import Report, report_html
    from spanish21.analysis.report.pricing import prices
    from spanish21.analysis.sides.side_prices import side_wagers
    from spanish21.analysis.worth.table_worth import Edge, edge

__all__ = [
    "Advice",
    "Edge",
    "FixedMoney",
    "Option",
    "Report",
    "Shoe",
    "advise",
    "best_chart",
    "edge",
    "prices",
    "report_html",
    "side_wagers",
]

_HOME = {
    "Advice": "advice.advice",
    "Option": "advice.advice",
    "advise": "advice.advice",
    "best_chart": "charts.best_charts",
    "prices": "report.pricing",
    "Report": "report.html_report",
    "report_html": "report.html_report",
    "Shoe": "hands.shoe_counts",
    "side_wagers": "sides.side_prices",
    "FixedMoney": "hands.rule_terms",
    "Edge": "worth.table_worth",
    "edge": "worth.table_worth",
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
