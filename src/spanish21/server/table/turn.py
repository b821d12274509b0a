"""One turn at a table: commands carried out one by one, on a table that is not in force yet."""

import random
from collections import Counter
from typing import NamedTuple

from spanish21.client.answer import Answer
from spanish21.errors import Refused
from spanish21.game.act import Act
from spanish21.game.decide import carry_on
from spanish21.game.due import due
from spanish21.game.events import Event
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Table
from spanish21.server.log.recorder import Deed
from spanish21.server.money.purses import Purses, purse_changes
from spanish21.server.people.authority import TableDuty, why_not_authorised
from spanish21.server.table.automatic_house import CHANCY, is_due, run_house, with_drawn_chance
from spanish21.server.table.inbox import NOT_AUTHORISED, PURSE, Ask, asked_of_house, no, refusal
from spanish21.server.table.policy import Policy


class Staff(NamedTuple):
    """Who is on duty at a table, and which roles the house fills by itself."""

    on_duty: dict[str, str]
    automatic: frozenset[str]

    def at(self, table: Table) -> TableDuty:
        """Everybody at a table, as authority asks."""
        return TableDuty(frozenset(person.name for person in table.people), self.on_duty, self.automatic)


def staff_of(on_duty: dict[str, str], policy: Policy) -> Staff:
    """The house fills every role that nobody has; but where a person is to deal or to watch, it waits for
    one."""
    awaited = {DEALER: policy.house, FLOORPERSON: policy.floor}
    empty = (role for role in HOUSE if role not in on_duty.values())
    return Staff(on_duty, frozenset(role for role in empty if awaited[role] != "person"))


class Turn:
    """The work of a turn: what was carried out, and whether it must be told before anything follows."""

    def __init__(
        self, table: Table, seq: int, staff: Staff, purses: Purses, chance: random.Random, seed: str
    ) -> None:
        self.table, self.seq = table, seq
        self.staff, self.purses = staff, purses
        self.chance, self.seed = chance, seed
        self.deeds: list[Deed] = []
        self.purse_changes: Counter[str] = Counter()
        self.done: dict[tuple[str, str], tuple[bytes, int]] = {}
        self.must_be_told = False

    def run_house(self) -> None:
        """Do what is due before anybody is heard."""
        if is_due(self.table, self.staff.automatic):
            act = Act(self.table)
            self.must_be_told = run_house(act, self.staff.automatic, self.chance, self.seed)
            self._keep(Deed(asked_of_house("Due", self.seq), act.events), act, purse_changes(act.events))

    def take(self, ask: Ask) -> Answer:
        """Carry a command out, and all that the house has due after it; or say why not."""
        command = ask.command
        duty = self.staff.at(self.table)
        why = why_not_authorised(ask.actor, duty, command, ask.reason, ask.second)
        if why:
            return no(NOT_AUTHORISED, why)
        act = Act(self.table)
        if type(command) in CHANCY and type(command) is type(due(self.table)):
            command = with_drawn_chance(self.table, command, self.chance, self.seed)
        try:
            carry_on(act, command)
        except Refused as refused:
            return refusal(self.table.rules, refused, command)
        shuffled = type(command) in CHANCY[:1]
        must_be_told = shuffled or run_house(act, self.staff.automatic, self.chance, self.seed)
        changes = purse_changes(act.events)
        if changes and not self.purses.are_enough_for(_sum(self.purse_changes, changes)):
            return no(PURSE, "your purse does not hold that much")
        self._keep(Deed(ask.asked, act.events), act, changes)
        self.must_be_told = must_be_told
        self.done[ask.key] = (ask.digest, self.seq)
        return Answer(True, self.seq)

    def _keep(self, deed: Deed, act: Act, changes: Counter[str]) -> None:
        self.deeds.append(deed)
        self.table = act.table
        self.seq += len(act.events)
        if changes:
            self.purse_changes = _sum(self.purse_changes, changes)

    @property
    def events(self) -> list[Event]:
        return [event for deed in self.deeds for event in deed.events]


def _sum(first: Counter[str], second: Counter[str]) -> Counter[str]:
    """Both together; unlike `+` it keeps what is below 0."""
    total = Counter(first)
    total.update(second)
    return total
