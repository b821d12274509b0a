"""Player's Edge: Match-Down and Monster Match after the dealer's hand, and how a progressive is paid."""

import pytest
from dealt_rounds import THREE, alone, order, play
from msgspec.structs import replace

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.game import commands as cmd
from spanish21.game.chapters.payment.progressives import next_side
from spanish21.game.due import due
from spanish21.game.events import LightChecked, MeterMoved, PayoutValidated, WagerSettled

EDGE = "players-edge"


def monster(hand: str, dealer: str, **choices: object) -> Scene:
    """A round with a Monster Match wager in which every decision is made and the dealer's hand is done."""
    scene = alone(EDGE, **choices).bet("ann", 1_00, "monster")
    play(scene, hand, dealer=dealer)
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.do(cmd.Stand(by="ann"))
    return scene.until("settle")


VALIDATE = cmd.ValidatePayout(by=FLOORPERSON, box=1, person="ann", kind="monster")


@pytest.mark.clause("players-edge 7.O")
def test_the_remaining_optional_wagers_are_settled_from_the_right_after_all_cards_are_dealt() -> None:
    scene = Scene(EDGE, THREE)
    for name in THREE:
        scene.bet(name, 10_00).bet(name, 5_00, "match_down").bet(name, 1_00, "monster")
    play(scene, "9s 8s", "Kh 7d", "9h 8h", dealer="6c 7c 9c")
    scene.says("cyd", "stands").says("bob", "stands")
    assert scene.happened(WagerSettled) == []
    scene.says("ann", "stands")
    done = [(e.person, e.kind, e.result) for e in scene.happened(WagerSettled)]
    sides = [one for one in done if one[1] != "main"]
    assert sides == [
        ("cyd", "match_down", "lost"),
        ("cyd", "monster", "lost"),
        ("bob", "match_down", "won"),
        ("bob", "monster", "lost"),
        ("ann", "match_down", "lost"),
        ("ann", "monster", "lost"),
    ]
    assert done[:6] == sides
    assert order(scene, "CardDealt", "DealerDone", "WagerSettled")[-10] == "DealerDone"
    assert scene.settled("match_down", "bob")[0].paid == 20_00
    assert [e.collected for e in scene.settled("match_down", "ann")] == [5_00]
    assert "7.O" in scene.book.cite("match_down_lost")


@pytest.mark.clause("players-edge 7.O(1)", "players-edge 7.O(1)(a)")
def test_a_monster_match_is_validated_and_paid_only_when_the_hand_wins() -> None:
    lost = monster("9s 8s", "6c 7c 9c")
    assert lost.refused(VALIDATE) == "not_now"
    lost.do(cmd.Settle(by=DEALER))
    assert [(e.result, e.collected) for e in lost.settled("monster")] == [("lost", 1_00)]
    assert lost.happened(PayoutValidated) == []
    won = monster("6s 6h", "6c 7c 9c")
    won.house()
    assert [(e.result, e.paid) for e in won.settled("monster")] == [("won", 12_00)]
    assert order(won, "DealerDone", "PayoutValidated", "WagerSettled")[:3] == [
        "DealerDone",
        "PayoutValidated",
        "WagerSettled",
    ]


@pytest.mark.clause("players-edge 7.O(1)(b)")
def test_the_dealer_checks_the_light_of_the_progressive_system_at_every_payout() -> None:
    scene = Scene(EDGE, THREE)
    for name in THREE:
        scene.bet(name, 10_00).bet(name, 1_00, "monster")
    play(scene, "6s 6h", "9d 9h", "6d 9s", dealer="6c 9c Kd")
    for name in ("cyd", "bob", "ann"):
        scene.do(cmd.Stand(by=name))
    scene.until("settle")
    checked = []
    while (winner := next_side(scene.table)) is not None:
        if not winner.wins:
            scene.do(cmd.Settle(by=DEALER))
            continue
        box, name = winner.box.number, winner.stake.person
        light = cmd.CheckLight(by=DEALER, box=box, person=name, kind="monster")
        validation = cmd.ValidatePayout(by=FLOORPERSON, box=box, person=name, kind="monster")
        assert scene.refused(cmd.Settle(by=DEALER)) == "light_not_checked"
        assert scene.refused(validation) == "light_not_checked"
        assert due(scene.table) == light
        assert scene.refused(replace(light, by=FLOORPERSON)) == "not_your_office"
        assert scene.refused(replace(light, box=box + 1)) == "not_now"
        assert scene.do(light) == [LightChecked(box, name, "monster")]
        assert scene.refused(light) == "not_now"
        scene.do(validation)
        scene.do(cmd.Settle(by=DEALER))
        checked.append(name)
    assert checked == [e.person for e in scene.settled("monster") if e.paid] == ["bob", "ann"]
    assert "7.O(1)(b)" in scene.book.cite("light_not_checked")
    assert "progressive_light" not in scene.rules.equipment


