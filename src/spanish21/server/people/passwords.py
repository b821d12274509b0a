"""Passwords under argon2. Nothing here touches the store, so that the work can be done in another thread."""

from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn

from spanish21.errors import BadInput

SHORTEST, LONGEST = 8, 256
LOOKED_AT = 72
"""Characters of a password whose guesses are counted: the work grows with the square of the length."""
FEWEST_GUESSES = 10**8
"""With the delays after failures, guessing this often takes longer than anyone has."""
OF_THE_HOUSE = ("spanish21", "spanish", "blackjack", "casino", "administrator", "floorperson", "auditor")


class Passwords:
    """Hashes and checks passwords, and takes as long for a person without one."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    @cached_property
    def _of_nobody(self) -> str:
        """Made when the first password is checked, not when a server starts."""
        return self._hasher.hash("the password of nobody")

    def hashed(self, password: str) -> str:
        """The stored hash of a password."""
        return self._hasher.hash(password)

    def is_right(self, stored: str | None, password: str) -> bool:
        """Whether this is the password; without one in the store, False, after the same work."""
        of_nobody = self._of_nobody
        try:
            return self._hasher.verify(stored or of_nobody, password) and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    def needs_rehash(self, stored: str) -> bool:
        """Whether the hash was made with other parameters than are in use now."""
        return self._hasher.check_needs_rehash(stored)


def require_good_password(password: str, name: str) -> None:
    """Refuse a password that is too short or too long, consists mostly of the name, or is easily guessed."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(f"a password has {SHORTEST} to {LONGEST} characters, not {len(password)}")
    if password.casefold() == name.casefold():
        raise BadInput("the password must not be the name")
    known = [name, *name.split(), *OF_THE_HOUSE]
    if zxcvbn(password[:LOOKED_AT], user_inputs=known)["guesses"] < FEWEST_GUESSES:
        raise BadInput("this password is easily guessed; a few unrelated words make a good one")
