"""Money as people write it: 12.50 is 1,250 of the smallest unit."""

import json
import re

from spanish21.errors import BadInput

_AMOUNT = re.compile(r"([0-9]{1,15})(?:\.([0-9]{2}))?")


def amount_text(amount: int) -> str:
    """An amount of the smallest unit, as 12.50.

    >>> amount_text(1250), amount_text(-5)
    ('12.50', '-0.05')
    """
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02}"


def money_text(amount: int, currency: str) -> str:
    """An amount as people write it, without needless cents.

    >>> money_text(1000, "$"), money_text(123450, "£"), money_text(-5, "$")
    ('$10', '£1,234.50', '-$0.05')
    """
    whole, cents = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}{currency}{whole:,}{f'.{cents:02}' if cents else ''}"


def amount_of(text: str) -> int:
    """The amount in a text like 12.50 or 12."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise BadInput(f"{shown_text(text)} is not an amount; write an amount as 12.50")
    return int(match[1]) * 100 + int(match[2] or 0)


def shown_text(text: str) -> str:
    """Input, quoted and shortened for a message."""
    return json.dumps(text if len(text) <= 40 else text[:39] + "…", ensure_ascii=not text.isprintable())
