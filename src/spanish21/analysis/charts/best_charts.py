"""Charts by totals: any chart as decisions by composition, and the best chart for a table, computed.

A chart's cell decides for many compositions together, of split and of unsplit hands. The
best cell is the one that wins most over all of them, each weighted by how often it occurs; what a composition
wins by an option depends on the cells that it is played by afterwards, so cells and values are found in turn
until no cell can be bettered.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.analysis.charts.cells import Cells, best_cells, best_of, better_cells
from spanish21.analysis.hands.hand_values import no_choices
from spanish21.analysis.hands.kernel_structs import counted_total, kernel, may_double
from spanish21.analysis.hands.rule_terms import FixedMoney, terms_of
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.analysis.splits.split_values import every_removal
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules
from spanish21.display.shown import Shown
from spanish21.game import hands, options
from spanish21.game.rules import Rules
from spanish21.strategy import (
    DOUBLED,
    FIRST,
    HIT,
    LEVELS,
    MOST_DOUBLES,
    SPLIT_AGAIN,
    STAND,
    UP_VALUES,
    AfterDouble,
    Cell,
    Chart,
    chart_arrays,
    chart_of_tables,
    doubled_situation,
    doubles_of,
    hand_numbers,
    hand_of_state,
    mark_of_state,
    option_after_double,
    option_by_cell,
    place_in_chart,
    suited_numbers,
)
from spanish21.strategy.chart_picture import chart_in_notebook

Choices = NDArray[numpy.int8]

MOST_ROUNDS = 40
"""Rounds of finding cells and values in turn; three or four are enough in practice."""


def choices_of_chart(chart: Chart, rules: Rules) -> Choices:
    """The chart's decision for every composition, as the analyser and the simulator take it."""
    choices = no_choices()
    found = hand_numbers(), suited_numbers()
    surrenders = numpy.array([options.is_surrender_card(4 * up, rules) for up in range(11)])
    played = rules.most_hands != 1, surrenders
    _fill(chart_arrays(chart), played, *found, terms_of(rules).record, choices)
    return choices


@kernel
def _fill(chart: Any, played: Any, numbers: Any, suited: Any, terms: Any, choices: Any) -> None:
    multisets = len(numbers.hard)
    may_split, surrenders = played
    levels = LEVELS if terms.aces_count_1 else MOST_DOUBLES
    for state in range(1, choices.shape[1]):
        hand = hand_of_state(state, multisets, suited)
        mark = mark_of_state(state, multisets, suited, terms.top_suit)
        size = numbers.size[hand]
        if size < 2:
            continue
        hard = int(numbers.hard[hand])
        total = hands.total(hard, numbers.aces[hand])
        counted = counted_total(total, hard, terms)
        soft = hands.is_soft(numbers.hard[hand], numbers.aces[hand])
        pair = 0
        for value in range(1, 11):
            if size == 2 and numbers.held[hand, value] == 2:
                pair = value
        table_of_hand, row = place_in_chart(pair, soft, total)
        for up in range(1, 11):
            cell = (chart.hard, chart.soft, chart.pair)[table_of_hand][row, up]
            for situation in range(DOUBLED):
                split = 0 if situation == FIRST else 1
                option = option_by_cell(
                    cell,
                    split == 0 or chart.marks_after_split,
                    size,
                    mark,
                    terms.may_hit[total] == 1,
                    may_double(0, total, counted, split, terms),
                    pair > 0 and may_split and situation <= SPLIT_AGAIN,
                    situation == FIRST
                    and size == 2
                    and surrenders[up]
                    and not numpy.isnan(terms.surrender[0]),
                )
                if option == STAND and total < terms.least_to_stand and terms.may_hit[total] == 1:
                    option = HIT
                choices[situation, state, up] = option
            for level in range(1, levels + 1):
                doubles, points = doubles_of(level), total if level <= MOST_DOUBLES else hard
                after = chart.after_double_soft if soft and points == total else chart.after_double_hard
                cell = after[doubles, points, up]
                for split in range(2):
                    choices[doubled_situation(level, split == 1), state, up] = option_after_double(
                        cell[0],
                        cell[1],
                        may_double(doubles, points, counted_total(points, hard, terms), split, terms),
                        terms.may_rescue[doubles, points] == 1,
                        terms.may_hit_doubled[points] == 1,
                    )


@dataclass(frozen=True, eq=False, repr=False)
class BestChart(Shown):
    """The best chart found, and what it is worth."""

    chart: Chart
    edge: Edge

    def __repr__(self) -> str:
        return f"<BestChart: {self.chart.name}, house edge {self.edge.house_edge:.4%}>"

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every row of the chart."""
        return self.chart.to_records()

    def summary(self) -> dict[str, Any]:
        """The chart and its price."""
        return {"chart": self.chart.summary(), "house_edge": self.edge.house_edge}

    def svg(self) -> str:
        """The chart in colours."""
        return self.chart.svg()

    def _repr_html_(self) -> str:
        """A notebook shows the chart in colours."""
        return chart_in_notebook(self.chart, self.edge.rules)


def best_chart(rules: AnyRules, shoe: Shoe | None = None, money: FixedMoney | None = None) -> BestChart:
    """The chart by totals that wins most at a table: no other cell in one place would win more."""
    found = edge(rules, shoe, money)
    rules = found.rules
    name = f"best chart for {rules.book}, {decks_text(found.shoe.size // 48)}"
    removed = every_removal(found.shoe.values, found.plan, rules.dealer_hits_soft_17)
    cells = best_cells(found, removed)
    ups: Collection[int] = UP_VALUES
    chart = chart_of_cells(name, cells, rules)
    best = BestChart(chart, edge(rules, shoe, money, choices_of_chart(chart, rules)))
    for _ in range(MOST_ROUNDS):
        better = better_cells(best.edge, removed, cells, ups)
        if not better:
            return best
        ups = {place.up for place in better}  # against another up card nothing has changed
        # All together first; if they interfere with each other, only the best of them.
        for changed in ({place: cell for place, (cell, _) in better.items()}, best_of(better)):
            chart = chart_of_cells(name, cells | changed, rules)
            played = edge(rules, shoe, money, choices_of_chart(chart, rules))
            if played.expected_value > best.edge.expected_value:
                break
        else:
            return best
        cells |= changed
        best = BestChart(chart, played)
    return best


def chart_of_cells(name: str, cells: Cells, rules: Rules) -> Chart:
    """The chart of cells by table, row and up card."""
    tables: dict[str, dict[tuple[int, int], Cell]] = {"hard": {}, "soft": {}, "pair": {}}
    doubled: dict[tuple[int, bool, int, int], AfterDouble] = {}
    for place, cell in cells.items():
        if isinstance(cell, Cell):
            tables[place.table][place.row, place.up] = cell
        else:
            doubled[place.doubles, place.table == "soft", place.row, place.up] = cell
    # Hard 4 and soft 12 are always pairs and never doubled hands: their rows only complete the chart.
    for up in UP_VALUES:
        tables["hard"][4, up] = tables["hard"][5, up]
        tables["soft"][12, up] = Cell("hit")
        for doubles in range(1, rules.most_doubles + 1):
            doubled[doubles, False, 4, up] = doubled[doubles, False, 5, up]
            doubled[doubles, True, 12, up] = doubled[doubles, True, 13, up]
    return chart_of_tables(
        name, tables["hard"], tables["soft"], tables["pair"], doubled, rules.bonus_on_split
    )
