"""What one person sees of an event: what lies open, not an unseen card, not others' chips."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from explore import Walk, everybody, some_rules
from scenes import BOOKS, DEALER, FLOORPERSON, Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import TEN, cards
from spanish21.game.decide import carry_out, decide
from spanish21.game.events import EVENTS, Event
from spanish21.game.moves.act import Act
from spanish21.game.seen import SEES, SeenEvent, as_json, seen
from spanish21.game.seen import everybody as everybody_
from spanish21.game.table import Table

STRANGER = "nobody"
ROLES = ("ann", "bob", STRANGER, DEALER, FLOORPERSON)


def test_every_event_and_every_field_has_its_line() -> None:
    assert list(SEES) == list(EVENTS.values())
    for kind, fields in SEES.items():
        assert sorted(fields) == sorted(field.name for field in msgspec.structs.fields(kind)), kind


def test_a_card_is_in_a_field_of_three_names_alone() -> None:
    """`seen` writes cards as text by the names of their fields."""
    of_cards = {"card": int, "cards": tuple[int, ...], "hands": tuple[tuple[int, ...], ...]}
    for kind in EVENTS.values():
        for field in msgspec.structs.fields(kind):
            if field.name in of_cards:
                assert field.type == of_cards[field.name]
            else:
                assert field.type not in (tuple[int, ...], tuple[tuple[int, ...], ...]), kind


# -- the law ---------------------------------------------------------------------------------------


class Watched(Walk):
    """A walk of which every command is also carried out at a table that differs in what is hidden."""

    compared = 0

    def do(self, command: cmd.Command) -> None:
        act = carry_out(self.table, command)
        self._with_other_cards(command, act)
        self._with_other_chips(command, act)
        super().do(command)

    def _with_other_cards(self, command: cmd.Command, act: Act) -> None:
        """Nobody's events tell of a card that is unseen even after them."""
        other_table, other_command = with_other_unseen_cards(self.table, command, act.events, self.chance)
        other = carry_out(other_table, other_command)
        if of_kind(ev.ReaderAnswered, act) != of_kind(ev.ReaderAnswered, other):
            return  # what the reader says of the hole card is told to everybody
        self.compared += act.events != other.events
        for who in {*everybody(act.table), *everybody(self.table), STRANGER}:
            assert [as_json(e, who) for e in act.events] == [as_json(e, who) for e in other.events]
        assert [end.digest for end in of_kind(ev.CardsCollected, act)] == [
            end.digest for end in of_kind(ev.CardsCollected, other)
        ]

    def _with_other_chips(self, command: cmd.Command, act: Act) -> None:
        """Nobody's events tell of the chips of others or of the inventory."""
        for who in (*(person.name for person in self.table.people), STRANGER):
            richer = tuple(
                person if person.name == who else replace(person, chips=person.chips + 17)
                for person in self.table.people
            )
            other = replace(self.table, people=richer, inventory=self.table.inventory + 23)
            events = events_or_none(other, command)
            if list(map(type, act.events)) == list(map(type, events)):  # else a fill was needed, or a limit
                assert [as_json(e, who) for e in act.events] == [as_json(e, who) for e in events]


def events_or_none(table: Table, command: cmd.Command) -> tuple[Event, ...]:
    try:
        return decide(table, command)
    except Refused:
        return ()


def of_kind(kind: type[Event], act: Act) -> list[Any]:
    return [event for event in act.events if isinstance(event, kind)]


def with_other_unseen_cards(
    table: Table, command: cmd.Command, events: list[Event], chance: random.Random
) -> tuple[Table, cmd.Command]:
    """The same table and command, the cards that nobody has seen even after it in another order.

    10s stay where they are: whoever draws one notices it."""
    if isinstance(command, cmd.Shuffle | cmd.ReceiveDecks):
        return table, replace(command, cards=tuple(chance.sample(command.cards, len(command.cards))))
    shoe, dealer, loose = list(table.shoe), list(table.dealer), [table.trouble.loose_card]
    shown = [IS_SHOWN[type(event)](event) for event in events if type(event) in IS_SHOWN]
    next_places = ([(loose, 0)] if loose[0] else []) + [(shoe, at) for at in range(table.dealt, len(shoe))]
    hidden = [place for place, is_shown in zip(next_places, shown, strict=False) if not is_shown]
    hidden += next_places[len(shown) :]
    if table.hole_down and not any(isinstance(event, ev.HoleCardTurned) for event in events):
        hidden.append((dealer, 1))
    if table.trouble.loose_exposed:
        hidden = [place for place in hidden if place[0] is not loose]
    hidden = [(pile, at) for pile, at in hidden if pile[at] >> 2 != TEN]
    faces = [pile[at] for pile, at in hidden]
    chance.shuffle(faces)
    for (pile, at), face in zip(hidden, faces, strict=True):
        pile[at] = face
    device = tuple(
        replace(batch, cards=tuple(chance.sample(batch.cards, len(batch.cards)))) for batch in table.device
    )
    trouble = replace(table.trouble, loose_card=loose[0])
    return replace(table, shoe=tuple(shoe), dealer=tuple(dealer), trouble=trouble, device=device), command


