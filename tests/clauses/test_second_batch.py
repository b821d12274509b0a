"""The second batch: while one is dealt, the shuffling device keeps another, and the two change places."""

import pytest
from books import proves, submitted
from msgspec.structs import replace
from test_recuts_and_devices import idle
from test_shuffling import cut, refusal

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.books.prompting import prompt
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK, SPANISH_DECK
from spanish21.game.due import due
from spanish21.game.events import (
    BatchPlaced,
    BatchShuffled,
    BatchTaken,
    BatchWithdrawn,
    CardBurned,
    CardsSpread,
    CardsWashed,
    CoverCardPlaced,
    CutOffered,
    DecksReceived,
    ShoeLoaded,
    ShoeShuffled,
    ShufflerJammed,
    ShufflerPutAside,
    StackCut,
)
from spanish21.game.view import view

DECKS = tuple(sorted(SPANISH_DECK * 6))
TAKE = cmd.TakeBatch(by=DEALER)
JAM = cmd.ReportShufflerJam(by=DEALER)
FAIL = cmd.ReportShufflerFailure(by=DEALER)
ASIDE = cmd.PutShufflerAside(by=FLOORPERSON)


def at_device(book: str, **choices: object) -> Scene:
    """A table left and come to again: its cards are stacked, another batch waits in the device."""
    scene = idle(book, shuffling="device", **choices)
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    return scene.until("stack")


def placed(book: str, **choices: object) -> Scene:
    """The same table with its stack in the device."""
    scene = at_device(book, **choices)
    scene.do(cmd.Shuffle(by=DEALER, cards=DECKS[::-1]))
    return scene


def to_be_shuffled(book: str) -> Scene:
    """A table at which the cards of the shoe must be shuffled after a round, without an idle time."""
    scene = Scene(book, shuffling="device")
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    assert scene.table.phase == "stack"
    return scene


@proves("5.A", "5.I(2)", "5.I(2)(a)")
def test_a_device_that_keeps_a_batch_is_opened_with_two(book: str) -> None:
    scene = Scene(book, shuffling="device")
    assert len(scene.happened(DecksReceived, since_deal=False)) == 2
    first, second = scene.happened(BatchPlaced, since_deal=False)
    assert len(scene.happened(BatchTaken, since_deal=False)) == 1
    assert sorted(scene.table.shoe) == sorted(first.cards) == list(DECKS)
    (waiting,) = scene.table.device
    assert waiting.cards == second.cards
    assert scene.happened(ShoeShuffled, since_deal=False) == []
    assert view(scene.table, "ann").cards_in_device == 288


@proves("5.I(2)", "5.I(2)(a)")
def test_the_stack_goes_into_the_device_and_the_batch_that_was_there_then_comes_out(book: str) -> None:
    scene = at_device(book)
    waiting = scene.table.device[0].cards
    assert scene.refused(TAKE) == "not_now"  # the stack goes in first
    said = prompt(scene.table)
    assert said is not None
    assert said.says == "Put the stack into the shuffling device."
    assert said.clauses == scene.book.cite("BatchPlaced")
    assert scene.do(cmd.Shuffle(by=DEALER, cards=DECKS[::-1])) == [BatchPlaced(DECKS[::-1])]
    assert view(scene.table, DEALER).cards_in_device == 576
    for early in (cmd.OfferCut(by=DEALER), cmd.LoadShoe(by=DEALER), cmd.Shuffle(by=DEALER, cards=DECKS)):
        assert scene.refused(early) == "not_now"
    assert scene.refused(cmd.TakeBatch(by=FLOORPERSON)) == "not_your_office"
    assert due(scene.table) == TAKE
    assert scene.do(TAKE) == [BatchTaken()]
    assert scene.table.shoe == waiting
    assert [batch.cards for batch in scene.table.device] == [DECKS[::-1]]
    assert "5.I(2)(a)" in scene.book.cite("BatchTaken")


@proves("5.I(2)(b)")
def test_a_batch_kept_safe_is_cut_and_dealt_without_another_spread(book: str) -> None:
    scene = placed(book)
    scene.do(TAKE)
    batch = scene.table.shoe
    mark = len(scene.events)
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "not_now"
    cut(scene, at=60).house().bet("dee", 10_00)
    kinds = [type(event) for event in scene.events[mark:]]
    assert kinds[:5] == [CutOffered, StackCut, CoverCardPlaced, ShoeLoaded, CardBurned]
    assert scene.table.shoe == batch[60:] + batch[:60]


@proves("5.I(2)(b)")
def test_a_player_may_have_that_batch_spread_and_shuffled_again(book: str) -> None:
    scene = placed(book)
    scene.do(TAKE)
    scene.do(cmd.RequestFaceUp(by="dee"))
    assert scene.events[-1] == CardsSpread(face_up=True)
    assert len(view(scene.table, "dee").spread) == 6
    assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
    scene.do(cmd.WashCards(by=DEALER))
    again = DECKS[100:] + DECKS[:100]
    scene.do(cmd.Shuffle(by=DEALER, cards=again))
    scene.do(TAKE)  # the batch that was spread is in the device, the one seen before it comes out
    assert scene.table.shoe == DECKS[::-1]
    assert scene.table.device[0].cards == again
    assert scene.refused(cmd.RequestFaceUp(by="dee")) == "not_now"
    cut(scene, at=60).house().bet("dee", 10_00)


