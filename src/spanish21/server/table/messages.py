"""What everybody who listens to a table gets: the whole at first, then what changed, once a commit.

The part that everybody sees alike is made and encoded once; `legal` is found for those alone who listen.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spanish21.game.choices import May
from spanish21.game.decide import legal
from spanish21.game.events import Event
from spanish21.game.seen import SEES, owner, seen
from spanish21.game.table import HOUSE, Table
from spanish21.game.view import PersonView, View, view
from spanish21.game.waiting import waits_for
from spanish21.server.table.event_text import Citing, sentence
from spanish21.server.table.legal_changes import offered_anew
from spanish21.server.table.listener import Listener
from spanish21.server.table.merge_patch import merge_patch
from spanish21.server.table.prompts import due_shown

if TYPE_CHECKING:
    from spanish21.server.table.host import Host

MOST_HELD = 300
"""So many events are held for those whose connection was lost for a moment."""
STRANGER = ""
State = dict[str, Any]
Answers = Mapping[Listener, list[bytes]]
"""What goes out together with a change, to those who asked for it."""

_encode = msgspec.json.Encoder().encode
_PUBLIC = frozenset(kind for kind, fields in SEES.items() if owner not in fields.values())
"""Events of which every player sees the same."""


class _Public(NamedTuple):
    """What is the same for everybody: a stranger's view, and the rest."""

    view: View
    rest: State


class _Own(NamedTuple):
    """What one player was told last that nobody else was: the offers, encoded, and their chips."""

    legal: bytes
    chips: int | None


NO_ANSWERS: Answers = {}


