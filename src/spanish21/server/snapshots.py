"""A whole table at one moment, sealed, so that a start need not replay the log from its beginning."""

import hashlib
from typing import Any

import msgspec

from spanish21.game.table import Table
from spanish21.server.batch import KeyOf, Log
from spanish21.server.sealing import context_of, opened, sealed

NO_SHOE = 0
"""Shoes are numbered from 1: the key of number 0 is never published."""


class Moment(msgspec.Struct, frozen=True):
    """What a snapshot holds."""

    log: Log
    table: Table


_decoder = msgspec.json.Decoder(Moment)


def snapshot_row(log: Log, table: Table, at: int, key_of: KeyOf, nonce: bytes) -> tuple[Any, ...]:
    """The row of `snapshots` for a table, under a key that is never published: it tells of closed shoes."""
    plain = msgspec.json.encode(Moment(log, table))
    body = sealed(key_of(NO_SHOE), plain, context_of(log.table_id, "snapshot", log.seq), nonce)
    return (log.table_id, log.seq, at, log.chain, body, hashlib.sha256(body).digest(), 0)


def moment_in(table_id: str, seq: int, body: bytes, key_of: KeyOf) -> Moment:
    """The table and the log that a snapshot holds; `BrokenSeal` if it is not what was written."""
    return _decoder.decode(opened(key_of(NO_SHOE), body, context_of(table_id, "snapshot", seq)))
