"""The hash chain of a log: each row is bound to all rows before it.

    leaf_n  = SHA-256(salt_n || JSON of the event)
    chain_n = SHA-256(chain_(n-1) || seq || at || shoe || leaf_n || note_n)
    chain_0 = SHA-256("spanish21 log " || table id)

Numbers are 8 bytes, the highest first. `note_n` is empty but at the end of a commit, where it is the digest
of the rows committed with the events. Without a salt, 48 guesses at a leaf would tell a hole card.
"""

import hashlib
import hmac
from typing import Any, NamedTuple

import msgspec

from spanish21.game.events import Event
from spanish21.game.log.wire import event_of
from spanish21.server.log.seals import context_of, sealed, unseal

SALT_SIZE = 16


class Row(NamedTuple):
    """One row of `events`, in the order of its columns."""

    table_id: str
    seq: int
    at: int
    shoe: int
    leaf: bytes
    chain: bytes
    note: bytes | None
    salt: bytes | None
    body: str | None
    sealed: bytes | None


def first_chain(table_id: str) -> bytes:
    """The chain value before the first event of a log."""
    return hashlib.sha256(f"spanish21 log {table_id}".encode()).digest()


def leaf_of(salt: bytes, body: bytes) -> bytes:
    """The salted hash of an event."""
    return hashlib.sha256(salt + body).digest()


def next_chain(chain: bytes, seq: int, at: int, shoe: int, leaf: bytes, note: bytes | None) -> bytes:
    """The chain after a row."""
    numbers = seq.to_bytes(8, "big") + at.to_bytes(8, "big") + shoe.to_bytes(8, "big")
    return hashlib.sha256(chain + numbers + leaf + (note or b"")).digest()


def is_chained(row: Row, before: bytes) -> bool:
    """Whether the row is the one that was written after the row with the chain `before`."""
    return row.chain == next_chain(before, row.seq, row.at, row.shoe, row.leaf, row.note)


def head_mac(key: bytes, table_id: str, seq: int, chain: bytes) -> bytes:
    """A proof that the program itself left a log where it ends: without the key it cannot be made."""
    return hmac.digest(key, f"{table_id} {seq} ".encode() + chain, "sha256")


def is_head_of(key: bytes, mac: bytes | None, table_id: str, seq: int, chain: bytes) -> bool:
    """Whether a log ends where the program left it."""
    return mac is not None and hmac.compare_digest(mac, head_mac(key, table_id, seq, chain))


def note_of(beside: list[tuple[Any, ...]]) -> bytes:
    """The digest of the rows that were committed with events: (name of the table, its values)."""
    return hashlib.sha256(msgspec.json.encode(sorted(beside, key=repr))).digest()


# -- bodies --------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()


def body_of(event: msgspec.Struct) -> bytes:
    """An event as the log keeps it."""
    return _encoder.encode(event)


def event_in(body: str | bytes) -> Event:
    """The event that a body of a table's log tells, if it is of today's version."""
    return event_of(body)


def sealed_body(key: bytes, row: tuple[str, int], salt: bytes, body: bytes, nonce: bytes) -> bytes:
    """Salt and body under a shoe's key; `row` is the table's id and the seq, nowhere else can it be opened.

    Every number takes two digits or more, by blanks at the end: the length of a seal must not tell a card.
    """
    return sealed(key, salt + body + b" " * one_digit_numbers(body), context_of(*row), nonce)


def one_digit_numbers(body: bytes) -> int:
    """How many numbers of the body have one digit only."""
    count = length = 0
    for letter in body:
        if 48 <= letter <= 57:
            length += 1
        else:
            count += length == 1
            length = 0
    return count + (length == 1)


def opened_body(key: bytes, row: Row) -> tuple[bytes, bytes]:
    """The salt and the body that a row keeps sealed; `BrokenSeal` if it was not sealed there and so."""
    assert row.sealed is not None
    plain = unseal(key, row.sealed, context_of(row.table_id, row.seq))
    return plain[:SALT_SIZE], plain[SALT_SIZE:].rstrip(b" ")
