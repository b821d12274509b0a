"""What a run plays, and the tables of it that the kernels look up.

A `Plan` has everything that decides the totals, in words and numbers that can be stored; `Prepared` is
the same as arrays. Money is worked out here, by `game.pays`, for every wager that the run can make.
"""

import math
from typing import Any, NamedTuple

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.display.brief import brief
from spanish21.errors import BadInput
from spanish21.game.money import amount_text
from spanish21.game.round.wheels import fixed_amounts, meters_fed, wheel_table
from spanish21.game.rules import Rules, is_offered, least_wager
from spanish21.game.side_wagers.registry import is_side_wager, kinds, side_wager
from spanish21.game.words import PayoutLimitCovers, Shuffling
from spanish21.simulation.plan.count_names import MOST_BOXES
from spanish21.simulation.plan.dealer_table import dealer_table
from spanish21.simulation.plan.decision_table import decision_table
from spanish21.simulation.plan.hand_ends import Endings, levels_of
from spanish21.simulation.plan.hand_nodes import TWO_CARDS, HandTable, hand_table
from spanish21.simulation.plan.kernel_counts import options_at
from spanish21.simulation.plan.kernel_limits import check_amounts, check_rules
from spanish21.simulation.plan.kernel_records import COLUMNS, RULES, SETUP, KernelTables, Records, one
from spanish21.simulation.plan.side_setup import side_amounts, write_sides
from spanish21.simulation.plan.streams import rejection_limits, sorted_shoe
from spanish21.strategy import Chart
from spanish21.strategy.counts import Count, buckets_of, check_count, tags_by_rank, wager_at

MOST_TABLES = 1_000_000
MOST_STAKE = 10_000_000_00


class Plan(msgspec.Struct, frozen=True):
    """Everything that decides a run's totals; how it is spread over machines does not."""

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

    __repr__ = brief


class Prepared(NamedTuple):
    """A plan as the kernels take it."""

    setup: Any
    """A record of `SETUP`."""
    tables: KernelTables
    endings: Endings
    unit: int
    """The largest amount that divides the usual results of a round: the grid of their distribution."""

    @property
    def boxes(self) -> int:
        return int(self.setup["boxes"])

    @property
    def cover(self) -> int:
        """Cards in front of the cover card; -1 is a fresh shoe for every round."""
        return int(self.setup["cover"])

    @property
    def has_sides(self) -> bool:
        return bool(self.setup["has_sides"])

    @property
    def size(self) -> int:
        """Cards of a shoe."""
        return int(self.setup["size"])

    @property
    def may_insure(self) -> bool:
        return bool(self.setup["insures"].any())


def check(plan: Plan) -> None:
    """Refuses a plan that its rules cannot play."""
    rules = plan.rules
    check_rules(rules)
    if rules.payout_limit and rules.payout_limit_covers == PayoutLimitCovers.EVERYTHING:
        raise BadInput(
            "payout_limit_covers is everything; the simulator can limit payouts for main_wager only"
        )
    if not 1 <= plan.boxes <= MOST_BOXES:
        raise BadInput(f"boxes is {plan.boxes}; it must be from 1 to {MOST_BOXES}")
    if not 0 <= plan.penetration <= 0.95:
        raise BadInput(
            f"penetration is {plan.penetration}; it must be from 0 (a fresh shoe each round) to 0.95"
        )
    if plan.penetration and rules.shuffling == Shuffling.CONTINUOUS:
        raise BadInput(f"penetration is {plan.penetration}; a shoe that shuffles continuously needs 0")
    if not 0 <= plan.seed < 2**64:
        raise BadInput(f"seed is {plan.seed}; it must be a whole number from 0 to 2**64 - 1")
    if not 1 <= plan.tables <= MOST_TABLES:
        raise BadInput(f"tables is {plan.tables}; it must be from 1 to {MOST_TABLES:,}")
    if plan.count is not None:
        check_count(plan.count)
    for wager in wagers_of(plan):
        if not 0 < wager <= MOST_STAKE:
            raise BadInput(
                f"wager is {amount_text(wager)}; it must be from 0.01 to {amount_text(MOST_STAKE)}"
            )
    for name, stake in plan.sides.items():
        if not is_side_wager(name):
            raise BadInput(f"{name!r} is not a side wager; the side wagers are {', '.join(kinds())}")
        if not 0 <= stake <= MOST_STAKE:
            raise BadInput(
                f"{name}: the stake is {amount_text(stake)}; it must be from 0 to {amount_text(MOST_STAKE)}"
            )
        if stake and not is_offered(rules, name):
            raise BadInput(f"{name} is not offered under these rules of {rules.book}")
        if stake and side_wager(name).pays_by != "odds":
            _check_fixed(rules, name, stake)
        if stake and side_wager(name).has_community and plan.boxes > rules.boxes:
            raise BadInput(f"{name}: {plan.boxes} boxes play, but the table has only {rules.boxes}")
    size = len(sorted_shoe(rules.decks))
    levels = levels_of(rules, sorted(set(wagers_of(plan))))
    check_amounts(levels, rules, plan.boxes, cover_of(plan, size), plan.sides)


