"""What a person who deals is told at each step: the hands, the eyes, and the clauses behind them."""

import random

import pytest
from books import proves
from payout_scenes import dealt

from explore import Walk, some_rules
from scenes import BOOKS, DEALER, FLOORPERSON, Scene
from spanish21.books.prompting import Prompt, prompt
from spanish21.books.rulebook import load_book
from spanish21.cli.commands.clauses_command import shown_at
from spanish21.dealer import with_chance
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK
from spanish21.game.due import due

SEVEN = dict.fromkeys(("ann", "bob", "cid", "dee", "eve", "fay", "gus"), 100000)
ONE_HAND = "; your left hand may place it too"


def told(scene: Scene) -> Prompt:
    found = prompt(scene.table)
    assert found is not None
    return found


def dealing(book: str, **choices: object) -> Scene:
    """A table with seven wagers at the first card of the round."""
    scene = Scene(book, SEVEN, **choices)
    for name in SEVEN:
        scene.bet(name, 10_00)
    scene.do(cmd.CloseWagers(by=DEALER))
    return scene


def prompts_of_the_deal(scene: Scene) -> dict[str, Prompt]:
    """What is told before each of the first cards, by whom the card goes to; the last for each."""
    found = {}
    while scene.table.phase == "deal":
        one = told(scene)
        found[one.says.partition(" to ")[2].partition(":")[0]] = one
        scene.do(cmd.Deal(by=DEALER, count=1))
    return found


@proves("7.A", "7.B(1)")
def test_the_dealer_is_told_to_draw_with_the_hand_next_to_the_shoe_and_to_place_with_the_other(
    book: str,
) -> None:
    for side, near, far in (("left", "left", "right"), ("right", "right", "left")):
        found = prompts_of_the_deal(dealing(book, shoe_side=side))
        assert set(found) == {*(f"box {number}" for number in range(1, 8)), "yourself"}
        for one in found.values():
            assert f"draw it with your {near} hand and place it with your {far}" in one.says
            assert one.to == DEALER
            assert one.clauses[0] == "7.B(1)"


@proves("7.B(2)")
def test_one_hand_is_enough_for_the_two_boxes_next_to_the_shoe(book: str) -> None:
    for side, near in (("left", {1, 2}), ("right", {6, 7})):
        found = prompts_of_the_deal(dealing(book, shoe_side=side))
        for number in range(1, 8):
            one = found[f"box {number}"]
            assert (f"; your {side} hand may place it too" in one.says) == (number in near)
            assert ("7.B(2)" in one.clauses) == (number in near)
        assert "may place" not in found["yourself"].says


@pytest.mark.clause("massachusetts 7(a)", "massachusetts 7(b)")
def test_in_massachusetts_the_left_hand_draws_and_turns_a_card_and_the_right_places_it() -> None:
    for one in prompts_of_the_deal(dealing("massachusetts")).values():
        assert "draw it with your left hand, turn it up and place it with your right" in one.says
        assert ONE_HAND not in one.says  # only for further cards
        assert one.clauses[0] == "7(b)"
    hidden = dealing("massachusetts", hole_card=True)
    assert prompts_of_the_deal(hidden)["yourself"].says.startswith("Deal a card face down")


@pytest.mark.clause("massachusetts 7(b)")
def test_there_the_left_hand_may_place_further_cards_for_the_first_two_boxes() -> None:
    scene = Scene("massachusetts", SEVEN)
    for name in SEVEN:
        scene.bet(name, 10_00)
    scene.deal(dealt(scene, ["2c 3d"] * 3 + ["4c 5d"] * 4, "9d", "2h 2h 2h 2s 2s 2s 2d 9h"))
    for number, name in enumerate(SEVEN, start=1):
        scene.do(cmd.Draw(by=name))
        one = told(scene)
        assert one.says.startswith(f"Deal a card face up to box {number}: ")
        assert (ONE_HAND in one.says) == (number <= 2)
        scene.house()
        scene.says(name, "stands")


def test_a_book_without_a_word_on_hands_has_none_told() -> None:
    for one in prompts_of_the_deal(dealing("uk-casino")).values():
        assert "hand" not in one.says


@proves("4.B", massachusetts="3(b)")
def test_tens_are_torn_where_the_book_has_them_torn(book: str) -> None:
    scene = Scene(book, opened=False)
    while not isinstance(due(scene.table), cmd.ReceiveDecks):
        scene.house(1)
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * 6))
    scene.house(2)
    assert ("tear" in told(scene).says) == (book != "massachusetts")
    assert ("3(b)" if book == "massachusetts" else "4.B") in told(scene).clauses


@proves("13.S", massachusetts="15(k)")
def test_a_broken_device_is_covered_or_removed_as_the_book_has_it(book: str) -> None:
    scene = Scene(book, opened=False, shuffling="device").until("stack")
    scene.do(cmd.ReportShufflerFailure(by=DEALER))
    one = told(scene)
    assert one.to == FLOORPERSON
    assert one.says.startswith("Remove the" if book == "massachusetts" else "Cover the")
    assert one.clauses == (("15(k)",) if book == "massachusetts" else ("13.S",))


@pytest.mark.parametrize("book", BOOKS[:-1])
def test_the_device_shuffles_where_there_is_one_and_the_dealer_once_it_has_failed(book: str) -> None:
    batch = {} if book == "massachusetts" else {"second_batch": "none"}
    scene = Scene(book, opened=False, shuffling="device", **batch).until("stack")
    assert isinstance(due(scene.table), cmd.Shuffle)
    assert told(scene).says == "Have the device shuffle the cards into one stack."
    scene.do(cmd.ReportShufflerFailure(by=DEALER))
    scene.do(cmd.PutShufflerAside(by=FLOORPERSON))
    while not isinstance(due(scene.table), cmd.Shuffle):
        scene.house(1)
    assert told(scene).says == "Shuffle the cards by hand, and stack them."


@pytest.mark.clause("players-edge 7.O(1)(a)", "players-edge 7.O(1)(b)")
def test_the_dealer_is_told_to_look_at_the_hand_and_at_the_light() -> None:
    scene = Scene("players-edge").bet("ann", 10_00).bet("ann", 1_00, "monster")
    scene.deal(dealt(scene, ["6s 6h"], "6c 9c", "Kd")).do(cmd.Stand(by="ann"))
    while not isinstance(due(scene.table), cmd.CheckLight):
        scene.house(1)
    assert told(scene).says.startswith("Check that the hand of ann, box 1 wins and that its light")
    assert "7.O(1)(b)" in told(scene).clauses


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_every_step_that_is_due_has_words_of_its_own(book: str, seed: int) -> None:
    chance = random.Random(f"prompts {book} {seed}")
    walk = Walk(some_rules(book, chance), chance)
    for _ in range(300):
        one = prompt(walk.table)
        assert (one is None) == (due(walk.table) is None)
        if one is not None:
            assert (one.command, one.to) == (due(walk.table), one.command.by)
            assert one.says.endswith(".")
            assert one.says != "Do what the next step asks for.", one.command
            if chance.random() < 0.5:
                walk.do(with_chance(walk.table, one.command, chance))
                continue
        walk.step(0.2)


@proves("7.B(1)", "7.B(2)", massachusetts="7(b)")
def test_the_list_of_clauses_says_where_the_dealers_hands_are_shown(book: str) -> None:
    for name in ("dealing_hands", "one_hand_cards"):
        for clause in load_book(book).cite(name):
            assert shown_at(book, load_book(book).clause(clause)) == [f"spanish21 play {book} --procedure"]
