"""Requests for a second person: asked by one, approved by another on their own screen or with six
digits, each bound to exactly the act that follows.

The row and its event in the house's log are written together; the request is carried out in the transaction
that marks the request as done.
"""

import os
from typing import Any, NamedTuple

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game.table import HOUSE
from spanish21.server.control.proposals import (
    AnyProposal,
    Proposal,
    TakeRole,
    ValidatePayout,
    body_of,
    concerns,
    proposal_of,
)
from spanish21.server.log.authority_fold import approval_digest
from spanish21.server.log.house_events import ApprovalAsked, ApprovalDecided
from spanish21.server.log.seals import MasterKey
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.roles import CHECKING, STAFF, fresh_until, roles_of
from spanish21.server.store.house_log import record
from spanish21.server.store.schema import approvals

LIFETIME = 60 * 60 * 1_000
MOST_OPEN = 20
"""One person can have at most this many requests waiting."""
MOST_TRIES = 5
OPEN, DONE, REFUSED, WITHDRAWN = "open", "done", "refused", "withdrawn"
OVER = "this request has been decided, withdrawn, or has expired; ask again"


class Approval(NamedTuple):
    """A request, as it is stored."""

    id: str
    proposal: AnyProposal
    digest: str
    asked_by: str
    asked: int
    expires: int
    state: str
    decided_by: str
    decided: int
    shown_to: str
    tries: int


def ask_for(connection: sa.Connection, proposal: Proposal, by: str, now: int) -> Approval:
    """Ask a second person for something."""
    waiting = (
        sa.select(sa.func.count()).select_from(approvals).where(_is_open(now), approvals.c.asked_by == by)
    )
    if (connection.scalar(waiting) or 0) >= MOST_OPEN:
        raise BadInput(f"{MOST_OPEN} of your requests are waiting; withdraw one first")
    id, body, expires = os.urandom(10).hex(), body_of(proposal), now + LIFETIME
    row = {"id": id, "body": body, "asked_by": by, "asked": now, "expires": expires}
    connection.execute(sa.insert(approvals).values(**row))
    what, digest = type(proposal).__name__, approval_digest(id, by, body)
    record(connection, ApprovalAsked(id, what, digest, by, now, expires), by=by)
    return approval_of(connection, id)


def approval_of(connection: sa.Connection, id: str) -> Approval:
    """A request, or `BadInput`."""
    row = connection.execute(sa.select(approvals).where(approvals.c.id == id)).one_or_none()
    if row is None:
        raise BadInput("there is no such request")
    return _approval(row)


def _approval(row: sa.Row[Any]) -> Approval:
    body = str(row.body)
    digest = approval_digest(row.id, row.asked_by, body)
    dates = (row.asked, row.expires)
    decided = (row.state, row.decided_by, row.decided)
    proposal = proposal_of(body)
    return Approval(row.id, proposal, digest, row.asked_by, *dates, *decided, row.shown_to, row.tries)


def _is_open(now: int) -> sa.ColumnElement[bool]:
    return sa.and_(approvals.c.state == OPEN, approvals.c.expires > now)


def recent_approvals(connection: sa.Connection, person: str, now: int) -> list[Approval]:
    """Waiting requests, and those that a person made in the last hour; the newest first."""
    own = sa.and_(approvals.c.asked_by == person, approvals.c.asked > now - LIFETIME)
    query = sa.select(approvals).where(sa.or_(_is_open(now), own)).order_by(approvals.c.asked.desc())
    return [_approval(row) for row in connection.execute(query)]


def why_not_second(connection: sa.Connection, approval: Approval, second: Actor, now: int) -> str:
    """Why a person cannot approve a request; "" when they can."""
    proposal, held = approval.proposal, roles_of(connection, second.id) & second.roles
    is_payout = isinstance(proposal, ValidatePayout)
    if second.id == approval.asked_by:
        return "you made this request yourself; another person decides"
    if not held & (frozenset(HOUSE) if is_payout else CHECKING):
        wanted = "a dealer or a floorperson" if is_payout else "a floorperson, an auditor or an administrator"
        return f"the second person must be {wanted}"
    if len(held & STAFF) > 1:
        return "a person with two roles that check each other cannot approve anything"
    if concerns(proposal) == second.id and not isinstance(proposal, TakeRole):
        return "you cannot approve a request that concerns yourself"
    if fresh_until(connection, second.id) > now:
        return "for 24 hours after a role was given or an account reset, its owner approves nothing"
    return ""


def why_not_ask(proposal: Proposal, by: str) -> str:
    """Why a person cannot make a request; "" when they can."""
    if concerns(proposal) == by and not isinstance(proposal, TakeRole):
        return "you cannot do that for yourself"
    return ""


def settle(connection: sa.Connection, approval: Approval, second: Actor, now: int) -> bool:
    """Mark a request as done, in the transaction that does it; False if this very attempt did so already, and
    only the answer was lost."""
    if _decide(connection, approval.id, DONE, second.id, now):
        why = why_not_second(connection, approval, second, now)
        if why:
            raise BadInput(why)
        return True
    found = approval_of(connection, approval.id)
    if (found.state, found.decided_by, found.decided) == (DONE, second.id, now):
        return False
    raise BadInput(OVER)


def refuse(connection: sa.Connection, id: str, by: str, now: int) -> None:
    """The second person declines, or the requester withdraws."""
    state = WITHDRAWN if approval_of(connection, id).asked_by == by else REFUSED
    if not _decide(connection, id, state, by, now):
        raise BadInput(OVER)


def _decide(connection: sa.Connection, id: str, state: str, by: str, now: int) -> bool:
    is_waiting = sa.and_(approvals.c.id == id, _is_open(now))
    values = {"state": state, "decided_by": by, "decided": now}
    if not connection.execute(sa.update(approvals).where(is_waiting).values(**values)).rowcount:
        return False
    record(connection, ApprovalDecided(id, state, by, now), by=by)
    return True


# -- six digits


def digits_of(master: MasterKey, approval: Approval, second: str) -> str:
    """The six digits of one request for one second person; they have no other use."""
    digest = master.counter_digest("approval", f"{approval.id} {approval.digest} {second}")
    return str(int.from_bytes(digest[:8], "big") % 10**6).zfill(6)


def show_digits(
    connection: sa.Connection, master: MasterKey, id: str, second: Actor, now: int
) -> tuple[Approval, str]:
    """The digits that a second person reads aloud, having read the request."""
    approval = approval_of(connection, id)
    why = why_not_second(connection, approval, second, now)
    if why:
        raise BadInput(why)
    shown = sa.and_(approvals.c.id == id, _is_open(now))
    if not connection.execute(sa.update(approvals).where(shown).values(shown_to=second.id)).rowcount:
        raise BadInput(OVER)
    return approval, digits_of(master, approval, second.id)


def begin_try(connection: sa.Connection, id: str, now: int) -> int:
    """Digits were typed: count the try before they are looked at, so that many tries together are not more
    than one after the other; how many are left after it."""
    counted = sa.update(approvals).where(approvals.c.id == id, _is_open(now), approvals.c.tries < MOST_TRIES)
    if not connection.execute(counted.values(tries=approvals.c.tries + 1)).rowcount:
        raise BadInput(OVER)
    return MOST_TRIES - approval_of(connection, id).tries


def end_tries(connection: sa.Connection, id: str, now: int) -> None:
    """The last try was wrong: the request is void."""
    _decide(connection, id, REFUSED, "digits", now)
