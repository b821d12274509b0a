"""Bankrolls that are played agree with the exact recursion, and lose where they should."""

import json

import numpy
import pytest

from simulation.charts import busy_chart
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.simulation import played_bankrolls, simulate
from spanish21.simulation.results.bankroll import ruin_in_session
from spanish21.strategy.counts import Count

RULES = rules_of("maryland")


def test_bankrolls_of_fresh_shoes_are_lost_as_often_as_the_recursion_says() -> None:
    """The recursion is given the distribution of other rounds than those that are played."""
    played = played_bankrolls(
        RULES, busy_chart(), bankroll=100_00, rounds=300, sessions=4_000, penetration=0.0, seed=4
    )
    others = simulate(RULES, busy_chart(), 2_000_000, penetration=0.0, seed=5)
    expected = ruin_in_session(others.step(), 100_00, 300)
    assert abs(played.risk_of_ruin - expected) < 4 * played.standard_error
    assert abs(played.ruin_by_recursion - expected) < 0.02
    assert 0.05 < played.risk_of_ruin < 0.95


def test_rounds_of_real_shoes_are_nearly_independent_and_more_boxes_risk_more() -> None:
    one, two = (
        played_bankrolls(RULES, busy_chart(), bankroll=150_00, rounds=200, sessions=2_000, boxes=boxes)
        for boxes in (1, 2)
    )
    assert abs(one.risk_of_ruin - one.ruin_by_recursion) < 4 * one.standard_error
    assert two.risk_of_ruin > one.risk_of_ruin + 4 * one.standard_error


def test_rounds_that_are_watched_cost_next_to_nothing() -> None:
    tags = {"A": -1, "3": 1, "4": 1, "5": 1, "6": 1, "J": -1, "Q": -1, "K": -1}
    watched = Count(tags, ramp={"-50": 1, "2": 10_00})
    entered = played_bankrolls(RULES, busy_chart(), bankroll=100_00, rounds=100, sessions=500, count=watched)
    always = played_bankrolls(RULES, busy_chart(), bankroll=100_00, rounds=100, sessions=500, wager=10_00)
    assert entered.risk_of_ruin < always.risk_of_ruin
    assert entered.results.std() < always.results.std()


def test_sessions_are_the_rounds_one_after_another() -> None:
    short = played_bankrolls(RULES, busy_chart(), bankroll=50_00, rounds=50, sessions=40)
    long = played_bankrolls(RULES, busy_chart(), bankroll=50_00, rounds=100, sessions=20)
    assert short.results.reshape(20, 2).sum(axis=1).tolist() == long.results.tolist()
    whole = simulate(RULES, busy_chart(), 2_000)
    won = whole.total_expected_value * whole.mean_wager * whole.rounds
    assert float(long.results.sum()) == pytest.approx(won)
    assert numpy.all(short.lowest <= numpy.minimum(short.results, 0) + 1_000_00)
    assert json.loads(short.to_json())["sessions"] == 40


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"bankroll": 0}, "bankroll"),
        ({"bankroll": 100, "rounds": 0}, "rounds"),
        ({"bankroll": 100, "sessions": 10**9}, "sessions"),
        ({"bankroll": 100, "boxes": 9}, "boxes"),
    ],
)
def test_what_cannot_be_played_is_refused(words: dict[str, int], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        played_bankrolls(RULES, busy_chart(), **words)  # type: ignore[arg-type]
