"""Which rules the kernels can handle: checked before they run, with an error of one line.

A kernel indexes its arrays by what the rules say, and sums up squares of money in 64 bits. Both are sure to
fit after `check_rules` and `check_amounts`.
"""

from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput, BadRules
from spanish21.game.hands import KINDS
from spanish21.game.round.wheels import wheel_tables
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.registry import side_wager
from spanish21.simulation.plan.count_names import (
    CLUSTERS_OF_TASK,
    DOUBLES,
    FRESH_SHOES_OF_CLUSTER,
    MOST_HANDS,
    SHOES_OF_CLUSTER,
)
from spanish21.simulation.plan.kernel_records import Records

TEN_VALUES_OF_DECK = 12
MOST_DECKS = (MOST_HANDS - 1) // TEN_VALUES_OF_DECK
"""A box has at most as many hands as the shoe has cards of one value, and the kernels have room for those."""
LARGEST_SUM = 2**62

# How often a round has an amount, generously: a part of all rounds.
OFTEN, SOMETIMES, SELDOM = 1.0, 0.06, 0.0001


def check_rules(rules: Rules) -> None:
    """Refuse rules that the kernels have no room for."""
    if rules.most_doubles >= DOUBLES:
        raise BadRules(f"most_doubles is {rules.most_doubles}; the simulator takes 0 to {DOUBLES - 1}")
    if rules.decks > MOST_DECKS:
        raise BadRules(f"decks is {rules.decks}; the simulator takes 1 to {MOST_DECKS}")


def check_amounts(levels: Records, rules: Rules, boxes: int, cover: int, sides: Mapping[str, int]) -> None:
    """Refuse money whose squares a task could not add up; `levels` are the amounts of the wagers."""
    doubled = slice(0, rules.most_doubles + 1)
    wins = levels["wins"][:, :, doubled]
    usual = OFTEN * _square(levels["amounts"][:, 0]) * 4 + SOMETIMES * _square(levels["amounts"][:, doubled])
    usual += OFTEN * _square(wins[:, 0, :2]) + SOMETIMES * sum(
        _square(wins[:, kind]) for kind in range(KINDS)
    )
    insurance = [levels[name] for name in ("insurance_stake", "insurance_win", "insurance_suited")]
    usual += SOMETIMES * _square(numpy.stack(insurance))
    usual += SELDOM * (
        _square(levels["super_bonus"]) + float(max(rules.envy_pays, rules.envy_with_seven) * boxes) ** 2
    )
    usual += SOMETIMES * sum(
        _square(numpy.array(_side_amounts(rules, name, stake), float)) for name, stake in sides.items()
    )
    if usual * boxes**2 * _rounds_of_task(boxes, cover) > LARGEST_SUM:
        raise BadInput(
            "a round may come to amounts too large to count exactly; use lower wagers, odds or meters"
        )


def _square(amounts: NDArray[Any]) -> float:
    return float(amounts.max()) ** 2


def _rounds_of_task(boxes: int, cover: int) -> int:
    if cover < 0:
        return FRESH_SHOES_OF_CLUSTER * CLUSTERS_OF_TASK
    return SHOES_OF_CLUSTER * CLUSTERS_OF_TASK * (cover // (2 * (boxes + 1)) + 1)


def _side_amounts(rules: Rules, name: str, stake: int) -> list[int]:
    """What a side wager may pay, its meters at twice their start."""
    record, terms = side_wager(name), rules.sides.get(name)
    if terms is None:
        return [stake]
    tables = wheel_tables(rules, name)
    amounts = [stop.pays for table in tables for stop in table.wheel + table.community]
    amounts += [pair.pays for table in tables for pair in table.pairs]
    amounts += [
        2 * max(meter.initial, meter.reset)
        for meter_name, meter in rules.meters.items()
        if meter_name in record.meters
    ]
    return [*amounts, *(stake * pays if record.pays_by == "odds" else pays for pays in terms.pays), stake]
