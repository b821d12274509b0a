"""Sessions: a random token for the browser, of which the store keeps a hash."""

import hashlib
from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.server.store.schema import people, sessions
from spanish21.server.system_chance import Source

TOKEN_SIZE = 32
MINUTE = 60_000
LIFETIME = 12 * 60 * MINUTE
"""A session ends after this many milliseconds in any case,"""
IDLE_TIME = 60 * MINUTE
"""or after this many without a request."""
OF_MODEL = "model "
"""A session with this mark is a model's; the mark is followed by the digest of the session it was made in."""
SEEN_EVERY = MINUTE
"""How exactly the last request is kept: a write for each would be too many."""


class OpenSession(msgspec.Struct, frozen=True):
    """A log-in; sockets remember its `digest`, so that they are closed at the log-out."""

    digest: bytes
    person: str
    csrf: str
    expires: int
    last_seen: int
    proved: int = 0
    """When the second factor was given last; 0: never."""


def new_token(source: Source) -> str:
    """A token for a cookie, a one-time link or a form."""
    return source(TOKEN_SIZE).hex()


def digest_of(token: str) -> bytes:
    """The stored digest of a token."""
    return hashlib.sha256(token.encode()).digest()


def begin_session(connection: sa.Connection, person: str, token: str, csrf: str, now: int) -> OpenSession:
    """A new session; it ends after its lifetime, or earlier."""
    session = OpenSession(digest_of(token), person, csrf, now + LIFETIME, now)
    row = {"digest": session.digest, "person": person, "csrf": csrf.encode(), "created": now}
    connection.execute(sa.insert(sessions).values(**row, expires=session.expires, last_seen=now))
    connection.execute(sa.update(people).where(people.c.id == person).values(last_seen=now))
    return session


def session_of(connection: sa.Connection, token: str, now: int) -> OpenSession | None:
    """The session of a token, unless it is over."""
    return session_by_digest(connection, digest_of(token), now)


def session_by_digest(connection: sa.Connection, digest: bytes, now: int) -> OpenSession | None:
    """The session of a digest, unless it is over."""
    row = connection.execute(_living(now).where(sessions.c.digest == digest)).one_or_none()
    if row is None:
        return None
    return OpenSession(row.digest, row.person, row.csrf.decode(), row.expires, row.last_seen, row.proved)


def _living(now: int) -> sa.Select[tuple[bytes, str, bytes, int, int, int]]:
    columns = (sessions.c.digest, sessions.c.person, sessions.c.csrf, sessions.c.expires)
    is_living = sa.and_(sessions.c.expires > now, sessions.c.last_seen > now - IDLE_TIME)
    return sa.select(*columns, sessions.c.last_seen, sessions.c.proved).where(is_living)


def prove_session(connection: sa.Connection, digest: bytes, now: int) -> None:
    """Record that the second factor has just been given in this session."""
    connection.execute(sa.update(sessions).where(sessions.c.digest == digest).values(proved=now))


def sessions_of(connection: sa.Connection, person: str, now: int) -> list[sa.Row[Any]]:
    """The sessions of a person that are not over, the newest first; those of models are not among them."""
    return [one for one in _every_session_of(connection, person, now) if not _is_of_model(one)]


def model_session_of(connection: sa.Connection, person: str, now: int) -> sa.Row[Any] | None:
    """The session in which a model asks for a person."""
    found = (one for one in _every_session_of(connection, person, now) if _is_of_model(one))
    return next(found, None)


def _every_session_of(connection: sa.Connection, person: str, now: int) -> list[sa.Row[Any]]:
    is_own = sa.and_(sessions.c.person == person, sessions.c.expires > now)
    query = sa.select(sessions).where(is_own, sessions.c.last_seen > now - IDLE_TIME)
    return list(connection.execute(query.order_by(sessions.c.created.desc())))


def _is_of_model(row: sa.Row[Any]) -> bool:
    return bool(row.csrf.startswith(OF_MODEL.encode()))


def made_in(digest: bytes) -> str:
    """What a model's session has in place of a word for forms: the session that it was made in."""
    return OF_MODEL + digest.hex()


def _is_made_in(digest: bytes) -> sa.ColumnElement[bool]:
    return sessions.c.csrf == made_in(digest).encode()


def end_session_named(connection: sa.Connection, person: str, digest: bytes) -> bool:
    """End one of a person's sessions; whether there was such a one."""
    which = sa.and_(sessions.c.person == person, sessions.c.digest == digest)
    connection.execute(sa.delete(sessions).where(sessions.c.person == person, _is_made_in(digest)))
    return bool(connection.execute(sa.delete(sessions).where(which)).rowcount)


def is_to_be_kept(session: OpenSession, now: int) -> bool:
    """Whether it is time to write down that the session was used."""
    return now >= session.last_seen + SEEN_EVERY


def keep_session(connection: sa.Connection, session: OpenSession, now: int) -> None:
    """Write down that the session was used, so that it does not end as idle."""
    of_session = sessions.c.digest == session.digest
    connection.execute(sa.update(sessions).where(of_session).values(last_seen=now))


def renewed_session(connection: sa.Connection, session: OpenSession, token: str) -> OpenSession:
    """The same session under another token, when it comes to mean more; the first opens nothing any more."""
    of_session, digest = sessions.c.digest == session.digest, digest_of(token)
    connection.execute(sa.update(sessions).where(of_session).values(digest=digest))
    mark = made_in(digest).encode()
    connection.execute(sa.update(sessions).where(_is_made_in(session.digest)).values(csrf=mark))
    return OpenSession(digest, session.person, session.csrf, session.expires, session.last_seen)


def is_living(connection: sa.Connection, session: OpenSession, now: int) -> bool:
    """Whether a session is not over."""
    return connection.execute(_living(now).where(sessions.c.digest == session.digest)).first() is not None


def end_session(connection: sa.Connection, session: OpenSession) -> None:
    """Log out: the token is worth nothing any more, nor is one that was made for a model in this session."""
    connection.execute(sa.delete(sessions).where(_is_made_in(session.digest)))
    connection.execute(sa.delete(sessions).where(sessions.c.digest == session.digest))


def end_sessions(connection: sa.Connection, person: str, but: OpenSession | None = None) -> tuple[bytes, ...]:
    """Log a person out everywhere, perhaps except here; the digests of the sessions that ended."""
    which = sessions.c.person == person
    if but is not None:
        which = sa.and_(which, sessions.c.digest != but.digest)
    ended = tuple(connection.scalars(sa.select(sessions.c.digest).where(which)))
    connection.execute(sa.delete(sessions).where(which))
    return ended


def sweep_sessions(connection: sa.Connection, now: int) -> tuple[bytes, ...]:
    """Delete expired sessions; returns their digests."""
    is_over = sa.or_(sessions.c.expires <= now, sessions.c.last_seen <= now - IDLE_TIME)
    ended = tuple(connection.scalars(sa.select(sessions.c.digest).where(is_over)))
    connection.execute(sa.delete(sessions).where(is_over))
    return ended
