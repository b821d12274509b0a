"""A strategy as the kernels read it: one option for every situation, state of a hand and up card.

Charts and strategies by composition come down to the same array, `options[situation, state, up]`, in the
states and situations of `spanish21.strategy`. What the rules do not allow is sorted out here, once, by the
functions of `game.options`, so that a kernel looks an option up and plays it.
"""

from typing import Any, NamedTuple

import numpy
from numba import njit
from numpy.typing import NDArray

from spanish21.compiled import number_rules
from spanish21.errors import BadInput
from spanish21.game import hands, options
from spanish21.game.rules import Rules
from spanish21.strategy import (
    DOUBLE,
    DOUBLED,
    FIRST,
    MOST_DOUBLES,
    RESCUE,
    SITUATIONS,
    SPLIT_AGAIN,
    SPLIT_LAST,
    STAND,
    SUITED_STATES,
    Chart,
    CompositionStrategy,
    chart_arrays,
    hand_numbers,
    hand_of_state,
    is_allowed,
    mark_of_state,
    option_after_double,
    option_by_cell,
    place_in_chart,
    suited_numbers,
)

ACES_AGAIN, ACES_LAST = SITUATIONS, SITUATIONS + 1
"""Split aces, which may have to do with one card: two situations more than a strategy itself tells apart."""
ALL_SITUATIONS = SITUATIONS + 2
Strategy = Chart | CompositionStrategy


class HandStates(NamedTuple):
    """What a kernel asks of the multisets of a hand, and which of them the suited two-card hands are."""

    hard: Any
    aces: Any
    size: Any
    pair: Any
    pair_numbers: Any


def decision_table(rules: Rules, plays: Strategy) -> NDArray[numpy.int8]:
    """`options[situation, state, up]` of a strategy under the rules."""
    numbers = hand_numbers()
    multisets = len(numbers.hard)
    table = numpy.full((ALL_SITUATIONS, multisets + SUITED_STATES, 11), STAND, dtype=numpy.int8)
    pair_of = _pair_values(numbers.held, numbers.size)
    known = HandStates(numbers.hard, numbers.aces, numbers.size, pair_of, suited_numbers())
    if isinstance(plays, Chart):
        _fill_from_chart(table, known, chart_arrays(plays), number_rules(rules))
        return table
    choices = numpy.ascontiguousarray(plays.choices, dtype=numpy.int8)
    wanted = (SITUATIONS, multisets + SUITED_STATES, 11)
    if choices.shape != wanted:
        raise BadInput(f"the strategy {plays.name!r} has the form {choices.shape}; a strategy has {wanted}")
    _fill_from_composition(table, known, choices, number_rules(rules))
    return table


def _pair_values(held: NDArray[numpy.int8], size: NDArray[numpy.int16]) -> NDArray[numpy.int8]:
    """The value of each two-card multiset of one value, 0 for all others."""
    return numpy.where((size == 2) & (held.max(axis=1) == 2), held.argmax(axis=1), 0).astype(numpy.int8)


@njit(cache=True, nogil=True)
def _fill_from_chart(table: Any, known: Any, chart: Any, rules: Any) -> None:
    multisets, pair_numbers = len(known.hard), known.pair_numbers
    for state in range(table.shape[1]):
        number = hand_of_state(state, multisets, pair_numbers)
        hard, aces, count, pair = (
            known.hard[number],
            known.aces[number],
            known.size[number],
            known.pair[number],
        )
        if count < 2:
            continue
        total, soft = hands.total(hard, aces), hands.is_soft(hard, aces)
        mark = mark_of_state(state, multisets, pair_numbers, rules.top_suit)
        table_of_hand, row = place_in_chart(pair, soft, total)
        for up in range(1, 11):
            cell = (chart.hard, chart.soft, chart.pair)[table_of_hand][row, up]
            for situation in (FIRST, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST):
                split = situation != FIRST
                from_aces = situation >= ACES_AGAIN
                blackjack = not split and count == 2 and total == 21
                if blackjack:
                    continue
                room = 1 if situation == FIRST or situation == SPLIT_AGAIN or situation == ACES_AGAIN else 0
                table[situation, state, up] = option_by_cell(
                    cell,
                    chart.marks_after_split or not split,
                    count,
                    mark,
                    options.may_draw(total, 0, from_aces, count, rules),
                    options.may_double(total, count, 0, split, from_aces, rules),
                    room == 1 and pair > 0 and options.may_split(pair, pair, count, 0, 1, split, rules),
                    options.may_surrender(count, 0, split, blackjack, rules),
                )
            for doubles in range(1, MOST_DOUBLES + 1):
                after = chart.after_double_hard[doubles, total, up]
                if soft:
                    after = chart.after_double_soft[doubles, total, up]
                table[DOUBLED + doubles - 1, state, up] = option_after_double(
                    after[0],
                    after[1],
                    options.may_double(total, count, doubles, False, False, rules),
                    options.may_rescue(total, doubles, rules),
                )


@njit(cache=True, nogil=True)
def _fill_from_composition(table: Any, known: Any, choices: Any, rules: Any) -> None:
    multisets, pair_numbers = len(known.hard), known.pair_numbers
    for state in range(table.shape[1]):
        number = hand_of_state(state, multisets, pair_numbers)
        hard, aces, count, pair = (
            known.hard[number],
            known.aces[number],
            known.size[number],
            known.pair[number],
        )
        if count < 2:
            continue
        total = hands.total(hard, aces)
        for up in range(1, 11):
            for situation in (FIRST, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST):
                split = situation != FIRST
                from_aces = situation >= ACES_AGAIN
                blackjack = not split and count == 2 and total == 21
                if blackjack:
                    continue
                room = situation == FIRST or situation == SPLIT_AGAIN or situation == ACES_AGAIN
                may_split = room and pair > 0 and options.may_split(pair, pair, count, 0, 1, split, rules)
                # A strategy asks for a split hand's second table as soon as the hand may not be split.
                told = FIRST if not split else SPLIT_AGAIN if may_split else SPLIT_LAST
                option = choices[told, state, up]
                if is_allowed(
                    option,
                    options.may_draw(total, 0, from_aces, count, rules),
                    options.may_double(total, count, 0, split, from_aces, rules),
                    may_split,
                    options.may_surrender(count, 0, split, blackjack, rules),
                ):
                    table[situation, state, up] = option
            for doubles in range(1, MOST_DOUBLES + 1):
                option = choices[DOUBLED + doubles - 1, state, up]
                may_double = options.may_double(total, count, doubles, False, False, rules)
                if (option == DOUBLE and may_double) or (
                    option == RESCUE and options.may_rescue(total, doubles, rules)
                ):
                    table[DOUBLED + doubles - 1, state, up] = option
