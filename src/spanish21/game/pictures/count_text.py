"""How many of something there are, in words."""


def count_text(number: int, noun: str, plural: str = "") -> str:
    """A number and its noun, such as 1 shoe or 2,000 shoes.

    >>> count_text(1, "shoe"), count_text(2000, "shoe"), count_text(0, "batch", "batches")
    ('1 shoe', '2,000 shoes', '0 batches')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
