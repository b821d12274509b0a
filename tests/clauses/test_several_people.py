"""Up to three people on one box, as section 13 of Massachusetts has it."""

import random

import pytest
from books import submitted
from msgspec.structs import replace

from scenes import DEALER, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import new_table, open_table
from spanish21.errors import BadInput, BadRules
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.events import (
    CardDealt,
    ConsentGiven,
    DoubleFollowed,
    DoubleMade,
    InsuranceDeclined,
    InsurancePlaced,
    PairSplit,
    SplitFollowed,
    WagersClosed,
)
from spanish21.game.view import view

BOOK = "massachusetts"
FOUR = {"ann": 1000_00, "bob": 1000_00, "cid": 1000_00, "dee": 1000_00}


def wager(by: str, box: int = 1, amount: int = 10_00) -> cmd.Command:
    return cmd.PlaceWager(by=by, box=box, amount=amount)


def shared(ann: int = 10_00, bob: int = 20_00, cid: int = 5_00, **choices: int) -> Scene:
    """Ann, seated at box 1, and with her consent bob and cid have wagers on it."""
    scene = Scene(BOOK, FOUR, **choices)
    for name in ("bob", "cid"):
        scene.do(cmd.Consent(by="ann", person=name))
    scene.do(wager("ann", amount=ann))
    scene.do(wager("bob", amount=bob))
    scene.do(wager("cid", amount=cid))
    return scene


def standing(scene: Scene, *boxes: str) -> Scene:
    """A box without a seat, number 6, on which the people named have wagers of 10, 20, 30… in that order."""
    for number, name in enumerate(boxes, start=1):
        if number > 1:
            scene.do(cmd.Consent(by=boxes[0], person=name))
        scene.do(wager(name, box=6, amount=number * 10_00))
    return scene


# -- who may wager on a box ------------------------------------------------------------------------


@pytest.mark.clause("massachusetts 13(a)")
def test_up_to_three_people_wager_on_a_box_whose_first_person_consents() -> None:
    scene = Scene(BOOK, FOUR)
    scene.do(wager("ann"))
    for name in ("bob", "cid", "dee"):
        assert scene.refused(wager(name)) == "no_consent"
        scene.do(cmd.Consent(by="ann", person=name))
        assert scene.events[-1] == ConsentGiven("ann", name)
        if name != "dee":
            scene.do(wager(name))
    assert scene.refused(wager("dee")) == "box_is_full"
    assert [stake.person for stake in view(scene.table, "dee").boxes[0].stakes] == ["ann", "bob", "cid"]
    for reason in ("no_consent", "box_is_full", "box_is_taken"):
        assert load_book(BOOK).cite(reason) == ("13(a)",)


@pytest.mark.clause("massachusetts 13(a)")
def test_it_is_the_first_person_who_consents_and_not_another_on_the_box() -> None:
    scene = Scene(BOOK, FOUR)
    scene.do(wager("dee", box=6))
    assert scene.refused(wager("bob", box=6)) == "no_consent"
    scene.do(cmd.Consent(by="dee", person="bob"))
    scene.do(wager("bob", box=6))
    scene.do(cmd.Consent(by="bob", person="cid"))
    assert scene.refused(wager("cid", box=6)) == "no_consent"
    scene.do(cmd.Consent(by="dee", person="cid"))
    scene.do(wager("cid", box=6))


@pytest.mark.clause("massachusetts 13(a)")
def test_the_first_to_wager_needs_nobodys_consent_whoever_sits_at_the_box() -> None:
    scene = Scene(BOOK, FOUR)
    scene.do(wager("bob", box=1))  # ann sits there and has no wager
    assert scene.refused(wager("cid", box=1)) == "no_consent"
    scene.do(cmd.Consent(by="ann", person="cid"))  # she is not the first to wager
    assert scene.refused(wager("cid", box=1)) == "no_consent"
    scene.do(cmd.Consent(by="bob", person="cid"))
    scene.do(wager("cid", box=1))


@pytest.mark.clause("massachusetts 13(a)", "massachusetts 13(b)")
def test_whoever_sits_at_the_box_needs_no_consent_and_has_a_place_kept_until_wagers_close() -> None:
    scene = Scene(BOOK, FOUR)
    scene.do(wager("bob", box=1))
    for name in ("cid", "dee"):
        scene.do(cmd.Consent(by="bob", person=name))
    scene.do(wager("cid", box=1))
    assert scene.refused(wager("dee", box=1)) == "place_is_kept"
    scene.do(wager("ann", box=1))
    assert scene.refused(wager("dee", box=1)) == "box_is_full"
    scene.deal("5h 9c 4d 8c")
    assert scene.happened(WagersClosed)[0].callers == ((1, "ann"),)
    assert load_book(BOOK).cite("place_is_kept") == ("13(a)",)


