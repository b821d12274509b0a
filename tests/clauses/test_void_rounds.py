"""A round that becomes void after some of its wagers were settled: 13.B, 13.D, 15(a), 15(b); and dead hands
that void nothing: 13.P(1), 15(l)(1)."""

from typing import Any

import pytest
from dealt_rounds import alone, play
from payout_scenes import Submitted, dealt, house_until, in_books, submitted
from test_irregular_cards import with_tens

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.game import commands as cmd
from spanish21.game.events import HandRemoved, RoundVoided, SettlementUndone
from spanish21.game.table import money_on_layout

FIND = cmd.FindFaceUp(by=DEALER)
TWO = {"ann": 10_000_00, "bob": 10_000_00}
BOOKS = in_books("13.B", massachusetts="15(a)")
EVERY_BOOK = in_books("13.B", massachusetts="15(a)", uk_casino="G0")


def voided(scene: Scene, name: str = "ann") -> Scene:
    """Somebody asks for a card, and two cards lie face up in the shoe."""
    scene.do(cmd.Draw(by=name))
    scene.do(FIND)
    scene.do(FIND)
    assert [event.why for event in scene.happened(RoundVoided)] == ["second_face_up_card"]
    assert money_on_layout(scene.table) == 0
    return scene


def undone(scene: Scene, name: str = "ann") -> list[tuple[str, int, int]]:
    return [(e.kind, e.returned, e.taken) for e in scene.happened(SettlementUndone) if e.person == name]


@pytest.mark.parametrize("book", BOOKS)
def test_a_match_that_was_lost_or_won_is_undone(book: str) -> None:
    scene = Scene(book, TWO)
    for name in TWO:
        scene.bet(name, 10_00).bet(name, 5_00, "match")
    scene.deal(dealt(scene, ["9s 5d", "8s 5c"], "9c 8h"))
    first = scene.table.boxes[scene.table.turn_box].stakes[0].person
    voided(scene, first)
    assert undone(scene, "ann") == [("match", 0, 20_00)]
    assert undone(scene, "bob") == [("match", 5_00, 0)]
    assert (scene.gained("ann"), scene.gained("bob")) == (0, 0)


@pytest.mark.parametrize("book", in_books("13.B"))
def test_a_blackjack_that_was_paid_at_once_is_undone(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    hands = ["Ks Ad", "9s 5d"] if book != "players-edge" else ["9s 5d", "Ks Ad"]
    lucky, other = ("ann", "bob") if book != "players-edge" else ("bob", "ann")
    scene.deal(dealt(scene, hands, "9c 8h"))
    assert scene.happened(HandRemoved)
    assert scene.gained(lucky) == 15_00
    voided(scene, other)
    assert undone(scene, lucky) == [("main", 0, 15_00)]
    assert (scene.gained("ann"), scene.gained("bob")) == (0, 0)


@pytest.mark.parametrize("book", in_books("13.B"))
def test_lost_insurance_goes_back(book: str) -> None:
    scene = alone(book)
    play(scene, "9s 5d", dealer="Ac 8h").says("ann", "insures 500")
    assert scene.settled("insurance")[0].collected == 5_00
    voided(scene)
    assert undone(scene) == [("insurance", 5_00, 0)]
    assert scene.gained() == 0


@pytest.mark.parametrize("book", BOOKS)
def test_the_half_of_a_surrender_and_the_forfeit_of_a_rescue_go_back(book: str) -> None:
    scene = Scene(book, {**TWO, "eve": 10_000_00})
    for name in ("ann", "bob", "eve"):
        scene.bet(name, 10_00)
    scene.deal(dealt(scene, ["9s 5d", "5s 4d", "9h 5h"], "6c 8h", "2d"))
    turns = ("eve", "bob", "ann") if book == "players-edge" else ("ann", "bob", "eve")
    scene.says(turns[0], "surrenders").says("bob", "doubles", "rescues")
    voided(scene, turns[2])
    assert undone(scene, turns[0]) == [("main", 5_00, 0)]
    assert undone(scene, "bob") == [("main", 10_00, 0)]
    assert [scene.gained(name) for name in turns] == [0, 0, 0]


@pytest.mark.parametrize("book", in_books("13.D", massachusetts="15(b)"))
def test_a_second_10_undoes_the_round_just_as_well(book: str) -> None:
    scene = with_tens(book, "Tc Td", TWO).bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.deal(dealt(scene, ["9s 5d"], "9c 8h", "Tc Td 4h"))
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.Deal(by=DEALER, count=1))
    scene.do(cmd.RemoveTen(by=FLOORPERSON))
    scene.do(cmd.Deal(by=DEALER, count=1))
    assert undone(scene) == [("match", 0, 20_00)]
    assert scene.gained() == 0


@pytest.mark.parametrize("book", BOOKS)
def test_losses_go_back_before_payments_so_that_everybody_can_give_back(book: str) -> None:
    """Ann wins a match and doubles with all that it paid; both went back before she is asked for it."""
    scene = Scene(book, {"ann": 30_00, "bob": 15_00})
    for name in ("ann", "bob"):
        scene.bet(name, 10_00).bet(name, 5_00, "match")
    scene.deal(dealt(scene, ["9s 2d", "8s 5c"], "9c 8h"))
    if book == "players-edge":
        scene.says("bob", "stands")
    scene.do(cmd.Double(by="ann", amount=10_00))
    scene.do(FIND)
    scene.do(FIND)
    events = scene.happened(SettlementUndone)
    assert [(e.person, e.returned, e.taken) for e in events] == [("bob", 5_00, 0), ("ann", 0, 20_00)]
    assert scene.chips() == {"ann": 30_00, "bob": 15_00}


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_in_the_other_reading_what_was_settled_stands(book: str) -> None:
    for hand, gained in (("9s 5d", 20_00), ("8s 5d", -5_00)):
        scene = Scene(book, TWO, void_after_settlement="settled_stand")
        scene.bet("ann", 10_00).bet("ann", 5_00, "match")
        voided(scene.deal(dealt(scene, [hand], "9c 8h")))
        assert undone(scene) == []
        assert scene.gained() == gained


