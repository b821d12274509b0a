"""Charts by totals: any chart as decisions by composition, and the best chart for a table, computed.

A chart's cell decides for many compositions at once. The best cell is the one that wins most over all of
them, each weighed by how often it is met; what a composition wins by an option depends on the cells that it
is played by afterwards, so cells and values are found in turn until nothing changes.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy
from numba import njit
from numpy.typing import NDArray

from spanish21.analysis.edge import Edge, edge
from spanish21.analysis.player import no_choices
from spanish21.analysis.playout import allowed
from spanish21.analysis.shoe import Shoe
from spanish21.analysis.terms import FixedMoney, terms_of
from spanish21.game import hands
from spanish21.game.rules import Rules
from spanish21.strategy import (
    DOUBLE,
    DOUBLED,
    FIRST,
    HARD_TOTALS,
    HIT,
    MOST_DOUBLES,
    OPTIONS,
    RESCUE,
    SITUATIONS,
    SOFT_TOTALS,
    SPLIT,
    SPLIT_AGAIN,
    STAND,
    SUITED_PAIRS,
    SURRENDER,
    UNMARKED,
    UP_VALUES,
    AfterDouble,
    Cell,
    Chart,
    chart_arrays,
    chart_of_tables,
    hand_numbers,
    option_after_double,
    option_by_cell,
    suited_state,
)

Floats = NDArray[numpy.float64]
Choices = NDArray[numpy.int8]

MOST_ROUNDS = 6
"""Rounds of finding cells and values in turn; two or three are enough in practice."""

WORTH_A_MARK = 1e-9
"""An exception in a cell must win more than this, in wagers for each round."""


def choices_of_chart(chart: Chart, rules: Rules) -> Choices:
    """The chart's decision for every composition, as the analyser and the simulator take it."""
    choices = no_choices()
    arrays = chart_arrays(chart)
    _fill(
        arrays.hard,
        arrays.soft,
        arrays.pair,
        arrays.after_double_hard,
        arrays.after_double_soft,
        arrays.marks_after_split,
        rules.top_suit,
        hand_numbers(),
        terms_of(rules),
        choices,
    )
    return choices