@pytest.mark.clause("massachusetts 13(a)")
def test_a_box_whose_seated_person_does_not_wager_is_played_by_the_others() -> None:
    scene = Scene(BOOK, FOUR)
    scene.do(wager("bob", box=1))
    scene.deal("Kh 9c 9d 8c").says("bob", "stands")
    assert scene.gained("bob") == 10_00


@pytest.mark.clause("massachusetts 13(a)")
def test_read_to_the_letter_everybody_after_the_first_asks_the_first() -> None:
    scene = Scene(BOOK, FOUR, box_consent="everybody_after_the_first")
    assert scene.rules.seated_needs_consent
    scene.do(wager("bob", box=1))
    for name in ("ann", "cid", "dee"):
        assert scene.refused(wager(name, box=1)) == "no_consent"
        scene.do(cmd.Consent(by="bob", person=name))
    for name in ("cid", "dee"):
        scene.do(wager(name, box=1))  # no place is kept
    assert scene.refused(wager("ann", box=1)) == "box_is_full"


@pytest.mark.clause("massachusetts 13(a)")
def test_the_operator_may_permit_fewer_people_on_a_box_but_not_more_than_three() -> None:
    alone = Scene(BOOK, FOUR, people_on_box=1)
    assert alone.refused(wager("bob")) == "box_is_taken"  # ann sits there
    alone.do(wager("ann"))
    assert alone.refused(cmd.Consent(by="ann", person="bob")) == "box_is_full"
    assert alone.refused(wager("bob")) == "box_is_taken"
    two = Scene(BOOK, FOUR, people_on_box=2)
    two.do(wager("ann"))
    for name in ("bob", "cid"):
        two.do(cmd.Consent(by="ann", person=name))
    two.do(wager("bob"))
    assert two.refused(wager("cid")) == "box_is_full"
    for people in (0, 4):
        with pytest.raises(BadRules) as caught:
            rules_of(BOOK, submitted(BOOK, people_on_box=people))
        line = f"test.toml: people_on_box is {people}; it must be from 1 to 3 (massachusetts 13(a))"
        assert str(caught.value) == line


# -- who calls the decisions -----------------------------------------------------------------------


@pytest.mark.clause("massachusetts 13(b)")
def test_the_person_seated_at_the_box_calls_its_decisions_alone() -> None:
    scene = shared().deal("5h 9c 4d 8c 2h 8d")  # bob has the highest wager and does not sit there
    assert scene.happened(WagersClosed)[0].callers == ((1, "ann"),)
    for name in ("bob", "cid"):
        for command in (cmd.Stand(by=name), cmd.Draw(by=name), cmd.Double(by=name, amount=5_00)):
            assert scene.refused(command) == "not_your_turn"
        assert scene.refused(cmd.Surrender(by=name)) == "not_your_turn"
    assert "13(b)" in load_book(BOOK).cite("not_your_turn")
    scene.says("ann", "draws", "draws", "stands")


@pytest.mark.clause("massachusetts 13(b)")
def test_where_nobody_sits_the_highest_wager_calls_them() -> None:
    scene = standing(Scene(BOOK, FOUR), "dee", "cid", "bob").deal("5h 9c 4d 8c")
    assert scene.happened(WagersClosed)[0].callers == ((6, "bob"),)
    for name in ("dee", "cid"):
        assert scene.refused(cmd.Stand(by=name)) == "not_your_turn"
    scene.says("bob", "draws")


@pytest.mark.clause("massachusetts 13(b)")
def test_one_call_decides_the_wagers_of_everybody_on_the_box() -> None:
    scene = shared().deal("Kh 9c 9d 8c").says("ann", "stands")
    assert [scene.gained(name) for name in ("ann", "bob", "cid")] == [10_00, 20_00, 5_00]
    lost = shared().deal("Kh 9c 6d Kc 8c").says("ann", "draws")
    assert [lost.gained(name) for name in ("ann", "bob", "cid")] == [-10_00, -20_00, -5_00]


