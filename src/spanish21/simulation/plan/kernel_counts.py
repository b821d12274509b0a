"""The indices of a count, written into the decisions that the kernels look up."""

from collections.abc import Iterable

import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.simulation.plan.decision_table import ALL_SITUATIONS, decision_table, states_of_pairs
from spanish21.strategy import (
    DOUBLED,
    MOST_DOUBLES,
    OPTIONS,
    SITUATIONS,
    SUITED_PAIRS,
    SUITED_STATES,
    CompositionStrategy,
    hand_numbers,
)
from spanish21.strategy.counts import Count, Index


def options_at(
    count: Count, rules: Rules, options: NDArray[numpy.int8], true_counts: Iterable[int]
) -> NDArray[numpy.int8]:
    """By true count: a decision table with the indices that hold written over it, where the rules allow."""
    actions = {index.action for index in count.indices if index.action in OPTIONS}
    allowed = {action: _where_allowed(OPTIONS.index(action), rules) for action in actions}
    found = []
    for true_count in true_counts:
        found.append(options.copy())
        for index in count.indices:
            low = -(10**9) if index.at_least is None else index.at_least
            high = 10**9 if index.at_most is None else index.at_most
            if low <= true_count <= high:
                _write(found[-1], index, allowed, rules)
    return numpy.stack(found)


def _write(
    options: NDArray[numpy.int8], index: Index, allowed: dict[str, NDArray[numpy.bool_]], rules: Rules
) -> None:
    where = f"index {index.hand} against {index.up}"
    if index.action not in OPTIONS:
        raise BadInput(f"{where}: the action is one of {', '.join(OPTIONS)}, not {index.action!r}")
    if not 0 <= index.doubles <= MOST_DOUBLES:
        raise BadInput(f"{where}: doubles is 0 to {MOST_DOUBLES}, not {index.doubles}")
    if index.at_least is None and index.at_most is None:
        raise BadInput(f"{where}: give the true count, at_least or at_most")
    up = 1 if index.up == "A" else int(index.up) if index.up.isdecimal() else 0
    if not 1 <= up <= 10:
        raise BadInput(f"index {index.hand}: {index.up!r} is not an up card; write A or 2 to 10")
    states, changed = _states_of(index.hand), False
    for situation in range(ALL_SITUATIONS):
        if index.doubles == _doubles_of(situation):
            here = states[allowed[index.action][situation, states, up]]
            options[situation, here, up] = OPTIONS.index(index.action)
            changed = changed or len(here) > 0
    if not changed:
        raise BadInput(f"{where}: the rules of {rules.book} never let that hand {index.action}")


def _doubles_of(situation: int) -> int:
    """How often a hand in a situation has been doubled."""
    return (situation - DOUBLED) % MOST_DOUBLES + 1 if DOUBLED <= situation < SITUATIONS else 0


def _where_allowed(option: int, rules: Rules) -> NDArray[numpy.bool_]:
    """Where a strategy that always asks for an option gets it."""
    states = len(hand_numbers().hard) + SUITED_STATES
    always = numpy.full((SITUATIONS, states, 11), option, dtype=numpy.int8)
    played: NDArray[numpy.bool_] = decision_table(rules, CompositionStrategy("always", always)) == option
    return played


def _states_of(hand: str) -> NDArray[numpy.int64]:
    """The states of a hand that is named like a row of a chart."""
    numbers = hand_numbers()
    kind, _, row = hand.partition(" ")
    value = 1 if row == "A" else int(row) if row.isdecimal() else 0
    soft = (numbers.aces > 0) & (numbers.hard <= 11)
    total = numpy.where(soft, numbers.hard + 10, numbers.hard)
    paired = (numbers.size == 2) & (numbers.held.max(axis=1) == 2)
    if kind == "hard":
        found = ~soft & (total == value) & (numbers.size >= 2) & ~paired & (total < 21)
    elif kind == "soft":
        found = soft & (total == value) & (numbers.size >= 2) & ~paired & (total < 21)
    elif kind == "pair":
        found = (
            paired & (numbers.held[:, value] == 2) if 1 <= value <= 10 else numpy.zeros(len(soft), dtype=bool)
        )
    else:
        found = numpy.zeros(len(soft), dtype=bool)
    if not found.any():
        raise BadInput(f"index {hand!r} is not a hand; write hard 4 to 20, soft 12 to 20 or pair A to 10")
    behind = numpy.zeros(SUITED_STATES, dtype=bool)
    for place, pair in enumerate(SUITED_PAIRS):
        number = numbers.following[numbers.following[0, pair[0]], pair[1]]
        behind[8 * place : 8 * place + 8] = found[number]
    found = numpy.concatenate([found, behind])
    return numpy.flatnonzero(numpy.concatenate([found, found[states_of_pairs()]]))
