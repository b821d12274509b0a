"""Tokens for models: with one a model may ask questions for a person, and can do nothing else.

A token names a session by its digest, under a code that only the house can make. So nothing is stored, the
token ends with the session, and its holder can neither log in nor play for money.
"""

import hmac

import sqlalchemy as sa

from spanish21.server.log.seals import MasterKey
from spanish21.server.people.callers import Caller, caller_in
from spanish21.server.people.sessions import OpenSession, session_by_digest

PREFIX = "s21m"
LONGEST = 200


def model_token(master: MasterKey, session: OpenSession) -> str:
    """The token of a session for a model."""
    return f"{PREFIX}.{session.digest.hex()}.{_code(master, session.digest)}"


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
    return caller_in(connection, session_by_digest(connection, digest, now))


def _code(master: MasterKey, digest: bytes) -> str:
    return master.counter_digest("model", digest.hex()).hex()
