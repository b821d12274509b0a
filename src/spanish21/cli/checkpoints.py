"""Signed checkpoints from files and addresses."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spanish21.server.transparency.note import Note

SECONDS = 20.0


def checkpoint_at(place: str) -> "Note":
    """The signed checkpoint at an address or in a file: a note, a proof, or a server's own file."""
    import json
    from pathlib import Path

    from spanish21.errors import BadInput
    from spanish21.server.transparency.checkpoint import checkpoint_in
    from spanish21.server.transparency.note import BadNote, note_from
    from spanish21.server.transparency.proof import HEADER, proof_from

    if place.startswith(("http://", "https://")):
        data = _fetched(place)
    else:
        try:
            data = Path(place).read_bytes()
        except OSError as error:
            raise BadInput(f"{place} cannot be read: {error.strerror}") from None
    try:
        if data.startswith(b"{"):
            data = str(json.loads(data)["checkpoint"]).encode()
        note = proof_from(data).note if data.startswith(HEADER.encode()) else note_from(data)
        checkpoint_in(note)
    except (BadNote, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{place} does not hold a signed checkpoint: {error}") from None
    return note


def _fetched(address: str) -> bytes:
    import httpx

    from spanish21.errors import BadInput

    try:
        answer = httpx.get(address, timeout=SECONDS)
        answer.raise_for_status()
    except httpx.HTTPError as error:
        raise BadInput(f"{address} cannot be fetched: {error}") from None
    return answer.content