IS_SHOWN: dict[type[Event], Any] = {
    ev.CardBurned: lambda event: False,
    ev.CardDealt: lambda event: not event.face_down,
    ev.CardDrawnInError: lambda event: event.exposed,
    ev.CardDiscarded: lambda event: False,
    ev.FaceUpFound: lambda event: True,
    ev.TenFound: lambda event: True,
}
"""The events for which a card leaves the shoe, or its place beside it, and whether its face is then seen."""


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(6))
def test_nobody_sees_an_unseen_card_or_the_chips_of_others_in_any_event(book: str, seed: int) -> None:
    chance = random.Random(f"seen {book} {seed}")
    walk = Watched(some_rules(book, chance), chance)
    for _ in range(250):
        walk.step(0.05 if chance.random() < 0.6 else 0.3)
    assert walk.compared > 5


@pytest.mark.parametrize("kept", ["kept_safe", "not_kept_safe"])
def test_nobody_sees_a_card_in_the_shuffling_device(kept: str) -> None:
    chance = random.Random(f"seen {kept}")
    walk = Watched(rules_of("maryland", shuffling="device", second_batch=kept), chance)
    for _ in range(400):
        walk.step(0.05 if chance.random() < 0.6 else 0.4)
    assert {"BatchPlaced", "BatchTaken"} <= {type(event).__name__ for event in walk.events}


# -- field by field --------------------------------------------------------------------------------

KING, ACE = cards("Kd Ac")

NOBODY_SEES: list[tuple[Event, str, Any]] = [
    (ev.DecksReceived((KING, ACE), False, False), "cards", None),
    (ev.ShoeShuffled((KING, ACE), "hand", False), "cards", None),
    (ev.BatchPlaced((KING, ACE)), "cards", None),
    (ev.BatchShuffled((KING, ACE)), "cards", None),
    (ev.CardBurned(KING), "card", "??"),
    (ev.CardDealt(KING, 0, 0, True, 0), "card", "??"),
    (ev.CardDrawnInError(KING, False), "card", "??"),
    (ev.CardDiscarded(KING, "no_hand_can_use_it"), "card", "??"),
    (ev.CardsCollected(((KING, ACE),), (), 77), "hands", None),
    (ev.CardsCollected(((KING, ACE),), (), 77), "digest", None),
    (ev.MeterMoved("monster", 5_00, 3), "remainder", None),
]
HOUSE_SEES: list[tuple[Event, str, Any, Any]] = [
    (ev.InventorySlipWritten("fill", 7_00, 3), "amount", 7_00, None),
    (ev.InventorySlipWritten("fill", 7_00, 3), "difference", 3, None),
    (ev.InventoryCounted("opening", 7_00, 3), "amount", 7_00, None),
    (ev.InventoryCounted("opening", 7_00, 3), "difference", 3, None),
    (ev.FillAsked(7_00), "amount", 7_00, None),
    (ev.InventoryFilled(7_00), "amount", 7_00, None),
    (ev.InventoryCredited(7_00), "amount", 7_00, None),
    (ev.TensRemoved(cards("Th Ts"), True), "cards", ("Th", "Ts"), None),
    (ev.TenTakenOut(cards("Th")[0], True), "card", "Th", "??"),
]
OWNER_SEES: list[tuple[Event, str, Any, Any]] = [
    (ev.PersonJoined("ann", 7_00, 1, False), "chips", 7_00, None),
    (ev.PersonLeft("ann", 7_00), "chips", 7_00, None),
    (ev.ChipsBought("ann", 7_00), "amount", 7_00, None),
    (ev.CashOffered("ann", 1, "main", 7_00), "amount", 7_00, None),
    (ev.CashConfirmed("ann", 1, DEALER, 7_00), "converted", 7_00, None),
    (ev.BurnCardDisclosed("ann", KING), "card", "Kd", "??"),
]
EVERYBODY_SEES: list[tuple[Event, str, Any]] = [
    (ev.CardDealt(KING, 1, 0, False, 0), "card", "Kd"),
    (ev.CardDealt(KING, 0, 0, True, 0), "face_down", True),
    (ev.CardDrawnInError(KING, True), "card", "Kd"),
    (ev.HoleCardTurned(KING, 17), "card", "Kd"),
    (ev.FaceUpFound(KING), "card", "Kd"),
    (ev.TenFound(cards("Th")[0]), "card", "Th"),
    (ev.InventorySlipWritten("fill", 7_00, 3), "kind", "fill"),
    (ev.WagerPlaced("ann", 1, "main", 7_00, 0), "amount", 7_00),
    (ev.WagersClosed(3, ((1, "ann"),)), "callers", ((1, "ann"),)),
    (ev.WagerSettled(1, 0, "ann", "main", "won", 0, 5_00, 7_50, "pays_win", ""), "paid", 7_50),
    (ev.MeterMoved("monster", 5_00, 3), "amount", 5_00),
    (ev.CardsCollected(((KING, ACE),), ("bob",), 77), "barred", ("bob",)),
]


