"""Keys outside the store, and the data sealed under them: cards to come, salts, the rounds' seeds."""

import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from spanish21.errors import Spanish21Error

KEY_SIZE = 32
NONCE_SIZE = 12


class BrokenSeal(Spanish21Error):
    """Something sealed was changed, moved to another place, or sealed under another key."""


class MasterKey:
    """The key from which every other key of the house follows; it is never printed and never stored."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY_SIZE:
            raise ValueError(f"a master key has {KEY_SIZE} bytes, not {len(secret)}")
        self._secret = secret

    def __repr__(self) -> str:
        return "MasterKey(…)"

    def shoe_key(self, table_id: str, number: int) -> bytes:
        """The key of one shoe of a table; it is published when the shoe is over."""
        return self._derived(f"shoe/{table_id}/{number}")

    def draw_key(self, table_id: str, number: int) -> bytes:
        """The key under which the seed of a round's wheels is stored until the round is over."""
        return self._derived(f"draw/{table_id}/{number}")

    def factor_key(self, person: str) -> bytes:
        """The key under which the secret of a person's authenticator is stored."""
        return self._derived(f"factor/{person}")

    def fingerprint(self) -> str:
        """A fingerprint of the key, which does not reveal it."""
        return self._derived("fingerprint").hex()

    def counter_digest(self, what: str, value: str) -> bytes:
        """A name or a network address as the store counts by it; without the key it identifies no one."""
        return hmac.digest(self._derived("counters"), f"{what}/{value}".encode(), hashlib.sha256)

    def _derived(self, purpose: str) -> bytes:
        return derived_key(self._secret, purpose)


def derived_key(secret: bytes, purpose: str) -> bytes:
    """A key for one purpose, from a secret."""
    info = f"spanish21/{purpose}".encode()
    return HKDF(algorithm=SHA256(), length=KEY_SIZE, salt=None, info=info).derive(secret)


def context_of(table_id: str, *place: str | int) -> bytes:
    """Where a seal belongs; it cannot be opened as if it belonged anywhere else."""
    return "/".join(("spanish21", table_id, *map(str, place))).encode()


def sealed(key: bytes, plain: bytes, context: bytes, nonce: bytes) -> bytes:
    """`plain` under AES-256-GCM, with the random nonce in front.

    The nonce does not follow from the place in the log: after a commit that failed, another event can have
    the same place, and two texts under one nonce would tell of each other.
    """
    if len(nonce) != NONCE_SIZE:
        raise ValueError(f"a nonce has {NONCE_SIZE} bytes, not {len(nonce)}")
    return nonce + AESGCM(key).encrypt(nonce, plain, context)


def unseal(key: bytes, blob: bytes, context: bytes) -> bytes:
    """The sealed data, or `BrokenSeal`."""
    try:
        return AESGCM(key).decrypt(blob[:NONCE_SIZE], blob[NONCE_SIZE:], context)
    except (InvalidTag, ValueError):
        raise BrokenSeal(f"the seal of {context.decode()} is broken, or this is not its key") from None
