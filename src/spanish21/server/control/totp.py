"""Six digits of an authenticator: TOTP of RFC 6238 with SHA-1, the one that every authenticator knows."""

import base64
import hashlib
import hmac
from urllib.parse import quote, urlencode

STEP = 30_000
"""A code is valid for this many milliseconds,"""
TOLERATED = 1
"""and for this many steps before and after: clocks differ, and people type slowly."""
DIGITS = 6
SECRET_SIZE = 20
"""As many bytes as SHA-1 has (RFC 4226, 4)."""


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of a time step (HOTP of RFC 4226).

    >>> code_at(b"12345678901234567890", 1)
    '287082'
    """
    digest = hmac.digest(secret, step.to_bytes(8, "big"), hashlib.sha1)
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now: int, after: int) -> int | None:
    """The time step of which this is the code, if it is near and later than the last one used."""
    around = range(now // STEP - TOLERATED, now // STEP + TOLERATED + 1)
    steps = [step for step in around if hmac.compare_digest(code_at(secret, step).encode(), code.encode())]
    return next((step for step in steps if step > after), None)


def secret_text(secret: bytes) -> str:
    """A secret as people type it into an authenticator."""
    return base64.b32encode(secret).decode().rstrip("=")


def address_of(secret: bytes, name: str, house: str) -> str:
    """The content of the QR code that an authenticator reads."""
    label = quote(f"{house}:{name}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret_text(secret), 'issuer': house})}"
