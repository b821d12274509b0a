"""Random streams that are functions of a counter, and the shuffle that they drive.

The generator is Philox 4x64-10 (Salmon et al., 2011), the same as NumPy's `Philox`. For one key it is a
bijection of its 256-bit counter, so two different counters never give the same block. A run's seed is the
key; the counter is (block, shoe, purpose, 0): two shoes, or two purposes of one shoe, have no counter in
common, and shoe i has the same cards whichever process shuffles it, and whenever.
"""

from functools import cache
from typing import Any

import numpy
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types, uint64
from numba.extending import intrinsic
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game.cards import SPANISH_DECK
from spanish21.simulation.plan.kernel_options import called_by_kernels, kernel, part_of_kernel

CARDS_OF_WORD = 6
"""Indices taken from one 64-bit word: 416 ** 6 is below 2 ** 53, so that a rejection is rare."""
CARDS_OF_BLOCK = 4 * CARDS_OF_WORD
LARGEST_SHOE = 416

FOR_SHUFFLE, FOR_RESHUFFLE, FOR_WHEEL = numpy.uint64(0), numpy.uint64(1), numpy.uint64(2)
"""The purposes that a shoe draws random numbers for; each has its own counter."""

_ROUNDS = 10
_MULTIPLIER_0 = numpy.uint64(0xD2E7470EE14C6C93)
_MULTIPLIER_1 = numpy.uint64(0xCA5A826395121157)
_WEYL_0 = numpy.uint64(0x9E3779B97F4A7C15)
_WEYL_1 = numpy.uint64(0xBB67AE8584CAA73B)


