"""Limits that players set themselves: loss and time of play in 24 hours; exclusion.

They are judged in the transaction that commits a command (`forbidden`), with the person's row locked: neither
an exclusion nor a wager at another table can come between the judgement and the commit.
"""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.answers import Limits
from spanish21.server.log.batch import LogBatch
from spanish21.server.log.house_events import LimitSet, PersonExcluded
from spanish21.server.log.play_fold import HOUR
from spanish21.server.people.command_authority import COMMANDS
from spanish21.server.people.roles import PLAYER
from spanish21.server.store.house_log import record
from spanish21.server.store.play_records import lost_and_seconds, risks_of
from spanish21.server.store.schema import limits, people

LOSS, TIME, CHECK = "loss", "time", "check"
KINDS = (LOSS, TIME, CHECK)
"""Of money in the smallest unit, of seconds of play, and of the seconds after which a person wants to be told
how it goes: the last forbids nothing, so it changes immediately."""

WAITING = 24 * HOUR
"""A higher limit waits this long; a lower one takes effect immediately."""

SHORTEST_EXCLUSION = 24 * HOUR
FOR_EVER = 2**62

BEGINNING = frozenset(kind.__name__ for kind, line in COMMANDS.items() if line.begins_play)
"""The commands that limits forbid. Decisions in a round are not among them: a round that has begun is
finished, and a double or a split of a hand in it is not refused because of a limit."""


def set_limit(connection: sa.Connection, person: str, kind: str, amount: int | None, now: int) -> int:
    """Set a limit (None: none); the moment from which it holds."""
    if kind not in KINDS:
        raise BadInput(f"{kind!r} is not a limit; the limits are {' and '.join(KINDS)}")
    if amount is not None and not 0 <= amount < 2**53:
        raise BadInput("a limit is an amount from 0 on")
    connection.execute(sa.update(people).where(people.c.id == person).values(is_limited=1))
    old = limit_of(connection, person, kind, now)
    connection.execute(sa.delete(limits).where(limits.c.person == person, limits.c.kind == kind))
    holds_at_once = kind == CHECK or old is None or (amount is not None and amount <= old)
    waits = (None, None) if holds_at_once else (amount, now + WAITING)
    limit = LimitSet(person, kind, amount if holds_at_once else old, now, *waits)
    connection.execute(sa.insert(limits).values(**msgspec.structs.asdict(limit)))
    record(connection, limit, by=person)
    return now if holds_at_once else now + WAITING


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
    """Exclude oneself from play, from this commit on; an exclusion can be made longer and never shorter."""
    if until < now + SHORTEST_EXCLUSION:
        raise BadInput("an exclusion lasts 24 hours or longer")
    longer = sa.and_(people.c.id == person, people.c.excluded_until < until)
    until = min(until, FOR_EVER)
    if connection.execute(sa.update(people).where(longer).values(excluded_until=until)).rowcount:
        record(connection, PersonExcluded(person, until), by=person)


def is_excluded(connection: sa.Connection, person: str, now: int) -> bool:
    """Whether a person is excluded from play now."""
    until = connection.scalar(sa.select(people.c.excluded_until).where(people.c.id == person))
    return until is not None and until > now


def why_not_play(connection: sa.Connection, person: str, now: int, risk: int = 0, won: int = 0) -> str:
    """Why a person may not sit down, buy chips or place a wager; "" when they may.

    `risk` is their total on the layouts of all tables, `won` their result so far (losses are below 0) and
    is not in the store yet.
    """
    if is_excluded(connection, person, now):
        return "you have excluded yourself from play"
    lost, seconds = lost_and_seconds(connection, person, now, won)
    most_time = limit_of(connection, person, TIME, now)
    if most_time is not None and seconds >= most_time:
        return "you have played as long as your own limit allows in 24 hours"
    most = limit_of(connection, person, LOSS, now)
    if most is not None and lost + risk > most:
        return f"your own limit leaves you {max(most - lost, 0)} to lose in these 24 hours"
    return ""


def forbidden(connection: sa.Connection, batches: Sequence[LogBatch]) -> dict[str, str]:
    """Which tables' batches must not be written because of a person's own limits, and why: asked in the
    transaction that writes the others. Each batch is judged together with the earlier ones."""
    beginners = [_beginners(batch) for batch in batches]
    limited = _limited(connection, set().union(*beginners))
    if not limited:
        return {}
    found: dict[str, str] = {}
    risks = {person: risks_of(connection, person) for person in limited}
    won = dict.fromkeys(limited, 0)
    for batch, begin in zip(batches, beginners, strict=True):
        own = {person: risk for person, risk in batch.at_risk.items() if person in limited}
        for person in sorted(begin & limited):
            here = risks[person] | ({batch.table_id: own[person]} if person in own else {})
            more = won[person] + batch.played.get(person, (0, 0))[0]
            why = why_not_play(connection, person, batch.at, sum(here.values()), more)
            if why:
                found.setdefault(batch.table_id, why)
        if batch.table_id not in found:
            for person in limited:
                won[person] += batch.played.get(person, (0, 0))[0]
            for person, risk in own.items():
                risks[person][batch.table_id] = risk
    return found


def _beginners(batch: LogBatch) -> set[str]:
    """The people who sit down, buy chips or wager in a batch."""
    return {row.by for row in batch.commands if row.command in BEGINNING and row.role == PLAYER}


def _limited(connection: sa.Connection, persons: set[str]) -> set[str]:
    """Those of some people who have set limits or excluded themselves. The rows of all stay locked until the
    commit: an exclusion waits for it, and so does a wager at another server."""
    if not persons:
        return set()
    if connection.dialect.name == "postgresql":
        found = connection.exec_driver_sql(_LOCK_PEOPLE, (sorted(persons),))
    else:
        found = connection.exec_driver_sql(_FIND_PEOPLE, (msgspec.json.encode(list(persons)).decode(),))
    return {row.id for row in found if row.is_limited or row.excluded_until}


_LOCK_PEOPLE = (
    "SELECT id, is_limited, excluded_until FROM people WHERE id = ANY (%s) ORDER BY id FOR NO KEY UPDATE"
)
_FIND_PEOPLE = (
    "SELECT id, is_limited, excluded_until FROM people WHERE id IN (SELECT value FROM json_each(?))"
    " AND (is_limited OR excluded_until)"
)
"""SQLite has one writer, whose transaction is the lock."""


def limits_now(connection: sa.Connection, person: str, now: int) -> Limits:
    """The limits that a person has set."""
    seconds = limit_of(connection, person, TIME, now)
    minutes = None if seconds is None else seconds // 60
    check = limit_of(connection, person, CHECK, now)
    return {
        "loss": limit_of(connection, person, LOSS, now),
        "minutes": minutes,
        "check": None if check is None else check // 60,
    }
