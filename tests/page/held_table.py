"""A table held in memory for the page's tests: the game decides, nothing is stored."""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from spanish21.books.citing import citations, refusal_clauses, refusal_text, why_text
from spanish21.books.rulebook import load_book
from spanish21.dealer import with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.choices import May, OneOf
from spanish21.game.decide import MOVES, legal, why_not
from spanish21.game.due import due
from spanish21.game.events import CardsCollected, Event, WagerPlaced
from spanish21.game.seen import seen
from spanish21.game.table import DEALER, Table
from spanish21.game.view import view
from spanish21.game.waiting import waits_for
from spanish21.game.wheels import wheel_table
from spanish21.notation import Recorder, write_all


class HeldTable:
    """One table: its state, who is called what, and what has happened."""

    def __init__(self, name: str, table: Table, play_chips: bool = True) -> None:
        self.name = name
        self.table = table
        self.play_chips = play_chips
        self.names: dict[str, str] = {}
        self.told: list[Event] = []
        self.recorder = Recorder(None)
        self.chance = random.Random(21)
        self.seq = 1
        self.decide_seconds = 30
        self.clock_ends = (time.time() + 0.7 * self.decide_seconds) * 1000
        self.answers: dict[tuple[str, str], dict[str, Any]] = {}

    # -- what happens ------------------------------------------------------------------------------

    def carry_out(self, command: cmd.Command, with_house: bool = True) -> list[Event]:
        """A command and, at an automatic table, what the house does after it."""
        events = list(self._one(command))
        while with_house and (step := due(self.table)) is not None:
            events += self._one(with_chance(self.table, step, self.chance))
        self.told += events
        self.seq += len(events)
        self.clock_ends = (time.time() + self.decide_seconds) * 1000
        return events

    def _one(self, command: cmd.Command) -> list[Event]:
        act = self.recorder.carry_out(self.table, command)
        self.table = act.table
        return list(act.events)

    def all_have_wagered(self) -> bool:
        """Whether everybody who sits here has a main wager, so that nobody is waited for."""
        seated = {one.name for one in self.table.people if one.seat and not one.barred}
        wagered = {stake.person for box in self.table.boxes for stake in box.stakes}
        return bool(wagered) and seated <= wagered

    def close_wagers(self) -> list[Event]:
        if self.table.phase != "wagers" or not self.table.boxes:
            return []
        return self.carry_out(cmd.CloseWagers(by=DEALER))

    # -- what is told ------------------------------------------------------------------------------

    def state(self, who: str) -> dict[str, Any]:
        """All that the page draws, but for the events."""
        waits = list(waits_for(self.table))
        seconds = self.decide_seconds
        clock = {"ends": int(self.clock_ends), "seconds": seconds, "for": waits} if waits else None
        return {
            "view": msgspec.to_builtins(view(self.table, who)),
            "legal": msgspec.to_builtins(legal(self.table, who)),
            "waits_for": waits,
            "clock": clock,
            "names": dict(self.names),
            "shoe": {"number": 1, "commitment": "3f9a" * 16},
            "stopped": "",
        }

    def seen(self, event: Event, number: int, who: str) -> dict[str, Any]:
        """An event as a person may see it, with why and by which clause."""
        rules = self.table.rules
        why = getattr(event, "why", "")
        text = why_text(rules, why) if why else self._wheel_text(event)
        found = citations(load_book(rules.book), rules, why or type(event).__name__)
        clauses = [f"{rules.book} {one}" for one in found[:2]]
        return {"seq": number, "event": seen(event, who), "text": text, "clauses": clauses}

    def _wheel_text(self, event: Event) -> str:
        kind = type(event).__name__
        if kind == "WheelSpun":
            table = wheel_table(self.table.rules, event.kind, event.wager)  # type: ignore[attr-defined]
            return f"the wheel shows {table.wheel[event.stop].symbol}"  # type: ignore[attr-defined]
        if kind == "CommunityWheelSpun":
            table = wheel_table(self.table.rules, "xtreme", event.wager)  # type: ignore[attr-defined]
            return f"the community wheel shows {table.community[event.stop].symbol}"  # type: ignore[attr-defined]
        return ""

    def events_seen(self, events: list[Event], who: str) -> list[dict[str, Any]]:
        first = self.seq - len(events) + 1
        return [self.seen(event, first + at, who) for at, event in enumerate(events)]

    def refusal(self, refused: Refused, command: object) -> dict[str, Any]:
        rules = self.table.rules
        text = refusal_text(rules, refused, command).partition(" [")[0]
        clauses = [f"{rules.book} {one}" for one in refusal_clauses(rules, refused, command)[:3]]
        return {"reason": refused.reason, "text": text, "clauses": clauses}

    def why_not(self, who: str, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        kind = cmd.COMMANDS.get(name)
        why = why_not(self.table, who, kind, **fields) if kind in MOVES else None
        if why is None:
            return {"reason": "", "text": "", "clauses": []}
        blank = msgspec.convert({"by": who, **_defaults(kind)}, type=kind)
        return self.refusal(Refused(why.reason, why.bounds), blank)

    def advice(self, who: str) -> dict[str, Any]:
        """Made-up values in the form of real advice: the page only shows them."""
        usual = ("Draw", "Stand", "Double", "Split", "Surrender", "Rescue", "Insure", "DeclineInsurance")
        offered = [one for one in legal(self.table, who) if one.command in usual]
        options = [
            {"command": _plain(one), "value": -412 - 131 * at, "cost": 131 * at, "text": ""}
            for at, one in enumerate(offered)
        ]
        return {"options": options, "text": "" if options else "There is nothing to decide now."}

    def rounds(self, last: int) -> list[dict[str, Any]]:
        """The last rounds in the notation, newest first."""
        found = list(enumerate(self.recorder.rounds, start=1))[-last:]
        return [{"number": n, "first": 0, "last": 0, "notation": write_all([one])} for n, one in found[::-1]]

    def events_of(self, number: int) -> list[dict[str, Any]]:
        """What happened in a round, with the wagers before it."""
        ends = [-1, *(at for at, event in enumerate(self.told) if isinstance(event, CardsCollected))]
        if not 1 <= number <= len(ends):
            return []
        part = self.told[ends[number - 1] + 1 :][: (ends + [len(self.told)])[number] - ends[number - 1]]
        first = next((at for at, event in enumerate(part) if isinstance(event, WagerPlaced)), 0)
        return [self.seen(event, at, "") for at, event in enumerate(part[first:])]


def _plain(one: May) -> dict[str, Any]:
    fields: dict[str, Any] = {"type": one.command}
    for name, choice in one.fields.items():
        fields[name] = choice.values[0] if isinstance(choice, OneOf) else getattr(choice, "most", 0)
    return fields


def _defaults(kind: type[cmd.Command]) -> dict[str, Any]:
    blank: dict[Any, Callable[[], Any]] = {int: int, str: str, bool: bool}
    return {
        field.name: blank[field.type]()
        for field in msgspec.structs.fields(kind)
        if field.required and field.name != "by" and field.type in blank
    }
