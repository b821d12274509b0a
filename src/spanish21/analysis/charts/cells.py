"""The best cells of a chart, each for itself, from what every option adds to a table's value."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.charts.weighed_options import MARKS, Weighed, weigh_options
from spanish21.analysis.splits.split_values import Removals
from spanish21.analysis.worth.table_edge import Edge, pair_states
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    HARD_TOTALS,
    HIT,
    MOST_DOUBLES,
    OPTIONS,
    RESCUE,
    SOFT_TOTALS,
    SPLIT,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    UP_VALUES,
    AfterDouble,
    Cell,
    hand_numbers,
    suited_state,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

NO_GAIN = 1e-13
"""A cell that wins less than this beyond another one, in wagers for each round, is not better."""
MOST_CARDS = 21

PLAIN = (
    ("stand", "stand"),
    ("hit", "stand"),
    ("double", "hit"),
    ("double", "stand"),
    ("surrender", "hit"),
    ("surrender", "stand"),
    ("surrender", "double"),
)
"""What a cell of a total may say, the plainest first."""
PLAIN_OF_PAIRS = (*PLAIN, ("split", "hit"), ("split", "stand"), ("split", "double"), ("surrender", "split"))
DOUBLED_PLACES = {STAND: 0, RESCUE: 1, DOUBLE: 2, HIT: 3}
BIN_SIZES = numpy.array([2, 2, 2, 2, *range(3, MOST_CARDS + 1)])
BIN_MARKS = numpy.array([*range(MARKS), *[0] * (MOST_CARDS - 2)])
"""Hands of a total that no cell can distinguish are added up: two cards by their mark, others by number."""
NO_HITS = numpy.zeros(0, dtype=numpy.bool_)
"""For a cell without exceptions, with any decision: most of those tried have no exceptions."""
AFTER_DOUBLE = ((STAND, STAND), (RESCUE, STAND), (DOUBLE, STAND), (DOUBLE, RESCUE))
DRAWN_AFTER_DOUBLE = ((HIT, STAND), (DOUBLE, HIT), (RESCUE, HIT))
"""What it may say besides where a doubled hand may draw."""


class CellPlace(NamedTuple):
    """The place of a cell in a chart."""

    table: str
    """hard, soft or pair."""
    row: int
    up: int
    doubles: int = 0


Cells = dict[CellPlace, Cell | AfterDouble]
Better = dict[CellPlace, tuple[Cell | AfterDouble, float]]
"""Cells that win more than those of a chart, and how much more."""


def best_cells(found: Edge, removed: Removals) -> Cells:
    """The best cell of every place, for the values and weights of an edge."""
    search = _Search(found, removed, UP_VALUES)
    return {place: search.best(place)[0] for place in _places(found)}


def better_cells(found: Edge, removed: Removals, cells: Cells, ups: Collection[int]) -> Better:
    """The cells against `ups` that would win more than those an edge was computed with."""
    search = _Search(found, removed, ups)
    better: Better = {}
    for place, cell in cells.items():
        if place.up in ups and search.is_met(place):
            best, value = search.best(place, cell)
            gain = value - search.value(place, cell)
            if gain > NO_GAIN:
                better[place] = best, gain
    return better


def best_of(better: Better) -> Cells:
    """The one cell that gains most."""
    place = max(better, key=lambda one: better[one][1])
    return {place: better[place][0]}


def _places(found: Edge) -> Iterator[CellPlace]:
    for up in UP_VALUES:
        for table, rows in (("hard", HARD_TOTALS), ("soft", SOFT_TOTALS), ("pair", UP_VALUES)):
            for row in rows:
                yield CellPlace(table, row, up)
                if table != "pair":
                    for doubles in range(1, min(found.rules.most_doubles, MOST_DOUBLES) + 1):
                        yield CellPlace(table, row, up, doubles)


class _Search:
    """What the cells of a chart win over all hands that they decide for."""

    def __init__(self, found: Edge, removed: Removals, ups: Collection[int]) -> None:
        self.found = found
        self.weighed: Weighed = weigh_options(found, removed, ups)
        self.groups = groups_of(found.rules.top_suit)
        self.marked_splits = found.rules.bonus_on_split
        self.binned: dict[CellPlace, tuple[Floats, Floats]] = {}

    def best(
        self, place: CellPlace, now: Cell | AfterDouble | None = None
    ) -> tuple[Cell | AfterDouble, float]:
        """The best cell of a place and its winnings; `now` stays if nothing wins more."""
        candidates: Iterator[Cell] | Iterator[AfterDouble]
        if place.doubles:
            draws = DRAWN_AFTER_DOUBLE if self.found.rules.may_draw_after_double else ()
            said = (*AFTER_DOUBLE, *draws)
            candidates = (AfterDouble(OPTIONS[one], OPTIONS[other]) for one, other in said)
        elif place.table == "pair":
            candidates = self._cells_of_pair(place)
        else:
            candidates = self._cells_of_total(place)
        best: Cell | AfterDouble = now or Cell()
        best_value = self.value(place, now) if now else -numpy.inf
        for cell in candidates:
            if self._has_to_draw(place) and cell.action != "hit" and "stand" in (cell.action, cell.otherwise):
                continue
            value = self.value(place, cell)
            if value > best_value + NO_GAIN:
                best, best_value = cell, value
        return best, best_value

    def _has_to_draw(self, place: CellPlace) -> bool:
        """Whether the hands of a place have too few points to stand."""
        points = place.row
        if place.table == "pair":
            points = hands.total(2 * place.row, 2 if place.row == 1 else 0)
        return not place.doubles and points < self.found.rules.least_to_stand

    def value(self, place: CellPlace, cell: Cell | AfterDouble) -> float:
        """What a cell wins over all hands that it decides for."""
        if isinstance(cell, AfterDouble):
            return self._value_after_double(place, cell)
        if place.table == "pair":
            return self._value_of_pair(place, cell)
        first, split = self._values(place)
        hits = _hit_by(cell, BIN_SIZES, BIN_MARKS)
        value = float(_taken(cell, first, hits).sum())
        return value + float(_taken(cell, split, hits if self.marked_splits else NO_HITS).sum())

    def is_met(self, place: CellPlace) -> bool:
        """Whether any hand of a place is met."""
        group = self.groups[place.table, place.row]
        if place.doubles:
            levels, met = self._doubled_hands(place)
            return bool(self.weighed.doubled[0, levels - 1, met, place.up].any())
        met = self.weighed.first[STAND, group.states, place.up].any()
        return bool(met or self.weighed.split[STAND, group.states, place.up].any())

    def _values(self, place: CellPlace) -> tuple[Floats, Floats]:
        """`[option, bin]`: the contribution of each option, for unsplit and for split hands."""
        if place not in self.binned:
            group = self.groups[place.table, place.row]
            first = self.weighed.first[:, group.states, place.up]
            if not self.is_met(place):
                # As if all of them occurred, for players who get there anyway.
                first[:SPLIT] = self.found.first.option[:, group.states, place.up]
                first[SPLIT:] = numpy.nan
            self.binned[place] = (
                _binned(first, group),
                _binned(self.weighed.split[:, group.states, place.up], group),
            )
        return self.binned[place]

    def _cells_of_total(self, place: CellPlace) -> Iterator[Cell]:
        """What a total may say, each with the exceptions that win most, if any do."""
        first, split = self._values(place)
        for action, otherwise in PLAIN:
            plain = Cell(action, otherwise)
            yield plain
            if action == "hit":
                continue
            gain = _gain_of_hits(plain, first)
            if self.marked_splits:
                gain = gain + _gain_of_hits(plain, split)
            by_size = numpy.cumsum(gain[:3:-1])[::-1]
            by_mark = numpy.cumsum(gain[3:0:-1])[::-1]
            yield Cell(action, otherwise, _last_best(by_size, 3), _last_best(by_mark, 1))

    def _cells_of_pair(self, place: CellPlace) -> Iterator[Cell]:
        for hit_for in (0, 3, 2, 1) if place.row == 7 else (0,):
            for action, otherwise in PLAIN_OF_PAIRS:
                if not hit_for or action != "hit":
                    yield Cell(action, otherwise, 0, hit_for)

    def _value_of_pair(self, place: CellPlace, cell: Cell) -> float:
        group = self.groups[place.table, place.row]
        first = self.weighed.first[:, group.states, place.up]
        often = self.weighed.dealt[group.states, place.up]
        paired = self.weighed.paired[place.row, : len(often), :, :, place.up]
        for mark in set(group.marks):
            then = self._after_split(place, cell, mark)
            state = group.states[group.marks.tolist().index(mark)]
            now = self._after_split(place, Cell(OPTIONS[self.found.choices[SPLIT_LAST, state, place.up]]), 0)
            if now != then:
                first[SPLIT] += often * (paired[:, mark, then] - paired[:, mark, now])
        return float(_taken(cell, first, _hit_by(cell, group.sizes, group.marks)).sum())

    def _after_split(self, place: CellPlace, cell: Cell, mark: int) -> int:
        """What a cell does with a pair that may not be split again."""
        terms, total = self.found.terms, hands.total(2 * place.row, 2 if place.row == 1 else 0)
        if self.marked_splits and 0 < cell.hit_for <= mark and terms.may_hit[total]:
            return HIT
        for name in (cell.action, cell.otherwise):
            if (name == "hit" and terms.may_hit[total]) or (
                name == "double" and terms.may_double[1, 0, 2 * place.row if terms.aces_count_1 else total]
            ):
                return OPTIONS.index(name)
            if name == "stand":
                break
        return STAND

    def _doubled_hands(self, place: CellPlace) -> tuple[Ints, Ints]:
        """The levels and multisets of the doubled hands that a cell decides for."""
        return doubled_hands(place, self.groups, self.found.rules.doubled_aces_count_1)

    def _value_after_double(self, place: CellPlace, cell: AfterDouble) -> float:
        levels, states = self._doubled_hands(place)
        values = self.weighed.doubled[:, levels - 1, states, place.up]
        if not self.is_met(place):
            values = self.found.first.doubled_option[:, levels, states, place.up]
        chosen = values[0]
        for option in (OPTIONS.index(cell.otherwise), OPTIONS.index(cell.action)):
            value = values[DOUBLED_PLACES[option]]
            chosen = numpy.where(numpy.isnan(value), chosen, value)
        return float(numpy.nansum(chosen))


def doubled_hands(
    place: CellPlace, groups: "dict[tuple[str, int], Group]", aces_count_1: bool
) -> tuple[Ints, Ints]:
    """The levels and multisets of the doubled hands of a place; where every ace of a hand may count 1, such a
    hand is one of its hard total."""
    multisets = groups[place.table, place.row].multisets
    levels = numpy.full(len(multisets), place.doubles)
    if aces_count_1 and place.table == "hard":
        numbers = hand_numbers()
        every = (numbers.hard == place.row) & (numbers.aces > 0) & (numbers.size >= 3)
        hard = numpy.flatnonzero(every)
        levels = numpy.concatenate([levels, numpy.full(len(hard), place.doubles + MOST_DOUBLES)])
        multisets = numpy.concatenate([multisets, hard])
    return levels, multisets


class Group(NamedTuple):
    """The states that one cell decides for."""

    states: Ints
    multisets: Ints
    """Those that are not suited states."""
    sizes: Ints
    marks: Ints
    """How near each state is to a bonus, as a cell's marks count it."""
    bins: Ints
    """Which of `BIN_SIZES` and `BIN_MARKS` a state belongs to."""


