"""One box, several people: who rescues, who decides after a rescue, the box's maximum, one envy payout."""

from collections import Counter

import pytest
from payout_scenes import chosen, dealt
from test_several_people import FOUR, shared, standing

from scenes import DEALER, Scene
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.events import DoubleKept, DoubleRescued, HandStood
from spanish21.game.view import view
from spanish21.game.waiting import waits_for

BOOK = "massachusetts"
THREE = ("ann", "bob", "cid")


def doubled(*followers: str) -> Scene:
    """Ann has doubled her 11 to 13 on the shared box, these others with her; the dealer shows a 9."""
    scene = shared().deal("5h 9c 6d 2d 8c")
    scene.do(cmd.Double(by="ann", amount=10_00))
    for name, amount in (("bob", 20_00), ("cid", 5_00)):
        scene.do(cmd.FollowDouble(by=name, amount=amount if name in followers else 0))
    return scene.house()


def may(scene: Scene, name: str) -> set[str]:
    """The decisions that a person has now."""
    return {one.command for one in legal(scene.table, name)} & {"Stand", "Rescue", "Draw", "Double"}


# -- after a request that was missed ---------------------------------------------------------------


@pytest.mark.clause("massachusetts 15(i)", "massachusetts 13(d)")
def test_once_a_missed_request_is_answered_people_of_another_box_follow_a_double() -> None:
    scene = standing(Scene(BOOK, FOUR).bet("dee", 10_00), "ann", "bob")
    scene.deal(dealt(scene, ["9s 4d", "5h 6d"], "9c 8h", "2d"))
    scene.do(cmd.Draw(by="dee"))
    scene.do(cmd.MissRequest(by=DEALER))
    assert scene.refused(cmd.FollowDouble(by="dee", amount=0)) == "not_your_turn"
    scene.do(cmd.AnswerLateCard(by="dee", takes=True))
    scene.house().do(cmd.Double(by="bob", amount=20_00))
    scene.do(cmd.FollowDouble(by="ann", amount=10_00))
    assert scene.hand(6).doubles == (20_00, 10_00)


# -- rescue ----------------------------------------------------------------------------------------


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_a_person_who_followed_the_double_may_rescue_it_and_the_hand_goes_on_for_the_others() -> None:
    scene = doubled("bob")
    assert [may(scene, name) for name in THREE] == [{"Stand", "Rescue"}, {"Rescue"}, set()]
    scene.do(cmd.Rescue(by="bob"))
    assert scene.happened(DoubleRescued) == [DoubleRescued(1, 0, "bob", 20_00)]
    assert scene.settled("main", "bob")[0].result == "rescued"
    assert scene.chips()["bob"] == 980_00
    assert scene.table.phase == "play"
    assert scene.refused(cmd.Rescue(by="bob")) == "no_rescue"
    scene.says("ann", "stands")
    assert [scene.gained(name) for name in THREE] == [-20_00, -20_00, -5_00]


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_who_did_not_double_has_nothing_to_rescue() -> None:
    scene = doubled("bob")
    assert scene.refused(cmd.Rescue(by="cid")) == "no_rescue"
    assert scene.refused(cmd.Rescue(by="dee")) == "not_your_turn"


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(b)")
def test_a_caller_who_has_rescued_decides_no_more_and_the_next_person_does() -> None:
    scene = doubled("bob", "cid")
    assert view(scene.table, "dee").boxes[0].caller == "ann"
    scene.do(cmd.Rescue(by="ann"))
    assert view(scene.table, "dee").boxes[0].caller == "bob"
    assert [may(scene, name) for name in THREE] == [set(), {"Stand", "Rescue"}, {"Rescue"}]
    assert scene.refused(cmd.Stand(by="ann")) == "not_your_turn"
    assert due(scene.table) is None
    scene.do(cmd.Rescue(by="bob"))
    assert view(scene.table, "dee").boxes[0].caller == "cid"
    scene.says("cid", "stands")
    assert [scene.gained(name) for name in THREE] == [-10_00, -20_00, -10_00]


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_when_everybody_with_a_wager_has_rescued_the_hand_is_over() -> None:
    scene = doubled("bob", "cid")
    for name in THREE:
        scene.do(cmd.Rescue(by=name))
    assert scene.table.phase != "play"
    scene.house()
    assert [scene.gained(name) for name in THREE] == [-10_00, -20_00, -5_00]
    assert {event.result for event in scene.settled()} == {"rescued"}


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(b)")
def test_a_rescue_that_waits_for_the_dealers_second_card_hands_the_decision_on_as_well() -> None:
    scene = shared().deal("5h Kc 6d 2d 8c")
    scene.do(cmd.Double(by="ann", amount=10_00))
    for name in ("bob", "cid"):
        scene.do(cmd.FollowDouble(by=name, amount=0))
    scene.house().do(cmd.Rescue(by="ann"))
    assert scene.settled() == []
    assert [may(scene, name) for name in THREE] == [set(), {"Stand"}, set()]
    scene.says("bob", "stands")
    assert [scene.gained(name) for name in THREE] == [-10_00, -20_00, -5_00]


