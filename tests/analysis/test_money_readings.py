"""What the analyser makes of a wager in chips where the books' rulings on money differ."""

import pytest

from spanish21.analysis.hands.rule_terms import FixedMoney, terms_of
from spanish21.analysis.law.distribution import value_with_envy
from spanish21.analysis.report.edge_summary import analysis_of
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if


@pytest.mark.parametrize(
    ("half", "wager", "cost"),
    [
        ("exact", 5_00, 2_50),
        ("up", 5_00, 0),
        ("down", 5_00, 5_00),
        ("exact", 5_01, 2_51),
        ("up", 15_00, 5_00),
    ],
)
def test_a_surrender_costs_what_the_table_collects(half: str, wager: int, cost: int) -> None:
    rules = what_if(rules_of("maryland"), smallest_chip=5_00, surrender_half=half)
    assert terms_of(rules, FixedMoney(wager)).surrender[0] == pytest.approx(cost / wager, abs=1e-15)
    assert terms_of(rules).surrender[0] == 0.5


def test_a_payout_limit_on_everything_leaves_less_of_the_fixed_payout() -> None:
    rules = rules_of("maryland", payout_limit=60_00, **{"payout-limit": "everything"})
    assert terms_of(rules, FixedMoney(10_00)).super_bonus.tolist() == [4.0, 3.0]
    assert terms_of(rules, FixedMoney(25_00)).super_bonus.tolist() == [0.4, 0.0]
    assert terms_of(rules).super_bonus.tolist() == [0.0, 0.0]
    instead = what_if(rules, super_bonus_replaces_odds=True)
    assert terms_of(instead, FixedMoney(10_00)).super_bonus.tolist() == [6.0, 6.0]


def test_other_peoples_small_wagers_are_worth_their_envy_payouts() -> None:
    # Without splits a pair of 7s is drawn to for its own sake, whatever three of them pay.
    rules = what_if(rules_of("maryland"), most_hands=1)
    two = FixedMoney(2_00, others=1)
    found = analysis_of(rules, money=two)
    assert found.law.envy > 0
    assert value_with_envy(found.edge) == found.expected_value > found.edge.expected_value
    assert analysis_of(what_if(rules, envy_needs_least=True), money=two).law.envy == 0
