"""Splitting pairs: which, how often, hand by hand, and what split hands are paid."""

import pytest
from books import proves, proves_clause
from dealt_rounds import TWO, alone, late_blackjack, order, play

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.events import CardDealt, PairSplit

SPLIT = cmd.Split(by="ann")


def pair(book: str, hand: str, draws: str = "", dealer: str = "6c 2d 9c", **choices: object) -> Scene:
    """Ann's turn with a wager of 10.00 on these two cards, the dealer about to have 17."""
    return play(alone(book, **choices), hand, dealer=dealer, draws=draws)


def deals(scene: Scene) -> list[tuple[int, int]]:
    """The cards after Ann's first two, each with the hand that it went to."""
    return [(event.hand, event.card) for event in scene.happened(CardDealt) if event.box == 1][2:]


# -- what may be split -----------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["8s 8d", "As Ad", "2s 2d", "Ks Kd", "Js Qd", "Qs Kd", "Ks Jd"])
@proves("11.A", massachusetts="10(a)", uk_casino="G18")
def test_two_first_cards_of_one_value_become_two_hands_with_an_equal_wager_on_the_second(
    book: str, hand: str
) -> None:
    scene = pair(book, hand, "5c 6c")
    assert scene.do(SPLIT) == [PairSplit(1, 0, "ann", 10_00, ())]
    assert scene.chips() == {"ann": 980_00}
    first, second = hand.split()
    assert (scene.hand(1, 0).cards, scene.hand(1, 0).wagers) == (cards(first), (10_00,))
    assert (scene.hand(1, 1).cards, scene.hand(1, 1).wagers) == (cards(second), (10_00,))


@pytest.mark.parametrize("hand", ["8s 9d", "As 2d", "9s Kd", "As 9s", "7s 8s"])
@proves_clause("11.A", massachusetts="10(a)", uk_casino="G18")
def test_cards_of_different_value_are_not_split(book: str, clause: str, hand: str) -> None:
    scene = pair(book, hand)
    assert scene.refused(SPLIT) == "no_split"
    assert clause in scene.book.cite("no_split")


@proves("11.A", massachusetts="10(a)", uk_casino="G18")
def test_only_the_first_two_cards_are_split(book: str) -> None:
    scene = pair(book, "4s 3d", "4c").says("ann", "draws")
    assert scene.refused(SPLIT) == "no_split"
    three = pair(book, "4s 4d", "4c").says("ann", "draws")
    assert three.refused(SPLIT) == "no_split"


@proves("11.A", massachusetts="10(a)", uk_casino="G18")
def test_a_split_needs_chips_for_a_second_wager_as_large_as_the_first(book: str) -> None:
    scene = pair(book, "8s 8d", chips=19_50)
    assert scene.refused(SPLIT) == "not_enough_chips"
    scene = pair(book, "8s 8d", chips=20_00)
    scene.do(SPLIT)
    assert scene.chips() == {"ann": 0}


# -- hand by hand ----------------------------------------------------------------------------------


@proves("11.B", massachusetts="10(b)", uk_casino="G18")
def test_each_split_hand_gets_its_card_and_is_completed_before_the_next_gets_one(book: str) -> None:
    scene = pair(book, "8s 8d", "2c 3c 4c 5c").says("ann", "splits")
    assert (scene.hand(1, 0).cards, scene.hand(1, 1).cards) == (cards("8s 2c"), cards("8d"))
    scene.says("ann", "draws")
    assert (scene.hand(1, 0).cards, scene.hand(1, 1).cards) == (cards("8s 2c 3c"), cards("8d"))
    scene.says("ann", "stands")
    assert (scene.hand(1, 0).cards, scene.hand(1, 1).cards) == (cards("8s 2c 3c"), cards("8d 4c"))
    assert scene.table.turn_hand == 1
    scene.says("ann", "draws", "stands")
    assert [hand for hand, _ in deals(scene)] == [0, 0, 1, 1]
    assert not any(event.face_down for event in scene.happened(CardDealt) if event.box == 1)