@cache
def groups_of(top_suit: int) -> dict[tuple[str, int], Group]:
    """The states of each hard total, soft total and pair."""
    numbers = hand_numbers()
    multisets = len(numbers.hard)
    groups: dict[tuple[str, int], list[int]] = {("pair", value): pair_states(value) for value in UP_VALUES}
    groups |= {(table, total): [] for table in ("hard", "soft") for total in range(22)}
    for hand in range(1, multisets):
        hard, aces = int(numbers.hard[hand]), int(numbers.aces[hand])
        if numbers.size[hand] >= 2 and not (numbers.size[hand] == 2 and numbers.held[hand].max() == 2):
            groups["soft" if hands.is_soft(hard, aces) else "hard", hands.total(hard, aces)].append(hand)
    for which, (low, high) in enumerate(SUITED_PAIRS):
        if low != high:
            groups["hard", low + high] += [
                suited_state(which, suit, up_suited, multisets)
                for suit in range(4)
                for up_suited in (False, True)
            ]
    return {
        place: _group(numpy.array(states, dtype=numpy.int64), top_suit) for place, states in groups.items()
    }


def _group(states: Ints, top_suit: int) -> Group:
    numbers = hand_numbers()
    multisets = len(numbers.hard)
    is_suited = states >= multisets
    hands_of = numpy.where(is_suited, 0, states)
    sizes = numpy.where(is_suited, 2, numbers.size[hands_of])
    bases = [numbers.following[numbers.following[0, low], high] for low, high in SUITED_PAIRS]
    suits = (states - multisets) % 8 // 2
    marks = numpy.where(is_suited, numpy.where(suits == top_suit, 3, 2), numpy.isin(states, bases))
    return Group(states, states[~is_suited], sizes, marks, numpy.where(sizes == 2, marks, sizes + 1))


