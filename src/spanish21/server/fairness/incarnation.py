"""A house's incarnation: according to its database, compared with the files outside it.

A store that is older than those files, or unknown to them, was restored: it continues under the
next incarnation, with its own tree, whose first leaf records the known size of the old one.
"""

from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.server.fairness.handing_over import house_name, is_key_of, keys_of
from spanish21.server.fairness.house_tree import (
    grown,
    newest_note,
    newest_origin,
    root_at,
    size_of,
)
from spanish21.server.store.copies import RESTORED
from spanish21.server.store.own_heads import altered_heads, authenticate_heads
from spanish21.server.store.schema import heads, meta, origins
from spanish21.server.store.signing_key import Seen
from spanish21.server.transparency.checkpoint import verified_checkpoint
from spanish21.server.transparency.leaf import Leaf, Statement, first_leaf, heads_digest, statement_text
from spanish21.server.transparency.note import BadNote, SigningKey

FIRST = "the first start with a tree"
MISSING_FILE = "the file with the last checkpoint is missing"
OTHER_KEY = "the signing key is another one"
OLDER = "the database is older than the last checkpoint that is known"
CHANGED = "the database has another past than the last checkpoint that is known"
ASKED = "a backup was restored"


class Begun(msgspec.Struct, frozen=True):
    """The incarnation that a start found or began. `why` is empty unless the house was restored; `lost` is
    how many leaves of the old tree are known and not in the store."""

    seen: Seen
    is_new: bool = False
    why: str = ""
    lost: int = 0
    missing: dict[str, tuple[int, int]] = {}
    """The known events that are missing from the store's logs: the first and the last."""


def begin_incarnation(
    connection: sa.Connection, key: SigningKey, head_key: bytes, seen: Seen | None, now: int
) -> Begun:
    """Go on with the incarnation of the store, or begin the next one."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(22)")
    origin = newest_origin(connection)
    if origin is None and seen is None:
        return _begin(connection, key, head_key, None, now, FIRST)
    why = _why_restored(connection, key, origin, seen)
    if why:
        return _begin(connection, key, head_key, seen, now, why)
    return Begun(seen_now(connection, origin.incarnation))


def seen_now(connection: sa.Connection, incarnation: int) -> Seen:
    """The store's description of itself, to be kept outside it."""
    ends = connection.execute(sa.select(heads.c.table_id, heads.c.seq).where(heads.c.seq > 0))
    return Seen(incarnation, newest_note(connection, incarnation), {row.table_id: row.seq for row in ends})


def _why_restored(connection: sa.Connection, key: SigningKey, origin: Any, seen: Seen | None) -> str:
    if connection.scalar(sa.select(meta.c.value).where(meta.c.name == RESTORED)):
        return ASKED
    if origin is None or seen is None:
        return MISSING_FILE if seen is None else OLDER
    keys = keys_of(connection, origin)
    if not is_key_of(connection, key, origin):
        return OTHER_KEY
    if origin.incarnation < seen.incarnation:
        return OLDER
    try:
        newest, _ = verified_checkpoint(newest_note(connection, origin.incarnation).encode(), keys)
    except BadNote:
        return CHANGED
    if size_of(connection, origin.incarnation) < newest.size:
        return OLDER
    if origin.incarnation > seen.incarnation:
        return ""  # another server of the house has restored it
    known, _ = verified_checkpoint(seen.checkpoint.encode(), keys)
    if newest.size < known.size:
        return OLDER
    return "" if root_at(connection, origin.incarnation, known.size) == known.root else CHANGED


def _begin(
    connection: sa.Connection, key: SigningKey, head_key: bytes, seen: Seen | None, now: int, why: str
) -> Begun:
    """The next incarnation: its statement, and every log as it is in the store."""
    connection.execute(sa.delete(meta).where(meta.c.name == RESTORED))
    before = newest_origin(connection)
    incarnation = 1 + max(before.incarnation if before is not None else 0, seen.incarnation if seen else 0)
    after, restored, lost = "", 0, 0
    if before is not None:
        restored = size_of(connection, before.incarnation)
        after = newest_note(connection, before.incarnation)
    if seen is not None and (before is None or seen.incarnation >= before.incarnation):
        after = seen.checkpoint
        lost = max(int(seen.checkpoint.split("\n")[1]) - restored, 0)
    after = after.partition("\n\n")[0]
    is_own = before is not None and is_key_of(connection, key, before)
    altered = altered_heads(connection, head_key) if is_own else []
    found = [
        (row.table_id, row.seq, row.chain)
        for row in connection.execute(sa.select(heads))
        if row.seq and row.table_id not in altered
    ]
    house = before.origin.rpartition("/")[0] if is_own else house_name(key.verifier())
    origin = f"{house}/{incarnation}"
    reason = "" if why == FIRST else why
    text = statement_text(
        Statement(origin, incarnation, len(found), heads_digest(found), after, restored, lost, reason)
    )
    row = {"incarnation": incarnation, "origin": origin, "statement": text, "at": now}
    public = str(key.named(origin).verifier())
    connection.execute(sa.insert(origins).values(**row, key=public))
    authenticate_heads(connection, head_key, altered)
    new = [first_leaf(incarnation, text), *(Leaf(incarnation, *head) for head in sorted(found))]
    note = grown(connection, origin, key, new, now)
    ends = {log: seq for log, seq, _ in found}
    known = seen.heads if seen is not None else {}
    missing = {
        log: (ends.get(log, 0) + 1, seq) for log, seq in sorted(known.items()) if seq > ends.get(log, 0)
    }
    return Begun(Seen(incarnation, note, ends), True, reason, lost, missing)
