"""Clocks: whom a table awaits, for how long, and the house's step when the time is up. Pure.

A clock follows from the table, the policy and the time of the event that began the moment. All of them are
in the store, so it survives a restart.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.moves.choices import Amounts, Choice, May, OneOf
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table
from spanish21.game.waiting import people_awaited
from spanish21.server.table.policy import Policy

SECOND = 1_000
ANSWERS = (
    "Stand",
    "DeclineInsurance",
    "RefuseCut",
    "FollowDouble",
    "FollowSplit",
    "AnswerLateCard",
)
"""The house's answers for a player whose time is up; the first legal one is used."""


FELT_SECONDS = 15
"""At most so long a clock waits for the felt of the person whom it is for."""


class Clock(msgspec.Struct, frozen=True):
    """A clock that runs: since when, how long, and for whom."""

    moment: tuple[Any, ...]
    started: int
    seconds: int
    people: tuple[str, ...]
    is_for_wagers: bool
    bank: int = 0
    """A person's own bank may give this many ms when the seconds are over."""
    awaits: int = 0
    """It starts when the felt has shown this event; 0 once it runs."""

    @property
    def ends(self) -> int:
        return self.started + self.seconds * SECOND + self.bank

    def spent(self, now: int) -> int:
        """How much of the bank has been used."""
        return min(max(now - (self.started + self.seconds * SECOND), 0), self.bank)


class Felts:
    """Reports of the pages at a table: how far their felts have got, and whether they want a
    clock when they are alone; and the rest of their time banks.

    Programs say nothing, and play by the plain clock.
    """

    def __init__(self, bank_seconds: int) -> None:
        self._full = bank_seconds * SECOND
        self._reached: dict[str, int] = {}
        self._wanting: set[str] = set()
        self._left: dict[str, int] = {}

    def note(self, person: str, seq: int, wants_clock: bool) -> None:
        """A felt has shown everything up to an event."""
        self._reached[person] = max(seq, self._reached.get(person, 0))
        (self._wanting.add if wants_clock else self._wanting.discard)(person)

    def gone(self, person: str) -> None:
        """A person has closed their last page; the bank stays as is."""
        self._reached.pop(person, None)

    def has_shown(self, person: str, seq: int) -> bool:
        """Whether a felt is so far, or says nothing."""
        return self._reached.get(person, seq) >= seq

    def is_unhurried(self, person: str) -> bool:
        """Whether a person is connected and wants no clock when they are alone."""
        return person in self._reached and person not in self._wanting

    def bank_of(self, person: str) -> int:
        return self._left.get(person, self._full) if person in self._reached else 0

    def take(self, clock: Clock, now: int) -> None:
        """A clock is over: what it used of its person's bank is spent."""
        for person in clock.people[:1]:
            if clock.bank:
                self._left[person] = clock.bank - clock.spent(now)


class Around(NamedTuple):
    """Other conditions of a clock."""

    deals_itself: bool = True
    """Whether dealing is automatic; otherwise the dealer on duty closes the wagers, without a clock."""
    felts: Felts = Felts(0)
    seq: int = 0
    """The last event at the table."""
    is_closing: bool = False


def moment_of(table: Table) -> tuple[Any, ...]:
    """Changes whenever a pending decision may differ from the one that the player saw."""
    if table.phase == Phase.WAGERS:
        return ("wagers", table.round_number)
    turn: tuple[Any, ...] = ()
    if table.turn_box >= 0:
        hand = table.boxes[table.turn_box].hands[table.turn_hand]
        turn = (table.turn_box, table.turn_hand, hand.cards, hand.state)
    cutting = table.cutting.offered if table.phase == Phase.CUT else 0
    return (table.phase, table.round_number, turn, table.asked[:1], cutting)


NOTHING_AROUND = Around()


def clock_of(
    table: Table, policy: Policy, before: Clock | None, now: int, around: Around = NOTHING_AROUND
) -> Clock | None:
    """A table's running clock; one that ran already for the same moment continues.

    A person who plays alone has as much time as they want for their decisions, while they are connected.
    """
    felts, bank = around.felts, 0
    if table.phase == Phase.WAGERS:
        if not table.boxes or not around.deals_itself:
            return None
        moment: tuple[Any, ...] = moment_of(table)
        people = tuple(person.name for person in table.people)
        seconds = policy.wager_seconds
        if has_everybody_wagered(table):
            moment, seconds = (*moment, table.boxes), min(policy.ready_seconds, seconds)
    else:
        people = people_awaited(table)
        is_alone = len(table.people) == 1 and not around.is_closing
        if not people or (is_alone and felts.is_unhurried(people[0])):
            return None
        moment, seconds, bank = moment_of(table), policy.decide_seconds, felts.bank_of(people[0])
    is_for_wagers = table.phase == Phase.WAGERS
    if before is None or before.moment != moment:
        is_shown = is_for_wagers or felts.has_shown(people[0], around.seq)
        begin, awaits = (now, 0) if is_shown else (now + FELT_SECONDS * SECOND, around.seq)
        return Clock(moment, begin, seconds, people, is_for_wagers, bank, awaits)
    if before.awaits and felts.has_shown(people[0], before.awaits):
        before = msgspec.structs.replace(before, started=min(now, before.started), awaits=0)
    return msgspec.structs.replace(before, people=people)


def has_everybody_wagered(table: Table) -> bool:
    """Whether everyone who may wager has a wager on the layout."""
    wagering = {stake.person for box in table.boxes for stake in box.stakes}
    return bool(wagering) and all(person.name in wagering or person.barred for person in table.people)


def commands_by_clock(table: Table, clock: Clock) -> Iterator[cmd.Command]:
    """The house's steps when the clock has run out; each on the table after the one before."""
    if clock.is_for_wagers:
        yield cmd.CloseWagers(by=DEALER)
        return
    for person in clock.people[:1]:
        answer = answer_for(table, person)
        if answer is not None:
            yield answer


def answer_for(table: Table, person: str) -> cmd.Command | None:
    """The answer that costs nothing, for a player who gives none."""
    offered = {one.command: one for one in legal(table, person)}
    for name in ANSWERS:
        if name in offered:
            return _least(offered[name], person)
    return None


def _least(offered: May, person: str) -> cmd.Command:
    fields = {name: _least_value(choice) for name, choice in offered.fields.items()}
    return cmd.COMMANDS[offered.command](by=person, **fields)


def _least_value(choice: Choice) -> Any:
    if isinstance(choice, Amounts):
        return choice.least
    assert isinstance(choice, OneOf)
    return False if False in choice.values and type(choice.values[0]) is bool else min(choice.values)
