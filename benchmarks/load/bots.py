"""Bots that play by the server's offers: no rules here.

A bot decodes only the needed parts of a message. It sends one of its offers after a pause, and
notes how long the answer took.
"""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from benchmarks.load.wire import Wire

CHIPS = 50_000
DECLINES = ("RefuseCut", "DeclineInsurance", "FollowDouble", "FollowSplit", "AnswerLateCard")
PLAYS = ("Split", "Double", "Draw", "Stand", "Surrender")


class Offer(msgspec.Struct):
    """A line of `legal`."""

    command: str
    fields: dict[str, dict[str, Any]]


class Hand(msgspec.Struct):
    """A hand on the table."""

    total: int
    cards: list[str]


class Stake(msgspec.Struct):
    """A wager on a box."""

    person: str


class Box(msgspec.Struct):
    """A box of the view."""

    number: int
    stakes: list[Stake]
    hands: list[Hand]


class Person(msgspec.Struct):
    """A person at the table."""

    name: str
    chips: int | None = None


class View(msgspec.Struct, omit_defaults=True):
    """A bot's part of the view, and of a change of it."""

    phase: str | msgspec.UnsetType = msgspec.UNSET
    turn_box: int | msgspec.UnsetType = msgspec.UNSET
    turn_hand: int | msgspec.UnsetType = msgspec.UNSET
    boxes: list[Box] | dict[int, Box] | msgspec.UnsetType = msgspec.UNSET
    people: list[Person] | dict[str, Person] | msgspec.UnsetType = msgspec.UNSET


class State(msgspec.Struct):
    """The state in a whole message, or in a change."""

    view: View = msgspec.field(default_factory=View)
    legal: list[Offer] | msgspec.UnsetType = msgspec.UNSET
    waits_for: list[str] | msgspec.UnsetType = msgspec.UNSET


class Whole(State, tag="whole"):
    """Everything, at first."""

    seq: int = 0


class Step(msgspec.Struct):
    """The changes of one event."""

    patch: State


class Change(msgspec.Struct, tag="change"):
    """The changes, and the state after them."""

    seq: int
    steps: list[Step]
    then: State


class Answer(msgspec.Struct, tag="answer"):
    """The outcome of a command."""

    id: str
    ok: bool
    text: str = ""
    stale: bool = False


class Bye(msgspec.Struct, tag="bye"):
    """The server ends it."""

    text: str


_decoder = msgspec.json.Decoder(Whole | Change | Answer | Bye)
_encode = msgspec.json.Encoder().encode


class Figures:
    """The observations of all bots."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.refused: dict[str, int] = {}
        self.stale = self.told = self.lost = 0


class Bot:
    """One player at one table."""

    def __init__(self, name: str, seat: int, figures: Figures, pause: Callable[[], float], seed: str) -> None:
        self.name, self.seat, self.figures, self.pause = name, seat, figures, pause
        self.wire: Wire
        self.is_playing = True
        self._chance = random.Random(seed)
        self._state, self._seq = State(), 0
        self._count, self._sent_at = 0, 0.0
        self._is_waiting = self._is_planned = False
        self._loop = asyncio.get_running_loop()

    def heard(self, payload: memoryview) -> None:
        """A message has come."""
        message = _decoder.decode(payload)
        if isinstance(message, Answer):
            self._answered(message)
        elif isinstance(message, Change):
            self.figures.told += 1
            self._seq = message.seq
            for step in message.steps:
                _change(self._state.view, step.patch.view)
            _change(self._state, message.then)
        elif isinstance(message, Whole):
            self._seq, self._state = message.seq, message
        else:
            raise ConnectionError(message.text)
        self._plan()

    def lost(self) -> None:
        """The connection is over."""
        self.figures.lost += 1
        self.is_playing = False

    def _answered(self, answer: Answer) -> None:
        self._is_waiting = False
        if answer.ok:
            self.figures.seconds.append(time.perf_counter() - self._sent_at)
        elif answer.stale:
            self.figures.stale += 1
        else:
            self.figures.refused[answer.text] = self.figures.refused.get(answer.text, 0) + 1

    def _plan(self) -> None:
        if self.is_playing and not self._is_planned and not self._is_waiting and self._step() is not None:
            self._is_planned = True
            self._loop.call_later(self.pause(), self._act)

    def _act(self) -> None:
        self._is_planned = False
        step = self._step() if self.is_playing else None
        if step is None:
            return
        self._count += 1
        message = {
            "type": "command",
            "id": f"{self.name[:8]}-{self._count}",
            "seq": self._seq,
            "command": step,
        }
        self._is_waiting, self._sent_at = True, time.perf_counter()
        self.wire.say(_encode(message))

    def _step(self) -> dict[str, Any] | None:
        """The bot's next command."""
        state = self._state
        legal, view = state.legal or [], state.view
        mine = next((one for one in view.people or () if one.name == self.name), None)
        if mine is None:
            return {"type": "Join", "chips": CHIPS, "seat": self.seat} if _is_offered(legal, "Join") else None
        if self.name in (state.waits_for or ()):
            return self._answer({one.command: one.fields for one in legal})
        if view.phase != "wagers" or any(
            s.person == self.name for box in view.boxes or () for s in box.stakes
        ):
            return None
        for one in legal:
            if one.command == "PlaceWager" and self._is_plain(one.fields):
                return {"type": "PlaceWager", "box": self.seat, "amount": _least(one.fields["amount"])}
        may_buy = (mine.chips or 0) < CHIPS // 5 and _is_offered(legal, "BuyChips")
        return {"type": "BuyChips", "amount": CHIPS // 10} if may_buy else None

    def _is_plain(self, fields: dict[str, dict[str, Any]]) -> bool:
        wanted = {"box": self.seat, "kind": "main", "instrument": "chips"}
        return all(value in fields[name]["values"] for name, value in wanted.items() if name in fields)

    def _answer(self, offered: dict[str, dict[str, dict[str, Any]]]) -> dict[str, Any] | None:
        for name in DECLINES:
            if name in offered:
                return {"type": name, **{field: _least(choice) for field, choice in offered[name].items()}}
        name = self._play(offered)
        if name == "Double":
            return {"type": name, "amount": offered[name]["amount"]["most"]}
        return {"type": name} if name else None

    def _play(self, offered: dict[str, Any]) -> str:
        view = self._state.view
        box = next(one for one in view.boxes or () if one.number == view.turn_box)
        assert isinstance(view.turn_hand, int)
        hand = box.hands[view.turn_hand]
        if "Split" in offered and self._chance.random() < 0.6:
            return "Split"
        if "Double" in offered and 9 <= hand.total <= 11 and len(hand.cards) == 2:
            return "Double"
        if "Draw" in offered and hand.total < 16:
            return "Draw"
        return next((name for name in ("Stand", "Draw") if name in offered), "")


def _change(old: Any, new: Any) -> None:
    for name in old.__struct_fields__:
        value = getattr(new, name, msgspec.UNSET)
        if isinstance(value, dict):
            key = "number" if name == "boxes" else "name"
            value = [value.get(getattr(one, key), one) for one in getattr(old, name)]
        if value is not msgspec.UNSET and name not in ("view", "seq"):
            setattr(old, name, value)


def _is_offered(legal: list[Offer], name: str) -> bool:
    return any(one.command == name for one in legal)


def _least(choice: dict[str, Any]) -> Any:
    return choice["least"] if choice["type"] == "Amounts" else min(choice["values"])
