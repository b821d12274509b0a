"""Cards that should not have come: face up in the shoe, 10s, drawn in error, drawn to a hand that stands."""

from typing import Any

import pytest
from books import assert_demanded
from msgspec.structs import replace
from payout_scenes import all_stand, cited, dealt, in_books

from scenes import Scene
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK, card, cards
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.events import (
    CardDealt,
    CardDiscarded,
    CardDrawnInError,
    CardRefused,
    CardsCollected,
    DecksRemoved,
    FaceUpFound,
    HandStood,
    RoundVoided,
    ShoeShuffled,
    TenFound,
    TenTakenOut,
)
from spanish21.game.moves.choices import Amounts
from spanish21.game.table import DEALER, FLOORPERSON, cards_left
from spanish21.game.view import view

TWO = {"ann": 10_000_00, "bob": 10_000_00}
FIND = cmd.FindFaceUp(by=DEALER)
DEAL = cmd.Deal(by=DEALER)
ERROR_UNSEEN = cmd.DrawInError(by=DEALER, exposed=False)
ERROR_SEEN = cmd.DrawInError(by=DEALER, exposed=True)
TEN_OUT = cmd.RemoveTen(by=FLOORPERSON)


def every_card(scene: Scene) -> list[int]:
    """All cards of the table, wherever they are, but those torn or taken out."""
    table = scene.table
    found = (
        [one for pile in table.rack for one in pile] + list(table.shoe[table.dealt :]) + list(table.dealer)
    )
    found += [
        one for box in table.boxes for hand in box.hands if hand.state != "removed" for one in hand.cards
    ]
    return sorted(found)


def on(scene: Scene, box: int = 1) -> tuple[int, ...]:
    return scene.hand(box).cards


def dealt_cards(scene: Scene, box: int) -> list[int]:
    return [event.card for event in scene.happened(CardDealt) if event.box == box]


def order(book: str) -> tuple[str, str]:
    return ("bob", "ann") if book == "players-edge" else ("ann", "bob")