def _product(typingctx: Any, left: Any, right: Any) -> Any:
    """The 128-bit product of two 64-bit words as (upper half, lower half): one machine instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, wide = ir.IntType(64), ir.IntType(128)
        whole = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        upper = builder.trunc(builder.lshr(whole, ir.Constant(wide, 64)), word)
        return context.make_tuple(builder, signature.return_type, (upper, builder.trunc(whole, word)))

    two_words: Any = types.UniTuple
    return two_words(types.uint64, 2)(types.uint64, types.uint64), generate


product: Any = intrinsic(_product)


@part_of_kernel
def philox(block: Any, shoe: Any, purpose: Any, seed: Any) -> Any:
    """The four 64-bit words of one counter under one key."""
    word0, word1, word2, word3 = uint64(block), uint64(shoe), uint64(purpose), uint64(0)
    key0, key1 = uint64(seed), uint64(0)
    for _ in range(_ROUNDS):
        high0, low0 = product(_MULTIPLIER_0, word0)
        high1, low1 = product(_MULTIPLIER_1, word2)
        word0, word1, word2, word3 = high1 ^ word1 ^ key0, low1, high0 ^ word3 ^ key1, low0
        key0 += _WEYL_0
        key1 += _WEYL_1
    return word0, word1, word2, word3


@part_of_kernel
def six_indices(word: Any, left: Any) -> Any:
    """Six indices from one random word, below `left`, `left` - 1 and so on, and the randomness left over.

    Each product's upper half is an index and its lower half the randomness left over (Brackett-Rozinsky and
    Lemire, 2024). The indices are exactly uniform when what is left over last is not below the limit of
    `rejection_limits`.
    """
    index0, word = product(word, left)
    index1, word = product(word, left - uint64(1))
    index2, word = product(word, left - uint64(2))
    index3, word = product(word, left - uint64(3))
    index4, word = product(word, left - uint64(4))
    index5, word = product(word, left - uint64(5))
    return (index0, index1, index2, index3, index4, index5), word


@part_of_kernel
def swap_six(cards: Any, here: Any, indices: Any) -> None:
    """Swaps six places of a shuffle, each with the one that is its index further on."""
    for index in indices:
        cards[here], cards[here + index] = cards[here + index], cards[here]
        here += uint64(1)


@called_by_kernels
def six_again(left: Any, limit: Any, block: Any, place: Any, shoe: Any, purpose: Any, seed: Any) -> Any:
    """Six indices after a rejected word: from further words, of counters that nothing else uses."""
    attempt = uint64(1)
    while True:
        words = philox(
            uint64(block) + (attempt << uint64(32)) + (uint64(place) << uint64(24)), shoe, purpose, seed
        )
        indices, rest = six_indices(words[0], left)
        if rest >= limit:
            return indices
        attempt += uint64(1)


@part_of_kernel
def two_blocks(block: Any, shoe: Any, other_block: Any, other_shoe: Any, purpose: Any, seed: Any) -> Any:
    """The words of two counters, found side by side: neither waits for the other."""
    word0, word1, word2, word3 = uint64(block), uint64(shoe), uint64(purpose), uint64(0)
    other0, other1, other2, other3 = uint64(other_block), uint64(other_shoe), uint64(purpose), uint64(0)
    key0, key1 = uint64(seed), uint64(0)
    for _ in range(_ROUNDS):
        high0, low0 = product(_MULTIPLIER_0, word0)
        high1, low1 = product(_MULTIPLIER_1, word2)
        upper0, lower0 = product(_MULTIPLIER_0, other0)
        upper1, lower1 = product(_MULTIPLIER_1, other2)
        word0, word1, word2, word3 = high1 ^ word1 ^ key0, low1, high0 ^ word3 ^ key1, low0
        other0, other1, other2, other3 = upper1 ^ other1 ^ key0, lower1, upper0 ^ other3 ^ key1, lower0
        key0 += _WEYL_0
        key1 += _WEYL_1
    return (word0, word1, word2, word3), (other0, other1, other2, other3)


@part_of_kernel
def shuffle_block(
    cards: Any, size: Any, limits: Any, done: Any, words: Any, shoe: Any, purpose: Any, seed: Any
) -> None:
    """Shuffles a block of places by its words. All indices are found before the first swap."""
    here, left = uint64(done), uint64(size - done)
    block, six = uint64(done // CARDS_OF_BLOCK), uint64(CARDS_OF_WORD)
    left1, left2, left3 = left - six, left - uint64(2) * six, left - uint64(3) * six
    first = uint64(done // CARDS_OF_WORD)
    indices0, rest0 = six_indices(words[0], left)
    indices1, rest1 = six_indices(words[1], left1)
    indices2, rest2 = six_indices(words[2], left2)
    indices3, rest3 = six_indices(words[3], left3)
    if rest0 < limits[first]:
        indices0 = six_again(left, limits[first], block, uint64(0), shoe, purpose, seed)
    if rest1 < limits[first + uint64(1)]:
        indices1 = six_again(left1, limits[first + uint64(1)], block, uint64(1), shoe, purpose, seed)
    if rest2 < limits[first + uint64(2)]:
        indices2 = six_again(left2, limits[first + uint64(2)], block, uint64(2), shoe, purpose, seed)
    if rest3 < limits[first + uint64(3)]:
        indices3 = six_again(left3, limits[first + uint64(3)], block, uint64(3), shoe, purpose, seed)
    swap_six(cards, here, indices0)
    swap_six(cards, here + six, indices1)
    swap_six(cards, here + uint64(2) * six, indices2)
    swap_six(cards, here + uint64(3) * six, indices3)


@kernel
def shuffle_to(
    cards: Any, size: Any, limits: Any, done: Any, wanted: Any, shoe: Any, purpose: Any, seed: Any
) -> Any:
    """Shuffles on from place `done` until `wanted` places hold their final cards; how many places do.

    The first `size` places are the cards; `done` is a multiple of `CARDS_OF_WORD`, or all.
    """
    wanted = min(wanted, size)
    while done < wanted:
        of_block, most = done % CARDS_OF_BLOCK, min(wanted + CARDS_OF_WORD - 1, size)
        if of_block == 0 and done + 2 * CARDS_OF_BLOCK <= most:
            block = done // CARDS_OF_BLOCK
            both = two_blocks(block, shoe, block + 1, shoe, purpose, seed)
            for words in both:
                shuffle_block(cards, size, limits, done, words, shoe, purpose, seed)
                done += CARDS_OF_BLOCK
        else:
            done = shuffle_words(cards, size, limits, done, wanted, shoe, purpose, seed)
    return done


@part_of_kernel
def shuffle_words(
    cards: Any, size: Any, limits: Any, done: Any, wanted: Any, shoe: Any, purpose: Any, seed: Any
) -> Any:
    """Shuffles some places of one block, six at a time; how many places hold their final cards then."""
    block = uint64(done // CARDS_OF_BLOCK)
    words = philox(block, shoe, purpose, seed)
    place = done % CARDS_OF_BLOCK // CARDS_OF_WORD
    while place < 4 and done < wanted:
        if done + CARDS_OF_WORD > size:
            shuffle_last(cards, size, done, shoe, purpose, seed)
            return size
        left, limit = uint64(size - done), limits[uint64(done // CARDS_OF_WORD)]
        indices, rest = six_indices(words[place], left)
        if rest < limit:
            indices = six_again(left, limit, block, uint64(place), shoe, purpose, seed)
        swap_six(cards, uint64(done), indices)
        done += CARDS_OF_WORD
        place += 1
    return done


@called_by_kernels
def shuffle_last(cards: Any, size: Any, done: Any, shoe: Any, purpose: Any, seed: Any) -> None:
    """Shuffles the last places of a size that six does not divide: one index of a fresh word at a time."""
    for here in range(done, size - 1):
        left = uint64(size - here)
        index = bounded(left, uint64(here) + (uint64(1) << uint64(48)), shoe, purpose, seed)
        first, second = here, uint64(here) + index
        cards[first], cards[second] = cards[second], cards[first]


@kernel
def bounded(bound: Any, counter: Any, shoe: Any, purpose: Any, seed: Any) -> Any:
    """A uniform number below `bound`, exactly: the words that would favour the low numbers are rejected."""
    limit = (uint64(0) - uint64(bound)) % uint64(bound)
    attempt = uint64(0)
    while True:
        words = philox(uint64(counter) + (attempt << uint64(32)), shoe, purpose, seed)
        for word in words:
            index, rest = product(word, uint64(bound))
            if rest >= limit:
                return index
        attempt += uint64(1)


def rejection_limits(size: int) -> NDArray[numpy.uint64]:
    """For each six places of a shuffle of `size` cards: 2**64 modulo the number of their outcomes."""
    return numpy.array(_limits(size), dtype=numpy.uint64)


@cache
def _limits(size: int) -> tuple[int, ...]:
    limits = []
    for start in range(0, size - CARDS_OF_WORD + 1, CARDS_OF_WORD):
        outcomes = 1
        for place in range(CARDS_OF_WORD):
            # A place that has one card left to choose from has one outcome.
            outcomes *= max(size - start - place, 1)
        limits.append(2**64 % outcomes)
    return tuple(limits)


def sorted_shoe(decks: int) -> NDArray[numpy.uint8]:
    """The cards of a shoe before the shuffle."""
    if not 1 <= decks <= LARGEST_SHOE // len(SPANISH_DECK):
        raise BadInput(f"{decks} decks: a shoe holds 1 to {LARGEST_SHOE // len(SPANISH_DECK)}")
    return numpy.array(SPANISH_DECK * decks, dtype=numpy.uint8)


def shuffled_shoe(decks: int, seed: int, shoe: int) -> NDArray[numpy.uint8]:
    """Shoe number `shoe` of the run with `seed`, all of its cards in order."""
    cards = sorted_shoe(decks)
    size = len(cards)
    shuffle_to(cards, size, rejection_limits(size), 0, size, shoe, FOR_SHUFFLE, numpy.uint64(seed))
    return cards
