"""The card automaton gives the same sums as the kernel, to the last unit."""

from typing import Any

import msgspec
import numpy
import pytest

from simulation.charts import busy_chart, odd_composition
from simulation.compare import assert_same, every_side_wager
from simulation.test_in_step import COUNT, LESS
from simulation.test_kernel import BOOKS, VARIANTS
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import is_offered, what_if
from spanish21.simulation.automaton.automaton_cache import automaton_of
from spanish21.simulation.automaton.card_automaton import (
    AGAIN_FROM_DEAL,
    AGAIN_FROM_NEXT,
    COLUMN_BITS,
    NO_CARD,
    RARE,
    ROW_BITS,
    SHOE_IS_OVER,
    deal_without_cards,
)
from spanish21.simulation.automaton.fresh_lanes import tally_of_fresh
from spanish21.simulation.automaton.laid_lanes import LANES
from spanish21.simulation.automaton.lanes import tally_of_lanes
from spanish21.simulation.kernel.tally import INITIAL, ROUNDS, SHOES, ShoeRange, Tally, tally_of_shoes
from spanish21.simulation.plan.count_names import WAGERS
from spanish21.simulation.plan.kernel_records import COLUMNS
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.strategy.counts import Count

NO_LIMIT = 2**62
SHIFT = COLUMN_BITS - ROW_BITS


def both(plan: Plan, shoes: int, shoes_of_cluster: int) -> tuple[Tally, Tally]:
    ready = prepared(plan)
    automaton = automaton_of(ready)
    assert automaton is not None
    played = ShoeRange(0, shoes, shoes_of_cluster)
    return tally_of_lanes(ready, automaton, played), tally_of_shoes(ready, played, NO_LIMIT)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("penetration", [0.75, 0.2])
def test_automaton_and_kernel_have_the_same_sums(book: str, penetration: float) -> None:
    fast, slow = both(Plan(rules_of(book), busy_chart(), penetration=penetration, wager=2500), 256, 16)
    assert_same(fast, slow)
    assert fast.rounds[ROUNDS] > 1000


@pytest.mark.parametrize("variant", VARIANTS)
def test_automaton_and_kernel_agree_outside_the_books_too(variant: str) -> None:
    rules = what_if(rules_of("maryland"), **VARIANTS[variant])
    assert_same(*both(Plan(rules, busy_chart(), seed=3, wager=550), 128, 8))


@pytest.mark.parametrize("book", ["maryland", "players-edge", "uk-casino"])
def test_a_strategy_by_composition_runs_through_the_automaton(book: str) -> None:
    assert_same(*both(Plan(rules_of(book), odd_composition()), 128, 8))


def test_lanes_do_not_change_the_sums() -> None:
    ready = prepared(Plan(rules_of("maryland"), busy_chart(), seed=5))
    automaton = automaton_of(ready)
    assert automaton is not None
    together = tally_of_lanes(ready, automaton, ShoeRange(0, LANES * 9, 9))
    # A cluster of one shoe goes through a single lane.
    alone = [tally_of_lanes(ready, automaton, ShoeRange(first, 1, 1)) for first in range(LANES * 9)]
    assert numpy.array_equal(together.cells, sum(one.cells for one in alone))
    rounds = [
        sum(int(one.rounds[ROUNDS]) for one in alone[first : first + 9]) for first in range(0, LANES * 9, 9)
    ]
    assert together.clusters["rounds"].tolist() == rounds


@pytest.mark.parametrize("book", ["maryland", "massachusetts"])
def test_automaton_and_kernel_fill_an_empty_shoe_alike(book: str) -> None:
    """Behind the cover card of a single deck lie two cards: many a last round needs the discards."""
    rules = what_if(rules_of(book), decks=1)
    fast, slow = both(Plan(rules, busy_chart(), penetration=0.95), 512, 16)
    assert_same(fast, slow)


def both_fresh(plan: Plan, shoes: int, shoes_of_cluster: int) -> Tally:
    """The sums of fresh shoes through the automaton, which the kernel has too."""
    ready = prepared(plan)
    automaton = automaton_of(ready)
    assert automaton is not None
    played = ShoeRange(3, shoes, shoes_of_cluster)
    fast, slow = tally_of_fresh(ready, automaton, played), tally_of_shoes(ready, played, NO_LIMIT)
    assert_same(fast, slow)
    assert fast.rounds[ROUNDS] == fast.rounds[SHOES] == shoes
    return fast


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("strategy", [busy_chart(), odd_composition()])
def test_a_fresh_shoe_for_every_round(book: str, strategy: Any) -> None:
    both_fresh(Plan(rules_of(book), strategy, penetration=0.0, seed=2), 5000, 1700)


