"""Tokens for models: with one a model may ask questions for a person, and can do nothing else.

A model has a session of its own, which no cookie opens: its token names the session by its digest, under a
code that only the house can make. A person has one such token. It is shown when it is made, and ends when
it is taken back, with the session that it was made in, and as every session does.
"""

import hmac

import sqlalchemy as sa

from spanish21.server.log.seals import MasterKey
from spanish21.server.people.callers import Caller, caller_in
from spanish21.server.people.sessions import (
    OF_MODEL,
    OpenSession,
    begin_session,
    end_session_named,
    made_in,
    model_session_of,
    new_token,
    session_by_digest,
)
from spanish21.server.system_chance import Source

PREFIX = "s21m"
LONGEST = 200


def make_model_token(
    connection: sa.Connection, master: MasterKey, source: Source, session: OpenSession, now: int
) -> tuple[str, int]:
    """A new token for a model, made in a session, and when it ends; an earlier one ends now."""
    end_model_token(connection, session.person, now)
    mark = made_in(session.digest)
    found = begin_session(connection, session.person, new_token(source), mark, now)
    return f"{PREFIX}.{found.digest.hex()}.{_code(master, found.digest)}", found.expires


def end_model_token(connection: sa.Connection, person: str, now: int) -> bool:
    """Take a person's token back; whether there was one."""
    found = model_session_of(connection, person, now)
    return found is not None and end_session_named(connection, person, found.digest)


def caller_by_model_token(
    connection: sa.Connection, master: MasterKey, token: str, now: int
) -> Caller | None:
    """For whom a model asks, or None."""
    parts = token.split(".") if len(token) <= LONGEST and token.isascii() else []
    if len(parts) != 3 or parts[0] != PREFIX:
        return None
    try:
        digest = bytes.fromhex(parts[1])
    except ValueError:
        return None
    if not hmac.compare_digest(parts[2], _code(master, digest)):
        return None
    session = session_by_digest(connection, digest, now)
    if session is None or not session.csrf.startswith(OF_MODEL):
        return None
    return caller_in(connection, session)


def _code(master: MasterKey, digest: bytes) -> str:
    return master.counter_digest("model", digest.hex()).hex()
