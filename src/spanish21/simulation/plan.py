"""What a run plays, and the tables of it that the kernels look up.

A `Plan` says everything that decides the totals, in words and numbers that can be written down; `Prepared` is
the same as arrays. Money is worked out here, by `game.pays`, for every wager that the run can make.
"""

import math
from typing import Any, NamedTuple

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game import pays
from spanish21.game.money import amount_text
from spanish21.game.rules import WORDS, Rules, WheelTable
from spanish21.game.wheels import WHEEL_WAGERS, fixed_amounts, meters_fed, wheel_table
from spanish21.simulation.counting import Count, buckets_of, options_at, tags_by_rank, wager_at
from spanish21.simulation.decisions import decision_table
from spanish21.simulation.held import check_amounts, check_rules
from spanish21.simulation.layout import DOUBLES, MOST_BOXES, SIDE_WAGERS
from spanish21.simulation.places import (
    AMOUNT,
    BUCKETS,
    FORFEIT,
    INSURANCE_STAKE,
    INSURANCE_SUITED,
    INSURANCE_WIN,
    LOWEST_COUNT,
    MATCH_DOWN_PAYS,
    MATCH_PAYS,
    MONEY_COLUMNS,
    MONSTER_PAYS,
    MONSTER_SHARES,
    SPIN_WHEEL,
    STAKES,
    STOP_COLUMNS,
    SUPER,
    SURRENDER,
    WHEELS,
    WIN,
    XTREME_COMMUNITY,
    XTREME_WHEEL,
    KernelRules,
    Tables,
)
from spanish21.simulation.streams import rejection_limits, sorted_shoe
from spanish21.strategy import Chart, hand_numbers

BEFORE_LAST_DOUBLE = 0
MOST_TABLES = 1_000_000
MOST_STAKE = 10_000_000_00


class Plan(msgspec.Struct, frozen=True):
    """Everything that decides what a run's totals are; how it is spread over machines does not."""

    rules: Rules
    strategy: Any
    seed: int = 1
    boxes: int = 1
    penetration: float = 0.75
    """The part of the shoe in front of the cover card; 0 is a fresh shoe for every round."""
    wager: int = 0
    """The wager on each box; 0 is the table's minimum."""
    sides: dict[str, int] = {}
    """The stake on each side wager, the same on every box."""
    tables: int = 1
    """Tables that share a progressive: their rounds take turns on its meters."""
    count: Count | None = None
    insures: bool = False


class Prepared(NamedTuple):
    """A plan as the kernels take it."""

    tables: Tables
    rules: KernelRules
    unshuffled: NDArray[numpy.uint8]
    limits: NDArray[numpy.uint64]
    boxes: int
    cover: int
    """Cards in front of the cover card; -1 is a fresh shoe for every round."""
    has_sides: bool
    unit: int
    """The largest amount that divides the usual results of a round: the grid of their distribution."""
    seed: Any


_CONTINUOUS = WORDS["shuffling"].index("continuous")


def check(plan: Plan) -> None:
    """Refuses a plan that its rules cannot play."""
    rules = plan.rules
    check_rules(rules)
    if rules.payout_limit and rules.payout_limit_covers == pays.LIMIT_COVERS_EVERYTHING:
        raise BadInput(
            "payout_limit_covers is everything; the simulator can limit payouts for main_wager only"
        )
    if not 1 <= plan.boxes <= MOST_BOXES:
        raise BadInput(f"boxes is {plan.boxes}; it must be from 1 to {MOST_BOXES}")
    if not 0 <= plan.penetration <= 0.95:
        raise BadInput(
            f"penetration is {plan.penetration}; it must be from 0 (a fresh shoe each round) to 0.95"
        )
    if plan.penetration and rules.shuffling == _CONTINUOUS:
        raise BadInput(f"penetration is {plan.penetration}; a shoe that shuffles continuously needs 0")
    if not 0 <= plan.seed < 2**64:
        raise BadInput(f"seed is {plan.seed}; it must be a whole number from 0 to 2**64 - 1")
    if not 1 <= plan.tables <= MOST_TABLES:
        raise BadInput(f"tables is {plan.tables}; it must be from 1 to {MOST_TABLES:,}")
    for wager in wagers_of(plan):
        if not 0 < wager <= MOST_STAKE:
            raise BadInput(
                f"wager is {amount_text(wager)}; it must be from 0.01 to {amount_text(MOST_STAKE)}"
            )
    for name, stake in plan.sides.items():
        if name not in SIDE_WAGERS:
            raise BadInput(f"{name!r} is not a side wager; the side wagers are {', '.join(SIDE_WAGERS)}")
        if not 0 <= stake <= MOST_STAKE:
            raise BadInput(
                f"{name}: the stake is {amount_text(stake)}; it must be from 0 to {amount_text(MOST_STAKE)}"
            )
        if stake and not getattr(rules, f"{name}_offered"):
            raise BadInput(f"{name} is not offered under these rules of {rules.book}")
        if stake and name in ("monster", "spin", "xtreme"):
            _check_progressive(rules, name, stake)
        if stake and name == "xtreme" and plan.boxes > rules.boxes:
            raise BadInput(f"xtreme: {plan.boxes} boxes play, but the table has only {rules.boxes}")


