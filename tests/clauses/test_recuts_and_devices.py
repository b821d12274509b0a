"""Recuts, tables without players, and devices: what follows the first shuffle of chapter 5 and section 4."""

from typing import Any

import pytest
from books import assert_demanded, device, proves, proves_clause, submitted
from test_shuffling import THREE, cut, refusal, shuffled

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.events import (
    CardBurned,
    CardsSpread,
    CardsWashed,
    CutOffered,
    RecutOrdered,
    ShoeLoaded,
    ShoeShuffled,
    StackCut,
    TableIdle,
)
from spanish21.game.view import view

# -- recuts ----------------------------------------------------------------------------------------


def test_the_part_behind_the_cover_card_is_any_part() -> None:
    scene = shuffled("maryland", THREE, outside={"cover_from_back": [2, 7]})
    cut(scene, at=60)
    least = 83  # 2/7 of 288 are 82.3
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=least - 1)) == "cover_card_too_near_the_back"
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=least))


@proves_clause("5.F", massachusetts="4(f)")
def test_the_floorperson_may_have_the_stack_cut_again(book: str, clause: str) -> None:
    scene = shuffled(book, THREE)
    assert scene.refused(cmd.OrderRecut(by=FLOORPERSON)) == "recut_too_late"  # there is no cut yet
    stack = scene.table.shoe
    cut(scene, at=60)
    assert scene.refused(cmd.OrderRecut(by=DEALER)) == "not_your_office"
    scene.do(cmd.OrderRecut(by=FLOORPERSON))
    assert scene.events[-1] == RecutOrdered()
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=100)) == "not_now"
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    scene.do(cmd.Cut(by="ann", at=50))
    assert scene.table.shoe == stack[110:] + stack[:110]
    assert load_book(book).cite("recut_too_late") == (clause,)


@proves("5.F", "5.F(2)", massachusetts="4(f)")
def test_a_recut_may_still_be_ordered_when_the_cover_card_is_in(book: str) -> None:
    scene = cut(shuffled(book))
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=100))
    scene.do(cmd.OrderRecut(by=FLOORPERSON))
    scene.do(cmd.Cut(by="ann", at=100))
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"  # the cover card goes in again
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=90))
    scene.do(cmd.LoadShoe(by=DEALER))
    assert scene.events[-1] == ShoeLoaded()


@proves("5.F", "5.F(2)")
def test_once_the_stack_is_in_the_shoe_a_recut_comes_too_late(book: str) -> None:
    scene = cut(shuffled(book))
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=100))
    scene.do(cmd.LoadShoe(by=DEALER))
    assert scene.refused(cmd.OrderRecut(by=FLOORPERSON)) == "recut_too_late"
    scene.house()
    assert scene.refused(cmd.OrderRecut(by=FLOORPERSON)) == "recut_too_late"
    line = refusal(book, recut_until="deal")
    assert line == f'test.toml: recut_until is "deal"; the book sets it to "shoe" ({book} 5.F)'


@pytest.mark.clause("massachusetts 4(f)")
def test_in_massachusetts_the_stack_is_cut_again_until_the_first_card_is_dealt() -> None:
    scene = cut(shuffled("massachusetts"))
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=100))
    scene.do(cmd.LoadShoe(by=DEALER))
    scene.do(cmd.OrderRecut(by=FLOORPERSON))  # in the shoe, before the first card is burned
    assert scene.table.burns_due == 1
    cut(scene).house()
    assert scene.table.phase == "wagers"
    scene.bet("ann", 10_00)
    scene.do(cmd.OrderRecut(by=FLOORPERSON))  # wagers lie, but no card is dealt
    assert scene.table.burns_due == 1
    cut(scene).house()
    assert len(scene.happened(CardBurned, since_deal=False)) == 2
    assert sorted(scene.table.shoe) == list(scene.table.pool)
    scene.deal("9h 2c 9d 3c", steps=0)
    assert scene.refused(cmd.OrderRecut(by=FLOORPERSON)) == "recut_too_late"
    scene.house().says("ann", "stands")
    assert scene.table.phase == "wagers"
    assert scene.refused(cmd.OrderRecut(by=FLOORPERSON)) == "recut_too_late"


