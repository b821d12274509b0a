"""What one person sees: the cards that lie open and the wagers, not others' chips, not the inventory."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from explore import Walk, everybody, some_rules
from scenes import BOOKS, DEALER, FLOORPERSON, Scene
from spanish21.game import commands as cmd
from spanish21.game.view import View, as_json, view

PEOPLE = {"ann": 111_00, "bob": 222_00, "cid": 333_00}
STRANGER = "nobody"


@pytest.mark.parametrize("book", BOOKS)
def test_chips_are_seen_by_their_owner_and_by_the_house(book: str) -> None:
    scene = Scene(book, PEOPLE)
    for who in (*PEOPLE, STRANGER, ""):
        seen = {person.name: person.chips for person in view(scene.table, who).people}
        assert seen == {name: chips if name == who else None for name, chips in PEOPLE.items()}
    for who in (DEALER, FLOORPERSON):
        assert {person.name: person.chips for person in view(scene.table, who).people} == PEOPLE


@pytest.mark.parametrize("book", BOOKS)
def test_the_inventory_is_seen_by_the_house_alone(book: str) -> None:
    scene = Scene(book, PEOPLE)
    scene.table = replace(scene.table, inventory=4_567_00)
    assert {who: view(scene.table, who).inventory for who in (*PEOPLE, STRANGER, DEALER, FLOORPERSON)} == {
        **dict.fromkeys((*PEOPLE, STRANGER)),
        DEALER: 4_567_00,
        FLOORPERSON: 4_567_00,
    }


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_no_view_of_a_person_depends_on_the_chips_of_others_or_on_the_inventory(book: str, seed: int) -> None:
    chance = random.Random(f"view {book} {seed}")
    walk = Walk(some_rules(book, chance), chance)
    for _ in range(150):
        walk.step(0.1)
        table = walk.table
        for who in (*everybody(table), STRANGER):
            if who in (DEALER, FLOORPERSON):
                continue
            others = tuple(
                person if person.name == who else replace(person, chips=person.chips + 17)
                for person in table.people
            )
            richer = replace(table, people=others, inventory=table.inventory + 23)
            assert as_json(richer, who) == as_json(table, who)


@pytest.mark.parametrize("book", BOOKS)
def test_what_lies_open_is_in_everybodys_view(book: str) -> None:
    scene = Scene(book, {"ann": 1_000_00, "bob": 1_000_00}).bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.bet("bob", 20_00).deal("5h Kd Ac 6d 9s 9h")
    scene.says("ann", "insures 400").says("bob", "declines")
    for who in ("ann", "bob", STRANGER, DEALER, FLOORPERSON):
        seen = view(scene.table, who)
        assert (seen.you, seen.book, seen.round_number) == (who, book, 1)
        assert seen.phase == scene.table.phase
        ann, bob = seen.boxes
        assert (ann.number, ann.caller, bob.number, bob.caller) == (1, "ann", 2, "bob")
        assert [(hand.cards, hand.total, hand.soft) for hand in (*ann.hands, *bob.hands)] == [
            (("5h", "6d"), 11, False),
            (("Kd", "9s"), 19, False),
        ]
        assert [(stake.person, stake.wager) for stake in (*ann.stakes, *bob.stakes)] == [
            ("ann", 10_00),
            ("bob", 20_00),
        ]
        assert ann.hands[0].wagers == (10_00,)
        assert ann.hands[0].doubles == (0,)
        hole = ("??",) if scene.rules.hole_card else ()
        assert seen.dealer == ("Ac", *hole)
        assert seen.dealer_total == 11
        assert seen.cards_left == len(scene.table.shoe) - scene.table.dealt
        assert seen.discards == sum(map(len, scene.table.rack))


def test_a_view_comes_back_from_its_way_over_the_wire() -> None:
    scene = Scene("maryland", PEOPLE).bet("ann", 10_00).deal("5h 9c 6d 9s")
    for who in (*PEOPLE, DEALER):
        assert msgspec.json.decode(as_json(scene.table, who), type=View) == view(scene.table, who)


@pytest.mark.parametrize("book", BOOKS)
def test_a_view_names_the_box_and_the_hand_whose_turn_it_is(book: str) -> None:
    scene = (
        Scene(book, {"ann": 1_000_00, "bob": 1_000_00, "cid": 1_000_00}).bet("bob", 10_00).bet("cid", 5_00)
    )
    seen = view(scene.table, "ann")
    assert (seen.turn_box, seen.turn_hand, seen.asked) == (0, -1, ())
    scene.deal("8h 8s 9c 8d 8c 9h Kd 9d Kc 9s")
    first, second = (("cid", 3), ("bob", 2)) if book == "players-edge" else (("bob", 2), ("cid", 3))
    for name, number in (first, second):
        seen = view(scene.table, "ann")
        assert (seen.turn_box, seen.turn_hand) == (number, 0)
        scene.says(name, "splits", "stands")
        seen = view(scene.table, "ann")
        assert (seen.turn_box, seen.turn_hand) == (number, 1)
        scene.says(name, "stands")
    assert view(scene.table, "ann").turn_box == 0


def test_a_view_names_who_is_asked_and_what_is_exposed() -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00, "bob": 1_000_00}).bet("ann", 10_00)
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", 10_00, box=1).deal("5h 9c 6d Kd 8c")
    scene.do(cmd.DrawInError(by=DEALER, exposed=True))
    assert view(scene.table, "bob").exposed_card == "Kd"
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert view(scene.table, STRANGER).asked == ("bob",)
    hidden = Scene("maryland").bet("ann", 10_00).deal("5h 9c 6d 9d Kd")
    hidden.do(cmd.DrawInError(by=DEALER, exposed=False))
    assert {view(hidden.table, who).exposed_card for who in ("ann", DEALER, FLOORPERSON)} == {""}


def test_a_view_tells_the_meters_and_who_is_barred() -> None:
    scene = Scene("maryland", {"ann": 1_000_00, "bob": 1_000_00}, mid_shoe_entry=False).bet("ann", 10_00)
    seen = view(scene.table, "bob")
    assert seen.meters == {meter.name: meter.amount for meter in scene.table.meters}
    assert seen.meters
    scene.deal("Kh 9c 9d 9s").says("ann", "stands")
    assert {person.name: person.barred for person in view(scene.table, "ann").people} == {
        "ann": False,
        "bob": True,
    }
    assert {person.name: person.seat for person in view(scene.table, "ann").people} == {"ann": 1, "bob": 2}
