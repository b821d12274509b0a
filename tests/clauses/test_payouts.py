"""What winning hands are paid: chapter 12.A and 12.B, massachusetts 5(f), uk-casino G25 to G27."""

import pytest
from payout_scenes import chosen, cited, dealt, in_books, one_hand

from scenes import Scene

LONG = {
    4: "5c 4d 3h 9s",
    5: "2c 3d 4h 5s 7c",
    6: "2c 3d 4h 5s 4c 3h",
    7: "2c 2d 3h 3s 4c 4d 3c",
    8: "2c 2d 2h 2s 3c 3d 3h 4c",
    9: "2c 2d 2h 2s 3c 3d 3h 2c 2d",
}
TOP_SUIT = {"players-edge": "d"}
SPECIAL = {
    "678 mixed": "6c 7d 8h",
    "678 suited": "6h 7h 8h",
    "678 spades": "6s 7s 8s",
    "678 diamonds": "6d 7d 8d",
    "777 mixed": "7c 7d 7h",
    "777 suited": "7h 7h 7h",
    "777 spades": "7s 7s 7s",
    "777 diamonds": "7d 7d 7d",
    "five": LONG[5],
    "six": LONG[6],
    "seven": LONG[7],
    "eight": LONG[8],
}


def paid(scene: Scene) -> tuple[int, str]:
    """What the one wager of the round was paid, and why; nothing of it is collected."""
    (settled,) = scene.settled()
    assert (settled.result, settled.collected) == ("won", 0)
    assert scene.gained() == settled.paid
    return settled.paid, settled.why


def spelled(ranks: str, suit: str) -> str:
    return " ".join(rank + suit for rank in ranks)


def suits_below_the_top(book: str) -> str:
    return "cdhs".replace(TOP_SUIT.get(book, "s"), "")


# -- ordinary wins, Blackjack, insurance -----------------------------------------------------------


@pytest.mark.parametrize("book", in_books("12.A", "12.A(1)"))
def test_a_winning_wager_is_paid_one_to_one(book: str) -> None:
    scene = one_hand(book, "Kc 9d", "8c 9h", wager=10_00)
    assert paid(scene) == (10_00, "pays_win")
    assert cited(scene, "pays_win") == ("12.A(1)",)
    assert scene.settled()[0].returned == 10_00


@pytest.mark.parametrize("book", in_books("12.A"))
def test_only_a_winning_wager_is_paid(book: str) -> None:
    assert one_hand(book, "Kc 8d", "9c 9h").gained() == 0
    assert one_hand(book, "Kc 7d", "9c 9h").gained() == -10_00


@pytest.mark.parametrize("book", in_books("12.A", "12.A(2)"))
@pytest.mark.parametrize("hand", ["Ac Kd", "Qh As", "Jd Ad"])
def test_a_blackjack_is_paid_three_to_two(book: str, hand: str) -> None:
    scene = one_hand(book, hand, "9c 9h", wager=10_00)
    assert paid(scene) == (15_00, "pays_blackjack")
    assert "12.A(2)" in cited(scene, "pays_blackjack")


@pytest.mark.parametrize("book", in_books("12.A", "12.A(3)"))
def test_insurance_is_paid_two_to_one_against_an_unsuited_blackjack(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["9c 9d"], "Ac Kd")).says("ann", "insures 500")
    (settled,) = scene.settled("insurance")
    assert (settled.result, settled.returned, settled.paid) == ("won", 5_00, 10_00)
    assert settled.why == "pays_insurance"
    assert "12.A(3)" in cited(scene, settled.why)
    assert scene.gained() == 0


@pytest.mark.parametrize("book", in_books("12.A(3)", players_edge="12.A(4)"))
def test_insurance_against_a_suited_blackjack_is_paid_five_to_one_in_one_book_only(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["9c 9d"], "Ah Qh")).says("ann", "insures 500")
    (settled,) = scene.settled("insurance")
    assert settled.paid == (25_00 if book == "players-edge" else 10_00)
    assert settled.returned == 5_00
    assert ("12.A(4)" if book == "players-edge" else "12.A(3)") in cited(scene, settled.why)


