"""The leaves of the tree: heads of logs, and the beginning of each incarnation of a house."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from spanish21.server.transparency.tree import leaf_hash


class Leaf(NamedTuple):
    """A log as it was after a commit: `chain` binds everything up to there. The first leaf of a tree has no
    log; its `chain` is the digest of the statement with which the incarnation begins."""

    incarnation: int
    log: str
    seq: int
    chain: bytes

    @property
    def entry(self) -> bytes:
        """The leaf as it is hashed.

        >>> Leaf(1, "t1", 57, bytes(32)).entry[:20]
        b'spanish21 1 t1 57 00'
        """
        return f"spanish21 {self.incarnation} {self.log} {self.seq} {self.chain.hex()}\n".encode()

    @property
    def hash(self) -> bytes:
        """Its hash in the tree."""
        return leaf_hash(self.entry)


class Statement(msgspec.Struct, frozen=True):
    """The beginning of an incarnation: the digest of all existing heads and their number. Their history
    is unwitnessed unless an older tree has it: `after` is the last checkpoint known of the one before,
    `restored` the size of its tree in the store, `lost` the number of leaves that the store does not have."""

    origin: str
    incarnation: int
    logs: int
    heads: str
    after: str = ""
    restored: int = 0
    lost: int = 0
    why: str = ""

    @property
    def unwitnessed(self) -> int:
        """How many logs have a history that was not signed before: theirs are the leaves after the first."""
        return 0 if self.after else self.logs


def statement_text(statement: Statement) -> str:
    """A statement as it is stored and hashed."""
    return msgspec.json.encode(statement).decode()


def first_leaf(incarnation: int, text: str) -> Leaf:
    """The first leaf of an incarnation's tree."""
    return Leaf(incarnation, "", 0, hashlib.sha256(text.encode()).digest())


def heads_digest(heads: Iterable[tuple[str, int, bytes]]) -> str:
    """A digest of where all logs end."""
    lines = sorted(f"{log} {seq} {chain.hex()}\n" for log, seq, chain in heads)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
