"""The rows of one commit for one log, in the order of their tables' columns."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from spanish21.errors import Spanish21Error
from spanish21.game.log.log_text import NOT_BEGUN
from spanish21.server.log.chain import Row, first_chain
from spanish21.server.log.commit_rows import (
    CommandRow,
    DrawRow,
    Noted,
    RoundRow,
    ShoeRow,
    SnapshotRow,
    TransferRow,
)
from spanish21.server.log.seeds import Seeds
from spanish21.server.log.shoe_numbers import Shoes

KeyOf = Callable[[int], bytes]
"""The key of a table's shoe, by the shoe's number."""


class BrokenLaw(Spanish21Error):
    """The table and its ledger disagree: the table stops, and nothing is paid on a guess."""


class Log(msgspec.Struct, frozen=True):
    """The end of a log: the last seq and chain, the owner's epoch, the version of its form, the shoes,
    the players' seeds, the seq of the first wager of the round (0: none yet), the round under way (0: none),
    and the balances of the table's accounts (without empty ones)."""

    table_id: str
    seq: int
    chain: bytes
    epoch: int = 0
    version: int = NOT_BEGUN
    shoes: Shoes = Shoes()
    seeds: Seeds = Seeds()
    first_wager: int = 0
    round_under_way: int = 0
    held: Mapping[str, int] = {}


def new_log(table_id: str, epoch: int = 0) -> Log:
    """A log before its first event."""
    return Log(table_id, 0, first_chain(table_id), epoch)


class RecordedCommand(NamedTuple):
    """A command as it is kept: who asked under which id, the digest of its body, its name, on whose word."""

    by: str
    id: str
    digest: bytes
    command: str
    role: str
    reason: str = ""
    second: str = ""

    def row(self, table_id: str, at: int, first: int, last: int) -> CommandRow:
        """Its row, with the time and the first and last event that it made."""
        return CommandRow(
            table_id,
            self.by,
            self.id,
            at,
            self.digest,
            self.command,
            first,
            last,
            self.role,
            self.reason,
            self.second,
        )


class WheelDraw(NamedTuple):
    """A commitment to the wheels of a round, told before its wagers are closed."""

    number: int
    round: int
    kind: str
    commitment: bytes
    sealed: bytes


class LogBatch(msgspec.Struct):
    """The rows of one commit for one log. It can be written only while the log ends at `before`."""

    table_id: str
    epoch: int
    before: int
    last: int = 0
    chain: bytes = b""
    events: list[Row] = msgspec.field(default_factory=list)
    transfers: list[TransferRow] = msgspec.field(default_factory=list)
    gains: Counter[str] = msgspec.field(default_factory=Counter)
    meters: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    commands: list[CommandRow] = msgspec.field(default_factory=list)
    shoes: list[ShoeRow] = msgspec.field(default_factory=list)
    shoes_opened: list[tuple[Any, ...]] = msgspec.field(default_factory=list)
    draws: list[DrawRow] = msgspec.field(default_factory=list)
    draws_opened: list[tuple[Any, ...]] = msgspec.field(default_factory=list)
    rounds: list[RoundRow] = msgspec.field(default_factory=list)
    rounds_ended: list[tuple[Any, ...]] = msgspec.field(default_factory=list)
    snapshot: SnapshotRow | None = None
    at_risk: dict[str, int] = msgspec.field(default_factory=dict)
    """Chips on the layout, for the people for whom they have changed."""
    played: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """People's results (below 0: losses), and the seconds that they have played."""

    @property
    def at(self) -> int:
        """The time of the commit, in ms."""
        return self.events[-1].at


def beside_of(batch: LogBatch) -> list[Noted]:
    """The input of the digest in a batch's note; without the table's id, which is in the chain."""
    noted: list[Noted] = [row.noted for row in batch.commands]
    noted += [row.noted for row in batch.shoes]
    noted += [row.noted for row in batch.draws]
    noted += [("draw opened", *opened) for opened in batch.draws_opened]
    noted += [row.noted for row in batch.rounds]
    return [plain(row) for row in noted]


def plain(row: Noted) -> Noted:
    """A row as a note digests it: bytes in hexadecimal."""
    return tuple([value.hex() if isinstance(value, bytes) else value for value in row])
