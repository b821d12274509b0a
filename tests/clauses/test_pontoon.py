"""Pontoon, clause by clause of the three guides: what is special about it, and what is paid."""

import pytest
from dealt_rounds import TWO, alone, order, play
from payout_scenes import one_hand

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.events import DoubleMade, DoubleRescued, InsurancePlaced, PairSplit, WagerSettled

BOOK = "pontoon"
PLAYS_ON = {"after-a-double": "plays_on"}


def proves(*clauses: str):  # type: ignore[no-untyped-def]
    """The mark of a test of clauses of the guides."""
    return pytest.mark.clause(*(f"{BOOK} {clause}" for clause in clauses))


def dealt(hand: str, draws: str = "", dealer: str = "6c 2d 9c", **choices: object) -> Scene:
    """Ann's turn with a wager of 10.00 on these two cards, the dealer about to have 17."""
    return play(alone(BOOK, **choices), hand, dealer=dealer, draws=draws)


# -- Resorts World Genting ---------------------------------------------------------------------------


@proves("RW1")
def test_a_win_pays_even_money_and_insurance_two_to_one() -> None:
    assert one_hand(BOOK, "Kc 9d", "8c 9h").gained() == 10_00
    for second in ("Kh", "Kc"):
        scene = play(alone(BOOK), "9s Kd", dealer=f"Ac {second}").says("ann", "insures", "stands")
        assert [event.paid for event in scene.settled("insurance")] == [10_00]
        assert scene.gained() == 0


@proves("RW2", "CC1")
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_four_six_or_eight_decks_are_played(decks: int) -> None:
    assert len(Scene(BOOK, decks=decks).table.shoe) == 48 * decks


@proves("RW2", "CC1")
@pytest.mark.parametrize("decks", [2, 3, 5, 7, 9])
def test_no_other_number_of_decks_is_played(decks: int) -> None:
    with pytest.raises(BadRules, match="decks"):
        rules_of(BOOK, decks=decks)


@proves("RW3")
@pytest.mark.parametrize("court", ["Kd", "Qd", "Jd"])
def test_an_ace_and_a_court_card_are_a_pontoon(court: str) -> None:
    assert [event.why for event in dealt(f"As {court}").settled()] == ["pays_blackjack"]
    assert [event.why for event in dealt("As 9d", "Ad").says("ann", "draws").settled()] == ["pays_win"]


@proves("RW4")
@pytest.mark.parametrize("dealer", ["Kc Ac", "Ac Kc", "6c 5c Kc"])
def test_any_21_wins_whatever_the_dealer_has(dealer: str) -> None:
    scene = dealt("9s 7d", "5c", dealer=dealer)
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.says("ann", "draws")
    assert scene.gained() == 10_00
    assert scene.table.dealer == () or len(scene.table.dealer) == 1


