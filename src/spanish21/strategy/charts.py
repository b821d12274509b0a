"""Charts: one cell for each hard total, soft total or pair against each value of the up card.

Values are 1 for an ace to 10 for a jack, queen or king. `place_in_chart` finds a hand's
cell, `option_by_cell` reads it: plain Python through `decision`, a kernel with the numbers of `chart_arrays`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from spanish21.display.shown import Shown
from spanish21.game import hands

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Int8s = NDArray[numpy.int8]

STAND, HIT, DOUBLE, SPLIT, SURRENDER, RESCUE = range(6)
OPTIONS = ("stand", "hit", "double", "split", "surrender", "rescue")

HARD, SOFT, PAIR = range(3)
"""The tables of a chart, in the order in which it has them."""

UP_VALUES = tuple(range(1, 11))
UP_LABELS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
HARD_TOTALS = tuple(range(4, 22))
SOFT_TOTALS = tuple(range(12, 22))
MOST_DOUBLES = 3

# How near a two-card hand is to 6-7-8 or 7-7-7, as the marks of a cell count it.
UNMARKED, ANY_BONUS, SUITED_BONUS, TOP_BONUS = range(4)


class Cell(msgspec.Struct, frozen=True):
    """A decision: the option, the alternative if it is not allowed, and when to hit instead."""

    action: str = "stand"
    otherwise: str = "stand"
    hit_from: int = 0
    """Hit instead with this many cards or more; 0 is never."""
    hit_for: int = 0
    """Hit instead when one card short of a bonus: 1 any, 2 suited, 3 of the top suit; 0 is never."""


class AfterDouble(msgspec.Struct, frozen=True):
    """A decision on a doubled hand: stand, rescue, double or hit; and the alternative if that is not
    allowed."""

    action: str = "stand"
    otherwise: str = "stand"


Row = tuple[Cell, ...]
DoubledRow = tuple[AfterDouble, ...]


class Chart(Shown, msgspec.Struct, frozen=True):
    """A strategy by totals: `hard[total][up]`, `soft[total][up]`, `pair[value][up]`; places not in use stand.

    `after_double_hard[doubles][total][up]` and its soft twin hold for a hand doubled that many times.
    """

    name: str
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pair: tuple[Row, ...]
    after_double_hard: tuple[tuple[DoubledRow, ...], ...]
    after_double_soft: tuple[tuple[DoubledRow, ...], ...]
    marks_after_split: bool = True
    """Whether the exceptions by number of cards and by suit hold for a split hand, too."""
    insures: bool = False

    def to_records(self) -> list[dict[str, str]]:
        """A dict for every row of the chart: its table, the hand, and the cell against each up card."""
        from spanish21.strategy.screens import COLUMNS, chart_tables  # which look at charts

        return [
            {"table": table.name, "hand": hand, **dict(zip(COLUMNS, cells, strict=True))}
            for table in chart_tables(self)
            for hand, cells in table.rows
        ]

    def svg(self) -> str:
        """The chart in colours."""
        from spanish21.strategy.chart_picture import chart_svg  # which look at charts
        from spanish21.strategy.screens import chart_tables

        return chart_svg(self.name, chart_tables(self))

    def __repr__(self) -> str:
        return f"<Chart: {self.name}>"

    def _repr_html_(self) -> str:
        from spanish21.strategy.chart_picture import chart_in_notebook  # which looks at charts

        return chart_in_notebook(self)


class ChartArrays(NamedTuple):
    """A chart as numbers; the last axis of a cell is action, otherwise, hit_from, hit_for."""

    hard: "Int8s"
    soft: "Int8s"
    pair: "Int8s"
    after_double_hard: "Int8s"
    after_double_soft: "Int8s"
    marks_after_split: bool


def is_allowed(option: int, may_hit: bool, may_double: bool, may_split: bool, may_surrender: bool) -> bool:
    if option == HIT:
        return may_hit
    if option == DOUBLE:
        return may_double
    if option == SPLIT:
        return may_split
    return option == STAND or (option == SURRENDER and may_surrender)


def place_in_chart(pair: int, soft: bool, total: int) -> tuple[int, int]:
    """The table of a chart (hard, soft, pair) and the row in it for a hand; `pair` is the value of its cards,
    0 if they are not one. Plain ints."""
    if pair > 0:
        return PAIR, pair
    return SOFT if soft else HARD, total


def option_by_cell(
    cell: Sequence[int],
    marked: bool,
    count: int,
    mark: int,
    may_hit: bool,
    may_double: bool,
    may_split: bool,
    may_surrender: bool,
) -> int:
    """The decision of a cell (its four numbers) for a hand of `count` cards that is `mark` near to a bonus;
    `marked`: whether its exceptions hold for the hand. Plain ints."""
    action, otherwise, hit_from, hit_for = cell[0], cell[1], cell[2], cell[3]
    if marked and may_hit and ((0 < hit_from <= count) or (0 < hit_for <= mark)):
        return HIT
    if is_allowed(action, may_hit, may_double, may_split, may_surrender):
        return action
    if is_allowed(otherwise, may_hit, may_double, may_split, may_surrender):
        return otherwise
    return STAND


def option_after_double(
    action: int, otherwise: int, may_double: bool, may_rescue: bool, may_hit: bool
) -> int:
    """The decision of a cell for a doubled hand; plain ints."""
    for said in (action, otherwise):
        if (said == DOUBLE and may_double) or (said == RESCUE and may_rescue) or (said == HIT and may_hit):
            return said
    return STAND


def bonus_mark(first: int, second: int, top_suit: int) -> int:
    """How near two cards are to 6-7-8 or 7-7-7: not, any, suited or top suit; plain ints."""
    rank1, rank2 = first >> 2, second >> 2
    if rank1 < 6 or rank1 > 8 or rank2 < 6 or rank2 > 8 or (rank1 == rank2 and rank1 != 7):
        return UNMARKED
    if first & 3 != second & 3:
        return ANY_BONUS
    return TOP_BONUS if first & 3 == top_suit else SUITED_BONUS


def decision(
    chart: Chart,
    cards: Sequence[int],
    up: int,
    may: Collection[str],
    top_suit: int,
    doubles: int = 0,
    split: bool = False,
    aces_count_1: bool = False,
) -> str:
    """The decision of `chart` with `cards` against the dealer's card `up`, among the options in `may`;
    `aces_count_1`: the hand was doubled, and every ace of it counts 1."""
    hard = sum(hands.value(one) for one in cards)
    aces = 0 if aces_count_1 else sum(hands.is_ace(one) for one in cards)
    total, soft, up_value = hands.total(hard, aces), hands.is_soft(hard, aces), hands.value(up)
    if total > 21:
        return "stand"
    if doubles > 0:
        rows = chart.after_double_soft if soft else chart.after_double_hard
        after = rows[min(doubles, MOST_DOUBLES)][total][up_value]
        chosen = option_after_double(
            OPTIONS.index(after.action),
            OPTIONS.index(after.otherwise),
            "double" in may,
            "rescue" in may,
            "hit" in may,
        )
        return OPTIONS[chosen]
    is_pair = len(cards) == 2 and hands.value(cards[0]) == hands.value(cards[1])
    table, row = place_in_chart(hands.value(cards[0]) if is_pair else 0, soft, total)
    cell = (chart.hard, chart.soft, chart.pair)[table][row][up_value]
    chosen = option_by_cell(
        _numbers_of(cell),
        chart.marks_after_split or not split,
        len(cards),
        bonus_mark(cards[0], cards[1], top_suit) if len(cards) == 2 else UNMARKED,
        "hit" in may,
        "double" in may,
        "split" in may,
        "surrender" in may,
    )
    return "hit" if chosen == STAND and "stand" not in may and "hit" in may else OPTIONS[chosen]


_NUMBER_OF = {option: number for number, option in enumerate(OPTIONS)}


def _numbers_of(cell: Cell) -> tuple[int, int, int, int]:
    return _NUMBER_OF[cell.action], _NUMBER_OF[cell.otherwise], cell.hit_from, cell.hit_for


def chart_arrays(chart: Chart) -> ChartArrays:
    """The chart as numbers, for kernels."""
    import numpy

    def numbers(rows: tuple[Row, ...]) -> "Int8s":
        return numpy.array(
            [[_numbers_of(cell) for cell in row] for row in rows],
            dtype=numpy.int8,
        )

    def doubled_numbers(tables: tuple[tuple[DoubledRow, ...], ...]) -> "Int8s":
        return numpy.array(
            [
                [[(_NUMBER_OF[c.action], _NUMBER_OF[c.otherwise]) for c in row] for row in rows]
                for rows in tables
            ],
            dtype=numpy.int8,
        )

    return ChartArrays(
        numbers(chart.hard),
        numbers(chart.soft),
        numbers(chart.pair),
        doubled_numbers(chart.after_double_hard),
        doubled_numbers(chart.after_double_soft),
        chart.marks_after_split,
    )


def chart_of_tables(
    name: str,
    hard: Mapping[tuple[int, int], Cell],
    soft: Mapping[tuple[int, int], Cell],
    pair: Mapping[tuple[int, int], Cell],
    doubled: Mapping[tuple[int, bool, int, int], AfterDouble] | None = None,
    marks_after_split: bool = True,
    insures: bool = False,
) -> Chart:
    """The chart of cells by (total or value, up) and of doubled cells by (doubles, soft, total, up)."""
    after = doubled or {}

    def rows(cells: Mapping[tuple[int, int], Cell], length: int) -> tuple[Row, ...]:
        return tuple(tuple(cells.get((row, up), Cell()) for up in range(11)) for row in range(length))

    def doubled_rows(soft_hand: bool) -> tuple[tuple[DoubledRow, ...], ...]:
        return tuple(
            tuple(
                tuple(after.get((doubles, soft_hand, total, up), AfterDouble()) for up in range(11))
                for total in range(22)
            )
            for doubles in range(MOST_DOUBLES + 1)
        )

    return Chart(
        name,
        rows(hard, 22),
        rows(soft, 22),
        rows(pair, 11),
        doubled_rows(False),
        doubled_rows(True),
        marks_after_split,
        insures,
    )


def _below_17() -> Chart:
    draws = {(total, up): Cell("hit") for total in range(4, 17) for up in UP_VALUES}
    pairs = {(value, up): Cell("hit") for value in range(1, 9) for up in UP_VALUES}
    return chart_of_tables("below 17", draws, draws, pairs)


BELOW_17 = _below_17()
"""The simplest chart: a card on every total below 17."""
