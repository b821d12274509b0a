"""Devices that fail: the card reader misused or broken, the shuffling device jammed or out of use."""

from typing import Any

import pytest
from books import assert_demanded, device
from payout_scenes import Submitted, all_stand, cited, dealt, in_books, submitted

from scenes import Scene
from spanish21.books.rulebook import load_book
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.due import due
from spanish21.game.events import (
    CardsCollected,
    HandsCalledDead,
    InsertionReported,
    ReaderAnswered,
    ReaderFailed,
    ReaderRepaired,
    RoundVoided,
    SettlementUndone,
    ShoeShuffled,
    ShufflerFailed,
    ShufflerJammed,
    ShufflerPutAside,
)
from spanish21.game.table import DEALER, FLOORPERSON
from spanish21.game.view import view

TWO = {"ann": 10_000_00, "bob": 10_000_00}
SEEN = cmd.ReportInsertion(by=FLOORPERSON, shows_value=True)
UNSEEN = cmd.ReportInsertion(by=FLOORPERSON, shows_value=False)
READER_FAILS = cmd.ReportReaderFailure(by=DEALER)
REPAIR = cmd.RepairReader(by=FLOORPERSON)
JAM = cmd.ReportShufflerJam(by=DEALER)
FAIL = cmd.ReportShufflerFailure(by=DEALER)
ASIDE = cmd.PutShufflerAside(by=FLOORPERSON)


def with_reader(book: str, people: dict[str, int] | None = None) -> Scene:
    """A table with a hole card and a card reader device."""
    choices: dict[str, Any] = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    return Scene(book, people, **choices)


# -- the hole card put into the reader by mistake --------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.P", "13.P(1)", massachusetts=("15(l)", "15(l)(1)")))
@pytest.mark.parametrize("up_card", ["2c", "5d", "9s"])
def test_if_a_player_could_learn_the_hole_card_all_hands_are_dead_and_wagers_go_back(
    book: str, up_card: str
) -> None:
    scene = with_reader(book, TWO).bet("ann", 10_00).bet("bob", 20_00)
    scene.deal(dealt(scene, ["9s 9d", "5c 6d"], f"{up_card} 8h", "Kh"))
    first = scene.table.boxes[scene.table.turn_box].stakes[0].person
    scene.do(SEEN)
    assert scene.happened(InsertionReported) == [InsertionReported(True)]
    assert scene.happened(RoundVoided) == []
    assert scene.happened(HandsCalledDead) == [HandsCalledDead("hole_card_seen")]
    assert {hand.state for box in scene.table.boxes for hand in box.hands} == {"dead"}
    assert sorted((e.person, e.result, e.returned, e.collected) for e in scene.settled()) == [
        ("ann", "void", 10_00, 0),
        ("bob", "void", 20_00, 0),
    ]
    assert (scene.gained("ann"), scene.gained("bob")) == (0, 0)
    assert ("15(l)(1)" if book == "massachusetts" else "13.P(1)") in cited(scene, "hole_card_seen")
    assert scene.refused(cmd.Stand(by=first)) == "not_now"
    assert scene.table.phase == "collect"
    scene.house()
    (collected,) = scene.happened(CardsCollected)
    assert collected.hands == (cards("5c 6d"), cards("9s 9d"), cards(f"{up_card} 8h"))
    assert scene.table.phase == "wagers"


@pytest.mark.parametrize("book", in_books("13.P(1)", massachusetts="15(l)(1)"))
def test_doubles_go_back_too(book: str) -> None:
    scene = with_reader(book, TWO).bet("ann", 10_00).bet("bob", 20_00)
    scene.deal(dealt(scene, ["5s 6d", "5c 6d"], "9c 8h", "2h"))
    first = scene.table.boxes[scene.table.turn_box].stakes[0].person
    scene.says(first, "doubles")
    if scene.table.boxes[scene.table.turn_box].stakes[0].person == first:
        scene.says(first, "stands")
    scene.do(SEEN)
    assert {e.person: e.returned for e in scene.settled()} == {
        "ann": 20_00 if first == "ann" else 10_00,
        "bob": 20_00 if first == "ann" else 40_00,
    }
    assert (scene.gained("ann"), scene.gained("bob")) == (0, 0)


