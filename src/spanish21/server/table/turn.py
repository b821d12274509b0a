"""One turn at a table: commands carried out one by one, on a provisional table."""

from collections import Counter
from typing import NamedTuple

from spanish21.client.answer import Answer
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_on
from spanish21.game.due import due
from spanish21.game.events import Event
from spanish21.game.moves.act import Act
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Table
from spanish21.server.control.payouts import payout_digest
from spanish21.server.fairness.fair_draws import PURPOSES, FairDraws
from spanish21.server.log.recorder import Deed
from spanish21.server.log.seeds import after as seeds_after
from spanish21.server.money.purses import Purses, purse_changes
from spanish21.server.people.command_authority import TableDuty, why_not_authorised
from spanish21.server.table.automatic_house import is_due, run_house
from spanish21.server.table.inbox import BUSY, NOT_AUTHORISED, PURSE, Ask, asked_of_house, no, refusal
from spanish21.server.table.policy import Policy


class Staff(NamedTuple):
    """Who is on duty at a table, and which roles are automatic."""

    on_duty: dict[str, str]
    automatic: frozenset[str]

    def at(self, table: Table) -> TableDuty:
        """Everyone at a table, as authority asks."""
        return TableDuty(frozenset(person.name for person in table.people), self.on_duty, self.automatic)


def staff_of(on_duty: dict[str, str], policy: Policy) -> Staff:
    """The house fills every vacant role; but where a person is to deal or to watch, it waits for
    one."""
    awaited = {DEALER: policy.house, FLOORPERSON: policy.floor}
    empty = (role for role in HOUSE if role not in on_duty.values())
    return Staff(on_duty, frozenset(role for role in empty if awaited[role] != "person"))


class Turn:
    """The work of a turn: its results, and whether they must be sent before anything follows."""

    def __init__(self, table: Table, seq: int, staff: Staff, purses: Purses, draws: FairDraws) -> None:
        self.table, self.seq = table, seq
        self.staff, self.purses, self.draws = staff, purses, draws
        self.deeds: list[Deed] = []
        self.purse_changes: Counter[str] = Counter()
        self.done: dict[tuple[str, str], tuple[bytes, int]] = {}
        self.must_be_told = False

    def note(self, name: str, event: Event) -> None:
        """Write down something that changes nothing at the table."""
        self.deeds.append(Deed(asked_of_house(name, self.seq), [event]))
        self.draws.seeds = seeds_after(self.draws.seeds, event)
        self.seq += 1

    def must_wait(self, command: cmd.Command) -> bool:
        """Whether a command has to wait until seeds are open."""
        if type(command) not in PURPOSES or type(command) is not type(due(self.table)):
            return False
        return not self.draws.may(self.table, command)

    def run_house(self) -> None:
        """Take due steps before any command."""
        if not self.must_be_told and is_due(self.table, self.staff.automatic):
            act = Act(self.table)
            self.must_be_told = run_house(act, self.staff.automatic, self.draws)
            if not act.events:
                return
            self._keep(Deed(asked_of_house("Due", self.seq), act.events), act, purse_changes(act.events))

    def take(self, ask: Ask) -> Answer:
        """Carry a command out, and all that the house has due after it; or say why not."""
        command = ask.command
        duty = self.staff.at(self.table)
        why = why_not_authorised(ask.actor, duty, command, ask.reason, ask.second, ask.is_alone)
        if not why and ask.approved and ask.approved != payout_digest(self.table):
            why = "this is not the payout to which the second person agreed"
        if why:
            return no(NOT_AUTHORISED, why)
        if self.must_wait(command):
            return no(BUSY, "the players' seeds are being opened; try again in a moment")
        act = Act(self.table)
        if type(command) is type(due(self.table)):
            command = self.draws.drawn(self.table, command)
        try:
            carry_on(act, command)
        except Refused as refused:
            return refusal(self.table.rules, refused, command, ask.language)
        shuffled = type(command) is cmd.Shuffle
        must_be_told = shuffled or run_house(act, self.staff.automatic, self.draws)
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
    """The sum of both; unlike `+` it keeps values below 0."""
    total = Counter(first)
    total.update(second)
    return total