@proves_clause("11.B", massachusetts="10(b)")
def test_the_next_player_waits_until_all_split_hands_are_complete(book: str, clause: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    hands = ("9s 7s", "8s 8d") if book == "players-edge" else ("8s 8d", "9s 7s")
    first, second = ("bob", "ann") if book == "players-edge" else ("ann", "bob")
    play(scene, *hands, dealer="6c 2d 9c", draws="2c 3c").says(first, "splits")
    assert scene.refused(cmd.Stand(by=second)) == "not_your_turn"
    scene.says(first, "stands")
    assert scene.refused(cmd.Stand(by=second)) == "not_your_turn"
    assert clause in scene.book.cite("not_your_turn")
    scene.says(first, "stands").says(second, "stands")
    assert scene.table.phase == "wagers"


@pytest.mark.parametrize("hand", ["8s 8d", "As Ad"])
@pytest.mark.parametrize("word", ["stands", "draws", "doubles"])
@proves("11.C", massachusetts="10(c)", uk_casino="G21")
def test_a_split_hand_with_its_second_card_stands_draws_or_doubles(book: str, word: str, hand: str) -> None:
    scene = pair(book, hand, "3c 4c 5c").says("ann", "splits")
    assert len(scene.hand().cards) == 2
    scene.says("ann", word)
    expected = {"stands": "HandStood", "draws": "CardAsked", "doubles": "DoubleMade"}[word]
    assert order(scene, "HandStood", "CardAsked", "DoubleMade") == [expected]
    assert scene.hand(1, 0).cards == cards(f"{hand.split()[0]} 3c" + ("" if word == "stands" else " 4c"))


@proves_clause("11.C")
def test_a_split_hand_is_not_surrendered(book: str, clause: str) -> None:
    scene = pair(book, "8s 8d", "3c 4c").says("ann", "splits")
    assert scene.refused(cmd.Surrender(by="ann")) == "no_surrender"
    assert clause in scene.book.cite("no_surrender")


@pytest.mark.clause("massachusetts 10(c)")
def test_the_total_of_a_split_hand_is_announced_with_its_second_card() -> None:
    scene = pair("massachusetts", "8s 8d", "3c Ac").says("ann", "splits", "stands")
    assert [e.announced for e in scene.happened(CardDealt) if e.box == 1][2:] == [11, 19]


# -- how often -------------------------------------------------------------------------------------


@proves_clause("11.D")
def test_a_submission_may_keep_aces_from_being_split_again(book: str, clause: str) -> None:
    scene = pair(book, "As Ad", "Ac 5c", may_split_aces_again=False).says("ann", "splits")
    assert scene.refused(SPLIT) == "no_split"
    scene.says("ann", "draws")  # a pair of aces like any other hand, but for this
    assert scene.hand(1, 0).cards == cards("As Ac 5c")
    other = pair(book, "8s 8d", "8c 8h", may_split_aces_again=False).says("ann", "splits", "splits")
    assert len(other.table.boxes[0].hands) == 3
    assert clause in other.book.cite("may_split_aces_again")


@pytest.mark.parametrize("book", ["massachusetts", "uk-casino"])
@pytest.mark.clause("massachusetts 10(c)", "uk-casino G18")
def test_books_that_let_every_pair_be_split_again_let_aces(book: str) -> None:
    with pytest.raises(BadRules, match="may_split_aces_again"):
        rules_of(book, may_split_aces_again=False)


@pytest.mark.parametrize(
    ("hand", "more"), [("8s 8d", "8c 8h 8s"), ("As Ad", "Ac Ah As"), ("Js Qd", "Kc Jh Qs")]
)
@proves_clause("11.D", massachusetts="10(c)")
def test_a_pair_aces_included_is_split_three_times_to_four_hands_and_no_more(
    book: str, clause: str, hand: str, more: str
) -> None:
    scene = pair(book, hand, more).says("ann", "splits", "splits", "splits")
    assert len(scene.table.boxes[0].hands) == 4
    assert scene.refused(SPLIT) == "no_split"
    assert clause in scene.book.cite("no_split")
    assert scene.chips() == {"ann": 960_00}


@pytest.mark.parametrize("most", [2, 3, 4])
@proves("11.D")
def test_the_submission_says_how_many_hands_a_pair_may_become(book: str, most: int) -> None:
    scene = pair(book, "8s 8d", "8c 8h 8s", most_hands=most).says("ann", *["splits"] * (most - 1))
    assert len(scene.table.boxes[0].hands) == most
    assert scene.refused(SPLIT) == "no_split"


@pytest.mark.parametrize("most", [-1, 1])
@proves_clause("11.D", massachusetts="10(c)")
def test_a_submission_that_would_forbid_the_first_split_is_refused(book: str, clause: str, most: int) -> None:
    with pytest.raises(BadRules, match=f"most_hands is {most}; ") as refusal:
        rules_of(book, most_hands=most)
    assert clause in str(refusal.value).partition("(")[2]


@proves("11.D")
def test_the_submission_may_allow_more_than_four_hands(book: str) -> None:
    scene = pair(book, "8s 8d", "8c 8h 8s 8d", most_hands=6).says("ann", *["splits"] * 5)
    assert len(scene.table.boxes[0].hands) == 6


@pytest.mark.clause("massachusetts 10(c)")
@pytest.mark.parametrize("most", [2, 3, 5])
def test_massachusetts_gives_the_player_four_hands_and_the_operator_no_choice(most: int) -> None:
    line = rf"most_hands is {most}; the book sets it to 4 \(massachusetts 10\(c\)\)"
    with pytest.raises(BadRules, match=line):
        rules_of("massachusetts", most_hands=most)
    scene = pair("massachusetts", "8s 8d", "8c 8h 8s").says("ann", *["splits"] * 3)
    assert len(scene.table.boxes[0].hands) == 4
    assert scene.refused(SPLIT) == "no_split"


@proves("G18", books=("uk-casino",))
def test_in_the_uk_new_pairs_are_split_without_end(book: str) -> None:
    scene = pair(book, "8s 8d", "8c 8h 8s 8d 8c 2h").says("ann", *["splits"] * 6)
    assert len(scene.table.boxes[0].hands) == 7
    assert scene.refused(SPLIT) == "no_split"
    assert scene.chips() == {"ann": 930_00}
    with pytest.raises(BadRules, match=r"most_hands is 4; the book sets it to 0 \(uk-casino G18\)"):
        rules_of(book, most_hands=4)


@proves("G18", books=("uk-casino",), massachusetts="10(c)")
def test_any_of_the_split_hands_may_be_split_again_when_its_new_card_makes_a_pair(book: str) -> None:
    scene = pair(book, "8s 8d", "2c 8h 3c 4c").says("ann", "splits")
    assert scene.refused(SPLIT) == "no_split"
    scene.says("ann", "stands", "splits")
    assert [hand.cards for hand in scene.table.boxes[0].hands] == [
        cards("8s 2c"),
        cards("8d 3c"),
        cards("8h"),
    ]


# -- what split hands are paid ---------------------------------------------------------------------


@pytest.mark.parametrize("dealer", ["Ac Kd", "Kc Ad"])
@proves_clause("11.E", massachusetts="10(d)")
def test_a_dealers_blackjack_takes_the_original_wager_and_not_what_splitting_added(
    book: str, clause: str, dealer: str
) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "8s 8d", dealer=dealer, draws="8c 2c 3c Kc 4c")
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.says("ann", "splits", "splits", "stands", "doubles", "stands", "stands")
    money = [(e.hand, e.collected, e.returned, e.why) for e in scene.settled()]
    assert money == [
        (0, 10_00, 0, "dealer_blackjack"),
        (1, 0, 20_00, "dealer_blackjack"),
        (2, 0, 10_00, "dealer_blackjack"),
    ]
    assert scene.gained() == -10_00
    assert clause in scene.book.cite("dealer_blackjack_takes")