@pytest.mark.parametrize("book", in_books("13.P(1)", massachusetts=("15(l)(1)", "6(f)")))
@pytest.mark.parametrize(
    ("reading", "to_ann", "to_bob"), [("settled_stand", 30_00, -5_00), ("all_undone", 0, 0)]
)
def test_wagers_settled_before_all_hands_are_dead_stand_or_are_undone_as_the_ruling_says(
    book: str, reading: str, to_ann: int, to_bob: int
) -> None:
    choices: dict[str, Any] = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    scene = Scene(book, TWO, **{"dead-hands": reading}, **choices)
    scene.bet("ann", 10_00).bet("ann", 7_50, "match").bet("bob", 20_00).bet("bob", 5_00, "match")
    scene.deal(dealt(scene, ["9s 8d", "5c 6d"], "9c 8h", "Kh"))
    scene.do(SEEN)
    assert scene.happened(RoundVoided) == []
    assert len(scene.happened(HandsCalledDead)) == 1
    assert bool(scene.happened(SettlementUndone)) == (reading == "all_undone")
    assert (scene.gained("ann"), scene.gained("bob")) == (to_ann, to_bob)
    assert ("15(l)(1)" if book == "massachusetts" else "13.P(1)") in scene.book.cite("dead_undoes")
    scene.house()
    assert scene.table.phase == "wagers"


@pytest.mark.parametrize("book", in_books("13.P(1)", massachusetts="15(l)(1)"))
def test_the_summary_of_the_clause_says_what_is_done(book: str) -> None:
    clause = load_book(book).clause("15(l)(1)" if book == "massachusetts" else "13.P(1)")
    assert "not yet decided" in clause.says
    assert "RoundVoided" not in clause.step


@pytest.mark.parametrize("book", in_books("13.P", "13.P(2)", massachusetts=("15(l)", "15(l)(2)")))
def test_if_nobody_could_learn_it_play_goes_on(book: str) -> None:
    scene = with_reader(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["9s 9d"], "9c 8h"))
    hole = scene.table.dealer
    scene.do(UNSEEN)
    assert scene.happened(InsertionReported) == [InsertionReported(False)]
    assert scene.happened(RoundVoided) == []
    assert (scene.table.phase, scene.table.dealer, scene.table.hole_down) == ("play", hole, True)
    all_stand(scene)
    assert [e.result for e in scene.settled()] == ["won"]
    assert scene.gained() == 10_00


@pytest.mark.parametrize("book", in_books("13.P", massachusetts="15(l)"))
def test_the_mistake_is_one_under_a_card_of_2_to_9_alone_and_the_floorperson_is_told(book: str) -> None:
    for up_card in ("Ac", "Kd", "Qh", "Js"):
        scene = with_reader(book).bet("ann", 10_00)
        scene.deal(dealt(scene, ["9s 9d"], f"{up_card} 8h"))
        if up_card == "Ac":
            scene.says("ann", "declines")
        assert scene.table.phase == "play"
        assert (scene.refused(SEEN), scene.refused(UNSEEN)) == ("not_now", "not_now")
    for up_card in ("2c", "3d", "4h", "5s", "6c", "7d", "8h", "9s"):
        scene = with_reader(book).bet("ann", 10_00)
        assert scene.refused(SEEN) == "not_now"
        scene.deal(dealt(scene, ["9s 9d"], f"{up_card} 8h"))
        assert scene.refused(cmd.ReportInsertion(by=DEALER, shows_value=False)) == "not_your_office"
        assert scene.refused(cmd.ReportInsertion(by="ann", shows_value=True)) == "not_your_office"
        assert scene.do(UNSEEN)


@pytest.mark.clause("massachusetts 15(l)")
def test_without_a_reader_nothing_can_be_inserted() -> None:
    scene = Scene("massachusetts", hole_card=True).bet("ann", 10_00)
    scene.deal(dealt(scene, ["9s 9d"], "9c 8h"))
    assert scene.refused(SEEN) == "not_now"


# -- a reader that malfunctions --------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.Q"))
def test_with_a_broken_reader_nothing_is_dealt_until_it_is_repaired(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    cards_of_round = dealt(scene, ["9s 9d", "8c 9c"], "Kc 8h")
    scene.stack(cards_of_round)
    stops: dict[str, list[cmd.Command]] = {
        "wagers": [cmd.PlaceWager(by="ann", box=1, amount=10_00), cmd.CloseWagers(by=DEALER)],
        "deal": [cmd.Deal(by=DEALER), cmd.Deal(by=DEALER, count=1), cmd.SkipBox(by=DEALER)],
        "reader": [cmd.InsertHoleCard(by=DEALER)],
        "play": [cmd.Stand(by="ann"), cmd.Draw(by="bob"), cmd.Deal(by=DEALER)],
        "dealer": [cmd.TurnHoleCard(by=DEALER), cmd.Deal(by=DEALER)],
        "settle": [cmd.Settle(by=DEALER)],
        "collect": [cmd.CollectCards(by=DEALER)],
    }
    seen = set()
    while len(seen) < len(stops):
        phase = scene.table.phase
        if phase in stops and phase not in seen:
            seen.add(phase)
            assert scene.refused(REPAIR) == "not_now"
            assert scene.do(READER_FAILS) == [ReaderFailed(True)]
            for command in stops[phase]:
                assert scene.refused(command) == "table_is_halted"
            assert scene.refused(READER_FAILS) == "table_is_halted"
            assert due(scene.table) == REPAIR
            assert scene.refused(cmd.RepairReader(by=DEALER)) == "not_your_office"
            assert scene.do(REPAIR) == [ReaderRepaired()]
            assert scene.table.phase == phase
        if phase == "wagers":
            scene.do(cmd.CloseWagers(by=DEALER))
        elif phase == "play":
            scene.do(cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person))
        else:
            scene.house(1)
    assert "13.Q" in scene.book.cite("table_is_halted")


