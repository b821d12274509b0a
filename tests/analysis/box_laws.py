"""The law of a split box by complete enumeration in fractions, result by result."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from enumeration import Cards, Enumeration, Finished, Shoe, by_value, points

from spanish21.game.rules import Rules


class Law(dict[Fraction, Fraction]):
    """Chances by result, with the arithmetic that an enumeration does with a value."""

    def __rmul__(self, chance: Fraction) -> "Law":
        return Law({result: chance * share for result, share in self.items()})

    def __radd__(self, other: "Law | Fraction") -> "Law":
        found = Law(other) if isinstance(other, Law) else Law()
        for result, share in self.items():
            found[result] = found.get(result, Fraction(0)) + share
        return found

    __add__ = __radd__


class BoxEnumeration(Enumeration):
    """A box of several hands has a law where a hand that is alone has a value."""

    def __init__(self, rules: Rules, up: int, shoe: Shoe) -> None:
        super().__init__(rules, up, shoe)
        self.ends = self.dealer

    def settled(self, box: tuple[Finished, ...], shoe: Shoe) -> Any:
        if len(box) == 1:
            return super().settled(box, shoe)
        law = Law()
        for end, chance in self.ends(*points((self.up,)), 1, by_value(shoe)).items():
            if not (end[1] and self.reader):
                with self.dealer_ends(end):
                    result = super().settled(box, shoe)
                law[result] = law.get(result, Fraction(0)) + chance
        return law

    @contextmanager
    def dealer_ends(self, end: tuple[int, bool]) -> Iterator[None]:
        """While the dealer's hand is sure to end so."""
        self.dealer = lambda *_: {end: Fraction(1)}
        try:
            yield
        finally:
            self.dealer = self.ends

    def split_law(self, pair: Cards) -> Law:
        """The law of a box whose pair is split."""
        found: Any = self.split(pair)
        return Law(found)
