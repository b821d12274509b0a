"""Passwords under argon2. Nothing here touches the store, so that the work can be done beside the writer."""

from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from spanish21.errors import BadInput

SHORTEST, LONGEST = 8, 256


class Passwords:
    """Hashes and checks passwords, and takes as long for somebody who has none."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    @cached_property
    def _of_nobody(self) -> str:
        """Made when the first password is looked at, whoever gives it, and not when a server starts."""
        return self._hasher.hash("the password of nobody")

    def hashed(self, password: str) -> str:
        """What the store keeps of a password."""
        return self._hasher.hash(password)

    def is_right(self, stored: str | None, password: str) -> bool:
        """Whether this is the password; without one in the store the answer is no, after the same work."""
        of_nobody = self._of_nobody
        try:
            return self._hasher.verify(stored or of_nobody, password) and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    def needs_rehash(self, stored: str) -> bool:
        """Whether the hash was made with other parameters than are in use now."""
        return self._hasher.check_needs_rehash(stored)


def require_good_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long, or the name itself."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(f"a password has {SHORTEST} to {LONGEST} characters, not {len(password)}")
    if password.casefold() == name.casefold():
        raise BadInput("the password must not be the name")
