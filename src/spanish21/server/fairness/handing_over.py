"""The signing keys of a house in its store, and the change from one to the next.

The old key announces the new one: in an event of the house's log, and in its last checkpoint, whose tree has
that event. From then on the new key signs, under the same origin. A key that was not announced so is that of
another house.
"""

import contextlib
import hashlib
import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.fairness.house_tree import HANDOVERS, newest_note, newest_origin, sequence
from spanish21.server.files import sync
from spanish21.server.log.house_events import KeyAnnounced
from spanish21.server.store.house_log import record
from spanish21.server.store.nodes import others
from spanish21.server.store.own_heads import HEAD_KEY, altered_heads, authenticate_heads
from spanish21.server.store.schema import checkpoints
from spanish21.server.store.signing_key import head_key, next_path, signing_key_in, signing_path
from spanish21.server.transparency.checkpoint import checkpoint_in
from spanish21.server.transparency.note import BadNote, Note, SigningKey, VerifierKey, note_from, verifier_key
from spanish21.server.transparency.succession import handover, successors

TERMINAL = "terminal"


def handovers_of(connection: sa.Connection, incarnation: int = 0) -> list[Note]:
    """The checkpoints in which keys of an incarnation, or of all, announce the next one, in their order."""
    query = sa.select(checkpoints.c.note).where(HANDOVERS)
    if incarnation:
        query = query.where(checkpoints.c.incarnation == incarnation)
    found = []
    for text in connection.scalars(query.order_by(checkpoints.c.incarnation, checkpoints.c.size)):
        with contextlib.suppress(BadNote):  # an unreadable checkpoint announces nothing
            found.append(note_from(text.encode()))
    return found


def keys_of(connection: sa.Connection, origin: Any) -> tuple[VerifierKey, ...]:
    """The keys of an incarnation, from the one that it began with to the one that signs now."""
    return successors(verifier_key(origin.key), handovers_of(connection, origin.incarnation))


def house_name(key: VerifierKey) -> str:
    """The name of the house that a key has founded: no two houses have the same, for no two have the same
    key."""
    return f"spanish21.house/{hashlib.sha256(key.public).hexdigest()[:16]}"


def is_key_of(connection: sa.Connection, key: SigningKey, origin: Any) -> bool:
    """Whether a key is the one that signs an incarnation's tree now."""
    return keys_of(connection, origin)[-1].public == key.verifier().public


def follow_key(connection: sa.Connection, key_path: Path) -> None:
    """Put the next signing key in its place if it was announced, and only its file was not moved."""
    following, origin = signing_key_in(next_path(key_path)), newest_origin(connection)
    if following is not None and origin is not None and is_key_of(connection, following, origin):
        os.replace(next_path(key_path), signing_path(key_path))
        sync(key_path.parent)


def hand_over(connection: sa.Connection, old: SigningKey, new: SigningKey, now: int) -> Note:
    """Let the old key announce the new one and sign for the last time; no server may be running."""
    origin = newest_origin(connection)
    if origin is None:
        raise BadInput("nothing is signed yet; start the server on this database once")
    if not is_key_of(connection, old, origin):
        raise BadInput("the signing key is not the one of this house: it cannot announce another")
    if connection.dialect.name == "postgresql" and others(connection, ""):
        raise BadInput("a server is running; stop every server of the house first")
    altered = altered_heads(connection, head_key(old))
    if altered:
        raise BadInput(
            f"the log of {altered[0]} does not end where the program left it; see `spanish21 audit`"
        )
    connection.execution_options(**{HEAD_KEY: head_key(old)})
    following = new.named(origin.origin).verifier()
    record(connection, KeyAnnounced(str(following), now), by=TERMINAL)
    while (done := sequence(connection, old, head_key(old), TERMINAL, now)) is not None and done.note:
        pass
    if done is None:
        raise BadInput("a server signed a moment ago; try again in some seconds")
    last = checkpoint_in(note_from(newest_note(connection, origin.incarnation).encode()))
    note = handover(last, old, new)
    place = (checkpoints.c.incarnation == origin.incarnation, checkpoints.c.size == last.size)
    connection.execute(sa.update(checkpoints).where(*place).values(note=str(note)))
    connection.execution_options(**{HEAD_KEY: head_key(new)})
    authenticate_heads(connection, head_key(new))
    return note