class Teller:
    """Tells the listeners of one table."""

    def __init__(self, host: "Host", names: dict[str, str]) -> None:
        self._host, self._names = host, names
        self._listeners: dict[str, list[Listener]] = {}
        self._public: _Public
        self._table: Table | None = None
        self._own: dict[str, _Own] = {}
        self._house: dict[str, State] = {}
        self._citing: Citing | None = None
        self._recent: deque[tuple[int, Event]] = deque(maxlen=MOST_HELD)

    @property
    def listeners(self) -> list[Listener]:
        return [one for some in self._listeners.values() for one in some]

    def attach(self, listener: Listener, since: int | None = None) -> None:
        """Begin to tell somebody: first the whole, as it was told to the others last, with the events since
        one if they are still held."""
        who = listener.who
        if not self._listeners:
            self._public, self._table = self._public_state(), self._host.table
        whole: State = {"type": "whole", "seq": self._host.log.seq, "you": who}
        if since is not None and self._holds(since):
            missed = [self._told(event, who, seq) for seq, event in self._recent if seq > since]
            whole["events"] = msgspec.Raw(_listed(missed))
        if who in HOUSE:
            state = self._house.setdefault(who, self._house_state(who, self._public))
        else:
            own = self._own.setdefault(who, self._own_state(who))
            view_of_own = msgspec.structs.replace(self._public.view, you=who, people=self._people(who, own))
            state = {**self._public.rest, "view": view_of_own, "legal": msgspec.Raw(own.legal)}
        self._listeners.setdefault(who, []).append(listener)
        listener.send(_encode(whole | state))

    def _holds(self, since: int) -> bool:
        """Whether every event after one is still held."""
        last = self._host.log.seq
        return since == last or (since < last and bool(self._recent) and self._recent[0][0] <= since + 1)

    def detach(self, listener: Listener) -> None:
        """Tell somebody no more."""
        some = self._listeners.get(listener.who, [])
        if listener in some:
            some.remove(listener)
        if not some:
            for kept in (self._listeners, self._own, self._house):
                kept.pop(listener.who, None)

    def tells(self, listener: Listener) -> bool:
        """Whether somebody is told of what happens."""
        return listener in self._listeners.get(listener.who, ())

    def tell(self, events: Sequence[Event], seq: int, answers: Answers = NO_ANSWERS) -> None:
        """Tell everybody of what was committed together; answers go out with it."""
        first = seq - len(events) + 1
        self._recent.extend(enumerate(events, start=first))
        if not self._listeners:
            return
        before, self._public = self._public, self._public_state()
        table, self._table = self._table, self._host.table
        change = _Change(before, self._public)
        anew = offered_anew(table, self._table, events)
        of_all = [self._told(event, STRANGER, first + n) for n, event in enumerate(events)]
        to_all = _listed(of_all)
        is_alike = all(type(event) in _PUBLIC for event in events)
        for who, listeners in list(self._listeners.items()):
            if who in HOUSE:
                patch = self._house_patch(who)
            else:
                patch = self._own_patch(who, change, anew is None or who in anew)
            told = to_all
            if who in HOUSE or (who and not is_alike):
                told = _listed(self._events_for(events, of_all, who, first))
            message = b'{"type":"change","seq":%d,"patch":%b,"events":%b}' % (seq, patch, told)
            for listener in listeners:
                listener.send(message, *answers.get(listener, ()))

    def _own_patch(self, who: str, change: "_Change", is_anew: bool) -> bytes:
        """The change that everybody sees, and what changed for one player alone."""
        before = own = self._own[who]
        if is_anew:
            self._own[who] = own = self._own_state(who)
        people = b""
        if change.has_people or own.chips != before.chips:
            people = _encode(self._people(who, own))
        return change.patch(people, own.legal if own.legal != before.legal else b"")

    def _house_patch(self, who: str) -> bytes:
        before, state = self._house[who], self._house_state(who, self._public)
        self._house[who] = state
        return _encode(merge_patch(before, state))

    def _events_for(self, events: Sequence[Event], of_all: list[bytes], who: str, first: int) -> list[bytes]:
        """The events as one person sees them, made anew only where that person may see more."""
        return [
            of_all[n] if type(event) in _PUBLIC and who not in HOUSE else self._told(event, who, first + n)
            for n, event in enumerate(events)
        ]

    def _told(self, event: Event, who: str, seq: int) -> bytes:
        if self._citing is None:
            self._citing = Citing(self._host.table.rules)
        shown = seen(event, who)
        text = sentence(shown, self._names, self._host.table.rules)
        return _encode({"seq": seq, "event": shown, "text": text, "clauses": self._citing.clauses(shown)})

    # -- states

    def _public_state(self) -> _Public:
        host = self._host
        table, clock = host.table, host.clock
        number = host.log.shoes.in_play or host.log.shoes.last
        running = None
        if clock is not None and not host.stopped:
            running = {"ends": clock.ends, "seconds": clock.seconds, "for": clock.people}
        rest = {
            "waits_for": waits_for(table),
            "clock": running,
            "names": {person.name: self._names.get(person.name, person.name) for person in table.people},
            "shoe": {
                "number": number,
                "commitment": host.commitments.get(number, ""),
                "wheels": host.wheels.commitment,
            },
            "stopped": host.stopped,
        }
        return _Public(view(table, STRANGER), rest)

    def _house_state(self, who: str, public: _Public) -> State:
        table = self._host.table
        due = None if self._host.stopped else due_shown(table, self._names)
        shown = msgspec.to_builtins(view(table, who))
        return {**public.rest, "view": shown, "legal": self._offered(who), "due": due}

    def _own_state(self, who: str) -> _Own:
        if who == STRANGER:
            return _Own(b"[]", None)
        chips = next((person.chips for person in self._host.table.people if person.name == who), None)
        return _Own(_encode(self._offered(who)), chips)

    def _offered(self, who: str) -> tuple[May, ...]:
        return () if self._host.stopped else legal(self._host.table, who)

    def _people(self, who: str, own: _Own) -> tuple[PersonView, ...]:
        """The people of the view, with one's own chips."""
        people = self._public.view.people
        if own.chips is None:
            return people
        return tuple(
            msgspec.structs.replace(one, chips=own.chips) if one.name == who else one for one in people
        )


class _Change:
    """What changed for everybody, encoded once; each player's own part is put into its place."""

    def __init__(self, before: _Public, after: _Public) -> None:
        in_view = _view_patch(before.view, after.view)
        self.has_people = in_view.pop("people", None) is not None
        self._rest = _encode(merge_patch(before.rest, after.rest))[1:-1]
        self._view = _encode(in_view)[1:-1]

    def patch(self, people: bytes, offers: bytes) -> bytes:
        """The merge patch for somebody whose people or offers are these; empty where they did not change."""
        in_view = [self._view] if self._view else []
        if people:
            in_view.append(b'"people":' + people)
        parts = [self._rest] if self._rest else []
        if in_view:
            parts.append(b'"view":{' + b",".join(in_view) + b"}")
        if offers:
            parts.append(b'"legal":' + offers)
        return b"{" + b",".join(parts) + b"}"


def _view_patch(before: View, after: View) -> State:
    """The merge patch from one view to the next; the encoder writes a part of a view as it writes a whole."""
    patch: State = {}
    for name in View.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and old != new:
            patch[name] = merge_patch(old, new) if type(new) is dict else new
    return patch


def _listed(parts: list[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"
