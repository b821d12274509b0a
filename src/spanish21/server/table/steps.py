"""Steps: each event's changes of people's views, in words and with its clauses.

What everyone sees alike is made and encoded once. A step differs for those whose chips it moves, and for the
house, which sees everyone's.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from spanish21.game import events as ev
from spanish21.game.evolve import evolve
from spanish21.game.rules import Rules
from spanish21.game.seen import SEES, SeenEvent, owner, seen
from spanish21.game.table import DEALER, HOUSE, Table
from spanish21.game.view import PersonView
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.sentences.reader import Reader, Voice, boxes_of
from spanish21.sentences.text import people_in, text_of
from spanish21.server.answers import Step
from spanish21.server.table.event_clauses import EventClauses
from spanish21.server.table.sight import Sight

STRANGER = ""
NO_BOXES: frozenset[int] = frozenset()
State = dict[str, Any]
StepFields = dict[str, Any]
"""An event in words: a step without its patch."""
_encode = msgspec.json.Encoder().encode
_OWN = frozenset(kind for kind, fields in SEES.items() if owner in fields.values())
"""Events of which one person sees more than the others."""


class Sights(NamedTuple):
    """The strangers' view of a table, and the house's if it listens."""

    public: Sight
    house: Sight | None = None


class Words:
    """How a table's events are told: people by their names, with the clauses of its book."""

    def __init__(self, rules: Rules, names: Mapping[str, str]) -> None:
        self._rules, self._names = rules, names
        self._clauses_of = EventClauses(rules).of
        self._readers: dict[tuple[str, str], Reader] = {}

    def told(self, event: ev.Event, who: str, seq: int, language: Language = ENGLISH) -> StepFields:
        """An event as one person may see it, in words; a player is addressed."""
        return self.in_words(seen(event, who), who, seq, language)

    def in_words(
        self,
        facts: SeenEvent,
        who: str,
        seq: int,
        language: Language = ENGLISH,
        boxes: frozenset[int] = NO_BOXES,
    ) -> StepFields:
        """The same for a reader with wagers on these boxes."""
        text = text_of(facts, self._reader(who, boxes, language))
        return {"seq": seq, "event": facts, "text": text, "clauses": self._clauses_of(facts)}

    def _reader(self, who: str, boxes: frozenset[int], language: Language) -> Reader:
        key = (who, language.code)
        reader = self._readers.get(key)
        if reader is None or reader.boxes != boxes:
            voice = Voice.ANOTHER if not who or who in HOUSE else Voice.YOU
            reader = self._readers[key] = Reader(
                rules=self._rules, names=self._names, who=who, boxes=boxes, voice=voice, language=language
            )
        return reader


class Brought(dict[str, int]):
    """The chips that the people at a table have brought from their purses since they came."""

    def note(self, event: ev.Event) -> str:
        """Count an event; the person for whom it makes a difference, or ""."""
        amount_of = _BRINGS.get(type(event))
        if amount_of is None:
            return ""
        person: str = event.person  # type: ignore[attr-defined]
        if type(event) is ev.PersonLeft:
            self.pop(person, None)
        else:
            before = 0 if type(event) is ev.PersonJoined else self.get(person, 0)
            self[person] = before + amount_of(event)
        return person


_BRINGS: dict[type[ev.Event], Callable[[Any], int]] = {
    ev.PersonJoined: lambda event: event.chips,
    ev.ChipsBought: lambda event: event.amount,
    ev.CashConfirmed: lambda event: event.converted,
    ev.PersonLeft: lambda event: 0,
}
"""The events that move a person's brought chips, with their amounts."""


