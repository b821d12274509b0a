"""Rows of a store that go with the events of a log, as the audit compares them."""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa

from spanish21.server.log.batch import plain
from spanish21.server.log.commit_rows import CommandRow, DrawRow, Noted, RoundRow, ShoeRow
from spanish21.server.log.ledger import Transfer
from spanish21.server.store import schema
from spanish21.server.store.store_reader import rows_of_table


class Stored:
    """The rows that a store has in addition to the events of a log."""

    def __init__(self, connection: sa.Connection, table_id: str) -> None:
        def kept(table: sa.Table) -> Any:
            return rows_of_table(connection, table, table_id)

        self.transfers: dict[int, list[Transfer]] = defaultdict(list)
        for row in kept(schema.transfers):
            self.transfers[row.seq].append(Transfer(row.source, row.target, row.amount, row.why))
            if row.n != len(self.transfers[row.seq]) - 1:  # a line in between was taken out
                self.transfers[row.seq].append(Transfer("", "", 0, ""))
        self.shoes = {row.number: ShoeRow(*row) for row in kept(schema.shoes)}
        self.draws = {row.number: DrawRow(*row) for row in kept(schema.draws)}
        self.rounds = {row.number: RoundRow(*row) for row in kept(schema.rounds)}
        self.meters = {row.name: (row.amount, row.remainder) for row in kept(schema.meters)}
        self.snapshots = {row.seq: row for row in kept(schema.snapshots)}
        self.commands = [CommandRow(*row) for row in kept(schema.commands)]
        self._by_first: dict[int, list[tuple[str, Noted]]] = defaultdict(list)
        self._index()
        self.opened: set[int] = set()
        self.ended: set[int] = set()
        self._noted: set[int] = set()
        tables = schema.tables
        query = sa.select(tables.c.rules_digest, tables.c.state).where(tables.c.id == table_id)
        found = connection.execute(query).one_or_none()
        self.rules_digest: str = found.rules_digest if found is not None else ""
        self.is_closed = found is not None and found.state == "closed"

    def _index(self) -> None:
        for command in self.commands:
            what = f"the command {command.id} of {command.by}"
            self._by_first[command.last_seq].append((what, command.noted))
        for shoe in self.shoes.values():
            self._by_first[shoe.first_seq].append((f"shoe {shoe.number}", shoe.noted))
        for draw in self.draws.values():
            self._by_first[draw.first_seq].append((f"draw {draw.number}", draw.noted))
            if draw.last_seq is not None:
                what = f"the opening of draw {draw.number}"
                self._by_first[draw.last_seq].append((what, draw.noted_opened))

    def beside(self, first: int, last: int, begun: list[int]) -> list[Noted]:
        """The rows committed with the events from `first` to `last`, as a note digests them."""
        found = [row for seq in range(first, last + 1) for _, row in self._by_first.pop(seq, ())]
        for number in begun:
            one = self.rounds.get(number)
            self._noted.add(number)
            if one is not None:
                found.append(one.noted)
        return [plain(row) for row in found]

    def strays(self, last: int) -> list[tuple[int, str]]:
        """Recorded rows that belong to none of the log's events: (seq, name)."""
        left = [(seq, what) for seq, found in self._by_first.items() for what, _ in found]
        left += [(one.first_seq, f"round {n}") for n, one in self.rounds.items() if n not in self._noted]
        left += [(seq, "a snapshot") for seq in self.snapshots if seq > last]
        return sorted(left)