@pytest.mark.clause("massachusetts 13(b)", "massachusetts 13(e)")
def test_after_a_rescue_on_a_split_hand_nobody_decides_whose_wager_lies_on_the_other() -> None:
    scene = shared().deal("8h 9c 8d 3h 2d Kh 8c")
    scene.do(cmd.Split(by="ann"))
    scene.do(cmd.FollowSplit(by="bob", covers=False, hand=1))
    scene.do(cmd.FollowSplit(by="cid", covers=False, hand=0))
    scene.house().do(cmd.Double(by="ann", amount=10_00))
    assert scene.table.asked == ("cid",)
    scene.do(cmd.FollowDouble(by="cid", amount=0))
    scene.house().do(cmd.Rescue(by="ann"))
    assert [may(scene, name) for name in THREE] == [set(), set(), {"Stand"}]
    scene.says("cid", "stands")
    assert [may(scene, name) for name in THREE] == [{"Stand"} | {"Draw", "Double"}, set(), set()]


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_who_followed_the_double_is_asked_about_the_rescue_after_the_caller_stands() -> None:
    scene = doubled("bob")
    scene.do(cmd.Stand(by="ann"))
    assert scene.events[-1] == DoubleKept(1, 0, "ann", ("bob",))
    assert (scene.table.phase, due(scene.table), waits_for(scene.table)) == ("play", None, ("bob",))
    assert [may(scene, name) for name in THREE] == [set(), {"Stand", "Rescue"}, set()]
    assert scene.refused(cmd.Rescue(by="ann")) == "no_rescue"
    assert scene.refused(cmd.Stand(by="ann")) == "not_your_turn"
    assert scene.refused(cmd.Rescue(by="cid")) == "no_rescue"
    assert scene.refused(cmd.Double(by="bob", amount=20_00)) == "no_double"
    scene.do(cmd.Rescue(by="bob"))
    assert scene.settled("main", "bob")[0].result == "rescued"
    assert scene.hand(1).state == "stood"
    scene.house()
    assert [scene.gained(name) for name in THREE] == [-20_00, -20_00, -5_00]


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_everyone_who_doubled_answers_for_their_own_wager_before_the_turn_moves_on() -> None:
    scene = doubled("bob", "cid")
    scene.do(cmd.Stand(by="ann"))
    assert [may(scene, name) for name in THREE] == [set(), {"Stand", "Rescue"}, {"Rescue"}]
    assert scene.refused(cmd.Stand(by="cid")) == "not_your_turn"
    scene.do(cmd.Stand(by="bob"))
    assert scene.events[-1] == DoubleKept(1, 0, "bob", ("cid",))
    assert scene.refused(cmd.Rescue(by="bob")) == "no_rescue"
    assert waits_for(scene.table) == ("cid",)
    scene.do(cmd.Stand(by="cid"))
    assert scene.events[-1] == DoubleKept(1, 0, "cid", ())
    assert scene.hand(1).state == "stood"
    scene.house()
    assert [scene.gained(name) for name in THREE] == [-20_00, -40_00, -10_00]


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_a_rescue_out_of_order_leaves_the_others_to_be_asked() -> None:
    scene = doubled("bob", "cid")
    scene.do(cmd.Stand(by="ann"))
    scene.do(cmd.Rescue(by="cid"))
    assert waits_for(scene.table) == ("bob",)
    assert scene.hand(1).state == "doubled"
    scene.do(cmd.Rescue(by="bob"))
    scene.house()
    assert [scene.gained(name) for name in THREE] == [-20_00, -20_00, -5_00]


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(b)")
def test_a_caller_who_did_not_double_stands_and_the_one_who_did_is_asked() -> None:
    scene = doubled("cid")
    scene.do(cmd.Rescue(by="ann"))
    assert [may(scene, name) for name in THREE] == [set(), {"Stand"}, {"Rescue"}]
    scene.do(cmd.Stand(by="bob"))
    assert waits_for(scene.table) == ("cid",)
    scene.says("cid", "rescues")
    assert [scene.gained(name) for name in THREE] == [-10_00, -20_00, -5_00]


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_where_nobody_else_doubled_the_hand_stands_with_its_caller() -> None:
    scene = doubled()
    scene.do(cmd.Stand(by="ann"))
    assert scene.events[-1] == HandStood(1, 0, "ann")
    assert scene.hand(1).state == "stood"


