"""One-time links: the one that makes the first administrator, and those that bring further people."""

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.people.roles import ADMINISTRATOR, administrators, require_role
from spanish21.server.people.sessions import digest_of
from spanish21.server.store.schema import invitations

LIFETIME = 24 * 60 * 60 * 1_000


def invite(connection: sa.Connection, role: str, token: str, now: int, lifetime: int = LIFETIME) -> None:
    """A link that gives whoever opens it a role, once, until it expires."""
    require_role(role)
    row = {"digest": digest_of(token), "role": role, "created": now, "expires": now + lifetime}
    connection.execute(sa.insert(invitations).values(**row))


def invite_first_administrator(connection: sa.Connection, token: str, now: int) -> bool:
    """Make the link for the first administrator, in the place of one that was not used; not when there is an
    administrator. Whether it was made."""
    if administrators(connection):
        return False
    unused = sa.and_(invitations.c.role == ADMINISTRATOR, invitations.c.used == 0)
    connection.execute(sa.delete(invitations).where(unused))
    invite(connection, ADMINISTRATOR, token, now)
    return True


def accept(connection: sa.Connection, token: str, now: int) -> str:
    """The role that a link gives; from now on it is used."""
    is_good = sa.and_(
        invitations.c.digest == digest_of(token), invitations.c.used == 0, invitations.c.expires > now
    )
    role = connection.scalar(sa.select(invitations.c.role).where(is_good))
    used = connection.execute(sa.update(invitations).where(is_good).values(used=now)).rowcount
    if role is None or not used:
        raise BadInput("this link was used, has expired, or never was one; ask for another")
    return str(role)
