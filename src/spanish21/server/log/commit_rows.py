"""The rows that are committed alongside events, with their fields in the order of their tables' columns.

`noted` is the part that the note of a commit covers: all fields that are known when the row is written.
"""

from typing import Any, NamedTuple

Noted = tuple[Any, ...]


class CommandRow(NamedTuple):
    """A command that was carried out, and the events that it made."""

    table_id: str
    by: str
    id: str
    at: int
    digest: bytes
    command: str
    first_seq: int
    last_seq: int
    role: str
    reason: str
    second: str

    @property
    def noted(self) -> Noted:
        return ("command", *self)


class TransferRow(NamedTuple):
    """The nth transfer of an event."""

    table_id: str
    seq: int
    n: int
    source: str
    target: str
    amount: int
    why: str


class ShoeRow(NamedTuple):
    """A shoe and its commitment; the last event and the key are written when it is opened."""

    table_id: str
    number: int
    commitment: bytes
    sealed: bytes
    first_seq: int
    last_seq: int | None = None
    key: bytes | None = None

    @property
    def noted(self) -> Noted:
        return ("shoe", self.table_id, self.number, self.commitment, self.sealed, self.first_seq)


class DrawRow(NamedTuple):
    """A commitment to the wheels of a round; the last event and the seed are written when it is opened."""

    table_id: str
    number: int
    round: int
    kind: str
    commitment: bytes
    sealed: bytes
    first_seq: int
    last_seq: int | None = None
    opened: bytes | None = None

    @property
    def noted(self) -> Noted:
        begun = (self.table_id, self.number, self.round, self.kind)
        return ("draw", *begun, self.commitment, self.sealed, self.first_seq)

    @property
    def noted_opened(self) -> Noted:
        return ("draw opened", self.number, self.last_seq, self.opened)


class RoundRow(NamedTuple):
    """A round, by the events of its log; the last is written when it is over."""

    table_id: str
    number: int
    first_seq: int
    last_seq: int | None
    version: str
    rules_digest: str

    @property
    def noted(self) -> Noted:
        return ("round", self.number, self.first_seq, self.version, self.rules_digest)


class SnapshotRow(NamedTuple):
    """A sealed table after an event, and where the log then ended."""

    table_id: str
    seq: int
    at: int
    chain: bytes
    body: bytes
    digest: bytes
