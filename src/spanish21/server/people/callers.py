"""The caller: the person behind a session, and the refusal of requests that are not theirs to make."""

from collections.abc import Iterable
from typing import Literal

import msgspec
import sqlalchemy as sa

from spanish21.server.people.accounts import person_of
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.permissions import REQUESTS, UNPROVEN, why_not_asked
from spanish21.server.people.roles import STAFF, is_of_two, roles_of, roles_of_all
from spanish21.server.people.sessions import MINUTE, OpenSession, session_of
from spanish21.server.store import schema
from spanish21.server.store.schema import sessions


class Caller(msgspec.Struct, frozen=True):
    """A person who is logged in."""

    session: OpenSession
    actor: Actor
    name: str
    is_guest: bool
    withheld: frozenset[str] = frozenset()
    """Roles that are the person's, and not the caller's until the second factor is given."""
    has_factor: bool = False

    @property
    def id(self) -> str:
        return self.actor.id


class Ticket(msgspec.Struct, frozen=True):
    """Who may open a socket at which table; without a caller, it is for watching."""

    table: str
    caller: Caller | None


Needs = Literal["", "proof", "factor"]
"""The way out of a refusal: giving the second factor, or setting one up."""


class NotAllowed(Exception):
    """The caller may not ask for that."""

    def __init__(self, why: str, status: int = 403, needs: Needs = "") -> None:
        super().__init__(why)
        self.status, self.needs = status, needs


def _wanting(caller: "Caller") -> NotAllowed:
    """The refusal of a caller who has yet to give the second factor, or to set one up."""
    if caller.has_factor:
        return NotAllowed(PROVE, PROOF_WANTED, "proof")
    return NotAllowed(SET_UP, PROOF_WANTED, "factor")


PROOF_WANTED = 428
"""The status of a refusal that ends as soon as the second factor is given."""
PROVE = "give the six digits of your authenticator first"
SET_UP = "set up an authenticator first: staff of this house need a second factor"
PROOF_LASTS = 5 * MINUTE
"""How long a second factor counts as given just now."""


def require(caller: Caller | None, request: str, about: str = "", reason: str = "") -> None:
    """Refuse a request that is not the caller's to make."""
    actor = caller.actor if caller is not None else None
    own = about or (caller.id if caller is not None else "")
    wanted = frozenset(REQUESTS[request].roles)
    if caller is not None and caller.withheld & wanted and not caller.actor.roles & wanted:
        raise _wanting(caller)
    why = why_not_asked(actor, request, own, reason)
    if why:
        raise NotAllowed(why, 401 if caller is None else 403)


def required(caller: Caller | None, request: str, about: str = "", reason: str = "") -> Caller:
    """The caller, if they may ask for something that requires a log-in."""
    require(caller, request, about, reason)
    assert caller is not None
    return caller


def require_proof(caller: Caller, is_asked: bool, now: int) -> None:
    """Have the second factor given again, if it was not within the last minutes. Those without one need not
    give it where it is not asked for: in a house of one person."""
    if (is_asked or caller.has_factor) and caller.session.proved <= now - PROOF_LASTS:
        raise _wanting(caller)


def caller_of(connection: sa.Connection, token: str, now: int) -> Caller | None:
    """Who is logged in under a session's token."""
    return caller_in(connection, session_of(connection, token, now))


def caller_in(connection: sa.Connection, session: OpenSession | None) -> Caller | None:
    """Who is logged in in a session."""
    person = person_of(connection, session.person) if session is not None else None
    if session is None or person is None or person.erased:
        return None
    held, factors = roles_of(connection, person.id), schema.factors
    is_set = sa.and_(factors.c.person == person.id, factors.c.sealed.is_not(None))
    has_factor = connection.scalar(sa.select(factors.c.counter).where(is_set)) is not None
    withheld: frozenset[str] = frozenset()
    if not session.proved:
        withheld = held if has_factor else _without_factor(connection, held)
    roles = frozenset((UNPROVEN,)) if has_factor and withheld else held - withheld
    name = person.name or person.id
    return Caller(session, Actor(person.id, roles), name, person.is_guest, withheld, has_factor)


def _without_factor(connection: sa.Connection, held: frozenset[str]) -> frozenset[str]:
    """The roles that require a second factor: all above player, once there are two people."""
    return held & STAFF if held & STAFF and is_of_two(connection) else frozenset()


def unproven_sessions(connection: sa.Connection, digests: Iterable[bytes]) -> set[bytes]:
    """The sessions among these without a second factor, in a house of two."""
    if not is_of_two(connection):
        return set()
    unproven = sa.and_(sessions.c.digest.in_(list(digests)), sessions.c.proved == 0)
    return set(connection.scalars(sa.select(sessions.c.digest).where(unproven)))


def living_sessions(
    connection: sa.Connection, digests: Iterable[bytes], persons: set[str]
) -> tuple[set[bytes], dict[str, frozenset[str]]]:
    """Which of these sessions still exist, and which roles these people have."""
    query = sa.select(sessions.c.digest).where(sessions.c.digest.in_(list(digests)))
    return set(connection.scalars(query)), roles_of_all(connection, persons)
