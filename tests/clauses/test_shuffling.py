"""Shuffling and cutting: who is offered the cut, its bounds, the cover card, recuts, idle tables, devices."""

from typing import Any

import pytest
from books import approved, device, proves, proves_clause, submitted

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import card
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.events import (
    CardBurned,
    CardDealt,
    CoverCardPlaced,
    CoverCardReached,
    CutOffered,
    ReshuffleOrdered,
    ShoeLoaded,
    ShoeShuffled,
    StackCut,
)
from spanish21.game.view import as_json, view
from spanish21.game.waiting import waits_for

THREE = {"ann": 1000_00, "bob": 1000_00, "cid": 1000_00}
"""Boxes 1, 2 and 3: cid sits at the dealer's far right."""


def at_stack(book: str, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table whose cards are stacked and about to be shuffled for the first time."""
    return Scene(book, people=people or {"ann": 1000_00}, opened=False, **choices).until("stack")


def shuffled(book: str, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table whose cards have just been shuffled, in the order of `table.pool`."""
    scene = at_stack(book, people, **choices)
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    return scene


def cut(scene: Scene, at: int = 100) -> Scene:
    """Whoever is offered the cut makes it."""
    if scene.table.cutting.offered is None:
        scene.do(cmd.OfferCut(by=DEALER))
    order = scene.table.cutting.order
    scene.do(cmd.Cut(by=order[0] if order else DEALER, at=at))
    return scene


def covered(book: str, behind: int, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table open for wagers, its cover card with so many cards behind it."""
    scene = cut(shuffled(book, people, **choices))
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=behind))
    return scene.house()


def finish(scene: Scene) -> Scene:
    """Everybody stands until the round is over and the cards must be shuffled."""
    while scene.table.phase != "stack":
        command = due(scene.table)
        if command is None:
            command = cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person)
        scene.do(command)
    return scene


def next_offer(scene: Scene) -> tuple[str, ...]:
    """Shuffle again and offer the cut: to whom, in which order."""
    assert scene.table.phase == "stack"
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    scene.do(cmd.OfferCut(by=DEALER))
    return scene.happened(CutOffered, since_deal=False)[-1].order


def refusal(book: str, **submission: Any) -> str:
    with pytest.raises(BadRules) as caught:
        rules_of(book, submitted(book, **submission))
    return str(caught.value)


# -- the shuffle -----------------------------------------------------------------------------------


@proves("5.A", massachusetts="4(a)")
def test_the_dealer_shuffles_all_cards_in_play_and_no_others(book: str) -> None:
    scene = at_stack(book)
    pool = scene.table.pool
    other = pool[1:] + (card("Ks"),)
    for wrong in ((), pool[:-1], pool + pool[-1:], other):
        assert scene.refused(cmd.Shuffle(by=DEALER, cards=wrong)) == "not_a_shuffle_of_the_cards"
    assert scene.refused(cmd.Shuffle(by=FLOORPERSON, cards=pool)) == "not_your_office"
    scene.do(cmd.Shuffle(by=DEALER, cards=pool[::-1]))
    assert scene.events[-1] == ShoeShuffled(pool[::-1], "hand", False)
    assert scene.table.burns_due == int(scene.table.rules.burns_first_card)
    clause = "4(a)" if book == "massachusetts" else "5.A"
    assert load_book(book).cite("not_a_shuffle_of_the_cards") == (clause,)


@proves("5.A", massachusetts="4(a)")
def test_the_shuffle_is_by_hand_or_by_a_device(book: str) -> None:
    for method, choices in (("hand", {}), ("device", device(book))):
        scene = shuffled(book, **choices)
        assert scene.happened(ShoeShuffled, since_deal=False)[0].method == method
    clause = "4(a)" if book == "massachusetts" else "5.A"
    line = refusal(book, shuffling="never")
    words = "it must be one of hand, device, continuous"  # the last with an approval
    assert line.startswith(f'test.toml: shuffling is "never"; {words} ({book} {clause}')


@proves("5.A", "5.G", massachusetts=("4(a)", "4(g)"))
def test_the_cards_are_shuffled_after_the_round_in_which_the_cover_card_comes_out(book: str) -> None:
    scene = covered(book, behind=285)  # above it: the burn card, ann's first card, the up card
    scene.bet("ann", 10_00).stack("9h 2c 9d 3c")
    scene.do(cmd.CloseWagers(by=DEALER))
    mark = len(scene.events)
    finish(scene)
    kinds = [type(event).__name__ for event in scene.events[mark:]]
    assert kinds[:4] == ["CardDealt", "CardDealt", "CoverCardReached", "CardDealt"]
    assert kinds[-2:] == ["WagerSettled", "CardsCollected"]
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    untouched = Scene(book).bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    assert untouched.table.phase == "wagers"


@proves_clause("5.G", massachusetts="4(g)")
def test_no_round_begins_once_the_cover_card_has_come_out(book: str, clause: str) -> None:
    scene = covered(book, behind=286).bet("ann", 10_00).deal("9h 2c 9d 3c")
    finish(scene)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "cover_card_reached"
    assert clause in load_book(book).cite("cover_card_reached")
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "table_not_open"
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    cut(scene).house().bet("ann", 10_00).do(cmd.CloseWagers(by=DEALER))


@proves("5.A", "5.G", massachusetts="4(g)")
def test_the_floorperson_may_have_the_cards_shuffled_after_any_round(book: str) -> None:
    scene = Scene(book)
    assert scene.refused(cmd.OrderReshuffle(by=DEALER)) == "not_your_office"
    scene.bet("ann", 10_00).deal("9h 2c 9d 3c")
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    assert scene.events[-1] == ReshuffleOrdered()
    scene.do(cmd.Stand(by="ann"))
    scene.until("stack")
    assert scene.names().count("CardsCollected") == 1
    between = Scene(book).bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    assert between.table.phase == "wagers"
    between.do(cmd.OrderReshuffle(by=FLOORPERSON))
    assert between.table.phase == "stack"
    assert ("4(g)" if book == "massachusetts" else "5.G") in load_book(book).cite("ReshuffleOrdered")


@proves("5.A(1)", massachusetts="4(a)")
def test_the_shuffled_decks_are_one_stack_of_all_the_cards(book: str) -> None:
    for choices in ({}, device(book)):
        for decks, size in ((6, 288), (8, 384)):
            scene = shuffled(book, decks=decks, **choices)
            assert len(scene.table.shoe) == size
            assert scene.table.dealt == 0
            assert scene.table.rack == ()
    used = Scene(book).bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    assert view(used.table, "ann").discards > 0
    used.do(cmd.OrderReshuffle(by=FLOORPERSON))
    used.do(cmd.Shuffle(by=DEALER, cards=used.table.pool))
    assert (len(used.table.shoe), used.table.rack) == (288, ())


@proves("5.A(2)", "5.B", "7.B")
def test_before_a_device_loads_the_shoe_the_stack_is_cut_and_gets_its_cover_card(book: str) -> None:
    scene = shuffled(book, device_loads_shoe=True, **device(book))
    mark = len(scene.events)
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=100)) == "not_now"
    cut(scene)
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=71)) == "cover_card_too_near_the_back"
    scene.until("wagers")
    told = [type(event) for event in scene.events[mark:]]
    assert told == [CutOffered, StackCut, CoverCardPlaced, CardBurned]
    assert "5.B" in load_book(book).cite("cut_before_loading")


@proves("5.A(2)", massachusetts="4(b)(1)")
def test_a_device_may_load_the_shoe_itself(book: str) -> None:
    """Here in the reading without a cut, which is the book's own in Massachusetts."""
    uncut = {} if book == "massachusetts" else {"device-loads-shoe": "no_cut"}
    scene = at_stack(book, device_loads_shoe=True, **device(book), **uncut)
    mark = len(scene.events)
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
    scene.until("wagers")
    assert not any(isinstance(event, ShoeLoaded | CutOffered | StackCut) for event in scene.events[mark:])
    assert [type(event) for event in scene.events[mark:]] == [ShoeShuffled, CoverCardPlaced, CardBurned]
    other = at_stack(book, device_loads_shoe=False, **device(book))
    other.do(cmd.Shuffle(by=DEALER, cards=other.table.pool))
    if book != "massachusetts":
        cut(other)
    other.house()
    assert len(other.happened(ShoeLoaded, since_deal=False)) == 1
    clause = "4(b)(1)" if book == "massachusetts" else "5.A(2)"
    line = refusal(book, device_loads_shoe="yes")
    assert line == f'test.toml: device_loads_shoe is "yes"; it must be one of false, true ({book} {clause})'


# -- the offer of the cut --------------------------------------------------------------------------


@proves_clause("5.B", massachusetts="4(c)")
def test_the_stack_is_offered_to_be_cut_and_nothing_goes_on_before(book: str, clause: str) -> None:
    scene = shuffled(book, THREE)
    assert scene.refused(cmd.Cut(by="ann", at=100)) == "cut_not_offered"
    assert scene.refused(cmd.Cut(by=DEALER, at=100)) == "cut_not_offered"
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=100)) == "not_now"
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    assert scene.refused(cmd.OfferCut(by=FLOORPERSON)) == "not_your_office"
    scene.do(cmd.OfferCut(by=DEALER))
    assert isinstance(scene.events[-1], CutOffered)
    assert view(scene.table, "bob").cut_offered_to == "ann"
    assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
    assert scene.refused(cmd.Cut(by="bob", at=100)) == "cut_not_offered"
    assert scene.refused(cmd.Cut(by=FLOORPERSON, at=100)) == "not_your_office"
    scene.do(cmd.Cut(by="ann", at=100))
    assert scene.events[-1] == StackCut("ann", 100)
    assert scene.refused(cmd.Cut(by="ann", at=100)) == "not_now"  # one cut is enough
    assert scene.refused(cmd.RefuseCut(by="ann")) == "not_now"
    assert clause in load_book(book).cite("CutOffered")