@pytest.mark.parametrize(
    ("recut_by", "cutter", "again"),
    [("last", "ann", "ann"), ("next", "ann", "cid"), ("last", "bob", "bob"), ("next", "bob", DEALER)],
)
@proves_clause("5.F(1)", massachusetts="4(f)")
def test_the_new_cut_is_made_by_the_last_cutter_or_by_the_next_in_order(
    book: str, clause: str, recut_by: str, cutter: str, again: str
) -> None:
    scene = shuffled(book, THREE, recut_by=recut_by)
    scene.do(cmd.OfferCut(by=DEALER))
    for name in ("ann", "cid", "bob"):
        if name == cutter:
            break
        scene.do(cmd.RefuseCut(by=name))
    scene.do(cmd.Cut(by=cutter, at=100))
    scene.do(cmd.OrderRecut(by=FLOORPERSON))
    for other in {"ann", "bob", "cid", DEALER} - {again}:
        assert scene.refused(cmd.Cut(by=other, at=100)) == "cut_not_offered"
    scene.do(cmd.Cut(by=again, at=100))
    assert scene.events[-1] == StackCut(again, 100)
    line = refusal(book, recut_by="anybody")
    assert line == f'test.toml: recut_by is "anybody"; it must be one of last, next ({book} {clause})'


# -- a table without players -----------------------------------------------------------------------


def idle(book: str, **choices: Any) -> Scene:
    """A table that was played at and left: nobody is there, and its cards lie spread."""
    scene = Scene(book, **choices).bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    if scene.table.phase == "cut":
        cut(scene).house()
    scene.do(cmd.Leave(by="ann"))
    scene.do(cmd.ReportIdle(by=DEALER))
    return scene


@proves("5.H")
def test_at_a_table_without_players_shoe_and_rack_are_emptied_and_the_cards_spread_down(book: str) -> None:
    scene = idle(book)
    assert scene.events[-1] == TableIdle(face_up=False)
    assert (scene.table.shoe, scene.table.rack) == ((), ())
    assert view(scene.table, DEALER).discards == 0
    assert not view(scene.table, DEALER).cover_card_seen
    assert not scene.table.reshuffle_ordered
    assert view(scene.table, "dee").spread == ()
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    scene.do(cmd.RequestFaceUp(by="dee"))
    assert scene.events[-1] == CardsSpread(face_up=True)
    deck = tuple(rank + suit for suit in "cdhs" for rank in "A23456789JQK")
    assert view(scene.table, "dee").spread == (deck,) * 6
    assert scene.refused(cmd.RequestFaceUp(by="dee")) == "not_now"
    line = refusal(book, idle_spread="face_up")
    assert line == f'test.toml: idle_spread is "face_up"; the book sets it to "face_down" ({book} 5.H)'


