"""Proofs that an entry is in a tree (C2SP tlog-proof): its index, path and checkpoint."""

from collections.abc import Iterable
from typing import NamedTuple

from spanish21.server.transparency.checkpoint import NUMBER, Checkpoint, checkpoint_in
from spanish21.server.transparency.note import (
    BadNote,
    Note,
    VerifierKey,
    base64_of,
    hash_from,
    note_from,
    signers,
)
from spanish21.server.transparency.tree import is_included

HEADER = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 63


class Proof(NamedTuple):
    """An entry's place in a tree, and the checkpoint with its signatures."""

    place: int
    path: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        path = "".join(f"{base64_of(one)}\n" for one in self.path)
        return f"{HEADER}\nindex {self.place}\n{path}\n{self.note}"


def proof_from(data: bytes) -> Proof:
    """The proof that bytes hold; neither path nor signatures are looked at."""
    head, blank, rest = data.partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        lines = []
    if not blank or not lines or lines[0] != HEADER:
        raise BadNote(f"a proof begins with {HEADER}")
    lines = lines[1:]
    if lines and lines[0].startswith("extra "):
        lines = lines[1:]
    index = lines[0].removeprefix("index ") if lines else ""
    if not lines or not lines[0].startswith("index ") or not NUMBER.fullmatch(index):
        raise BadNote("a proof says the index of its entry")
    if len(lines) - 1 > MOST_HASHES:
        raise BadNote(f"a proof has at most {MOST_HASHES} hashes")
    return Proof(int(index), tuple(map(hash_from, lines[1:])), note_from(rest))


def proved(proof: Proof, leaf: bytes, keys: Iterable[VerifierKey]) -> Checkpoint:
    """The checkpoint, signed by one of the keys, in whose tree the entry is; or `BadNote`."""
    found = checkpoint_in(proof.note)
    if not signers(proof.note, keys):
        raise BadNote(f"the checkpoint of {found.origin} is not signed by the key that was named")
    if not is_included(leaf, proof.place, found.size, found.root, proof.path):
        raise BadNote("the proof does not lead from the entry to the root in the checkpoint")
    return found
