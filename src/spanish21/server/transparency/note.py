"""Signed notes (C2SP signed-note): a text, a blank line, and its signatures."""

import base64
import binascii
import hashlib
import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from spanish21.errors import BadInput
from spanish21.server.system_chance import Source

ED25519, COSIGNATURE = 1, 4
"""The kinds of signatures: of a note's text, and of a checkpoint at a time (cosignature.py)."""
SECRET_SIZE = 32
ID_SIZE = 4
MOST_SIGNATURES, MOST_TEXT = 64, 64 * 1024
DASH = "\u2014 "
_NAME = re.compile(r"[^\s+]+")


class BadNote(BadInput):
    """A text that is not a signed note, or has a wrong signature."""


class VerifierKey(NamedTuple):
    """A public key under the name of its owner. Its text is a vkey: NAME+ID+KEY."""

    name: str
    public: bytes
    kind: int = ED25519

    @property
    def id(self) -> bytes:
        """The key's mark in its signatures."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes((self.kind,)) + self.public).digest()[
            :ID_SIZE
        ]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64_of(bytes((self.kind,)) + self.public)}"

    def is_signed(self, message: bytes, signature: bytes) -> bool:
        """Whether the owner of this key has signed a message."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey:
    """A secret key under the name of its owner; it is never printed and never in a database."""

    __slots__ = ("_key", "_secret", "name")

    def __init__(self, name: str, secret: bytes) -> None:
        if len(secret) != SECRET_SIZE:
            raise ValueError(f"a signing key has {SECRET_SIZE} bytes, not {len(secret)}")
        self.name, self._secret = checked_name(name), secret
        self._key = Ed25519PrivateKey.from_private_bytes(secret)

    def __repr__(self) -> str:
        return f"SigningKey({self.name!r}, …)"

    @property
    def secret(self) -> bytes:
        """The secret, for the key's own file."""
        return self._secret

    def named(self, name: str) -> "SigningKey":
        """The same key under another name."""
        return SigningKey(name, self._secret)

    def verifier(self, kind: int = ED25519) -> VerifierKey:
        """The public key."""
        public = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return VerifierKey(self.name, public, kind)

    def signature(self, message: bytes) -> bytes:
        """The signature of a message."""
        return self._key.sign(message)


class Signature(NamedTuple):
    """A line under a note: who signed it, the key's id, and the signature itself."""

    name: str
    id: bytes
    value: bytes

    def __str__(self) -> str:
        return f"{DASH}{self.name} {base64_of(self.id + self.value)}\n"


class Note(NamedTuple):
    """A text, which ends with a line feed, and the signatures under it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(map(str, self.signatures))


def new_secret(source: Source = os.urandom) -> bytes:
    """The secret of a new signing key."""
    return source(SECRET_SIZE)


def checked_name(name: str) -> str:
    """The name of a key, or its error."""
    if not _NAME.fullmatch(name) or not name.isprintable() or len(name) > 200:
        raise BadNote(
            f"{name[:40]!r} cannot be the name of a key: no blanks and no plus, at most 200 characters"
        )
    return name


def signed(text: str, *keys: SigningKey) -> Note:
    """A text signed by keys."""
    if not text.endswith("\n"):
        raise ValueError("the text of a note ends with a line feed")
    message = text.encode()
    return Note(text, tuple(Signature(key.name, key.verifier().id, key.signature(message)) for key in keys))


def verifier_key(text: str) -> VerifierKey:
    """The public key that a vkey names."""
    name, _, rest = text.strip().partition("+")
    id, _, encoded = rest.partition("+")
    blob = _decoded(encoded)
    if blob is None or len(blob) != 33 or blob[0] not in (ED25519, COSIGNATURE):
        raise BadNote(
            f"{text[:80]!r} is not a public key: NAME+ID+KEY, as the server or the witness prints it"
        )
    key = VerifierKey(checked_name(name), blob[1:], blob[0])
    if key.id.hex() != id:
        raise BadNote(f"the id of the public key {text[:80]!r} is not that of its name and key")
    return key


def note_from(data: bytes) -> Note:
    """The note that bytes hold; its signatures are not looked at."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadNote("a note is UTF-8") from None
    if len(data) > MOST_TEXT or any(letter < " " and letter != "\n" for letter in text):
        raise BadNote(f"a note has no control characters and at most {MOST_TEXT} bytes")
    body, blank, lines = text.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise BadNote("a note ends with a blank line and signatures")
    return Note(body + "\n", signatures_from(lines))


def signatures_from(lines: str) -> tuple[Signature, ...]:
    """The signatures that lines hold."""
    found = tuple(_signature(line) for line in lines.removesuffix("\n").split("\n"))
    if len(found) > MOST_SIGNATURES:
        raise BadNote(f"a note has at most {MOST_SIGNATURES} signatures")
    return found


def _signature(line: str) -> Signature:
    name, _, encoded = line.removeprefix(DASH).partition(" ")
    value = _decoded(encoded)
    if not line.startswith(DASH) or value is None or len(value) <= ID_SIZE or not _NAME.fullmatch(name):
        raise BadNote("a line under a note is not a signature")
    return Signature(name, value[:ID_SIZE], value[ID_SIZE:])


def signers(note: Note, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
    """Those of some keys that have signed a note. Signatures of other keys do not count; one that names a key
    of ours and is not its signature makes the whole note worthless."""
    known = {(key.name, key.id): key for key in keys if key.kind == ED25519}
    found: dict[VerifierKey, None] = {}
    for signature in note.signatures:
        key = known.get((signature.name, signature.id))
        if key is None:
            continue
        if not key.is_signed(note.text.encode(), signature.value):
            raise BadNote(f"the signature of {key.name} under the note is not of this text")
        found[key] = None
    return tuple(found)


def base64_of(value: bytes) -> str:
    """Bytes as base64."""
    return base64.b64encode(value).decode()


def _decoded(text: str) -> bytes | None:
    try:
        value = base64.b64decode(text.encode(), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        return None
    return value if base64_of(value) == text else None


def hash_from(line: str) -> bytes:
    """A hash that a line holds as base64."""
    value = _decoded(line)
    if value is None or len(value) != 32:
        raise BadNote(f"{line[:60]!r} is not a hash")
    return value
