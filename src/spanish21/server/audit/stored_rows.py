"""What a store has beside the events of a log, as the audit compares it."""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa

from spanish21.server.log.ledger import Transfer
from spanish21.server.store import schema
from spanish21.server.store.reader import rows_of_table


class Stored:
    """What the store has beside the events of a log."""

    def __init__(self, connection: sa.Connection, table_id: str) -> None:
        def kept(table: sa.Table) -> Any:
            return rows_of_table(connection, table, table_id)

        self.transfers: dict[int, list[Transfer]] = defaultdict(list)
        for row in kept(schema.transfers):
            self.transfers[row.seq].append(Transfer(*row[3:]))
            if row.n != len(self.transfers[row.seq]) - 1:  # a line in between was taken out
                self.transfers[row.seq].append(Transfer("", "", 0, ""))
        self.shoes = {row.number: row for row in kept(schema.shoes)}
        self.draws = {row.number: row for row in kept(schema.draws)}
        self.rounds = {row.number: row for row in kept(schema.rounds)}
        self.meters = {row.name: (row.amount, row.remainder) for row in kept(schema.meters)}
        self.snapshots = {row.seq: row for row in kept(schema.snapshots)}
        self.commands = list(kept(schema.commands))
        self._by_first: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
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
        for row in self.commands:
            self._by_first[row.last_seq].append(("command", *row))
        for row in self.shoes.values():
            self._by_first[row.first_seq].append(("shoe", *row[:5]))
        for row in self.draws.values():
            self._by_first[row.first_seq].append(("draw", *row[:7]))
            if row.last_seq is not None:
                self._by_first[row.last_seq].append(("draw opened", row.number, row.last_seq, row.opened))

    def beside(self, first: int, last: int, begun: list[int]) -> list[tuple[Any, ...]]:
        """What was committed beside the events from `first` to `last`, as a note digests it."""
        found = [row for seq in range(first, last + 1) for row in self._by_first.pop(seq, ())]
        for number in begun:
            one = self.rounds.get(number)
            self._noted.add(number)
            if one is not None:
                found.append(("round", number, one.first_seq, one.version, one.rules_digest))
        return [tuple(value.hex() if isinstance(value, bytes) else value for value in row) for row in found]

    def strays(self, last: int) -> list[tuple[int, str]]:
        """What is on record beside the log and belongs to no event of it: (seq, name)."""
        left = [(seq, _name(row)) for seq, found in self._by_first.items() for row in found]
        left += [(one.first_seq, f"round {n}") for n, one in self.rounds.items() if n not in self._noted]
        left += [(seq, "a snapshot") for seq in self.snapshots if seq > last]
        return sorted(left)


def _name(row: tuple[Any, ...]) -> str:
    """What a row beside the log is called."""
    if row[0] == "command":
        return f"the command {row[3]} of {row[2]}"
    return f"the opening of draw {row[1]}" if row[0] == "draw opened" else f"{row[0]} {row[2]}"
