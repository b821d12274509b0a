"""The files next to the master key: the key that signs checkpoints, and the last checkpoint that was seen.

Neither is in a database: with the database alone no one can sign another past or roll it back unnoticed.
"""

import os
from pathlib import Path

import msgspec

from spanish21.errors import BadInput
from spanish21.server.files import is_made, write_private
from spanish21.server.log.seals import derived_key
from spanish21.server.system_chance import Source
from spanish21.server.transparency.note import SECRET_SIZE, SigningKey, new_secret

NAME = "house"
"""The key's own name; it signs under that of an origin."""


class Seen(msgspec.Struct, frozen=True):
    """The house's state as recorded outside its database: the incarnation, its last signed checkpoint, and
    where each log ended then."""

    incarnation: int
    checkpoint: str
    heads: dict[str, int] = {}

    @property
    def origin(self) -> str:
        """The name of the tree that the checkpoint is of."""
        return self.checkpoint.partition("\n")[0]


def signing_path(key_path: Path) -> Path:
    """Where the signing key is: next to the master key."""
    return key_path.with_suffix(".signing")


def next_path(key_path: Path) -> Path:
    """Where the next signing key is while the old one announces it."""
    return key_path.with_suffix(".signing-next")


def seen_path(key_path: Path) -> Path:
    """Where the last checkpoint is kept: next to the master key."""
    return key_path.with_suffix(".checkpoint")


def signing_key_in(path: Path) -> SigningKey | None:
    """The key in a file; None if the file is missing."""
    try:
        text = path.read_text("ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the signing key {path} cannot be read: {error}") from None
    if path.stat().st_mode & 0o077:
        raise BadInput(f"others can read the signing key {path}; run: chmod 600 {path}")
    try:
        return SigningKey(NAME, bytes.fromhex(text))
    except ValueError:
        form = f"{2 * SECRET_SIZE} hex digits"
        raise BadInput(f"{path} does not hold a signing key: it should be {form}") from None


def signing_key_made(path: Path, source: Source = os.urandom) -> SigningKey:
    """The key in a file, made if it is missing."""
    found = signing_key_in(path)
    if found is not None:
        return found
    path.parent.mkdir(parents=True, exist_ok=True)
    key = SigningKey(NAME, new_secret(source))
    if not is_made(path):
        return signing_key_made(path)  # another server made it just now
    write_private(path, key.secret.hex() + "\n")
    return key


def head_key(key: SigningKey) -> bytes:
    """The key under which heads of logs are authenticated."""
    return derived_key(key.secret, "heads")


def seen_in(path: Path) -> Seen | None:
    """The last recorded state; None if the file is missing."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Seen)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}; it holds the last checkpoint of the house") from None


def keep_seen(path: Path, seen: Seen) -> None:
    """Record the last state."""
    write_private(path, msgspec.json.encode(seen).decode())