@proves("5.B")
def test_a_stack_from_a_device_is_cut_too(book: str) -> None:
    scene = shuffled(book, **device(book))
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=100)) == "not_now"
    cut(scene)
    assert scene.events[-1] == StackCut("ann", 100)
    line = refusal(book, cut_after_device=False)
    assert line == f"test.toml: cut_after_device is false; the book sets it to true ({book} 5.B)"


@proves("5.B", massachusetts="4(c)")
def test_nobody_sees_a_card_of_the_stack_that_is_offered(book: str) -> None:
    one, two = at_stack(book), at_stack(book)
    one.do(cmd.Shuffle(by=DEALER, cards=one.table.pool))
    two.do(cmd.Shuffle(by=DEALER, cards=two.table.pool[::-1]))
    for scene in (one, two):
        scene.do(cmd.OfferCut(by=DEALER))
    for who in ("ann", DEALER, FLOORPERSON):
        assert as_json(one.table, who) == as_json(two.table, who)


@pytest.mark.clause("massachusetts 4(b)", "massachusetts 4(b)(1)")
def test_a_stack_from_a_device_goes_into_the_shoe_uncut_in_massachusetts() -> None:
    scene = shuffled("massachusetts", shuffling="device")
    assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
    mark = len(scene.events)
    scene.house()
    assert [type(event) for event in scene.events[mark:]] == [CoverCardPlaced, ShoeLoaded, CardBurned]
    assert load_book("massachusetts").fixed["cut_after_device"] is False


