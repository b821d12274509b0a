"""Settling the wagers on a match with the up card: when, in which order, and what is a match."""

import pytest
from books import proves, proves_clause
from dealt_rounds import THREE, alone, order, play

from scenes import DEALER, Scene
from spanish21.game import commands as cmd


def three_bets(book: str, **choices: object) -> Scene:
    """Ann, Bob and Cyd with a main wager and a match wager each."""
    scene = Scene(book, THREE, **choices)
    for name in THREE:
        scene.bet(name, 10_00).bet(name, 5_00, "match")
    return scene


@proves("7.F", massachusetts="6(d)")
def test_match_wagers_are_settled_after_the_first_cards_and_before_anything_else(book: str) -> None:
    choices = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    scene = three_bets(book, **choices)
    play(scene, "As 9h", "8s 3h", "Ah 6h", dealer="Ad 5c", steps=1)
    assert scene.table.phase == "match"
    for command in (
        cmd.Deal(by=DEALER),
        cmd.InsertHoleCard(by=DEALER),
        cmd.CloseInsurance(by=DEALER),
        cmd.Settle(by=DEALER),
        cmd.Draw(by="ann"),
    ):
        assert scene.refused(command) == "not_now"
    assert scene.refused(cmd.SettleMatch(by="ann")) == "not_your_office"
    scene.do(cmd.SettleMatch(by=DEALER))
    assert scene.table.phase == "insurance"
    assert len(scene.settled("match")) == 3
    scene.says("ann", "declines").says("bob", "declines").says("cyd", "declines")
    names = order(scene, "CardDealt", "WagerSettled", "InsuranceClosed", "ReaderAnswered")
    assert names == ["CardDealt"] * 8 + ["WagerSettled"] * 3 + ["InsuranceClosed", "ReaderAnswered"]
    assert scene.refused(cmd.SettleMatch(by=DEALER)) == "not_now"


@proves_clause("7.F(1)")
def test_matches_are_taken_and_paid_one_by_one_from_the_dealers_right(book: str, clause: str) -> None:
    scene = three_bets(book)
    play(scene, "7s 9h", "8s 3h", "7h Jh", dealer="7d 5c")
    settled = [(e.person, e.box, e.result) for e in scene.settled("match")]
    assert settled == [("cyd", 3, "won"), ("bob", 2, "lost"), ("ann", 1, "won")]
    lost = scene.settled("match", "bob")[0]
    assert (lost.collected, lost.returned, lost.paid) == (5_00, 0, 0)
    assert clause in scene.book.cite(lost.why)


@proves("6(d)", books=("massachusetts",))
def test_in_massachusetts_all_losing_matches_are_collected_before_any_is_paid(book: str) -> None:
    scene = three_bets(book)
    play(scene, "8s 9h", "7s 3h", "8h Jh", dealer="7d 5c")
    settled = [(e.person, e.collected, e.paid) for e in scene.settled("match")]
    assert settled == [("cyd", 5_00, 0), ("ann", 5_00, 0), ("bob", 0, 20_00)]
    assert order(scene, "WagerSettled", "CardDealt") == ["CardDealt"] * 7 + ["WagerSettled"] * 3


@pytest.mark.parametrize(
    ("hand", "paid"), [("7s 9h", 20_00), ("9h 7s", 20_00), ("7d 9h", 45_00), ("9h 7d", 45_00)]
)
@proves("7.F(1)(a)")
def test_either_of_the_first_two_cards_that_has_the_up_cards_rank_is_paid(
    book: str, hand: str, paid: int
) -> None:
    scene = alone(book).bet("ann", 5_00, "match")
    play(scene, hand, dealer="7d 5c")
    settled = scene.settled("match")
    assert [(e.result, e.collected, e.returned, e.paid) for e in settled] == [("won", 0, 5_00, paid)]


@proves("7.F(1)(a)")
def test_neither_a_drawn_card_nor_the_hole_card_makes_a_match(book: str) -> None:
    scene = alone(book).bet("ann", 5_00, "match")
    play(scene, "2s 5h", dealer="7d 5c 9c", draws="7h").says("ann", "draws", "stands")
    assert [e.result for e in scene.settled("match")] == ["lost"]


@pytest.mark.parametrize("up", ["Jd", "Qd", "Kd"])
@proves("7.F(1)(b)")
def test_a_court_card_matches_its_own_rank_alone(book: str, up: str) -> None:
    for rank in "JQK":
        scene = alone(book).bet("ann", 5_00, "match")
        play(scene, f"{rank}s 4h", dealer=f"{up} 5c")
        won = rank == up[0]
        assert [(e.result, e.paid) for e in scene.settled("match")] == [
            ("won", 20_00) if won else ("lost", 0)
        ]


@pytest.mark.parametrize(("hand", "paid"), [("7s 7h", 40_00), ("7s 7d", 65_00), ("7d 7d", 90_00)])
@proves("7.F(1)(c)")
def test_two_matching_cards_are_both_paid(book: str, hand: str, paid: int) -> None:
    scene = alone(book).bet("ann", 5_00, "match")
    play(scene, hand, dealer="7d 5c")
    assert [(e.result, e.paid) for e in scene.settled("match")] == [("won", paid)]
