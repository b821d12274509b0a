"""The simulator finds what the analyser has computed, in every category; `soak.py analyser` at length."""

from functools import cache
from typing import Any

import pytest

from simulation.against_analyser import (
    Category,
    categories,
    cells_at_odds,
    distribution_of,
    simulated,
    table_of,
    worst,
)
from simulation.charts import busy_chart
from spanish21.analysis.report.edge_summary import Analysis, analysis_of
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.simulation import simulate
from spanish21.simulation.kernel.tally import MONEY, SQUARES
from spanish21.simulation.results.result import Result

ROUNDS = 2_000_000
MOST_DEVIATION = 4.5
SEEDS = {"maryland": 1, "massachusetts": 2}


@cache
def run_of(book: str) -> tuple[Analysis, Result]:
    rules = rules_of(book)
    exact = analysis_of(rules)
    return exact, simulated(rules, exact, ROUNDS, SEEDS[book])


@pytest.mark.parametrize("book", SEEDS)
def test_every_category_is_within_its_error(book: str) -> None:
    found = categories(*run_of(book))
    assert abs(worst(found).deviation) < MOST_DEVIATION, "\n" + table_of(found)


@pytest.mark.parametrize("book", SEEDS)
def test_the_average_wager_is_what_was_put_down(book: str) -> None:
    exact, result = run_of(book)
    put_down = result.expected_value / result.element_of_risk
    error = 0.5 / ROUNDS**0.5  # what is put down on a box deviates by about half a wager
    assert exact.law.average_wager == pytest.approx(put_down, abs=2 * error)


@pytest.mark.parametrize("book", SEEDS)
def test_the_categories_are_all_that_was_promised(book: str) -> None:
    exact, result = run_of(book)
    by_name = {category.name: category for category in categories(exact, result)}
    ups = [f"up card {label}" for label in ("A", *map(str, range(2, 11)))]
    bonuses = [bonus.name for bonus in exact.law.bonuses]
    wanted = [name for part in (*ups, "split", "unsplit", *bonuses) for name in (part, f"{part}, value")]
    assert set(by_name) == {"total", "super bonus", *wanted}
    assert len(bonuses) == 10
    whole = by_name["total"]
    for parts in (ups, ("split", "unsplit")):
        assert sum(by_name[name].exact for name in parts) == pytest.approx(1.0, abs=1e-12)
        assert sum(by_name[name].simulated for name in parts) == pytest.approx(1.0, abs=1e-12)
        values = [by_name[f"{name}, value"] for name in parts]
        assert sum(value.exact for value in values) == pytest.approx(whole.exact, abs=1e-12)
        assert sum(value.simulated for value in values) == pytest.approx(whole.simulated, abs=1e-12)
    assert by_name["split"].simulated == result.by_split()["split"]["frequency"]
    assert whole.error == pytest.approx(result.standard_error, rel=1e-3)
    assert by_name["split"].error == pytest.approx(result.by_split()["split"]["frequency_error"], rel=0.05)
    assert by_name["five-card 21, value"].error == pytest.approx(
        result.bonuses()["five_card_21"]["contribution_error"]
    )


@pytest.mark.parametrize(
    ("changes", "notices"),
    [
        ({"bonus_on_split": True}, "6-7-8 mixed"),
        ({"may_double_after_split": False}, "split"),
        ({"split_aces_one_card": True}, "split, value"),
        ({"pays_678_suited": (5, 2)}, "6-7-8 suited, value"),
        ({"dealer_hits_soft_17": True}, "up card A, value"),
    ],
)
def test_the_analysis_of_another_rule_does_not_fit(changes: dict[str, Any], notices: str) -> None:
    exact, result = run_of("maryland")
    other = analysis_of(what_if(exact.edge.rules, **changes))
    found = {category.name: category for category in categories(other, result)}
    assert abs(found[notices].deviation) > 1.5 * MOST_DEVIATION


def played_of(result: Result) -> dict[float, int]:
    return {amount / result.mean_wager: count for amount, count in result.distribution().items()}


@pytest.mark.parametrize("book", SEEDS)
def test_every_result_comes_up_as_often_as_the_law_of_a_round_says(book: str) -> None:
    exact, result = run_of(book)
    found = distribution_of(exact.law, played_of(result))
    assert found.fits, (found.chi_squared, found.limits)
    every = [*found.cells, found.deviation]
    assert abs(worst(every).deviation) < MOST_DEVIATION, "\n" + table_of(every)
    assert len(found.cells) > 12


def test_the_law_of_another_rule_does_not_fit_the_results() -> None:
    exact, result = run_of("maryland")
    other = analysis_of(what_if(exact.edge.rules, may_double_after_split=False))
    found = distribution_of(other.law, played_of(result))
    assert found.chi_squared > 2 * found.limits[1]


def test_a_category_without_error_fits_only_when_it_is_equal() -> None:
    assert Category("never", 0.0, 0.0, 0.0).deviation == 0.0
    assert Category("never", 0.0, 1e-9, 0.0).deviation == float("inf")


def test_three_suited_sevens_against_a_seven_count_at_their_odds() -> None:
    def sums(**changes: Any) -> tuple[Any, Result]:
        rules = what_if(rules_of("maryland"), **changes)
        result = simulate(rules, busy_chart(), ROUNDS, penetration=0.0)
        return cells_at_odds(result), result

    paid, result = sums()
    assert result.outcomes()["super_bonus"]["count"] > 0
    plain, other = sums(super_bonus_small=0, super_bonus_large=0)
    assert (paid == plain).all()
    assert plain[MONEY].sum() == other.totals.cells[MONEY].sum() < result.totals.cells[MONEY].sum()
    assert plain[SQUARES].sum() < result.totals.cells[SQUARES].sum()
