"""The file of the master key: made once, read at every start, and the right one for this store."""

import os
import stat
from pathlib import Path

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.files import OWNER_ONLY, sync
from spanish21.server.log.seals import KEY_SIZE, MasterKey
from spanish21.server.store.schema import draws, meta, shoes
from spanish21.server.system_chance import Source

FINGERPRINT = "master_key"
"""Under this name `meta` holds the fingerprint of the key in use."""


def key_for_store(connection: sa.Connection, path: Path, source: Source = os.urandom) -> MasterKey:
    """The key in the file, made if it is missing; refused where the store holds seals of another key."""
    known = connection.scalar(sa.select(meta.c.value).where(meta.c.name == FINGERPRINT))
    key = key_in(path)
    if key is not None and key.fingerprint() == known:
        return key
    if known is not None and _has_seals(connection):
        is_what = "missing" if key is None else "another key"
        raise BadInput(
            f"the master key {path} is {is_what}, and the database has shoes sealed under the key it was "
            "used with; put that key back"
        )
    key = key or created_key(path, source)
    connection.execute(sa.delete(meta).where(meta.c.name == FINGERPRINT))
    connection.execute(sa.insert(meta).values(name=FINGERPRINT, value=key.fingerprint()))
    return key


def _has_seals(connection: sa.Connection) -> bool:
    unopened = (
        sa.select(sa.literal(1)).where(shoes.c.key.is_(None)).limit(1),
        sa.select(sa.literal(1)).where(draws.c.opened.is_(None)).limit(1),
    )
    return any(connection.scalar(query) is not None for query in unopened)


def key_in(path: Path) -> MasterKey | None:
    """The key in a file that only its owner can read; None if the file is missing."""
    try:
        mode = path.stat().st_mode
        text = path.read_text("ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the master key {path} cannot be read: {error}") from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise BadInput(f"others can read the master key {path}; run: chmod 600 {path}")
    try:
        return MasterKey(bytes.fromhex(text))
    except ValueError:
        raise BadInput(f"{path} does not hold a master key: it should be {2 * KEY_SIZE} hex digits") from None


def created_key(path: Path, source: Source = os.urandom) -> MasterKey:
    """A new key, on the disk before anything is sealed under it."""
    secret = source(KEY_SIZE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secret.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        sync(path.parent)
    except OSError as error:
        raise BadInput(f"the master key {path} cannot be written: {error}") from None
    return MasterKey(secret)
