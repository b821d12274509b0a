"""Who is asking: the person behind a session, and the refusal of what they may not ask for."""

from collections.abc import Iterable

import msgspec
import sqlalchemy as sa

from spanish21.server.people.accounts import person_of
from spanish21.server.people.authority import Actor
from spanish21.server.people.permissions import why_not_asked
from spanish21.server.people.roles import roles_of, roles_of_all
from spanish21.server.people.sessions import Session, session_of
from spanish21.server.store.schema import sessions


class Caller(msgspec.Struct, frozen=True):
    """A person who is logged in."""

    session: Session
    actor: Actor
    name: str
    is_guest: bool

    @property
    def id(self) -> str:
        return self.actor.id


class Ticket(msgspec.Struct, frozen=True):
    """Who may open a socket at which table; without a caller, it is for watching."""

    table: str
    caller: Caller | None


class NotAllowed(Exception):
    """The caller may not ask for that."""

    def __init__(self, why: str, status: int = 403) -> None:
        super().__init__(why)
        self.status = status


def require(
    caller: Caller | None, request: str, about: str = "", reason: str = "", second: Actor | None = None
) -> None:
    """Refuse what the caller may not ask for."""
    actor = caller.actor if caller is not None else None
    own = about or (caller.id if caller is not None else "")
    why = why_not_asked(actor, request, own, reason, second)
    if why:
        raise NotAllowed(why, 401 if caller is None else 403)


def required(
    caller: Caller | None, request: str, about: str = "", reason: str = "", second: Actor | None = None
) -> Caller:
    """The caller, if they may ask for something that requires a log-in."""
    require(caller, request, about, reason, second)
    assert caller is not None
    return caller


def caller_of(connection: sa.Connection, token: str, now: int) -> Caller | None:
    """Who is logged in under a session's token."""
    session = session_of(connection, token, now)
    person = person_of(connection, session.person) if session is not None else None
    if session is None or person is None or person.erased:
        return None
    actor = Actor(person.id, roles_of(connection, person.id))
    return Caller(session, actor, person.name or person.id, person.is_guest)


def living_sessions(
    connection: sa.Connection, digests: Iterable[bytes], persons: set[str]
) -> tuple[set[bytes], dict[str, frozenset[str]]]:
    """Which of these sessions still exist, and which roles these people have."""
    query = sa.select(sessions.c.digest).where(sessions.c.digest.in_(list(digests)))
    return set(connection.scalars(query)), roles_of_all(connection, persons)