@proves("5.I(2)(b)")
def test_a_batch_that_was_not_kept_safe_is_spread_and_shuffled_before_it_is_dealt(book: str) -> None:
    scene = placed(book, second_batch="not_kept_safe")
    assert scene.do(TAKE) == [BatchTaken(), CardsSpread(face_up=True)]
    assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
    scene.house(2)
    assert [type(event) for event in scene.events[-2:]] == [CardsWashed, BatchPlaced]
    assert scene.do(TAKE) == [BatchTaken()]
    assert scene.table.shoe == DECKS[::-1]
    line = refusal(book, second_batch="somewhere")
    words = "kept_safe, not_kept_safe, none"
    assert line == f'test.toml: second_batch is "somewhere"; it must be one of {words} ({book} 5.I(2)(b))'
    assert rules_of(book).second_batch == 1


@proves("5.I(2)(b)")
def test_without_an_idle_time_no_batch_is_spread(book: str) -> None:
    for kept in ("kept_safe", "not_kept_safe"):
        scene = Scene(book, shuffling="device", second_batch=kept)
        scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
        scene.house(1)
        assert scene.do(TAKE) == [BatchTaken()]
        assert scene.refused(cmd.RequestFaceUp(by="ann")) == "not_now"


@proves("5.I(2)(a)")
def test_the_two_batches_go_on_changing_places(book: str) -> None:
    scene = to_be_shuffled(book)
    orders = [scene.table.device[0].cards]
    for shift in (7, 50, 120):
        order = DECKS[shift:] + DECKS[:shift]
        scene.do(cmd.Shuffle(by=DEALER, cards=order))
        scene.do(TAKE)
        assert scene.table.shoe == orders[-1]
        orders.append(order)
        cut(scene).house().bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
        assert len(scene.table.shoe) == 288
        scene.do(cmd.OrderReshuffle(by=FLOORPERSON))


@proves("3.C", "5.I(2)(a)")
def test_each_batch_is_as_old_as_its_own_decks(book: str) -> None:
    scene = to_be_shuffled(book)
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=60))
    scene.do(cmd.ChangeDecks(by=FLOORPERSON))  # the batch in the device stays as it is
    scene.until("batch")
    assert [batch.opened for batch in scene.table.device] == [0, 60]
    scene.do(TAKE)
    assert scene.table.decks_opened == 0
    cut(scene).house()
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=23 * 60))
    scene.bet("ann", 10_00)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "decks_too_old"


@proves("13.R")
def test_a_batch_that_jammed_in_the_device_is_shuffled_again_before_it_comes_out(book: str) -> None:
    scene = Scene(book, shuffling="device")
    jammed = scene.table.device[0].cards
    assert scene.do(JAM) == [ShufflerJammed()]
    assert scene.refused(JAM) == "not_now"
    scene.bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")  # the shoe is not concerned
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    scene.house(1)
    assert scene.refused(TAKE) == "not_now"
    assert type(due(scene.table)) is cmd.Shuffle
    wrong = cmd.Shuffle(by=DEALER, cards=DECKS[1:])
    assert scene.refused(wrong) == "not_a_shuffle_of_the_cards"
    order = jammed[9:] + jammed[:9]
    assert scene.do(cmd.Shuffle(by=DEALER, cards=order)) == [BatchShuffled(order)]
    scene.do(TAKE)
    assert scene.table.shoe == order
    assert "13.R" in scene.book.cite("BatchShuffled")


@pytest.mark.parametrize("phase", ["stack", "batch", "cut"])
@proves("13.S")
def test_a_device_put_aside_gives_up_its_batch_and_the_other_is_shuffled_by_hand(
    book: str, phase: str
) -> None:
    scene = to_be_shuffled(book)
    if phase != "stack":
        scene.house(1)
    if phase == "cut":
        scene.do(TAKE)
    assert scene.table.phase == phase
    scene.do(FAIL)
    assert scene.do(ASIDE) == [ShufflerPutAside(False), BatchWithdrawn()]
    assert view(scene.table, "ann").shuffler == "covered"
    assert view(scene.table, "ann").cards_in_device == 0
    assert scene.table.pool == DECKS
    scene.do(cmd.Shuffle(by=DEALER, cards=DECKS))
    assert scene.happened(ShoeShuffled, since_deal=False)[-1].method == "hand"
    cut(scene).house().bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    assert scene.refused(JAM) == "not_now"


@proves("5.I(2)(a)")
def test_nobody_sees_the_order_of_the_batch(book: str) -> None:
    scene = Scene(book, shuffling="device")
    for who in ("ann", DEALER, FLOORPERSON):
        shown = view(scene.table, who)
        assert shown.cards_in_device == 288
        assert shown.shuffler == "working"


