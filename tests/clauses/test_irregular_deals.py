"""Mistakes in dealing: a card that was missed, a box passed over, a shoe that runs out in mid-round."""

from typing import Any

import pytest
from msgspec.structs import replace
from payout_scenes import all_stand, cited, dealt, in_books

from scenes import Scene
from spanish21.game import commands as cmd
from spanish21.game.cards import card, cards, text_of
from spanish21.game.events import (
    BoxSkipped,
    CardBurned,
    CardDealt,
    CardsCollected,
    CoverCardPlaced,
    CutOffered,
    DealerSkipped,
    HandDead,
    HoleCardTurned,
    LateCardAnswered,
    RequestMissed,
    ShoeEmptied,
    ShoeLoaded,
    ShoeShuffled,
    StackCut,
)
from spanish21.game.table import DEALER, FLOORPERSON

TWO = {"ann": 10_000_00, "bob": 10_000_00}
THREE = {"ann": 10_000_00, "bob": 10_000_00, "eve": 10_000_00}
DEAL = cmd.Deal(by=DEALER)
ONE_CARD = cmd.Deal(by=DEALER, count=1)
SKIP_DEALER = cmd.SkipDealer(by=DEALER)
SKIP_BOX = cmd.SkipBox(by=DEALER)
MISS = cmd.MissRequest(by=DEALER)


def places(scene: Scene) -> list[tuple[str, int, bool]]:
    """Where the cards of the round went, in order: the box (0 the dealer), and whether face down."""
    return [(text_of((event.card,)), event.box, event.face_down) for event in scene.happened(CardDealt)]


def by_order(book: str) -> tuple[str, str]:
    return ("bob", "ann") if book == "players-edge" else ("ann", "bob")


BOX = {"ann": 1, "bob": 2, "eve": 3}