def _check_fixed(rules: Rules, name: str, stake: int) -> None:
    """Refuse a stake without a paytable, and a paytable whose wheel or meter is missing."""
    amounts = fixed_amounts(rules, name)
    if stake not in amounts:
        known = " or ".join(map(amount_text, amounts)) or "nothing"
        raise BadInput(f"{name}: the stake is {amount_text(stake)}; it must be {known} under these rules")
    if side_wager(name).wheel and not wheel_table(rules, name, stake).wheel:
        raise BadInput(f"{name} has no wheel; the Rules Submission must give one")
    if any(meter not in rules.meters for meter in meters_fed(rules, name, stake)):
        raise BadInput(f"{name} has no meter; the Rules Submission must give its initial, reset and rate")


def wagers_of(plan: Plan) -> list[int]:
    """The wagers that a run can make, by bucket of its count."""
    if plan.count is None:
        return [plan.wager or least_wager(plan.rules)]
    return [wager_at(plan.count, true_count) for true_count in buckets_of(plan.count)]


def cover_of(plan: Plan, size: int) -> int:
    """How many cards are in front of the cover card, the burned one included."""
    return -1 if plan.penetration == 0 else max(round(size * plan.penetration), 2)


def prepared(plan: Plan) -> Prepared:
    """The plan as records and tables."""
    check(plan)
    rules = plan.rules
    wagers = wagers_of(plan)
    levels = levels_of(rules, wagers)
    endings = Endings(rules, levels)
    played = hand_table(decisions_of(plan), endings)
    unit = math.gcd(*_amounts(plan, levels))
    setup = _setup(plan, endings, played, unit)
    _write_levels(setup, levels)
    _write_count(setup, plan)
    lines = write_sides(setup, rules, plan.sides)
    tables = KernelTables(played.steps.ravel(), played.starts.ravel(), endings.records(), lines)
    return Prepared(setup, tables, endings, unit)


def _amounts(plan: Plan, levels: Records) -> list[int]:
    """The amounts that results of a round are made of, except meters and super bonuses."""
    insurance = plan.insures or plan.count is not None or getattr(plan.strategy, "insures", False)
    names = ["amounts", "wins", "forfeits", "surrender"]
    if insurance:
        names += ["insurance_stake", "insurance_win", "insurance_suited"]
    amounts = [amount for name in names for amount in levels[name].ravel().tolist()]
    played = {name: stake for name, stake in plan.sides.items() if stake}
    amounts += played.values()
    for name, stake in played.items():
        amounts += side_amounts(plan.rules, name, stake)
    return amounts


def decisions_of(plan: Plan) -> NDArray[numpy.int8]:
    """The decisions for each bucket of the count; without a count there is one."""
    options = decision_table(plan.rules, plan.strategy)
    if plan.count is None:
        return options[None]
    return options_at(plan.count, plan.rules, options, buckets_of(plan.count))


def _setup(plan: Plan, endings: Endings, played: HandTable, unit: int) -> Any:
    """The settings of a run, its shoe, and how its nodes are numbered."""
    rules = plan.rules
    setup = one(SETUP)
    for name in RULES:
        setup[name] = getattr(rules, name)
    cards = sorted_shoe(rules.decks)
    limits = rejection_limits(len(cards))
    setup["table_boxes"], setup["boxes"] = rules.boxes, plan.boxes
    setup["size"], setup["cover"] = len(cards), cover_of(plan, len(cards))
    setup["unit"], setup["seed"] = unit, numpy.uint64(plan.seed)
    setup["unshuffled"][: len(cards)], setup["limits"][: len(limits)] = cards, limits
    setup["finals"], setup["splits_at"] = played.finals, played.splits_at
    setup["nothing_yet"], setup["blackjack"] = endings.nothing_yet, endings.blackjack
    setup["dealer"] = dealer_table(rules.dealer_hits_soft_17).ravel()
    setup["two_cards"] = _two_cards()
    return setup


def _write_levels(setup: Any, levels: Records) -> None:
    """Writes what a round needs to know about the levels of the wager."""
    setup["levels"]["amount"][: len(levels)] = levels["amounts"][:, 0]
    for name in ("insurance_stake", "insurance_win", "insurance_suited", "super_bonus"):
        setup["levels"][name][: len(levels)] = levels[name]


def _two_cards() -> NDArray[numpy.uint8]:
    """By the ranks of two cards: their place in `TWO_CARDS`."""
    places = {pair: place for place, pair in enumerate(TWO_CARDS)}
    found = numpy.zeros((COLUMNS, COLUMNS), dtype=numpy.uint8)
    for one_rank in range(1, 14):
        for other in range(1, 14):
            values = sorted((min(one_rank, 10), min(other, 10)))
            found[one_rank, other] = places[values[0], values[1]]
    return found.ravel()


def _write_count(setup: Any, plan: Plan) -> None:
    """Writes down which level of the wager each bucket of the count has, and whether it insures.

    Each bucket has its own level, for any wager, so that rounds are counted by their true count.
    """
    insures = plan.insures or (isinstance(plan.strategy, Chart) and plan.strategy.insures)
    setup["buckets"], setup["insures"][0] = 1, insures
    if plan.count is None:
        return
    counts, insure_from = buckets_of(plan.count), plan.count.insure_from
    setup["buckets"], setup["lowest_count"], setup["tags"] = len(counts), counts[0], tags_by_rank(plan.count)
    setup["first_count"] = plan.count.first_count(plan.rules.decks)
    for bucket, true_count in enumerate(counts):
        setup["level_of"][bucket] = bucket
        insures_here = insures or (insure_from is not None and true_count >= insure_from)
        setup["insures"][bucket] = insures_here
