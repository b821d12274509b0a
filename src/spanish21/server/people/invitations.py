"""One-time links: for the first administrator, for further people, and for owners of accounts who have lost a
password."""

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.log.house_events import InvitationEnded, InvitationMade
from spanish21.server.people.roles import ADMINISTRATOR, administrators, require_role
from spanish21.server.people.sessions import digest_of
from spanish21.server.store.house_log import AUTOMATIC, record
from spanish21.server.store.schema import invitations, people

RESET = "reset "
"""The prefix of a person in the role's field, where a link resets a password."""
NO_LINK = "this link was used, has expired, or never was one; ask for another"
LIFETIME = 24 * 60 * 60 * 1_000


def invite(
    connection: sa.Connection, role: str, token: str, now: int, lifetime: int = LIFETIME, by: str = AUTOMATIC
) -> None:
    """A link that gives a role, once, until it expires."""
    require_role(role)
    _add_link(connection, role, token, now, lifetime, by)


def offer_reset(
    connection: sa.Connection,
    person: str,
    token: str,
    now: int,
    lifetime: int = LIFETIME,
    by: str = AUTOMATIC,
) -> None:
    """A link under which the owner of an account sets a new password, once; older ones end."""
    purpose = f"{RESET}{person}"
    older = sa.and_(invitations.c.role == purpose, invitations.c.used == 0)
    withdrawn = connection.scalars(sa.select(invitations.c.digest).where(older)).all()
    connection.execute(sa.delete(invitations).where(older))
    record(connection, *(InvitationEnded(digest.hex(), 0) for digest in withdrawn), by=by)
    _add_link(connection, purpose, token, now, lifetime, by)


def _add_link(connection: sa.Connection, role: str, token: str, now: int, lifetime: int, by: str) -> None:
    digest, expires = digest_of(token), now + lifetime
    connection.execute(sa.insert(invitations).values(digest=digest, role=role, created=now, expires=expires))
    record(connection, InvitationMade(digest.hex(), role, now, expires), by=by)


def invite_first_administrator(connection: sa.Connection, token: str, now: int) -> bool:
    """Make a link for the first administrator; not when there is an administrator. Whether it was made.

    A link that another server has shown stays valid until one of them is used: an operator who starts a
    second server may open either. Expired ones are withdrawn."""
    if administrators(connection):
        return False
    _withdraw(connection, invitations.c.expires <= now)
    invite(connection, ADMINISTRATOR, token, now)
    return True


def _withdraw(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    """Withdraw unused links for an administrator."""
    unused = sa.and_(invitations.c.role == ADMINISTRATOR, invitations.c.used == 0, which)
    withdrawn = connection.scalars(sa.select(invitations.c.digest).where(unused)).all()
    connection.execute(sa.delete(invitations).where(unused))
    record(connection, *(InvitationEnded(digest.hex(), 0) for digest in withdrawn))


def accept(connection: sa.Connection, token: str, now: int) -> str:
    """The role that a link gives; from now on it is used. With the first administrator, other links for one
    (which starts of servers have made) are no longer valid."""
    role = _used(connection, token, now, is_reset=False)
    if role == ADMINISTRATOR and not administrators(connection):
        _withdraw(connection, invitations.c.digest != digest_of(token))
    return role


def accept_reset(connection: sa.Connection, token: str, now: int) -> str:
    """The person whose password a link resets; from now on it is used."""
    return _used(connection, token, now, is_reset=True).removeprefix(RESET)


def name_for_reset(connection: sa.Connection, token: str, now: int) -> str:
    """The name of the account whose password a link resets; "" for a link that does not."""
    row = connection.execute(sa.select(invitations.c.role).where(_is_good(token, now))).one_or_none()
    person = str(row.role).removeprefix(RESET) if row is not None else ""
    return connection.scalar(sa.select(people.c.name).where(people.c.id == person)) or ""


def _is_good(token: str, now: int) -> sa.ColumnElement[bool]:
    """The link of a token, while it can be used."""
    return sa.and_(
        invitations.c.digest == digest_of(token), invitations.c.used == 0, invitations.c.expires > now
    )


def _used(connection: sa.Connection, token: str, now: int, is_reset: bool) -> str:
    is_good = _is_good(token, now)
    role = connection.scalar(sa.select(invitations.c.role).where(is_good))
    if role is None or str(role).startswith(RESET) != is_reset:
        raise BadInput(NO_LINK)
    if not connection.execute(sa.update(invitations).where(is_good).values(used=now)).rowcount:
        raise BadInput(NO_LINK)
    record(connection, InvitationEnded(digest_of(token).hex(), now))
    return str(role)
