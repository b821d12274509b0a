"""A table held in memory for the page's tests: the game decides, nothing is stored."""

import random
import time
from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec

from spanish21.books.citing import refusal_clauses, refusal_text
from spanish21.dealer import with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import MOVES, legal, why_not
from spanish21.game.due import due
from spanish21.game.events import CardsCollected, Event, TableSetUp, WagerPlaced
from spanish21.game.evolve import evolve, set_up
from spanish21.game.moves.choices import May, OneOf
from spanish21.game.table import DEALER, Table
from spanish21.game.view import view
from spanish21.game.waiting import waits_for
from spanish21.notation import Recorder, write_all
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.server.answers import Step
from spanish21.server.table.steps import Brought, steps_of


class HeldTable:
    """One table: its state, who is called what, and what has happened."""

    def __init__(self, name: str, table: Table, play_chips: bool = True) -> None:
        self.name = name
        self.table = table
        self.play_chips = play_chips
        self.names: dict[str, str] = {}
        self.before = table
        """The table before the last command."""
        self.told: list[Event] = []
        self.recorder = Recorder(None)
        self.chance = random.Random(21)
        self.seq = 1
        self.decide_seconds = 30
        self.clock_ends = (time.time() + 0.7 * self.decide_seconds) * 1000
        self.watching = 0
        self.bank = 0
        """So many seconds of a time bank are within the clock."""
        self.felts: dict[str, tuple[int, bool]] = {}
        """What pages have said: how far their felts are, and whether they want a clock alone."""
        self.answers: dict[tuple[str, str], dict[str, Any]] = {}

    # -- what happens ------------------------------------------------------------------------------

    def carry_out(self, command: cmd.Command, with_house: bool = True) -> list[Event]:
        """A command and, at an automatic table, what the house does after it."""
        self.before = self.table
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

    def seated(self) -> set[str]:
        return {one.name for one in self.table.people}

    def close_wagers(self) -> list[Event]:
        if self.table.phase != "wagers" or not self.table.boxes:
            return []
        return self.carry_out(cmd.CloseWagers(by=DEALER))

    # -- what is told ------------------------------------------------------------------------------

    def state(self, who: str) -> dict[str, Any]:
        """All that the page draws."""
        waits = list(waits_for(self.table))
        seconds = self.decide_seconds
        clock = (
            {"ends": int(self.clock_ends), "seconds": seconds, "bank": self.bank, "for": waits}
            if waits
            else None
        )
        return {
            "view": msgspec.to_builtins(view(self.table, who)),
            "brought": self._brought(self.told).get(who),
            "legal": msgspec.to_builtins(legal(self.table, who)),
            "waits_for": waits,
            "clock": clock,
            "names": dict(self.names),
            "shoe": {"number": 1, "commitment": "3f9a" * 16},
            "stopped": "",
            "watching": self.watching,
        }

    def steps(self, events: list[Event], who: str, language: Language = ENGLISH) -> list[Step]:
        """What the last command brought about, as a person may see it."""
        brought = self._brought(self.told[: len(self.told) - len(events)])
        first = self.seq - len(events) + 1
        return steps_of(self.before, events, self.names, who, first, brought, language=language)

    def _brought(self, events: list[Event]) -> Brought:
        brought = Brought()
        for event in events:
            brought.note(event)
        return brought

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
            {
                "command": _plain(one),
                "value": -412 - 131 * at,
                "cost": 131 * at,
                "text": "",
                "why": "needs_a_bust" if at else "",
            }
            for at, one in enumerate(offered)
        ]
        chances = {"total": 12, "busts": 0.31, "dealer_busts": 0.351}
        return {
            "options": options,
            "text": "" if options else "There is nothing to decide now.",
            "chances": chances,
        }

    def rounds(self, last: int) -> list[dict[str, Any]]:
        """The last rounds in the notation, newest first."""
        found = list(enumerate(self.recorder.rounds, start=1))[-last:]
        return [{"number": n, "first": 0, "last": 0, "notation": write_all([one])} for n, one in found[::-1]]

    def round(self, number: int, reader: str) -> dict[str, Any]:
        """What happened in a round, with the wagers before it."""
        ends = [-1, *(at for at, event in enumerate(self.told) if isinstance(event, CardsCollected))]
        if not 1 <= number <= len(ends):
            return {"view": msgspec.to_builtins(view(self.table, "")), "steps": []}
        begin, end = ends[number - 1] + 1, [*ends, len(self.told)][number] + 1
        part = self.told[begin:end]
        first = next((at for at, event in enumerate(part) if isinstance(event, WagerPlaced)), 0)
        set_up_by, *earlier = self.told[: begin + first]
        assert isinstance(set_up_by, TableSetUp)
        before = reduce(evolve, earlier, set_up(set_up_by))
        steps = steps_of(before, part[first:], self.names, reader=reader)
        return {"number": number, "view": msgspec.to_builtins(view(before, "")), "steps": steps}


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
