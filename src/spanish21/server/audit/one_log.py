"""The audit of one log: its chain, and everything that follows from its events, compared with the stored
rows."""

import hashlib
from collections import Counter
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from spanish21.errors import BadInput, Spanish21Error
from spanish21.game import events as ev
from spanish21.game.events import LOG_VERSION
from spanish21.game.log.log_text import next_event
from spanish21.game.pictures.count_text import count_text
from spanish21.game.table import Table
from spanish21.server.audit.stored_rows import Stored
from spanish21.server.log.authority_fold import Authority
from spanish21.server.log.batch import Log, new_log
from spanish21.server.log.chain import Row, first_chain, is_chained, leaf_of, note_of, opened_body
from spanish21.server.log.commitments import draw_commitment, shoe_commitment
from spanish21.server.log.digests import rules_digest, written_rules_digest
from spanish21.server.log.fold import FoldStep, check_ledger, step
from spanish21.server.log.house_events import HOUSE, AuthorityTakenUp, house_event_in, house_transfers
from spanish21.server.log.ledger import Transfer
from spanish21.server.log.mixing import SHOE, mixed_order
from spanish21.server.log.play_fold import HOUR, winnings
from spanish21.server.log.sealed_rows import secret_of
from spanish21.server.log.seals import BrokenSeal
from spanish21.server.log.seeds import key_of, wrong_with
from spanish21.server.log.shoe_numbers import cards_of
from spanish21.server.log.snapshots import NO_SHOE, moment_in
from spanish21.server.store.store_reader import head_of, rows


class Finding(msgspec.Struct, frozen=True):
    """A difference from the log: the table, the event before it, and a description."""

    table: str
    seq: int
    what: str


