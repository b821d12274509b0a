"""Whom a table awaits: exactly those without whom it cannot go on."""

import random

import pytest

from explore import Walk
from scenes import Scene
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import new_table
from spanish21.game import commands as cmd
from spanish21.game.chapters.play.dealing import place_due
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.game.waiting import waits_for

ANSWERS = frozenset(
    (
        *("Stand", "Draw", "FollowDouble", "FollowSplit"),
        *("AnswerLateCard", "RefuseCut", "DeclineInsurance", "Insure"),
    )
)
"""What only somebody who is awaited can say."""


def who_can_answer(table: Table) -> set[str]:
    return {
        person.name
        for person in table.people
        if any(one.command in ANSWERS for one in legal(table, person.name))
    }


@pytest.mark.parametrize("is_real_shoe", [False, True])
@pytest.mark.parametrize("book", BOOKS)
def test_a_table_awaits_the_house_when_something_is_due_and_else_those_who_can_answer(
    book: str, is_real_shoe: bool
) -> None:
    walk = Walk(rules_of(book), random.Random(21), is_real_shoe)
    for _ in range(1_000):
        table, step = walk.table, due(walk.table)
        awaited = waits_for(table)
        if step is not None:
            assert awaited == (step.by,)
        else:
            assert len(set(awaited)) == len(awaited)
            assert set(awaited) == who_can_answer(table)
            assert awaited or table.phase == "wagers" or not table.people
        walk.step()


def test_a_new_table_awaits_the_floorperson_who_opens_it() -> None:
    table, _ = new_table(rules_of("maryland"))
    assert waits_for(table) == (FLOORPERSON,)


def test_while_wagers_are_placed_nobody_in_particular_is_awaited() -> None:
    scene = Scene("maryland", {"ann": 500_00, "bob": 500_00})
    assert waits_for(scene.table) == ()
    assert waits_for(scene.bet("ann", 10_00).table) == ()


def test_whoever_has_not_answered_about_insurance_is_awaited_in_the_order_of_the_boxes() -> None:
    scene = Scene("maryland", {"ann": 500_00, "bob": 500_00, "cid": 500_00})
    scene.bet("ann", 10_00).bet("bob", 10_00).bet("cid", 10_00).deal("9s 9d 9h As 8s 8d 8h 7c")
    assert waits_for(scene.table) == ("ann", "bob", "cid")
    assert waits_for(scene.says("bob", "declines").table) == ("ann", "cid")


def test_a_dead_hand_is_not_insured_and_its_person_is_not_awaited() -> None:
    scene = Scene("maryland", {"ann": 500_00, "bob": 500_00}).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal("9h Ac 8h 9d", steps=0)
    while scene.table.phase == "deal":
        place = place_due(scene.table)
        is_anns = place is not None and place[0] == 1
        scene.do(cmd.SkipBox(by=DEALER) if is_anns else cmd.Deal(by=DEALER, count=1))
    assert scene.hand(1).state == "dead"
    assert waits_for(scene.table) == ("bob",)


def test_whoever_calls_the_hand_is_awaited_and_then_those_on_the_box_one_by_one() -> None:
    scene = Scene("massachusetts", {"ann": 500_00, "bob": 500_00, "cid": 500_00})
    for name in ("bob", "cid"):
        scene.do(cmd.Consent(by="ann", person=name))
    scene.bet("ann", 10_00).bet("bob", 10_00, box=1).bet("cid", 10_00, box=1).deal("5s 9c 6s 8c")
    assert waits_for(scene.table) == ("ann",)
    scene.do(cmd.Double(by="ann", amount=10_00))
    for name in ("bob", "cid"):
        assert waits_for(scene.table) == (name,)
        scene.do(cmd.FollowDouble(by=name, amount=0))
    assert waits_for(scene.table) == (DEALER,)
