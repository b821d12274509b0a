"""Log-ins: after some failures in a row each further one makes the name, or the address, wait longer.

Names that nobody has are counted like all others: a log-in tells nobody which names there are.
"""

import msgspec
import sqlalchemy as sa

from spanish21.server.log.seals import MasterKey
from spanish21.server.people.accounts import folded
from spanish21.server.store.counters import count_to, counted, network_of
from spanish21.server.store.schema import people

SECOND = 1_000
FREE_OF_NAME, FREE_OF_ADDRESS = 4, 20
"""Failures that cost no time."""
FIRST_DELAY = 30 * SECOND
LONGEST_DELAY = 60 * 60 * SECOND
FORGOTTEN_AFTER = 24 * 60 * 60 * SECOND
"""Failures are forgotten when none was added for so long."""


class Caller(msgspec.Struct, frozen=True):
    """Who tries to log in: the name that they give, and the digests under which they are counted."""

    name: str
    by_name: bytes
    by_address: bytes


class Attempt(msgspec.Struct, frozen=True):
    """A log-in under way: who it may be and the hash of their password, or how long to wait first."""

    caller: Caller
    person: str
    stored: str | None
    wait: int


def caller_from(master: MasterKey, name: str, address: str) -> Caller:
    """Who gives a name at a network address."""
    by_name = master.counter_digest("name", folded(name))
    return Caller(name, by_name, master.counter_digest("address", network_of(address)))


def delay(failures: int, free: int) -> int:
    """How long, in milliseconds, nobody may try again after so many failures in a row."""
    if failures <= free:
        return 0
    return int(min(FIRST_DELAY << min(failures - free - 1, 20), LONGEST_DELAY))


def begin_attempt(connection: sa.Connection, caller: Caller, now: int) -> Attempt:
    """Count a log-in as a failure before the password is looked at, so that a thousand at once do not slip
    through while it is; `succeeded` takes it back."""
    until = max(counted(connection, digest)[1] for digest in (caller.by_name, caller.by_address))
    if until > now:
        return Attempt(caller, "", None, until - now)
    _count(connection, caller.by_name, FREE_OF_NAME, now)
    _count(connection, caller.by_address, FREE_OF_ADDRESS, now)
    query = sa.select(people.c.id, people.c.password).where(people.c.folded == folded(caller.name))
    account = connection.execute(query).one_or_none()
    if account is None:
        return Attempt(caller, "", None, 0)
    return Attempt(caller, account.id, account.password, 0)


def _count(connection: sa.Connection, digest: bytes, free: int, now: int) -> None:
    failures, until = counted(connection, digest)
    failures = failures + 1 if now - until < FORGOTTEN_AFTER else 1
    count_to(connection, digest, failures, now + delay(failures, free))


def succeeded(connection: sa.Connection, attempt: Attempt, now: int) -> None:
    """The password was right: the name's failures are forgotten, and this one is taken off the address.

    The address's others stay, or an attacker with an account of his own could clear them between guesses.
    """
    count_to(connection, attempt.caller.by_name, 0, now)
    failures, _ = counted(connection, attempt.caller.by_address)
    count_to(connection, attempt.caller.by_address, max(failures - 1, 0), now)
    connection.execute(sa.update(people).where(people.c.id == attempt.person).values(last_seen=now))
