"""What everybody who listens to a table gets: the whole at first, then what changed, once a commit.

The part that everybody sees alike is made and encoded once; `legal` is found for those alone who listen.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spanish21.game.choices import May
from spanish21.game.decide import legal
from spanish21.game.events import Event
from spanish21.game.seen import SEES, owner, seen
from spanish21.game.table import HOUSE
from spanish21.game.view import view
from spanish21.game.waiting import waits_for
from spanish21.server.event_text import Citing, sentence
from spanish21.server.merge_patch import merge_patch
from spanish21.server.prompts import due_shown

if TYPE_CHECKING:
    from spanish21.server.host import Host

MOST_BACKLOG = 256 * 1024
MOST_HELD = 300
"""So many events are held for those whose connection was lost for a moment."""
STRANGER = ""
State = dict[str, Any]

_encode = msgspec.json.Encoder().encode
_PUBLIC = frozenset(kind for kind, fields in SEES.items() if owner not in fields.values())
"""Events of which every player sees the same."""


class Listener:
    """Somebody who listens to a table: a queue of messages with an end to its length."""

    def __init__(self, who: str, person: str = "") -> None:
        self.who, self.person = who, person
        self.outbox: deque[bytes] = deque()
        self.backlog = 0
        self.bye = ""
        self.on_news: Callable[[], None] = lambda: None
        self.at_once: Callable[[bytes], bool] = lambda message: False
        """Sends a message at once if that is possible."""
        self.is_sending = False

    def send(self, message: bytes) -> None:
        """Put a message into the queue; who does not read is let go."""
        if self.bye:
            return
        if not self.outbox and not self.is_sending and self.at_once(message):
            return
        if self.backlog + len(message) > MOST_BACKLOG:
            self.outbox.clear()
            self.end("you read too slowly; connect again to see how the table stands")
            return
        self.outbox.append(message)
        self.backlog += len(message)
        self.on_news()

    def taken(self) -> bytes | None:
        """The next message to go out."""
        if not self.outbox:
            return None
        message = self.outbox.popleft()
        self.backlog -= len(message)
        return message

    def end(self, why: str) -> None:
        """Say good-bye: what waits goes out, then the connection closes."""
        self.bye = self.bye or why
        self.on_news()


class _Own(NamedTuple):
    """What one player was told last that nobody else was: the offers, encoded, and their chips."""

    legal: bytes
    chips: int | None


class Teller:
    """Tells the listeners of one table."""

    def __init__(self, host: "Host", names: dict[str, str]) -> None:
        self._host, self._names = host, names
        self._listeners: dict[str, list[Listener]] = {}
        self._public: State = {}
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
            self._public = self._public_state()
        whole: State = {"type": "whole", "seq": self._host.log.seq, "you": who}
        if since is not None and self._holds(since):
            missed = [self._told(event, who, seq) for seq, event in self._recent if seq > since]
            whole["events"] = msgspec.Raw(_listed(missed))
        if who in HOUSE:
            state = self._house.setdefault(who, self._house_state(who, self._public))
        else:
            own = self._own.setdefault(who, self._own_state(who))
            view_of_own = {**self._public["view"], "you": who, "people": self._people(self._public, who, own)}
            state = {**self._public, "view": view_of_own, "legal": msgspec.Raw(own.legal)}
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

    def tell(self, events: Sequence[Event], seq: int) -> None:
        """Tell everybody of what was committed together."""
        first = seq - len(events) + 1
        self._recent.extend(enumerate(events, start=first))
        if not self._listeners:
            return
        before, self._public = self._public, self._public_state()
        change = _Change(before, self._public)
        of_all = [self._told(event, STRANGER, first + n) for n, event in enumerate(events)]
        to_all = _listed(of_all)
        is_alike = all(type(event) in _PUBLIC for event in events)
        for who, listeners in list(self._listeners.items()):
            patch = self._house_patch(who) if who in HOUSE else self._own_patch(who, change)
            told = to_all
            if who in HOUSE or (who and not is_alike):
                told = _listed(self._events_for(events, of_all, who, first))
            message = b'{"type":"change","seq":%d,"patch":%b,"events":%b}' % (seq, patch, told)
            for listener in listeners:
                listener.send(message)

    def _own_patch(self, who: str, change: "_Change") -> bytes:
        """The change that everybody sees, and what changed for one player alone."""
        before, own = self._own[who], self._own_state(who)
        self._own[who] = own
        people = b""
        if change.has_people or own.chips != before.chips:
            people = _encode(self._people(self._public, who, own))
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

    def _public_state(self) -> State:
        """What is the same for everybody; the view is a stranger's."""
        host = self._host
        table, clock = host.table, host.clock
        people = [person.name for person in table.people]
        number = host.log.shoes.in_play or host.log.shoes.last
        running = None
        if clock is not None and not host.stopped:
            running = {"ends": clock.ends, "seconds": clock.seconds, "for": clock.people}
        return {
            "view": msgspec.to_builtins(view(table, STRANGER)),
            "waits_for": waits_for(table),
            "clock": running,
            "names": {name: self._names.get(name, name) for name in people},
            "shoe": {
                "number": number,
                "commitment": host.commitments.get(number, ""),
                "wheels": host.wheels.commitment,
            },
            "stopped": host.stopped,
        }

    def _house_state(self, who: str, public: State) -> State:
        table = self._host.table
        due = None if self._host.stopped else due_shown(table, self._names)
        shown = msgspec.to_builtins(view(table, who))
        return {**public, "view": shown, "legal": self._offered(who), "due": due}

    def _own_state(self, who: str) -> _Own:
        if who == STRANGER:
            return _Own(b"[]", None)
        chips = next((person.chips for person in self._host.table.people if person.name == who), None)
        return _Own(_encode(self._offered(who)), chips)

    def _offered(self, who: str) -> tuple[May, ...]:
        return () if self._host.stopped else legal(self._host.table, who)

    def _people(self, public: State, who: str, own: _Own) -> list[State]:
        """The people of the view, with one's own chips."""
        people: list[State] = public["view"]["people"]
        if own.chips is None:
            return people
        return [{**one, "chips": own.chips} if one["name"] == who else one for one in people]


class _Change:
    """What changed for everybody, encoded once; each player's own part is put into its place."""

    def __init__(self, before: State, after: State) -> None:
        patch = merge_patch(before, after)
        view_patch = patch.pop("view", {})
        self.has_people = view_patch.pop("people", None) is not None
        self._rest, self._view = _encode(patch)[1:-1], _encode(view_patch)[1:-1]

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


def _listed(parts: list[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"
