"""Cosignatures (C2SP tlog-cosignature, Ed25519): a witness says that it has seen a checkpoint, and when."""

from collections.abc import Iterable

from spanish21.server.transparency.note import (
    COSIGNATURE,
    BadNote,
    Note,
    Signature,
    SigningKey,
    VerifierKey,
)

TIME_SIZE = 8


def _message(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def cosignature(text: str, key: SigningKey, time: int) -> Signature:
    """The line of a witness under a checkpoint, at a time in seconds since 1970."""
    value = time.to_bytes(TIME_SIZE, "big") + key.signature(_message(text, time))
    return Signature(key.name, key.verifier(COSIGNATURE).id, value)


def cosigners(note: Note, keys: Iterable[VerifierKey]) -> dict[VerifierKey, int]:
    """Those of some witnesses that have cosigned a checkpoint, and when. A line that names one of them and is
    not its signature makes the note worthless."""
    known = {(key.name, key.id): key for key in keys if key.kind == COSIGNATURE}
    found: dict[VerifierKey, int] = {}
    for one in note.signatures:
        key = known.get((one.name, one.id))
        if key is None:
            continue
        time = int.from_bytes(one.value[:TIME_SIZE], "big")
        if time >= 2**63 or not key.is_signed(_message(note.text, time), one.value[TIME_SIZE:]):
            raise BadNote(f"the cosignature of {key.name} is not of this checkpoint")
        found[key] = time
    return found