@pytest.mark.clause("massachusetts 4(b)", "massachusetts 4(b)(2)")
def test_a_stack_shuffled_by_hand_is_cut_before_it_goes_into_the_shoe_in_massachusetts() -> None:
    scene = shuffled("massachusetts")
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=100)) == "not_now"
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    mark = len(scene.events)
    cut(scene).house()
    kinds = [type(event) for event in scene.events[mark:]]
    assert kinds == [CutOffered, StackCut, CoverCardPlaced, ShoeLoaded, CardBurned]


@proves("5.C", massachusetts="4(c)")
def test_the_dealer_cuts_when_every_player_has_declined(book: str) -> None:
    scene = shuffled(book, THREE)
    scene.do(cmd.OfferCut(by=DEALER))
    for name in ("ann", "cid", "bob"):
        assert scene.refused(cmd.Cut(by=DEALER, at=100)) == "cut_not_offered"
        assert view(scene.table, name).cut_offered_to == name
        assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"  # the offer goes on, not back
        scene.do(cmd.RefuseCut(by=name))
    assert scene.refused(cmd.RefuseCut(by="ann")) == "cut_not_offered"
    scene.do(cmd.Cut(by=DEALER, at=100))
    assert scene.events[-1] == StackCut(DEALER, 100)


@proves("5.D", "5.D(1)", massachusetts=("4(d)", "4(d)(1)"))
def test_at_the_start_of_the_game_the_cut_is_for_whoever_came_first(book: str) -> None:
    scene = Scene(book, people={}, opened=False)
    for name, seat in (("bob", 2), ("ann", 1), ("cid", 3)):
        scene.do(cmd.Join(by=name, chips=1000_00, seat=seat))
    scene.until("stack")
    assert next_offer(scene)[0] == "bob"
    for name in ("ann", "cid"):
        assert scene.refused(cmd.Cut(by=name, at=100)) == "cut_not_offered"
    scene.do(cmd.Cut(by="bob", at=100))
    clause = {"massachusetts": "4(d)", "players-edge": "5.D"}.get(book, "5.B")
    assert load_book(book).cite("cut_not_offered") == (clause,)
    first = "4(d)(1)" if book == "massachusetts" else "5.D(1)"
    assert first in load_book(book).cite("CutOffered")


