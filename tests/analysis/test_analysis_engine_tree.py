"""The analyser against every card of small shoes through the game's own `decide` (see engine_tree.py).

Every decision that the tree meets is compared, not the first alone: what each option of each hand is worth,
whole or split, doubled or not, on two cards or eight; and that the analyser knows the same options.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy
import pytest
from engine_tree import Decision, EngineTree, are_of_bonus

from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import Shoe, shoe_of_counts
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import CARD_TEXT, card, cards
from spanish21.game.hands import value
from spanish21.game.rules import WORDS, Rules, what_if
from spanish21.game.table import Hand
from spanish21.strategy import OPTIONS, decision_by_composition, hand_number, hand_state

EXACT = 1e-12
ORIGINAL = WORDS["dealer_blackjack_takes"].index("original")
OR_BUSTED = WORDS["dealer_blackjack_takes"].index("original_or_busted")

SHOES = {
    "every": "Ks Ks Ks Ks Qh Qh Jd Jd 8s 8s 8s 7s 7s 7d 6s 6s 6s Ad Ad Ac",
    "few tens": "Ks Ks Ks Qh Qh Jd 8s 8s 8s 8s 7s 7s 7d 6s 6s 6s Ad Ad Ac Ac",
    "eights": "Ks Ks Ks Ks Qh Qh Jd Jd 8s 8s 8s 8h 8d 7s 7s 7d 6s 6s 6h Ad Ad",
    "four eights": "Ks Ks Ks Ks Qh Qh Jd Jd 8s 8s 8h 8d 7s 7s 7d 6s 6s 6h Ad Ad",
    "sevens": "Ks Ks Ks Ks Qh Qh Jd Jd 8s 8s 8h 7s 7s 7s 7d 7d 6s 6s Ad Ad",
    "fives": "Ks Ks Ks Ks Qh Qh Jd Jd 8s 8s 8h 7s 7s 7s 7d 6s 6s 5s 5s Ad",
    "fixed": "Ks Ks Ks Ks Qh Qh Jd Jd 8s 8s 8h 7s 7s 7s 7s 7d 6s 6s Ad Ad",
    "sixes": "Ks Ks Ks Ks Qh Qh Jd Jd 8s 8s 8h 7s 7s 7d 6s 6s 6h 6s Ad Ad",
    "aces": "Ks Ks Ks Qh Qh Jd Jd Jd 9s 9s 9h 7s 7s 7d Ad Ad Ac Ad Ac 5d",
    "four aces": "Ks Ks Ks Qh Qh Jd Jd Jd 9s 9s 9h 7s 7s 7d Ad Ad Ac Ac 5d 5c",
    "low": "Ks Ks Qh Qh Jd Ad Ad Ad Ad Ac Ac 2c 2c 2c 2d 7s 7s 7d 9s 9s",
}


class Compared(NamedTuple):
    """One value found both ways."""

    option: str
    hand: str
    played: float
    priced: float


def shoe_of(shoe: str, further: str = "") -> Shoe:
    """The analyser's shoe of that name, with further cards in it."""
    counts = numpy.zeros((14, 4), dtype=numpy.int64)
    for one in cards(f"{SHOES[shoe]} {further}"):
        counts[one >> 2, one & 3] += 1
    return shoe_of_counts(counts)


def text_of(hand: Hand, up: int) -> str:
    words = [CARD_TEXT[one] for one in hand.cards] + ["split"] * hand.split + ["doubled"] * hand.times_doubled
    return f"{' '.join(words)} against {CARD_TEXT[up]}"


def priced(found: Edge, tree: EngineTree, decision: Decision) -> dict[str, float]:
    """What the analyser says of the options of a hand, those that it does not know left out."""
    hand, up = decision.hand, value(tree.up)
    values = found.split if hand.split else found.first
    if hand.times_doubled:
        numbers = values.doubled_option[:, hand.times_doubled, hand_number(hand.cards), up]
        said = dict(zip(("stand", "rescue", "double", "draw"), numbers.tolist(), strict=True))
    else:
        state = hand_state(hand.cards, tree.up)
        said = dict(zip(OPTIONS, values.option[:, state, up].tolist(), strict=False))
        if len(hand.cards) == 2 and not hand.split:
            first, second = hand.cards
            said["surrender"] = float(found.option[OPTIONS.index("surrender"), state, up])
            if value(first) == value(second) and tree.rules.most_hands != 1:
                suit = tree.up & 3 if 6 <= up <= 8 else 4
                said["split"] = float(found.by_suits[value(first), up, first & 3, second & 3, suit])
    return {option: worth for option, worth in said.items() if not numpy.isnan(worth)}