class LogAudit:
    """Reads one log. `findings` are the errors; `unread` is the first event that could not be read for
    want of a key (0: all could); `transfers` the moves of chips, as far as the log could be read; `won`
    people's results by the hour; `taken_up` when an older log began to record roles."""

    def __init__(self, connection: sa.Connection, table_id: str, key_of: Any) -> None:
        self.table_id, self._key_of = table_id, key_of
        self.findings: list[Finding] = []
        self.unread = 0
        self.transfers: list[tuple[int, Transfer]] = []
        self.log, self.table = new_log(table_id), None
        self.authority = Authority()
        self.taken_up = 0
        self.won: Counter[tuple[str, int]] = Counter()
        self._chain = first_chain(table_id)
        self._is_followed = True
        self._stored = Stored(connection, table_id)
        self._begun: list[int] = []
        self._last_note = 0
        self._meter_seqs: dict[str, int] = {}
        self._rules_digest = ""
        self._connection = connection

    log: Log
    table: Table | None

    @property
    def is_closed(self) -> bool:
        """Whether the table is on record as closed."""
        return self._stored.is_closed

    def finds(self, seq: int, what: str) -> None:
        """Note an error."""
        self.findings.append(Finding(self.table_id, seq, what))

    def run(self) -> "LogAudit":
        """Audit the log from its first row to its head."""
        last = 0
        for row in rows(self._connection, self.table_id):
            if row.seq != last + 1:
                self.finds(
                    last + 1, f"{count_text(row.seq - last - 1, 'event')} missing before event {row.seq}"
                )
                self._is_followed = False
            elif not is_chained(row, self._chain):
                self.finds(row.seq, "the hash chain is broken")
            last, self._chain = row.seq, row.chain
            self._row(row)
        self._end(last)
        return self

    # -- one row

    def _row(self, row: Row) -> None:
        body = self._body(row)
        stored = tuple(self._stored.transfers.pop(row.seq, ()))
        try:
            lines = self._lines(row, body, stored) if body is not None else stored
        except Exception as error:
            self.finds(row.seq, f"the log cannot be replayed: {error}")
            self._is_followed, lines = False, stored
        if stored != lines:
            self.finds(row.seq, f"the ledger has {_text(stored)}, and the log says {_text(lines)}")
        self.transfers += [(row.seq, line) for line in lines]
        if row.note is not None:
            self._note(row)

    def _lines(self, row: Row, body: bytes, stored: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
        """The event's transfers, as far as the log can be followed; else the stored ones."""
        if self.table_id == HOUSE:
            of_house = house_event_in(body)
            if isinstance(of_house, AuthorityTakenUp) and self.authority.is_begun:
                self.finds(row.seq, "the roles were recorded a second time as the log's beginning")
            elif isinstance(of_house, AuthorityTakenUp) and row.seq > 2:
                self.taken_up = row.at
            self.authority.follow(of_house)
            return house_transfers(of_house)
        event, version = next_event(body, self.log.version)
        if isinstance(event, ev.TableSetUp):
            self._rules_digest = written_rules_digest(body)
        if isinstance(event, ev.WagersClosed):
            self._begun.append(event.number)
        return self._taken(row, event, version).transfers if self._is_followed else stored

    def _body(self, row: Row) -> bytes | None:
        """The row's event, or None if it cannot be read or was changed."""
        if row.sealed is None:
            salt, body = row.salt or b"", (row.body or "").encode()
        else:
            key = self._key_of(row.shoe)
            if key is None:
                self.unread = self.unread or row.seq
                self._is_followed = False
                return None
            try:
                salt, body = opened_body(key, row)
            except BrokenSeal:
                self.finds(row.seq, "its seal is broken, or was made under another key")
                self._is_followed = False
                return None
        if leaf_of(salt, body) == row.leaf:
            return body
        self.finds(row.seq, "the event is not the one that was hashed")
        self._is_followed = False
        return None

    def _taken(self, row: Row, event: ev.Event, version: int) -> FoldStep:
        before = self.log
        taken = step(before, self.table, event)
        self.log = replace(taken.log, chain=row.chain, version=version)
        self.table = taken.table
        if taken.shoe != row.shoe:
            self.finds(row.seq, f"it belongs to shoe {taken.shoe}, not {row.shoe}")
        if taken.is_hidden and row.sealed is None:
            self.finds(row.seq, "it tells of unseen cards and is not sealed")
        if taken.transfers:
            hour = row.at // HOUR
            self.won.update({(person, hour): won for person, won in winnings([event]).items()})
        if isinstance(event, ev.MeterMoved):
            self._meter_seqs[event.meter] = row.seq
        self._shoes(row.seq, taken)
        self._seeds(row.seq, event, before)
        self._rounds(row.seq, taken)
        self._snapshot(row)
        return taken

    # -- rows that belong to the events

    def _shoes(self, seq: int, taken: FoldStep) -> None:
        if taken.begun:
            shoe = self._stored.shoes.get(taken.shoe)
            if shoe is None or shoe.first_seq != seq:
                self.finds(seq, f"shoe {taken.shoe} began here, and its record does not say so")
            else:
                self._commitment(seq, shoe, taken.order)
        for number in taken.opened:
            shoe = self._stored.shoes.get(number)
            if shoe is None or shoe.last_seq != seq or shoe.key is None:
                self.finds(seq, f"shoe {number} was over here, and its record does not say so")
            else:
                self._stored.opened.add(number)

    def _seeds(self, seq: int, event: ev.Event, before: Log) -> None:
        """The players' part: lists, openings, and the resulting order of cards."""
        for what in wrong_with(before.seeds, event):
            self.finds(seq, what)
        if isinstance(event, ev.SeedsListed):
            rows = self._stored.shoes if event.purpose == SHOE else self._stored.draws
            found = rows.get(event.number)
            if found is None or found.commitment.hex() != event.commitment:
                self.finds(seq, f"the commitment to {event.purpose} {event.number} is not the one on record")
        shoe = self._stored.shoes.get(before.shoes.drawn)
        if shoe is None or not cards_of(event) or before.seeds.shoe is None:
            return
        try:
            _, order = secret_of(shoe._replace(key=self._key_of(shoe.number)))
        except BrokenSeal:
            return  # found where the shoe began
        if mixed_order(order, key_of(before.seeds.shoe, self.table_id)) != cards_of(event):
            self.finds(
                seq, f"the order of shoe {shoe.number} does not follow from the seeds and the house's order"
            )

    def _commitment(self, seq: int, shoe: Any, order: tuple[int, ...]) -> None:
        try:
            salt, house_order = secret_of(shoe._replace(key=self._key_of(shoe.number)))
        except BrokenSeal:
            self.finds(seq, f"the seal of shoe {shoe.number} is broken, or was made under another key")
            return
        if shoe_commitment(salt, order or house_order) != shoe.commitment:
            self.finds(seq, f"the order of shoe {shoe.number} is not the one that was committed to")

    def _rounds(self, seq: int, taken: FoldStep) -> None:
        if taken.round_begun:
            found = self._stored.rounds.get(taken.round_begun)
            is_of_today = self.log.version == LOG_VERSION
            digest = rules_digest(taken.table.rules) if is_of_today else self._rules_digest
            if found is None or (found.first_seq, found.rules_digest) != (taken.log.first_wager, digest):
                self.finds(seq, f"round {taken.round_begun} is not on record as it began")
        if taken.round_ended:
            found = self._stored.rounds.get(taken.round_ended)
            if found is None or found.last_seq != seq:
                self.finds(seq, f"round {taken.round_ended} is not on record as it ended")
            self._stored.ended.add(taken.round_ended)

    def _snapshot(self, row: Row) -> None:
        found = self._stored.snapshots.get(row.seq)
        if found is None:
            return
        try:
            is_readable = self._key_of(NO_SHOE) is not None
            moment = moment_in(self.table_id, row.seq, found.body, self._key_of) if is_readable else None
        except BrokenSeal:
            self.finds(row.seq, "the seal of the snapshot is broken")
            return
        except BadInput as error:
            if self.log.version == LOG_VERSION:
                self.finds(row.seq, str(error))
                return
            moment = None  # an earlier release wrote it: only the log tells the table's state
        is_same = moment is None or (moment.table, moment.log.shoes) == (self.table, self.log.shoes)
        is_kept = (found.chain, found.at) == (row.chain, row.at)
        if not is_same or not is_kept or hashlib.sha256(found.body).digest() != found.digest:
            self.finds(row.seq, "the snapshot is not the table that the log makes")

    def _note(self, row: Row) -> None:
        beside = self._stored.beside(self._last_note + 1, row.seq, self._begun)
        if note_of(beside) != row.note:
            first = self._last_note + 1
            self.finds(row.seq, f"commands, shoes, draws or rounds of {first} to {row.seq} were changed")
        self._last_note, self._begun = row.seq, []

    # -- the end

    def _end(self, last: int) -> None:
        try:
            head = head_of(self._connection, self.table_id)
            if (head.seq, head.chain) != (last, self._chain):
                self.finds(last, f"the log ends here, and its head says {head.seq}")
        except Spanish21Error:
            self.finds(last, "the log has no head")
        if self._last_note != last:
            self.finds(last, "the last commit is not complete")
        for seq in sorted(self._stored.transfers):
            self.finds(seq, "the ledger has transfers of an event that the log does not have")
        for place, name in self._stored.strays(last):
            self.finds(place, f"{name} is on record and not in the log")
        for draw in self._stored.draws.values():
            is_right = draw.opened is None or draw.commitment == draw_commitment(
                draw.opened.decode(errors="replace"), self.table_id, draw.round
            )
            if not is_right:
                self.finds(draw.first_seq, f"draw {draw.number} differs from its commitment")
        if self._is_followed and self.table is not None:
            self._against_table(last)

    def _against_table(self, last: int) -> None:
        assert self.table is not None
        try:
            check_ledger(self.log, self.table)
        except Spanish21Error as error:
            self.finds(last, str(error))
        meters = {meter.name: (meter.amount, meter.remainder) for meter in self.table.meters}
        for name in sorted(meters.keys() | self._stored.meters.keys()):
            if meters.get(name) != self._stored.meters.get(name):
                told = self._stored.meters.get(name, ("no amount",))[0]
                what = f"the meter {name} is recorded at {told}, and the log says {meters.get(name, (0,))[0]}"
                self.finds(self._meter_seqs.get(name, 1), what)
        self._end_of_shoes(last)
        for number, found in self._stored.rounds.items():
            if found.last_seq is not None and number not in self._stored.ended:
                self.finds(found.last_seq, f"round {number} is on record as ended, and it is not over")
        if self._stored.rules_digest not in ("", self._rules_digest):
            self.finds(1, "the table's rules are not those of its first event")

    def _end_of_shoes(self, last: int) -> None:
        for number, shoe in self._stored.shoes.items():
            is_open = shoe.key is not None or shoe.last_seq is not None
            if self._stored.is_closed and shoe.key is None:
                self.finds(shoe.first_seq, f"the table is closed, and shoe {number} has not been opened")
            elif is_open and number not in self._stored.opened and not self._stored.is_closed:
                self.finds(shoe.first_seq, f"shoe {number} is on record as opened, and it is not over")
            elif self._stored.is_closed and number not in self._stored.opened and shoe.last_seq != last:
                self.finds(
                    shoe.first_seq, f"shoe {number} was opened with the table's end, and is not so recorded"
                )
            elif shoe.key is not None and shoe.key != self._key_of(number):
                self.finds(shoe.first_seq, f"the key of shoe {number} is not its key")


def _text(lines: tuple[Transfer, ...]) -> str:
    if not lines:
        return "no transfer"
    return ", ".join(f"{line.amount} from {line.source} to {line.target} ({line.why})" for line in lines)
