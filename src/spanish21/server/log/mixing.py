"""The order of a shoe, from its players' seeds and the order that the house had committed to. Pure.

All hashed data is text, so that anyone can repeat it; docs/fairness.md has test vectors.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence

from spanish21.game.cards import text_of

SHOE, WHEELS = "shoe", "wheels"
"""The uses of seeds."""
SEED_SIZE = 32
"""Bytes of a seed, which is written as hexadecimal digits."""
Seed = tuple[str, str, str]
"""A person, their seed and their words."""


def seed_text(seed: str, words: str) -> str:
    """A seed with the words that its owner added."""
    return f"{seed} {words}" if words else seed


def promise_of(seed: str, words: str = "") -> str:
    """The hash that its owner publishes before the list is closed.

    >>> promise_of("00" * 32, "good luck")[:16]
    '6b9d41e0de29c55e'
    """
    return hashlib.sha256(seed_text(seed, words).encode()).hexdigest()


def mixing_key(purpose: str, table_id: str, number: int, seeds: Iterable[Seed]) -> bytes:
    """The key that all seeds of a list make together: the hash of one line for the shoe or the draw, and one
    for each person in the order of the list."""
    lines = [f"spanish21 {purpose} {table_id} {number}"]
    lines += [f"{person} {seed_text(seed, words)}" for person, seed, words in seeds]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()


def _words(key: bytes) -> Iterator[int]:
    """HMAC-SHA-256 of 0, 1, 2 … in decimal digits, each as 16 numbers of 16 bits, the highest byte first."""
    counter = 0
    while True:
        block = hmac.digest(key, str(counter).encode(), "sha256")
        for at in range(0, len(block), 2):
            yield block[at] << 8 | block[at + 1]
        counter += 1


def mixed_order(order: Sequence[int], key: bytes) -> tuple[int, ...]:
    """The house's order after a shuffle of Fisher and Yates by a key: from the back on, each place changes
    cards with one of those up to itself, which is drawn by rejection."""
    mixed, words = list(order), _words(key)
    for last in range(len(mixed) - 1, 0, -1):
        mask = (1 << last.bit_length()) - 1
        at = next(words) & mask
        while at > last:
            at = next(words) & mask
        mixed[last], mixed[at] = mixed[at], mixed[last]
    return tuple(mixed)


def mixed_seed(seed: str, key: bytes) -> str:
    """The seed from which wheels and the hot spot are drawn: the house's, keyed with the players'."""
    return hmac.digest(key, seed.encode(), "sha256").hex()


def secret_text(salt: str, order: Iterable[int]) -> str:
    """Salt and order as they are hashed for the house's commitment, and sealed until the shoe is over."""
    return f"{salt} {text_of(order)}"
