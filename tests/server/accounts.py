"""People of the tests with an account, logged in without a password."""

import os

import sqlalchemy as sa

from spanish21.server.people.accounts import add_account, new_pseudonym
from spanish21.server.people.roles import give_role
from spanish21.server.people.sessions import begin_session, new_token, prove_session

TWO_DAYS = 2 * 24 * 60 * 60 * 1_000


def logged_in(connection: sa.Connection, name: str, roles: tuple[str, ...], now: int) -> str:
    """Somebody with these roles, for some days, beside a player's; the token of a session that has been
    proved."""
    person, token = new_pseudonym(os.urandom), new_token(os.urandom)
    add_account(connection, person, name, "no password", now - TWO_DAYS)
    for role in roles:
        give_role(connection, person, role, "test", now - TWO_DAYS)
    session = begin_session(connection, person, token, "", now)
    prove_session(connection, session.digest, now)
    return token