@pytest.mark.parametrize("book", in_books("13.Q", massachusetts="15(k)#2"))
def test_dealer_and_floorperson_may_report_the_reader_and_nobody_else(book: str) -> None:
    for by in (DEALER, FLOORPERSON):
        scene = with_reader(book)
        assert scene.do(cmd.ReportReaderFailure(by=by))
    assert with_reader(book).refused(cmd.ReportReaderFailure(by="ann")) == "not_your_office"


@pytest.mark.parametrize("book", in_books("13.Q"))
def test_the_round_goes_on_as_it_was_once_the_reader_is_repaired(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal(dealt(scene, ["9s 9d"], "Kc Ah"), steps=1)
    assert scene.table.phase == "reader"
    scene.do(READER_FAILS)
    scene.house()
    assert [event.blackjack for event in scene.happened(ReaderAnswered)] == [True]
    told = [
        type(e).__name__
        for e in scene.events
        if isinstance(e, ReaderFailed | ReaderRepaired | ReaderAnswered)
    ]
    assert told == ["ReaderFailed", "ReaderRepaired", "ReaderAnswered"]
    assert scene.gained() == -10_00


@pytest.mark.clause("massachusetts 15(k)#2")
@pytest.mark.parametrize("when", ["before the round", "at the reader"])
def test_in_massachusetts_the_game_goes_on_as_without_a_reader(when: str) -> None:
    """The dealer's Blackjack then comes out after the decisions, and takes the original wager alone."""
    scene = with_reader("massachusetts").bet("ann", 10_00)
    if when == "before the round":
        assert scene.do(READER_FAILS) == [ReaderFailed(False)]
        scene.deal(dealt(scene, ["5s 6d"], "Kc Ah", "9h"))
    else:
        scene.deal(dealt(scene, ["5s 6d"], "Kc Ah", "9h"), steps=1)
        assert scene.table.phase == "reader"
        assert scene.do(READER_FAILS) == [ReaderFailed(False)]
        scene.house()
    assert scene.table.phase == "play"
    assert scene.refused(cmd.InsertHoleCard(by=DEALER)) == "not_now"
    scene.says("ann", "doubles")
    all_stand(scene)
    assert scene.happened(ReaderAnswered) == []
    (settled,) = scene.settled()
    assert (settled.why, settled.collected, settled.returned) == ("dealer_blackjack", 10_00, 10_00)
    assert scene.gained() == -10_00


@pytest.mark.clause("massachusetts 15(k)#2")
def test_in_massachusetts_a_repaired_reader_is_used_again_from_the_next_round_on() -> None:
    scene = with_reader("massachusetts").bet("ann", 10_00)
    scene.do(READER_FAILS)
    scene.deal(dealt(scene, ["9s 9d"], "Kc 8h"))
    assert scene.refused(REPAIR) == "not_now"
    all_stand(scene)
    assert scene.happened(ReaderAnswered) == []
    scene.do(REPAIR)
    scene.bet("ann", 10_00).deal(dealt(scene, ["9s 9d"], "Kc 8h"))
    assert [event.blackjack for event in scene.happened(ReaderAnswered)] == [False]


@pytest.mark.parametrize("book", in_books("13.Q", massachusetts="15(k)#2"))
def test_the_table_is_shown_as_halted_only_where_play_is(book: str) -> None:
    scene = with_reader(book).bet("ann", 10_00)
    assert not view(scene.table, "ann").halted
    scene.do(READER_FAILS)
    assert view(scene.table, "ann").halted == (book != "massachusetts")
    scene.do(REPAIR)
    assert not view(scene.table, "ann").halted


@pytest.mark.clause("massachusetts 15(k)#2")
def test_insurance_waits_for_the_hole_card_where_the_reader_is_broken() -> None:
    scene = with_reader("massachusetts").bet("ann", 10_00)
    scene.do(READER_FAILS)
    scene.deal(dealt(scene, ["9s 9d"], "Ac Kh")).says("ann", "insures 500")
    assert scene.table.phase == "play"
    assert scene.settled("insurance") == []
    all_stand(scene)
    assert [(e.paid, e.returned) for e in scene.settled("insurance")] == [(10_00, 5_00)]
    assert scene.gained() == 0


# -- the shuffling device --------------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("13.R", massachusetts="15(j)"))
def test_a_device_that_jams_makes_the_cards_be_shuffled_again(book: str) -> None:
    for phase in ("stack", "cover" if book == "massachusetts" else "cut", "load"):
        scene = Scene(book, opened=False, **device(book)).until("stack")
        while scene.table.phase != phase:
            if scene.table.phase == "cut" and scene.table.cutting.offered == 0:
                scene.do(cmd.RefuseCut(by="ann"))
            scene.house(1)
        before = len(scene.happened(ShoeShuffled, since_deal=False))
        assert before == (0 if phase == "stack" else 1)
        assert scene.refused(cmd.ReportShufflerJam(by="ann")) == "not_your_office"
        assert scene.do(JAM) == [ShufflerJammed()]
        assert scene.table.phase == "stack"
        for early in (
            cmd.OfferCut(by=DEALER),
            cmd.PlaceCoverCard(by=DEALER, behind=80),
            cmd.LoadShoe(by=DEALER),
        ):
            assert scene.refused(early) == "not_now"
        scene.house(1)
        shuffled = scene.happened(ShoeShuffled, since_deal=False)
        assert len(shuffled) == before + 1
        assert shuffled[-1].method == "device"
        assert sorted(shuffled[-1].cards) == list(scene.table.pool)


@pytest.mark.parametrize("book", in_books("13.R", massachusetts="15(j)"))
def test_only_a_device_in_use_can_jam(book: str) -> None:
    by_hand = Scene(book, opened=False).until("stack")
    assert by_hand.refused(JAM) == "not_now"
    assert by_hand.refused(FAIL) == "not_now"


@pytest.mark.clause("massachusetts 15(j)")
def test_shuffling_again_follows_an_approved_procedure() -> None:
    assert_demanded("massachusetts", "15(j)", "shuffling_procedure", shuffling="device")


@pytest.mark.parametrize("book", in_books("13.S", massachusetts="15(k)"))
def test_a_device_that_cannot_be_used_is_put_aside_before_another_method_is_used(book: str) -> None:
    """Covered or signed in Maryland, removed from the table in Massachusetts."""
    scene = Scene(book, opened=False, shuffling="device").until("stack")
    stack = cmd.Shuffle(by=DEALER, cards=scene.table.pool)
    assert scene.refused(ASIDE) == "not_now"
    assert scene.refused(cmd.ReportShufflerFailure(by="ann")) == "not_your_office"
    assert scene.do(FAIL) == [ShufflerFailed()]
    assert scene.refused(stack) == "shuffler_in_the_way"
    assert ("15(k)" if book == "massachusetts" else "13.S") in scene.book.cite("shuffler_in_the_way")
    assert due(scene.table) == ASIDE
    assert scene.refused(cmd.PutShufflerAside(by=DEALER)) == "not_your_office"
    assert view(scene.table, "ann").shuffler == "broken"
    assert scene.do(ASIDE) == [ShufflerPutAside(book == "massachusetts")]
    assert view(scene.table, "ann").shuffler == ("removed" if book == "massachusetts" else "covered")
    assert scene.refused(ASIDE) == "not_now"
    scene.do(stack)
    assert scene.happened(ShoeShuffled, since_deal=False)[-1].method == "hand"
    assert scene.table.phase == "cut"
    assert scene.refused(JAM) == "not_now"


@pytest.mark.parametrize("book", in_books("13.S"))
def test_an_automated_shoe_that_fails_in_mid_deal_is_put_aside_before_dealing_goes_on(book: str) -> None:
    approvals = {"continuous_shuffler": "X-1"}
    scene = Submitted(submitted(book, approvals=approvals, shuffling="continuous"))
    scene.bet("ann", 10_00).deal(dealt(scene, ["9s 9d"], "9c 8h"), steps=0)
    scene.do(cmd.Deal(by=DEALER, count=1))
    assert scene.do(FAIL) == [ShufflerFailed()]
    assert scene.refused(cmd.Deal(by=DEALER)) == "shuffler_in_the_way"
    scene.do(ASIDE)
    scene.house()
    assert scene.hand(1).cards == cards("9s 9d")
