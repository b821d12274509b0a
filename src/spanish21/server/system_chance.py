"""The edge to chance: all that is random in the server comes from the operating system, through here.

Its callers and their purposes are under "Chance" in docs/design.md.
"""

import os
import random
from collections.abc import Callable, Iterator, MutableSequence
from typing import Any

Source = Callable[[int], bytes]
"""Returns a number of random bytes."""

BLOCK = 1024
"""Bytes drawn in one call for a shuffle: a shoe needs about as many, and the rest is thrown away."""

MOST_CARDS = 1 << 16
"""A place in the stack is drawn from words of 16 bits."""


class SystemChance(random.SystemRandom):
    """The operating system's randomness as `dealer.with_chance` takes it; none of it is stored.

    A number below a bound is drawn by rejection: as many bits as the bound has, and again when the
    number is not below it. So no number and no order is likelier than another.
    """

    def __init__(self, source: Source = os.urandom) -> None:
        super().__init__()
        self.source = source

    def getrandbits(self, k: int, /) -> int:
        size = (k + 7) // 8
        return int.from_bytes(self.source(size), "big") >> (8 * size - k)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Fisher and Yates: from the back on, each place takes one of the cards up to itself."""
        if len(x) > MOST_CARDS:
            raise ValueError(f"at most {MOST_CARDS} cards can be shuffled, not {len(x)}")
        words = self._words()
        for last in range(len(x) - 1, 0, -1):
            mask = (1 << last.bit_length()) - 1
            at = next(words) & mask
            while at > last:
                at = next(words) & mask
            x[last], x[at] = x[at], x[last]

    def _words(self) -> Iterator[int]:
        while True:
            yield from memoryview(self.source(BLOCK)).cast("H")
