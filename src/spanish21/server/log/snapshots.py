"""A whole table at one moment, sealed, so that a start need not replay the log from its beginning.

This is the form of the row. table/host.py decides when one is made, store/batch_rows.py writes it.
"""

import hashlib

import msgspec

from spanish21.errors import BadInput
from spanish21.game.log.snapshot import json_of_table, table_of
from spanish21.game.table import Table
from spanish21.server.log.batch import KeyOf, Log
from spanish21.server.log.commit_rows import SnapshotRow
from spanish21.server.log.seals import context_of, sealed, unseal

NO_SHOE = 0
"""Shoes are numbered from 1: the key of number 0 is never published."""


class SnapshotContent(msgspec.Struct, frozen=True):
    """The content of a snapshot."""

    log: Log
    table: Table


class _Written(msgspec.Struct, frozen=True):
    """A moment as it is sealed; the table is read by the game's own reader."""

    log: Log
    table: msgspec.Raw


_decoder = msgspec.json.Decoder(_Written)


def snapshot_row(log: Log, table: Table, at: int, key_of: KeyOf, nonce: bytes) -> SnapshotRow:
    """The row of `snapshots` for a table, under a key that is never published: it contains closed shoes."""
    plain = msgspec.json.encode(_Written(log, msgspec.Raw(json_of_table(table))))
    body = sealed(key_of(NO_SHOE), plain, context_of(log.table_id, "snapshot", log.seq), nonce)
    return SnapshotRow(log.table_id, log.seq, at, log.chain, body, hashlib.sha256(body).digest())


def moment_in(table_id: str, seq: int, body: bytes, key_of: KeyOf) -> SnapshotContent:
    """The table and the log that a snapshot holds; `BrokenSeal` if it was changed, `BadInput` if
    it has the form of another version."""
    plain = unseal(key_of(NO_SHOE), body, context_of(table_id, "snapshot", seq))
    try:
        written = _decoder.decode(plain)
    except msgspec.DecodeError:
        raise BadInput("the snapshot is of another version") from None
    return SnapshotContent(written.log, table_of(bytes(written.table)))