@proves("5.H", massachusetts="4(i)")
def test_the_cards_are_not_taken_away_while_somebody_plays(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    assert scene.refused(cmd.ReportIdle(by=DEALER)) == "not_now"
    assert scene.refused(cmd.ReportIdle(by="ann")) == "not_your_office"
    scene.deal("9h 2c 9d 3c")
    assert scene.refused(cmd.ReportIdle(by=FLOORPERSON)) == "not_now"
    scene.says("ann", "stands")
    scene.do(cmd.ReportIdle(by=FLOORPERSON))


@proves("5.H", "5.I")
def test_without_such_a_request_they_stay_face_down_until_they_are_washed(book: str) -> None:
    scene = idle(book)
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    scene.house(1)
    assert scene.events[-1] == CardsWashed(exposed=False)
    assert not [event for event in scene.events if isinstance(event, CardsSpread)][1:]  # but at the opening


@proves_clause("5.I", massachusetts="4(i)")
def test_the_spread_cards_wait_for_the_next_players_look(book: str, clause: str) -> None:
    scene = idle(book)
    assert scene.refused(cmd.WashCards(by=DEALER)) == "cards_not_seen_by_player"
    assert clause in load_book(book).cite("cards_not_seen_by_player")
    assert scene.refused(cmd.Shuffle(by=DEALER, cards=scene.table.pool)) == "not_now"
    assert due(scene.table) is None
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    scene.until("stack")


@proves("5.I", "5.I(1)", massachusetts="4(i)")
def test_then_they_are_washed_stacked_shuffled_and_cut(book: str) -> None:
    scene = idle(book)
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    mark = len(scene.events)
    scene.until("stack")
    assert scene.events[-1] == CardsWashed(exposed=False)
    assert scene.refused(cmd.PlaceWager(by="dee", box=1, amount=10_00)) == "table_not_open"
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    assert len(scene.table.shoe) == 288
    assert scene.table.cutting.cut_by is None  # whoever cut the last stack has not cut this one
    cut(scene).house().bet("dee", 10_00)
    kinds = [type(event) for event in scene.events[mark:] if not isinstance(event, CardsSpread)]
    assert kinds[:4] == [CardsWashed, ShoeShuffled, CutOffered, StackCut]
    assert scene.happened(ShoeShuffled, since_deal=False)[-1].method == "hand"


@pytest.mark.clause("massachusetts 4(i)")
def test_cards_spread_face_down_are_turned_up_once_a_player_arrives() -> None:
    scene = idle("massachusetts", idle_spread="face_down")
    assert scene.events[-1] == TableIdle(face_up=False)
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "not_now"  # nobody is there to see them
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    assert scene.refused(cmd.WashCards(by=DEALER)) == "cards_not_seen_by_player"
    scene.house(1)
    assert scene.events[-1] == CardsSpread(face_up=True)
    scene.house(1)
    assert scene.events[-1] == CardsWashed(exposed=False)


@pytest.mark.clause("massachusetts 4(i)")
def test_cards_may_also_be_spread_face_up_from_the_first_in_massachusetts() -> None:
    scene = idle("massachusetts", idle_spread="face_up")
    assert scene.events[-1] == TableIdle(face_up=True)
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    scene.do(cmd.WashCards(by=DEALER, exposed=True))
    assert scene.table.phase == "spread"  # a card was seen: they are mixed again
    scene.do(cmd.WashCards(by=DEALER))
    line = refusal("massachusetts", idle_spread="boxed")
    assert (
        line == 'test.toml: idle_spread is "boxed"; it must be one of face_down, face_up (massachusetts 4(i))'
    )


@proves("5.I", "5.I(2)")
def test_with_a_device_they_are_stacked_and_shuffled_by_it(book: str) -> None:
    scene = idle(book, **device(book))
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    assert scene.refused(cmd.Shuffle(by=DEALER, cards=scene.table.pool)) == "not_now"
    scene.until("stack")
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool[::-1]))
    assert scene.events[-1] == ShoeShuffled(scene.table.pool[::-1], "device", False)


@proves("5.I(2)(b)")
def test_no_batch_is_spread_on_request_where_the_cards_are_shuffled_by_hand(book: str) -> None:
    scene = idle(book, shuffling="hand")
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    scene.until("stack")
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    assert scene.refused(cmd.RequestFaceUp(by="dee")) == "not_now"


# -- shoes that shuffle all the time ---------------------------------------------------------------


def continuous(book: str) -> Scene:
    approved = submitted(book, approvals={"continuous_shuffler": "C-17"}, shuffling="continuous")
    return Scene(book, submission=approved)


@proves("5.J")
def test_a_shoe_that_shuffles_all_the_time_needs_its_approval(book: str) -> None:
    assert_demanded(book, "5.J", "continuous_shuffler", shuffling="continuous")
    scene = continuous(book)
    assert "continuous_shuffler: C-17" in scene.rules.approvals
    assert scene.happened(ShoeShuffled, since_deal=False)[0].method == "continuous"
    for method in ("hand", "device"):
        assert rules_of(book, submitted(book, shuffling=method))  # these need none


@proves("5.K")
def test_with_such_a_shoe_there_is_no_cut_no_cover_card_and_no_spread(book: str) -> None:
    scene = continuous(book)
    mark = scene.names(since_deal=False).index("ShoeShuffled")
    assert scene.names(since_deal=False)[mark:] == ["ShoeShuffled", "CardBurned"]
    assert scene.refused(cmd.OrderRecut(by=FLOORPERSON)) == "recut_too_late"
    assert scene.refused(cmd.OrderReshuffle(by=FLOORPERSON)) == "not_now"
    assert scene.refused(cmd.ReportIdle(by=DEALER)) == "not_now"
    for _ in range(2):
        scene.bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
        assert scene.table.phase == "wagers"
        assert "ShoeShuffled" in scene.names()
        assert not {"CutOffered", "StackCut", "CoverCardPlaced", "CoverCardReached"} & set(scene.names())
        assert len(scene.table.shoe) == 288
