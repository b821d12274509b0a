"""What a design must meet: ranges of figures, as people write them."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from spanish21.errors import BadInput, one_line

FIGURES = ("house_edge", "long_run_house_edge", "hit_frequency", "standard_deviation", "top_prize")
_NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,12})?%?")


class Target(NamedTuple):
    """A range that a figure must be in, ends included."""

    least: Fraction
    most: Fraction

    @property
    def aim(self) -> Fraction:
        """The middle: what is nearest to it ranks first."""
        return (self.least + self.most) / 2

    def has(self, figure: Fraction | float) -> bool:
        """Whether a figure is within."""
        return self.least <= figure <= self.most


Targets = dict[str, Target]
Wanted = Mapping[str, Target | tuple[float | Fraction | str, float | Fraction | str] | str]


def target_of(text: str, what: str = "a target") -> Target:
    """A target as people write it: `3%`, which is 2.5 % to 3.5 %, or a range with two dots.

    >>> target_of("3.0%")
    Target(least=Fraction(59, 2000), most=Fraction(61, 2000))
    >>> target_of("2%..3%")
    Target(least=Fraction(1, 50), most=Fraction(3, 100))
    """
    low, dots, high = text.partition("..")
    if dots:
        ends = _end(low, text, what, -(10**12)), _end(high, text, what, 10**12)
        if ends[0] > ends[1] or not (low.strip() or high.strip()):
            raise BadInput(one_line(f"{what} is {text!r}; write a range such as 2%..3%, the lower end first"))
        return Target(*ends)
    middle = _end(text, text, what, None)
    decimals = len(text.strip().rstrip("%").partition(".")[2])
    half = Fraction(1, 2 * 10**decimals) / (100 if text.strip().endswith("%") else 1)
    return Target(middle - half, middle + half)


def _end(text: str, whole: str, what: str, otherwise: int | None) -> Fraction:
    text = text.strip()
    if not text and otherwise is not None:
        return Fraction(otherwise)
    if not _NUMBER.fullmatch(text):
        raise BadInput(one_line(f"{what} is {whole!r}; write a figure such as 3% or a range such as 2%..3%"))
    return Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)


def targets_of(wanted: Wanted) -> Targets:
    """Targets by their figures, from texts, pairs or targets; refuses figures that no design has."""
    found: Targets = {}
    for name, given in wanted.items():
        if name not in FIGURES:
            raise BadInput(one_line(f"{name} is not a design figure; the figures are {', '.join(FIGURES)}"))
        if isinstance(given, str):
            found[name] = target_of(given, name)
        elif isinstance(given, Target):
            found[name] = given
        else:
            found[name] = Target(*(Fraction(end).limit_denominator(10**12) for end in given))
            if found[name].least > found[name].most:
                raise BadInput(f"{name} has its upper end below its lower end")
    if not found:
        raise BadInput("a design needs a target, such as house_edge: 2%..3%")
    return found
