"""The card automaton gives the same sums as the kernel, to the last unit."""

import numpy
import pytest

from simulation.charts import busy_chart, odd_composition
from simulation.test_kernel import BOOKS, VARIANTS
from spanish21.books.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.simulation.automaton import RARE, automaton_of
from spanish21.simulation.lanes import LANES, tally_of_lanes
from spanish21.simulation.plan import Plan, prepared
from spanish21.simulation.tally import ROUNDS, Shoes, Tally, tally_of_shoes

SUMS = ("cells", "wagers", "rounds", "bins", "clusters", "splits", "bonuses")
NO_LIMIT = 2**62


def assert_same(one: Tally, other: Tally) -> None:
    for name in SUMS:
        assert numpy.array_equal(getattr(one, name), getattr(other, name)), name


def both(plan: Plan, shoes: int, shoes_of_cluster: int) -> tuple[Tally, Tally]:
    ready = prepared(plan)
    automaton = automaton_of(ready)
    assert automaton is not None
    played = Shoes(0, shoes, shoes_of_cluster)
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
    together = tally_of_lanes(ready, automaton, Shoes(0, LANES * 9, 9))
    # A cluster of one shoe goes through a single lane.
    alone = [tally_of_lanes(ready, automaton, Shoes(first, 1, 1)) for first in range(LANES * 9)]
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


def test_runs_that_ask_for_more_have_no_automaton() -> None:
    rules = rules_of("maryland")
    assert automaton_of(prepared(Plan(rules, busy_chart(), boxes=2))) is None
    assert automaton_of(prepared(Plan(rules, busy_chart(), sides={"match": 100}))) is None
    assert automaton_of(prepared(Plan(rules, busy_chart(), insures=True))) is None


def test_every_state_of_the_table_leads_to_a_state() -> None:
    automaton = automaton_of(prepared(Plan(rules_of("maryland"), busy_chart())))
    assert automaton is not None
    assert int(automaton.states.max()) < len(automaton.states)
    assert (automaton.states[automaton.start + 1 :, 1:10] > 0).all()
    assert (automaton.states[RARE : automaton.start] == automaton.states[automaton.start]).all()
    assert (automaton.states[:, 0] == 0).all()
