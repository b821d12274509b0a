"""The messages to each listener of a table: the whole at first, then one for each commit.

A message has the steps, one for each event, and then the offers, the clock and the people awaited. What
everyone sees alike is made and encoded once; `legal` is found for those alone who listen.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spanish21.client.patching import merge_patch
from spanish21.client.protocol import PROTOCOL
from spanish21.game.decide import legal
from spanish21.game.events import Event
from spanish21.game.moves.choices import May
from spanish21.game.table import DEALER, HOUSE, Table
from spanish21.game.view import people_view
from spanish21.game.waiting import waits_for
from spanish21.server.answers import Due
from spanish21.server.fairness.player_seeds import seeds_view
from spanish21.server.table.legal_changes import offered_anew
from spanish21.server.table.listener import Listener
from spanish21.server.table.prompts import due_shown
from spanish21.server.table.sight import Sight
from spanish21.server.table.steps import STRANGER, Brought, Sights, Steps, Words

if TYPE_CHECKING:
    from spanish21.server.table.host import Host

MOST_HELD = 300
"""How many events are held for listeners who lost their connection for a moment."""
State = dict[str, Any]
Answers = Mapping[Listener, list[bytes]]
"""Answers that go out together with a change, to its senders."""

_encode = msgspec.json.Encoder().encode


class _Following(NamedTuple):
    """The state after the last step for one role of the house: the offers, and the steps that are due."""

    legal: tuple[May, ...]
    due: Due | None


NO_ANSWERS: Answers = {}


class Teller:
    """Tells the listeners of one table."""

    def __init__(self, host: "Host", names: dict[str, str]) -> None:
        self._host, self._names = host, names
        self._listeners: dict[str, list[Listener]] = {}
        self._public: Sight
        self._seen_by_house: Sight | None = None
        self._rest: State = {}
        self._legal: dict[str, bytes] = {}
        self._house: dict[str, _Following] = {}
        self._words: Words | None = None
        self._recent: deque[tuple[int, Event]] = deque(maxlen=MOST_HELD)
        self.brought = Brought()

    @property
    def listeners(self) -> list[Listener]:
        return [one for some in self._listeners.values() for one in some]

    def attach(self, listener: Listener, since: int | None = None) -> None:
        """Add a listener: first the whole state, as the others were last sent it, with the events since
        one if they are still held."""
        who = listener.who
        if not self._listeners:
            self._public, self._rest = Sight(self._host.table, STRANGER), self._state()
        whole: State = {"type": "whole", "protocol": PROTOCOL, "seq": self._host.log.seq, "you": who}
        if since is not None and self._holds(since):
            missed = [
                _encode(self._in_words().told(event, who, seq, listener.language))
                for seq, event in self._recent
                if seq > since
            ]
            whole["events"] = msgspec.Raw(b"[" + b",".join(missed) + b"]")
        if who in HOUSE:
            if self._seen_by_house is None:
                self._seen_by_house = Sight(self._public.table, DEALER)
            following = self._house.setdefault(who, self._following(who))
            state = {"view": {**self._seen_by_house.fields, "you": who}, **following._asdict()}
        else:
            offers = self._legal.setdefault(who, self._offers(who))
            people = people_view(self._public.table, who)
            state = {"view": {**self._public.fields, "you": who, "people": people}}
            state |= {"legal": msgspec.Raw(offers), "brought": self.brought.get(who)}
        self._listeners.setdefault(who, []).append(listener)
        listener.send(_encode(whole | state | self._rest))

    def _holds(self, since: int) -> bool:
        """Whether every event after one is still held."""
        last = self._host.log.seq
        return since == last or (since < last and bool(self._recent) and self._recent[0][0] <= since + 1)

    def detach(self, listener: Listener) -> None:
        """Remove a listener."""
        some = self._listeners.get(listener.who, [])
        if listener in some:
            some.remove(listener)
        if not some:
            for kept in (self._listeners, self._legal, self._house):
                kept.pop(listener.who, None)
        if not self._house:
            self._seen_by_house = None

    def tells(self, listener: Listener) -> bool:
        """Whether anyone is listening."""
        return listener in self._listeners.get(listener.who, ())

    def tell(
        self,
        events: Sequence[Event],
        seq: int,
        answers: Answers = NO_ANSWERS,
        tables: Sequence[Table] | None = None,
    ) -> None:
        """Send everyone a commit's events, with the table after each event; answers go out with
        it."""
        first = seq - len(events) + 1
        self._recent.extend(enumerate(events, start=first))
        if not self._listeners:
            for event in events:
                self.brought.note(event)
            return
        before = self._public.table
        sights = Sights(self._public, self._seen_by_house)
        steps = Steps(events, first, self._in_words(), sights, self.brought, tables)
        anew = offered_anew(before, self._host.table, events)
        rest, self._rest = self._rest, self._state()
        follows = merge_patch(rest, self._rest)
        for_all = _encode(follows)
        for who, listeners in list(self._listeners.items()):
            if who in HOUSE:
                then = _encode(follows | self._house_follows(who))
            else:
                then = self._then(who, for_all, anew is None or who in anew)
            messages: dict[str, bytes] = {}
            for listener in listeners:
                language = listener.language
                if language.code not in messages:
                    messages[language.code] = b'{"type":"change","seq":%d,"steps":%b,"then":%b}' % (
                        seq,
                        steps.listed(who, language),
                        then,
                    )
                listener.send(messages[language.code], *answers.get(listener, ()))

    def _then(self, who: str, for_all: bytes, is_anew: bool) -> bytes:
        """The state for everyone, and the offers of one player if they have changed."""
        if not is_anew:
            return for_all
        before, self._legal[who] = self._legal[who], self._offers(who)
        if before == self._legal[who]:
            return for_all
        comma = b"," if len(for_all) > 2 else b""
        return b'%b%b"legal":%b}' % (for_all[:-1], comma, self._legal[who])

    def _house_follows(self, who: str) -> State:
        before, self._house[who] = self._house[who], self._following(who)
        return merge_patch(before._asdict(), self._house[who]._asdict())

    def _in_words(self) -> Words:
        if self._words is None:
            self._words = Words(self._host.table.rules, self._names)
        return self._words

    # -- the state after the last step

    def _state(self) -> State:
        """The part of the state that is the same for everyone."""
        host = self._host
        table, clock = host.table, host.clock
        number = host.log.shoes.in_play or host.log.shoes.last
        running = None
        if clock is not None and not host.stopped:
            running = {
                "ends": clock.ends,
                "seconds": clock.seconds,
                "bank": clock.bank // 1000,
                "for": clock.people,
            }
        return {
            "waits_for": waits_for(table),
            "clock": running,
            "names": {person.name: self._names.get(person.name, person.name) for person in table.people},
            "shoe": {
                "number": number,
                "commitment": host.commitments.get(number, ""),
                "wheels": host.wheels.commitment,
            },
            "seeds": seeds_view(host.log.seeds, host.log.shoes.in_play, host.seeds.ends),
            "stopped": host.stopped,
            "watching": self._watching(),
        }

    def _watching(self) -> int:
        """How many look on without being at the table; they are told with the next change, not one by one."""
        inside = {person.name for person in self._host.table.people} | set(HOUSE)
        found = {who: some for who, some in self._listeners.items() if who not in inside}
        return sum(len(some) if who == STRANGER else 1 for who, some in found.items())

    def _following(self, who: str) -> _Following:
        due = None if self._host.stopped else due_shown(self._host.table, self._names)
        return _Following(self._offered(who), due)

    def _offers(self, who: str) -> bytes:
        return b"[]" if who == STRANGER else _encode(self._offered(who))

    def _offered(self, who: str) -> tuple[May, ...]:
        return () if self._host.stopped else legal(self._host.table, who)