# -- hands with odds of their own ------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("12.B(1)", massachusetts="5(f)(1)", uk_casino=("G25", "G27")))
@pytest.mark.parametrize("hand", ["6c 7d 8h", "8s 6s 7h", "7c 8c 6s", "6s 7s 8c", "6c 8d 7d"])
def test_678_of_mixed_suits_is_paid_three_to_two(book: str, hand: str) -> None:
    assert paid(one_hand(book, hand)) == (15_00, "pays_678_mixed")


@pytest.mark.parametrize("book", in_books("12.B(2)", massachusetts="5(f)(2)", uk_casino=("G25", "G27")))
@pytest.mark.parametrize("ranks", ["678", "867", "786"])
def test_678_of_one_suit_is_paid_two_to_one(book: str, ranks: str) -> None:
    for suit in suits_below_the_top(book):
        assert paid(one_hand(book, spelled(ranks, suit))) == (20_00, "pays_678_suited")


@pytest.mark.parametrize(
    ("book", "suit"),
    [
        pytest.param(*param.values, "d" if param.values[0] == "players-edge" else "s", marks=param.marks)
        for param in in_books("12.B(3)", massachusetts="5(f)(2)", uk_casino=("G25", "G27"))
    ],
)
def test_678_of_the_top_suit_is_paid_three_to_one(book: str, suit: str) -> None:
    for ranks in ("678", "768", "876"):
        assert paid(one_hand(book, spelled(ranks, suit))) == (30_00, "pays_678_top")


@pytest.mark.parametrize("book", in_books("12.B(4)", massachusetts="5(f)(3)", uk_casino=("G25", "G27")))
@pytest.mark.parametrize("hand", ["7c 7d 7h", "7s 7s 7c", "7h 7c 7h", "7d 7s 7s"])
def test_three_7s_of_mixed_suits_are_paid_three_to_two(book: str, hand: str) -> None:
    assert paid(one_hand(book, hand)) == (15_00, "pays_777_mixed")


@pytest.mark.parametrize("book", in_books("12.B(5)", massachusetts="5(f)(4)", uk_casino=("G25", "G27")))
def test_three_7s_of_one_suit_are_paid_two_to_one(book: str) -> None:
    for suit in suits_below_the_top(book):
        scene = one_hand(book, spelled("777", suit))
        assert paid(scene) == (20_00, "pays_777_suited")
        assert scene.bonuses("super_bonus") == []


@pytest.mark.parametrize("book", in_books("12.B(6)", massachusetts="5(f)(4)", uk_casino=("G25", "G27")))
def test_three_7s_of_the_top_suit_are_paid_three_to_one(book: str) -> None:
    top = "7d 7d 7d" if book == "players-edge" else "7s 7s 7s"
    assert paid(one_hand(book, top)) == (30_00, "pays_777_top")


@pytest.mark.parametrize("book", in_books("12.B(7)", massachusetts="5(f)(5)", uk_casino=("G25", "G26")))
def test_a_21_of_five_cards_is_paid_three_to_two_and_one_of_four_is_not(book: str) -> None:
    assert paid(one_hand(book, LONG[4])) == (10_00, "pays_win")
    assert paid(one_hand(book, LONG[5])) == (15_00, "pays_five_card_21")
    assert paid(one_hand(book, "2c 3d 4h 5s 6c", "9c 9h"))[0] == 10_00


@pytest.mark.parametrize("book", in_books("12.B(8)", massachusetts="5(f)(6)", uk_casino=("G25", "G26")))
def test_a_21_of_six_cards_is_paid_two_to_one(book: str) -> None:
    assert paid(one_hand(book, LONG[6])) == (20_00, "pays_six_card_21")


@pytest.mark.parametrize("book", in_books("12.B(9)", massachusetts="5(f)(7)", uk_casino=("G25", "G26")))
def test_a_21_of_seven_cards_or_more_is_paid_three_to_one(book: str) -> None:
    for count in (7, 8, 9):
        assert paid(one_hand(book, LONG[count])) == (30_00, "pays_seven_card_21")


@pytest.mark.clause("players-edge 12.B(9)")
def test_where_the_clause_is_read_as_seven_cards_exactly_eight_are_paid_one_to_one() -> None:
    exactly = {"seven_card_21": "exactly_seven"}
    assert paid(one_hand("players-edge", LONG[7], **exactly)) == (30_00, "pays_seven_card_21")
    assert paid(one_hand("players-edge", LONG[8], **exactly)) == (10_00, "pays_win")