@pytest.mark.parametrize(
    ("behind", "box", "order"),
    [
        (287, 1, ("ann", "cid", "bob")),
        (286, 2, ("bob", "ann", "cid")),
        (285, 3, ("cid", "bob", "ann")),
        (282, 2, ("bob", "ann", "cid")),
    ],
)
@proves("5.D", "5.D(2)")
def test_later_the_cut_is_for_the_player_on_whose_box_the_cover_card_appeared(
    book: str, behind: int, box: int, order: tuple[str, ...]
) -> None:
    scene = covered(book, behind, THREE)
    scene.bet("ann", 10_00).bet("bob", 10_00).bet("cid", 10_00).stack("9h 9c 9d 2c 9h 9c 9d 3c")
    scene.do(cmd.CloseWagers(by=DEALER))
    finish(scene)
    assert scene.happened(CoverCardReached, since_deal=False) == [CoverCardReached(box)]
    assert next_offer(scene) == order


@proves("5.D(2)")
def test_the_cut_goes_to_whoever_wagered_on_the_box_of_the_cover_card(book: str) -> None:
    scene = covered(book, 286, {"ann": 1000_00})
    scene.do(cmd.Join(by="cid", chips=1000_00, seat=3))
    scene.bet("ann", 10_00, box=1).bet("ann", 10_00, box=2).bet("cid", 10_00, box=3)
    scene.stack("9h 9c 9d 2c 9h 9c 9d 3c")
    scene.do(cmd.CloseWagers(by=DEALER))
    finish(scene)
    assert scene.happened(CoverCardReached, since_deal=False) == [CoverCardReached(2)]
    assert next_offer(scene) == ("ann", "cid")


@pytest.mark.parametrize("behind", [284, 280])
@proves("5.D", "5.D(3)", "5.D(4)")
def test_if_it_appeared_on_the_dealers_hand_the_cut_goes_round_from_the_far_right(
    book: str, behind: int
) -> None:
    scene = covered(book, behind, THREE)
    scene.bet("ann", 10_00).bet("bob", 10_00).bet("cid", 10_00).stack("9h 9c 9d 2c 9h 9c 9d 3c")
    scene.do(cmd.CloseWagers(by=DEALER))
    finish(scene)
    assert scene.happened(CoverCardReached, since_deal=False) == [CoverCardReached(0)]
    assert next_offer(scene) == ("cid", "bob", "ann")
    check_the_offer_goes_round(scene, "cid", "bob", "ann")


def check_the_offer_goes_round(scene: Scene, *names: str) -> None:
    for name in names:
        for other in {*names, DEALER} - {name}:
            assert scene.refused(cmd.Cut(by=other, at=100)) == "cut_not_offered"
        scene.do(cmd.RefuseCut(by=name))
    scene.do(cmd.Cut(by=DEALER, at=100))


@proves("5.D", "5.D(5)", "5.D(6)")
def test_after_a_shuffle_that_the_floorperson_ordered_it_goes_round_from_the_far_right(book: str) -> None:
    scene = covered(book, 287, THREE)
    scene.bet("ann", 10_00).bet("bob", 10_00).bet("cid", 10_00).stack("9h 9c 9d 2c 9h 9c 9d 3c")
    scene.do(cmd.CloseWagers(by=DEALER))
    finish(scene)
    assert next_offer(scene)[0] == "ann"  # the cover card came out on box 1
    cut(scene).house()
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    assert next_offer(scene) == ("cid", "bob", "ann")
    check_the_offer_goes_round(scene, "cid", "bob", "ann")


