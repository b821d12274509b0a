"""Doubling down, rescue, and doubling again in Player's Edge."""

import pytest
from books import MARYLANDS, proves, proves_clause
from dealt_rounds import TWO, alone, late_blackjack, play

from scenes import DEALER, Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.events import CardDealt, DoubleMade, DoubleRescued, WagerSettled
from spanish21.game.view import view

RESCUE = cmd.Rescue(by="ann")


def double(amount: int, by: str = "ann") -> cmd.Double:
    return cmd.Double(by=by, amount=amount)


def dealt(book: str, hand: str, draws: str = "", dealer: str = "6c 2d 9c", **choices: object) -> Scene:
    """Ann's turn with a wager of 10.00 on these two cards, the dealer about to have 17."""
    return play(alone(book, **choices), hand, dealer=dealer, draws=draws)


# -- what may be doubled, and by how much ----------------------------------------------------------


@proves_clause("10.A", massachusetts="9(a)", uk_casino="G17")
def test_a_double_never_exceeds_the_original_wager(book: str, clause: str) -> None:
    scene = dealt(book, "9s 2s", "8c")
    assert scene.refused(double(10_50)) == "double_amount"
    assert scene.refused(double(20_00)) == "double_amount"
    assert scene.refused(double(0)) == "double_amount"
    assert clause in scene.book.cite("double_amount")
    assert scene.do(double(10_00)) == [DoubleMade(1, 0, "ann", 10_00, ())]
    assert scene.chips() == {"ann": 980_00}


@proves("10.A", books=MARYLANDS, massachusetts="9(a)")
def test_a_double_may_be_for_less(book: str) -> None:
    scene = dealt(book, "9s 2s", "8c")
    assert scene.refused(double(3_25)) == "double_amount"
    scene.says("ann", "doubles 50")
    scene.says("ann", "stands")
    assert scene.gained() == 10_50


@proves_clause("10.L", books=("players-edge",), uk_casino="G17")
def test_a_double_is_for_the_full_amount_and_not_for_less(book: str, clause: str) -> None:
    scene = dealt(book, "9s 2s", "8c")
    for less in (50, 5_00, 9_50):
        assert scene.refused(double(less)) == "double_amount"
    assert clause in scene.book.cite("double_amount")
    scene.do(double(10_00))
    short = dealt(book, "9s 2s", "8c", chips=19_50)
    assert short.refused(double(9_50)) == "not_enough_chips"


@pytest.mark.clause("players-edge 10.L")
def test_the_tables_limit_may_require_a_smaller_double() -> None:
    scene = play(
        alone("players-edge", bet=100_00, hand_maximum=250_00), "2s 2d", dealer="6c 2d 9c", draws="2c 2h"
    )
    assert scene.refused(double(50_00)) == "double_amount"
    scene.says("ann", "doubles")
    assert scene.refused(double(100_00)) == "double_amount"
    assert scene.refused(double(200_00)) == "double_amount"
    scene.says("ann", "doubles 5000")
    assert scene.hand().doubles == (150_00,)
    assert scene.refused(double(50)) == "no_double"
    scene.says("ann", "stands")
    assert scene.gained() == -250_00


@proves_clause("10.A", massachusetts="9(a)", uk_casino="G17")
def test_a_blackjack_is_not_doubled(book: str, clause: str) -> None:
    scene = play(alone(book), "As Kd", dealer="Kc 5d 9c", steps=2 if has_reader(book) else 1)
    assert scene.table.phase == "play"
    assert scene.refused(double(10_00)) == "no_double"
    assert clause in scene.book.cite("no_double")
    scene.house()
    assert scene.happened(DoubleMade) == []


def has_reader(book: str) -> bool:
    """Whether the book puts the hole card under a king into a reader before the players' turns."""
    return book not in ("massachusetts", "uk-casino")


