"""A function as a strategy, played at the game's own table; strategies by name."""

import pytest

from simulation.charts import busy_chart
from spanish21 import BadInput, Command, Table, commands, player, rules_of
from spanish21.simulation import Played, Result, simulate
from spanish21.simulation.run.at_table import PLAYER

CHART = busy_chart()


def never_draws(table: Table) -> Command:
    if table.phase == "insurance":
        return commands.DeclineInsurance(by=PLAYER, box=1)
    return commands.Stand(by=PLAYER)


@pytest.mark.parametrize("book", ["maryland", "uk-casino"])
def test_a_function_that_plays_a_chart_wins_what_the_kernel_says_the_chart_wins(book: str) -> None:
    rules = rules_of(book)
    slow = simulate(rules, player(CHART, PLAYER), 4_000, seed=3)
    fast = simulate(rules, CHART, 400_000)
    assert isinstance(slow, Played)
    assert isinstance(fast, Result)
    assert abs(slow.expected_value - fast.expected_value) < 4 * slow.standard_error
    assert abs(slow.standard_deviation - fast.standard_deviation) < 0.1


def test_a_function_may_play_as_badly_as_it_likes() -> None:
    rules = rules_of("maryland")
    played = simulate(rules, never_draws, 2_000, wager=20_00)
    assert played == simulate(rules, never_draws, 2_000, wager=20_00)
    assert played != simulate(rules, never_draws, 2_000, wager=20_00, seed=2)
    assert (played.book, played.rounds, played.wager) == ("maryland", 2_000, 20_00)
    assert -0.35 < played.expected_value < -0.05
    assert repr(played).startswith("<Played: 2,000 rounds, -")
    assert Played("maryland", 4, 10, 20, 600).standard_deviation == pytest.approx(1.118033988749895)
    assert Played("maryland", 4, 10, 20, 600).standard_error == pytest.approx(1.118033988749895 / 2)


def test_a_strategy_is_asked_for_by_name() -> None:
    rules = rules_of("maryland")
    chart = simulate(rules, "chart", 20_000)
    assert chart.plan.strategy.name.startswith("best chart for maryland")
    assert simulate(rules, rounds=20_000).expected_value == chart.expected_value
    assert simulate(rules, "optimal", 20_000).plan.strategy.name == "optimal"
    with pytest.raises(BadInput, match="strategy is 'luck'; it must be one of optimal, chart, a Chart or"):
        simulate(rules, "luck")
    with pytest.raises(BadInput, match="rounds is 0; it must be at least 1"):
        simulate(rules, never_draws, 0)
