"""What would be right where a command is refused: numbers and names, which are put into words elsewhere.

>>> at_most(50_00)
Bounds(kind='at_most', numbers=(5000,), names=())
"""

import msgspec


class Bounds(msgspec.Struct, frozen=True, gc=False):
    """A kind of bound (the catalogue has a sentence for each), its numbers and its names."""

    kind: str
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


def at_most(most: int) -> Bounds:
    return Bounds("at_most", (most,))


def at_least(least: int) -> Bounds:
    return Bounds("at_least", (least,))


def multiples_of(step: int) -> Bounds:
    return Bounds("multiples_of", (step,))


def from_one_to_another(least: int, most: int, unit: str = "") -> Bounds:
    """A range; its unit is "minutes", "cards_behind" or nothing."""
    return Bounds(f"from_to_{unit}" if unit else "from_to", (least, most))
