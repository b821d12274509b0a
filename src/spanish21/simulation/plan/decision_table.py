"""A strategy as the kernels read it: one option for every situation, state of a hand and up card.

Charts and strategies by composition come down to the same array, `options[situation, state, up]`, in the
states and situations of `spanish21.strategy`. What the rules do not allow is sorted out here, once, by the
functions of `game.options`, so that a kernel looks an option up and plays it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game import hands, options
from spanish21.game.rules import Rules
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    LEVELS,
    MOST_DOUBLES,
    NO_SUIT,
    OPTIONS,
    RESCUE,
    SITUATIONS,
    SPLIT_AGAIN,
    SPLIT_LAST,
    STAND,
    SUITED_STATES,
    SURRENDER,
    Chart,
    CompositionStrategy,
    chart_arrays,
    doubled_situation,
    doubles_of,
    hand_numbers,
    hand_of_state,
    hand_state,
    is_allowed,
    mark_of_state,
    option_after_double,
    option_by_cell,
    place_in_chart,
    suited_numbers,
)

ACES_AGAIN, ACES_LAST = SITUATIONS, SITUATIONS + 1
"""Split aces, which may get only one card: two more situations than a strategy itself distinguishes."""
ALL_SITUATIONS = SITUATIONS + 2
STATES_OF_PAIR = 4 * 4 * 4
"""A pair of 6s, 7s or 8s has its own states here: by the suits of its cards, as dealt, and the up card."""
PAIRS_BY_SUITS = (6, 7, 8)
PAIRED_STATES = STATES_OF_PAIR * len(PAIRS_BY_SUITS)
Strategy = Chart | CompositionStrategy


class StateKind(NamedTuple):
    """What the rules and a chart ask of a hand: states of one kind may do the same."""

    total: int
    soft: bool
    cards: int
    pair: int
    """The value of both cards of a pair, 0 for other hands."""
    mark: int

    @property
    def hard(self) -> int:
        """The total with every ace as 1."""
        return self.total - 10 if self.soft else self.total


class Doubled(NamedTuple):
    """What a doubled hand may do in a situation, and the cells of a chart that it goes by."""

    situation: int
    doubles: int
    total: int
    soft: bool
    double: bool
    rescue: bool
    hit: bool


class AllowedOptions(NamedTuple):
    """What a hand that is not doubled may do apart from standing, in the order of `is_allowed`."""

    hit: bool
    double: bool
    split: bool
    surrender: bool


def decision_table(rules: Rules, plays: Strategy) -> NDArray[numpy.int8]:
    """`options[situation, state, up]` of a strategy under the rules; `PAIRED_STATES` are the last states."""
    states = len(hand_numbers().hard) + SUITED_STATES
    table = numpy.full((ALL_SITUATIONS, states + PAIRED_STATES, 11), STAND, dtype=numpy.int8)
    if isinstance(plays, Chart):
        _fill_from_chart(table, plays, rules)
        table[:, states:] = table[:, states_of_pairs()]
        return table
    choices = numpy.ascontiguousarray(plays.choices, dtype=numpy.int8)
    wanted = (SITUATIONS, states, 11)
    if choices.shape != wanted:
        raise BadInput(f"the strategy {plays.name!r} has the form {choices.shape}; a strategy has {wanted}")
    _fill_from_composition(table, choices, rules)
    table[:, states:] = table[:, states_of_pairs()]
    if plays.pairs is not None:
        _fill_first_pairs(table[FIRST, states:], plays.pairs, rules)
    return table


@cache
def states_of_pairs() -> NDArray[numpy.int64]:
    """For each of `PAIRED_STATES`, the state of the same pair in a strategy."""
    deals = product(PAIRS_BY_SUITS, range(4), range(4), range(4))
    return numpy.array(
        [hand_state((4 * rank + one, 4 * rank + other), 4 + up) for rank, one, other, up in deals]
    )


def state_in_table(cards: Sequence[int], up: int) -> int:
    """The state of a hand in a decision table; a pair of 6s, 7s or 8s has one of `PAIRED_STATES`."""
    rank = cards[0] >> 2
    if len(cards) != 2 or cards[1] >> 2 != rank or rank not in PAIRS_BY_SUITS:
        return int(hand_state(cards, up))
    first = len(hand_numbers().hard) + SUITED_STATES + STATES_OF_PAIR * PAIRS_BY_SUITS.index(rank)
    return first + 16 * (cards[0] & 3) + 4 * (cards[1] & 3) + (up & 3)


def _fill_first_pairs(table: NDArray[numpy.int8], pairs: NDArray[numpy.int8], rules: Rules) -> None:
    """Writes the first decision on pairs by their suits."""
    by_suits = pairs[:, :, :, :NO_SUIT].copy()
    others = [up for up in range(11) if up not in PAIRS_BY_SUITS]
    by_suits[..., others] = pairs[:, :, :, NO_SUIT:][..., others]
    for place, rank in enumerate(PAIRS_BY_SUITS):
        _, may = next(_undoubled(StateKind(2 * rank, False, 2, rank, 0), rules))
        allowed = numpy.tile(_allowed(may), (STATES_OF_PAIR, 1))
        states = slice(place * STATES_OF_PAIR, (place + 1) * STATES_OF_PAIR)
        table[states] = _where(by_suits[place].reshape(STATES_OF_PAIR, 11), allowed)
        for up in range(1, 11):
            if not options.is_surrender_card(4 * up, rules):
                table[states, up][table[states, up] == SURRENDER] = STAND


@cache
def _states_by_kind(top_suit: int) -> dict[StateKind, NDArray[numpy.intp]]:
    """The states of each kind of hand; one card is not a hand yet."""
    numbers, suited = hand_numbers(), suited_numbers().tolist()
    hard, aces, size = numbers.hard.tolist(), numbers.aces.tolist(), numbers.size.tolist()
    pairs = numpy.where((numbers.size == 2) & (numbers.held.max(axis=1) == 2), numbers.held.argmax(axis=1), 0)
    found: dict[StateKind, list[int]] = {}
    for state in range(len(hard) + SUITED_STATES):
        number = hand_of_state(state, len(hard), suited)
        if size[number] >= 2:
            total, soft = hands.total(hard[number], aces[number]), hands.is_soft(hard[number], aces[number])
            mark = mark_of_state(state, len(hard), suited, top_suit)
            found.setdefault(StateKind(total, soft, size[number], int(pairs[number]), mark), []).append(state)
    return {kind: numpy.array(states) for kind, states in found.items()}


def _undoubled(kind: StateKind, rules: Rules) -> Iterator[tuple[int, AllowedOptions]]:
    """The situations of a hand that is not doubled, and what it may do in each; a Blackjack does nothing."""
    total, cards, pair = kind.total, kind.cards, kind.pair
    for situation in (FIRST, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST):
        split, from_aces = situation != FIRST, situation >= ACES_AGAIN
        has_room = situation in (FIRST, SPLIT_AGAIN, ACES_AGAIN)
        if split or cards > 2 or total < 21:
            yield (
                situation,
                AllowedOptions(
                    options.may_draw(total, 0, from_aces, cards, rules),
                    _may_double(kind, total, 0, split, from_aces, rules),
                    has_room and pair > 0 and options.may_split(pair, pair, cards, 0, 1, split, rules),
                    options.may_surrender(cards, 0, split, False, rules),
                ),
            )


def _may_double(
    kind: StateKind, total: int, doubles: int, split: bool, from_aces: bool, rules: Rules
) -> bool:
    """Whether a hand of this total may be doubled, by the total that counts for it; a 21 is finished."""
    counted = kind.hard if rules.doubled_aces_count_1 else total
    may = options.may_double(counted, kind.cards, doubles, split, from_aces, rules)
    return may and (total < 21 or counted == total)


def _doubled(kind: StateKind, rules: Rules) -> Iterator[Doubled]:
    """The situations of a doubled hand; where aces count 1 after a double, those in which all of them do."""
    for level in range(1, (LEVELS if rules.doubled_aces_count_1 else MOST_DOUBLES) + 1):
        doubles = doubles_of(level)
        total, soft = (kind.total, kind.soft) if level <= MOST_DOUBLES else (kind.hard, False)
        for split in (False, True):
            yield Doubled(
                doubled_situation(level, split),
                doubles,
                total,
                soft,
                _may_double(kind, total, doubles, split, False, rules),
                options.may_rescue(total, doubles, rules),
                options.may_draw(total, doubles, False, kind.cards, rules),
            )


def _fill_from_chart(table: NDArray[numpy.int8], chart: Chart, rules: Rules) -> None:
    arrays = chart_arrays(chart)
    cells = [one.tolist() for one in (arrays.hard, arrays.soft, arrays.pair)]
    is_surrender_card = [options.is_surrender_card(4 * up, rules) for up in range(11)]
    after_double = [one.tolist() for one in (arrays.after_double_hard, arrays.after_double_soft)]
    for kind, states in _states_by_kind(rules.top_suit).items():
        told = numpy.full((ALL_SITUATIONS, 11), STAND, dtype=numpy.int8)
        which, row = place_in_chart(kind.pair, kind.soft, kind.total)
        cells_of_row = cells[which][row]
        known: dict[tuple[bool, AllowedOptions], list[int]] = {}
        for situation, may in _undoubled(kind, rules):
            marked = chart.marks_after_split or situation == FIRST
            if (marked, may) not in known:
                known[marked, may] = [
                    option_by_cell(
                        cell,
                        marked,
                        kind.cards,
                        kind.mark,
                        *(may if is_surrender_card[up] else may._replace(surrender=False)),
                    )
                    for up, cell in enumerate(cells_of_row)
                ]
            told[situation] = known[marked, may]
            if may.hit and kind.total < rules.least_to_stand:
                told[situation, told[situation] == STAND] = HIT
        for one in _doubled(kind, rules):
            after = after_double[one.soft][one.doubles][one.total]
            told[one.situation] = [
                option_after_double(action, otherwise, one.double, one.rescue, one.hit)
                for action, otherwise in after
            ]
        told[:, 0] = STAND
        table[:, states] = told[:, None]


def _fill_from_composition(table: NDArray[numpy.int8], choices: NDArray[numpy.int8], rules: Rules) -> None:
    by_kind = _states_by_kind(rules.top_suit)
    allowed = numpy.zeros((ALL_SITUATIONS, len(by_kind), len(OPTIONS)), dtype=bool)
    told = numpy.zeros((ALL_SITUATIONS, len(by_kind)), dtype=numpy.int64)
    must_draw = numpy.zeros((ALL_SITUATIONS, len(by_kind)), dtype=bool)
    for place, kind in enumerate(by_kind):
        for situation, may in _undoubled(kind, rules):
            # A strategy asks for a split hand's second table as soon as the hand may not be split.
            told[situation, place] = FIRST if situation == FIRST else SPLIT_AGAIN if may.split else SPLIT_LAST
            allowed[situation, place] = _allowed(may)
            must_draw[situation, place] = may.hit and kind.total < rules.least_to_stand
        for one in _doubled(kind, rules):
            told[one.situation, place] = one.situation
            allowed[one.situation, place, [DOUBLE, RESCUE, HIT]] = one.double, one.rescue, one.hit
    states = numpy.concatenate(list(by_kind.values()))
    kinds = numpy.repeat(numpy.arange(len(by_kind)), [len(of_kind) for of_kind in by_kind.values()])
    for situation in range(ALL_SITUATIONS):
        chosen = choices[told[situation, kinds], states]
        found = _where(chosen, allowed[situation, kinds])
        if situation == FIRST:
            for up in range(1, 11):
                if not options.is_surrender_card(4 * up, rules):
                    found[found[:, up] == SURRENDER, up] = STAND
        if must_draw[situation].any():
            found[must_draw[situation, kinds][:, None] & (found == STAND)] = HIT
            found[:, 0] = STAND
        table[situation, states] = found


@cache
def _allowed(may: AllowedOptions) -> tuple[bool, ...]:
    """By option, whether a hand that is not doubled may take it."""
    return tuple(is_allowed(option, *may) for option in range(len(OPTIONS)))


def _where(choices: NDArray[numpy.int8], allowed: NDArray[numpy.bool_]) -> NDArray[numpy.int8]:
    """The choices that are allowed, by hand; a hand represents the others, and where there is no up
    card."""
    known = choices.clip(0, len(OPTIONS) - 1)
    may = numpy.take_along_axis(allowed, known.astype(numpy.intp), axis=1)
    found = numpy.where(may & (choices == known), choices, STAND).astype(numpy.int8)
    found[:, 0] = STAND
    return found