def _binned(values: Floats, group: Group) -> Floats:
    """`[option, bin]` of `[option, state]`: sums; not a number where an option is allowed to none."""
    binned = numpy.full((len(values), len(BIN_SIZES)), numpy.nan)
    for option, row in enumerate(values):
        is_allowed = ~numpy.isnan(row)
        bins = group.bins[is_allowed]
        sums = numpy.bincount(bins, row[is_allowed], len(BIN_SIZES))
        binned[option, bins] = sums[bins]
    binned[STAND] = numpy.nan_to_num(binned[STAND])
    return binned


def _hit_by(cell: Cell, sizes: Ints, marks: Ints) -> NDArray[numpy.bool_]:
    """Which hands a cell hits as an exception."""
    if not cell.hit_for:
        return sizes >= cell.hit_from if cell.hit_from else NO_HITS
    return (sizes >= cell.hit_from) | (marks >= cell.hit_for) if cell.hit_from else marks >= cell.hit_for


def _gain_of_hits(cell: Cell, values: Floats) -> Floats:
    """`[bin]`: what hitting wins beyond what a cell says."""
    gain = values[HIT] - _taken(cell, values, NO_HITS)
    return numpy.asarray(numpy.where(numpy.isnan(gain), 0.0, gain))


def _taken(cell: Cell, values: Floats, hits: NDArray[numpy.bool_]) -> Floats:
    """What a cell's option adds, of `values[option, hand]`; those of `hits` are hit."""
    chosen = values[STAND]
    for option in (OPTIONS.index(cell.otherwise), OPTIONS.index(cell.action)):
        if option < len(values):
            chosen = numpy.where(numpy.isnan(values[option]), chosen, values[option])
    if len(hits):
        chosen = numpy.where(hits & ~numpy.isnan(values[HIT]), values[HIT], chosen)
    return numpy.asarray(chosen)


def _last_best(gains: Floats, first: int) -> int:
    """The place of the highest gain, the last where several are as high, counted from `first`; 0 for none."""
    highest = gains.max()
    if highest <= NO_GAIN:
        return 0
    return first + int(numpy.flatnonzero(gains >= highest - NO_GAIN / 10)[-1])