@proves("RW4")
def test_a_21_and_a_pontoon_are_paid_before_the_next_player_decides() -> None:
    scene = Scene(BOOK, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 7d", "9h 8c", dealer="Kc 2d 9c", draws="5c").says("ann", "draws")
    assert scene.table.phase == "play"
    assert [(event.person, event.paid) for event in scene.happened(WagerSettled)] == [("ann", 10_00)]
    assert scene.chips()["ann"] == 1_010_00
    pontoon = Scene(BOOK, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(pontoon, "As Kd", "9h 8c", dealer="Kc 2d 9c")
    assert pontoon.table.phase == "play"
    assert [(event.person, event.paid) for event in pontoon.happened(WagerSettled)] == [("ann", 15_00)]


@proves("RW4")
def test_a_21_of_a_split_or_doubled_hand_is_paid_against_a_pontoon() -> None:
    split = dealt("8s 8d", "3c Kh 9c", dealer="Kc Ad").says("ann", "splits", "draws", "stands")
    assert [(event.hand, event.result) for event in split.settled()] == [(0, "won"), (1, "lost")]
    assert split.gained() == 0
    doubled = dealt("6s 5d", "Kh", dealer="Kc Ad").says("ann", "doubles")
    assert doubled.gained() == 20_00


@proves("RW5")
def test_the_dealer_draws_to_a_soft_17() -> None:
    assert dealt("Ks 8d", dealer="6c Ad 9h 3h").says("ann", "stands").gained() == -10_00


@proves("RW6")
@pytest.mark.parametrize("up", ["Ac", "Kc", "Qc", "Jc"])
def test_a_hand_is_surrendered_for_half_against_an_ace_or_a_court_card(up: str) -> None:
    scene = dealt("9s 7d", dealer=f"{up} 9c")
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    assert scene.says("ann", "surrenders").gained() == -5_00


@proves("RW6")
@pytest.mark.parametrize("up", ["2c", "6c", "9c"])
def test_a_hand_is_not_surrendered_against_another_card(up: str) -> None:
    scene = dealt("9s 7d", dealer=f"{up} 9h Kh")
    assert scene.refused(cmd.Surrender(by="ann")) == "no_surrender"
    assert scene.book.cite("no_surrender") == ("RW6",)


@proves("RW6")
def test_a_surrender_is_void_against_a_pontoon() -> None:
    assert dealt("9s 7d", dealer="Kc Ad").says("ann", "surrenders").gained() == -10_00


@proves("RW7")
def test_an_ace_counts_1_once_the_hand_is_doubled() -> None:
    scene = dealt("As 6d", "4c").says("ann", "doubles", "stands")
    assert scene.happened(DoubleMade) == [DoubleMade(1, 0, "ann", 10_00, ())]
    assert scene.gained() == -20_00  # 11 points, and not 21


@proves("RW7")
def test_an_ace_that_is_drawn_after_the_double_counts_11() -> None:
    assert dealt("6s 4d", "Ac", dealer="Kc Kd").says("ann", "doubles").gained() == 20_00
    assert dealt("As 8d", "Ac", dealer="Kc 9d").says("ann", "doubles", "stands").gained() == 20_00


@proves("RW7")
def test_a_double_is_as_large_as_the_wager_and_a_21_is_not_doubled() -> None:
    scene = dealt("6s 4d")
    assert scene.refused(cmd.Double(by="ann", amount=5_00)) == "double_amount"
    assert scene.book.cite("double_amount") == ("RW7",)
    both = Scene(BOOK, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(both, "9s 7d", "9h 8c", dealer="6c 2d 9c", draws="5c").says("ann", "draws")
    assert both.refused(cmd.Double(by="ann", amount=10_00)) == "no_double"
    assert both.book.cite("no_double") == ("RW7",)


@proves("RW8")
def test_split_hands_are_doubled_and_split_aces_are_not() -> None:
    scene = dealt("8s 8d", "3c 9h 2c 9s").says("ann", "splits", "doubles", "stands", "doubles", "stands")
    assert [(event.hand, event.amount) for event in scene.happened(DoubleMade)] == [(0, 10_00), (1, 10_00)]
    aces = dealt("As Ad", "9c 8c", dealer="6c Kd 2c").says("ann", "splits")
    assert order(aces, "PairSplit", "HandStood", "DoubleMade") == ["PairSplit"]
    assert [event.result for event in aces.settled()] == ["won", "won"]


@proves("RW9")
def test_a_doubled_hand_is_given_up_for_the_original_wager() -> None:
    scene = dealt("6s 4d", "2c", dealer="Kc 9d").says("ann", "doubles", "rescues")
    assert [event.returned for event in scene.happened(DoubleRescued)] == [10_00]
    assert scene.gained() == -10_00
    plain = dealt("6s 4d")
    assert plain.refused(cmd.Rescue(by="ann")) == "no_rescue"
    assert plain.book.cite("no_rescue") == ("RW9",)


@proves("RW9")
def test_in_another_reading_a_doubled_hand_draws_and_is_doubled_once_more() -> None:
    scene = dealt("2s 3d", "2c 3c Kh", **PLAYS_ON).says("ann", "doubles", "doubles", "draws")
    assert [event.amount for event in scene.happened(DoubleMade)] == [10_00, 20_00]
    assert scene.hand().cards[2:] == cards("2c 3c Kh")
    assert scene.refused(cmd.Double(by="ann", amount=40_00)) == "no_double"
    scene.says("ann", "stands")
    assert scene.gained() == 40_00


# -- Casino Canberra ---------------------------------------------------------------------------------


@proves("CC2")
def test_a_pontoon_pays_three_to_two_even_against_the_dealers() -> None:
    assert dealt("As Kd").gained() == 15_00
    assert dealt("As Kd", dealer="Kc Ad").gained() == 15_00


@proves("CC3")
def test_insurance_is_offered_against_an_ace_alone() -> None:
    scene = dealt("9s Kd", dealer="Ac 9c").says("ann", "insures")
    assert [event.amount for event in scene.happened(InsurancePlaced)] == [5_00]
    scene.says("ann", "stands")
    assert scene.gained() == -15_00  # the dealer has 20
    declined = dealt("9s Kd", dealer="Ac 9c").says("ann", "declines")
    assert order(declined, "InsuranceDeclined") == ["InsuranceDeclined"]
    king = dealt("9s Kd", dealer="Kc 9c")
    assert king.refused(cmd.Insure(by="ann", box=1, amount=5_00)) == "insurance_not_offered"
    assert king.book.cite("insurance_not_offered") == ("CC3",)


@proves("CC3")
def test_a_pair_is_split_until_there_are_three_hands() -> None:
    scene = dealt("8s 8d", "8c 8h Kc").says("ann", "splits", "splits")
    assert len(scene.happened(PairSplit)) == 2
    assert scene.refused(cmd.Split(by="ann")) == "no_split"
    assert scene.book.cite("no_split") == ("CC3",)


@proves("CC4")
def test_a_hand_draws_until_it_stands_and_is_lost_above_21() -> None:
    scene = dealt("2s 3d", "2c 3c 2d").says("ann", "draws", "draws", "draws")
    assert len(scene.hand().cards) == 5
    scene.says("ann", "stands")
    assert [event.why for event in dealt("9s 7d", "Kc").says("ann", "draws").settled()] == ["bust"]


@proves("CC4")
@pytest.mark.parametrize("hand", ["2s 3d", "9s 2d", "5s 6d"])
def test_a_hand_below_12_has_to_draw(hand: str) -> None:
    scene = dealt(hand)
    assert scene.refused(cmd.Stand(by="ann")) == "no_stand"
    assert scene.book.cite("no_stand") == ("CC4",)
    dealt("9s 3d").says("ann", "stands")
    dealt("As Ad").says("ann", "stands")
    dealt(hand, **{"least-to-stand": "any"}).says("ann", "stands")


@proves("CC4", "NU5")
def test_a_hand_of_21_may_not_draw() -> None:
    both = Scene(BOOK, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(both, "9s 7d", "9h 8c", dealer="6c 2d 9c", draws="5c").says("ann", "draws")
    assert both.refused(cmd.Draw(by="ann")) == "no_draw"
    assert both.book.cite("no_draw") == ("CC4", "NU5")
    doubled = dealt("6s 4d", "2c", dealer="Kc 9d").says("ann", "doubles")
    assert doubled.refused(cmd.Draw(by="ann")) == "no_draw"


# -- NUSTAR ------------------------------------------------------------------------------------------


@proves("NU1")
def test_wagers_are_placed_before_the_first_card_and_stay() -> None:
    scene = alone(BOOK)
    scene.do(cmd.WithdrawWager(by="ann", box=1, kind="main"))
    scene.bet("ann", 10_00)
    play(scene, "9s 7d", dealer="6c 2d 9c")
    late = cmd.PlaceWager(by="ann", box=2, amount=10_00, kind="main", instrument="chips")
    assert scene.refused(late) == "wagers_are_closed"
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1, kind="main")) == "wager_is_locked"
    assert scene.book.cite("wagers_are_closed") == scene.book.cite("wager_is_locked") == ("NU1",)


@proves("NU2")
@pytest.mark.parametrize("up", ["6c", "Kc"])
def test_a_box_has_two_cards_and_the_dealer_one_until_everybody_has_played(up: str) -> None:
    scene = dealt("9s 7d", dealer=f"{up} 9d Kh")
    assert (len(scene.hand().cards), len(scene.table.dealer)) == (2, 1)
    assert not scene.table.reader_answered
    assert order(scene, "ReaderAnswered", "HoleCardTurned") == []


# -- Rulings -----------------------------------------------------------------------------------------


@proves("RW7")
@pytest.mark.parametrize(
    ("reading", "lost"),
    [("busted_plus_one", 20_00), ("each_hand", 30_00), ("original", 10_00), ("all", 40_00)],
)
def test_a_pontoon_of_the_dealers_takes_what_the_ruling_says(reading: str, lost: int) -> None:
    """Three hands: one is bust, one stands, one stands doubled."""
    scene = dealt("8s 8d", "8c Kc Kh 7h 3c 9c", dealer="Kd Ad", **{"pontoon-takes": reading})
    scene.says("ann", "splits", "splits", "draws", "stands", "doubles", "stands")
    assert scene.gained() == -lost


@proves("RW7")
def test_in_another_reading_only_9_to_11_are_doubled_an_ace_counted_as_1() -> None:
    nine = {"totals-to-double": "nine_to_eleven"}
    for hand in ("4s 5d", "4s 6d", "5s 6d", "As 8d", "As 9d"):
        dealt(hand, "2c", **nine).says("ann", "doubles")
    for hand in ("4s 4d", "9s 3d", "As 7d", "As 2d"):
        assert dealt(hand, **nine).refused(cmd.Double(by="ann", amount=10_00)) == "no_double"