@pytest.mark.parametrize("book", in_books("12.B", massachusetts="5(f)"))
@pytest.mark.parametrize("name", SPECIAL)
def test_these_odds_are_for_wagers_that_win_and_were_not_doubled(book: str, name: str) -> None:
    """Undoubled the hand earns more than its wager; doubled it earns 1 to 1 on all that was wagered."""
    assert paid(one_hand(book, SPECIAL[name]))[0] > 10_00
    assert paid(one_hand(book, SPECIAL[name], decision="doubles")) == (20_00, "pays_win")


@pytest.mark.parametrize("book", in_books("12.B"))
@pytest.mark.parametrize("hand", ["6c 7d 8h", "7s 7s 7s", LONG[5]])
def test_these_odds_are_named_with_their_clause(book: str, hand: str) -> None:
    scene = one_hand(book, hand)
    named = {"pays_678_mixed": "12.B(1)", "pays_777_suited": "12.B(5)", "pays_777_top": "12.B(6)"}
    why = paid(scene)[1]
    assert named.get(why, "12.B(7)") in cited(scene, why)


@pytest.mark.clause("massachusetts 5(f)")
@pytest.mark.parametrize(
    ("why", "ids"),
    [
        ("pays_678_mixed", "5(f)(1)"),
        ("pays_678_suited", "5(f)(2)"),
        ("pays_678_top", "5(f)(2)"),
        ("pays_777_mixed", "5(f)(3)"),
        ("pays_777_suited", "5(f)(4)"),
        ("pays_777_top", "5(f)(4)"),
        ("pays_five_card_21", "5(f)(5)"),
        ("pays_six_card_21", "5(f)(6)"),
        ("pays_seven_card_21", "5(f)(7)"),
    ],
)
def test_the_odds_of_massachusetts_are_named_with_their_clause(why: str, ids: str) -> None:
    assert cited(one_hand("massachusetts", "6c 7d 8h"), why) == (ids,)


# -- uk-casino -------------------------------------------------------------------------------------


@pytest.mark.clause("uk-casino G27")
@pytest.mark.parametrize("name", SPECIAL)
def test_a_doubled_hand_forfeits_the_enhanced_odds_in_the_uk(name: str) -> None:
    assert paid(one_hand("uk-casino", SPECIAL[name], decision="doubles")) == (20_00, "pays_win")


@pytest.mark.clause("uk-casino G27")
def test_a_split_hand_forfeits_the_enhanced_odds_in_the_uk() -> None:
    scene = Scene("uk-casino").bet("ann", 10_00)
    scene.deal(dealt(scene, ["7c 7d"], "9c 9h", "7h 7s 6c 8c"))
    chosen(scene, "ann", "splits", "draws", "draws")
    first, second = scene.settled()
    assert (first.paid, first.why) == (10_00, "pays_win")  # 7-7-7 mixed on the first hand
    assert (second.paid, second.why) == (10_00, "pays_win")  # 6-7-8 mixed on the second
    assert scene.gained() == 20_00


@pytest.mark.clause("uk-casino G27")
@pytest.mark.parametrize("name", SPECIAL)
def test_a_dealers_blackjack_takes_every_such_hand_in_the_uk(name: str) -> None:
    scene = one_hand("uk-casino", SPECIAL[name], "Ac Kh")
    (settled,) = scene.settled()
    assert (settled.result, settled.collected, settled.paid) == ("lost", 10_00, 0)
    assert settled.why == "dealer_blackjack"
    assert "G27" in scene.book.cite("dealer_blackjack")
    assert scene.gained() == -10_00


@pytest.mark.clause("uk-casino G25")
def test_enhanced_odds_and_the_bonus_are_paid_beside_each_other_in_the_uk() -> None:
    scene = one_hand("uk-casino", "7h 7h 7h", "7c 9h")
    assert paid_with_bonus(scene) == (20_00, 1_000_00)


def paid_with_bonus(scene: Scene) -> tuple[int, int]:
    (settled,), (bonus,) = scene.settled(), scene.bonuses("super_bonus")
    assert scene.gained() == settled.paid + bonus.paid
    return settled.paid, bonus.paid
