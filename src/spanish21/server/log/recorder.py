"""Events made into a batch: rows, hashes, seals, transfers, shoes, rounds. Pure, given a `LogContext`."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from spanish21 import __version__
from spanish21.game import events as ev
from spanish21.game.log.log_text import NOT_BEGUN
from spanish21.game.table import Table
from spanish21.server.log import chain as links
from spanish21.server.log.batch import KeyOf, Log, LogBatch, RecordedCommand, WheelDraw, beside_of
from spanish21.server.log.commit_rows import DrawRow, RoundRow, ShoeRow, TransferRow
from spanish21.server.log.digests import rules_digest
from spanish21.server.log.fold import FoldStep, check_ledger, step
from spanish21.server.log.house_events import HouseEvent, house_transfers
from spanish21.server.log.ledger import Transfer
from spanish21.server.log.play_fold import add_winnings, risk_changes
from spanish21.server.log.sealed_rows import shoe_row
from spanish21.server.log.seals import NONCE_SIZE
from spanish21.server.log.snapshots import snapshot_row

NO_SHOES: Mapping[int, ShoeRow] = {}


class LogContext(NamedTuple):
    """Inputs of recording from outside: the keys of the table's shoes, random bytes, and for how long a
    person has played at a time."""

    key_of: KeyOf
    random_bytes: Callable[[int], bytes] = os.urandom
    seconds: Callable[[str, int], int] = lambda person, at: 0


class Deed(NamedTuple):
    """A command and the events that it made, with the automatic steps of the house after it."""

    asked: RecordedCommand
    events: Sequence[ev.Event]


class Recorded(NamedTuple):
    """A batch to be committed; log and table as they are once it is, and the table after each event."""

    batch: LogBatch
    log: Log
    table: Table
    tables: list[Table]


def recorded(
    log: Log,
    table: Table | None,
    deeds: Iterable[Deed],
    at: int,
    desk: LogContext,
    draws: Sequence[WheelDraw] = (),
    opened_draws: Sequence[tuple[int, bytes]] = (),
    with_snapshot: bool = False,
    shoes: Sequence[ShoeRow] = (),
) -> Recorded:
    """The batch that records the deeds at a time (in ms); `table` is None before a log's first event.

    `draws` are commitments that this commit publishes, `opened_draws` numbers of draws and what opens them;
    `shoes` are those whose order the house commits to, each with its `SeedsListed` among the deeds.
    """
    book = _Book(log, table, at, desk, {row.number: row for row in shoes})
    tables: list[Table] = []
    for asked, events in deeds:
        first = book.log.seq + 1
        if NOT_BEGUN < book.log.version < ev.LOG_VERSION:
            book.add(ev.LogContinued(ev.LOG_VERSION))
        for event in events:
            tables.append(book.add(event))
        book.batch.commands.append(asked.row(log.table_id, at, first, book.log.seq))
    if book.table is None or not book.batch.events:
        raise ValueError("a batch has at least one event")
    seq = book.log.seq
    book.batch.draws = [DrawRow(log.table_id, *draw, first_seq=seq) for draw in draws]
    book.batch.draws_opened = [(number, seq, secret) for number, secret in opened_draws]
    check_ledger(book.log, book.table)
    if book.batch.transfers or table is None or table.offers is not book.table.offers:
        book.batch.at_risk = risk_changes(table, book.table)
    book.batch.played = {person: (won, desk.seconds(person, at)) for person, won in book.won.items()}
    book.close()
    if with_snapshot:
        book.batch.snapshot = snapshot_row(
            book.log, book.table, at, desk.key_of, desk.random_bytes(NONCE_SIZE)
        )
    return Recorded(book.batch, book.log, book.table, tables)


class _Book:
    """A batch in progress."""

    def __init__(
        self,
        log: Log,
        table: Table | None,
        at: int,
        desk: LogContext,
        drawn: Mapping[int, ShoeRow] = NO_SHOES,
    ) -> None:
        self.log, self.table, self.at, self.desk, self.drawn = log, table, at, desk, drawn
        self.batch = LogBatch(log.table_id, log.epoch, log.seq)
        self.won: dict[str, int] = {}

    def add(self, event: ev.Event) -> Table:
        """An event of a table; the table after it."""
        taken = step(self.log, self.table, event)
        self.log, self.table = taken.log, taken.table
        if taken.begun:
            self._begin_shoe(taken)
        self.add_row(event, taken.shoe, taken.is_hidden)
        self.add_transfers(taken.transfers)
        if taken.transfers:
            add_winnings(self.won, event)
        self._meters(event, taken.table)
        table_id, seq, batch = self.log.table_id, self.log.seq, self.batch
        batch.shoes_opened += [(seq, self.desk.key_of(number), table_id, number) for number in taken.opened]
        if taken.round_begun:
            digest = rules_digest(taken.table.rules)
            first = self.log.first_wager
            batch.rounds.append(RoundRow(table_id, taken.round_begun, first, None, __version__, digest))
        if taken.round_ended:
            batch.rounds_ended.append((seq, table_id, taken.round_ended))
        return taken.table

    def _begin_shoe(self, taken: FoldStep) -> None:
        if not taken.order:
            self.batch.shoes.append(self.drawn[taken.begun]._replace(first_seq=self.log.seq))
            return
        key = self.desk.key_of(taken.shoe)
        place = (self.log.table_id, taken.shoe)
        row = shoe_row(key, *place, taken.order, self.log.seq, self.desk.random_bytes)
        self.batch.shoes.append(row)

    def add_row(self, event: msgspec.Struct, shoe: int, hidden: bool) -> None:
        """The row of an event, whose chain is closed when the note of the last row is known."""
        table_id, seq = self.log.table_id, self.log.seq
        salt = self.desk.random_bytes(links.SALT_SIZE)
        body = links.body_of(event)
        leaf = links.leaf_of(salt, body)
        if hidden:
            nonce = self.desk.random_bytes(NONCE_SIZE)
            seal = links.sealed_body(self.desk.key_of(shoe), (table_id, seq), salt, body, nonce)
            row = links.Row(table_id, seq, self.at, shoe, leaf, b"", None, None, None, seal)
        else:
            row = links.Row(table_id, seq, self.at, shoe, leaf, b"", None, salt, body.decode(), None)
        self.batch.events.append(row)

    def add_transfers(self, lines: Sequence[Transfer]) -> None:
        """The transfers of the last event."""
        if lines:
            table_id, seq, gains = self.log.table_id, self.log.seq, self.batch.gains
            for n, (source, target, amount, why) in enumerate(lines):
                self.batch.transfers.append(TransferRow(table_id, seq, n, source, target, amount, why))
                gains[source] -= amount
                gains[target] += amount

    def _meters(self, event: ev.Event, table: Table) -> None:
        if isinstance(event, ev.MeterMoved):
            self.batch.meters[event.meter] = (event.amount, event.remainder)
        elif isinstance(event, ev.TableSetUp):
            self.batch.meters |= {meter.name: (meter.amount, meter.remainder) for meter in table.meters}

    def close(self) -> None:
        """The chain through the batch's rows."""
        batch = self.batch
        note = links.note_of(beside_of(batch))
        chain, rows = self.log.chain, batch.events
        for index, row in enumerate(rows):
            ends = note if index == len(rows) - 1 else None
            chain = links.next_chain(chain, row.seq, row.at, row.shoe, row.leaf, ends)
            rows[index] = row._replace(chain=chain, note=ends)
        batch.last, batch.chain = self.log.seq, chain
        self.log = replace(self.log, chain=chain)


def house_recorded(
    log: Log, events: Sequence[HouseEvent], asked: RecordedCommand, at: int, desk: LogContext
) -> tuple[LogBatch, Log]:
    """The batch that records events of the house, and its log once it is committed."""
    book = _Book(log, None, at, desk)
    for event in events:
        book.log = replace(book.log, seq=book.log.seq + 1)
        book.add_row(event, 0, False)
        book.add_transfers(house_transfers(event))
    book.batch.commands.append(asked.row(log.table_id, at, log.seq + 1, book.log.seq))
    book.close()
    return book.batch, book.log
