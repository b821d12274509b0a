"""Money as people write it in Spanish: 1.234,50 $."""


def money_in_spanish(amount: int, currency: str) -> str:
    """An amount of the smallest unit, with a comma before the cents and the currency after a space that does
    not break.

    >>> money_in_spanish(1000, "$"), money_in_spanish(123450, "£"), money_in_spanish(-5, "$")
    ('10\\xa0$', '1.234,50\\xa0£', '-0,05\\xa0$')
    """
    whole, cents = divmod(abs(amount), 100)
    grouped = f"{whole:,}".replace(",", ".")
    return f"{'-' if amount < 0 else ''}{grouped}{f',{cents:02}' if cents else ''}\u00a0{currency}"
