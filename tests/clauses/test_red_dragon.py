"""Red Dragon's guide, clause by clause: what it says that other books do not say in the same way."""

import pytest
from books import proves_clause
from dealt_rounds import TWO, alone, play
from payout_scenes import one_hand

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.events import DoubleMade, DoubleRescued, PairSplit

BOOK = "red-dragon"
LONG = {
    "pays_five_card_21": "2c 3d 4h 5s 7c",
    "pays_six_card_21": "2c 3d 4h 5s 4c 3h",
    "pays_seven_card_21": "2c 2d 3h 3s 4c 4d 3c",
}


def proves(clause: str):  # type: ignore[no-untyped-def]
    """The mark of a test of one clause of the guide."""
    return pytest.mark.clause(f"{BOOK} {clause}")


def dealt(hand: str, draws: str = "", dealer: str = "6c 2d 9c", **choices: object) -> Scene:
    """Ann's turn with a wager of 10.00 on these two cards, the dealer about to have 17."""
    return play(alone(BOOK, **choices), hand, dealer=dealer, draws=draws)


@proves("1")
def test_the_shoe_has_five_decks_and_no_other_number() -> None:
    assert len(Scene(BOOK).table.shoe) == 5 * 48
    for decks in (4, 6):
        with pytest.raises(BadRules, match="decks"):
            rules_of(BOOK, decks=decks)


@proves("2")
def test_a_hand_is_given_up_for_half_after_the_dealer_has_looked() -> None:
    scene = dealt("9s 7d", dealer="Kc 9c")
    assert scene.table.reader_answered
    scene.says("ann", "surrenders")
    assert scene.gained() == -5_00
    late = dealt("9s 7d", dealer="Kc Ac")
    assert late.gained() == -10_00


@proves("2")
def test_a_hand_with_a_third_card_is_not_given_up() -> None:
    scene = dealt("4s 3d", "4c").says("ann", "draws")
    assert scene.refused(cmd.Surrender(by="ann")) == "no_surrender"
    assert scene.book.cite("no_surrender") == ("2",)


@proves("3")
def test_a_hand_is_doubled_three_times_and_not_a_fourth_time() -> None:
    scene = dealt("2s 2h", "2c 2d 3s").says("ann", "doubles", "doubles", "doubles")
    assert [event.amount for event in scene.happened(DoubleMade)] == [10_00, 20_00, 40_00]
    assert scene.refused(cmd.Double(by="ann", amount=80_00)) == "no_double"
    scene.says("ann", "stands")
    assert scene.gained() == -80_00


@proves("3")
def test_a_split_hand_is_doubled() -> None:
    scene = dealt("8s 8d", "3c 9h 2c 9s").says("ann", "splits", "doubles", "stands", "doubles", "stands")
    assert [(event.hand, event.amount) for event in scene.happened(DoubleMade)] == [(0, 10_00), (1, 10_00)]
    assert scene.gained() == 40_00


@proves("4")
@pytest.mark.parametrize("hand", ["As Ad", "8s 8d"])
def test_a_pair_is_split_again_until_there_are_four_hands(hand: str) -> None:
    rank = hand[0]
    scene = dealt(hand, f"{rank}c {rank}h {rank}s 9c").says("ann", "splits", "splits", "splits")
    assert len(scene.table.boxes[0].hands) == 4
    assert len(scene.happened(PairSplit)) == 3
    assert scene.hand().cards[0] >> 2 == scene.hand().cards[1] >> 2
    assert scene.refused(cmd.Split(by="ann")) == "no_split"
    assert scene.book.cite("no_split") == ("4",)


@proves("5")
@pytest.mark.parametrize("hand", ["9s 7d 5c", "5s 4d 9c 3h"])
def test_a_21_of_a_player_beats_a_21_of_the_dealer(hand: str) -> None:
    assert one_hand(BOOK, hand, "6c 5d Kc").gained() == 10_00


@proves("6")
def test_a_blackjack_wins_even_against_the_dealers() -> None:
    scene = play(alone(BOOK), "As Kd", dealer="Kc Ac")
    assert scene.gained() == 15_00
    assert play(alone(BOOK), "9s Kd", dealer="Kc Ac").gained() == -10_00


@proves("7")
@pytest.mark.parametrize(("hand", "draws"), [("9s 2s", ""), ("2s 3s", "4h"), ("2s 3s", "4h 2d 3d")])
def test_a_hand_of_any_number_of_cards_is_doubled_by_as_much_as_lies_there(hand: str, draws: str) -> None:
    scene = dealt(hand, f"{draws} 2c").says("ann", *["draws"] * len(draws.split()))
    for other in (5_00, 10_50):
        assert scene.refused(cmd.Double(by="ann", amount=other)) == "double_amount"
    assert scene.book.cite("double_amount") == ("7",)
    scene.says("ann", "doubles")
    assert scene.happened(DoubleMade) == [DoubleMade(1, 0, "ann", 10_00, ())]