@pytest.mark.clause("massachusetts 4(d)", "massachusetts 4(d)(2)")
def test_the_offer_begins_at_the_far_right_and_moves_on_with_each_shuffle() -> None:
    scene = cut(shuffled("massachusetts", THREE)).house()
    offers = []
    for _ in range(4):
        scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
        offers.append(next_offer(scene))
        cut(scene).house()
    assert offers == [
        ("cid", "bob", "ann"),
        ("bob", "ann", "cid"),
        ("ann", "cid", "bob"),
        ("cid", "bob", "ann"),
    ]
    assert load_book("massachusetts").cite("cut_not_offered") == ("4(d)",)
    assert refusal("massachusetts", cut_order="cover_card_box") == (
        'test.toml: cut_order is "cover_card_box"; the book sets it to "rotating" '
        "(massachusetts 4(d), 4(d)(2))"
    )


@pytest.mark.clause("massachusetts 4(d)(2)")
def test_a_recut_does_not_move_the_rotation_on() -> None:
    scene = cut(shuffled("massachusetts", THREE))
    scene.do(cmd.OrderRecut(by=FLOORPERSON))
    cut(scene).house()
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    assert next_offer(scene) == ("cid", "bob", "ann")


@pytest.mark.clause("massachusetts 4(d)(1)", "massachusetts 4(d)(2)")
def test_the_rotation_starts_anew_with_the_game() -> None:
    scene = cut(shuffled("massachusetts", THREE)).house()
    for _ in range(2):
        scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
        next_offer(scene)
        cut(scene).house()
    scene.do(cmd.ReportIdle(by=DEALER))
    scene.until("stack")
    assert next_offer(scene)[0] == "ann"
    cut(scene).house()
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    assert next_offer(scene) == ("cid", "bob", "ann")


# -- the cut and the cover card --------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "size"), [(6, 288), (8, 384)])
@proves_clause("5.E", massachusetts="4(e)")
def test_a_cut_too_near_an_end_is_refused(book: str, clause: str, decks: int, size: int) -> None:
    ends = 48 if book == "massachusetts" else 10
    scene = shuffled(book, decks=decks)
    scene.do(cmd.OfferCut(by=DEALER))
    for at in (0, ends - 1, size - ends + 1, size):
        assert scene.refused(cmd.Cut(by="ann", at=at)) == "cut_too_near_the_end"
    assert load_book(book).cite("cut_too_near_the_end") == (clause,)
    for at in (ends, size - ends):
        allowed = shuffled(book, decks=decks)
        allowed.do(cmd.OfferCut(by=DEALER))
        allowed.do(cmd.Cut(by="ann", at=at))
    scene.do(cmd.RefuseCut(by="ann"))
    assert scene.refused(cmd.Cut(by=DEALER, at=ends - 1)) == "cut_too_near_the_end"
    scene.do(cmd.Cut(by=DEALER, at=ends))


@proves("5.E(1)", massachusetts="4(e)")
def test_the_cards_above_the_cut_go_to_the_bottom(book: str) -> None:
    scene = shuffled(book)
    stack = scene.table.shoe
    cut(scene, at=60).house()
    scene.bet("ann", 10_00).deal("", steps=0)
    scene.do(cmd.Deal(by=DEALER, count=2))
    assert scene.table.rack == ((stack[60],),)
    assert [event.card for event in scene.happened(CardDealt)] == list(stack[61:63])
    assert scene.table.shoe[-60:] == stack[:60]


@pytest.mark.parametrize(("decks", "least"), [(5, 60), (6, 72), (8, 96)])
@proves_clause("5.E(2)", massachusetts="4(e)")
def test_a_quarter_of_the_stack_or_more_lies_behind_the_cover_card(
    book: str, clause: str, decks: int, least: int
) -> None:
    if decks == 5 and book != "players-edge":
        decks, least = 6, 72
    scene = cut(shuffled(book, decks=decks))
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    refused = scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=least - 1))
    assert refused == "cover_card_too_near_the_back"
    assert load_book(book).cite(refused) == (clause,)
    assert scene.refused(cmd.PlaceCoverCard(by="ann", behind=least)) == "not_your_office"
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=least))
    assert scene.events[-1] == CoverCardPlaced(least)
    assert scene.table.cover == 48 * decks - least