@pytest.mark.clause("massachusetts 13(c)")
def test_the_callers_wager_lies_nearest_the_dealer_and_the_others_behind_it() -> None:
    scene = Scene(BOOK, FOUR)
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.do(wager("bob", amount=50_00))  # before the person who sits there
    scene.do(wager("ann"))
    scene.deal("5h 9c 4d 8c")
    assert [stake.person for stake in view(scene.table, "cid").boxes[0].stakes] == ["ann", "bob"]
    assert view(scene.table, "cid").boxes[0].caller == "ann"
    unseated = standing(Scene(BOOK, FOUR), "dee", "cid", "bob").deal("5h 9c 4d 8c")
    assert [stake.person for stake in view(unseated.table, "ann").boxes[0].stakes] == ["bob", "dee", "cid"]
    assert view(unseated.table, "ann").boxes[0].caller == "bob"


# -- doubles ---------------------------------------------------------------------------------------


@pytest.mark.clause("massachusetts 13(d)")
def test_when_the_caller_doubles_the_others_may_but_need_not() -> None:
    scene = shared().deal("5h 9c 6d Kd 8c")
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert scene.events[-1] == DoubleMade(1, 0, "ann", 10_00, ("bob", "cid"))
    assert scene.refused(cmd.Deal(by=DEALER)) == "answer_first"
    assert scene.refused(cmd.FollowDouble(by="cid", amount=5_00)) == "not_your_turn"
    assert scene.refused(cmd.FollowDouble(by="bob", amount=20_50)) == "double_amount"
    scene.do(cmd.FollowDouble(by="bob", amount=20_00))
    assert scene.refused(cmd.Deal(by=DEALER)) == "answer_first"
    scene.do(cmd.FollowDouble(by="cid", amount=0))
    assert scene.events[-2:] == [DoubleFollowed(1, 0, "bob", 20_00), DoubleFollowed(1, 0, "cid", 0)]
    scene.house().says("ann", "stands").says("bob", "stands")
    assert [scene.gained(name) for name in ("ann", "bob", "cid")] == [20_00, 40_00, 5_00]
    assert "13(d)" in load_book(BOOK).cite("answer_first")


@pytest.mark.clause("massachusetts 13(d)")
def test_a_doubled_hand_gets_one_card_also_for_those_who_did_not_double() -> None:
    scene = shared().deal("5h 9c 6d 2d 8c")
    scene.do(cmd.Double(by="ann", amount=10_00))
    for name in ("bob", "cid"):
        scene.do(cmd.FollowDouble(by=name, amount=0))
    mark = len(scene.events)
    scene.house()
    for name, reason in (("ann", "no_draw"), ("bob", "not_your_turn"), ("cid", "not_your_turn")):
        assert scene.refused(cmd.Draw(by=name)) == reason
    scene.says("ann", "stands")
    dealt = [event for event in scene.events[mark:] if isinstance(event, CardDealt) and event.box == 1]
    assert len(dealt) == 1
    assert [scene.gained(name) for name in ("ann", "bob", "cid")] == [-20_00, -20_00, -5_00]


@pytest.mark.clause("massachusetts 13(d)")
def test_a_doubled_hand_earns_no_better_odds_for_those_who_did_not_double() -> None:
    scene = shared().deal("2h 9c 3d 2d 4h Kd 8c").says("ann", "draws", "draws")
    scene.do(cmd.Double(by="ann", amount=10_00))
    scene.do(cmd.FollowDouble(by="bob", amount=20_00))
    scene.do(cmd.FollowDouble(by="cid", amount=0))
    scene.house().says("ann", "stands").says("bob", "stands")
    assert scene.gained("ann") == 20_00  # 1 to 1 on the doubled wager
    assert scene.gained("bob") == 40_00
    assert scene.gained("cid") == 5_00  # the odds go with the hand, which is doubled


# -- splits ----------------------------------------------------------------------------------------


def split(first: str, second: str) -> Scene:
    """Ann splits 8s that end as 18 and 17 against 18; bob and cid do as these words say."""
    scene = shared().deal("8h 9c 8d Kh 9d 9h")  # hands 8-K and 8-9, the dealer 9-9
    scene.do(cmd.Split(by="ann"))
    assert scene.events[-1] == PairSplit(1, 0, "ann", 10_00, ("bob", "cid"))
    for name, word in (("bob", first), ("cid", second)):
        assert scene.refused(cmd.Deal(by=DEALER)) == "answer_first"
        covers = word == "covers"
        scene.do(cmd.FollowSplit(by=name, covers=covers, hand=int(word) if not covers else 0))
    scene.house().says("ann", "stands", "stands")
    return scene