def compared(found: Edge, tree: EngineTree) -> Iterator[Compared]:
    """Every value that the tree found, beside the analyser's."""
    rules = tree.rules
    unknown = not tree.reader
    for decision in tree.decisions.values():
        hand = decision.hand
        if (
            len(hand.cards) == 3
            and are_of_bonus(hand.cards)
            and (rules.bonus_on_double or rules.may_double_21)
        ):
            continue  # the analyser adds what its suits are worth one card earlier
        if unknown and hand.split and rules.dealer_blackjack_takes == OR_BUSTED:
            continue  # the other hands' busts are counted in the value of the split alone
        said = priced(found, tree, decision)
        text = text_of(hand, tree.up)
        assert said.keys() == decision.options.keys(), text
        # The analyser leaves out the loss of the original wager to a Blackjack that nobody knew of.
        left_out = float(decision.blackjack) if unknown else 0.0
        if unknown and hand.split and rules.dealer_blackjack_takes != ORIGINAL:
            # Of a split hand it may count that loss or leave it out; the decision is what is used of it.
            left_out = said["stand"] - float(decision.options["stand"])
        for option, worth in decision.options.items():
            yield Compared(option, text, float(worth) + left_out, said[option])


def disagreements(found: Edge, tree: EngineTree) -> list[Compared]:
    return [one for one in compared(found, tree) if not abs(one.played - one.priced) < EXACT]


def missteps(found: Edge, tree: EngineTree) -> list[str]:
    """Decisions for which the analyser's strategy has something else than the best option."""
    wrong = []
    for decision in tree.decisions.values():
        hand, options = decision.hand, decision.options
        chosen = decision_by_composition(
            found.strategy, hand.cards, tree.up, options, hand.times_doubled, hand.split
        )
        if options[chosen] < max(options.values()):
            wrong.append(f"{chosen} with {text_of(hand, tree.up)}")
    return wrong


def walked(rules: Rules, shoe: str, up: str, *hands: str, **ways: Any) -> EngineTree:
    """A tree in which these hands have been played in every way."""
    tree = EngineTree(rules, card(up), cards(SHOES[shoe]), **ways)
    for hand in hands:
        tree.first_decision(cards(hand))
    return tree


def assert_agrees(rules: Rules, shoe: str, up: str, *hands: str) -> EngineTree:
    """Every option of these hands, and of every hand that they lead to, is worth the same both ways."""
    tree, found = walked(rules, shoe, up, *hands), edge(rules, shoe_of(shoe))
    assert disagreements(found, tree) == []
    assert missteps(found, tree) == []
    assert tree.toss_ups == 0
    return tree


