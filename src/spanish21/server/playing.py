"""What people won and lost and how long they played, hour by hour: what their limits are held against."""

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from spanish21.game import events as ev
from spanish21.server.schema import played
from spanish21.server.statements import insert_rows

HOUR = 60 * 60 * 1_000
HOURS_COUNTED = 24


def winnings(events: Iterable[ev.Event]) -> dict[str, int]:
    """What each person won by events, below 0 what they lost."""
    found: dict[str, int] = {}
    for event in events:
        if isinstance(event, ev.WagerSettled):
            found[event.person] = found.get(event.person, 0) + event.paid - event.collected
        elif isinstance(event, ev.BonusPaid):
            found[event.person] = found.get(event.person, 0) + event.paid
        elif isinstance(event, ev.SettlementUndone):
            found[event.person] = found.get(event.person, 0) + event.returned - event.taken
    return found


def add_play(connection: sa.Connection, played_now: Mapping[str, tuple[int, int]], now: int) -> None:
    """Write down what people won (below 0: lost) and how many seconds they played, in this hour."""
    rows = [(person, now // HOUR, won, seconds) for person, (won, seconds) in sorted(played_now.items())]
    insert_rows(connection, played, rows, _AND_MORE)


_AND_MORE = (
    "ON CONFLICT (person, hour)"
    " DO UPDATE SET won = played.won + excluded.won, seconds = played.seconds + excluded.seconds"
)


def lost_and_seconds(connection: sa.Connection, person: str, now: int) -> tuple[int, int]:
    """What somebody lost on balance, and how many seconds they played, in the last 24 hours.

    Hours count whole, so the time looked back on is up to an hour longer and never shorter."""
    recent = sa.and_(played.c.person == person, played.c.hour >= now // HOUR - HOURS_COUNTED)
    sums = sa.func.coalesce(sa.func.sum(played.c.won), 0), sa.func.coalesce(sa.func.sum(played.c.seconds), 0)
    won, seconds = connection.execute(sa.select(*sums).where(recent)).one()
    return max(-int(won), 0), int(seconds)


def sweep_played(connection: sa.Connection, now: int) -> int:
    """Forget the hours that no limit looks back on; how many rows there were."""
    old = played.c.hour < now // HOUR - HOURS_COUNTED
    return connection.execute(sa.delete(played).where(old)).rowcount
