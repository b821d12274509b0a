"""Play on record: people's results by hour, their time of play and their chips on the layouts.
It is written in the same commit as the events."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from spanish21.game.table import Table
from spanish21.server.log.play_fold import HOUR, on_layout
from spanish21.server.store.schema import at_risk, played
from spanish21.server.store.statements import insert_rows

HOURS_COUNTED = 24


def add_play(connection: sa.Connection, played_now: Mapping[str, tuple[int, int]], now: int) -> None:
    """Record people's results (losses are below 0) and their seconds of play, in this hour."""
    rows = [(person, now // HOUR, won, seconds) for person, (won, seconds) in sorted(played_now.items())]
    insert_rows(connection, played, rows, AND_MORE)


NEWEST_RISK = "ON CONFLICT (person, table_id) DO UPDATE SET amount = excluded.amount"
AND_MORE = (
    "ON CONFLICT (person, hour)"
    " DO UPDATE SET won = played.won + excluded.won, seconds = played.seconds + excluded.seconds"
)


def lost_and_seconds(connection: sa.Connection, person: str, now: int, more: int = 0) -> tuple[int, int]:
    """A player's net loss and seconds of play in the last 24 hours; `more` is won
    and not in the store yet.

    Hours count whole, so the time looked back on is up to an hour longer and never shorter."""
    recent = sa.and_(played.c.person == person, played.c.hour >= now // HOUR - HOURS_COUNTED)
    sums = sa.func.coalesce(sa.func.sum(played.c.won), 0), sa.func.coalesce(sa.func.sum(played.c.seconds), 0)
    won, seconds = connection.execute(sa.select(*sums).where(recent)).one()
    return max(-int(won) - more, 0), int(seconds)


def risks_of(connection: sa.Connection, person: str) -> dict[str, int]:
    """A person's chips on the layouts, by table."""
    query = sa.select(at_risk.c.table_id, at_risk.c.amount).where(at_risk.c.person == person)
    return {row.table_id: row.amount for row in connection.execute(query)}


def note_risks(connection: sa.Connection, tables: Sequence[tuple[str, Table]]) -> None:
    """Record the chips on the layouts of resumed tables, also those that an older version left out."""
    rows = [(person, id, risk) for id, table in tables for person, risk in sorted(on_layout(table).items())]
    insert_rows(connection, at_risk, rows, NEWEST_RISK)


def sweep_played(connection: sa.Connection, now: int) -> int:
    """Forget the hours that no limit looks back on; how many rows there were."""
    connection.execute(sa.delete(at_risk).where(at_risk.c.amount == 0))
    old = played.c.hour < now // HOUR - HOURS_COUNTED
    return connection.execute(sa.delete(played).where(old)).rowcount