def with_tens(book: str, tens: str, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table whose decks came with their 10s, of which these stayed in unnoticed."""
    scene = Scene(book, people, opened=False, **choices)
    while scene.table.phase == "closed":
        command = due(scene.table)
        assert command is not None
        if isinstance(command, cmd.ReceiveDecks):
            command = replace(command, cards=FULL_DECK * scene.rules.decks)
        if isinstance(command, cmd.RemoveTens):
            command = replace(command, missed=cards(tens))
        scene.do(command)
    scene.house()
    while scene.table.phase == "cut":
        scene.do(cmd.RefuseCut(by=scene.table.cutting.order[scene.table.cutting.offered]))
        scene.house()
    assert scene.table.phase == "wagers"
    return scene


# -- a card face up in the shoe --------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.A", massachusetts="15(a)"))
def test_a_card_face_up_in_the_shoe_is_not_used_and_goes_into_the_rack(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal("5h " + dealt(scene, ["9s 9d"], "9c 8h"), steps=0)
    scene.do(FIND)
    assert scene.table.rack[-1] == cards("5h")
    assert scene.happened(FaceUpFound) == [FaceUpFound(card("5h"))]
    scene.house()
    assert on(scene) == cards("9s 9d")
    all_stand(scene)
    assert scene.happened(RoundVoided) == []
    assert scene.settled()[0].result == "won"
    assert scene.gained() == 10_00
    assert every_card(scene) == list(scene.table.pool)


@pytest.mark.parametrize("book", in_books("13.A", massachusetts="15(a)"))
def test_a_face_up_card_is_passed_over_in_draws_too(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["5s 6d"], "9c 8h", "Kh 7d"))
    scene.do(cmd.Draw(by="ann"))
    scene.do(FIND)
    scene.house()
    assert on(scene) == cards("5s 6d 7d")
    assert scene.table.rack[-1] == cards("Kh")


@pytest.mark.parametrize("book", in_books("13.A", massachusetts="15(a)"))
def test_a_face_up_card_is_found_only_where_a_card_leaves_the_shoe(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    assert scene.refused(FIND) == "not_now"
    scene.deal(dealt(scene, ["9s 9d"], "9c 8h"))
    assert scene.refused(FIND) == "not_now"
    scene.do(cmd.Draw(by="ann"))
    assert scene.refused(cmd.FindFaceUp(by=FLOORPERSON)) == "not_your_office"
    assert scene.do(FIND)


@pytest.mark.parametrize("book", in_books("13.B", massachusetts="15(a)"))
def test_a_second_face_up_card_voids_the_round_and_the_cards_are_shuffled(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 20_00).bet("bob", 5_00, "match")
    scene.deal("5h 6h " + dealt(scene, ["9s 9d", "8c 8d"], "9c 8h"), steps=0)
    scene.do(FIND)
    assert scene.happened(RoundVoided) == []
    scene.do(FIND)
    assert scene.happened(RoundVoided) == [RoundVoided("second_face_up_card", True)]
    settled = [
        (e.person, e.kind, e.result, e.returned, e.why) for e in scene.events if hasattr(e, "returned")
    ]
    assert sorted(settled) == [
        ("ann", "main", "void", 10_00, "second_face_up_card"),
        ("bob", "main", "void", 20_00, "second_face_up_card"),
        ("bob", "match", "void", 5_00, "second_face_up_card"),
    ]
    assert (scene.gained("ann"), scene.gained("bob")) == (0, 0)
    assert scene.refused(DEAL) == "not_now"
    scene.house(1)
    assert scene.table.phase == "stack"
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "not_now"
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "table_not_open"
    scene.house(1)
    assert sorted(scene.happened(ShoeShuffled)[0].cards) == list(scene.table.pool)
    assert ("15(a)" if book == "massachusetts" else "13.B") in scene.book.cite("second_face_up_card")


@pytest.mark.parametrize("book", in_books("13.A", "13.B", massachusetts="15(a)"))
def test_one_face_up_card_in_each_of_two_rounds_voids_neither(book: str) -> None:
    scene = Scene(book)
    for suit in "cd":
        scene.bet("ann", 10_00).deal(f"5{suit} " + dealt(scene, ["9s 9d"], "9c 8h"), steps=0)
        scene.do(FIND)
        all_stand(scene.house())
        assert scene.happened(RoundVoided) == []
        assert scene.gained() == 10_00


@pytest.mark.parametrize("book", in_books("13.A", "13.C", massachusetts=("15(a)", "15(b)")))
def test_the_dealers_own_draws_pass_over_face_up_cards_and_10s(book: str) -> None:
    choices = {"hole_card": True} if book == "massachusetts" else {}
    scene = with_tens(book, "Th", **choices).bet("ann", 10_00)
    scene.deal(dealt(scene, ["9s 9d"], "9c 3h Kd Th 6d"))
    scene.do(cmd.Stand(by="ann"))
    scene.do(cmd.TurnHoleCard(by=DEALER))
    scene.do(FIND)
    scene.house()
    assert scene.happened(CardsCollected)[-1].hands[-1] == cards("9c 3h 6d")
    assert cards("Kd") in scene.table.rack
    assert [event.card for event in scene.happened(TenTakenOut)] == [card("Th")]


@pytest.mark.parametrize("book", in_books("13.B", massachusetts="15(a)"))
def test_a_void_round_gives_back_what_was_doubled(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["5s 6d"], "9c 8h", "Kh Qd 7d"))
    scene.do(cmd.Double(by="ann", amount=10_00))
    scene.do(FIND)
    scene.do(FIND)
    (settled,) = scene.settled()
    assert (settled.result, settled.collected, settled.returned, settled.paid) == ("void", 0, 20_00, 0)
    assert scene.gained() == 0


# -- 10s -------------------------------------------------------------------------------------------

TENS = in_books("13.C", massachusetts="15(b)")


@pytest.mark.parametrize("book", TENS)
@pytest.mark.parametrize("ten", ["Tc", "Td", "Th", "Ts"])
def test_a_10_is_not_used_and_a_floorperson_takes_it_out(book: str, ten: str) -> None:
    scene = with_tens(book, ten).bet("ann", 10_00)
    scene.deal(f"{ten} " + dealt(scene, ["9s 9d"], "9c 8h"), steps=0)
    found = scene.do(DEAL)
    assert found[-1] == TenFound(card(ten))
    assert scene.happened(CardDealt) == []
    assert scene.refused(DEAL) == "ten_must_be_removed"
    assert scene.refused(FIND) == "ten_must_be_removed"
    assert ("15(b)" if book == "massachusetts" else "13.C") in scene.book.cite("ten_must_be_removed")
    assert scene.refused(cmd.RemoveTen(by=DEALER)) == "not_your_office"
    assert scene.refused(cmd.RemoveTen(by="ann")) == "not_your_office"
    scene.do(TEN_OUT)
    assert scene.happened(TenTakenOut) == [TenTakenOut(card(ten), book != "massachusetts")]
    seen = view(scene.table, FLOORPERSON)
    out, empty = seen.torn_tens, seen.tens_set_aside
    if book == "massachusetts":  # there the clause does not have it torn
        out, empty = empty, out
    assert (out[-1], empty) == (ten, ())
    assert view(scene.table, "ann").torn_tens == view(scene.table, "ann").tens_set_aside == ()
    assert scene.refused(TEN_OUT) == "not_now"
    scene.house()
    assert on(scene) == cards("9s 9d")
    all_stand(scene)
    assert card(ten) not in every_card(scene)
    assert card(ten) not in scene.table.pool
    assert scene.gained() == 10_00


@pytest.mark.parametrize("book", TENS)
def test_a_10_that_is_drawn_to_a_hand_is_replaced_by_the_next_card(book: str) -> None:
    scene = with_tens(book, "Th").bet("ann", 10_00)
    scene.deal(dealt(scene, ["5s 6d"], "9c 8h", "Th 9h"))
    scene.says("ann", "draws")
    assert on(scene) == cards("5s 6d 9h")
    told = [type(e).__name__ for e in scene.events if isinstance(e, TenFound | TenTakenOut)]
    assert told == ["TenFound", "TenTakenOut"]
    assert scene.happened(RoundVoided) == []


@pytest.mark.parametrize("book", in_books("13.D", massachusetts="15(b)"))
def test_a_second_10_voids_the_round(book: str) -> None:
    scene = with_tens(book, "Th Tc", TWO).bet("ann", 10_00).bet("bob", 20_00)
    scene.deal("Th " + dealt(scene, ["9s 9d", "8c 8d"], "Tc 9c 8h"), steps=0)
    scene.do(DEAL)
    scene.do(TEN_OUT)
    assert scene.happened(RoundVoided) == []
    scene.do(DEAL)
    reshuffled = book == "massachusetts"
    assert scene.happened(RoundVoided) == [RoundVoided("second_ten", reshuffled)]
    assert sorted((e.person, e.result, e.returned) for e in scene.settled()) == [
        ("ann", "void", 10_00),
        ("bob", "void", 20_00),
    ]
    assert (scene.gained("ann"), scene.gained("bob")) == (0, 0)
    assert ("15(b)" if reshuffled else "13.D") in cited(scene, "second_ten")
    assert scene.refused(cmd.CollectCards(by=DEALER)) == "ten_must_be_removed"
    scene.do(TEN_OUT)
    scene.do(cmd.CollectCards(by=DEALER))
    if reshuffled:
        assert scene.happened(DecksRemoved) == []
        assert scene.table.phase == "stack"
        scene.house(1)
        assert sorted(scene.happened(ShoeShuffled)[-1].cards) == sorted(scene.table.pool)
        assert len(scene.table.pool) == 48 * scene.rules.decks
    else:
        told = [type(e).__name__ for e in scene.events if isinstance(e, CardsCollected | DecksRemoved)]
        assert told == ["CardsCollected", "DecksRemoved"]
        assert scene.table.phase == "closed"
        assert scene.table.pool == ()
        assert scene.refused(cmd.Shuffle(by=DEALER, cards=())) == "not_now"
        assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "table_not_open"
        scene.house(1)
        assert len(scene.table.pool) == 48 * scene.rules.decks


@pytest.mark.clause("massachusetts 15(b)")
def test_the_manner_in_which_10s_are_removed_needs_the_commissions_approval() -> None:
    assert_demanded("massachusetts", "15(b)", "removal_of_tens")


# -- drawn in error --------------------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.E", massachusetts="15(c)"))
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card(book: str) -> None:
    """Drawn while the first cards are dealt, while a player thinks, and before the dealer draws."""
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["5s 2d"], "9c 3h 4h 5d", "Kh"), steps=0)
    left = cards_left(scene.table)
    scene.do(ERROR_UNSEEN)
    assert scene.refused(ERROR_UNSEEN) == "not_now"
    assert cards_left(scene.table) == left - 1
    scene.house()
    assert on(scene) == cards("5s 2d")
    left = cards_left(scene.table)
    scene.do(ERROR_UNSEEN)
    assert scene.happened(CardDrawnInError)[-1] == CardDrawnInError(card("Kh"), False)
    scene.says("ann", "draws")
    assert on(scene) == cards("5s 2d Kh")
    assert cards_left(scene.table) == left - 1
    scene.do(ERROR_UNSEEN)
    all_stand(scene)
    dealer = scene.happened(CardsCollected)[-1].hands[-1]
    assert dealer == cards("9c 3h 4h 5d")
    assert every_card(scene) == list(scene.table.pool)


@pytest.mark.parametrize("book", in_books("13.E", "13.G", massachusetts=("15(c)", "15(d)")))
def test_a_card_that_was_not_seen_cannot_be_refused(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["5s 2d"], "9c 3h", "Kh"))
    assert scene.refused(cmd.RefuseCard(by="ann")) == "not_now"
    scene.do(ERROR_UNSEEN)
    assert scene.refused(cmd.RefuseCard(by="ann")) == "not_now"


@pytest.mark.parametrize("book", in_books("13.F", massachusetts="15(d)"))
def test_a_card_drawn_in_error_and_seen_goes_to_the_next_player_who_draws(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["5s 4d", "5h 4d"], "9c 8h", "Kh"))
    first, second = order(book)
    scene.do(ERROR_SEEN)
    assert scene.happened(CardDrawnInError) == [CardDrawnInError(card("Kh"), True)]
    scene.says(first, "stands").says(second, "draws")
    assert on(scene, 2 if second == "bob" else 1)[-1] == card("Kh")


@pytest.mark.parametrize("book", in_books("13.F", massachusetts="15(d)"))
def test_a_card_drawn_in_error_and_seen_goes_to_the_dealer_if_no_player_draws(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal("9s 9c 9d 7h 4d")
    scene.do(ERROR_SEEN)
    all_stand(scene)
    dealer = scene.happened(CardsCollected)[-1].hands[-1]
    assert dealer == cards("9c 7h 4d")
    assert scene.gained() == -10_00


@pytest.mark.parametrize("book", in_books("13.G", massachusetts="15(d)"))
def test_who_refuses_the_exposed_card_gets_no_more_cards_and_the_next_may_take_it(book: str) -> None:
    first, second = order(book)
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["5s 4c", "5h 4d"], "9c 8h", "Kh 2d"))
    scene.do(ERROR_SEEN)
    assert scene.refused(cmd.RefuseCard(by=second)) == "not_your_turn"
    scene.do(cmd.RefuseCard(by=first))
    assert [event.person for event in scene.happened(CardRefused)] == [first]
    scene.house()
    assert scene.table.boxes[scene.table.turn_box].stakes[0].person == second
    for again in (cmd.Draw(by=first), cmd.Double(by=first, amount=10_00)):
        assert scene.refused(again) == "no_more_cards"
    if scene.table.rules.may_surrender:
        assert scene.refused(cmd.Surrender(by=first)) == "no_surrender"
    assert ("15(d)" if book == "massachusetts" else "13.G") in scene.book.cite("no_more_cards")
    scene.says(second, "draws")
    boxes = {"ann": 1, "bob": 2}
    assert on(scene, boxes[second])[-1] == card("Kh")
    assert len(on(scene, boxes[first])) == 2
    all_stand(scene)
    assert len(dealt_cards(scene, boxes[first])) == 2


@pytest.mark.parametrize("book", in_books("13.G", massachusetts="15(d)"))
def test_a_card_drawn_too_early_is_dealt_with_all_the_others_of_the_deal(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.do(cmd.DrawInError(by=DEALER, exposed=False))
    first = scene.table.trouble.loose_card
    (deal,) = (one for one in legal(scene.table, DEALER) if one.command == "Deal")
    assert deal.fields["count"] == Amounts(0, 3, 1)
    scene.do(cmd.Deal(by=DEALER, count=3))
    assert scene.table.boxes[0].hands[0].cards[0] == first


@pytest.mark.parametrize("book", in_books("13.G", massachusetts="15(d)"))
def test_who_refuses_it_gets_no_more_cards_on_another_box_either(book: str) -> None:
    scene = Scene(book, {"ann": 10_000_00}, adjacent_boxes=2).bet("ann", 10_00).bet("ann", 10_00, box=2)
    scene.deal(dealt(scene, ["5s 6d", "5h 4d"], "9c 8h", "Kh 2d"))
    scene.do(ERROR_SEEN)
    scene.do(cmd.RefuseCard(by="ann"))
    scene.house()
    for again in (cmd.Draw(by="ann"), cmd.Double(by="ann", amount=10_00)):
        assert scene.refused(again) == "no_more_cards"
    all_stand(scene)
    assert (len(dealt_cards(scene, 1)), len(dealt_cards(scene, 2))) == (2, 2)


@pytest.mark.parametrize("book", in_books("13.G", massachusetts="15(d)"))
def test_who_accepts_the_exposed_card_may_go_on_drawing(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["5s 6d"], "9c 8h", "2h 3d"))
    scene.do(ERROR_SEEN)
    scene.says("ann", "draws", "draws")
    assert on(scene) == cards("5s 6d 2h 3d")


@pytest.mark.parametrize("book", in_books("13.H", massachusetts="15(d)"))
def test_a_card_that_all_refuse_and_the_dealer_cannot_use_goes_into_the_rack(book: str) -> None:
    first, second = order(book)
    # Without a hole card the dealer can always use it, as the second card.
    choices = {"hole_card": True} if book == "massachusetts" else {}
    scene = Scene(book, TWO, **choices).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["5s 6d", "5h 4d"], "9c 8h", "Kh"))
    scene.do(ERROR_SEEN)
    scene.do(cmd.RefuseCard(by=first))
    scene.house()
    scene.do(cmd.RefuseCard(by=second))
    scene.house()
    assert scene.happened(CardDiscarded) == [CardDiscarded(card("Kh"), "no_hand_can_use_it")]
    assert ("15(d)" if book == "massachusetts" else "13.H") in cited(scene, "no_hand_can_use_it")
    assert scene.happened(CardsCollected)[-1].hands[-1] == cards("9c 8h")
    assert any(pile == cards("Kh") for pile in scene.table.rack)
    assert every_card(scene) == list(scene.table.pool)
    assert (scene.gained("ann"), scene.gained("bob")) == (-10_00, -10_00)


@pytest.mark.parametrize("book", in_books("13.H", massachusetts="15(d)"))
def test_a_card_that_all_refuse_is_the_dealers_if_the_dealer_can_use_it(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["5s 6d"], "9c 7h", "Kh") if scene.rules.hole_card else "5s 9c 6d Kh 7h")
    scene.do(ERROR_SEEN)
    scene.do(cmd.RefuseCard(by="ann"))
    scene.house()
    assert scene.happened(HandStood) == []
    assert scene.happened(CardDiscarded) == []
    dealer = scene.happened(CardsCollected)[-1].hands[-1]
    assert dealer == (cards("9c 7h Kh") if scene.rules.hole_card else cards("9c Kh"))
    assert scene.gained() == (10_00 if scene.rules.hole_card else -10_00)


# -- the dealer's own hand -------------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.I", massachusetts="15(e)"))
@pytest.mark.parametrize(("dealer", "gained"), [("9c 8h", -10_00), ("Kc 9h", -10_00), ("9d Kd", -10_00)])
def test_a_card_that_the_dealer_draws_to_17_or_more_goes_into_the_rack(
    book: str, dealer: str, gained: int
) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["9s 7d"], f"{dealer} 4d"))
    scene.do(cmd.Stand(by="ann"))
    scene.until("settle")
    overdraw = cmd.OverdrawDealer(by=DEALER)
    assert scene.refused(cmd.OverdrawDealer(by=FLOORPERSON)) == "not_your_office"
    scene.do(overdraw)
    assert scene.happened(CardDiscarded) == [CardDiscarded(card("4d"), "dealer_stands")]
    assert scene.table.rack[-1] == cards("4d")
    assert scene.table.dealer == cards(dealer)
    scene.house()
    assert scene.gained() == gained
    assert ("15(e)" if book == "massachusetts" else "13.I") in cited(scene, "dealer_stands")
    assert every_card(scene) == list(scene.table.pool)


@pytest.mark.parametrize("book", in_books("13.I", massachusetts="15(e)"))
def test_a_dealer_below_17_does_not_overdraw(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    overdraw = cmd.OverdrawDealer(by=DEALER)
    assert scene.refused(overdraw) == "not_now"
    scene.deal(dealt(scene, ["9s 7d"], "9c 7h 4d"))
    assert scene.refused(overdraw) == "not_now"
    scene.do(cmd.Stand(by="ann"))
    seen: list[Any] = []
    while scene.table.phase == "dealer":
        assert scene.refused(overdraw) == "not_now"
        seen.append(scene.table.dealer)
        scene.house(1)
    assert cards("9c 7h 4d") == scene.table.dealer
    assert seen
