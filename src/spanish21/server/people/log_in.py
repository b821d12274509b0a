"""A log-in from end to end: a short write, the slow work on the password in a thread, a short write."""

import msgspec
import sqlalchemy as sa

from spanish21.server.people.accounts import set_password
from spanish21.server.people.lockout import Attempt, succeeded
from spanish21.server.people.passwords import Passwords
from spanish21.server.people.sessions import OpenSession, begin_session


class PasswordCheck(msgspec.Struct, frozen=True):
    """Whether the password was right, and a new hash if the parameters have changed."""

    is_right: bool
    rehashed: str = ""


def check_password(attempt: Attempt, password: str, passwords: Passwords) -> PasswordCheck:
    """Look at the password of an attempt that need not wait; this takes a while and no connection."""
    if not passwords.is_right(attempt.stored, password):
        return PasswordCheck(False)
    assert attempt.stored is not None
    return PasswordCheck(True, passwords.hashed(password) if passwords.needs_rehash(attempt.stored) else "")


def finish_log_in(
    connection: sa.Connection, attempt: Attempt, answer: PasswordCheck, tokens: tuple[str, str], now: int
) -> OpenSession | None:
    """The session of a person who gave the right password; `tokens` are for its cookie and its forms.

    After a wrong one there is nothing to do: it was counted when the attempt began.
    """
    if not answer.is_right or attempt.wait:
        return None
    succeeded(connection, attempt, now)
    if answer.rehashed:
        set_password(connection, attempt.person, answer.rehashed)
    return begin_session(connection, attempt.person, *tokens, now)
