"""A table as some listeners see it, and the changes of that view by the next event.

Tables are never changed, so the next table shares most objects with the one before: only those that are other
objects are compared, and only real differences are sent.
"""

from collections.abc import Callable
from functools import partial
from itertools import compress
from operator import attrgetter, is_not
from typing import Any

from spanish21.game.cards import CARD_TEXT
from spanish21.game.states import Phase
from spanish21.game.table import HOUSE, Table, cards_left
from spanish21.game.view import (
    View,
    box_view,
    cards_total,
    cut_offered_to,
    open_cards,
    people_view,
    person_view,
    spread,
    view,
)

READ_FROM: dict[str, str] = {
    "phase": "phase",
    "round_number": "round_number",
    "people": "people",
    "boxes": "boxes settled",
    "dealer": "dealer hole_down",
    "dealer_total": "dealer hole_down",
    "turn_box": "turn_box boxes",
    "turn_hand": "turn_hand",
    "asked": "asked",
    "meters": "meters",
    "hot_spot": "hot_spot",
    "community_stops": "community_stops",
    "cards_left": "dealt shoe pool is_real_shoe",
    "discards": "rack",
    "cover_card_seen": "cover_seen",
    "exposed_card": "trouble",
    "spread": "phase opening pool",
    "halted": "trouble slip",
    "shuffler": "trouble",
    "cards_in_device": "device",
    "torn_tens": "torn",
    "tens_set_aside": "set_aside",
    "cut_offered_to": "phase cutting",
    "inventory": "inventory",
    "drop_box": "drop_box",
    "slip": "slip",
    "slip_amount": "slip",
}
"""From which fields of the table each field of the view is read; the rules never change."""

FOR_HOUSE = frozenset(("torn_tens", "tens_set_aside", "inventory", "drop_box", "slip_amount"))
"""Fields that strangers never see."""
IN_PHASE = {"spread": Phase.SPREAD, "cut_offered_to": Phase.CUT}
"""Fields that exist in one phase only, so that most changes of the phase need not check them."""

_FIELDS = tuple(
    name for name in Table.__struct_fields__ if any(name in read.split() for read in READ_FROM.values())
)
_all_fields = attrgetter(*_FIELDS)
Fields = tuple[str, ...]
Look = Callable[[Table, str], Any]
_Names = dict[Fields, tuple[str, ...]]


def _names_of(fields: Fields, is_house: bool) -> tuple[str, ...]:
    """The fields of the view that are read from some fields of the table."""
    changed = set(fields)
    names = []
    for name, read in READ_FROM.items():
        read_from = set(read.split()) - ({"phase"} if name in IN_PHASE else set())
        if read_from & changed and (is_house or name not in FOR_HOUSE):
            names.append(name)
    return tuple(names)


def _dealer(table: Table, who: str) -> tuple[str, ...]:
    return tuple(CARD_TEXT[card] for card in open_cards(table)) + (("??",) if table.hole_down else ())


_LOOKS: dict[str, Look] = {
    "phase": lambda table, who: table.phase,
    "round_number": lambda table, who: table.round_number,
    "turn_hand": lambda table, who: table.turn_hand,
    "asked": lambda table, who: table.asked,
    "hot_spot": lambda table, who: table.hot_spot,
    "community_stops": lambda table, who: table.community_stops,
    "people": people_view,
    "dealer": _dealer,
    "dealer_total": lambda table, who: cards_total(open_cards(table)),
    "turn_box": lambda table, who: table.boxes[table.turn_box].number if table.turn_box >= 0 else 0,
    "meters": lambda table, who: {meter.name: meter.amount for meter in table.meters},
    "cards_left": lambda table, who: cards_left(table),
    "discards": lambda table, who: sum(map(len, table.rack)),
    "spread": lambda table, who: spread(table),
    "cut_offered_to": lambda table, who: cut_offered_to(table),
    "inventory": lambda table, who: table.inventory if who in HOUSE else None,
    "drop_box": lambda table, who: table.drop_box if who in HOUSE else None,
}
"""How the fields that change in every round are looked at alone; of the others the whole view is made."""


class Sight:
    """A stranger's, or the house's, view of a table now."""

    def __init__(self, table: Table, who: str) -> None:
        self.table, self._who = table, who
        self._is_house = who in HOUSE
        self._names = _KNOWN[self._is_house]
        self._values = _all_fields(table)
        seen = view(table, who)
        self.fields: dict[str, Any] = {name: getattr(seen, name) for name in View.__struct_fields__}

    def changed(self, table: Table) -> Fields:
        """The visible fields of the next table whose objects have changed."""
        before, self._values = self._values, _all_fields(table)
        return tuple(compress(_FIELDS, map(is_not, before, self._values)))

    def patch(self, table: Table, fields: Fields) -> dict[str, Any]:
        """Look at the next table, of which these fields have changed: the merge patch of the view."""
        names = self._names.get(fields)
        if names is None:
            names = self._names[fields] = _names_of(fields, self._is_house)
        old, seen, who = self.table, self.fields, self._who
        if old.phase is not table.phase:
            phases = (old.phase, table.phase)
            names += tuple([name for name, phase in IN_PHASE.items() if phase in phases])
        patch: dict[str, Any] = {}
        for name in names:
            if name == "boxes":
                members = self._boxes(table)
            elif name == "people":
                members = self._people(table)
            else:
                look, before = _LOOKS.get(name), seen[name]
                now = look(table, who) if look else getattr(view(table, who), name)
                if now != before:
                    patch[name] = _moved(before, now) if name == "meters" else now
                    seen[name] = now
                continue
            if members is not None:
                patch[name] = members
        self.table = table
        return patch

    def _boxes(self, table: Table) -> Any:
        old = self.table
        settled: tuple[int, ...] = ()
        if table.settled is not old.settled:
            settled = tuple([one.box for one in table.settled[len(old.settled) :]])
        return self._members("boxes", old.boxes, table.boxes, partial(box_view, table), settled)

    def _people(self, table: Table) -> Any:
        look = partial(person_view, who=self._who)
        return self._members("people", self.table.people, table.people, look)

    def _members(
        self,
        name: str,
        before: tuple[Any, ...],
        now: tuple[Any, ...],
        look: Callable[[Any], Any],
        again: tuple[int, ...] = (),
    ) -> Any:
        """The patch of boxes or people: only those that look different, or all if there are new ones;
        None if nothing has changed. Identical objects are not compared, except those named."""
        key, seen = _KEYS[name], self.fields[name]
        if len(before) == len(now):
            patch: dict[Any, Any] = {}
            for at, (old, new) in enumerate(zip(before, now, strict=True)):
                if old is new and (not again or key(new) not in again):
                    continue
                if key(old) != key(new):
                    break
                found = look(new)
                if found != seen[at]:
                    patch[key(new)] = found
                    seen = self.fields[name] = (*seen[:at], found, *seen[at + 1 :])
            else:
                return patch or None
        seen = self.fields[name] = tuple([look(one) for one in now])
        return seen


_KEYS: dict[str, Callable[[Any], Any]] = {"boxes": attrgetter("number"), "people": attrgetter("name")}
"""Their key in a patch."""
_KNOWN: tuple[_Names, _Names] = ({}, {})
"""The fields of the view by the fields of the table that have changed, for strangers and for the house."""


def _moved(before: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """The meters that show another amount."""
    return {meter: amount for meter, amount in now.items() if before.get(meter) != amount}
