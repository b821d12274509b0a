"""What everybody who listens to a table gets: the whole at first, then what changed, once a commit.

The part that everybody sees alike is made and encoded once; `legal` is found for those alone who listen.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from spanish21.game.decide import legal
from spanish21.game.events import Event
from spanish21.game.seen import SEES, owner, seen
from spanish21.game.table import HOUSE
from spanish21.game.view import view
from spanish21.game.waiting import waits_for
from spanish21.server.event_text import Citing, sentence
from spanish21.server.merge_patch import merge_patch

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

    def send(self, message: bytes) -> None:
        """Put a message into the queue; who does not read is let go."""
        if self.bye:
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


class Teller:
    """Tells the listeners of one table."""

    def __init__(self, host: "Host", names: dict[str, str]) -> None:
        self._host, self._names = host, names
        self._listeners: dict[str, list[Listener]] = {}
        self._states: dict[str, State] = {}
        self._citing: Citing | None = None
        self._recent: deque[tuple[int, Event]] = deque(maxlen=MOST_HELD)

    @property
    def listeners(self) -> list[Listener]:
        return [one for some in self._listeners.values() for one in some]

    def attach(self, listener: Listener, since: int | None = None) -> None:
        """Begin to tell somebody: first the whole, with the events since one if they are still held."""
        if listener.who not in self._states:
            self._states[listener.who] = self._state(listener.who, self._public())
        self._listeners.setdefault(listener.who, []).append(listener)
        whole: State = {"type": "whole", "seq": self._host.log.seq, "you": listener.who}
        if since is not None and self._holds(since):
            missed = [self._told(event, listener.who, seq) for seq, event in self._recent if seq > since]
            whole["events"] = msgspec.Raw(b"[" + b",".join(missed) + b"]")
        listener.send(_encode(whole | self._states[listener.who]))

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
            self._listeners.pop(listener.who, None)
            self._states.pop(listener.who, None)

    def tell(self, events: Sequence[Event], seq: int) -> None:
        """Tell everybody of what was committed together."""
        first = seq - len(events) + 1
        self._recent.extend(enumerate(events, start=first))
        if not self._listeners:
            return
        public = self._public()
        of_all = [self._told(event, STRANGER, first + n) for n, event in enumerate(events)]
        to_all = msgspec.Raw(b"[" + b",".join(of_all) + b"]")
        is_alike = all(type(event) in _PUBLIC for event in events)
        for who, listeners in list(self._listeners.items()):
            state = self._state(who, public)
            patch = merge_patch(self._states[who], state)
            self._states[who] = state
            told = to_all
            if who in HOUSE or (who and not is_alike):
                told = msgspec.Raw(b"[" + b",".join(self._own(events, of_all, who, first)) + b"]")
            message = _encode({"type": "change", "seq": seq, "patch": patch, "events": told})
            for listener in listeners:
                listener.send(message)

    def _own(self, events: Sequence[Event], of_all: list[bytes], who: str, first: int) -> list[bytes]:
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

    def _public(self) -> State:
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

    def _state(self, who: str, public: State) -> State:
        table = self._host.table
        if who == STRANGER:
            return {**public, "legal": []}
        if who in HOUSE:
            shown = msgspec.to_builtins(view(table, who))
        else:
            shown = {**public["view"], "you": who}
            chips = {person.name: person.chips for person in table.people if person.name == who}
            shown["people"] = [
                {**one, "chips": chips[who]} if one["name"] == who else one for one in shown["people"]
            ]
        offered = [] if self._host.stopped else msgspec.to_builtins(legal(table, who))
        return {**public, "view": shown, "legal": offered}