@pytest.mark.parametrize(
    ("hand", "draws"),
    [
        ("9s 2s", ""),
        ("9s 9h", ""),
        ("2s 3s", "4h"),
        ("2s 3s", "4h 2d 3d"),
        ("2s 2d", "2c 2h 3d 3s"),
        ("As 8s", ""),
    ],
)
@proves("10.A", "10.B", massachusetts="9(a)", uk_casino="G17")
def test_any_total_in_any_number_of_cards_may_be_doubled(book: str, hand: str, draws: str) -> None:
    scene = dealt(book, hand, f"{draws} 5c")
    scene.says("ann", *["draws"] * len(draws.split()))
    scene.do(double(10_00))
    scene.house()
    drawn = [event.card for event in scene.happened(CardDealt) if event.box == 1]
    assert tuple(drawn[2:]) == cards(f"{draws} 5c")


@proves("10.B", massachusetts="9(a)", uk_casino="G21")
def test_the_hands_of_a_split_pair_may_be_doubled_with_two_or_more_cards(book: str) -> None:
    scene = dealt(book, "8s 8d", "3c Kc 2c 3d 8h", dealer="6c 3d 8c")
    scene.says("ann", "splits", "doubles")
    if scene.table.turn_hand == 0:
        scene.says("ann", "stands")
    scene.says("ann", "draws", "doubles")
    if scene.table.phase == "play":
        scene.says("ann", "stands")
    assert [(e.hand, e.amount) for e in scene.happened(DoubleMade)] == [(0, 10_00), (1, 10_00)]
    assert [(e.hand, e.paid) for e in scene.settled()] == [(0, 20_00), (1, 20_00)]
    assert scene.gained() == 40_00


# -- one card --------------------------------------------------------------------------------------


@proves_clause("10.C", massachusetts="12(a)(2)")
def test_one_card_and_no_more_is_dealt_to_a_doubled_hand(book: str, clause: str) -> None:
    choices = {"most_doubles": 1} if book == "players-edge" else {}
    scene = dealt(book, "2s 3s", "4c", **choices)
    scene.do(double(10_00))
    assert scene.refused(cmd.Draw(by="ann")) == "not_now"
    scene.house()
    assert scene.hand().cards == cards("2s 3s 4c")
    assert scene.refused(cmd.Draw(by="ann")) == "no_draw"
    assert scene.refused(double(10_00)) == "no_double"
    assert scene.refused(cmd.Deal(by=DEALER)) == "not_now"
    assert clause in scene.book.cite("no_draw")
    scene.says("ann", "stands")
    assert scene.gained() == -20_00


@proves("9(a)", books=("massachusetts",), uk_casino="G17")
def test_a_double_brings_exactly_one_card(book: str) -> None:
    scene = dealt(book, "2s 3s", "4c").says("ann", "doubles")
    if scene.table.phase == "play":
        assert scene.refused(cmd.Draw(by="ann")) == "no_draw"
        scene.says("ann", "stands")
    assert len([event for event in scene.happened(CardDealt) if event.box == 1]) == 3
    assert scene.gained() == -20_00


@proves("10.D", massachusetts="9(a)")
def test_the_doubles_card_lies_face_up_and_sideways(book: str) -> None:
    scene = dealt(book, "2s 3s", "4c")
    assert not view(scene.table, "ann").boxes[0].hands[0].sideways
    scene.says("ann", "doubles")
    assert [event.face_down for event in scene.happened(CardDealt) if event.box == 1] == [False] * 3
    seen = view(scene.table, "bob").boxes[0].hands[0]
    assert (seen.sideways, seen.across) == (True, 1)
    assert seen.cards == ("2s", "3s", "4c")


# -- what a double is paid -------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", ["Ac Kd", "Kc Ad"])
@proves_clause("10.E", massachusetts="9(c)")
def test_a_dealers_blackjack_takes_the_original_wager_and_not_the_double(
    book: str, clause: str, dealer: str
) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "9s 2s", dealer=dealer, draws="Kh")
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.says("ann", "doubles", "stands")
    (lost,) = scene.settled()
    assert (lost.collected, lost.returned, lost.why) == (10_00, 10_00, "dealer_blackjack")
    assert scene.gained() == -10_00
    assert clause in scene.book.cite("dealer_blackjack_takes")


