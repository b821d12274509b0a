"""When time asks: whom a table awaits, for how long, and what the house does when the time is up. Pure.

A clock follows from the table, the policy and the time of the event that began the moment. All of them are
in the store, so it survives a restart.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from spanish21.game import commands as cmd
from spanish21.game.choices import Amounts, Choice, May, OneOf
from spanish21.game.decide import legal
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
"""What the house answers for somebody whose time is up, the first that is legal."""


class Clock(msgspec.Struct, frozen=True):
    """A clock that runs: since when, how long, and for whom."""

    moment: tuple[Any, ...]
    started: int
    seconds: int
    people: tuple[str, ...]
    is_for_wagers: bool

    @property
    def ends(self) -> int:
        return self.started + self.seconds * SECOND


def moment_of(table: Table) -> tuple[Any, ...]:
    """What changes when a decision that somebody is about to make may no longer be the one they saw."""
    if table.phase == Phase.WAGERS:
        return ("wagers", table.round_number)
    turn: tuple[Any, ...] = ()
    if table.turn_box >= 0:
        hand = table.boxes[table.turn_box].hands[table.turn_hand]
        turn = (table.turn_box, table.turn_hand, hand.cards, hand.state)
    cutting = table.cutting.offered if table.phase == Phase.CUT else 0
    return (table.phase, table.round_number, turn, table.asked[:1], cutting)


def clock_of(
    table: Table, policy: Policy, before: Clock | None, now: int, deals_itself: bool = True
) -> Clock | None:
    """The clock that runs at a table; one that ran already for the same moment goes on.

    Where the house does not deal by itself, the person who deals closes the wagers, and no clock does.
    """
    if table.phase == Phase.WAGERS:
        if not table.boxes or not deals_itself:
            return None
        moment: tuple[Any, ...] = moment_of(table)
        people = tuple(person.name for person in table.people)
        seconds = policy.wager_seconds
        if has_everybody_wagered(table):
            moment, seconds = (*moment, table.boxes), min(policy.ready_seconds, seconds)
    else:
        people = people_awaited(table)
        if not people:
            return None
        moment, seconds = moment_of(table), policy.decide_seconds
    if before is not None and before.moment == moment:
        return msgspec.structs.replace(before, people=people)
    return Clock(moment, now, seconds, people, table.phase == Phase.WAGERS)


def has_everybody_wagered(table: Table) -> bool:
    """Whether everybody who may wager has a wager on the layout."""
    wagering = {stake.person for box in table.boxes for stake in box.stakes}
    return bool(wagering) and all(person.name in wagering or person.barred for person in table.people)


def commands_by_clock(table: Table, clock: Clock) -> Iterator[cmd.Command]:
    """What the house does when the clock has run out; each on the table as it is after the one before."""
    if clock.is_for_wagers:
        yield cmd.CloseWagers(by=DEALER)
        return
    for person in clock.people[:1]:
        answer = answer_for(table, person)
        if answer is not None:
            yield answer


def answer_for(table: Table, person: str) -> cmd.Command | None:
    """The answer that costs nothing, for somebody who gives none."""
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