@pytest.mark.clause("players-edge 7.O(1)(b)")
def test_where_no_monster_match_wins_no_light_is_checked() -> None:
    lost = monster("9s 8s", "6c 7c 9c")
    light = cmd.CheckLight(by=DEALER, box=1, person="ann", kind="monster")
    assert lost.refused(light) == "not_now"
    lost.house()
    assert lost.happened(LightChecked) == []


@pytest.mark.clause("players-edge 7.O(1)", "players-edge 7.O(1)(c)")
def test_a_floorperson_validates_the_payout_before_it_is_paid() -> None:
    scene = monster("6s 6h", "6c 7c 9c")
    scene.do(cmd.CheckLight(by=DEALER, box=1, person="ann", kind="monster"))
    assert scene.refused(cmd.Settle(by=DEALER)) == "not_validated"
    assert "7.O(1)(c)" in scene.book.cite("not_validated")
    for by in (DEALER, "ann"):
        command = cmd.ValidatePayout(by=by, box=1, person="ann", kind="monster")
        assert scene.refused(command) == "not_your_office"
    wrong = cmd.ValidatePayout(by=FLOORPERSON, box=2, person="ann", kind="monster")
    assert scene.refused(wrong) == "not_now"
    assert scene.do(VALIDATE) == [PayoutValidated(1, "ann", "monster")]
    assert scene.refused(VALIDATE) == "not_now"
    scene.do(cmd.Settle(by=DEALER))
    assert [e.paid for e in scene.settled("monster")] == [12_00]


@pytest.mark.parametrize(
    ("hand", "dealer", "paid", "meter"),
    [
        ("6s 6s", "6s 6s 9c", 5_000_15, 5_000_00),
        ("6s 6c", "6s 6c 9c", 500_01, 4_500_14),
        ("6s 6h", "6c 6d 9c", 200_00, 0),
        ("6s 6c", "6c 9d Kd", 20_00, 0),
        ("6s 6h", "6c 9d Kd", 12_00, 0),
        ("6s 8h", "6s 9d Kd", 3_00, 0),
    ],
)
@pytest.mark.clause("players-edge 7.O(1)(d)")
def test_a_winning_monster_match_is_paid_its_line_or_its_share_of_the_meter(
    hand: str, dealer: str, paid: int, meter: int
) -> None:
    scene = monster(hand, dealer)
    shown = scene.table.meters[0].amount
    assert shown == 5_000_15
    scene.house()
    assert [(e.result, e.paid) for e in scene.settled("monster")] == [("won", paid)]
    moved = [event.amount for event in scene.happened(MeterMoved)][1:]
    assert moved == ([meter] if meter else [])


def test_a_light_is_checked_when_the_wheel_has_turned() -> None:
    scene = Scene("maryland", outside={"light_checked": True}).bet("ann", 10_00).bet("ann", 1_00, "spin")
    scene.deal(steps=0)
    scene.stack("As 9c Kd 8c")
    while not isinstance(due(scene.table), cmd.Spin):
        scene.house(1)
    light = cmd.CheckLight(by=DEALER, box=1, person="ann", kind="spin")
    assert scene.refused(light) == "not_now"
    scene.house(1)
    assert due(scene.table) == light
    scene.house()
    assert len(scene.happened(LightChecked)) == 1
