"""Many tables as arrays and two functions: `reset` and `step`, for those who write their own loops.

    from spanish21.environments import functional

    rules = functional.rules_of_tables("players-edge")
    tables, shown = functional.reset(rules, 4096, seed=21)
    tables, shown = functional.step(rules, tables, shown.masks.argmax(axis=1))

`tables` is an array of records, one for each table, and holds everything: to copy it is to save the
tables. Neither function changes what it is given, unless it is given `out`, where it then writes.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.books.submissions.submission import AnyRules
from spanish21.environments.actions import FIRST_WAGER
from spanish21.environments.observation import FIELDS
from spanish21.environments.seat import rules_for
from spanish21.environments.table_kernel import (
    STATE,
    regrets_of_tables,
    reset_tables,
    step_tables,
    values_of_tables,
)
from spanish21.environments.table_rules import TableRules, table_rules
from spanish21.environments.table_worth import TableWorth, table_worth
from spanish21.errors import BadInput
from spanish21.game.rules import least_wager

Tables = NDArray[Any]
MOST_TABLES = 1_000_000


class Observed(NamedTuple):
    """What the people at the tables see, and what their last actions brought."""

    rows: NDArray[numpy.int16]
    """`[table, field]`: observations, as `observation.FIELDS` says."""
    masks: NDArray[numpy.int8]
    """`[table, action]`: 1 where an action is legal."""
    rewards: NDArray[numpy.float64]
    """What a round that has ended brought, in wagers; the observation is already that of the next round."""
    ended: NDArray[numpy.bool_]
    """Whether a round has ended."""
    masked: NDArray[numpy.bool_]
    """Whether the action was not legal, and left the table as it was."""


def rules_of_tables(
    book: AnyRules | None = None, *, choices: Mapping[str, Any] | None = None, wager: int = 0
) -> TableRules:
    """The rules of many tables, each with one box, a fresh shoe for every round and no side wager."""
    rules = rules_for(book, choices)
    return table_rules(rules, wager or least_wager(rules))


def shown_of(tables: int) -> Observed:
    """Room for what many tables show."""
    return Observed(
        numpy.zeros((tables, len(FIELDS)), dtype=numpy.int16),
        numpy.zeros((tables, FIRST_WAGER), dtype=numpy.int8),
        numpy.zeros(tables),
        numpy.zeros(tables, dtype=numpy.bool_),
        numpy.zeros(tables, dtype=numpy.bool_),
    )


def reset(rules: TableRules, tables: int, seed: int | None = None) -> tuple[Tables, Observed]:
    """A number of tables, each with its first round dealt; a seed decides the rest."""
    if not 1 <= tables <= MOST_TABLES:
        raise BadInput(f"there are {tables} tables; there can be 1 to {MOST_TABLES:,}")
    states = numpy.zeros(tables, dtype=STATE)
    states["chance"] = numpy.random.default_rng(seed).integers(2**64, size=tables, dtype=numpy.uint64)
    shown = shown_of(tables)
    reset_tables(rules, states, numpy.ones(tables, dtype=numpy.bool_), shown.rows, shown.masks)
    return states, shown


def step(
    rules: TableRules, tables: Tables, actions: Any, out: tuple[Tables, Observed] | None = None
) -> tuple[Tables, Observed]:
    """An action at every table. With `out` the tables change, and what they show is written there."""
    taken = checked_actions(actions, len(tables))
    states, shown = out if out is not None else (tables.copy(), shown_of(len(tables)))
    step_tables(rules, states, taken, shown, True)
    return states, shown


def checked_actions(actions: Any, tables: int) -> NDArray[numpy.int64]:
    """An action for every table, each a number of an action; anything else is refused in words."""
    taken = numpy.asarray(actions)
    if taken.shape != (tables,) or taken.dtype.kind not in "iu":
        raise BadInput(
            f"actions are {taken.dtype} of shape {taken.shape}; they must be whole numbers, one for each of"
            f" {tables} tables"
        )
    taken = taken.astype(numpy.int64, copy=False)
    if len(taken) and not (taken.min() >= 0 and taken.max() < FIRST_WAGER):
        wrong = int(numpy.flatnonzero((taken < 0) | (taken >= FIRST_WAGER))[0])
        raise BadInput(
            f"table {wrong}: there is no action {taken[wrong]}; an action is a whole number from 0 to"
            f" {FIRST_WAGER - 1}"
        )
    return taken


def worth_of_tables(
    book: AnyRules | None = None, *, choices: Mapping[str, Any] | None = None, wager: int = 0
) -> TableWorth:
    """The worth of every action, as tables for `values` and `regret`; it takes a moment to build."""
    rules = rules_for(book, choices)
    return table_worth(rules, wager or least_wager(rules))


def values(
    rules: TableRules, worth: TableWorth, tables: Tables, out: NDArray[numpy.float64] | None = None
) -> NDArray[numpy.float64]:
    """`[table, action]`: the worth of every legal action in wagers; minus infinity for others."""
    found = numpy.empty((len(tables), FIRST_WAGER)) if out is None else out
    values_of_tables(rules, worth.arrays, tables, found)
    return found


def exact_values(
    rules: TableRules,
    worth: TableWorth,
    tables: Tables,
    book: AnyRules | None = None,
    choices: Mapping[str, Any] | None = None,
) -> NDArray[numpy.float64]:
    """The same, but split hands too are exactly what `advise` says, at some milliseconds for each.

    The book and the choices are those that `rules_of_tables` was given.
    """
    from spanish21.environments.exact_worth import put_exact

    found = values(rules, worth, tables)
    put_exact(rules_for(book, choices), int(rules.setup.wager), tables, found)
    return found


def regret(
    rules: TableRules,
    worth: TableWorth,
    tables: Tables,
    actions: Any,
    out: NDArray[numpy.float64] | None = None,
) -> NDArray[numpy.float64]:
    """What an action at every table would cost against the best, in wagers."""
    found = numpy.empty(len(tables)) if out is None else out
    regrets_of_tables(rules, worth.arrays, tables, checked_actions(actions, len(tables)), found)
    return found


def compile_tables() -> None:
    """Compile what tables are stepped and priced by, if that is not kept."""
    rules, worth = rules_of_tables(), worth_of_tables()
    tables, shown = reset(rules, 1, seed=0)
    actions = shown.masks.argmax(axis=1)
    values(rules, worth, tables)
    regret(rules, worth, tables, actions)
    step(rules, tables, actions)
