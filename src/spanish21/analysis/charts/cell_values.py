"""What every option of every cell of a chart is worth: the details of a cell.

A cell decides for many hands. Its values are those of the first two cards that it decides for, each as often
as it is dealt; where a total needs more cards, those of the hands that best play comes to. They are in units
of the wager, given that the dealer has no Blackjack.
"""

from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.analysis.charts.best_charts import best_chart
from spanish21.analysis.charts.cells import DOUBLED_PLACES, CellPlace, Group, doubled_hands, groups_of
from spanish21.analysis.charts.weighed_options import reached
from spanish21.analysis.worth.table_edge import PLAYER_OPTIONS, SPLIT_POLICY, Edge, edge
from spanish21.game.rules import Rules
from spanish21.strategy import OPTIONS, SURRENDER, UP_LABELS, chart_csv
from spanish21.strategy.screens import COLUMNS, chart_tables, letters_of, marks_of

Floats = NDArray[numpy.float64]


class CellValues:
    """The values for the cells of a table's charts."""

    def __init__(self, found: Edge) -> None:
        self.found = found
        self._often: Floats = reached(found)
        self._groups = groups_of(found.rules.top_suit)

    def of(self, place: CellPlace) -> tuple[dict[str, float], float]:
        """Each option's value at a place of a chart, and how often a round reaches it."""
        group = self._groups[place.table, place.row]
        states, levels = _decided_first(group), numpy.zeros(1, dtype=numpy.int64)
        if place.doubles:
            levels, states = doubled_hands(place, self._groups, self.found.rules.doubled_aces_count_1)
        often = self._often[levels, states, place.up]
        met = float(often.sum())
        weights = often if met > 0.0 else numpy.ones(len(states))
        free = float(weights @ self.found.no_blackjack[states, place.up])
        values = {}
        for name, row in self._options(place, levels, states).items():
            is_allowed = ~numpy.isnan(row) & (weights > 0.0)
            if is_allowed.any() and free > 0.0:
                part = float(weights[is_allowed] @ self.found.no_blackjack[states, place.up][is_allowed])
                values[name] = float(weights[is_allowed] @ row[is_allowed]) / part
        return values, met

    def _options(self, place: CellPlace, levels: Any, states: Any) -> dict[str, Floats]:
        found = self.found
        if place.doubles:
            rows = found.first.doubled_option[:, levels, states, place.up]
            return {OPTIONS[option]: rows[at] for option, at in DOUBLED_PLACES.items()}
        options = {OPTIONS[at]: found.option[at, states, place.up] for at in range(PLAYER_OPTIONS)}
        if (self._groups[place.table, place.row].sizes != 2).all():
            del options[OPTIONS[SURRENDER]]  # only the first two cards can be surrendered
        return options


def _decided_first(group: Group) -> Any:
    """The first two cards of a group, or all of its hands in a group without any."""
    of_two = group.states[group.sizes == 2]
    return of_two if len(of_two) else group.states


def strategy_document(rules: Rules) -> dict[str, Any]:
    """The best chart of a table with the values of every cell, ready for JSON."""
    best, found = best_chart(rules), edge(rules)
    values = CellValues(found)
    tables = chart_tables(best.chart, rules)
    return {
        "split_policy": SPLIT_POLICY,
        "optimal_value": found.expected_value,
        "expected_value": best.edge.expected_value,
        "columns": list(COLUMNS),
        "letters": [{"letter": letter, "option": word} for letter, word in letters_of(tables)],
        "marks": marks_of(tables),
        "tables": [
            {
                "screen": table.screen,
                "title": table.title,
                "rows": [
                    {"label": label, "cells": _cells(values, table.name, label, cells)}
                    for label, cells in table.rows
                ],
            }
            for table in tables
        ],
        "csv": chart_csv(best.chart),
    }


def _cells(values: CellValues, name: str, label: str, cells: list[str]) -> list[dict[str, Any]]:
    found = []
    for column, text in zip(COLUMNS, cells, strict=True):
        options, often = values.of(_place(name, label, column))
        ordered = dict(sorted(options.items(), key=lambda one: -one[1]))
        found.append({"text": text, "values": ordered, "often": often})
    return found


def _place(name: str, label: str, column: str) -> CellPlace:
    """The place of a cell by its table's name, its row's label and its column's."""
    up = UP_LABELS.index(column) + 1
    if name == "pair":
        return CellPlace("pair", UP_LABELS.index(label.partition("-")[0]) + 1, up)
    if name.startswith("doubled"):
        _, doubles, softness = name.split()
        return CellPlace(softness, int(label), up, int(doubles))
    return CellPlace(name, int(label), up)