def sights(event: Event, field: str) -> dict[str, Any]:
    return {who: seen(event, who)[field] for who in ROLES}


@pytest.mark.parametrize(("event", "field", "mark"), NOBODY_SEES)
def test_what_is_in_the_log_alone_is_in_nobodys_sight(event: Event, field: str, mark: Any) -> None:
    assert sights(event, field) == dict.fromkeys(ROLES, mark)


@pytest.mark.parametrize(("event", "field", "value", "mark"), HOUSE_SEES)
def test_what_is_the_houses_is_seen_by_the_house_alone(
    event: Event, field: str, value: Any, mark: Any
) -> None:
    assert sights(event, field) == {**dict.fromkeys(ROLES, mark), DEALER: value, FLOORPERSON: value}


@pytest.mark.parametrize(("event", "field", "value", "mark"), OWNER_SEES)
def test_what_is_a_persons_own_is_seen_by_that_person_and_by_the_house(
    event: Event, field: str, value: Any, mark: Any
) -> None:
    assert sights(event, field) == {
        **dict.fromkeys(ROLES, mark),
        "ann": value,
        DEALER: value,
        FLOORPERSON: value,
    }


@pytest.mark.parametrize(("event", "field", "value"), EVERYBODY_SEES)
def test_what_happens_in_the_open_is_seen_by_everybody(event: Event, field: str, value: Any) -> None:
    assert sights(event, field) == dict.fromkeys(ROLES, value)


def test_every_field_that_somebody_may_not_see_is_tried_above() -> None:
    tried = {(type(case[0]), case[1]) for case in (*NOBODY_SEES, *HOUSE_SEES, *OWNER_SEES)}
    tried |= {(ev.TableSetUp, "rules"), (ev.TableSetUp, "inventory")}
    hidden = {
        (kind, name)
        for kind, fields in SEES.items()
        for name, sees in fields.items()
        if sees is not everybody_
    }
    assert tried == hidden


def test_the_rules_and_the_inventory_of_a_table_set_up_are_the_houses() -> None:
    up = Scene("maryland").events[0]
    assert isinstance(up, ev.TableSetUp)
    for who in ROLES:
        is_house = who in (DEALER, FLOORPERSON)
        shown = seen(up, who)
        assert shown["inventory"] == (up.inventory if is_house else None)
        assert shown["rules"] == (msgspec.to_builtins(up.rules) if is_house else None)
        assert (shown["version"], shown["for_money"], shown["number"]) == (ev.LOG_VERSION, False, 1)


def test_an_event_that_is_seen_has_the_name_and_the_fields_of_the_event() -> None:
    for kind, case in {type(case[0]): case for case in (*NOBODY_SEES, *HOUSE_SEES, *OWNER_SEES)}.items():
        for who in ROLES:
            wire = msgspec.json.decode(as_json(case[0], who))
            assert msgspec.convert(wire, SeenEvent) == wire
            assert list(wire) == ["type", *SEES[kind]]
            assert wire["type"] == kind.__name__
