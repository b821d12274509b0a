"""Shoes played in step give the same sums as the kernel, to the last unit and the last meter hit."""

from typing import Any

import msgspec
import pytest

from simulation.charts import busy_chart, odd_composition
from simulation.compare import assert_same, every_side_wager
from simulation.test_kernel import BOOKS, VARIANTS
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.simulation.automaton.card_automaton import Automaton
from spanish21.simulation.in_step.step_board import LANES, Pace, pace_of
from spanish21.simulation.in_step.step_loop import tally_in_step
from spanish21.simulation.kernel.tally import ROUNDS, SHOES, ShoeRange, Tally, tally_of_shoes
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.simulation.run.tasks import fast_of
from spanish21.strategy.counts import Count, Index

NO_LIMIT = 2**62
COUNT = Count(
    tags={"A": -1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "J": -1, "Q": -1, "K": -1},
    ramp={"-1": 500, "0": 1000, "1": 1500, "3": 4000},
    insure_from=2,
    indices=(
        Index("hard 16", "10", "stand", at_least=0),
        Index("hard 12", "3", "stand", at_least=2),
        Index("hard 13", "2", "hit", at_most=-1),
    ),
    start_per_deck=0,
)
LESS = msgspec.structs.replace(COUNT, insure_from=None)


def played(plan: Plan, shoes: int, shoes_of_cluster: int) -> Tally:
    """The sums of some shoes in step, which the kernel has too."""
    ready = prepared(plan)
    pace = pace_of(ready)
    assert pace is not None
    some = ShoeRange(3, shoes, shoes_of_cluster)
    fast, slow = tally_in_step(ready, pace, some), tally_of_shoes(ready, some, NO_LIMIT)
    assert_same(fast, slow)
    return fast


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("boxes", [1, 2, 3, 7])
def test_boxes_with_every_side_wager(book: str, boxes: int) -> None:
    rules = rules_of(book)
    sums = played(Plan(rules, busy_chart(), boxes=boxes, wager=2500, sides=every_side_wager(rules)), 200, 16)
    assert sums.rounds[ROUNDS] > 500


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("boxes", [1, 4])
def test_a_fresh_shoe_every_round(book: str, boxes: int) -> None:
    sums = played(Plan(rules_of(book), busy_chart(), boxes=boxes, penetration=0.0), 3000, 256)
    assert sums.rounds[ROUNDS] == sums.rounds[SHOES] == 3000


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("boxes", [1, 2, 7])
def test_a_count_that_changes_wagers_decisions_and_insurance(book: str, boxes: int) -> None:
    rules = rules_of(book)
    sums = played(Plan(rules, busy_chart(), seed=9, boxes=boxes, count=COUNT), 200, 16)
    assert sums.wagers[0, 1] > 10


@pytest.mark.parametrize("boxes", [1, 3])
def test_a_count_of_many_tags_that_never_changes_the_wager(boxes: int) -> None:
    """A row of buckets for each tag; insurance alone can change with the count."""
    tags = {rank: place - 6 if place < 6 else place - 5 for place, rank in enumerate("A23456789JQK")}
    plain = Count(tags=tags, ramp={"0": 1000})
    chart = msgspec.structs.replace(busy_chart(), insures=False)
    for count in (plain, msgspec.structs.replace(plain, insure_from=3)):
        sums = played(Plan(rules_of("maryland"), chart, boxes=boxes, count=count), 300, 16)
        assert (sums.wagers[0, 1] > 10) == (count.insure_from is not None)


def test_counts_that_16_bits_do_not_hold_are_left_to_the_kernel() -> None:
    rules = what_if(rules_of("maryland"), decks=8)
    for tag, fits in ((85, True), (86, False)):
        count = Count(tags={"K": -tag, "2": tag}, ramp={"0": 1000, "50": 2000})
        plan = Plan(rules, busy_chart(), boxes=2, count=count)
        assert (pace_of(prepared(plan)) is not None) == fits
        if fits:
            played(plan, 100, 16)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("boxes", [1, 3])
def test_outside_the_books(variant: str, boxes: int) -> None:
    rules = what_if(rules_of("maryland"), **VARIANTS[variant])
    played(Plan(rules, odd_composition(), seed=3, wager=550, boxes=boxes, insures=boxes == 3), 128, 8)


def test_meters_are_hit_in_the_rounds_in_which_the_kernel_hits_them() -> None:
    rules = rules_of("maryland")
    plan = Plan(rules, busy_chart(), boxes=5, sides=every_side_wager(rules))
    assert len(played(plan, 1500, 128).meter_hits) > 0


@pytest.mark.parametrize("boxes", [1, 2, 7])
def test_an_empty_shoe_is_filled_alike(boxes: int) -> None:
    """Behind the cover card of a single deck lie two cards: many a last round needs the discards."""
    rules = what_if(rules_of("maryland"), decks=1)
    played(Plan(rules, busy_chart(), boxes=boxes, penetration=0.95), 512, 16)


def test_more_lanes_than_shoes() -> None:
    for shoes in (1, 2, LANES - 1, LANES, LANES + 1):
        played(Plan(rules_of("maryland"), busy_chart(), boxes=2), shoes, 3)


def test_every_run_is_played_fast() -> None:
    rules = rules_of("maryland")
    plain: dict[str, Any] = {"rules": rules, "strategy": busy_chart()}
    for more in ({}, {"sides": {"match": 100}}, {"penetration": 0.0}, {"count": LESS}):
        assert isinstance(fast_of(prepared(Plan(**plain, **more))), Automaton), more
    for more in (
        {"boxes": 2},
        {"sides": every_side_wager(rules)},
        {"count": COUNT},
        {"insures": True},
        {"penetration": 0.0, "sides": {"match": 100}},
    ):
        assert isinstance(fast_of(prepared(Plan(**plain, **more))), Pace), more
