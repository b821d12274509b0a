"""Limits that players set themselves: what to lose and how long to play in 24 hours; exclusion."""

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.playing import HOUR, lost_and_seconds
from spanish21.server.schema import limits, people

LOSS, TIME = "loss", "time"
KINDS = (LOSS, TIME)
"""Of money in the smallest unit, and of seconds."""

WAITING = 24 * HOUR
"""A higher limit waits so long; a lower one holds at once."""

SHORTEST_EXCLUSION = 24 * HOUR
FOR_EVER = 2**62


def set_limit(connection: sa.Connection, person: str, kind: str, amount: int | None, now: int) -> int:
    """Set a limit (None: none); the moment from which it holds."""
    if kind not in KINDS:
        raise BadInput(f"{kind!r} is not a limit; the limits are {' and '.join(KINDS)}")
    if amount is not None and not 0 <= amount < 2**53:
        raise BadInput("a limit is an amount from 0 on")
    old = limit_of(connection, person, kind, now)
    connection.execute(sa.delete(limits).where(limits.c.person == person, limits.c.kind == kind))
    row = sa.insert(limits).values(person=person, kind=kind, since=now)
    if old is None or (amount is not None and amount <= old):
        connection.execute(row.values(amount=amount))
        return now
    connection.execute(row.values(amount=old, next_amount=amount, next_since=now + WAITING))
    return now + WAITING


def limit_of(connection: sa.Connection, person: str, kind: str, now: int) -> int | None:
    """The limit that holds now, or None."""
    of_kind = sa.and_(limits.c.person == person, limits.c.kind == kind)
    row = connection.execute(sa.select(limits).where(of_kind)).one_or_none()
    if row is None:
        return None
    has_come = row.next_since is not None and row.next_since <= now
    found: int | None = row.next_amount if has_come else row.amount
    return found


def exclude(connection: sa.Connection, person: str, until: int, now: int) -> None:
    """Exclude oneself from play, at once; an exclusion can be made longer and never shorter."""
    if until < now + SHORTEST_EXCLUSION:
        raise BadInput("an exclusion lasts 24 hours or longer")
    longer = sa.and_(people.c.id == person, people.c.excluded_until < until)
    connection.execute(sa.update(people).where(longer).values(excluded_until=min(until, FOR_EVER)))


def is_excluded(connection: sa.Connection, person: str, now: int) -> bool:
    """Whether somebody is excluded from play now."""
    until = connection.scalar(sa.select(people.c.excluded_until).where(people.c.id == person))
    return until is not None and until > now


def why_not_play(connection: sa.Connection, person: str, now: int, wager: int = 0) -> str:
    """Why somebody may not sit down, buy chips or place a wager of this much more; "" when they may.

    What they have on the layout in the round under way is in `wager`. Nobody asks this of a decision in a
    round: a round that has begun is finished.
    """
    if is_excluded(connection, person, now):
        return "you have excluded yourself from play"
    lost, seconds = lost_and_seconds(connection, person, now)
    most_time = limit_of(connection, person, TIME, now)
    if most_time is not None and seconds >= most_time:
        return "you have played as long as your own limit allows in 24 hours"
    most = limit_of(connection, person, LOSS, now)
    if most is not None and lost + wager > most:
        return f"your own limit leaves you {max(most - lost, 0)} to lose in these 24 hours"
    return ""
