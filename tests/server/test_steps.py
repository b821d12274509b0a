"""Steps make of what a person saw what the same person sees now, and say nothing else."""

import random
from functools import cache
from itertools import accumulate
from typing import Any

import msgspec
import pytest

from explore import NAMES, Walk, some_rules
from scenes import BOOKS, Scene
from spanish21.client.patching import merged
from spanish21.game.commands import PlaceWager
from spanish21.game.events import BonusPaid
from spanish21.game.evolve import evolve
from spanish21.game.seen import as_json
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.game.view import View, view
from spanish21.sentences.reader import Reader, Voice, boxes_of
from spanish21.sentences.text import text_of
from spanish21.server.table.sight import READ_FROM, Sight
from spanish21.server.table.steps import STRANGER, Brought, Sights, Steps, Words, steps_of

EVERYBODY = (STRANGER, DEALER, FLOORPERSON, *NAMES)


def json_of(table: Table, who: str) -> Any:
    """A view as a client has it: what became null is absent, so both are alike."""
    shown = msgspec.json.decode(msgspec.json.encode(view(table, who)))
    return {name: value for name, value in shown.items() if value is not None}


def after(shown: Any, steps: list[dict[str, Any]]) -> Any:
    """A state with the patches of some steps applied."""
    for step in steps:
        shown = merged(shown, step["patch"])
    return shown


@cache
def walked(book: str, seed: int) -> list[tuple[Table, list[Any], Table]]:
    """Commands of a random walk: the table before, the events, the table after."""
    chance = random.Random(f"steps {book} {seed}")
    walk = Walk(some_rules(book, chance), chance, real=seed % 4 == 3)
    found = []
    for _ in range(300):
        before, count = walk.table, len(walk.events)
        walk.step(0.05)
        if walk.events[count:]:
            found.append((before, walk.events[count:], walk.table))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("book", BOOKS)
def test_the_steps_of_a_command_end_at_what_each_person_sees(book: str, seed: int) -> None:
    for before, events, table in walked(book, seed):
        sights = Sights(Sight(before, STRANGER), Sight(before, DEALER))
        steps = Steps(events, 1, Words(before.rules, {}), sights, Brought())
        for who in EVERYBODY:
            shown = {"view": json_of(before, who)}
            told = msgspec.json.decode(steps.listed(who))
            assert [one["event"]["type"] for one in told] == [type(event).__name__ for event in events]
            found = after(shown, told)["view"]
            assert found == json_of(table, who), (who, [type(event).__name__ for event in events])


@pytest.mark.parametrize("book", BOOKS)
def test_a_step_changes_what_its_event_changes_and_nothing_before_it_happens(book: str) -> None:
    """After each step the state is the view of the table at that moment, for one who plays."""
    for before, events, _ in walked(book, 0):
        who = before.people[0].name if before.people else STRANGER
        told = steps_of(before, events, {}, who)
        shown: dict[str, Any]
        shown, table = {"view": json_of(before, who)}, before
        for event, step in zip(events, told, strict=True):
            shown, table = merged(shown, step["patch"]), evolve(table, event)
            assert shown["view"] == json_of(table, who)


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_stays_through_many_commands_is_told_each_event_as_it_would_be_told_alone(book: str) -> None:
    """What is held from one step for the next, of sights and of readers, is never of another moment."""
    commands = walked(book, 0)
    first, words = commands[0][0], Words(commands[0][0].rules, {})
    sights, brought = Sights(Sight(first, STRANGER), Sight(first, DEALER)), Brought()
    shown = {who: {"view": json_of(first, who)} for who in EVERYBODY}
    for before, events, after_all in commands:
        steps = Steps(events, 1, words, sights, brought)
        tables = list(accumulate(events, evolve, initial=before))[1:]
        for who in EVERYBODY:
            told = msgspec.json.decode(steps.listed(who))
            is_player = who not in (STRANGER, DEALER, FLOORPERSON)
            role = who if is_player or not who else DEALER
            for step, event, table in zip(told, events, tables, strict=True):
                assert step["event"] == msgspec.json.decode(as_json(event, role))
                reader = Reader(
                    rules=table.rules,
                    who=role,
                    voice=Voice.YOU if is_player else Voice.ANOTHER,
                    boxes=boxes_of(table, who) if is_player else frozenset(),
                )
                assert step["text"] == text_of(event, reader)
            shown[who] = after(shown[who], told)
            assert shown[who]["view"] == json_of(after_all, who)


def test_only_the_box_that_changes_and_the_chips_of_its_owner_are_sent() -> None:
    scene = Scene(people={"ann": 100_00, "bob": 100_00}).bet("ann", 10_00).bet("bob", 10_00)
    before, count = scene.table, len(scene.events)
    events = scene.deal("9c 6d Jh Qc 9d 2h").says("ann", "stands").events[count:]
    steps = Steps(events, 1, Words(before.rules, {}), Sights(Sight(before, STRANGER)), Brought())
    dealt = [
        one
        for one in msgspec.json.decode(steps.listed(STRANGER))
        if one["event"]["type"] == "CardDealt" and one["event"]["box"]
    ]
    for one in dealt:
        boxes = one["patch"]["view"]["boxes"]
        assert list(boxes) == [str(one["event"]["box"])]
    assert steps.listed("nobody at all") == steps.listed(STRANGER)
    texts = [step["text"] for step in msgspec.json.decode(steps.listed("ann"))]
    assert texts.count("You get the 9 of clubs.") == texts.count("Box 2 gets the 6 of diamonds.") == 1
    assert "You stand." in texts
    others = [step["text"] for step in msgspec.json.decode(steps.listed(STRANGER))]
    assert "ann stands." in others
    assert not any("You" in text or "your" in text for text in others)