@pytest.mark.parametrize(
    ("first", "second", "gains"),
    [
        ("covers", "covers", (-10_00, -20_00, -5_00)),
        ("covers", "0", (-10_00, -20_00, 0)),
        ("1", "covers", (-10_00, -20_00, -5_00)),
        ("0", "1", (-10_00, 0, -5_00)),
    ],
)
@pytest.mark.clause("massachusetts 13(e)")
def test_when_the_caller_splits_the_others_cover_both_hands_or_name_one(
    first: str, second: str, gains: tuple[int, int, int]
) -> None:
    scene = split(first, second)  # 18 ties with the dealer's 18, 17 loses
    assert tuple(scene.gained(name) for name in ("ann", "bob", "cid")) == gains
    staked = {"covers": 2, "0": 1, "1": 1}
    settled = {name: len(scene.settled("main", name)) for name in ("ann", "bob", "cid")}
    assert settled == {"ann": 2, "bob": staked[first], "cid": staked[second]}
    assert "13(e)" in load_book(BOOK).cite("answer_first")


@pytest.mark.clause("massachusetts 13(e)")
def test_covering_a_split_costs_as_much_again_and_no_third_hand_can_be_named() -> None:
    scene = shared(bob=600_00).deal("8h 9c 8d Kh 9d 9h")
    scene.do(cmd.Split(by="ann"))
    assert scene.refused(cmd.FollowSplit(by="cid", covers=True)) == "not_your_turn"
    assert scene.refused(cmd.FollowSplit(by="bob", covers=True)) == "not_enough_chips"
    assert scene.refused(cmd.FollowSplit(by="bob", covers=False, hand=2)) == "no_split"
    scene.do(cmd.FollowSplit(by="bob", covers=False, hand=1))
    assert scene.events[-1] == SplitFollowed(1, 0, "bob", 0, 1)
    scene.do(cmd.FollowSplit(by="cid", covers=True))
    assert scene.events[-1] == SplitFollowed(1, 0, "cid", 5_00, 0)
    assert scene.chips()["cid"] == 990_00
    hands = view(scene.table, "ann").boxes[0].hands
    assert [hand.wagers for hand in hands] == [(10_00, 0, 5_00), (10_00, 600_00, 5_00)]


# -- insurance -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("second", "gains"), [("Kd", (-10_00, 0, -5_00)), ("8d", (10_00, 10_00, 5_00))])
@pytest.mark.clause("massachusetts 13(f)")
def test_everybody_on_the_box_insures_for_themselves(second: str, gains: tuple[int, int, int]) -> None:
    scene = shared().deal(f"Kh Ac Qd {second}")
    scene.do(cmd.DeclineInsurance(by="ann", box=1))
    scene.do(cmd.Insure(by="bob", box=1, amount=10_00))
    scene.do(cmd.DeclineInsurance(by="cid", box=1))
    assert scene.events[-3:] == [
        InsuranceDeclined("ann", 1),
        InsurancePlaced("bob", 1, 10_00),
        InsuranceDeclined("cid", 1),
    ]
    scene.house().says("ann", "stands")
    assert tuple(scene.gained(name) for name in ("ann", "bob", "cid")) == gains


@pytest.mark.clause("massachusetts 13(f)")
def test_each_ones_insurance_is_at_most_half_of_their_own_wager() -> None:
    scene = shared().deal("Kh Ac Qd 8d")
    for name, half in (("cid", 2_50), ("bob", 10_00), ("ann", 5_00)):
        assert scene.refused(cmd.Insure(by=name, box=1, amount=half + 50)) == "insurance_too_high"
        scene.do(cmd.Insure(by=name, box=1, amount=half))
    scene.house()
    assert scene.table.phase == "play"


# -- approval --------------------------------------------------------------------------------------


@pytest.mark.clause("massachusetts 13(g)")
def test_what_the_commission_orders_about_shared_boxes_stands_in_the_rules() -> None:
    rules = rules_of(BOOK, submitted(BOOK, approvals={"shared_boxes": "MGC-13"}, people_on_box=3))
    assert "shared_boxes: MGC-13" in rules.approvals
    assert load_book(BOOK).cite("shared_boxes") == ("13(g)",)


@pytest.mark.clause("massachusetts 13(a)")
def test_the_one_place_of_a_box_is_the_seated_persons_in_either_reading() -> None:
    for reading in ("first_but_for_the_seated", "everybody_after_the_first"):
        scene = Scene(BOOK, FOUR, people_on_box=1, box_consent=reading)
        assert scene.refused(wager("bob", box=1)) == "box_is_taken"
        scene.do(wager("ann", box=1))


