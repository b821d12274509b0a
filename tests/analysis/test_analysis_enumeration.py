"""The analyser against a complete enumeration in fractions of small shoes."""

import numpy
import pytest
from enumeration import Enumeration

from spanish21.analysis.hands.shoe_counts import Shoe, shoe_of_counts
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import card, cards
from spanish21.game.hands import value
from spanish21.game.rules import Rules, what_if
from spanish21.strategy import OPTIONS, hand_state

MIXED = "Ks Ks Ks Ks Ks Ks 8s 8s 8h 8h 8h 7s 7s 7s 7h 7h 6s 6s 6d 6d Ad Ad Ad 3c 3c 3c 5d 5d"
HIGH = "Ks Ks Ks Ks Ks Ks Ks 8s 8s 8s 8s 8s 7s 7s 7s 7s 7d 7d 7d 6s 6s 6s"
ACES = "Ks Ks Ks Ks Ks Ks Ks Ks Ad Ad Ad Ad Ad 9s 9s 9s 9s 7s 7s 7s 7s 7s"


def shoe_of(text: str) -> Shoe:
    counts = numpy.zeros((14, 4), dtype=numpy.int64)
    for one in cards(text):
        counts[one >> 2, one & 3] += 1
    return shoe_of_counts(counts)


def assert_agrees(rules: Rules, shoe: str, hand: str, up: str) -> None:
    """Every option of a hand is worth the same both ways."""
    found: Edge = edge(rules, shoe_of(shoe))
    laid = cards(shoe)
    slow = Enumeration(rules, card(up), tuple(sorted({one: laid.count(one) for one in laid}.items())))
    pair, up_value = cards(hand), value(card(up))
    state = hand_state(pair, card(up))
    blackjack = 0.0 if slow.reader else 1.0 - found.no_blackjack[state, up_value]
    for option, exact in slow.options(pair).items():
        priced = found.option[OPTIONS.index(option), state, up_value]
        if option == "split":
            suit = card(up) & 3 if 6 <= up_value <= 8 else 4
            priced = found.by_suits[value(pair[0]), up_value, pair[0] & 3, pair[1] & 3, suit]
        assert float(exact) == pytest.approx(priced - blackjack, abs=1e-12), option


@pytest.mark.parametrize("book", ["maryland", "players-edge", "massachusetts", "uk-casino"])
@pytest.mark.parametrize(("hand", "up"), [("8s 7s", "6s"), ("6s 7s", "8s"), ("Ad 5d", "Ks")])
def test_standing_hitting_and_doubling(book: str, hand: str, up: str) -> None:
    assert_agrees(rules_of(book), MIXED, hand, up)


@pytest.mark.parametrize(
    ("book", "hand", "up"),
    [
        ("maryland", "8s 8s", "6s"),
        ("players-edge", "8s 8s", "7d"),
        ("massachusetts", "7s 7d", "7s"),
        ("massachusetts", "6s 6s", "8s"),
        ("massachusetts", "8s 8s", "7s"),
    ],
)
def test_splitting_to_three_hands(book: str, hand: str, up: str) -> None:
    assert_agrees(what_if(rules_of(book), most_hands=3), HIGH, hand, up)


def test_splitting_to_four_hands() -> None:
    assert_agrees(what_if(rules_of("massachusetts"), most_hands=4), HIGH, "8s 8s", "Ks")


@pytest.mark.parametrize("takes", ["original", "all"])
def test_split_aces_without_a_hole_card(takes: str) -> None:
    rules = what_if(rules_of("uk-casino"), most_hands=3, dealer_blackjack_takes=takes)
    assert_agrees(rules, ACES, "Ad Ad", "Ks")


def test_split_aces_that_take_one_card() -> None:
    rules = what_if(
        rules_of("maryland"), most_hands=4, split_aces_one_card=True, two_card_21_after_split="ties"
    )
    assert_agrees(rules, ACES, "Ad Ad", "9s")


@pytest.mark.parametrize("takes", ["original_or_busted", "all"])
def test_a_doubled_hand_against_a_blackjack_that_nobody_knew_of(takes: str) -> None:
    rules = what_if(rules_of("massachusetts"), dealer_blackjack_takes=takes)
    assert_agrees(rules, MIXED, "8s 3c", "Ks")


@pytest.mark.parametrize(("hand", "up"), [("7s 7s", "Ad"), ("9s 9s", "Ad"), ("9s 9s", "Ks"), ("7s 7s", "Ks")])
@pytest.mark.parametrize("most_hands", [2, 3, 4])
def test_busted_hands_of_a_split_box_against_a_blackjack_that_nobody_knew_of(
    hand: str, up: str, most_hands: int
) -> None:
    rules = what_if(
        rules_of("massachusetts"), most_hands=most_hands, dealer_blackjack_takes="original_or_busted"
    )
    assert_agrees(rules, ACES, hand, up)


@pytest.mark.parametrize("one_card", [False, True])
def test_aces_that_may_not_be_split_again(one_card: bool) -> None:
    rules = what_if(
        rules_of("maryland"), most_hands=4, may_split_aces_again=False, split_aces_one_card=one_card
    )
    assert_agrees(rules, ACES, "Ad Ad", "9s")
    assert_agrees(rules, ACES, "9s 9s", "7s")


def test_no_limit_on_hands_is_the_limit_that_cannot_be_reached() -> None:
    # Five aces: a box never has more than five hands.
    without = edge(what_if(rules_of("uk-casino"), most_hands=0), shoe_of(ACES))
    limited = edge(what_if(rules_of("uk-casino"), most_hands=5), shoe_of(ACES))
    assert without.by_suits[1, 7] == pytest.approx(limited.by_suits[1, 7], abs=1e-12)
    assert without.expected_value != limited.expected_value  # court cards can still be split further
