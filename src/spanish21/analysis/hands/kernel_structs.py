"""How the analyser's kernels are compiled, and the structures that they receive.

Compiling is most of what a newcomer waits for, and most of it is spent on arguments: each array of a tuple is
taken apart and put together again at every call. So rules and the small numbers of a case are records, which
are one pointer; a function that only kernels call has no entry from Python; and numbers that a caller writes
out are kept in a record, because Numba would compile a function again for each of them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy
from numba import njit
from numpy.typing import NDArray

import spanish21.compiled.register  # noqa: F401  (names the folder of compiled kernels)
from spanish21.analysis.hands.rule_terms import Terms, record_type
from spanish21.strategy import (
    DOUBLE,
    HIT,
    RESCUE,
    STAND,
    HandNumbers,
    doubles_of,
    hand_numbers,
    total_on_level,
)

Function = TypeVar("Function", bound=Callable[..., Any])
Floats = NDArray[numpy.float64]

_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}
_BORROWS: dict[str, Any] = _OPTIONS | {"_nrt": False}
"""A kernel that makes no array need not count references to those that it receives."""
_PART: dict[str, Any] = _BORROWS | {"no_cpython_wrapper": True, "cache": False}
"""A kernel's callees are stored in the kernel's own file."""


def kernel(function: Function) -> Function:
    """The function, compiled when it is first called; it may make no array."""
    dispatcher: Function = njit(**_BORROWS)(function)
    return dispatcher


def part_of_kernel(function: Function) -> Function:
    """The same for a function that only kernels call."""
    dispatcher: Function = njit(**_PART)(function)
    return dispatcher


def making_kernel(function: Function) -> Function:
    """A kernel that makes its own arrays, which the compiler therefore knows not to be aliased."""
    dispatcher: Function = njit(**_OPTIONS)(function)
    return dispatcher


def contracted_kernel(function: Function) -> Function:
    """A kernel that makes arrays and may join a product and a sum in one step, as processors do."""
    dispatcher: Function = njit(fastmath={"contract"}, **_OPTIONS)(function)
    return dispatcher


def plain(function: Function) -> Function:
    """A part of a kernel as Python runs it."""
    found: Function = function.py_func  # type: ignore[attr-defined]
    return found


class Ground(NamedTuple):
    """Inputs for playing hands: the shoe, the decisions, the rules and the ends of the dealer's hand."""

    counts: NDArray[numpy.int64]
    """`[value]`: the cards of the shoe."""
    cards: int
    numbers: HandNumbers
    choices: NDArray[numpy.int8]
    terms: Any
    """A record of `Terms`."""
    totals: Floats
    """`[hand, up, total]`: how the dealer's hand ends against a hand."""
    place: NDArray[numpy.int32]
    """`[value, hand, cards beyond the hand]`: a row of `removed`."""
    removed: Floats
    """`[row, up, total]`: the same with further cards of one value gone."""


_NO_PLACE = numpy.zeros((1, 1, 1), dtype=numpy.int32)
_NOTHING_REMOVED = numpy.zeros((1, 1, 1))
NO_LAW = numpy.zeros((1, 1))
"""Where no law is counted."""

_CASE = record_type([(name, numpy.int64, ()) for name in ("pair", "up", "removed", "split")])


def new_case(pair: int = 0, up: int = 0, removed: int = 0, split: int = 0) -> Any:
    """A pair's value (0: none), the up card's, how many further cards of the pair are out, and whether the
    hand was split: set and passed on by kernels."""
    return numpy.array([(pair, up, removed, split)], dtype=_CASE)[0]


def ground_of(
    counts: NDArray[numpy.int64],
    choices: NDArray[numpy.int8],
    terms: Terms,
    totals: Floats,
    place: NDArray[numpy.int32] = _NO_PLACE,
    removed: Floats = _NOTHING_REMOVED,
) -> Ground:
    """The ground of a shoe, decisions and rules."""
    return Ground(counts, int(counts.sum()), hand_numbers(), choices, terms.record, totals, place, removed)


@part_of_kernel
def left_of(value: int, hand: int, case: Any, ground: Any) -> int:
    """The cards of a value that are left without a hand, the up card and the further cards."""
    left = ground.counts[value] - ground.numbers.held[hand, value]
    if value == case.up:
        left -= 1
    if value == case.pair:
        left -= case.removed
    return int(left)


@part_of_kernel
def allowed_option(option: int, total: int, counted: int, case: Any, terms: Any) -> int:
    """The option of an undoubled hand, or its alternative where the rules do not allow it: it stands,
    or has to draw. `counted`: its total, as it is counted for a double."""
    if case.split == 1 and case.pair == 1 and terms.split_aces_one_card:
        return STAND
    if option == DOUBLE and may_double(0, total, counted, case.split, terms):
        return DOUBLE
    if terms.may_hit[total] and (option == HIT or total < terms.least_to_stand):
        return HIT
    return STAND


@part_of_kernel
def may_double(doubles: int, total: int, counted: int, split: int, terms: Any) -> bool:
    """Whether a hand may be doubled; a 21 may not, even one with aces that then count 1."""
    return bool(terms.may_double[split, doubles, counted] and (total < 21 or counted == total))


@part_of_kernel
def counted_total(total: int, hard: int, terms: Any) -> int:
    """A hand's total as it is counted for a double."""
    return hard if terms.aces_count_1 else total


@part_of_kernel
def allowed_on_level(option: int, level: int, hand: int, case: Any, numbers: Any, terms: Any) -> int:
    """The option of a hand, doubled or not, or its alternative."""
    hard = int(numbers.hard[hand])
    total = total_on_level(level, hard, numbers.aces[hand])
    counted = counted_total(total, hard, terms)
    if level == 0:
        return allowed_option(option, total, counted, case, terms)
    doubles = doubles_of(level)
    if option == RESCUE and terms.may_rescue[doubles, total]:
        return RESCUE
    if option == DOUBLE and may_double(doubles, total, counted, case.split, terms):
        return DOUBLE
    if option == HIT and terms.may_hit_doubled[total]:
        return HIT
    return STAND


@part_of_kernel
def levels_of(doubles: int, terms: Any) -> int:
    """How many levels there are of hands doubled so often: two where aces can count 1."""
    return 2 if doubles > 0 and terms.aces_count_1 else 1


@part_of_kernel
def dealers_row(hand: int, case: Any, ground: Any) -> int:
    """Where the chances of the dealer's totals against a hand are, further cards of the pair gone besides its
    own: a row of `totals`, or below 0 the row -1 - row of `removed`."""
    top, beyond = hand, 0
    following = ground.numbers.following
    for _ in range(case.removed):
        if beyond == 0 and following[top, case.pair] >= 0:
            top = following[top, case.pair]
        else:
            beyond += 1
    return int(top if beyond == 0 else -1 - ground.place[case.pair, top, beyond])
