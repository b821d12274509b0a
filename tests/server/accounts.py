"""People of the tests with an account, logged in without a password."""

import os

import sqlalchemy as sa

from spanish21.server.people.accounts import add_account, new_pseudonym
from spanish21.server.people.roles import give_role
from spanish21.server.people.sessions import begin_session, new_token


def logged_in(connection: sa.Connection, name: str, roles: tuple[str, ...], now: int) -> str:
    """Somebody new with these roles beside a player's; the token of the session."""
    person, token = new_pseudonym(os.urandom), new_token(os.urandom)
    add_account(connection, person, name, "no password", now)
    for role in roles:
        give_role(connection, person, role, "test", now)
    begin_session(connection, person, token, "", now)
    return token
