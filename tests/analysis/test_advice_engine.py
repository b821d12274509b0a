"""Advice against every card of small shoes through the game's own `decide` (see engine_tree.py)."""

from fractions import Fraction
from typing import Any

import pytest
from engine_tree import ANN, Decision, EngineTree, Left
from test_analysis_engine_tree import BOOKS, EDGE_21, MARYLAND, MASSACHUSETTS, SHOES, UK, V1

from spanish21.analysis.advice.advice import Advice, advise
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.cards import card, cards
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.rules import Rules, what_if
from spanish21.game.table import DEALER, Table

EXACT = 1e-12
NAMES = {
    "Stand": "stand",
    "Draw": "hit",
    "Double": "double",
    "Split": "split",
    "Surrender": "surrender",
    "Rescue": "rescue",
}


class KeepingTree(EngineTree):
    """A tree that keeps the tables at which a hand decides alone on its box."""

    def __init__(self, *args: Any, **ways: Any) -> None:
        super().__init__(*args, counts_bonuses=True, **ways)
        self.tables: dict[Any, tuple[Table, Left]] = {}

    def decision(self, table: Table, left: Left) -> Decision:
        self.tables.setdefault(self.key(table, left), (table, left))
        return super().decision(table, left)


def in_full(advice: Advice, table: Table) -> dict[str, float]:
    """The values, doubles in full."""
    hand = table.boxes[0].hands[table.turn_hand]
    found = {}
    for option in advice.options:
        name = NAMES[type(option.command).__name__]
        amount = option.command.amount if isinstance(option.command, cmd.Double) else None
        if amount not in (None, hand.wagers[0] + hand.doubles[0]):
            continue
        assert option.value is not None, option.note
        found[name] = option.value
    return found


