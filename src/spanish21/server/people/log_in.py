"""A log-in from end to end: a short write, the slow work on the password beside the writer, a short write."""

import msgspec
import sqlalchemy as sa

from spanish21.server.people.accounts import set_password
from spanish21.server.people.lockout import Attempt, succeeded
from spanish21.server.people.passwords import Passwords
from spanish21.server.people.sessions import Session, begin_session


class Answer(msgspec.Struct, frozen=True):
    """Whether the password was right, and its hash anew where the parameters have changed."""

    is_right: bool
    rehashed: str = ""


def answered(attempt: Attempt, password: str, passwords: Passwords) -> Answer:
    """Look at the password of an attempt that need not wait; this takes a while and no connection."""
    if not passwords.is_right(attempt.stored, password):
        return Answer(False)
    assert attempt.stored is not None
    return Answer(True, passwords.hashed(password) if passwords.needs_rehash(attempt.stored) else "")


def finish_log_in(
    connection: sa.Connection, attempt: Attempt, answer: Answer, tokens: tuple[str, str], now: int
) -> Session | None:
    """The session of somebody who gave the right password; `tokens` are for its cookie and its forms.

    After a wrong one there is nothing to do: it was counted when the attempt began.
    """
    if not answer.is_right or attempt.wait:
        return None
    succeeded(connection, attempt, now)
    if answer.rehashed:
        set_password(connection, attempt.person, answer.rehashed)
    return begin_session(connection, attempt.person, *tokens, now)
