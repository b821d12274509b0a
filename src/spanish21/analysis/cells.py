"""The best cells of a chart, each for itself, from what every option adds to a table's value."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.edge import Edge, pair_states
from spanish21.analysis.playout import allowed
from spanish21.analysis.weighed import MARKS, Weighed, weighed
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
AFTER_DOUBLE = ((STAND, STAND), (RESCUE, STAND), (DOUBLE, STAND), (DOUBLE, RESCUE))


class Place(NamedTuple):
    """Where a cell stands in a chart."""

    table: str
    """hard, soft or pair."""
    row: int
    up: int
    doubles: int = 0


Cells = dict[Place, Cell | AfterDouble]
Better = dict[Place, tuple[Cell | AfterDouble, float]]
"""Cells that win more than those of a chart, and how much more."""


def best_cells(found: Edge) -> Cells:
    """The best cell of every place, for the values and weights of an edge."""
    search = _Search(found)
    return {place: search.best(place)[0] for place in _places(found)}


def better_cells(found: Edge, cells: Cells) -> Better:
    """The cells that would win more than those which an edge was found with."""
    search = _Search(found)
    better: Better = {}
    for place, cell in cells.items():
        best, value = search.best(place, cell)
        gain = value - search.value(place, cell)
        if gain > NO_GAIN:
            better[place] = best, gain
    return better


def best_of(better: Better) -> Cells:
    """The one cell that gains most."""
    place = max(better, key=lambda one: better[one][1])
    return {place: better[place][0]}


def _places(found: Edge) -> Iterator[Place]:
    for up in UP_VALUES:
        for table, rows in (("hard", HARD_TOTALS), ("soft", SOFT_TOTALS), ("pair", UP_VALUES)):
            for row in rows:
                yield Place(table, row, up)
                if table != "pair":
                    for doubles in range(1, min(found.rules.most_doubles, MOST_DOUBLES) + 1):
                        yield Place(table, row, up, doubles)


class _Search:
    """What the cells of a chart win over all hands that they decide for."""

    def __init__(self, found: Edge) -> None:
        self.found = found
        self.weighed: Weighed = weighed(found)
        self.groups = {place: _Group(states, found.rules.top_suit) for place, states in _groups().items()}
        self.marked_splits = found.rules.bonus_on_split

    def best(self, place: Place, now: Cell | AfterDouble | None = None) -> tuple[Cell | AfterDouble, float]:
        """The best cell of a place and what it wins; `now` stays where nothing wins more."""
        candidates: Iterator[Cell] | Iterator[AfterDouble]
        if place.doubles:
            candidates = (AfterDouble(OPTIONS[one], OPTIONS[other]) for one, other in AFTER_DOUBLE)
        elif place.table == "pair":
            candidates = self._cells_of_pair(place)
        else:
            candidates = self._cells_of_total(place)
        best: Cell | AfterDouble = now or Cell()
        best_value = self.value(place, now) if now else -numpy.inf
        for cell in candidates:
            value = self.value(place, cell)
            if value > best_value + NO_GAIN:
                best, best_value = cell, value
        return best, best_value

    def value(self, place: Place, cell: Cell | AfterDouble) -> float:
        """What a cell wins over all hands that it decides for."""
        if isinstance(cell, AfterDouble):
            return self._value_after_double(place, cell)
        if place.table == "pair":
            return self._value_of_pair(place, cell)
        first, split = self._values(place)
        group = self.groups[place.table, place.row]
        hits = group.hit_by(cell)
        value = float(_taken(cell, first, hits).sum())
        return value + float(_taken(cell, split, hits & self.marked_splits).sum())

    def _values(self, place: Place) -> tuple[Floats, Floats]:
        """`[option, state]`: what each option adds, of hands that are not split and of hands that are."""
        group = self.groups[place.table, place.row]
        first = self.weighed.first[:, group.states, place.up]
        split = self.weighed.split[:, group.states, place.up]
        if not (first[STAND].any() or split[STAND].any()) and len(group.states):
            # Never met: as if all of them were, for those who get there all the same.
            first = self.found.first.option[:, group.states, place.up]
            first = numpy.vstack(
                [numpy.nan_to_num(first, nan=-9.0), numpy.full((2, first.shape[1]), numpy.nan)]
            )
        return first, split

    def _cells_of_total(self, place: Place) -> Iterator[Cell]:
        """What a total may say, each with the exceptions that win most, if any do."""
        group = self.groups[place.table, place.row]
        first, split = self._values(place)
        nothing = numpy.zeros(len(group.states), dtype=numpy.bool_)
        for action, otherwise in PLAIN:
            plain = Cell(action, otherwise)
            yield plain
            if action == "hit" or not len(group.states):
                continue
            gain = numpy.nan_to_num(first[HIT] - _taken(plain, first, nothing))
            if self.marked_splits:
                gain += numpy.nan_to_num(split[HIT] - _taken(plain, split, nothing))
            by_size = [float(gain[group.sizes >= size].sum()) for size in range(3, MOST_CARDS + 1)]
            by_mark = [float(gain[group.marks >= mark].sum()) for mark in range(1, MARKS)]
            yield Cell(action, otherwise, _last_best(by_size, 3), _last_best(by_mark, 1))

    def _cells_of_pair(self, place: Place) -> Iterator[Cell]:
        for hit_for in (0, 3, 2, 1) if place.row == 7 else (0,):
            for action, otherwise in PLAIN_OF_PAIRS:
                if not hit_for or action != "hit":
                    yield Cell(action, otherwise, 0, hit_for)

    def _value_of_pair(self, place: Place, cell: Cell) -> float:
        group = self.groups[place.table, place.row]
        first = self.weighed.first[:, group.states, place.up].copy()
        if not first[STAND].any():
            return 0.0
        often = self.weighed.dealt[group.states, place.up]
        for index in numpy.flatnonzero(often):
            paired = self.weighed.paired[place.row, index, :, :, place.up]
            for mark in numpy.flatnonzero(paired.any(axis=1)):
                now = self._now_after_split(place, int(mark))
                then = self._after_split(place, cell, int(mark))
                if now != then:
                    first[SPLIT, index] += often[index] * (paired[mark, then] - paired[mark, now])
        return float(_taken(cell, first, group.hit_by(cell)).sum())

    def _after_split(self, place: Place, cell: Cell, mark: int) -> int:
        """What a cell does with a pair that may not be split again."""
        terms, total = self.found.terms, _total_of_pair(place.row)
        if self.marked_splits and 0 < cell.hit_for <= mark and terms.may_hit[total]:
            return HIT
        for option in (OPTIONS.index(cell.action), OPTIONS.index(cell.otherwise)):
            if option <= DOUBLE and int(allowed(option, total, 0, 1, False, terms)) == option:
                return option
        return STAND

    def _now_after_split(self, place: Place, mark: int) -> int:
        """What the choices of the edge do with it."""
        states, marks = self.groups["pair", place.row].states, self.groups["pair", place.row].marks
        state = states[list(marks).index(mark)]
        option = int(self.found.choices[SPLIT_LAST, state, place.up])
        return int(allowed(option, _total_of_pair(place.row), 0, 1, False, self.found.terms))

    def _value_after_double(self, place: Place, cell: AfterDouble) -> float:
        states = self.groups[place.table, place.row].multisets
        values = self.weighed.doubled[:, place.doubles - 1, states, place.up]
        if not values[0].any():
            values = self.found.first.doubled_option[:, place.doubles, states, place.up]
        places = {STAND: 0, RESCUE: 1, DOUBLE: 2}
        chosen = values[0]
        for option in (OPTIONS.index(cell.otherwise), OPTIONS.index(cell.action)):
            chosen = numpy.where(numpy.isnan(values[places[option]]), chosen, values[places[option]])
        return float(numpy.nan_to_num(chosen).sum())


class _Group:
    """The states that one cell decides for."""

    def __init__(self, states: list[int], top_suit: int) -> None:
        numbers = hand_numbers()
        multisets = len(numbers.hard)
        bases = {int(numbers.following[numbers.following[0, low], high]) for low, high in SUITED_PAIRS}
        self.states = numpy.array(states, dtype=numpy.int64)
        self.multisets = self.states[self.states < multisets]
        self.sizes: Ints = numpy.array([numbers.size[one] if one < multisets else 2 for one in states])
        self.marks: Ints = numpy.array(
            [
                int(state in bases)
                if state < multisets
                else (3 if (state - multisets) % 8 // 2 == top_suit else 2)
                for state in states
            ],
            dtype=numpy.int64,
        )
        """How near each state is to a bonus, as a cell's marks count it."""

    def hit_by(self, cell: Cell) -> NDArray[numpy.bool_]:
        """Which of the states a cell hits as an exception."""
        hits = numpy.zeros(len(self.states), dtype=numpy.bool_)
        if cell.hit_from:
            hits |= self.sizes >= cell.hit_from
        if cell.hit_for:
            hits |= self.marks >= cell.hit_for
        return hits


def _groups() -> dict[tuple[str, int], list[int]]:
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
    return groups


def _total_of_pair(value: int) -> int:
    return hands.total(2 * value, 2 if value == 1 else 0)


def _taken(cell: Cell, values: Floats, hits: NDArray[numpy.bool_]) -> Floats:
    """`[state]`: what a cell's option adds, of `values[option, state]`; those of `hits` are hit."""
    chosen = values[STAND]
    for option in (OPTIONS.index(cell.otherwise), OPTIONS.index(cell.action)):
        if option < len(values):
            chosen = numpy.where(numpy.isnan(values[option]), chosen, values[option])
    chosen = numpy.where(hits & ~numpy.isnan(values[HIT]), values[HIT], chosen)
    return numpy.nan_to_num(chosen)


def _last_best(gains: list[float], first: int) -> int:
    """The place of the highest gain, the last where several are as high, counted from `first`; 0 for none."""
    highest = max(gains)
    if highest <= NO_GAIN:
        return 0
    return first + max(place for place, gain in enumerate(gains) if gain > highest - NO_GAIN / 10)