@proves("10.E", massachusetts="9(c)")
def test_a_dealers_blackjack_takes_no_more_of_a_doubled_hand_that_had_gone_over_21(book: str) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "Ks 2s", dealer="Kc Ad", draws="Kh").says("ann", "doubles")
    assert [(e.collected, e.returned) for e in scene.settled()] == [(10_00, 10_00)]


def test_in_the_other_reading_a_double_that_had_gone_over_21_is_lost_with_it() -> None:
    book, choices = "massachusetts", {"bust_before_dealer_blackjack": "original_or_busted"}
    scene = late_blackjack(book, {"ann": 1_000_00}, **choices).bet("ann", 10_00)
    play(scene, "Ks 2s", dealer="Kc Ad", draws="Kh").says("ann", "doubles")
    assert scene.gained() == -20_00
    standing = late_blackjack(book, {"ann": 1_000_00}, **choices).bet("ann", 10_00)
    play(standing, "Ks 2s", dealer="Kc Ad", draws="7h").says("ann", "doubles")
    if standing.table.phase == "play":
        standing.says("ann", "stands")
    assert standing.gained() == -10_00


@pytest.mark.clause("players-edge 10.E")
def test_a_dealers_blackjack_takes_the_original_wager_of_a_hand_doubled_three_times() -> None:
    scene = late_blackjack("players-edge", {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "2s 2d", dealer="Kc Ad", draws="2c 3c 9s").says(
        "ann", "doubles", "doubles", "doubles", "stands"
    )
    (lost,) = scene.settled()
    assert (lost.collected, lost.returned) == (10_00, 70_00)


@pytest.mark.parametrize(("card", "gain"), [("8c", 20_00), ("6c", 0), ("5c", -20_00), ("Kc", 20_00)])
@proves("10.F", massachusetts="9(b)", uk_casino="G17")
def test_a_doubled_hand_wins_even_money_or_loses_with_both_wagers(book: str, card: str, gain: int) -> None:
    scene = dealt(book, "9s 2s", card).says("ann", "doubles")
    if scene.table.phase == "play":
        scene.says("ann", "stands")
    assert scene.gained() == gain


BONUSES = [
    ("6s 7h", "8d", "6c 2d 9c"),
    ("6s 7s", "8s", "6c 2d 9c"),
    ("6h 7h", "8h", "6c 2d 9c"),
    ("6d 7d", "8d", "6c 2d 9c"),
    ("7s 7h", "7d", "6c 2d 9c"),
    ("7h 7h", "7h", "6c 2d 9c"),
    ("7h 7h", "7h", "7c Kd"),
    ("7d 7d", "7d", "7c Kd"),
    ("7s 7s", "7s", "7c Kd"),
    ("2s 3s", "4s 5h 7d", "6c 2d 9c"),
    ("2s 3s", "4s 5h 2d 5c", "6c 2d 9c"),
    ("2s 2d", "3s 3d 3h 2c 6d", "6c 2d 9c"),
]


@pytest.mark.parametrize(("hand", "draws", "dealer"), BONUSES)
@proves("10.G", massachusetts="9(b)")
def test_a_doubled_hand_earns_neither_the_higher_odds_nor_the_fixed_payouts(
    book: str, hand: str, draws: str, dealer: str
) -> None:
    scene = Scene(book, TWO).bet("ann", 30_00).bet("bob", 10_00)
    if book == "players-edge":
        play(scene, hand, "Ks Kh", dealer=dealer, draws=draws).says("bob", "stands")
    else:
        play(scene, hand, "Ks Kh", dealer=dealer, draws=draws)
    scene.says("ann", *["draws"] * (len(draws.split()) - 1), "doubles", "stands")
    if scene.table.phase == "play":
        scene.says("bob", "stands")
    (won,) = scene.settled(name="ann")
    assert (won.paid, won.why) == (60_00, "pays_win")
    assert scene.bonuses("super_bonus") == scene.bonuses("envy") == []
    assert (scene.gained("ann"), scene.gained("bob")) == (60_00, 10_00)


@pytest.mark.clause("uk-casino G19")
def test_after_a_double_an_ace_still_counts_11_where_it_can() -> None:
    scene = dealt("uk-casino", "As 7s", "3c", dealer="6c 5d 9c").says("ann", "doubles")
    assert [(e.result, e.paid) for e in scene.settled()] == [("won", 20_00)]
    soft = dealt("uk-casino", "As 4s", "4c", dealer="6c 3d 9c").says("ann", "doubles")
    assert [(e.result, e.paid) for e in soft.settled()] == [("won", 20_00)]
    hard = dealt("uk-casino", "As 7s", "9c", dealer="6c 3d 9c").says("ann", "doubles")
    assert [(e.result, e.collected) for e in hard.settled()] == [("lost", 20_00)]


# -- rescue ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["2c", "9c", "Kc"])
@proves_clause("10.H", massachusetts="9(d)")
def test_a_player_may_take_the_double_back_and_forfeit_the_original_wager(
    book: str, clause: str, card: str
) -> None:
    scene = dealt(book, "9s 2s", card).says("ann", "doubles")
    rescued, forfeited = scene.do(RESCUE)
    assert rescued == DoubleRescued(1, 0, "ann", 10_00)
    assert forfeited == WagerSettled(1, 0, "ann", "main", "rescued", 10_00, 0, 0, "may_rescue", "")
    assert clause in scene.book.cite("may_rescue")
    scene.house()
    assert scene.table.phase == "wagers"
    assert scene.gained() == -10_00


@proves_clause("10.H", massachusetts="9(d)")
def test_rescue_is_for_a_doubled_hand_whose_card_lies(book: str, clause: str) -> None:
    scene = dealt(book, "9s 2s", "3c 4c")
    assert scene.refused(RESCUE) == "no_rescue"
    scene.says("ann", "draws")
    assert scene.refused(RESCUE) == "no_rescue"
    assert clause in scene.book.cite("no_rescue")
    scene.do(double(10_00))
    assert scene.refused(RESCUE) == "no_rescue"
    scene.house()
    scene.do(RESCUE)


@proves_clause("10.H", massachusetts="9(d)")
def test_a_doubled_hand_over_21_is_not_rescued(book: str, clause: str) -> None:
    scene = dealt(book, "8s 8d", "4c Kc 3c").says("ann", "splits", "doubles")
    assert scene.hand(1, 0).state == "busted"
    assert scene.table.turn_hand == 1
    assert scene.refused(RESCUE) == "no_rescue"
    assert clause in scene.book.cite("no_rescue")
    scene.says("ann", "stands")
    assert [(e.collected, e.why) for e in scene.settled() if e.hand == 0] == [(20_00, "bust")]


@proves("10.H", massachusetts="9(d)")
def test_a_double_for_less_is_rescued_at_the_cost_of_the_original_wager(book: str) -> None:
    choices = {"outside": {"double_for_less": True}} if book == "players-edge" else {}
    scene = dealt(book, "9s 2s", "3c", **choices).says("ann", "doubles 400", "rescues")
    assert scene.happened(DoubleRescued)[0].returned == 4_00
    assert scene.gained() == -10_00


# -- doubling again --------------------------------------------------------------------------------


@proves_clause("10.J", "10.K", books=("players-edge",))
def test_a_hand_is_doubled_three_times_at_most_to_eight_times_its_wager(book: str, clause: str) -> None:
    scene = dealt(book, "2s 2d", "2c 3c Kh")
    for times, amount in ((1, 10_00), (2, 20_00), (3, 40_00)):
        assert scene.refused(double(amount + 50)) == "double_amount"
        assert scene.refused(double(amount - 50)) == "double_amount"
        scene.do(double(amount))
        scene.house()
        assert scene.hand().times_doubled == times
        assert len(scene.hand().cards) == 2 + times
    assert scene.refused(double(80_00)) == "no_double"
    assert clause in scene.book.cite("no_double")
    scene.says("ann", "stands")
    assert scene.settled()[0].paid == 80_00
    assert scene.gained() == 80_00


@proves("10.I", books=("players-edge",))
@pytest.mark.parametrize(("card", "again"), [("8c", True), ("9c", True), ("Kc", False)])
def test_a_hand_below_21_is_doubled_again_where_nothing_can_be_rescued(
    book: str, card: str, again: bool
) -> None:
    scene = dealt(book, "6s 5d", card, outside={"may_rescue": False}).says("ann", "doubles")
    assert scene.refused(double(10_00)) == ("double_amount" if again else "not_now")


@proves("10.I", "10.J", books=("players-edge",))
def test_doubling_again_comes_right_after_a_double_and_on_split_hands_too(book: str) -> None:
    scene = dealt(book, "8s 8d", "2c 2h 3h 9h", dealer="6c 2d 9c").says("ann", "splits", "doubles", "doubles")
    assert scene.hand().doubles == (30_00,)
    assert scene.refused(cmd.Draw(by="ann")) == "no_draw"
    scene.says("ann", "stands", "stands")
    assert [(e.hand, e.result, e.collected) for e in scene.settled()] == [(0, "lost", 40_00), (1, "tied", 0)]


@proves("10.J", books=("players-edge",))
def test_a_doubled_hand_of_21_is_not_doubled_again(book: str) -> None:
    scene = dealt(book, "9s 2s", "Kc").says("ann", "doubles")
    assert scene.refused(double(20_00)) == "no_double"
    scene.says("ann", "stands")
    assert scene.gained() == 20_00


@proves_clause("10.I", "10.K", books=("players-edge",))
def test_the_submission_offers_three_doubles_or_one(book: str, clause: str) -> None:
    assert rules_of(book, most_doubles=3).most_doubles == 3
    for choice in (0, 2, 4):
        with pytest.raises(BadRules, match=f"most_doubles is {choice}; it must be one of 3, 1") as refusal:
            rules_of(book, most_doubles=choice)
        assert clause in str(refusal.value).partition("(")[2]
    scene = dealt(book, "2s 2d", "2c", most_doubles=1).says("ann", "doubles")
    assert scene.refused(double(20_00)) == "no_double"


@proves("10.C", books=MARYLANDS)
def test_in_maryland_no_submission_offers_a_second_double(book: str) -> None:
    with pytest.raises(BadRules, match=r"most_doubles is 3; the book sets it to 1 \(.* 7\.K, 10\.C\)"):
        rules_of(book, most_doubles=3)


@pytest.mark.clause("players-edge 10.H")
def test_a_rescue_after_a_second_double_forfeits_what_was_wagered_before_it() -> None:
    scene = dealt("players-edge", "2s 2d", "2c 3c").says("ann", "doubles", "doubles")
    rescued, forfeited = scene.do(RESCUE)
    assert isinstance(rescued, DoubleRescued)
    assert isinstance(forfeited, WagerSettled)
    assert (rescued.returned, forfeited.collected, forfeited.returned) == (20_00, 20_00, 0)
    scene.house()
    assert scene.gained() == -20_00


@pytest.mark.parametrize("book", ["maryland", "players-edge"])
def test_a_wager_of_one_chip_is_doubled_by_one(book: str) -> None:
    chip = rules_of(book).smallest_chip
    scene = Scene(book, outside={"table_minimum": chip}).bet("ann", chip)
    scene.deal("6s 9c 5d 8h Kd", steps=4)
    scene.house()
    assert scene.refused(double(2 * chip)) == "double_amount"
    scene.do(double(chip))
    assert scene.happened(DoubleMade)[0].amount == chip
