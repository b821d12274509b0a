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


def amount_of(text: str) -> int:
    """The amount that a text like 12.50 or 12 stands for."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise BadInput(f"{shown_text(text)} is not an amount; write an amount as 12.50")
    return int(match[1]) * 100 + int(match[2] or 0)


def shown_text(text: str) -> str:
    """What somebody typed, quoted and cut short, for a message."""
    return json.dumps(text if len(text) <= 40 else text[:39] + "…", ensure_ascii=not text.isprintable())