@pytest.mark.clause("uk-casino G0")
def test_at_the_uk_casino_wins_stand_and_losses_go_back() -> None:
    for hand, gained, back in (("9s 5d", 20_00, []), ("8s 5d", 0, [("match", 5_00, 0)])):
        scene = Scene("uk-casino", TWO).bet("ann", 10_00).bet("ann", 5_00, "match")
        voided(scene.deal(dealt(scene, [hand], "9c 8h")))
        assert undone(scene) == back
        assert scene.gained() == gained


@pytest.mark.parametrize("book", in_books("13.P(1)", massachusetts="15(l)(1)"))
def test_hands_called_dead_for_a_hole_card_that_was_seen_leave_settled_wagers_alone(book: str) -> None:
    choices: dict[str, Any] = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    scene = Scene(book, TWO, **choices).bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.deal(dealt(scene, ["9s 5d"], "9c 8h"))
    scene.do(cmd.ReportInsertion(by=FLOORPERSON, shows_value=True))
    assert undone(scene) == []
    assert scene.gained() == 20_00


# -- progressive payouts ---------------------------------------------------------------------------


def spun() -> Scene:
    """Ann's Blackjack has turned the wheel to a pair of amounts; Bob has yet to decide."""
    wheel: dict[str, list[str | tuple[str, int]]] = {"spin": ["100+20"]}
    scene = Submitted(submitted("maryland", wheels=wheel, spin_paytable="B"), TWO)
    for name in TWO:
        scene.bet(name, 10_00).bet(name, 1_00, "spin")
    scene.deal(dealt(scene, ["As Kd", "9s 5d"], "9c 9h"), steps=0)
    house_until(scene, cmd.Spin)
    scene.do(cmd.Spin(by=DEALER, box=1, person="ann", kind="spin", stop=0))
    return scene


@pytest.mark.clause("maryland 13.B", "maryland 12.D(7)")
def test_a_validated_progressive_payout_stands_with_its_community_pay() -> None:
    scene = voided(spun().house(), "bob")
    assert undone(scene, "ann") == [("main", 0, 15_00)]
    assert undone(scene, "bob") == []
    assert scene.gained("ann") == 100_00 - 1_00
    assert scene.gained("bob") == 20_00


@pytest.mark.clause("maryland 13.B", "maryland 12.D(7)")
def test_a_payout_validated_but_not_yet_paid_is_paid_first() -> None:
    scene = spun()
    scene.do(cmd.ValidatePayout(by=FLOORPERSON, box=1, person="ann", kind="spin"))
    voided(scene, "bob")
    assert scene.settled("spin", "ann")[0].paid == 100_00
    assert [(one.person, one.paid) for one in scene.bonuses("community")] == [("bob", 20_00)]
    assert (scene.gained("ann"), scene.gained("bob")) == (99_00, 20_00)


@pytest.mark.clause("maryland 13.B", "maryland 12.D(7)")
def test_a_wheel_that_has_turned_pays_nothing_before_it_is_validated() -> None:
    scene = voided(spun(), "bob")
    assert scene.bonuses("community") == []
    assert (scene.gained("ann"), scene.gained("bob")) == (0, 0)


@pytest.mark.clause("maryland 13.B", "maryland 12.D")
def test_the_meter_keeps_its_part_of_a_wager_that_went_back() -> None:
    scene = spun()
    shown = scene.table.meters
    voided(scene, "bob")
    assert scene.table.meters == shown


@pytest.mark.clause("players-edge 13.D", "players-edge 12.D(7)")
@pytest.mark.parametrize("validated", [False, True])
def test_insurance_that_was_paid_is_undone_while_a_progressive_payout_waits(validated: bool) -> None:
    """The dealer has a Blackjack and draws on by mistake: two 10s come out before the round is settled."""
    scene = with_tens("players-edge", "Tc Td", TWO)
    scene.bet("ann", 10_00).bet("ann", 1_00, "monster").bet("bob", 10_00).bet("bob", 1_00, "monster")
    scene.deal(dealt(scene, ["As Ad", "9s 5d"], "Ac Kd", "Tc Td"))
    scene.do(cmd.Insure(by="ann", box=1, amount=5_00))
    scene.do(cmd.DeclineInsurance(by="bob", box=2))
    house_until(scene, cmd.ValidatePayout)
    assert scene.settled("insurance")[0].paid == 10_00
    assert scene.settled("monster", "bob")[0].collected == 1_00
    if validated:
        scene.do(cmd.ValidatePayout(by=FLOORPERSON, box=1, person="ann", kind="monster"))
    scene.do(cmd.OverdrawDealer(by=DEALER))
    scene.do(cmd.RemoveTen(by=FLOORPERSON))
    scene.do(cmd.OverdrawDealer(by=DEALER))
    assert [event.why for event in scene.happened(RoundVoided)] == ["second_ten"]
    assert undone(scene, "ann") == [("insurance", 0, 10_00)]
    assert undone(scene, "bob") == [("monster", 1_00, 0)]
    prize = scene.settled("monster", "ann")[0].paid
    assert (prize > 1_00) == validated
    assert scene.gained("ann") == (prize - 1_00 if validated else 0)
    assert scene.gained("bob") == 0
    assert scene.table.phase == "collect"