@pytest.mark.clause("massachusetts 9(d)", "massachusetts 13(d)")
def test_an_asked_rescue_against_an_ace_or_ten_value_card_waits_for_the_dealers_second_card() -> None:
    scene = shared().deal("5h Kc 6d 2d Ac")
    scene.do(cmd.Double(by="ann", amount=10_00))
    scene.do(cmd.FollowDouble(by="bob", amount=20_00))
    scene.do(cmd.FollowDouble(by="cid", amount=0))
    scene.house().do(cmd.Stand(by="ann"))
    scene.do(cmd.Rescue(by="bob"))
    assert scene.settled() == []
    scene.house()
    assert [scene.gained(name) for name in THREE] == [-10_00, -20_00, -5_00]


# -- the maximum -----------------------------------------------------------------------------------


@pytest.mark.clause("massachusetts 6(b)(2)")
def test_the_maximum_is_of_the_box_and_not_of_each_person_on_it() -> None:
    scene = shared(ann=10_00, bob=20_00, cid=5_00, table_maximum=100_00)
    assert scene.refused(cmd.PlaceWager(by="cid", box=1, amount=65_50)) == "above_maximum"
    scene.do(cmd.PlaceWager(by="cid", box=1, amount=65_00))
    for name in THREE:
        assert scene.refused(cmd.PlaceWager(by=name, box=1, amount=50)) == "above_maximum"
    scene.do(cmd.PlaceWager(by="dee", box=4, amount=100_00))
    scene.do(cmd.CloseWagers(by=DEALER))
    assert sum(stake.wager for stake in scene.table.boxes[0].stakes) == 100_00


# -- the envy payout -------------------------------------------------------------------------------


@pytest.mark.parametrize("wagers", [(25_00, 5_00), (5_00, 25_00), (5_00, 5_00), (25_00, 25_00)])
@pytest.mark.clause("massachusetts 5(g)")
def test_a_shared_box_that_wins_the_fixed_payout_earns_everybody_else_the_50_once(
    wagers: tuple[int, int],
) -> None:
    people = dict.fromkeys(("ann", "bob", "eve", "fay"), 10_000_00)
    scene = Scene(BOOK, people).bet("ann", wagers[0])
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", wagers[1], box=1).bet("eve", 10_00).bet("fay", 5_00)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d", "8c 9h"], "7c 9s", "7h"))
    chosen(scene, "ann", "draws")
    assert Counter(payment.person for payment in scene.bonuses("super_bonus")) == {"ann": 1, "bob": 1}
    assert [(payment.person, payment.paid) for payment in scene.bonuses("envy")] == [
        ("fay", 50_00),
        ("eve", 50_00),
    ]
