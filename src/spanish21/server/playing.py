"""What people won and lost, how long they played and what they have on the layouts: what their limits are
held against. All of it is written in the commit in which it happens."""

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa

from spanish21.game import events as ev
from spanish21.game.table import Table
from spanish21.server.batch import Batch
from spanish21.server.schema import at_risk, played
from spanish21.server.statements import insert_rows

HOUR = 60 * 60 * 1_000
HOURS_COUNTED = 24
LONGEST_ROUND = 5 * 60 * 1_000
"""Between two settlements this much counts as play at most."""


def winnings(events: Iterable[ev.Event]) -> dict[str, int]:
    """What each person won by events, below 0 what they lost."""
    found: dict[str, int] = {}
    for event in events:
        add_winnings(found, event)
    return found


def add_winnings(found: dict[str, int], event: ev.Event) -> None:
    """Add what an event brought to whom."""
    if isinstance(event, ev.WagerSettled):
        found[event.person] = found.get(event.person, 0) + event.paid - event.collected
    elif isinstance(event, ev.BonusPaid):
        found[event.person] = found.get(event.person, 0) + event.paid
    elif isinstance(event, ev.SettlementUndone):
        found[event.person] = found.get(event.person, 0) + event.returned - event.taken


class Presence:
    """When each person's wagers were settled last: the time from one settlement to the next is play, up to a
    bound."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def seconds(self, person: str, now: int) -> int:
        """For how long a person has played who is settled with now."""
        return min(max(now - self._seen.get(person, now), 0), LONGEST_ROUND) // 1_000

    def note(self, persons: Iterable[str], now: int) -> None:
        """These people were settled with."""
        self._seen.update(dict.fromkeys(persons, now))


def on_layout(table: Table | None) -> dict[str, int]:
    """What each person has on the layout: wagers, doubles, insurance, side wagers, cash offered."""
    found: dict[str, int] = {}
    for box in table.boxes if table is not None else ():
        for at, stake in enumerate(box.stakes):
            risk = stake.insurance if box.hands else stake.insurance + stake.wager
            for side in stake.sides:
                risk += 0 if side.settled else side.amount
            for hand in box.hands:
                risk += hand.wagers[at] + hand.doubles[at]
            found[stake.person] = found.get(stake.person, 0) + risk
    for offer in table.offers if table is not None else ():
        if offer.box:
            found[offer.person] = found.get(offer.person, 0) + offer.amount
    return found


def risk_changes(before: Table | None, after: Table) -> dict[str, int]:
    """What people have on the layout of a table, of those for whom it is not what it was."""
    was, now = on_layout(before), on_layout(after)
    both = was.keys() | now.keys()
    return {person: now.get(person, 0) for person in both if was.get(person) != now.get(person)}


def risk_rows(batches: Iterable[Batch]) -> list[tuple[str, str, int]]:
    """The rows of `at_risk` that batches write."""
    newest = {(person, batch.table_id): risk for batch in batches for person, risk in batch.at_risk.items()}
    return [(*place, risk) for place, risk in sorted(newest.items())]


def played_rows(batches: Iterable[Batch]) -> list[tuple[str, int, int, int]]:
    """The rows of `played` that batches add to."""
    sums: dict[tuple[str, int], tuple[int, int]] = {}
    for batch in batches:
        for person, (won, seconds) in batch.played.items():
            place = (person, batch.at // HOUR)
            before = sums.get(place, (0, 0))
            sums[place] = (before[0] + won, before[1] + seconds)
    return [(*place, *more) for place, more in sorted(sums.items())]


def add_play(connection: sa.Connection, played_now: Mapping[str, tuple[int, int]], now: int) -> None:
    """Write down what people won (below 0: lost) and how many seconds they played, in this hour."""
    rows = [(person, now // HOUR, won, seconds) for person, (won, seconds) in sorted(played_now.items())]
    insert_rows(connection, played, rows, AND_MORE)


NEWEST_RISK = "ON CONFLICT (person, table_id) DO UPDATE SET amount = excluded.amount"
AND_MORE = (
    "ON CONFLICT (person, hour)"
    " DO UPDATE SET won = played.won + excluded.won, seconds = played.seconds + excluded.seconds"
)


def lost_and_seconds(connection: sa.Connection, person: str, now: int, more: int = 0) -> tuple[int, int]:
    """What somebody lost on balance, and how many seconds they played, in the last 24 hours; `more` is won
    and not in the store yet.

    Hours count whole, so the time looked back on is up to an hour longer and never shorter."""
    recent = sa.and_(played.c.person == person, played.c.hour >= now // HOUR - HOURS_COUNTED)
    sums = sa.func.coalesce(sa.func.sum(played.c.won), 0), sa.func.coalesce(sa.func.sum(played.c.seconds), 0)
    won, seconds = connection.execute(sa.select(*sums).where(recent)).one()
    return max(-int(won) - more, 0), int(seconds)


def risks_of(connection: sa.Connection, person: str) -> dict[str, int]:
    """What a person has on the layouts, by table."""
    query = sa.select(at_risk.c.table_id, at_risk.c.amount).where(at_risk.c.person == person)
    return {row.table_id: row.amount for row in connection.execute(query)}


def note_risks(connection: sa.Connection, tables: Sequence[tuple[str, Table]]) -> None:
    """Write down what is on the layouts of tables that are taken up: what an older version left out, too."""
    rows = [(person, id, risk) for id, table in tables for person, risk in sorted(on_layout(table).items())]
    insert_rows(connection, at_risk, rows, NEWEST_RISK)


def sweep_played(connection: sa.Connection, now: int) -> int:
    """Forget the hours that no limit looks back on; how many rows there were."""
    connection.execute(sa.delete(at_risk).where(at_risk.c.amount == 0))
    old = played.c.hour < now // HOUR - HOURS_COUNTED
    return connection.execute(sa.delete(played).where(old)).rowcount
