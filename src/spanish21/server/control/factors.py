"""The second factor of an account: set up, verified, replaced by a recovery code, removed by two others.

The secret is sealed under the master key: the database alone is not enough to make codes.
"""

import base64
import hashlib
import hmac
from typing import Any, NamedTuple

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.control.totp import DIGITS, SECRET_SIZE, step_of
from spanish21.server.log.authority_fold import factor_text, private_digest
from spanish21.server.log.house_events import FactorRemoved, FactorSet
from spanish21.server.log.seals import NONCE_SIZE, MasterKey, context_of, sealed, unseal
from spanish21.server.people.accounts import salt_of_person
from spanish21.server.people.lockout import delay
from spanish21.server.people.sessions import prove_session
from spanish21.server.store.counters import count_to, count_under
from spanish21.server.store.house_log import record
from spanish21.server.store.schema import factors, people
from spanish21.server.system_chance import Source

RECOVERY_CODES, RECOVERY_SIZE = 10, 10
FREE = 4
"""Wrong codes in a row that cost no time."""
WRONG = "these are not the six digits that your authenticator shows now"


class Trial(NamedTuple):
    """The result of a code: why it was refused ("" if it was right), and how many recovery codes are left."""

    why: str
    left: int
    must_wait: bool = False
    """Whether it was not looked at, after too many wrong ones."""


def begin_factor(connection: sa.Connection, master: MasterKey, person: str, source: Source) -> bytes:
    """A new secret for a person's authenticator; it takes effect once a code of it was given."""
    is_account = sa.and_(people.c.id == person, people.c.is_guest == 0, people.c.erased == 0)
    if connection.scalar(sa.select(people.c.id).where(is_account)) is None:
        raise BadInput("only an account has an authenticator; open one first")
    secret = source(SECRET_SIZE)
    pending = sealed(master.factor_key(person), secret, _context(person), source(NONCE_SIZE))
    found = connection.execute(sa.update(factors).where(factors.c.person == person).values(pending=pending))
    if not found.rowcount:
        connection.execute(sa.insert(factors).values(person=person, pending=pending))
    return secret


def confirm_factor(
    connection: sa.Connection, master: MasterKey, person: str, code: str, now: int, source: Source
) -> list[str]:
    """From now on this is the person's second factor; the recovery codes, which are shown once."""
    row = _row(connection, person)
    if row is None or row.pending is None:
        raise BadInput("begin to set up the authenticator first")
    secret = unseal(master.factor_key(person), row.pending, _context(person))
    step = step_of(secret, code, now, 0)
    if step is None:
        raise BadInput(WRONG)
    codes = [_recovery_code(source) for _ in range(RECOVERY_CODES)]
    kept = " ".join(_recovery_digest(person, one) for one in codes)
    values = {"sealed": row.pending, "pending": None, "counter": step, "recovery": kept}
    connection.execute(sa.update(factors).where(factors.c.person == person).values(**values))
    _note(connection, person, row.pending, kept, now)
    return codes


def try_factor(
    connection: sa.Connection, master: MasterKey, person: str, session: bytes, code: str, now: int
) -> Trial:
    """Six digits, or a recovery code; the session is proved by the right one. Wrong ones are counted, so this
    refuses by its result: its transaction is kept."""
    row = _row(connection, person)
    if row is None or row.sealed is None:
        return Trial("this account has no authenticator yet; set one up", 0)
    digest = master.counter_digest("factor", person)
    failures, until = count_under(connection, digest)
    if until > now:
        return Trial(f"too many wrong codes; wait {-(-(until - now) // 1_000)} seconds", 0, True)
    left = row.recovery.split()
    text = "".join(code.split()).upper().replace("-", "")
    if text.isdecimal() and len(text) == DIGITS:
        step = step_of(
            unseal(master.factor_key(person), row.sealed, _context(person)), text, now, row.counter
        )
        is_right = step is not None
        if is_right:
            connection.execute(sa.update(factors).where(factors.c.person == person).values(counter=step))
    else:
        digests = [one for one in left if hmac.compare_digest(one, _recovery_digest(person, text))]
        is_right = bool(digests)
        if is_right:
            left.remove(digests[0])
            kept = " ".join(left)
            connection.execute(sa.update(factors).where(factors.c.person == person).values(recovery=kept))
            _note(connection, person, row.sealed, kept, now)
    if not is_right:
        count_to(connection, digest, failures + 1, now + delay(failures + 1, FREE))
        return Trial(WRONG, len(left))
    count_to(connection, digest, 0, now)
    prove_session(connection, session, now)
    return Trial("", len(left))


def remove_factor(connection: sa.Connection, person: str, by: str, now: int) -> None:
    """A person has lost authenticator and recovery codes: they set up another one, and approve nothing for a
    day."""
    removed = sa.delete(factors).where(factors.c.person == person, factors.c.sealed.is_not(None))
    if not connection.execute(removed).rowcount:
        raise BadInput("this account has no authenticator")
    connection.execute(sa.update(people).where(people.c.id == person).values(reset_at=now))
    record(connection, FactorRemoved(person, by, now), by=by)


def recovery_left(connection: sa.Connection, person: str) -> int:
    """How many recovery codes a person has left."""
    row = _row(connection, person)
    return len(row.recovery.split()) if row is not None else 0


def _row(connection: sa.Connection, person: str) -> sa.Row[Any] | None:
    return connection.execute(sa.select(factors).where(factors.c.person == person)).one_or_none()


def _context(person: str) -> bytes:
    return context_of("people", person, "factor")


def _recovery_code(source: Source) -> str:
    text = base64.b32encode(source(RECOVERY_SIZE)).decode()
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def _recovery_digest(person: str, code: str) -> str:
    return hashlib.sha256(f"{person} {code.replace('-', '')}".encode()).hexdigest()


def _note(connection: sa.Connection, person: str, secret: bytes, recovery: str, now: int) -> None:
    digest = private_digest(salt_of_person(connection, person), *factor_text(secret, recovery))
    record(connection, FactorSet(person, digest, len(recovery.split()), now), by=person)
