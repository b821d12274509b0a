"""The sums that people's own limits apply to: those in the logs, compared with the stored ones."""

from collections import Counter

import sqlalchemy as sa

from spanish21.server.audit.one_log import Finding, LogAudit
from spanish21.server.log.house_events import HOUSE
from spanish21.server.log.play_fold import HOUR, on_layout
from spanish21.server.store import schema
from spanish21.server.store.play_records import HOURS_COUNTED


class LimitRows:
    """Adds up what people won, by the hour, and what they have on layouts, from log after log."""

    def __init__(self) -> None:
        self.won: Counter[tuple[str, int]] = Counter()
        self.at_risk: dict[tuple[str, str], int] = {}
        self.first_hour = 0
        self.is_whole = True

    def add(self, done: LogAudit) -> None:
        """The sums of one log, if it could be followed to its end."""
        if done.table_id == HOUSE:
            # of a store from before it had such rows, only hours that came after
            self.first_hour = done.taken_up // HOUR + 1 if done.taken_up else 0
        elif done.table is None or done.unread or done.findings:
            self.is_whole = False
        else:
            self.won.update(done.won)
            here = {} if done.is_closed else on_layout(done.table)
            self.at_risk |= {(person, done.table_id): risk for person, risk in here.items() if risk}

    def findings(self, connection: sa.Connection, now: int) -> list[Finding]:
        """Rows that differ from the logs. Hours before every limit's period may be missing; how many
        seconds a person played are not in a log, because they are counted from server to server."""
        if not self.is_whole:
            return []
        kept = sa.select(schema.people.c.id).where(schema.people.c.erased == 0)
        people = set(connection.scalars(kept))
        rows = connection.execute(sa.select(schema.at_risk).where(schema.at_risk.c.amount != 0))
        risks = {(row.person, row.table_id): row.amount for row in rows}
        found = []
        for person, table in sorted(risks.keys() | self.at_risk.keys()):
            stored, told = risks.get((person, table), 0), self.at_risk.get((person, table), 0)
            if stored != told:
                what = f"at_risk: {person} has {told} on the layout, and {stored} is recorded"
                found.append(Finding(table, 0, what))
        return found + self._won(connection, people, now)

    def _won(self, connection: sa.Connection, people: set[str], now: int) -> list[Finding]:
        rows = connection.execute(sa.select(schema.played))
        stored = {(row.person, row.hour): row.won for row in rows}
        oldest = max(self.first_hour, now // HOUR - HOURS_COUNTED)
        found = []
        for person, hour in sorted(stored.keys() | self.won.keys()):
            is_gone = (person, hour) not in stored
            if hour < self.first_hour or (is_gone and (hour < oldest or person not in people)):
                continue
            won, told = stored.get((person, hour), 0), self.won[person, hour]
            if won != told:
                what = f"played: {person} won {told} in hour {hour}, and {won} is recorded"
                found.append(Finding(HOUSE, 0, what))
        return found
