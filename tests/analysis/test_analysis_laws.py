"""Laws that every analysis keeps."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanish21.analysis.charts.best_charts import best_chart
from spanish21.analysis.charts.weighed_options import reached
from spanish21.analysis.hands.dealer_totals import dealer_totals
from spanish21.analysis.hands.outcomes import CATEGORIES, DEALER_BLACKJACK, results, results_against_blackjack
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_without
from spanish21.analysis.law.distribution import round_law
from spanish21.analysis.law.hand_laws import first_laws
from spanish21.analysis.report.edge_summary import analysis_of, edge_summary
from spanish21.analysis.report.law_pictures import distribution_svg
from spanish21.analysis.splits.split_values import chances_of_hands, split_plan
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import card, cards
from spanish21.game.rules import what_if
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    NO_SUIT,
    OPTIONS,
    SPLIT,
    STAND,
    SURRENDER,
    decision_by_composition,
    hand_number,
    hand_numbers,
    suited_state,
)

BOOKS = ("maryland", "massachusetts", "players-edge", "uk-casino")
LESS_AND_MORE: tuple[tuple[str, Any, Any], ...] = (
    ("may_surrender", False, True),
    ("may_rescue", False, True),
    ("may_double_after_split", False, True),
    ("may_double_21", False, True),
    ("may_split_aces_again", False, True),
    ("split_aces_one_card", True, False),
    ("most_doubles", 1, 3),
    ("bonus_on_split", False, True),
    ("bonus_on_double", False, True),
)


@pytest.mark.parametrize(("name", "less", "more"), LESS_AND_MORE)
def test_a_rule_that_only_adds_an_option_never_lowers_the_value(name: str, less: Any, more: Any) -> None:
    rules = rules_of("maryland")
    poorer, richer = (edge(what_if(rules, **{name: setting})).expected_value for setting in (less, more))
    assert richer >= poorer - 1e-15
    assert name == "may_double_21" or richer > poorer


@pytest.mark.parametrize("book", BOOKS)
def test_probabilities_sum_to_one_and_the_law_has_the_mean_of_the_edge(book: str) -> None:
    found = edge(rules_of(book))
    assert found.up.sum() == pytest.approx(1.0, abs=1e-12)
    assert found.dealt[:, 1:].sum(axis=0) == pytest.approx(numpy.ones(10), abs=1e-12)
    law = round_law(found)
    assert law.probabilities.sum() == pytest.approx(1.0, abs=1e-12)
    assert law.probabilities.min() > -1e-15
    assert law.mean == pytest.approx(found.expected_value, abs=1e-12)


@pytest.mark.parametrize(
    ("book", "changes"),
    [
        ("massachusetts", {"dealer_blackjack_takes": "all"}),
        ("uk-casino", {"dealer_blackjack_takes": "all"}),
        ("players-edge", {"may_double_after_split": False}),
        ("players-edge", {"may_split_aces_again": False, "split_aces_one_card": True}),
        ("maryland", {"two_card_21_after_split": "pays_blackjack"}),
        ("massachusetts", {"two_card_21_after_split": "pays_blackjack"}),
        ("massachusetts", {"dealer_blackjack_takes": "original_or_busted"}),
        (
            "massachusetts",
            {"dealer_blackjack_takes": "original_or_busted", "two_card_21_after_split": "pays_blackjack"},
        ),
    ],
)
def test_the_law_has_the_mean_of_the_edge_in_other_readings(book: str, changes: dict[str, object]) -> None:
    found = edge(what_if(rules_of(book), **changes))
    law = round_law(found)
    assert law.probabilities.sum() == pytest.approx(1.0, abs=1e-12)
    assert law.probabilities.min() > -1e-15
    assert law.mean == pytest.approx(found.expected_value, abs=1e-12)


@pytest.mark.parametrize("book", BOOKS)
def test_boxes_that_are_split_and_boxes_that_are_not_make_up_the_whole(book: str) -> None:
    rules = rules_of(book)
    found = analysis_of(rules)
    unsplit, split = found.by_split
    assert (unsplit.split, split.split) == (False, True)
    assert unsplit.probability + split.probability == pytest.approx(1.0, abs=1e-12)
    assert unsplit.contribution + split.contribution == pytest.approx(found.expected_value, abs=1e-12)
    # The same forwards, from how every hand that is not split ends.
    terms, law = found.edge.terms, first_laws(found.edge)[0].sum(axis=0)
    to_blackjack = law[DEALER_BLACKJACK]
    taken = numpy.full(CATEGORIES, -1.0) if terms.knows_blackjack else results_against_blackjack(terms, False)
    value = ((law.sum(axis=0) - to_blackjack) * results(terms, False)).sum() + (to_blackjack * taken).sum()
    assert unsplit.probability == pytest.approx(law.sum(), abs=1e-12)
    assert unsplit.contribution == pytest.approx(value, abs=1e-12)
    assert edge_summary(found)["by_split"] == [unsplit._asdict(), split._asdict()]


@pytest.mark.parametrize("book", BOOKS)
def test_the_parts_make_up_the_whole_of_any_table_and_strategy(book: str) -> None:
    rules = rules_of(book)
    others = [
        edge(what_if(rules, most_hands=1)),
        edge(rules, shoe_without(6, "8s 8d 8c As"), FixedMoney(2500)),
        edge(rules, strategy=edge(rules_of("uk-casino")).choices),
    ]
    for found in others:
        assert found.by_split[:, 0].sum() == pytest.approx(1.0, abs=1e-12)
        assert found.by_split[:, 1].sum() == pytest.approx(found.expected_value, abs=1e-12)
    never, *again = (found.by_split[1, 0] for found in others)
    assert never == 0.0
    assert all(0.02 < probability < 0.04 for probability in again)


@pytest.mark.parametrize("most_hands", [2, 3, 4, 8])
def test_the_chances_of_numbers_of_hands_sum_to_one(most_hands: int) -> None:
    plan = split_plan(full_shoe(6).values, most_hands)
    for value, up in ((1, 5), (8, 8), (10, 10)):
        chances = chances_of_hands(plan, most_hands, value, up)
        assert chances.sum() == pytest.approx(1.0, abs=1e-12)
        assert chances.min() >= 0.0


@pytest.mark.parametrize("book", BOOKS)
def test_a_fixed_strategy_is_never_better_than_the_optimal_one(book: str) -> None:
    rules = rules_of(book)
    best = edge(rules)
    again = edge(rules, strategy=best.choices)
    assert again.expected_value == pytest.approx(best.expected_value, abs=1e-15)
    chart = best_chart(rules)
    assert best.expected_value - 2e-5 < chart.edge.expected_value <= best.expected_value
    stands = best.choices.copy()
    stands[:] = STAND
    assert edge(rules, strategy=stands).expected_value < -0.1


@given(st.lists(st.integers(4, 55), max_size=8), st.randoms())
def test_a_hand_has_one_number_in_every_order(cards: list[int], chance: Any) -> None:
    mixed = list(cards)
    chance.shuffle(mixed)
    assert hand_number(mixed) == hand_number(cards)


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 3082), st.integers(1, 8), st.booleans())
def test_the_dealers_chances_are_chances(hand: int, decks: int, hits_soft_17: bool) -> None:
    held = hand_numbers().held[[hand]].astype(numpy.int16)
    counts = full_shoe(decks).values
    if (held[0] <= counts).all():
        totals = dealer_totals(counts, held, hits_soft_17)
        assert totals.min() >= 0.0
        assert totals.sum(axis=2).max() <= 1.0 + 1e-12


def test_suits_do_not_matter_when_no_bonus_depends_on_them() -> None:
    plain: Mapping[str, Any] = {
        f"pays_{three}_{kind}": (3, 2) for three in ("678", "777") for kind in ("mixed", "suited", "top")
    }
    rules = what_if(rules_of("massachusetts"), **plain)
    spades = edge(rules, shoe_without(6, "7s 7s 6s 8s"))
    hearts = edge(rules, shoe_without(6, "7h 7h 6h 8h"))
    assert spades.expected_value == pytest.approx(hearts.expected_value, abs=1e-14)
    paid = rules_of("massachusetts")
    fewer_spades = edge(paid, shoe_without(6, "7s 7s 6s 8s")).expected_value
    assert fewer_spades < edge(paid, shoe_without(6, "7h 7h 6h 8h")).expected_value


PAID_BY_SUIT: dict[str, Any] = {
    "bonus_on_split": True,
    "pays_678_mixed": (2, 1),
    "pays_678_suited": (4, 1),
    "pays_678_top": (11, 1),
    "pays_777_mixed": (9, 2),
    "pays_777_suited": (9, 2),
    "pays_777_top": (12, 1),
}


def test_no_book_splits_some_suits_of_a_pair_and_not_others() -> None:
    for book in BOOKS:
        found = edge(rules_of(book))
        assert ((found.whole == 0.0) | (found.whole == found.dealt)).all()


def test_a_pair_that_may_not_stand_is_split_where_the_strategy_says_so() -> None:
    """A 2-2 has to draw if it is not split: following the best decisions is worth what they are worth."""
    found = edge(rules_of("pontoon"))
    followed = edge(found.rules, strategy=found.strategy)
    assert found.choices[FIRST, hand_number(cards("2s 2d")), 6] == SPLIT
    assert (followed.choices == found.choices).all()
    assert followed.expected_value == found.expected_value


def test_a_pair_is_split_by_its_suits_where_bonuses_depend_on_them() -> None:
    found = edge(what_if(rules_of("players-edge"), **PAID_BY_SUIT))
    partly = (found.whole > 0.0) & (found.whole < found.dealt)
    sevens, eights = hand_number(cards("7s 7d")), hand_number(cards("8s 8d"))
    assert set(map(tuple, numpy.argwhere(partly).tolist())) == {(sevens, 7), (eights, 1)}
    others = found.option[[STAND, HIT, DOUBLE, SURRENDER], eights, 1]
    for first, second in product(range(4), repeat=2):
        splits = found.by_suits[8, 1, first, second, NO_SUIT] > numpy.nanmax(others)
        chosen = found.pairs[2, first, second, NO_SUIT, 1]
        assert (chosen == SPLIT) == splits
        two, up = (8 * 4 + first, 8 * 4 + second), card("Ah")
        assert decision_by_composition(found.strategy, two, up, OPTIONS) == OPTIONS[chosen]
    # One decision for all suits, the better one on average, wins less.
    pooled = found.choices.copy()
    for state, up in numpy.argwhere(partly):
        pooled[FIRST, state, up] = numpy.nanargmax(found.option[:, state, up])
    rules = found.rules
    assert edge(rules, strategy=pooled).expected_value < found.expected_value - 5e-7
    assert edge(rules, strategy=found.strategy).expected_value == found.expected_value
    law = round_law(found)
    assert law.mean == pytest.approx(found.expected_value, abs=1e-12)
    assert law.probabilities.sum() == pytest.approx(1.0, abs=1e-12)


def test_hands_are_followed_and_charts_found_where_a_pair_is_split_by_its_suits() -> None:
    found = edge(what_if(rules_of("players-edge"), **PAID_BY_SUIT))
    often = reached(found)
    met = often[0, : len(hand_numbers().hard)][hand_numbers().size == 2].sum()
    suited = often[0, len(hand_numbers().hard) :].sum()
    assert met + suited == pytest.approx(1.0, abs=1e-12)
    chart = best_chart(found.rules)
    assert found.expected_value - 1e-3 < chart.edge.expected_value < found.expected_value


@pytest.mark.parametrize("book", BOOKS)
def test_the_suit_of_an_up_card_that_is_no_6_7_or_8_changes_no_decision(book: str) -> None:
    choices = edge(rules_of(book)).choices
    multisets = len(hand_numbers().hard)
    for pair in range(4):
        for suit in range(4):
            of_other_suit, of_its_suit = (
                choices[:, suited_state(pair, suit, up_suited, multisets)] for up_suited in (False, True)
            )
            for up in (1, 2, 3, 4, 5, 9, 10):
                assert (of_other_suit[:, up] == of_its_suit[:, up]).all()


@pytest.mark.parametrize(("book", "most_doubles"), [("players-edge", 3), ("maryland", 2), ("uk-casino", 3)])
def test_what_only_unsplit_hands_are_paid_changes_no_split_hand(book: str, most_doubles: int) -> None:
    rules = what_if(rules_of(book), most_doubles=most_doubles, bonus_on_split=False)
    plain, paid = (edge(what_if(rules, bonus_on_double=pays)) for pays in (False, True))
    assert numpy.nanmax(paid.first.doubled - plain.first.doubled) > 0.01
    numpy.testing.assert_array_equal(paid.option[SPLIT], plain.option[SPLIT])


def test_bonuses_on_doubled_hands_are_worth_six_and_a_quarter_basis_points() -> None:
    rules = rules_of("players-edge")
    plain, paid = edge(rules), edge(what_if(rules, bonus_on_double=True))
    assert (paid.expected_value - plain.expected_value) * 10_000 == pytest.approx(6.25, abs=0.005)
    twos = hand_number((2 * 4, 2 * 4 + 1))
    assert paid.option[SPLIT, twos, 6] == pytest.approx(0.3190, abs=5e-5)


@pytest.mark.parametrize("gone", ["A", "7", "8"])
def test_a_shoe_without_a_rank_has_a_value(gone: str) -> None:
    removed = " ".join(f"{gone}{suit}" for suit in "cdhs" for _ in range(6))
    found = edge(rules_of("massachusetts"), shoe_without(6, removed))
    assert -0.2 < found.expected_value < 0.1
    assert round_law(found).mean == pytest.approx(found.expected_value, abs=1e-12)


def test_fixed_money_pays_the_super_bonus_and_other_people() -> None:
    rules = rules_of("maryland")
    plain = edge(rules).expected_value
    small, large = (analysis_of(rules, money=FixedMoney(wager)) for wager in (500, 2500))
    crowd = analysis_of(rules, money=FixedMoney(500, 5))
    assert plain < large.expected_value <= small.expected_value < crowd.expected_value
    assert large.law.mean == pytest.approx(large.edge.expected_value, abs=1e-12)


@pytest.mark.parametrize("book", BOOKS)
def test_up_cards_splits_and_the_distribution_add_up_to_the_value_with_other_people(book: str) -> None:
    found = analysis_of(rules_of(book), money=FixedMoney(5_00, 3))
    summary = edge_summary(found)
    value = summary["expected_value"]
    assert found.law.envy > 1e-6
    assert value == pytest.approx(found.edge.expected_value + found.law.envy, abs=1e-15)
    by_up = sum(row["probability"] * row["expected_value"] for row in summary["by_up_card"])
    by_split = sum(row["contribution"] for row in summary["by_split"])
    by_result = sum(row["probability"] * row["result"] for row in summary["distribution"])
    assert (by_up, by_split, by_result) == pytest.approx((value, value, value), abs=1e-12)
    assert sum(row["probability"] for row in summary["distribution"]) == pytest.approx(1.0, abs=1e-12)


def test_the_super_bonus_and_that_of_others_are_among_the_bonuses() -> None:
    rules = rules_of("maryland")
    found = analysis_of(rules, money=FixedMoney(5_00, 3))
    names = [bonus.name for bonus in found.bonuses]
    assert names[-2:] == ["super bonus", "others' super bonus"]
    own, others = found.bonuses[-2:]
    assert own.contribution == pytest.approx(own.probability * 200, rel=1e-12)
    assert others.probability == pytest.approx(3 * own.probability, rel=1e-12)
    assert others.contribution == pytest.approx(found.law.envy, rel=1e-12)
    without = analysis_of(what_if(rules, super_bonus_small=0), money=FixedMoney(5_00, 3))
    assert without.bonuses[-2].contribution == 0.0
    assert len(analysis_of(rules).bonuses) == 10


def test_what_replaces_the_odds_adds_only_what_is_beyond_them() -> None:
    rules = rules_of("maryland")
    money = FixedMoney(5_00)
    on_top = analysis_of(rules, money=money)
    instead = analysis_of(what_if(rules, super_bonus_replaces_odds=True), money=money)
    lost = on_top.bonuses[-1].contribution - instead.bonuses[-1].contribution
    assert on_top.expected_value - instead.expected_value == pytest.approx(lost, abs=1e-12)


def test_the_element_of_risk_is_the_edge_on_everything_wagered() -> None:
    found = analysis_of(rules_of("maryland"))
    summary = edge_summary(found)
    assert summary["element_of_risk"] == pytest.approx(summary["house_edge"] / summary["average_wager"])
    assert 0.003 < summary["element_of_risk"] < summary["house_edge"]


def test_insurance_by_the_hand_held_is_insurance_over_all_hands() -> None:
    for book in BOOKS:
        insurance = edge_summary(analysis_of(rules_of(book)))["insurance"]
        rows = insurance["hands"]
        assert sum(row["probability"] for row in rows) == pytest.approx(1.0, abs=1e-12)
        mean = sum(row["probability"] * row["expected_value"] for row in rows)
        assert mean == pytest.approx(insurance["expected_value"], abs=1e-12)
    by_hand = {
        tuple(row["cards"]): row
        for row in edge_summary(analysis_of(rules_of("maryland")))["insurance"]["hands"]
    }
    # 72 ten-value cards among 288; the ace and two cards are seen.
    assert by_hand["10", "10"]["blackjack"] == pytest.approx(70 / 285)
    assert by_hand["8", "9"]["blackjack"] == pytest.approx(72 / 285)
    assert by_hand["8", "9"]["expected_value"] == pytest.approx(3 * 72 / 285 - 1)


def test_without_aces_there_is_no_insurance_and_without_court_cards_it_is_lost() -> None:
    rules = rules_of("maryland")
    no_aces = shoe_without(6, "Ac Ad Ah As " * 6)
    no_court_cards = shoe_without(6, "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks " * 6)
    assert edge_summary(analysis_of(rules, no_aces))["insurance"] == {"hands": []}
    lost = edge_summary(analysis_of(rules, no_court_cards))["insurance"]
    assert {lost["expected_value"], *(row["expected_value"] for row in lost["hands"])} == {-1.0}


def test_in_the_picture_of_a_distribution_a_likelier_result_is_higher_and_a_gain_is_on_the_right() -> None:
    law = analysis_of(rules_of("maryland")).law
    drawn = distribution_svg(law)
    chances = {
        f"{result:+g}": float(chance) for result, chance in zip(law.results, law.probabilities, strict=True)
    }
    place = r'x="([-\d.]+)" y="([\d.]+)" width="16" height="([\d.]+)"'
    found = re.findall(rf'<rect {place} class="(\w+)"><title>([^:]+): ([\d.]+)%', drawn)
    assert len(found) > 15
    places = {name: (float(x), float(y), float(tall)) for x, y, tall, _, name, _ in found}
    floor = max(y + tall for _, y, tall in places.values())
    for x, y, tall, kind, name, percent in found:
        assert float(percent) == pytest.approx(100 * chances[name], abs=6e-6)
        assert float(y) + float(tall) == pytest.approx(floor, abs=0.2), "all bars rest on the same line"
        assert kind == ("loss" if float(name) < 0 else "win" if float(name) > 0 else "tie")
        for other, (there, high, _) in places.items():
            if chances[name] > 1.05 * chances[other]:
                assert float(y) < high
            if float(name) < float(other):
                assert float(x) < there