@proves("11.E", massachusetts="10(d)")
def test_a_dealers_blackjack_takes_the_original_wager_alone_when_both_split_hands_had_gone_over_21(
    book: str,
) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "8s 8d", dealer="Kc Ad", draws="6c Kh 7c Kd").says("ann", "splits", "draws", "draws")
    assert [(e.hand, e.collected, e.returned) for e in scene.settled()] == [(0, 10_00, 0), (1, 0, 10_00)]


BONUSES = [
    ("7s 7h", "6d 8c Kc", "6c 2d 9c"),
    ("7s 7h", "6s 8s Kc", "6c 2d 9c"),
    ("7d 7h", "6d 8d Kc", "6c 2d 9c"),
    ("7h 7s", "2h 3d 4d 5s Kc", "6c 2d 9c"),
    ("7h 7s", "2h 2d 2s 3d 5s Kc", "6c 2d 9c"),
    ("4h 4s", "2h 2d 2s 3d 3s 5c Kc", "6c 2d 9c"),
]


@pytest.mark.parametrize(("hand", "draws", "dealer"), BONUSES)
@proves("11.F")
def test_a_split_hand_earns_none_of_the_higher_odds(book: str, hand: str, draws: str, dealer: str) -> None:
    scene = pair(book, hand, draws, dealer).says("ann", "splits", *["draws"] * (len(draws.split()) - 2))
    won = next(e for e in _finished(scene).settled() if e.hand == 0)
    assert (won.result, won.paid, won.why) == ("won", 10_00, "pays_win")


