"""Acts that need a second person, carried out in the transaction that marks the request as done."""

import asyncio
import os
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.table import FLOORPERSON
from spanish21.server.control.approvals import Approval, settle
from spanish21.server.control.factors import remove_factor
from spanish21.server.control.payouts import digest_of
from spanish21.server.control.proposals import (
    AnyProposal,
    Correct,
    ErasePerson,
    GiveChips,
    GiveRole,
    Invite,
    OpenTable,
    ResetFactor,
    ResetPassword,
    TakeRole,
    ValidatePayout,
)
from spanish21.server.log.digests import command_digest
from spanish21.server.log.house_events import ChipsGiven, ChipsTaken, Corrected
from spanish21.server.money.cage import moved
from spanish21.server.money.kind_of_chips import why_not_kind
from spanish21.server.people.callers import NotAllowed
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.duties import end_duties
from spanish21.server.people.invitations import LIFETIME, invite, offer_reset
from spanish21.server.people.roles import give_role, roles_of, take_role
from spanish21.server.people.sessions import end_sessions
from spanish21.server.table.hall import rules_asked
from spanish21.server.table.inbox import Ask
from spanish21.server.table.policy import policy_of
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.erasure import erase_person, require_erasable
from spanish21.server.web.link_parts import parts_of, token_of, whole_link
from spanish21.server.web.sweeper import end_unproven

Found = dict[str, Any]


class Doing:
    """A proposal being carried out: by whom, with which second person, under which request."""

    def __init__(self, desk: FrontDesk, by: str, approval: Approval | None, second: Actor | None) -> None:
        self.desk, self.by = desk, by
        self.approval, self.second = approval, second
        self.now = desk.now()
        self.link = parts_of(desk.master, approval) if approval is not None else whole_link()
        """The parts of the link that this makes, if it makes one."""

    @property
    def with_whom(self) -> str:
        return self.second.id if self.second is not None else ""

    def first(self, connection: sa.Connection) -> bool:
        """Mark the request as done; whether there is still something to do."""
        if self.approval is None or self.second is None:
            return True
        return settle(connection, self.approval, self.second, self.now)

    async def written(self, work: Callable[[sa.Connection], Any]) -> Any:
        """Write something in the transaction that marks the request as done."""
        return await self.desk.writer.run(lambda one: work(one) if self.first(one) else None)


async def done(doing: Doing, proposal: AnyProposal) -> Found:
    """Carry a proposal out."""
    match proposal:
        case GiveChips(person, amount, reason):
            kind = ChipsGiven if amount > 0 else ChipsTaken
            found = await _moved(doing, kind(person, abs(amount), reason), reason)
        case Correct(person, amount, reason):
            found = await _moved(doing, Corrected(person, amount, reason, doing.by, doing.with_whom), reason)
        case GiveRole() | TakeRole():
            found = await _changed_role(doing, proposal)
        case Invite(role):
            await doing.written(lambda one: invite(one, role, token_of(doing.link), doing.now, by=doing.by))
            found = _link(doing, role)
        case ResetPassword(person):
            token = token_of(doing.link)
            await doing.written(lambda one: offer_reset(one, person, token, doing.now, by=doing.by))
            found = _link(doing, "")
        case ResetFactor(person):
            found = await _removed_factor(doing, person)
        case ErasePerson(person, reason):
            await require_erasable(doing.desk, person)
            await doing.written(lambda one: None)
            await erase_person(doing.desk, person, doing.by, reason)
            found = {}
        case OpenTable():
            found = await _opened(doing, proposal)
        case ValidatePayout():
            found = await _validated(doing, proposal)
    return found


def _link(doing: Doing, role: str) -> Found:
    """A link as the person who asked for it gets it; the word of one in two parts is the second person's."""
    return {"token": doing.link["token"], "role": role, "expires": doing.now + LIFETIME}


async def _moved(doing: Doing, event: ChipsGiven | ChipsTaken | Corrected, reason: str) -> Found:
    desk = doing.desk
    purse = await moved(desk.house, desk.purses, event, doing.by, reason, doing.with_whom, first=doing.first)
    return {"purse": purse}


async def _changed_role(doing: Doing, proposal: GiveRole | TakeRole) -> Found:
    desk, person, role = doing.desk, proposal.person, proposal.role

    def work(connection: sa.Connection) -> None:
        if isinstance(proposal, GiveRole):
            give_role(connection, person, role, doing.by, doing.now)
        else:
            take_role(connection, person, role, doing.by)
            end_duties(connection, person, roles_of(connection, person))

    await doing.written(work)
    held = await desk.reading(roles_of, person)
    desk.let_go(person, held)
    desk.news.roles_changed(person)
    await end_unproven(desk, list(desk.sockets))
    return {"person": person, "roles": sorted(held)}


async def _removed_factor(doing: Doing, person: str) -> Found:
    def work(connection: sa.Connection) -> tuple[bytes, ...]:
        remove_factor(connection, person, doing.by, doing.now)
        return end_sessions(connection, person)

    ended = await doing.written(work)
    why = "the authenticator of this account was removed; log in again"
    doing.desk.news.sessions_ended(ended or (), why)
    return {}


async def _opened(doing: Doing, proposal: OpenTable) -> Found:
    rules = await asyncio.to_thread(rules_asked, proposal.book, proposal.submission)
    policy = policy_of(proposal.policy)
    if not policy.play_chips and doing.second is None:
        raise NotAllowed("a house of one person plays with play chips only")

    def require_kind(connection: sa.Connection) -> None:
        why = why_not_kind(connection, policy.play_chips)
        if why:
            raise BadInput(why)

    await doing.written(require_kind)
    row = await doing.desk.hall.open_table(proposal.name, rules, policy, doing.by, proposal.submission)
    return {"id": row.id}


async def _validated(doing: Doing, proposal: ValidatePayout) -> Found:
    """Send the command to the table, which checks again that it is the approved one."""
    desk, payout = doing.desk, proposal.payout
    host = desk.hall.hosts.get(payout.table)
    if host is None:
        raise NotAllowed("the table is at another server now; ask again", 409)
    held = await desk.reading(roles_of, doing.by)
    command = cmd.ValidatePayout(by=FLOORPERSON, box=payout.box, person=payout.person, kind=payout.kind)
    id = doing.approval.id if doing.approval is not None else os.urandom(10).hex()
    await doing.written(lambda one: None)
    ask = Ask(
        Actor(doing.by, held),
        f"payout-{id}",
        host.log.seq,
        command,
        command_digest(id.encode()),
        proposal.reason,
        doing.second,
        digest_of(payout),
        is_alone=doing.approval is None,
    )
    answer = await desk.hall.ask(payout.table, ask)
    if not answer.ok:
        raise BadInput(answer.text)
    return {}