# -- the dealer's own card -------------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.J", massachusetts="15(f)"))
def test_a_dealer_who_misses_the_own_first_card_deals_the_players_two_cards_first(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    hole = scene.rules.hole_card
    scene.deal("9s 8s 9d 8d 7c Kh", steps=0)
    assert scene.refused(SKIP_DEALER) == "not_now"
    scene.do(cmd.Deal(by=DEALER, count=2))
    assert scene.refused(cmd.SkipDealer(by=FLOORPERSON)) == "not_your_office"
    scene.do(SKIP_DEALER)
    assert scene.happened(DealerSkipped) == [DealerSkipped()]
    assert scene.refused(SKIP_DEALER) == "not_now"
    scene.house()
    first = [("9s", 1, False), ("8s", 2, False), ("9d", 1, False), ("8d", 2, False), ("7c", 0, False)]
    assert places(scene) == first + ([("Kh", 0, True)] if hole else [])
    assert scene.table.phase == "play"
    assert scene.table.dealer[:1] == cards("7c")
    all_stand(scene)
    assert (scene.gained("ann"), scene.gained("bob")) == (10_00, -10_00)


@pytest.mark.clause("massachusetts 15(f)")
def test_a_dealer_with_a_hole_card_makes_up_for_both_cards() -> None:
    scene = Scene("massachusetts", hole_card=True).bet("ann", 10_00)
    scene.deal("9s 9d 7c Kh", steps=0)
    scene.do(ONE_CARD)
    scene.do(SKIP_DEALER)
    scene.house()
    assert places(scene) == [("9s", 1, False), ("9d", 1, False), ("7c", 0, False), ("Kh", 0, True)]


@pytest.mark.parametrize("book", in_books("13.J"))
def test_the_dealers_second_card_comes_after_the_players_and_before_any_decision(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal("9s 7c 9d Kh", steps=0)
    scene.do(cmd.Deal(by=DEALER, count=3))
    assert scene.refused(cmd.Stand(by="ann")) == "not_now"
    scene.do(ONE_CARD)
    assert places(scene)[-1] == ("Kh", 0, True)
    assert scene.table.phase == "play"


# -- a shoe that runs out --------------------------------------------------------------------------


def nearly_empty(scene: Scene, last: str) -> Scene:
    """The shoe holds only these cards, all others lie in the discard rack."""
    table = scene.table
    left = list(table.pool)
    for one in cards(last):
        left.remove(one)
    shoe = (*left, *cards(last))
    scene.table = replace(table, shoe=shoe, dealt=len(left), rack=(tuple(left),), cover_seen=False)
    return scene


SHOE_STEPS = (
    ShoeEmptied,
    ShoeShuffled,
    CutOffered,
    StackCut,
    CoverCardPlaced,
    ShoeLoaded,
    CardBurned,
    CardDealt,
)


@pytest.mark.parametrize("book", in_books("13.K", "13.L", massachusetts="15(g)"))
def test_when_the_shoe_runs_out_the_discards_are_shuffled_cut_and_burned_and_the_round_goes_on(
    book: str,
) -> None:
    last = "9s 7c 5d" if book == "massachusetts" else "9s 7c 5d Kh"
    scene = nearly_empty(Scene(book).bet("ann", 10_00), last)
    scene.mark = len(scene.events)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.house()
    assert scene.table.phase == "play"
    scene.do(cmd.Draw(by="ann"))
    scene.do(DEAL)
    assert scene.happened(ShoeEmptied) == [ShoeEmptied()]
    assert scene.table.phase == "stack"
    assert scene.refused(DEAL) == "not_now"
    discards = sorted(card for pile in scene.table.rack for card in pile)
    assert sorted(discards + list(cards(last))) == list(scene.table.pool)
    assert scene.refused(cmd.Shuffle(by=DEALER, cards=scene.table.pool)) == "not_a_shuffle_of_the_cards"
    for one in cards("Qd 2h"):
        discards.remove(one)
    order = (*discards[:60], *cards("Qd 2h"), *discards[60:])
    scene.do(cmd.Shuffle(by=DEALER, cards=order))
    assert scene.happened(ShoeShuffled) == [ShoeShuffled(order, "hand", True)]
    assert scene.refused(DEAL) == "not_now"
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    scene.house()
    assert scene.table.phase == "cut"
    assert scene.refused(cmd.Cut(by="ann", at=5)) == "cut_too_near_the_end"
    scene.do(cmd.Cut(by="ann", at=60))
    assert scene.refused(DEAL) == "not_now"
    scene.until("burn")
    assert scene.refused(DEAL) == "not_now"
    scene.do(cmd.BurnCard(by=DEALER))
    assert scene.happened(CardBurned) == [CardBurned(card("Qd"))]
    assert scene.table.rack == (cards("Qd"),)
    assert scene.table.phase == "play"
    scene.house()
    assert scene.hand(1).cards == cards("9s 5d 2h")
    told = [type(event).__name__ for event in scene.events[scene.mark :] if isinstance(event, SHOE_STEPS)]
    assert told[-8:] == [step.__name__ for step in SHOE_STEPS]
    all_stand(scene)
    assert len(scene.settled()) == 1
    assert len(scene.happened(CardsCollected)) == 1


@pytest.mark.parametrize("book", in_books("13.K", "13.L", massachusetts="15(g)"))
def test_the_shoe_may_run_out_between_the_first_cards_too(book: str) -> None:
    scene = nearly_empty(Scene(book).bet("ann", 10_00), "9s 7c")
    scene.mark = len(scene.events)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.do(DEAL)
    assert [event.card for event in scene.happened(CardDealt)] == list(cards("9s 7c"))
    assert scene.table.phase == "stack"
    scene.house()
    scene.do(cmd.RefuseCut(by="ann"))
    scene.until("burn")
    burned = scene.table.shoe[0]
    following = scene.table.shoe[1]
    scene.do(cmd.BurnCard(by=DEALER))
    assert scene.table.rack[-1] == (burned,)
    assert scene.refused(cmd.BurnCard(by=DEALER)) == "not_now"
    assert scene.table.phase == "deal"
    scene.house()
    assert scene.hand(1).cards == (card("9s"), following)
    assert scene.table.dealer[0] == card("7c")


# -- no card, one card -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.M", massachusetts="15(h)"))
def test_a_hand_that_got_no_cards_is_dead_and_plays_again_in_the_next_deal(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("ann", 5_00, "match").bet("bob", 10_00)
    hole = " 8h" if scene.rules.hole_card else ""
    scene.deal("9s 9c 9d" + hole, steps=0)
    assert scene.refused(cmd.SkipBox(by=FLOORPERSON)) == "not_your_office"
    scene.do(SKIP_BOX)
    assert scene.happened(HandDead) == []
    scene.do(cmd.Deal(by=DEALER, count=2))
    scene.do(SKIP_BOX)
    assert scene.happened(HandDead) == [HandDead(1, 0, "no_cards_dealt")]
    assert scene.hand(1).state == "dead"
    assert scene.happened(BoxSkipped) == [BoxSkipped(1), BoxSkipped(1)]
    assert sorted(
        (e.kind, e.result, e.returned, e.why) for e in scene.events if getattr(e, "returned", 0)
    ) == [
        ("main", "void", 10_00, "no_cards_dealt"),
        ("match", "void", 5_00, "no_cards_dealt"),
    ]
    assert ("15(h)" if book == "massachusetts" else "13.M") in cited(scene, "no_cards_dealt")
    scene.house()
    assert scene.table.phase == "play"
    assert scene.table.boxes[scene.table.turn_box].number == 2
    assert [box for _, box, _ in places(scene) if box] == [2, 2]
    all_stand(scene)
    assert scene.gained("ann") == 0
    assert [event.person for event in scene.settled() if event.result != "void"] == ["bob"]
    scene.bet("ann", 10_00)
    scene.deal(dealt(scene, ["7s 7d"], "9c 8h"))
    assert scene.hand(1).cards == cards("7s 7d")


@pytest.mark.parametrize("book", in_books("13.M", massachusetts="15(h)"))
def test_the_deal_goes_on_when_the_last_box_got_no_cards(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    hole = " 8h" if scene.rules.hole_card else ""
    scene.deal("9s 9c 9d" + hole, steps=0)
    scene.do(cmd.Deal(by=DEALER, count=1))
    scene.do(SKIP_BOX)
    scene.do(cmd.Deal(by=DEALER, count=2))
    scene.do(SKIP_BOX)
    assert scene.happened(BoxSkipped) == [BoxSkipped(2), BoxSkipped(2)]
    assert scene.happened(HandDead) == [HandDead(2, 0, "no_cards_dealt")]
    scene.house()
    assert (scene.hand(1).cards, len(scene.table.dealer)) == (cards("9s 9d"), 2 if hole else 1)
    assert (scene.table.phase, scene.table.turn_box) == ("play", 0)
    all_stand(scene)
    assert [(one.person, one.result == "void") for one in scene.settled()] == [("bob", True), ("ann", False)]


@pytest.mark.parametrize("book", in_books("13.N", massachusetts="15(h)"))
@pytest.mark.parametrize("missed", ["first", "second"])
def test_a_hand_with_one_card_may_have_its_second_after_all_other_players(book: str, missed: str) -> None:
    scene = Scene(book, THREE).bet("ann", 10_00).bet("bob", 10_00).bet("eve", 10_00)
    scene.deal("9s 8s 7s 9c 9d 8d 7h Kh", steps=0)
    scene.do(cmd.Deal(by=DEALER, count=1 if missed == "first" else 5))
    scene.do(SKIP_BOX)
    assert scene.happened(BoxSkipped) == [BoxSkipped(2)]
    scene.house()
    assert scene.table.asked == ("bob",)
    assert scene.refused(DEAL) == "answer_first"
    assert scene.refused(cmd.AnswerLateCard(by="ann", takes=True)) == "not_now"
    before = places(scene)
    assert [box for _, box, _ in before if box] == ([1, 3, 1, 2, 3] if missed == "first" else [1, 2, 3, 1, 3])
    scene.do(cmd.AnswerLateCard(by="bob", takes=True))
    scene.house()
    assert scene.happened(LateCardAnswered) == [LateCardAnswered(2, 0, True)]
    assert places(scene)[len(before)][1:] == (2, False)
    hole = [(0, True)] if scene.rules.hole_card else []
    assert [place[1:] for place in places(scene)[len(before) + 1 :]] == hole
    assert len(scene.hand(2).cards) == 2
    assert scene.table.phase == "play"
    all_stand(scene)
    assert sorted(event.person for event in scene.settled()) == ["ann", "bob", "eve"]


@pytest.mark.parametrize("book", in_books("13.N", massachusetts="15(h)"))
def test_a_player_who_does_not_want_the_late_second_card_has_a_dead_hand(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("ann", 5_00, "match").bet("bob", 10_00)
    scene.deal("9s 8s 9c 8d Kh", steps=0)
    scene.do(cmd.Deal(by=DEALER, count=3))
    scene.do(SKIP_BOX)
    scene.house()
    scene.do(cmd.AnswerLateCard(by="ann", takes=False))
    assert scene.happened(HandDead) == [HandDead(1, 0, "one_card_dealt")]
    assert scene.hand(1).state == "dead"
    back = [*scene.settled(name="ann"), *scene.settled("match", "ann")]
    assert [(one.result, one.returned) for one in back] == [("void", 10_00), ("void", 5_00)]
    assert {one.why for one in back} == {"one_card_dealt"}
    assert ("15(h)" if book == "massachusetts" else "13.N") in scene.book.cite("HandDead") + cited(
        scene, "one_card_dealt"
    )
    scene.house()
    all_stand(scene)
    assert scene.gained("ann") == 0
    assert [event.person for event in scene.settled() if event.result != "void"] == ["bob"]
    assert [box for _, box, _ in places(scene)].count(1) == 1


# -- a request that was missed ---------------------------------------------------------------------


def missed_request(book: str, **choices: Any) -> Scene:
    """Two people; the one who plays first asks for a card and is passed over."""
    scene = Scene(book, TWO, **choices).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["5s 6d", "5h 7d"], "9c 8h", "2c 3c 4c"))
    first, _ = by_order(book)
    assert scene.refused(MISS) == "not_now"
    scene.do(cmd.Draw(by=first))
    assert scene.refused(cmd.MissRequest(by=FLOORPERSON)) == "not_your_office"
    scene.do(MISS)
    assert scene.happened(RequestMissed) == [RequestMissed(BOX[first], 0)]
    assert scene.refused(DEAL) == "answer_first"
    return scene


@pytest.mark.parametrize("book", in_books("13.O", massachusetts="15(i)"))
def test_the_choice_belongs_to_the_player_who_was_passed_over(book: str) -> None:
    first, second = by_order(book)
    scene = missed_request(book)
    assert scene.table.asked == (first,)
    assert scene.refused(cmd.AnswerLateCard(by=second, takes=True)) == "not_now"
    assert scene.refused(cmd.Stand(by=first)) == "answer_first"
    scene.do(cmd.AnswerLateCard(by=first, takes=True))
    assert scene.refused(cmd.AnswerLateCard(by=first, takes=True)) == "not_now"


@pytest.mark.parametrize("book", in_books("13.O", "13.O(1)", massachusetts="15(i)"))
@pytest.mark.parametrize("hole_card", [True, False])
def test_the_late_card_comes_after_the_others_and_before_the_hole_card_is_turned(
    book: str, hole_card: bool
) -> None:
    first, second = by_order(book)
    scene = missed_request(book, **({"hole_card": hole_card} if book == "massachusetts" else {}))
    scene.do(cmd.AnswerLateCard(by=first, takes=True))
    scene.house()
    assert scene.table.boxes[scene.table.turn_box].stakes[0].person == second
    scene.says(second, "draws")
    assert len(scene.hand(BOX[first]).cards) == 2
    scene.do(cmd.Stand(by=second))
    dealers = len(scene.table.dealer)
    scene.house(1)
    assert len(scene.hand(BOX[first]).cards) == 3
    assert scene.hand(BOX[first]).cards[-1] == card("3c")
    assert len(scene.table.dealer) == dealers
    assert scene.happened(HoleCardTurned) == []
    all_stand(scene.house())
    boxes = [(text, box) for text, box, _ in places(scene)]
    assert boxes.index(("2c", BOX[second])) < boxes.index(("3c", BOX[first]))
    assert sorted(event.result for event in scene.settled()) == ["lost", "lost"]


@pytest.mark.parametrize("book", in_books("13.O", "13.O(2)", massachusetts="15(i)"))
def test_or_the_hand_is_called_dead_and_the_original_wager_goes_back(book: str) -> None:
    first, second = by_order(book)
    scene = missed_request(book)
    scene.do(cmd.AnswerLateCard(by=first, takes=False))
    assert scene.happened(HandDead) == [HandDead(BOX[first], 0, "card_not_dealt")]
    assert scene.hand(BOX[first]).state == "dead"
    (back,) = scene.settled(name=first)
    assert (back.result, back.collected, back.returned, back.paid) == ("void", 0, 10_00, 0)
    assert ("15(i)" if book == "massachusetts" else "13.O(2)") in cited(scene, back.why)
    scene.house()
    assert scene.table.boxes[scene.table.turn_box].stakes[0].person == second
    all_stand(scene)
    assert scene.gained(first) == 0
    assert scene.gained(second) == -10_00
    assert len([box for _, box, _ in places(scene) if box == BOX[first]]) == 2


@pytest.mark.parametrize("book", in_books("13.O(1)", massachusetts="15(i)"))
def test_a_double_that_was_passed_over_gets_its_one_card_late(book: str) -> None:
    first, second = by_order(book)
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["5s 6d", "5h 6c"], "9c 8h", "9h"))
    scene.do(cmd.Double(by=first, amount=10_00))
    scene.do(MISS)
    scene.do(cmd.AnswerLateCard(by=first, takes=True))
    scene.house()
    scene.says(second, "stands")
    all_stand(scene)
    (settled,) = scene.settled(name=first)
    assert (settled.result, settled.paid) == ("won", 20_00)
    assert scene.gained(first) == 20_00