def _check_progressive(rules: Rules, name: str, stake: int) -> None:
    """Refuse a stake without a paytable, and a paytable whose wheel or meter is missing."""
    amounts = fixed_amounts(rules, name)
    if stake not in amounts:
        known = " or ".join(map(amount_text, amounts)) or "nothing"
        raise BadInput(f"{name}: the stake is {amount_text(stake)}; it must be {known} under these rules")
    if name != "monster" and not wheel_table(rules, name, stake).wheel:
        raise BadInput(f"{name} has no wheel; the Rules Submission must give one")
    if any(meter not in rules.meters for meter in meters_fed(rules, name, stake)):
        raise BadInput(f"{name} has no meter; the Rules Submission must give its initial, reset and rate")


def wagers_of(plan: Plan) -> list[int]:
    """The wagers that a run can make, by bucket of its count."""
    if plan.count is None:
        return [plan.wager or plan.rules.table_minimum]
    return [wager_at(plan.count, true_count) for true_count in buckets_of(plan.count)]


def cover_of(plan: Plan, size: int) -> int:
    """How many cards lie in front of the cover card, the burned one included."""
    return -1 if plan.penetration == 0 else max(round(size * plan.penetration), 2)


def prepared(plan: Plan) -> Prepared:
    """The plan as arrays."""
    check(plan)
    rules = plan.rules
    unshuffled = sorted_shoe(rules.decks)
    wagers = wagers_of(plan)
    levels = sorted(set(wagers))
    money = _money(rules, levels)
    check_amounts(money, rules, plan.boxes, cover_of(plan, len(unshuffled)), plan.sides)
    options, counting = _by_bucket(plan, levels)
    tables = Tables(options, hand_numbers().following.astype(numpy.int64), money, _side_table(plan), counting)
    unit = math.gcd(*_amounts(plan, money))
    return Prepared(
        tables,
        KernelRules(*(getattr(rules, name) for name in KernelRules._fields)),
        unshuffled,
        rejection_limits(len(unshuffled)),
        plan.boxes,
        cover_of(plan, len(unshuffled)),
        any(plan.sides.values()),
        unit,
        numpy.uint64(plan.seed),
    )


def _amounts(plan: Plan, money: NDArray[numpy.int64]) -> list[int]:
    """The amounts that results of a round are made of, but for meters and super bonuses."""
    insurance = plan.insures or plan.count is not None or getattr(plan.strategy, "insures", False)
    amounts = money[:, : SUPER if insurance else INSURANCE_STAKE].ravel().tolist()
    played = {name: stake for name, stake in plan.sides.items() if stake}
    amounts += played.values()
    if "monster" in played:
        amounts += plan.rules.monster_pays
    for name in WHEEL_WAGERS:
        if name in played:
            table = wheel_table(plan.rules, name, played[name])
            amounts += [stop.pays for stop in table.wheel + table.community]
            amounts += [pair.pays for pair in table.pairs]
    return amounts