def assert_advice_agrees(tree: KeepingTree, most: int = 120) -> set[tuple[str, int, bool]]:
    """Advice at the tables of a tree has every option's value; gives the options, doubles and splits met."""
    met: set[tuple[str, int, bool]] = set()
    step = max(1, len(tree.tables) // most)
    for key in list(tree.tables)[::step]:
        table, left = tree.tables[key]
        decision = tree.decisions[key]
        given = in_full(advise(table, ANN), table)
        if decision.hand.split:
            given.pop("split", None)  # a split hand of a tree that is alone is not split again
        assert given.keys() == decision.options.keys()
        free = 1 - tree.blackjack(left) if tree.reader else Fraction(1)
        for option, worth in decision.options.items():
            expected = float(worth / free * tree.wager)
            assert given[option] == pytest.approx(expected, abs=EXACT * tree.wager), (option, decision.hand)
            met.add((option, decision.hand.times_doubled, decision.hand.split))
    return met


def walked(rules: Rules, shoe: str, up: str, *hands: str, **ways: Any) -> KeepingTree:
    tree = KeepingTree(rules, card(up), cards(SHOES[shoe]), **ways)
    for hand in hands:
        tree.first_decision(cards(hand))
    return tree


@pytest.mark.parametrize("up", ["Qh", "Ad", "8s"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_option_of_whole_doubled_and_split_hands(book: str, up: str) -> None:
    shoe = "few tens" if (book, up) == (UK, "8s") else "every"
    tree = walked(rules_of(book), shoe, up, "8s 8s", "7s 6s", "Ad 7s", "Ks 6s")
    met = assert_advice_agrees(tree)
    assert {option for option, _, _ in met} >= {"stand", "hit", "double", "split"}
    assert {split for _, _, split in met} == {False, True}
    if book != UK:
        assert ("rescue", 1, False) in met
    if book == EDGE_21:
        assert {("double", 1, False), ("rescue", 2, False)} <= met


@pytest.mark.parametrize("book", BOOKS)
def test_hands_of_many_cards(book: str) -> None:
    tree = walked(rules_of(book), "low", "9s", "Ad 2c")
    assert_advice_agrees(tree)
    assert max(len(one.hand.cards) for one in tree.decisions.values()) >= 6


SPLITS: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    (MARYLAND, "four aces", "Qh", "Ad Ac", {}),
    (MASSACHUSETTS, "four aces", "Qh", "Ad Ac", {}),
    (MASSACHUSETTS, "sevens", "8h", "7s 7d", {}),
    (MASSACHUSETTS, "sixes", "7d", "6s 6h", {}),
    (UK, "four aces", "Qh", "Ad Ac", {}),
    (MARYLAND, "aces", "Qh", "Ad Ac", {"split_aces_one_card": True}),
    (MARYLAND, "four aces", "Ad", "Ad Ac", {"may_double_21": True}),
    (MASSACHUSETTS, "every", "8s", "7s 7d", {"bonus_on_double": True}),
    (MASSACHUSETTS, "four aces", "Ad", "Ks Qh", {"two_card_21_after_split": "pays_blackjack"}),
    (EDGE_21, "every", "6s", "Ad 7s", {"rescue_forfeits": "first_wager"}),
    (EDGE_21, "four aces", "Ad", "7s 5c", {"card_reader": False, "dealer_blackjack_takes": "all"}),
    (UK, "four aces", "Ad", "Ad 5d", {"dealer_blackjack_takes": "original_or_busted"}),
    (MASSACHUSETTS, "four aces", "Qh", "7s 5c", {"dealer_blackjack_takes": "all"}),
)


@pytest.mark.parametrize(("book", "shoe", "up", "hand", "changes"), SPLITS)
def test_splits_and_other_readings(book: str, shoe: str, up: str, hand: str, changes: dict[str, Any]) -> None:
    assert_advice_agrees(walked(what_if(rules_of(book), **changes), shoe, up, hand), 60)


MONEY: tuple[tuple[str, int, dict[str, Any]], ...] = (
    (MARYLAND, 7_50, {}),
    (V1, 25_50, {"super_bonus_replaces_odds": True}),
    (MASSACHUSETTS, 25_50, {"payout_limit": 60_00}),
    (EDGE_21, 15_00, {"smallest_chip": 5_00, "surrender_half": "down"}),
    (EDGE_21, 25_00, {"payout_limit": 60_00, "payout_limit_covers": "everything"}),
    (UK, 25_50, {}),
)


@pytest.mark.parametrize(("book", "wager", "changes"), MONEY)
def test_suited_bonuses_and_the_super_bonus_are_in_reach(
    book: str, wager: int, changes: dict[str, Any]
) -> None:
    rules = what_if(rules_of(book), most_hands=2, **changes)
    tree = walked(rules, "fixed", "7s", "7s 7s", "6s 8s", wager=wager)
    assert_advice_agrees(tree, 60)


@pytest.mark.parametrize(
    ("book", "shoe", "up", "pair"), [(MARYLAND, "eights", "6h", "8s 8d"), (UK, "every", "8s", "7s 7d")]
)
def test_the_last_hand_of_a_split_box_knows_the_cards_of_the_others(
    book: str, shoe: str, up: str, pair: str
) -> None:
    rules = what_if(rules_of(book), may_rescue=False, most_hands=2)
    tree = KeepingTree(rules, card(up), cards(SHOES[shoe]))
    table, _ = tree.dealt(cards(pair))
    while (command := due(table)) is not None:
        table = carry_out(table, command).table
    table = carry_out(table, cmd.Split(by=ANN)).table
    for drawn, decision in (("Ks", cmd.Stand(by=ANN)), ("6s", None)):
        table = carry_out(table, cmd.Deal(by=DEALER, cards=(card(drawn),))).table
        if decision is not None:
            table = carry_out(table, decision).table
    assert table.turn_hand == 1
    left = tree.without((tree.up, *cards(pair), card("Ks"), card("6s")))
    given = in_full(advise(table, ANN), table)
    stood, doubled = (
        float(tree.in_wagers(tree.after(table, option, left), left)) for option in ("stand", "double")
    )
    assert (given["double"] - given["stand"]) / tree.wager == pytest.approx(doubled - stood, abs=EXACT)


def test_a_pair_split_again_is_worth_what_the_hands_left_to_the_limit_are() -> None:
    rules = what_if(rules_of(MARYLAND), may_rescue=False, most_hands=3, may_surrender=False)
    tree = KeepingTree(rules, card("6h"), cards(SHOES["eights"]))
    table, _ = tree.dealt(cards("8s 8d"))
    while (command := due(table)) is not None:
        table = carry_out(table, command).table
    table = carry_out(table, cmd.Split(by=ANN)).table
    for drawn, decision in (("Ks", cmd.Stand(by=ANN)), ("8h", None)):
        table = carry_out(table, cmd.Deal(by=DEALER, cards=(card(drawn),))).table
        if decision is not None:
            table = carry_out(table, decision).table
    given = in_full(advise(table, ANN), table)
    # One hand of three is over: a pair that may be split once, from a shoe without the cards of that hand.
    left = tree.without(cards("8s Ks"))
    shoe = tuple(one for one, count in zip(tree.cards, left, strict=True) for _ in range(count))
    once = KeepingTree(what_if(rules, most_hands=2), card("6h"), shoe)
    expected = once.first_decision(cards("8d 8h")).options
    assert given["split"] == pytest.approx(float(expected["split"] * tree.wager), abs=1e-9)


def test_a_double_for_less_is_worth_what_the_table_pays_for_it() -> None:
    rules = rules_of(MASSACHUSETTS)
    tree = KeepingTree(rules, card("6h"), cards(SHOES["four eights"]))
    table, left = tree.dealt(cards("8s 7d"))
    while (command := due(table)) is not None:
        table = carry_out(table, command).table
    for option in advise(table, ANN).options:
        if isinstance(option.command, cmd.Double):
            act = carry_out(table, option.command)
            worth = tree.in_wagers(tree.won(act.events, table, left) + tree.value(act.table, left), left)
            assert option.value == pytest.approx(float(worth * tree.wager), abs=1e-9)