@proves("7")
def test_a_21_is_not_doubled() -> None:
    both = Scene(BOOK, TWO).bet("ann", 10_00).bet("bob", 10_00)
    scene = play(both, "9s 7d", "9h 8c", dealer="6c 2d 9c", draws="5c").says("ann", "draws")
    assert scene.refused(cmd.Double(by="ann", amount=10_00)) == "no_double"
    assert scene.book.cite("no_double") == ("7",)


@proves("8")
def test_a_split_ace_is_hit_and_doubled() -> None:
    scene = dealt("As Ad", "2c 3c 2d 7h").says("ann", "splits", "draws")
    assert len(scene.hand(1, 0).cards) == 3
    scene.says("ann", "stands", "doubles", "stands")
    assert [event.hand for event in scene.happened(DoubleMade)] == [1]


@proves("9")
@pytest.mark.parametrize("doubles", [1, 2, 3])
def test_a_doubled_hand_is_given_up_for_the_original_wager(doubles: int) -> None:
    scene = dealt("2s 2h", "2c 2d 3s").says("ann", *["doubles"] * doubles, "rescues")
    assert [event.returned for event in scene.happened(DoubleRescued)] == [10_00 * (2**doubles - 1)]
    assert scene.gained() == -10_00


@proves("9")
def test_a_hand_that_was_not_doubled_has_nothing_to_rescue() -> None:
    scene = dealt("9s 7d")
    assert scene.refused(cmd.Rescue(by="ann")) == "no_rescue"
    assert scene.book.cite("no_rescue") == ("9",)


@pytest.mark.parametrize(("kind", "gained"), list(zip(LONG, (15_00, 20_00, 30_00), strict=True)))
@proves("10")
def test_a_long_21_has_better_odds(kind: str, gained: int) -> None:
    scene = one_hand(BOOK, LONG[kind])
    assert (scene.gained(), scene.settled()[0].why) == (gained, kind)


@proves("10")
def test_eight_cards_are_paid_as_seven_are_and_a_double_takes_the_odds_away() -> None:
    assert one_hand(BOOK, "2c 2d 2h 2s 3c 3d 3h 4c").gained() == 30_00
    assert one_hand(BOOK, LONG["pays_five_card_21"], decision="doubles").gained() == 20_00


@pytest.mark.parametrize(
    ("hand", "gained"),
    [
        ("6c 7d 8h", 15_00),
        ("7c 7d 7h", 15_00),
        *((f"6{suit} 7{suit} 8{suit}", 20_00) for suit in "cdh"),
        *((f"7{suit} 7{suit} 7{suit}", 20_00) for suit in "cdh"),
        ("6s 7s 8s", 30_00),
        ("7s 7s 7s", 30_00),
    ],
)
@proves("11")
def test_678_and_777_have_better_odds_by_their_suits(hand: str, gained: int) -> None:
    assert one_hand(BOOK, hand).gained() == gained
    assert one_hand(BOOK, hand, decision="doubles").gained() == 20_00


@pytest.mark.parametrize(
    ("wager", "bonus"), [(4_50, 0), (5_00, 1_000_00), (24_50, 1_000_00), (25_00, 5_000_00)]
)
@proves("12")
def test_suited_sevens_against_a_seven_earn_a_fixed_payout_by_the_wager(wager: int, bonus: int) -> None:
    scene = one_hand(BOOK, "7h 7h 7h", "7c Kh", wager=wager, table_minimum=50)
    assert sum(event.paid for event in scene.bonuses("super_bonus")) == bonus


@proves("12")
def test_everybody_else_gets_fifty_dollars() -> None:
    scene = Scene(BOOK, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "7h 7h", "9s 7c", dealer="7c Kh", draws="7h").says("ann", "draws").says("bob", "stands")
    assert [(event.person, event.paid) for event in scene.bonuses("envy")] == [("bob", 50_00)]
    plain = Scene(BOOK, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(plain, "7h 7h", "9s 8c", dealer="7c Kh", draws="7h").says("ann", "draws").says("bob", "stands")
    assert [event.paid for event in plain.bonuses("envy")] == [50_00]


@proves_clause("12", books=(BOOK,))
def test_a_doubled_hand_earns_no_fixed_payout(book: str, clause: str) -> None:
    scene = one_hand(book, "7h 7h 7h", "7c Kh", decision="doubles")
    assert scene.bonuses("super_bonus") == []
    assert clause in scene.book.cite("super_bonus_small")