def deals(tree: EngineTree) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Every first two cards and their chance, given the up card."""
    left = list(zip(tree.cards, tree.without((tree.up,)), strict=True))
    size = sum(count for _, count in left)
    for place, (first, count) in enumerate(left):
        for second, others in left[place:]:
            ways = count * (count - 1) if first == second else 2 * count * others
            if ways:
                yield (first, second), Fraction(ways, size * (size - 1))


MARYLAND, V1, MASSACHUSETTS, EDGE_21, UK = BOOKS = (
    "maryland",
    "maryland-v1",
    "massachusetts",
    "players-edge",
    "uk-casino",
)


@pytest.mark.parametrize("up", ["Qh", "Ad", "8s"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_two_cards_and_what_the_up_card_is_worth(book: str, up: str) -> None:
    # With no limit on hands, eight tens could outlast the shoe.
    shoe = "few tens" if (book, up) == (UK, "8s") else "every"
    rules = rules_of(book)
    tree, found = EngineTree(rules, card(up), cards(SHOES[shoe])), edge(rules, shoe_of(shoe))
    mean = sum((chance * tree.best(hand) for hand, chance in deals(tree)), Fraction(0))
    assert disagreements(found, tree) == []
    assert missteps(found, tree) == []
    assert float(mean) == pytest.approx(found.by_up[value(card(up))], abs=EXACT)
    assert tree.toss_ups == 0
    assert tree.most_hands >= 4
    assert min(tree.most_cards) >= 4
    assert tree.dealers == {"stood", "bust"} | ({"Blackjack"} if up in ("Qh", "Ad") else set())
    met = {option for decision in tree.decisions.values() for option in decision.options}
    assert met == {"stand", "hit", "double", "split"} | ({"surrender", "rescue"} if book != UK else set())
    again = {d.hand.times_doubled for d in tree.decisions.values() if "double" in d.options}
    assert again == ({0, 1, 2} if book == EDGE_21 else {0})


@pytest.mark.parametrize("book", BOOKS)
def test_hands_of_many_cards(book: str) -> None:
    tree = assert_agrees(rules_of(book), "low", "9s", "Ad 2c")
    assert tree.most_cards[0] >= 8
    why = {reason for reason, _, doubles in tree.paid if not doubles}
    assert why >= {"pays_five_card_21", "pays_six_card_21", "pays_seven_card_21"}


SPLITS = (
    (MARYLAND, "four eights", "6h", "8s 8d"),
    (MARYLAND, "four aces", "Qh", "Ad Ac"),
    (V1, "sevens", "6s", "7s 7d"),
    (V1, "aces", "Ad", "Ad Ac"),
    (MASSACHUSETTS, "sevens", "8h", "7s 7d"),
    (MASSACHUSETTS, "sixes", "7d", "6s 6h"),
    (MASSACHUSETTS, "four aces", "Qh", "Ad Ac"),
    (EDGE_21, "sevens", "8h", "7s 7d"),
    (EDGE_21, "aces", "Ad", "Ad Ac"),
    (UK, "sevens", "8h", "7s 7d"),
    (UK, "four aces", "Qh", "Ad Ac"),
)


@pytest.mark.parametrize(("book", "shoe", "up", "pair"), SPLITS)
def test_splits_to_the_limit(book: str, shoe: str, up: str, pair: str) -> None:
    tree = assert_agrees(rules_of(book), shoe, up, pair)
    of_pair = sum(value(one) == value(card(pair[:2])) for one in cards(SHOES[shoe])) - (up[0] == pair[0])
    assert tree.most_hands == (4 if book != UK else of_pair)
    assert tree.most_cards[True] >= 3
    assert "bust" in tree.dealers
    why = {reason for reason, split, _ in tree.paid if split}
    assert any(reason[:5] == "pays_" for reason in why - {"pays_win"}) == (book == MASSACHUSETTS)


READINGS: tuple[tuple[str, str, str, str, dict[str, Any], int], ...] = (
    # The limit of hands.
    (MASSACHUSETTS, "eights", "6h", "8s 8d", {"most_hands": 2}, 2),
    (MASSACHUSETTS, "eights", "6h", "8s 8d", {"most_hands": 3}, 3),
    (MASSACHUSETTS, "aces", "Ad", "Ad Ac", {"most_hands": 0}, 4),
    (MARYLAND, "four aces", "Qh", "Ad Ac", {"most_hands": 3}, 3),
    (EDGE_21, "four aces", "Ad", "Ad Ac", {"most_hands": 2}, 2),
    (UK, "four aces", "Qh", "Ad Ac", {"most_hands": 3}, 3),
    (MARYLAND, "four eights", "Qh", "8s 8h", {"may_split_again": False}, 2),
    (V1, "sevens", "8h", "7s 7d", {"may_split_again": False}, 2),
    (UK, "four eights", "Ad", "8s 8h", {"may_split_again": False}, 2),
    # Soft 17.
    (MARYLAND, "every", "6s", "8s 8s", {"dealer_hits_soft_17": True}, 3),
    (MASSACHUSETTS, "every", "6s", "8s 8s", {"dealer_hits_soft_17": True}, 3),
    (EDGE_21, "every", "6s", "8s 8s", {"dealer_hits_soft_17": False}, 3),
    # A two-card 21 on a split hand.
    (MARYLAND, "four aces", "Ad", "Ad Ac", {"two_card_21_after_split": "ties"}, 3),
    (MARYLAND, "four aces", "Ad", "Ks Qh", {"two_card_21_after_split": "pays_blackjack"}, 4),
    (MASSACHUSETTS, "four aces", "Ad", "Ad Ac", {"two_card_21_after_split": "ties"}, 3),
    (MASSACHUSETTS, "four aces", "Qh", "Ad Ac", {"two_card_21_after_split": "pays_blackjack"}, 4),
    (MASSACHUSETTS, "four aces", "Ad", "Ks Qh", {"two_card_21_after_split": "pays_blackjack"}, 4),
    (UK, "four aces", "Ad", "Ad Ac", {"two_card_21_after_split": "pays_blackjack", "most_hands": 3}, 3),
    # Split aces.
    (MARYLAND, "aces", "Qh", "Ad Ac", {"split_aces_one_card": True}, 4),
    (EDGE_21, "aces", "9s", "Ad Ac", {"split_aces_one_card": True, "two_card_21_after_split": "ties"}, 4),
    (MASSACHUSETTS, "aces", "Qh", "Ad Ac", {"split_aces_one_card": True, "may_split_again": False}, 2),
    (UK, "aces", "Qh", "Ad Ac", {"split_aces_one_card": True}, 5),
    # Bonuses on split hands, in the books that do not pay them; on doubled hands; doubles after a split.
    (MARYLAND, "sevens", "8h", "7s 7d", {"bonus_on_split": True}, 4),
    (V1, "four aces", "Ad", "Ad Ac", {"bonus_on_split": True}, 3),
    (EDGE_21, "every", "8s", "7s 7s", {"bonus_on_split": True}, 3),
    (UK, "every", "8s", "7s 7d", {"bonus_on_split": True}, 3),
    (MASSACHUSETTS, "every", "8s", "7s 7d", {"bonus_on_double": True}, 3),
    (
        EDGE_21,
        "every",
        "8s",
        "7s 7s",
        {"bonus_on_double": True, "bonus_on_split": True, "most_doubles": 2},
        3,
    ),
    (V1, "four eights", "6h", "8s 8d", {"may_double_after_split": False}, 4),
    (MASSACHUSETTS, "four eights", "6h", "8s 8d", {"may_double_after_split": False, "may_rescue": False}, 4),
    (MARYLAND, "four aces", "Ad", "Ad Ac", {"may_double_21": True}, 3),
    (EDGE_21, "every", "6s", "8s 8s", {"rescue_forfeits": "first_wager"}, 3),
    # A hole card that no reader looks at.
    (MARYLAND, "four aces", "Qh", "Ad Ac", {"card_reader": False}, 4),
    (EDGE_21, "four aces", "Ad", "Ad Ac", {"card_reader": False}, 3),
)


@pytest.mark.parametrize(("book", "shoe", "up", "pair", "changes", "hands"), READINGS)
def test_splits_under_other_readings(
    book: str, shoe: str, up: str, pair: str, changes: dict[str, Any], hands: int
) -> None:
    tree = assert_agrees(what_if(rules_of(book), **changes), shoe, up, pair)
    assert tree.most_hands == hands
    assert ("Blackjack" in tree.dealers) == (up in ("Qh", "Ad") and not tree.reader)


NO_HOLE_CARD = ((MASSACHUSETTS, "Qh"), (MASSACHUSETTS, "Ad"), (UK, "Qh"), (UK, "Ad"))


@pytest.mark.parametrize("takes", ["original", "original_or_busted", "all"])
@pytest.mark.parametrize(("book", "up"), NO_HOLE_CARD)
def test_what_a_blackjack_that_nobody_knew_of_takes_from_one_hand(book: str, up: str, takes: str) -> None:
    rules = what_if(rules_of(book), dealer_blackjack_takes=takes)
    tree = assert_agrees(rules, "four aces", up, "Ad 5d", "7s 5c", "9s 7s")
    assert "Blackjack" in tree.dealers
    assert ("dealer_blackjack", False, 1) in tree.paid


@pytest.mark.parametrize("forfeits", ["before_last_double", "first_wager"])
@pytest.mark.parametrize("takes", ["original", "original_or_busted", "all"])
@pytest.mark.parametrize("up", ["Qh", "Ad"])
def test_a_second_double_rescued_before_a_blackjack_that_nobody_knew_of(
    up: str, takes: str, forfeits: str
) -> None:
    changes = {"card_reader": False, "dealer_blackjack_takes": takes, "rescue_forfeits": forfeits}
    tree = assert_agrees(what_if(rules_of(EDGE_21), **changes), "four aces", up, "Ad 5d", "7s 5c")
    rescued = [one for one in tree.decisions.values() if one.hand.times_doubled == 2]
    assert any("rescue" in one.options for one in rescued)


@pytest.mark.parametrize(("book", "up"), NO_HOLE_CARD)
def test_a_blackjack_that_takes_every_wager_of_a_split_box(book: str, up: str) -> None:
    rules = what_if(rules_of(book), dealer_blackjack_takes="all", most_hands=3)
    tree = assert_agrees(rules, "four aces", up, "Ad Ac")
    assert tree.most_hands == 3


@pytest.mark.parametrize(("book", "up"), NO_HOLE_CARD)
def test_a_blackjack_that_takes_busted_wagers_is_exact_on_split_boxes(book: str, up: str) -> None:
    rules = what_if(rules_of(book), dealer_blackjack_takes="original_or_busted", most_hands=2)
    for shoe, pair in (("four aces", "Ad Ac"), ("four eights", "8s 8h")):
        tree, found = walked(rules, shoe, up, pair), edge(rules, shoe_of(shoe))
        assert "split" in tree.first_decision(cards(pair)).options
        assert disagreements(found, tree) == []


def test_decisions_on_doubled_hands_that_differ_after_a_split() -> None:
    rules = what_if(rules_of(EDGE_21), may_double_after_split=False)
    assert_agrees(rules, "every", "6s", "Ad 7s")


def test_suited_sevens_are_split_whatever_the_suit_of_the_up_card() -> None:
    tree = assert_agrees(rules_of(MARYLAND), "fives", "5s", "7s 7s")
    options = tree.first_decision(cards("7s 7s")).options
    assert max(options, key=lambda option: options[option]) == "split"


@pytest.mark.parametrize("takes", ["original", "all"])
def test_two_card_21s_that_beat_a_blackjack_with_no_limit_on_hands(takes: str) -> None:
    changes = {"two_card_21_after_split": "pays_blackjack", "dealer_blackjack_takes": takes}
    rules = what_if(rules_of(UK), **changes)
    assert_agrees(rules, "four aces", "Ad", "Ad Ac")


MONEY: tuple[tuple[str, int, dict[str, Any]], ...] = (
    (MARYLAND, 7_50, {}),
    (V1, 25_50, {"super_bonus_replaces_odds": True}),
    (MASSACHUSETTS, 25_50, {"payout_limit": 60_00}),
    (EDGE_21, 7_50, {"odd_money": "down"}),
    (UK, 25_50, {}),
    (MARYLAND, 5_00, {"smallest_chip": 5_00}),
    (MASSACHUSETTS, 5_00, {"smallest_chip": 5_00, "surrender_half": "up"}),
    (EDGE_21, 15_00, {"smallest_chip": 5_00, "surrender_half": "down"}),
    (V1, 7_77, {"smallest_chip": 1}),
)
LIMITED: tuple[tuple[str, int, dict[str, Any]], ...] = (
    (MARYLAND, 7_50, {"payout_limit": 40_00}),
    (EDGE_21, 25_00, {"payout_limit": 60_00, "super_bonus_replaces_odds": True}),
    (MASSACHUSETTS, 25_00, {"payout_limit": 75_00}),
)


@pytest.mark.parametrize(("book", "wager", "changes"), MONEY)
def test_wagers_in_chips_with_fixed_payouts(book: str, wager: int, changes: dict[str, Any]) -> None:
    rules = what_if(rules_of(book), most_hands=2, **changes)
    found = edge(rules, shoe_of("fixed"), FixedMoney(wager))
    tree = walked(rules, "fixed", "7s", "7s 7s", "6s 8s", wager=wager, counts_bonuses=True)
    assert disagreements(found, tree) == []
    assert missteps(found, tree) == []
    bonus = rules.super_bonus_large if wager >= 25_00 else rules.super_bonus_small
    third = Fraction(1, len(cards(SHOES["fixed"])) - 3)
    assert tree.first_decision(cards("7s 7s")).options["hit"] > third * Fraction(bonus, wager) - 1


@pytest.mark.parametrize(("book", "wager", "changes"), LIMITED)
def test_a_payout_limit_on_everything(book: str, wager: int, changes: dict[str, Any]) -> None:
    changes = {**changes, "payout_limit_covers": "everything", "most_hands": 2}
    rules = what_if(rules_of(book), **changes)
    found = edge(rules, shoe_of("fixed"), FixedMoney(wager))
    tree = walked(rules, "fixed", "7s", "7s 7s", "6s 8s", wager=wager, counts_bonuses=True)
    assert disagreements(found, tree) == []
    assert missteps(found, tree) == []


NOTICED: tuple[tuple[str, str, str, str, dict[str, Any], set[str]], ...] = (
    (MASSACHUSETTS, "four aces", "Ad", "Ad Ac", {"bonus_on_split": False}, {"split"}),
    (MASSACHUSETTS, "four aces", "Ad", "Ad Ac", {"most_hands": 2}, {"split"}),
    (UK, "four aces", "Ad", "Ad Ac", {"two_card_21_after_split": "ties"}, {"split"}),
    (MARYLAND, "four aces", "Ad", "Ad Ac", {"split_aces_one_card": True}, {"split"}),
    (UK, "four aces", "Ad", "Ad Ac", {"dealer_blackjack_takes": "original"}, {"double", "split"}),
    (EDGE_21, "every", "6s", "Ad 7s", {"dealer_hits_soft_17": False}, {"stand", "hit", "double"}),
    (EDGE_21, "every", "6s", "Ad 7s", {"rescue_forfeits": "first_wager"}, {"rescue"}),
    (MASSACHUSETTS, "every", "6s", "8s 7s", {"pays_678_top": (2, 1)}, {"hit"}),
)


@pytest.mark.parametrize(("book", "shoe", "up", "hand", "changes", "options"), NOTICED)
def test_an_analysis_of_other_rules_is_noticed(
    book: str, shoe: str, up: str, hand: str, changes: dict[str, Any], options: set[str]
) -> None:
    rules = rules_of(book)
    tree = walked(rules, shoe, up, hand)
    found = edge(what_if(rules, **changes), shoe_of(shoe))
    assert {one.option for one in disagreements(found, tree) if "split" not in one.hand} == options


def test_an_analysis_of_another_shoe_is_noticed() -> None:
    rules = rules_of(MARYLAND)
    tree = walked(rules, "every", "Qh", "8s 7s")
    found = edge(rules, shoe_of("every", "Ac"))
    wrong = {one.option for one in disagreements(found, tree)}
    assert wrong == {"stand", "hit", "double", "rescue", "surrender"}


@pytest.mark.parametrize(
    ("book", "shoe", "up", "hand", "changes"),
    [
        (MASSACHUSETTS, "sevens", "8h", "7s 7d", {"most_hands": 2}),
        (EDGE_21, "every", "Qh", "6s 7s", {}),
    ],
)
def test_taking_equal_tables_for_equal_changes_nothing(
    book: str, shoe: str, up: str, hand: str, changes: dict[str, Any]
) -> None:
    rules = what_if(rules_of(book), **changes)
    once = EngineTree(rules, card(up), cards(SHOES[shoe])).first_decision(cards(hand))
    every = EngineTree(rules, card(up), cards(SHOES[shoe]), merges=False)
    assert every.first_decision(cards(hand)).options == once.options