def _money(rules: Rules, levels: list[int]) -> NDArray[numpy.int64]:
    """Every amount that a wager of each level can come to, as `game.pays` says."""
    money = numpy.zeros((len(levels), MONEY_COLUMNS), dtype=numpy.int64)
    for row, wager in zip(money, levels, strict=True):
        for doubles in range(DOUBLES):
            before = wager << max(doubles - 1, 0) if rules.rescue_forfeits == BEFORE_LAST_DOUBLE else wager
            row[AMOUNT + doubles], row[FORFEIT + doubles] = wager << doubles, before
            for kind, odds in enumerate(rules.pays_by_kind):
                row[WIN + kind * DOUBLES + doubles] = pays.payment(wager << doubles, odds, rules)
        stake = pays.most_insurance(wager, rules)
        row[SURRENDER] = wager - pays.returned_by_surrender(wager, rules)
        row[INSURANCE_STAKE] = stake
        row[INSURANCE_WIN] = pays.payment(stake, rules.pays_insurance, rules)
        row[INSURANCE_SUITED] = pays.payment(stake, rules.pays_insurance_suited, rules)
        row[SUPER] = pays.super_bonus(wager, rules)
    return money


def _by_bucket(plan: Plan, levels: list[int]) -> tuple[NDArray[numpy.int8], NDArray[numpy.int64]]:
    """The decisions, and the counting table, for each bucket of the count; without a count there is one."""
    options = decision_table(plan.rules, plan.strategy)
    insures = plan.insures or (isinstance(plan.strategy, Chart) and plan.strategy.insures)
    counting = numpy.zeros(BUCKETS + 2, dtype=numpy.int64)
    counting[BUCKETS + 1] = insures
    if plan.count is None:
        return options[None], counting
    counts = buckets_of(plan.count)
    insure_from = plan.count.insure_from
    counting = numpy.zeros(BUCKETS + 2 * len(counts), dtype=numpy.int64)
    counting[:LOWEST_COUNT], counting[LOWEST_COUNT] = tags_by_rank(plan.count), counts[0]
    for bucket, true_count in enumerate(counts):
        counting[BUCKETS + bucket] = levels.index(wager_at(plan.count, true_count))
        insures_here = insures or (insure_from is not None and true_count >= insure_from)
        counting[BUCKETS + len(counts) + bucket] = insures_here
    return numpy.stack(
        [options_at(plan.count, plan.rules, options, true_count) for true_count in counts]
    ), counting


def _side_table(plan: Plan) -> NDArray[numpy.int64]:
    """The stakes, pays and wheels of the side wagers."""
    rules = plan.rules
    spin, xtreme = (_table_of(plan, name) for name in WHEEL_WAGERS)
    wheels = (spin.wheel, xtreme.wheel, xtreme.community)
    table = numpy.zeros(WHEELS + STOP_COLUMNS * sum(map(len, wheels)), dtype=numpy.int64)
    for name, stake in plan.sides.items():
        first = STAKES + SIDE_WAGERS.index(name)
        table[first : first + len(SIDE_WAGERS) * plan.boxes : len(SIDE_WAGERS)] = stake
    for first, name, odds in (
        (MATCH_PAYS, "match", rules.match_pays),
        (MATCH_DOWN_PAYS, "match_down", rules.match_down_pays),
    ):
        stake = plan.sides.get(name, 0)
        table[first : first + 5] = [pays.payment(stake, (line, 1), rules) for line in odds]
    table[MONSTER_PAYS : MONSTER_PAYS + 6] = rules.monster_pays
    table[MONSTER_SHARES : MONSTER_SHARES + 2] = rules.monster_shares
    place = WHEELS
    for head, wheel in zip((SPIN_WHEEL, XTREME_WHEEL, XTREME_COMMUNITY), wheels, strict=True):
        table[head], table[head + 1] = place, len(wheel)
        weights = 0
        for stop in wheel:
            weights += stop.weight
            others = spin.pairs[stop.pair - 1].pays if stop.pair else 0
            table[place : place + STOP_COLUMNS] = weights, stop.source, stop.pays, others
            place += STOP_COLUMNS
    return table


def _table_of(plan: Plan, name: str) -> WheelTable:
    """What the stake of every box plays for; an empty table where nobody plays for a wheel."""
    stake = plan.sides.get(name, 0)
    return wheel_table(plan.rules, name, stake) if stake else WheelTable(0, "", (), (), (), ())
