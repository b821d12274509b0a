"""How the hands of a split box end together: against complete enumeration, and by the laws behind it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import comb, perm

import numpy
import pytest
from box_laws import BoxEnumeration, Law
from hypothesis import given
from hypothesis import strategies as st
from test_analysis_enumeration import ACES, HIGH, MIXED, shoe_of

from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_without
from spanish21.analysis.law.distribution import _Distribution, _tilted, one_digit, round_law
from spanish21.analysis.law.hand_laws import split_laws
from spanish21.analysis.law.shares import order_within, shares_of, suited_row
from spanish21.analysis.law.split_boxes import split_boxes
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import card, cards
from spanish21.game.hands import value
from spanish21.game.rules import Rules, what_if
from spanish21.strategy import FIRST, SPLIT, STAND, CompositionStrategy, hand_number

TAKES = "dealer_blackjack_takes"
MARYLAND, UK, MASSACHUSETTS = map(rules_of, ("maryland", "uk-casino", "massachusetts"))
SUITED = "Ks Ks Ks Ks Ks Ks Ks 8s 8h 8s 8h 8s 7s 7s 7s 7h 7d 7d 7h 6s 6h 6s 6h"
BOXES = [
    (what_if(MARYLAND, most_hands=3), HIGH, "8s 8s", "6s", 1e-12),
    (what_if(MARYLAND, most_hands=4), ACES, "Ad Ad", "9s", 5e-6),
    (what_if(MARYLAND, most_hands=2), MIXED, "8s 8s", "7s", 2e-5),
    (what_if(rules_of("players-edge"), most_hands=3), HIGH, "7s 7s", "6s", 1e-11),
    (what_if(UK, most_hands=3), ACES, "Ad Ad", "Ks", 3e-7),
    (what_if(UK, most_hands=3, **{TAKES: "all"}), ACES, "Ad Ad", "Ks", 3e-7),
    (what_if(MASSACHUSETTS, most_hands=4, **{TAKES: "original_or_busted"}), ACES, "9s 9s", "Ks", 1e-6),
]


def assert_within(exact: Mapping[Fraction, Fraction], found: Edge, pair: int, up: int, within: float) -> None:
    """The law of a split box is as near to the exact one as it should be, and as it says."""
    law = _Distribution(found, [])
    law.add_split(pair, up, 1.0, split_laws(found).law[pair, up])
    places = {round(float(result) / law.step): float(chance) for result, chance in exact.items()}
    assert len(places) > 3
    away = [abs(places.get(place, 0.0) - law.chances.get(place, 0.0)) for place in {*places, *law.chances}]
    assert max(away) < within
    assert max(away) < one_digit(max(map(abs, law.changes.values()))), "more than the error that is stated"


def counted(shoe: str) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(Counter(cards(shoe)).items()))


@pytest.mark.parametrize(("rules", "shoe", "hand", "up", "within"), BOXES)
def test_the_law_of_a_split_box_is_that_of_a_complete_enumeration(
    rules: Rules, shoe: str, hand: str, up: str, within: float
) -> None:
    # Shoes of 22 to 28 cards: a book's six decks have ten times as many, and errors are smaller there.
    exact = BoxEnumeration(rules, card(up), counted(shoe)).split_law(cards(hand))
    assert_within(exact, edge(rules, shoe_of(shoe)), value(cards(hand)[0]), value(card(up)), within)


def law_of_eights(rules: Rules, deals: Iterable[tuple[str, str]]) -> Law:
    """The law of 8s that are split against a 6 from the suited shoe, if only these are dealt: pair and 6."""
    together, left, every = Law(), dict(counted(SUITED)), 0
    for pair, six in deals:
        (first, second), up = cards(pair), card(six)
        often = left[up] * left[first] * (left[second] - (first == second))
        every += often
        slow = BoxEnumeration(rules, up, counted(SUITED))
        together = together + Fraction(often) * slow.split_law((first, second))
    return Fraction(1, every) * together


def test_the_suits_of_split_hands_are_joined_too() -> None:
    rules = what_if(MASSACHUSETTS, most_hands=2)
    together = law_of_eights(rules, product(("8s 8s", "8s 8h", "8h 8s", "8h 8h"), ("6s", "6h")))
    assert sum(together.values()) == 1
    assert_within(together, edge(rules, shoe_of(SUITED)), 8, 6, 3e-6)


def test_boxes_are_joined_of_the_pairs_whose_suits_are_split() -> None:
    rules = what_if(MASSACHUSETTS, most_hands=2)
    best = edge(rules, shoe_of(SUITED)).strategy
    choices, pairs = best.choices.copy(), numpy.full((3, 4, 4, 5, 11), STAND, dtype=numpy.int8)
    choices[FIRST, hand_number(cards("8s 8h")), 6] = STAND
    deals = [("8s 8s", "6h"), ("8s 8h", "6s"), ("8h 8h", "6s"), ("8h 8h", "6h")]
    for pair, six in deals:
        first, second = cards(pair)
        pairs[2, first & 3, second & 3, card(six) & 3, 6] = SPLIT
    found = edge(rules, shoe_of(SUITED), strategy=CompositionStrategy("", choices, pairs))
    assert_within(law_of_eights(rules, deals), found, 8, 6, 3e-6)


def test_suits_of_a_rank_are_drawn_without_replacement_too() -> None:
    left = full_shoe(6).values
    plain, suited = shares_of(left, 3), shares_of(left, 3, full_shoe(6).ranks[6:9])
    assert suited.rows.shape[1] == plain.rows.shape[1] + 18 + 18 * 18
    spade, other = suited_row(7, 3, True), suited_row(7, 3, False)
    assert suited.rows[spade] + suited.rows[other] == pytest.approx(suited.rows[7], abs=1e-15)
    # With replacement, or with the suits drawn independently, the first is 15 % or 20 % higher.
    both = float((suited.weights[-1] * suited.rows[spade] ** 2).sum())
    assert both == pytest.approx(6 * 5 / (288 * 287), rel=0.01)
    mixed = float((suited.weights[-1] * suited.rows[spade] * suited.rows[other]).sum())
    assert mixed == pytest.approx(6 * 18 / (288 * 287), rel=0.01)


@pytest.mark.parametrize("drawn", [(8, 8), (1, 8, 10), (2, 2, 3, 3, 10), (9, 10, 10, 1, 1, 5), (4,) * 5])
def test_shares_give_cards_their_chance_without_replacement(drawn: tuple[int, ...]) -> None:
    counts = full_shoe(6).values
    left, exact = counts.copy(), 1.0
    for one in drawn:
        exact *= left[one] / left.sum()
        left[one] -= 1
    shares = shares_of(counts, 4)
    product = numpy.prod([shares.rows[one] for one in drawn], axis=0)
    away = [abs(float((weights * product).sum()) / exact - 1.0) for weights in shares.weights]
    assert all(later < earlier / 5 for earlier, later in pairwise(away) if earlier > 1e-12)
    assert away[-1] < 1e-7
    assert shares.weights.sum(axis=1) == pytest.approx(numpy.ones(5), abs=1e-12)


def test_shares_of_few_values_are_exact() -> None:
    counts = numpy.array([0, 3, 0, 0, 0, 0, 0, 0, 5, 0, 14])
    order = order_within(counts, 1200)
    assert order_within(full_shoe(6).values, 1200) == 3 < order
    shares = shares_of(counts, order)
    drawn = shares.rows[1] ** 2 * shares.rows[8] * shares.rows[10] ** 2
    exact = 3 * 2 * 5 * 14 * 13 / (22 * 21 * 20 * 19 * 18)
    assert float((shares.weights[-1] * drawn).sum()) == pytest.approx(exact, rel=1e-11)
    assert shares.rows[1:11].sum(axis=0) == pytest.approx(numpy.ones(len(drawn)), abs=1e-14)
    assert (shares.rows[2] == 0.0).all()


def test_a_higher_order_changes_less_than_the_stated_error() -> None:
    found = edge(what_if(MARYLAND, decks=2))
    for pair, up in ((8, 6), (3, 4)):
        law = split_laws(found).law[pair, up]
        laws = []
        for points in (200, 1200):
            one = _Distribution(found, [])
            one.add_split(pair, up, 1.0, law, points)
            laws.append(one)
        low, high = laws
        away = max(abs(low.chances[place] - chance) for place, chance in high.chances.items())
        stated, then = (max(map(abs, one.changes.values())) for one in laws)
        assert away < stated / 5
        assert then < stated / 5


def test_boxes_without_a_limit_have_as_many_hands_as_their_cards_make() -> None:
    ((_, box),) = split_boxes(edge(UK), 8, 6)
    keys = [(1, 0, 0)] * len(box.ends)
    by_end = [[chances[:, 0].sum() for _, chances in box.joined(dealer, keys)] for dealer in range(7)]
    by_hands = numpy.array(by_end).sum(axis=0)
    assert by_hands.sum() == pytest.approx(1.0, abs=1e-12)
    for further in range(len(by_hands) - 2):
        # The further 8s, then a card that is no 8 for every hand.
        ways = comb(2 * further + 2, further) // (further + 1)
        of_cards = Fraction(perm(22, further) * perm(263, further + 2), perm(285, 2 * further + 2))
        assert by_hands[further + 1] == pytest.approx(float(ways * of_cards), abs=1e-12)


@pytest.mark.parametrize("gone", ["4h 9s Jd Qc Qh", "3s 5d Jd Qc Qh"])
def test_a_shoe_with_283_cards_is_possible(gone: str) -> None:
    found = edge(what_if(MASSACHUSETTS, pays_blackjack=(6, 5)), shoe_without(6, gone))
    law = round_law(found)
    assert law.probabilities.min() >= 0.0
    assert law.mean == pytest.approx(found.expected_value, abs=1e-12)


@given(st.integers(-1000, 1000), st.floats(1e-9, 1.0), st.floats(-1e-9, 1e-9))
def test_a_law_of_one_result_is_never_tilted(place: int, chance: float, away: float) -> None:
    chances = numpy.array([chance, 0.0])
    tilted = _tilted(numpy.array([place, place + 3]), chances, place * chance + away)
    assert (tilted == chances).all()


def test_an_error_has_one_digit_and_is_rounded_up() -> None:
    assert [one_digit(error) for error in (3.2e-10, 9.6e-9, 2e-7, 0.0)] == [4e-10, 1e-8, 2e-7, 1e-13]