@pytest.mark.parametrize("shoes", [1, 2, 127, 128, 129, 512, 513, 1025])
def test_any_number_of_fresh_shoes(shoes: int) -> None:
    both_fresh(Plan(rules_of("maryland"), busy_chart(), penetration=0.0), shoes, 600)


@pytest.mark.parametrize("variant", VARIANTS)
def test_fresh_shoes_outside_the_books(variant: str) -> None:
    rules = what_if(rules_of("maryland"), **VARIANTS[variant])
    both_fresh(Plan(rules, busy_chart(), penetration=0.0, wager=550), 2000, 512)


SIDES = ({"match": 500}, {"match": 2500, "match_down": 500})
"""Side wagers that the first cards decide."""


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("sides", SIDES)
def test_side_wagers_go_along_with_the_rounds(book: str, sides: dict[str, int]) -> None:
    rules = rules_of(book)
    offered = {name: stake for name, stake in sides.items() if is_offered(rules, name)}
    fast, slow = both(Plan(rules, busy_chart(), seed=4, wager=2500, sides=offered), 256, 16)
    assert_same(fast, slow)
    assert fast.wagers[0, WAGERS["match"]] == (fast.rounds[ROUNDS] if offered else 0)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("indices", [0, 1, 3])
def test_a_count_changes_wagers_and_decisions(book: str, indices: int) -> None:
    count = msgspec.structs.replace(LESS, indices=LESS.indices[:indices])
    fast, slow = both(Plan(rules_of(book), busy_chart(), seed=6, count=count), 256, 16)
    assert_same(fast, slow)
    assert fast.rounds[INITIAL] > fast.rounds[ROUNDS] * 500


def test_a_count_and_a_side_wager_go_along_together() -> None:
    for ramp in (LESS.ramp, {"0": 1000}):
        count = msgspec.structs.replace(LESS, ramp=ramp)
        plan = Plan(rules_of("maryland"), busy_chart(), count=count, sides={"match": 500})
        assert_same(*both(plan, 256, 16))


def test_a_count_follows_a_shoe_that_runs_out_of_cards() -> None:
    rules = what_if(rules_of("maryland"), decks=1)
    assert_same(*both(Plan(rules, busy_chart(), penetration=0.95, count=LESS), 512, 16))


def test_runs_that_ask_for_more_have_no_automaton() -> None:
    rules = rules_of("maryland")
    assert automaton_of(prepared(Plan(rules, busy_chart(), boxes=2))) is None
    assert automaton_of(prepared(Plan(rules, busy_chart(), sides=every_side_wager(rules)))) is None
    assert automaton_of(prepared(Plan(rules, busy_chart(), insures=True))) is None
    assert automaton_of(prepared(Plan(rules, busy_chart(), count=COUNT))) is None


@pytest.mark.parametrize("book", ["maryland", "uk-casino"])
@pytest.mark.parametrize("count", [None, LESS])
def test_every_deal_and_every_card_lead_to_a_state(book: str, count: Count | None) -> None:
    automaton = automaton_of(prepared(Plan(rules_of(book), busy_chart(), count=count)))
    assert automaton is not None
    states, first, no_cards = automaton.states, automaton.first_deal, deal_without_cards(automaton)
    assert (automaton.pages > 1) == (count is not None)
    assert no_cards - first == automaton.pages * 10**automaton.dealt
    assert automaton.dealt == (3 if book == "uk-casino" else 4)
    rows = states.reshape(-1, COLUMNS)[automaton.start >> ROW_BITS :]
    within = {automaton.start + (row << ROW_BITS) for row in range(len(rows) - 1)}
    ended = set(range(RARE, RARE + automaton.ends))
    deals = states[first:no_cards]
    assert set(deals.tolist()) <= within | ended | {AGAIN_FROM_DEAL}
    assert states[no_cards : no_cards + 2].tolist() == [NO_CARD, SHOE_IS_OVER]
    assert set(rows[:-1].ravel().tolist()) <= within | ended | {AGAIN_FROM_NEXT, NO_CARD}
    assert (rows[:-1, 1:10] > NO_CARD).all()
    assert (rows[:-1, 0] == NO_CARD).all()
    assert (rows[-1] == automaton.rest).all()


def test_a_deal_and_a_card_are_never_looked_up_for_each_other() -> None:
    """The walk takes the larger of two places: a deal's for a state that has ended, else the card's."""
    automaton = automaton_of(prepared(Plan(rules_of("maryland"), busy_chart(), count=LESS)))
    assert automaton is not None
    highest_ended = (RARE + automaton.ends - 1 << SHIFT) + COLUMNS - 1
    lowest_within = automaton.start << SHIFT
    assert highest_ended < automaton.first_deal
    assert deal_without_cards(automaton) + 1 < lowest_within