class Moment:
    """A step: the event, the table after it, and its changes of the view that all share."""

    __slots__ = (
        "_alike",
        "_event",
        "_facts",
        "_of_house",
        "_patch",
        "_people",
        "_seq",
        "_table",
        "_words",
        "addressed",
        "own",
    )

    def __init__(
        self, seq: int, event: ev.Event, table: Table, words: Words, patch: State, people: Any
    ) -> None:
        self._seq, self._event, self._table, self._words = seq, event, table, words
        self._patch = patch
        """The patch of the view without the people."""
        self._people = people
        """The patch of the people as strangers see them, or None."""
        self._facts = seen(event, STRANGER)
        self.own: dict[str, int | None] = {}
        """The people for whom the step differs, with the chips they have brought."""
        self.addressed: set[str] = set()
        """Those whom its words may address."""
        self._alike: dict[str, bytes] = {}
        """The step as a stranger sees it, by language."""
        self._of_house: State | None = None

    def for_all(self, language: Language) -> bytes:
        """The step as a stranger sees it."""
        alike = self._alike.get(language.code)
        if alike is None:
            told = self._words.in_words(self._facts, STRANGER, self._seq, language)
            alike = self._alike[language.code] = _encode({**told, "patch": {"view": self._view()}})
        return alike

    def for_person(self, who: str, language: Language) -> bytes:
        """The step as a person sees it whom it addresses, or whose chips it moves."""
        if who not in self.own:
            return self.for_addressed(who, language)
        view = {**self._patch, "people": self._people_of(who)}
        return _encode({**self._told(who, language), "patch": {"view": view, "brought": self.own[who]}})

    def for_addressed(self, who: str, language: Language) -> bytes:
        """The step as a stranger sees it, in words to one person."""
        return _encode({**self._told(who, language), "patch": {"view": self._view()}})

    def shown_to_house(self, patch: State) -> None:
        """The step's changes of the house's view, if the house listens."""
        self._of_house = patch

    def for_house(self, language: Language) -> bytes:
        """The step as the house sees it."""
        told = self._words.told(self._event, DEALER, self._seq, language)
        return _encode({**told, "patch": {"view": self._of_house}})

    def _told(self, who: str, language: Language) -> StepFields:
        facts = seen(self._event, who) if type(self._event) in _OWN else self._facts
        return self._words.in_words(facts, who, self._seq, language, boxes_of(self._table, who))

    def _view(self) -> State:
        return self._patch if self._people is None else {**self._patch, "people": self._people}

    def _people_of(self, who: str) -> Any:
        """The patch of the people with the viewer's own chips."""
        mine = {
            one.name: PersonView(one.name, one.seat, one.chips, one.barred)
            for one in self._table.people
            if one.name == who
        }
        if isinstance(self._people, tuple):
            return [mine.get(one.name, one) for one in self._people]
        return {**(self._people or {}), **mine}


class Steps:
    """The changes of some events for everyone who may see them; `tables` are those after each of them."""

    def __init__(
        self,
        events: Sequence[ev.Event],
        first: int,
        words: Words,
        sights: Sights,
        brought: Brought,
        tables: Sequence[Table] | None = None,
    ) -> None:
        self._words, self._sights, self._brought = words, sights, brought
        if tables is None:
            tables = list(accumulate(events, evolve, initial=sights.public.table))[1:]
        self._moments = [
            self._moment(event, table, first + at)
            for at, (event, table) in enumerate(zip(events, tables, strict=True))
        ]
        self._own = {name for one in self._moments for name in (*one.own, *one.addressed)}
        self._for_all: dict[str, bytes] = {}

    def listed(self, who: str, language: Language = ENGLISH) -> bytes:
        """The steps as one person sees them, as JSON."""
        if who in HOUSE:
            return _listed([one.for_house(language) for one in self._moments])
        if who in self._own:
            return _listed(
                [
                    one.for_person(who, language)
                    if who in one.own or who in one.addressed
                    else one.for_all(language)
                    for one in self._moments
                ]
            )
        for_all = self._for_all.get(language.code)
        if for_all is None:
            for_all = _listed([one.for_all(language) for one in self._moments])
            self._for_all[language.code] = for_all
        return for_all

    def listed_to(self, reader: str, language: Language = ENGLISH) -> bytes:
        """The steps as strangers see them, in words to one person."""
        return _listed(
            [
                one.for_addressed(reader, language) if reader in one.addressed else one.for_all(language)
                for one in self._moments
            ]
        )

    def _moment(self, event: ev.Event, table: Table, seq: int) -> Moment:
        public, house = self._sights
        old, fields = public.table, public.changed(table)
        patch = public.patch(table, fields)
        people = patch.pop("people", None)
        moment = Moment(seq, event, table, self._words, patch, people)
        names = _whose_chips(old, table, people) if "people" in fields else set()
        if type(event) in _OWN:
            self._brought.note(event)
            names.add(event.person)  # type: ignore[attr-defined]
        if names:
            moment.own = {name: self._brought.get(name) for name in names}
        moment.addressed = people_in(event, old)
        if house is not None:
            moment.shown_to_house(house.patch(table, fields))
        return moment


def _whose_chips(old: Table, new: Table, people: Any) -> set[str]:
    """Readers whose view of the people differs from a stranger's after an event that changes them."""
    if isinstance(people, tuple):
        return {one.name for one in new.people}
    return {one.name for one, was in zip(new.people, old.people, strict=True) if one is not was}


def steps_of(
    table: Table,
    events: Sequence[ev.Event],
    names: Mapping[str, str],
    who: str = STRANGER,
    first: int = 1,
    brought: Mapping[str, int] | None = None,
    reader: str = STRANGER,
    language: Language = ENGLISH,
) -> list[Step]:
    """The changes of events from a table on, as one person sees them; or as a stranger sees them, in words to
    a reader. For replayed rounds."""
    sights = Sights(Sight(table, STRANGER), Sight(table, DEALER) if who in HOUSE else None)
    steps = Steps(events, first, Words(table.rules, names), sights, Brought(brought or {}))
    found = steps.listed_to(reader, language) if reader else steps.listed(who, language)
    return msgspec.json.decode(found, type=list[Step])


def _listed(parts: list[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"
