"""How good a player was: the decisions of one person in a recorded log, each against the advice then."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy

from spanish21.analysis.advice.decisions import command_shown, judge_decision
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.worth.table_edge import edge
from spanish21.environments.measuring.evaluation import Evaluation, states_of
from spanish21.environments.measuring.hand_kinds import SIZES, kinds_of
from spanish21.environments.observation import TO_PLAY, seen_row
from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.game.events import Event
from spanish21.game.evolve import evolve, set_up
from spanish21.game.log.log_text import read_log
from spanish21.game.rules import Rules
from spanish21.game.table import Table

OWN = ("main", "insurance", "super_bonus")
"""What the edge counts: the wager, insurance and the super bonus; no side wagers."""
_BEGINNING = '{"type":"TableSetUp"'
Place = tuple[int, int, int]
"""A visit, a round and a box."""


def read_visits(text: str) -> list[Event]:
    """The events of a file with one log after another, as `play --save` writes visits."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith(_BEGINNING)] or [0]
    found: list[Event] = []
    for start, end in pairwise([0, *starts[1:], len(lines)]):
        try:
            found += read_log(lines[start:end])
        except BadInput as error:
            where = f"the log that begins in line {start + 1}: " if start else ""
            raise BadInput(f"{where}{error}") from None
    return found


def evaluate_log(events: Sequence[Event], name: str, person: str = "") -> Evaluation:
    """Measure a person's decisions; without a name, those of the one person who decides in the log.

    A wager is the box's own in its round, so that every hand counts alike, for any wager on it.
    """
    if not events or not isinstance(events[0], ev.TableSetUp):
        raise BadInput("a log begins with a TableSetUp")
    read = _Read(events, person or _only_person(events))
    brought = [read.won.get(place, 0) / read.wagers[place] for place in read.ended]
    if not brought:
        raise BadInput(f"{read.who} has no round in this log that was played to its end")
    rounds = len(brought)
    return Evaluation(
        name,
        read.rules.book,
        (),
        float(numpy.mean(brought)),
        float(numpy.std(brought) / rounds**0.5),
        _optimal(read),
        float(read.costs.sum()) / rounds,
        rounds,
        0,
        states_of(read.costs, read.seen, rounds),
    )


def people_deciding(events: Sequence[Event]) -> tuple[str, ...]:
    """Those who decide on hands, in the order in which they do."""
    kinds = (ev.HandStood, ev.CardAsked, ev.DoubleMade, ev.PairSplit, ev.HandSurrendered)
    return tuple(dict.fromkeys(one.person for one in events if isinstance(one, kinds)))


def _only_person(events: Sequence[Event]) -> str:
    people = people_deciding(events)
    if len(people) != 1:
        said = f"{', '.join(people)} decide in this log" if people else "no one decides in this log"
        raise BadInput(f"{said}; name one person with --person")
    return people[0]


class _Read:
    """A log as one person played it: wagers and results by round and box, costs by kind of hand."""

    def __init__(self, events: Sequence[Event], who: str) -> None:
        self.who, self.visit = who, 0
        self.wagers: dict[Place, int] = {}
        self.won: dict[Place, int] = {}
        self.ended: list[Place] = []
        self.costs, self.seen = (numpy.zeros(int(numpy.prod(SIZES))) for _ in range(2))
        first, *others = events
        assert isinstance(first, ev.TableSetUp)
        table = set_up(first)
        for event in others:
            if isinstance(event, ev.TableSetUp):
                table, self.visit = set_up(event), self.visit + 1
                continue
            if command_shown(table, event, who):
                self._judge(table, event)
            self._count(table, event)
            table = evolve(table, event)
        self.rules: Rules = table.rules

    def _judge(self, table: Table, event: Any) -> None:
        """What a decision cost, in wagers of its box."""
        found = judge_decision(table, event, self.who)
        row = seen_row(table, self.who)
        if found is None or found.made.cost is None or row[0] != TO_PLAY:
            return
        kind = int(kinds_of(row[None])[0])
        self.seen[kind] += 1
        self.costs[kind] += found.made.cost / self.wagers[self._place(table, event.box)]

    def _count(self, table: Table, event: Event) -> None:
        """Note wagers as the first cards come, and what was decided about them."""
        if isinstance(event, ev.CardDealt):
            for box in table.boxes:
                for stake in box.stakes:
                    if stake.person == self.who:
                        self.wagers.setdefault(self._place(table, box.number), stake.wager)
        if getattr(event, "person", "") != self.who or getattr(event, "kind", "") not in OWN:
            return
        if isinstance(event, ev.WagerSettled | ev.BonusPaid):
            place = self._place(table, event.box)
            lost = event.collected if isinstance(event, ev.WagerSettled) else 0
            self.won[place] = self.won.get(place, 0) + event.paid - lost
            if event.kind == "main" and place in self.wagers and place not in self.ended:
                self.ended.append(place)

    def _place(self, table: Table, box: int) -> Place:
        return self.visit, table.round_number, box


def _optimal(read: _Read) -> float:
    """What the best decisions expect of the same wagers."""
    wagers = [read.wagers[place] for place in read.ended]
    worth = {one: edge(read.rules, money=FixedMoney(one)).expected_value for one in set(wagers)}
    return float(numpy.mean([worth[one] for one in wagers]))