@pytest.mark.clause("massachusetts 13(g)")
def test_no_more_boxes_are_shared_than_the_commission_permits() -> None:
    scene = Scene(BOOK, FOUR, most_shared_boxes=1)
    for host in ("ann", "bob"):
        for guest in ("cid", "dee"):
            scene.do(cmd.Consent(by=host, person=guest))
        scene.do(wager(host, box=1 if host == "ann" else 2))
    scene.do(wager("cid", box=1))
    assert scene.refused(wager("dee", box=2)) == "too_many_shared_boxes"
    scene.do(wager("dee", box=1))  # a third person on the box that is shared already
    assert scene.refused(wager("dee", box=4)) == "too_many_boxes"
    assert load_book(BOOK).cite("too_many_shared_boxes") == ("13(g)",)
    without = Scene(BOOK, FOUR)
    without.do(cmd.Consent(by="ann", person="cid"))
    without.do(cmd.Consent(by="bob", person="dee"))
    for name, box in (("ann", 1), ("bob", 2), ("cid", 1), ("dee", 2)):
        without.do(wager(name, box=box))
    with pytest.raises(
        BadRules, match=r"most_shared_boxes is 8; it must be from 0 to 7 \(massachusetts 13\(g\)\)"
    ):
        rules_of(BOOK, submitted(BOOK, most_shared_boxes=8))


@pytest.mark.clause("massachusetts 13(g)")
def test_cash_that_waits_on_another_persons_box_counts_as_sharing_it() -> None:
    scene = Scene(BOOK, FOUR, most_shared_boxes=1)
    scene.do(cmd.Consent(by="ann", person="cid"))
    scene.do(cmd.Consent(by="bob", person="dee"))
    scene.do(wager("ann", box=1))
    scene.do(wager("bob", box=2))
    scene.do(cmd.PlaceWager(by="cid", box=1, amount=10_00, instrument="cash"))
    assert scene.refused(wager("dee", box=2)) == "too_many_shared_boxes"


@pytest.mark.clause("massachusetts 13(g)")
def test_cash_that_becomes_chips_alone_is_on_no_box() -> None:
    scene = Scene(BOOK, FOUR, most_shared_boxes=1)
    scene.table = replace(scene.table, inventory=0)  # the dealer changes it as soon as there are chips
    for name in ("bob", "dee"):
        scene.do(cmd.BuyChips(by=name, amount=100_00))
    assert {offer.box for offer in scene.table.offers} == {0}
    scene.do(cmd.Consent(by="ann", person="cid"))
    scene.do(wager("ann", box=1))
    scene.do(wager("cid", box=1))


@pytest.mark.clause("massachusetts 13(g)")
def test_whoever_sits_at_a_box_is_not_kept_from_it_by_a_limit_on_sharing() -> None:
    scene = Scene(BOOK, FOUR, most_shared_boxes=1)
    for host, guest, box in (("ann", "cid", 1), ("bob", "dee", 2)):
        scene.do(cmd.Consent(by=host, person=guest))
        if box == 1:
            scene.do(wager(guest, box=box))
        else:
            assert scene.refused(wager(guest, box=box)) == "too_many_shared_boxes"
    scene.do(wager("ann", box=1))
    scene.do(wager("bob", box=2))


@pytest.mark.clause("massachusetts 13(g)")
def test_boxes_are_shared_at_no_more_tables_than_the_commission_permits() -> None:
    rules = rules_of(BOOK, submitted(BOOK, most_shared_tables=2))
    people = [new_table(rules, number=number)[0].rules.people_on_box for number in (1, 2, 3, 9)]
    assert people == [3, 3, 1, 1]
    table, events = open_table(rules, FOUR, random.Random(1), number=3)
    assert events[0].number == 3  # type: ignore[attr-defined]
    assert not any(may.command == "Consent" for may in legal(table, "ann"))
    unlimited = rules_of(BOOK, submitted(BOOK, most_shared_tables=0))
    assert new_table(unlimited, number=99)[0].rules.people_on_box == 3
    with pytest.raises(
        BadRules, match=r"most_shared_tables is -1; it must be at least 0 \(massachusetts 13\(g\)\)"
    ):
        rules_of(BOOK, submitted(BOOK, most_shared_tables=-1))
    with pytest.raises(BadInput, match="numbered from 1"):
        new_table(rules, number=0)
