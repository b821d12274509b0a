"""Checkpoints (C2SP tlog-checkpoint): how large a tree is, and its root, in a signed note."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from spanish21.server.transparency.note import (
    BadNote,
    Note,
    SigningKey,
    VerifierKey,
    base64_of,
    hash_from,
    note_from,
    signed,
    signers,
)

NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


class Checkpoint(NamedTuple):
    """A tree: its origin, its size and its root. Lines after these three say nothing to us."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64_of(self.root)}\n"


def signed_checkpoint(checkpoint: Checkpoint, key: SigningKey) -> Note:
    """A checkpoint as its house signs it: under the name of the origin."""
    return signed(str(checkpoint), key.named(checkpoint.origin))


def checkpoint_in(note: Note) -> Checkpoint:
    """The checkpoint that a note's text is."""
    lines = note.text.removesuffix("\n").split("\n")
    if len(lines) < 3 or not all(lines) or not NUMBER.fullmatch(lines[1]):
        raise BadNote("the note is not a checkpoint: origin, size and root hash, a line each")
    return Checkpoint(lines[0], int(lines[1]), hash_from(lines[2]))


def verified_checkpoint(data: bytes, keys: Iterable[VerifierKey]) -> tuple[Checkpoint, Note]:
    """The checkpoint in a note that at least one of the keys has signed."""
    note = note_from(data)
    found = checkpoint_in(note)
    if not signers(note, keys):
        raise BadNote(f"the checkpoint of {found.origin} is not signed by the key that was named")
    return found, note
