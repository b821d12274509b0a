"""A house in which people come and go, are given roles, limit themselves and work, at random."""

import contextlib
import random

import sqlalchemy as sa

from server.people_at_work import NOW
from server.scribe import Scribe
from spanish21.errors import BadInput
from spanish21.server.control.approvals import approval_of, ask_for, refuse, settle, why_not_second
from spanish21.server.control.factors import begin_factor, confirm_factor, remove_factor
from spanish21.server.control.proposals import GiveChips
from spanish21.server.control.totp import STEP, code_at
from spanish21.server.log.digests import rules_digest
from spanish21.server.log.seals import KEY_SIZE, MasterKey
from spanish21.server.people.accounts import (
    add_account,
    add_guest,
    erase,
    keep_guest,
    new_pseudonym,
    set_password,
)
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.duties import end_duties, go_off_duty, go_on_duty
from spanish21.server.people.invitations import accept, invite, invite_first_administrator
from spanish21.server.people.limits import KINDS, SHORTEST_EXCLUSION, exclude, set_limit
from spanish21.server.people.roles import ROLES, give_role, roles_of, take_role
from spanish21.server.store import schema
from spanish21.server.store.house_log import record
from spanish21.server.store.table_entries import opening_of

MASTER = MasterKey(bytes(KEY_SIZE))
TABLES = ("t1", "t2", "t3")


class AuthorityWalk:
    """Random steps through everything that decides who may do what."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.now, self.people, self.links = NOW, [], []
        self.asked: list[str] = []
        self.steps = (self.come, self.keep, self.change, self.give, self.take, self.limit, self.exclude)
        self.steps += (
            self.invite,
            self.accept,
            self.work,
            self.rest,
            self.leave_work,
            self.erase,
            self.first,
            self.set_factor,
            self.remove_factor,
            self.ask,
            self.decide,
        )

    def run(self, connection: sa.Connection, count: int) -> None:
        for _ in range(6):
            self.come(connection)
        for _ in range(count):
            self.now += self.chance.randrange(1, 5_000)
            with contextlib.suppress(BadInput):
                self.chance.choice(self.steps)(connection)
        self._hire(connection)

    def _hire(self, connection: sa.Connection) -> None:
        """Somebody who deals at a table, has a second factor for the second time, and asks for something."""
        dora = new_pseudonym(self.chance.randbytes)
        add_account(connection, dora, "Dora", "a hash", self.now, "test")
        self.people = [dora]
        give_role(connection, dora, "dealer", "test", self.now)
        go_on_duty(connection, TABLES[0], dora, "dealer", self.now)
        self.set_factor(connection)
        self.remove_factor(connection)
        self.set_factor(connection)
        self.ask(connection)

    @property
    def anybody(self) -> str:
        return self.chance.choice(self.people)

    def come(self, connection: sa.Connection) -> None:
        person = new_pseudonym(self.chance.randbytes)
        if self.chance.random() < 0.3:
            add_guest(connection, person, self.now)
        else:
            add_account(connection, person, f"Name {len(self.people)}", "a hash", self.now, "test")
        self.people.append(person)

    def keep(self, connection: sa.Connection) -> None:
        keep_guest(connection, self.anybody, f"Kept {self.now}", "hash of a guest")

    def change(self, connection: sa.Connection) -> None:
        set_password(connection, self.anybody, f"hash {self.now}", "test")

    def give(self, connection: sa.Connection) -> None:
        give_role(connection, self.anybody, self.chance.choice(ROLES), "test", self.now)

    def take(self, connection: sa.Connection) -> None:
        take_role(connection, self.anybody, self.chance.choice(ROLES), "test")

    def limit(self, connection: sa.Connection) -> None:
        amount = self.chance.choice((None, 100, 1_000, 10_000))
        set_limit(connection, self.anybody, self.chance.choice(KINDS), amount, self.now)

    def exclude(self, connection: sa.Connection) -> None:
        until = self.now + SHORTEST_EXCLUSION * self.chance.randrange(1, 30)
        exclude(connection, self.anybody, until, self.now)

    def invite(self, connection: sa.Connection) -> None:
        self.links.append(f"link {self.now}")
        invite(connection, self.chance.choice(ROLES), self.links[-1], self.now, by="test")

    def accept(self, connection: sa.Connection) -> None:
        if self.links:
            accept(connection, self.chance.choice(self.links), self.now)

    def first(self, connection: sa.Connection) -> None:
        invite_first_administrator(connection, f"first {self.now}", self.now)

    def work(self, connection: sa.Connection) -> None:
        role = self.chance.choice(("dealer", "floorperson"))
        go_on_duty(connection, self.chance.choice(TABLES), self.anybody, role, self.now)

    def rest(self, connection: sa.Connection) -> None:
        go_off_duty(connection, self.chance.choice(TABLES), self.anybody)

    def leave_work(self, connection: sa.Connection) -> None:
        person = self.anybody
        end_duties(connection, person, roles_of(connection, person) - {self.chance.choice(ROLES)})

    def erase(self, connection: sa.Connection) -> None:
        erase(connection, self.anybody, self.now, "test", "asked for")

    def set_factor(self, connection: sa.Connection) -> None:
        person = self.anybody
        secret = begin_factor(connection, MASTER, person, self.chance.randbytes)
        code = code_at(secret, self.now // STEP)
        confirm_factor(connection, MASTER, person, code, self.now, self.chance.randbytes)

    def remove_factor(self, connection: sa.Connection) -> None:
        remove_factor(connection, self.anybody, "test", self.now)

    def ask(self, connection: sa.Connection) -> None:
        proposal = GiveChips(self.anybody, self.chance.randrange(1, 1_000), "paid in")
        self.asked.append(ask_for(connection, proposal, self.anybody, self.now).id)

    def decide(self, connection: sa.Connection) -> None:
        approval = approval_of(connection, self.chance.choice(self.asked or ["none"]))
        second = self.anybody
        if self.chance.random() < 0.5:
            refuse(connection, approval.id, second, self.now)
        elif not why_not_second(connection, approval, Actor(second, frozenset(ROLES)), self.now):
            settle(connection, approval, Actor(second, frozenset(ROLES)), self.now)


def add_opened_table(connection: sa.Connection, scribe: Scribe, number: int) -> None:
    """A table as the hall opens one: its row and what the house's log says of it."""
    rules = scribe.walk.table.rules
    row = {"id": scribe.table_id, "number": number, "book": rules.book, "name": f"Table {number}"}
    row |= {"submission": f"submission {number}", "policy": '{"floor":"person"}', "created": NOW}
    row |= {"rules_digest": rules_digest(rules), "opened_by": "ann"}
    connection.execute(sa.insert(schema.tables).values(row))
    record(connection, opening_of(row), by="ann")
