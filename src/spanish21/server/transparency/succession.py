"""The keys that sign a house's checkpoints, one after another: the last checkpoint of a key names the next
one on a separate line, and both keys sign it. Other people's tools read it like any checkpoint."""

from collections.abc import Iterable

from spanish21.server.transparency.checkpoint import Checkpoint, checkpoint_in
from spanish21.server.transparency.note import (
    BadNote,
    Note,
    SigningKey,
    VerifierKey,
    signed,
    signers,
    verifier_key,
)

NEXT = "next "
"""The beginning of such a checkpoint's fourth line."""


def handover(checkpoint: Checkpoint, old: SigningKey, new: SigningKey) -> Note:
    """The last checkpoint of a signing key, which announces the next key."""
    following = new.named(checkpoint.origin)
    return signed(f"{checkpoint}{NEXT}{following.verifier()}\n", old.named(checkpoint.origin), following)


def next_key(note: Note) -> VerifierKey | None:
    """The key that a checkpoint announces, under the name of its origin; None if it announces none."""
    found = [line for line in note.text.split("\n")[3:] if line.startswith(NEXT)]
    if len(found) != 1:
        return None
    try:
        key = verifier_key(found[0].removeprefix(NEXT))
        return key if key.name == checkpoint_in(note).origin else None
    except BadNote:
        return None


def successor(key: VerifierKey, note: Note) -> VerifierKey | None:
    """The key that takes over from this one, if a checkpoint says so and both keys have signed it."""
    following = next_key(note)
    if following is None or following.public == key.public:
        return None
    own = key._replace(name=following.name)
    try:
        return following if set(signers(note, (own, following))) == {own, following} else None
    except BadNote:
        return None


def successors(key: VerifierKey, handovers: Iterable[Note]) -> tuple[VerifierKey, ...]:
    """A key, and its successors in order."""
    keys = [key]
    for note in handovers:
        following = successor(keys[-1], note)
        if following is not None:
            keys.append(following)
    return tuple(keys)