def test_a_bonus_and_the_envy_beside_it_are_seen_on_boxes_that_change_in_nothing_else() -> None:
    scene = Scene(people={"ann": 100_00, "bob": 100_00}).bet("ann", 5_00).bet("bob", 5_00)
    before, count = scene.table, len(scene.events)
    scene.deal("7h 9c 7c 7h 9d 8s 7h Kd").says("ann", "draws").says("bob", "stands")
    events, shown, table = scene.events[count:], {"view": json_of(before, STRANGER)}, before
    for event, step in zip(events, steps_of(before, events, {}), strict=True):
        shown, table = merged(shown, step["patch"]), evolve(table, event)
        assert shown["view"] == json_of(table, STRANGER)
    assert {event.kind for event in scene.happened(BonusPaid)} == {"super_bonus", "envy"}


def test_people_and_boxes_that_are_others_are_sent_whole() -> None:
    """However many there are: a patch by name or number could not take away those who are gone."""
    ann, bob = Scene(people={"ann": 100_00}).bet("ann", 10_00), Scene(people={"bob": 100_00})
    bob.do(PlaceWager(by="bob", box=2, amount=10_00))
    sight = Sight(ann.table, STRANGER)
    patch = sight.patch(bob.table, sight.changed(bob.table))
    assert [one.name for one in patch["people"]] == ["bob"]
    assert [one.number for one in patch["boxes"]] == [2]
    now = view(bob.table, STRANGER)
    assert (sight.fields["people"], sight.fields["boxes"]) == (now.people, now.boxes)


def test_a_round_shown_again_has_a_stranger_s_facts_in_words_to_its_reader() -> None:
    for before, events, _ in walked("maryland", 0):
        plain = steps_of(before, events, {})
        for name in NAMES:
            own = steps_of(before, events, {}, reader=name)
            assert [step["patch"] for step in own] == [step["patch"] for step in plain]
            for one, other in zip(own, plain, strict=True):
                is_about = name in str(other["event"]) or other["event"].get("box")
                assert one["text"] == other["text"] or is_about


def test_the_house_is_told_the_place_and_is_not_addressed() -> None:
    scene = Scene(people={"ann": 100_00}).bet("ann", 10_00)
    before, count = scene.table, len(scene.events)
    events = scene.deal("9c 6d Jh Qc 9d 2h").says("ann", "stands").events[count:]
    texts = [step["text"] for step in steps_of(before, events, {"ann": "Ann"}, DEALER)]
    assert "Ann stands on box 1." in texts
    assert not any("You" in text for text in texts)


def test_nobody_but_its_owner_and_the_house_is_sent_chips() -> None:
    for book in BOOKS:
        for before, events, _ in walked(book, 0):
            brought = Brought()
            steps = Steps(
                events,
                1,
                Words(before.rules, {}),
                Sights(Sight(before, STRANGER), Sight(before, DEALER)),
                brought,
            )
            for who in (STRANGER, *NAMES):
                for step in msgspec.json.decode(steps.listed(who)):
                    people = step["patch"]["view"].get("people", {})
                    some = people if isinstance(people, list) else list(people.values())
                    assert {one["name"] for one in some if one["chips"] is not None} <= {who}
                    assert {"inventory", "drop_box"}.isdisjoint(step["patch"]["view"])
                    assert "brought" not in step["patch"] or step["event"].get("person") == who or some


def test_every_field_of_the_view_says_what_it_is_read_from() -> None:
    fixed = {"you", "book", "approvals_missing"}
    assert READ_FROM.keys() | fixed == set(View.__struct_fields__)
    assert {field for read in READ_FROM.values() for field in read.split()} <= set(Table.__struct_fields__)


def test_what_is_brought_is_what_left_the_purse_for_this_table() -> None:
    from spanish21.game import events as ev

    brought = Brought()
    happens = [
        (ev.PersonJoined("ann", 20_00, 1, False), 20_00),
        (ev.ChipsBought("ann", 5_00), 25_00),
        (ev.CashConfirmed("ann", 1, DEALER, 0), 25_00),
        (ev.CashConfirmed("ann", 1, DEALER, 100_00), 125_00),
        (ev.WagerPlaced("ann", 1, "main", 100_00, 0), 125_00),
        (ev.PersonLeft("ann", 3_00), None),
        (ev.PersonJoined("ann", 10_00, 1, False), 10_00),
    ]
    for event, sum_of_all in happens:
        brought.note(event)
        assert brought.get("ann") == sum_of_all