@njit(cache=True, nogil=True)
def _fill(
    hard_cells: Any,
    soft_cells: Any,
    pair_cells: Any,
    doubled_hard: Any,
    doubled_soft: Any,
    marks_after_split: bool,
    top_suit: int,
    numbers: Any,
    terms: Any,
    choices: Any,
) -> None:
    multisets = len(numbers.hard)
    for state in range(1, choices.shape[1]):
        hand, mark = state, UNMARKED
        if state >= multisets:
            low, high = SUITED_PAIRS[(state - multisets) // 8]
            hand = numbers.following[numbers.following[0, low], high]
            mark = 3 if (state - multisets) % 8 // 2 == top_suit else 2
        elif numbers.size[state] == 2:
            for low, high in SUITED_PAIRS:
                if numbers.following[numbers.following[0, low], high] == state:
                    mark = 1
        size = numbers.size[hand]
        if size < 2:
            continue
        total = hands.total(numbers.hard[hand], numbers.aces[hand])
        soft = hands.is_soft(numbers.hard[hand], numbers.aces[hand])
        pair = 0
        for value in range(1, 11):
            if size == 2 and numbers.held[hand, value] == 2:
                pair = value
        for up in range(1, 11):
            cell = soft_cells[total, up] if soft else hard_cells[total, up]
            if pair > 0:
                cell = pair_cells[pair, up]
            for situation in range(DOUBLED):
                split = 0 if situation == FIRST else 1
                marked = split == 0 or marks_after_split
                choices[situation, state, up] = option_by_cell(
                    cell[0],
                    cell[1],
                    cell[2] if marked else 0,
                    cell[3] if marked else 0,
                    size,
                    mark,
                    terms.may_hit[total],
                    terms.may_double[split, 0, total],
                    pair > 0 and situation <= SPLIT_AGAIN,
                    situation == FIRST and size == 2 and not numpy.isnan(terms.surrender[0]),
                )
            for situation in range(DOUBLED, SITUATIONS):
                doubles = situation - DOUBLED + 1
                after = doubled_soft[doubles, total, up] if soft else doubled_hard[doubles, total, up]
                choices[situation, state, up] = option_after_double(
                    after[0], after[1], terms.may_double[0, doubles, total], terms.may_rescue[doubles, total]
                )


def reached(found: Edge) -> Floats:
    """`[doubles, state, up]`: how often a first hand that is not split is met, under an edge's choices."""
    numbers = hand_numbers()
    weight = numpy.zeros((MOST_DOUBLES + 1, found.dealt.shape[0], 11))
    weight[0] = found.dealt * found.up
    _follow(found.shoe.values, numbers, found.terms, found.choices, found.option, weight)
    return weight


@njit(cache=True, nogil=True)
def _follow(counts: Any, numbers: Any, terms: Any, choices: Any, option: Any, weight: Any) -> None:
    multisets = len(numbers.hard)
    cards = counts.sum()
    for up in range(1, 11):
        for doubles in range(MOST_DOUBLES + 1):
            # The suited states come first: they are two-card hands and lead to the others.
            for place in range(multisets + 32):
                state = multisets + place if place < 32 else place - 32
                here = weight[doubles, state, up]
                if here <= 0.0 or (doubles > 0 and state >= multisets):
                    continue
                hand = state
                if state >= multisets:
                    low, high = SUITED_PAIRS[(state - multisets) // 8]
                    hand = numbers.following[numbers.following[0, low], high]
                chosen = choices[FIRST if doubles == 0 else DOUBLED + doubles - 1, state, up]
                if doubles == 0 and numbers.size[hand] == 2:
                    if chosen in (SPLIT, SURRENDER) and not numpy.isnan(option[chosen, state, up]):
                        continue
                    if numbers.hard[hand] == 11 and numbers.aces[hand] == 1:
                        continue
                total = hands.total(numbers.hard[hand], numbers.aces[hand])
                chosen = allowed(chosen, total, doubles, 0, False, terms)
                if chosen not in (HIT, DOUBLE):
                    continue
                after_doubles = doubles + (1 if chosen == DOUBLE else 0)
                left = cards - 1 - numbers.size[hand]
                for drawn in range(1, min(10, 21 - numbers.hard[hand]) + 1):
                    cards_left = counts[drawn] - numbers.held[hand, drawn] - (1 if drawn == up else 0)
                    if cards_left > 0:
                        weight[after_doubles, numbers.following[hand, drawn], up] += here * cards_left / left


class BestChart(NamedTuple):
    """The best chart that was found, and what it is worth."""

    chart: Chart
    edge: Edge

    def _repr_html_(self) -> str:
        """A notebook shows the chart in colours."""
        from spanish21.analysis.report import chart_html

        return chart_html(self.chart)


def best_chart(rules: Rules, shoe: Shoe | None = None, money: FixedMoney | None = None) -> BestChart:
    """The chart by totals that wins most at a table, with its exact value."""
    found = edge(rules, shoe, money)
    best: BestChart | None = None
    for _ in range(MOST_ROUNDS):
        chart = _chart_for(found, rules)
        played = edge(rules, shoe, money, choices_of_chart(chart, rules))
        if best and played.expected_value <= best.edge.expected_value:
            break
        best = BestChart(chart, played)
        found = played
    assert best is not None
    return best


def _chart_for(found: Edge, rules: Rules) -> Chart:
    """The best cells for the weights and values of an edge."""
    weight = reached(found)
    name = f"best chart for {rules.book}, {found.shoe.size // 48} decks"
    hard: dict[tuple[int, int], Cell] = {}
    soft: dict[tuple[int, int], Cell] = {}
    pair: dict[tuple[int, int], Cell] = {}
    doubled: dict[tuple[int, bool, int, int], AfterDouble] = {}
    groups = _groups()
    for up in UP_VALUES:
        for is_soft, totals, cells in ((False, HARD_TOTALS, hard), (True, SOFT_TOTALS, soft)):
            for total in totals:
                cells[total, up] = _best_cell(found, weight[0], groups.by_total[is_soft, total], up)
                for doubles in range(1, rules.most_doubles + 1):
                    doubled[doubles, is_soft, total, up] = _best_after_double(
                        found, weight[doubles], groups.by_total[is_soft, total], doubles, up
                    )
        for value in UP_VALUES:
            pair[value, up] = _best_pair_cell(found, weight[0], groups.pairs[value], up)
    # Hard 4 and soft 12 are always pairs and never doubled hands: their rows only complete the chart.
    for up in UP_VALUES:
        hard[4, up] = hard[5, up]
        soft[12, up] = Cell("hit")
        for doubles in range(1, rules.most_doubles + 1):
            doubled[doubles, False, 4, up] = doubled[doubles, False, 5, up]
            doubled[doubles, True, 12, up] = doubled[doubles, True, 13, up]
    return chart_of_tables(name, hard, soft, pair, doubled, rules.bonus_on_split)


class _Groups(NamedTuple):
    by_total: dict[tuple[bool, int], list[int]]
    """The states of each hard and soft total, pairs left out."""
    pairs: dict[int, list[int]]


def _groups() -> _Groups:
    numbers = hand_numbers()
    multisets = len(numbers.hard)
    by_total: dict[tuple[bool, int], list[int]] = {
        (soft, total): [] for soft in (False, True) for total in range(22)
    }
    pairs: dict[int, list[int]] = {}
    for hand in range(1, multisets):
        hard, aces = int(numbers.hard[hand]), int(numbers.aces[hand])
        if numbers.size[hand] == 2 and numbers.held[hand].max() == 2:
            pairs[int(numbers.held[hand].argmax())] = [hand]
        elif numbers.size[hand] >= 2:
            by_total[hands.is_soft(hard, aces), hands.total(hard, aces)].append(hand)
    for which, (low, high) in enumerate(SUITED_PAIRS):
        for suit in range(4):
            for up_suited in (False, True):
                state = suited_state(which, suit, up_suited, multisets)
                (pairs[7] if low == high else by_total[False, low + high]).append(state)
    return _Groups(by_total, pairs)


def _marks(states: list[int], top_suit: int) -> NDArray[numpy.int64]:
    """How near each state is to a bonus, as a cell's marks count it."""
    numbers = hand_numbers()
    multisets = len(numbers.hard)
    bases = {int(numbers.following[numbers.following[0, low], high]) for low, high in SUITED_PAIRS}
    return numpy.array(
        [
            (1 if state in bases else 0)
            if state < multisets
            else (3 if (state - multisets) % 8 // 2 == top_suit else 2)
            for state in states
        ]
    )


def _sizes(states: list[int]) -> NDArray[numpy.int64]:
    numbers = hand_numbers()
    return numpy.array([numbers.size[state] if state < len(numbers.hard) else 2 for state in states])


def _weighed(found: Edge, weight: Floats, states: list[int], up: int) -> tuple[Floats, Floats]:
    """`[option, state]`: what each option wins times how often the state is met; and how often."""
    values = numpy.full((5, len(states)), numpy.nan)
    values[:3] = found.first.option[:, states, up]
    two = _sizes(states) == 2
    values[3:, two] = found.option[3:, states, up][:, two]
    often = numpy.where(numpy.isfinite(values[STAND]), weight[states, up], 0.0)
    values = numpy.where(often > 0.0, values * often, 0.0)
    return numpy.where(numpy.isnan(values), -numpy.inf, values), often


def _best_cell(found: Edge, weight: Floats, states: list[int], up: int) -> Cell:
    """The cell of a total that wins most over its states."""
    if not states:
        return Cell()
    values, often = _weighed(found, weight, states, up)
    if not often.any():
        # Never met under the best play: a fallback for those who are there all the same.
        middle = numpy.nan_to_num(found.first.option[:, states, up], nan=-9.0).mean(axis=1)
        values = numpy.repeat(middle[:, None], len(states), axis=1)
        values = numpy.vstack([values, numpy.full((2, len(states)), -numpy.inf)])
    sizes = _sizes(states)
    marks = _marks(states, found.rules.top_suit)
    best, best_value = Cell(), -numpy.inf
    for cell in _cells((0, 3, 2, 1) if marks.any() else (0,)):
        value = _value_of_cell(cell, values, sizes, marks)
        if value > best_value + (WORTH_A_MARK if cell.hit_from or cell.hit_for else 1e-15):
            best, best_value = cell, value
    return best


def _cells(marks: tuple[int, ...]) -> Iterator[Cell]:
    """Every cell that a total may have, the plainest first; `marks` are the bonuses that it may hit for."""
    plain = [("stand", "stand"), ("hit", "stand"), ("double", "hit"), ("double", "stand")]
    plain += [("surrender", "hit"), ("surrender", "stand"), ("surrender", "double")]
    for hit_from in (0, 8, 7, 6, 5, 4, 3):
        for hit_for in marks:
            for action, otherwise in plain:
                if (hit_from or hit_for) and action == "hit":
                    continue
                yield Cell(action, otherwise, hit_from, hit_for)


def _value_of_cell(
    cell: Cell, values: Floats, sizes: NDArray[numpy.int64], marks: NDArray[numpy.int64]
) -> float:
    action, otherwise = OPTIONS.index(cell.action), OPTIONS.index(cell.otherwise)
    chosen = numpy.where(numpy.isfinite(values[action]), values[action], values[otherwise])
    chosen = numpy.where(numpy.isfinite(chosen), chosen, values[STAND])
    hits = numpy.zeros(len(sizes), dtype=numpy.bool_)
    if cell.hit_from:
        hits |= sizes >= cell.hit_from
    if cell.hit_for:
        hits |= marks >= cell.hit_for
    hits &= numpy.isfinite(values[HIT])
    return float(numpy.where(hits, values[HIT], chosen).sum())


def _best_pair_cell(found: Edge, weight: Floats, states: list[int], up: int) -> Cell:
    values, often = _weighed(found, weight, states, up)
    if not often.any():
        return Cell()
    marks = _marks(states, found.rules.top_suit)
    together = values.sum(axis=1)
    order = sorted(range(5), key=lambda option: -together[option])
    action = OPTIONS[order[0]]
    # What else is for a pair that may not be split, or that has been split: no split, no surrender.
    otherwise = OPTIONS[next(option for option in order if option < 3)]
    if action in ("stand", "hit"):
        otherwise = "stand"
    elif action == "surrender" and order[1] == SPLIT:
        otherwise = "split"
    elif action == "double":
        otherwise = OPTIONS[next(option for option in order if option < 2)]
    best = Cell(action, otherwise)
    if len(states) > 1:
        sizes = _sizes(states)
        for hit_for in (3, 2, 1):
            cell = Cell(action, otherwise, 0, hit_for)
            if action != "hit" and (
                _value_of_cell(cell, values, sizes, marks)
                > _value_of_cell(best, values, sizes, marks) + WORTH_A_MARK
            ):
                best = cell
    return best


def _best_after_double(found: Edge, weight: Floats, states: list[int], doubles: int, up: int) -> AfterDouble:
    """Stand, rescue or double again: what wins most over the doubled hands of a total."""
    hands_only = [state for state in states if state < len(hand_numbers().hard)]
    if not hands_only:
        return AfterDouble()
    values = found.first.doubled_option[:, doubles, hands_only, up]
    often = numpy.where(numpy.isfinite(values[0]), weight[hands_only, up], 0.0)
    if not often.any():
        often = numpy.where(numpy.isfinite(values[0]), 1.0, 0.0)
    together = numpy.where(often > 0.0, values * often, 0.0).sum(axis=1)
    together = numpy.where(numpy.isnan(together), -numpy.inf, together)
    options = (STAND, RESCUE, DOUBLE)
    order = sorted(range(3), key=lambda place: -together[place])
    action = options[order[0]]
    otherwise = next(options[place] for place in order if options[place] != DOUBLE)
    return AfterDouble(OPTIONS[action], OPTIONS[otherwise if action == DOUBLE else STAND])