@proves("4.B", "5.I(2)(a)")
def test_each_batch_has_its_own_tens(book: str) -> None:
    for torn in (True, False):
        scene = Scene(book, opened=False, outside={"tens_torn": torn}, shuffling="device")
        scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=scene.rules.equipment))
        scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * 6))
        scene.until("batch")  # the second batch came without its 10s
        assert tens(scene) == (0, 0)
        scene.do(TAKE)
        for count in (24, 0, 24):
            assert tens(scene) == ((count, 0) if torn else (0, count))
            cut(scene).house()
            scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
            scene.house(1)
            scene.do(TAKE)


def tens(scene: Scene) -> tuple[int, int]:
    shown = view(scene.table, FLOORPERSON)
    return len(shown.torn_tens), len(shown.tens_set_aside)


@proves("6.C(2)", "5.I(2)(a)")
def test_with_another_batch_everybody_may_wager_again(book: str) -> None:
    scene = Scene(book, {"ann": 1000_00, "bob": 1000_00}, shuffling="device", mid_shoe_entry=False)
    scene.bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    bob = cmd.PlaceWager(by="bob", box=2, amount=10_00)
    assert scene.refused(bob) == "barred_until_reshuffle"
    scene.do(cmd.Join(by="cid", chips=1000_00, seat=3))
    cid = cmd.PlaceWager(by="cid", box=3, amount=10_00)
    assert scene.refused(cid) == "barred_until_reshuffle"
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    scene.house(1)
    scene.do(TAKE)
    cut(scene).house()
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=4))
    for command in (bob, cid, cmd.PlaceWager(by="dee", box=4, amount=10_00)):
        scene.do(command)


@proves("5.A(2)", "5.I(2)(b)")
def test_a_device_that_loads_the_shoe_ends_the_idle_time_too(book: str) -> None:
    scene = placed(book, device_loads_shoe=True, **{"device-loads-shoe": "no_cut"})
    scene.house()
    assert scene.table.phase == "wagers"
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    scene.house(1)
    scene.do(TAKE)
    assert scene.table.phase == "cover"
    assert scene.refused(cmd.RequestFaceUp(by="dee")) == "not_now"


@proves("4.G", "5.I(2)")
def test_decks_that_come_ready_go_into_the_device_all_the_same(book: str) -> None:
    approved = submitted(book, approvals={"preshuffled_decks": "C-17"}, shuffling="device")
    scene = Scene(book, submission=approved, opened=False)
    scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=scene.rules.equipment))
    ready = cmd.ReceiveDecks(by=FLOORPERSON, cards=DECKS, preinspected=True, preshuffled=True)
    for _ in range(2):
        scene.do(ready)
        assert scene.table.phase == "stack"
        scene.do(cmd.Shuffle(by=DEALER, cards=DECKS))
    assert scene.do(TAKE) == [BatchTaken()]


@proves("13.K")
def test_the_batch_in_the_device_does_not_help_a_shoe_that_runs_out(book: str) -> None:
    scene = Scene(book, shuffling="device")
    waiting = scene.table.device
    left = 3
    shoe = scene.table.shoe
    scene.table = replace(
        scene.table, dealt=len(shoe) - left, rack=(shoe[: len(shoe) - left],), cover=len(shoe)
    )
    scene.bet("ann", 10_00)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.until("stack")
    scene.house(1)
    assert scene.happened(ShoeShuffled, since_deal=False)[-1].mid_round
    assert scene.table.device == waiting
    assert sorted(scene.table.shoe) == sorted(shoe[: len(shoe) - left])


@proves("13.R")
def test_a_jam_before_the_stack_goes_in_leaves_the_waiting_batch_alone(book: str) -> None:
    scene = to_be_shuffled(book)
    waiting = scene.table.device
    scene.do(JAM)
    assert (scene.table.phase, scene.table.device) == ("stack", waiting)
    scene.house(1)
    assert scene.do(TAKE) == [BatchTaken()]
    assert scene.table.shoe == waiting[0].cards


@proves("13.R", "13.S")
def test_a_device_that_jammed_may_turn_out_to_be_broken(book: str) -> None:
    scene = to_be_shuffled(book)
    scene.house(1)
    scene.do(JAM)  # the stack that just went in; the batch before it can still come out
    assert due(scene.table) == TAKE
    scene.do(FAIL)
    scene.do(ASIDE)
    assert (scene.table.phase, scene.table.pool) == ("stack", DECKS)


@proves("5.I(1)", "5.I(2)")
def test_cards_that_go_into_the_device_after_an_idle_time_are_stacked_and_not_washed(book: str) -> None:
    washes = []
    for choices in ({"shuffling": "device"}, {"shuffling": "hand"}):
        opened = Scene(book, opened=False, **choices).until("spread")
        left = idle(book, **choices)
        left.do(cmd.Join(by="dee", chips=1000_00, seat=1))
        for scene in (opened, left):
            told = prompt(scene.table)
            assert told is not None
            washes.append("wash" in told.says)
        assert view(left.table, "dee").shuffler == ("working" if choices["shuffling"] == "device" else "")
    assert washes == [True, False, True, True]