def _finished(scene: Scene) -> Scene:
    while scene.table.phase == "play":
        scene.says("ann", "stands")
    return scene


@proves("11.F", massachusetts="10(e)")
def test_a_split_hand_earns_no_fixed_payout(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    suit = "s" if book == "players-edge" else "h"
    play(scene, "Ks Kd", f"7{suit} 7{suit}", dealer="7c Kd", draws=f"7{suit} 7{suit} Kc")
    if book == "players-edge":
        scene.says("bob", "splits", "draws", "stands").says("ann", "stands")
    else:
        scene.says("ann", "stands").says("bob", "splits", "draws", "stands")
    first = next(e for e in scene.settled(name="bob") if e.hand == 0)
    assert first.result == "won"
    assert first.paid == (20_00 if book == "massachusetts" else 10_00)
    assert scene.bonuses("super_bonus") == scene.bonuses("envy") == []


@pytest.mark.parametrize(
    ("hand", "draws", "paid", "why"),
    [
        ("7s 7h", "6d 8c Kc", 15_00, "pays_678_mixed"),
        ("7h 7s", "6h 8h Kc", 20_00, "pays_678_suited"),
        ("7s 7h", "6s 8s Kc", 30_00, "pays_678_top"),
        ("7s 7h", "7d 7c Kc Kc", 15_00, "pays_777_mixed"),
        ("7h 7s", "2h 3d 4d 5s Kc", 15_00, "pays_five_card_21"),
        ("7h 7s", "2h 2d 2s 3d 5s Kc", 20_00, "pays_six_card_21"),
        ("4h 4s", "2h 2d 2s 3d 3s 5c Kc", 30_00, "pays_seven_card_21"),
    ],
)
@proves("10(e)", books=("massachusetts",))
def test_in_massachusetts_a_split_hand_keeps_the_other_odds(
    book: str, hand: str, draws: str, paid: int, why: str
) -> None:
    scene = pair(book, hand, draws).says("ann", "splits")
    while scene.table.phase == "play" and scene.table.turn_hand == 0:
        scene.says("ann", "draws")
    won = next(e for e in _finished(scene).settled() if e.hand == 0)
    assert (won.result, won.paid, won.why) == ("won", paid, why)


@pytest.mark.parametrize(("hand", "draws"), [("As Ad", "Kc Qc"), ("Ks Kd", "Ac Ad"), ("Js Qd", "Ac Ah")])
@proves("G20", books=("uk-casino",))
def test_ace_and_ten_on_a_split_hand_are_21_and_win_even_money(book: str, hand: str, draws: str) -> None:
    scene = pair(book, hand, draws, dealer="6c 5d Kc").says("ann", "splits")
    assert [(e.hand, e.result, e.paid, e.why) for e in scene.settled()] == [
        (0, "won", 10_00, "pays_win"),
        (1, "won", 10_00, "pays_win"),
    ]
    lost = pair(book, hand, draws, dealer="Kc Ad").says("ann", "splits")
    assert lost.gained() == -20_00


@proves("G21", books=("uk-casino",))
def test_a_double_after_a_split_is_settled_with_its_hand(book: str) -> None:
    scene = pair(book, "8s 8d", "3c Kc 2c").says("ann", "splits", "doubles", "stands")
    assert [(e.hand, e.collected, e.paid) for e in scene.settled()] == [(1, 10_00, 0), (0, 0, 20_00)]
