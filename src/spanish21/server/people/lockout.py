"""Log-ins: after several failures, further attempts have to wait, longer and longer.

Failures are counted by name and network together, so that a guessing stranger locks no one else out; by
network, against trying many names; and by name alone, whose delay is short and affects strangers only. A
browser that has logged in under the name before shows a token and is counted by it alone. Names that no one
has are counted like all others: a log-in does not reveal which names exist.
"""

import hmac
import os

import msgspec
import sqlalchemy as sa

from spanish21.server.log.seals import MasterKey
from spanish21.server.people.accounts import folded
from spanish21.server.store.counters import count_to, count_under, network_of
from spanish21.server.store.schema import people

SECOND = 1_000
FREE_OF_NAME, FREE_OF_ADDRESS = 4, 20
"""Failures that cost no time: of a name from one network (or from a known browser), and of a network."""
FREE_EVERYWHERE = 50
"""Failures of a name from all networks together that cost no time."""
FIRST_DELAY = 30 * SECOND
LONGEST_DELAY = 60 * 60 * SECOND
DELAY_EVERYWHERE = 5 * SECOND
"""However many networks guess at a name, a stranger's browser waits no longer than this because of them."""
FORGOTTEN_AFTER = 24 * 60 * 60 * SECOND
"""Failures are forgotten when none was added for this long."""
BROWSER_SIZE = 16


class FailureCount(msgspec.Struct, frozen=True):
    """A digest under which failures are counted, how many are free, and the longest delay."""

    digest: bytes
    free: int
    longest: int = LONGEST_DELAY
    is_cleared: bool = False
    """Whether a success forgets the failures; an attacker with an account must not clear the others."""


class CountedName(msgspec.Struct, frozen=True):
    """An attempt to log in: the name that was given, and how its failures are counted."""

    name: str
    counts: tuple[FailureCount, ...]


class Attempt(msgspec.Struct, frozen=True):
    """A log-in under way: who it may be and the hash of their password, or how long to wait first."""

    caller: CountedName
    person: str
    stored: str | None
    wait: int


def caller_from(master: MasterKey, name: str, address: str, browser: str = "") -> CountedName:
    """An attempt: a name from a network address, perhaps in a browser that is known under this name."""
    if is_known_browser(master, name, browser):
        digest = master.counter_digest("browser", browser)
        return CountedName(name, (FailureCount(digest, FREE_OF_NAME, is_cleared=True),))
    own, network = folded(name), network_of(address)
    here = master.counter_digest("name at network", f"{network} {own}")
    return CountedName(
        name,
        (
            FailureCount(here, FREE_OF_NAME, is_cleared=True),
            FailureCount(master.counter_digest("address", network), FREE_OF_ADDRESS),
            FailureCount(master.counter_digest("name", own), FREE_EVERYWHERE, DELAY_EVERYWHERE),
        ),
    )


def browser_token(master: MasterKey, name: str) -> str:
    """A browser's token after a log-in: it only shows that this name has logged in there before."""
    nonce = os.urandom(BROWSER_SIZE).hex()
    return f"{nonce}.{_browser_mac(master, name, nonce)}"


def is_known_browser(master: MasterKey, name: str, token: str) -> bool:
    """Whether a browser has logged in under a name before."""
    nonce, _, mac = token.partition(".")
    return len(nonce) == 2 * BROWSER_SIZE and hmac.compare_digest(
        mac.encode(), _browser_mac(master, name, nonce).encode()
    )


def _browser_mac(master: MasterKey, name: str, nonce: str) -> str:
    return master.counter_digest("known browser", f"{nonce} {folded(name)}").hex()


def delay(failures: int, free: int, longest: int = LONGEST_DELAY) -> int:
    """How long, in milliseconds, the next attempt has to wait after this many failures in a row."""
    if failures <= free:
        return 0
    return int(min(FIRST_DELAY << min(failures - free - 1, 20), longest))


def begin_attempt(connection: sa.Connection, caller: CountedName, now: int) -> Attempt:
    """Count a log-in as a failure before the password is looked at, so that a thousand in parallel do not
    slip through while it is; `succeeded` takes it back."""
    until = max(count_under(connection, one.digest)[1] for one in caller.counts)
    if until > now:
        return Attempt(caller, "", None, until - now)
    for one in caller.counts:
        _count(connection, one, now)
    query = sa.select(people.c.id, people.c.password).where(people.c.folded == folded(caller.name))
    account = connection.execute(query).one_or_none()
    if account is None:
        return Attempt(caller, "", None, 0)
    return Attempt(caller, account.id, account.password, 0)


def _count(connection: sa.Connection, one: FailureCount, now: int) -> None:
    failures, until = count_under(connection, one.digest)
    failures = failures + 1 if now - until < FORGOTTEN_AFTER else 1
    count_to(connection, one.digest, failures, now + delay(failures, one.free, one.longest))


def succeeded(connection: sa.Connection, attempt: Attempt, now: int) -> None:
    """The password was right: the failures of this name here are forgotten, and this attempt is taken off
    the other counts."""
    for one in attempt.caller.counts:
        failures, _ = count_under(connection, one.digest)
        count_to(connection, one.digest, 0 if one.is_cleared else max(failures - 1, 0), now)
    connection.execute(sa.update(people).where(people.c.id == attempt.person).values(last_seen=now))
