"""The random streams: the generator is the published one, streams stay apart, shuffles are uniform."""

import itertools
import math
from typing import Any

import numpy
import pytest
from numba import njit

from simulation.shuffle_tests import (
    AdjacentPairs,
    CardsByPosition,
    SerialCorrelation,
    adjacent_pairs,
    cards_by_position,
    every_test,
    serial_correlation,
    shoes_as_array,
    verdict_at_once,
)
from spanish21.errors import BadInput
from spanish21.simulation.plan import streams
from spanish21.simulation.plan.streams import (
    CARDS_OF_WORD,
    FOR_RESHUFFLE,
    FOR_SHUFFLE,
    FOR_WHEEL,
    bounded,
    rejection_limits,
    shuffle_to,
    shuffled_shoe,
    sorted_shoe,
)


@njit
def philox(block: Any, shoe: Any, purpose: Any, seed: Any) -> Any:
    """The generator as a kernel calls it: it has no entry from Python."""
    return streams.philox(block, shoe, purpose, seed)


@njit
def six_indices(word: Any, left: Any) -> Any:
    return streams.six_indices(word, left)


@pytest.mark.parametrize(
    ("block", "shoe", "purpose", "seed"), [(1, 0, 0, 0), (5, 7, 1, 1234), (2**40, 2**63, 2, 2**64 - 1)]
)
def test_the_generator_is_numpys_philox(block: int, shoe: int, purpose: int, seed: int) -> None:
    # NumPy counts on before it draws.
    counter = numpy.array([block - 1, shoe, purpose, 0], dtype=numpy.uint64)
    theirs = numpy.random.Philox(counter=counter, key=numpy.array([seed, 0], dtype=numpy.uint64)).random_raw(
        4
    )
    ours = philox(block, numpy.uint64(shoe), purpose, numpy.uint64(seed))
    assert list(map(int, ours)) == list(map(int, theirs))


def test_no_two_shoes_or_purposes_share_a_block() -> None:
    purposes = (FOR_SHUFFLE, FOR_RESHUFFLE, FOR_WHEEL)
    counters = list(itertools.product(range(20), range(50), purposes))
    blocks = {
        tuple(map(int, philox(block, shoe, purpose, numpy.uint64(9)))) for block, shoe, purpose in counters
    }
    assert len(blocks) == len(counters)


def test_a_shoe_is_the_same_cards_however_far_it_is_shuffled_at_once() -> None:
    whole = shuffled_shoe(6, 3, 8)
    cards, done = sorted_shoe(6), 0
    size, limits = len(cards), rejection_limits(len(cards))
    for wanted in (1, 20, 24, 25, 100, 216, 288):
        done = shuffle_to(cards, size, limits, done, wanted, 8, FOR_SHUFFLE, numpy.uint64(3))
        assert done >= wanted
        assert (cards[:done] == whole[:done]).all()


@pytest.mark.parametrize("decks", [1, 5, 6, 8])
def test_a_shuffle_keeps_every_card(decks: int) -> None:
    assert sorted(shuffled_shoe(decks, 1, 2)) == sorted(sorted_shoe(decks))


def test_other_seeds_and_other_shoes_give_other_orders() -> None:
    orders = {tuple(shuffled_shoe(6, seed, shoe)) for seed in range(4) for shoe in range(4)}
    assert len(orders) == 16


def test_words_that_would_favour_some_orders_are_rejected() -> None:
    limits = rejection_limits(288)
    first = math.prod(range(283, 289))
    assert int(limits[0]) == 2**64 % first
    # The word 0 leaves nothing over, which is below the limit.
    assert six_indices(numpy.uint64(0), numpy.uint64(288)) == ((0, 0, 0, 0, 0, 0), 0)
    assert six_indices(numpy.uint64(2**63 + 12345), numpy.uint64(288))[1] >= limits[0]