@proves("5.E(3)", massachusetts="4(e)")
def test_then_the_stack_goes_into_the_shoe(book: str) -> None:
    scene = cut(shuffled(book))
    scene.do(cmd.PlaceCoverCard(by=DEALER, behind=100))
    assert scene.refused(cmd.BurnCard(by=DEALER)) == "not_now"
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "table_not_open"
    assert scene.refused(cmd.LoadShoe(by=FLOORPERSON)) == "not_your_office"
    scene.do(cmd.LoadShoe(by=DEALER))
    assert scene.events[-1] == ShoeLoaded()
    scene.house().bet("ann", 10_00)


# -- what the Commission may approve ---------------------------------------------------------------


def in_massachusetts(**choose: Any) -> Scene:
    """A table of Massachusetts with choices that need an approval, its cards stacked."""
    return at_stack("massachusetts", submission=approved("massachusetts", **choose))


@pytest.mark.clause("massachusetts 4(h)")
def test_without_a_cut_card_nothing_is_cut_and_the_cards_are_shuffled_after_every_round() -> None:
    scene = in_massachusetts(cut_cards=0)
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
    assert scene.refused(cmd.PlaceCoverCard(by=DEALER, behind=100)) == "not_now"
    scene.house()
    assert [type(event) for event in scene.events[-3:]] == [ShoeShuffled, ShoeLoaded, CardBurned]
    for _ in range(2):
        scene.bet("ann", 10_00).deal("9h 2c 9d 3c Kc Kh", steps=10**6).says("ann", "stands")
        assert (scene.table.phase, scene.table.cover) == ("wagers", None)
        assert len(scene.happened(ShoeShuffled)) == 1
        assert scene.table.rounds_since_shuffle == 0


@pytest.mark.clause("massachusetts 4(b)(1)")
def test_where_a_cut_after_the_device_is_approved_a_device_still_loads_the_shoe_uncut() -> None:
    device = {"shuffling": "device", "cut_after_device": True}
    for loads, phase in ((True, "cover"), (False, "cut")):
        scene = in_massachusetts(device_loads_shoe=loads, **device)
        scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
        assert scene.table.phase == phase


@pytest.mark.clause("massachusetts 4(e)")
def test_the_book_itself_has_one_cutting_card_for_the_cut_and_for_the_stack() -> None:
    scene = shuffled("massachusetts")
    assert scene.table.rules.cut_cards == 1
    cut(scene).house()
    assert scene.table.cover == 288 - 72


@pytest.mark.clause("massachusetts 4(h)")
@pytest.mark.parametrize("cut_cards", [1, 2])
def test_with_cut_cards_the_stack_is_cut_and_covered(cut_cards: int) -> None:
    scene = in_massachusetts(cut_cards=cut_cards)
    assert scene.table.rules.cut_cards == cut_cards
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool))
    cut(scene).house()
    assert scene.table.cover == 288 - 72


@pytest.mark.clause("massachusetts 4(h)", "massachusetts 4(a)")
def test_the_cards_are_shuffled_by_the_dealer_or_by_the_floorperson_if_that_is_approved() -> None:
    for choose, who, other in (
        ({}, DEALER, FLOORPERSON),
        ({"shuffled_by": "floorperson"}, FLOORPERSON, DEALER),
    ):
        scene = in_massachusetts(**choose)
        assert due(scene.table) == cmd.Shuffle(by=who)
        assert waits_for(scene.table) == (who,)
        cards = scene.table.pool[::-1]
        assert scene.refused(cmd.Shuffle(by=other, cards=cards)) == "not_your_office"
        assert "Shuffle" not in {one.command for one in legal(scene.table, other)}
        scene.do(cmd.Shuffle(by=who, cards=cards))
        assert scene.table.shoe == cards
    assert "4(a)" in load_book("massachusetts").cite("shuffled_by")
    assert not rules_of(
        "massachusetts", approved("massachusetts", shuffled_by="floorperson")
    ).approvals_missing