def plainly_shuffled(size: int, limits: list[int], shoe: int, seed: int) -> list[int]:
    """A shuffle as the module describes it, in Python's own numbers: further words where one is rejected."""
    cards = list(range(size))
    for start in range(0, size, CARDS_OF_WORD):
        block, place = divmod(start // CARDS_OF_WORD, 4)
        word = int(philox(block, shoe, FOR_SHUFFLE, numpy.uint64(seed))[place])
        attempt = 0
        while True:
            indices = []
            for left in range(size - start, size - start - CARDS_OF_WORD, -1):
                index, word = divmod(word * left, 2**64)
                indices.append(index)
            if word >= limits[start // CARDS_OF_WORD]:
                break
            attempt += 1
            counter = numpy.uint64(block + (attempt << 32) + (place << 24))
            word = int(philox(counter, shoe, FOR_SHUFFLE, numpy.uint64(seed))[0])
        for here, index in enumerate(indices, start):
            cards[here], cards[here + index] = cards[here + index], cards[here]
    return cards


@pytest.mark.parametrize("size", [48, 66, 288])
@pytest.mark.parametrize("limit", [None, 2**62, 2**63])
def test_a_rejected_word_is_replaced_by_words_that_nothing_else_uses(size: int, limit: int | None) -> None:
    limits = rejection_limits(size)
    if limit is not None:
        limits[:] = limit  # so that a quarter, or half, of all words are rejected
    for shoe in range(20):
        cards = numpy.arange(size, dtype=numpy.uint16)
        shuffle_to(cards, size, limits, 0, size, shoe, FOR_SHUFFLE, numpy.uint64(9))
        assert cards.tolist() == plainly_shuffled(size, [int(one) for one in limits], shoe, 9)


def test_exactly_as_many_words_are_kept_as_the_orders_divide() -> None:
    # With words of few values every order must come equally often: here of the numbers below a bound.
    counts = numpy.zeros(7, dtype=int)
    for counter in range(7000):
        counts[int(bounded(7, counter, 1, FOR_WHEEL, numpy.uint64(5)))] += 1
    assert ((counts - 1000) ** 2 / 1000).sum() < 22.5  # 99.9 % of chi-square with 6 degrees


def test_every_order_of_six_cards_comes_equally_often() -> None:
    limits = rejection_limits(6)
    assert limits.shape == (1,)
    assert CARDS_OF_WORD == 6
    counts: dict[tuple[int, ...], int] = {}
    shuffles = 72_000
    for shoe in range(shuffles):
        cards = numpy.arange(6, dtype=numpy.uint8)
        shuffle_to(cards, 6, limits, 0, 6, shoe, FOR_SHUFFLE, numpy.uint64(11))
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    expected = shuffles / 720
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert len(counts) == 720
    assert abs(statistic - 719) < 4 * math.sqrt(2 * 719)


@pytest.mark.parametrize("check", [cards_by_position, adjacent_pairs, serial_correlation])
def test_shuffles_of_20000_shoes_show_no_pattern(check: object) -> None:
    result = check(decks=6, shoes=20_000, seed=4)  # type: ignore[operator]
    assert result.passes, result


def test_the_shuffle_tests_find_a_bad_shuffle() -> None:
    shoes = shoes_as_array(6, 20_000, 4)
    cut = shoes.copy()
    cut[:, 1] = numpy.where(cut[:, 0] == cut[:, 1], cut[:, 2], cut[:, 1])
    assert not verdict_at_once(AdjacentPairs(6), cut).passes
    fixed = shoes.copy()
    fixed[::20, 7] = fixed[0, 7]
    assert not verdict_at_once(CardsByPosition(6), fixed).passes
    repeated = shoes.copy()
    repeated[3::40] = repeated[0::40]
    assert not verdict_at_once(SerialCorrelation(6), repeated).passes
    assert streams.LARGEST_SHOE == 416


def test_shoes_in_parts_give_the_verdict_of_all_at_once() -> None:
    shoes = shoes_as_array(6, 2_000, 4)
    for part, whole in zip(every_test(6), every_test(6), strict=True):
        for first, last in ((0, 3), (3, 5), (5, 1_000), (1_000, 2_000)):
            part.add(shoes[first:last])
        assert part.verdict() == pytest.approx(verdict_at_once(whole, shoes))


def test_a_shoe_of_no_decks_or_too_many_is_refused() -> None:
    with pytest.raises(BadInput, match="0 decks"):
        sorted_shoe(0)
    with pytest.raises(BadInput, match="9 decks"):
        sorted_shoe(9)
