"""The dealer's totals that are remembered are those that are found anew, to the bit."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

from spanish21.analysis.hands import totals_cache as remembered
from spanish21.analysis.hands.dealer_totals import Floats, Ints, dealer_totals
from spanish21.analysis.hands.shoe_counts import full_shoe
from spanish21.strategy import hand_numbers


@pytest.fixture(autouse=True)
def nothing_is_known() -> Iterator[None]:
    remembered.forget_totals()
    yield
    remembered.forget_totals()


def some_hands(seed: int, number: int) -> Ints:
    return numpy.random.default_rng(seed).choice(len(hand_numbers().held), number)


def totals_of(decks: int, which: Ints, hits_soft_17: bool, more: int = 0) -> tuple[Floats, Floats]:
    """What is remembered of some hands, and what is found anew."""
    counts, removed = full_shoe(decks).values, hand_numbers().held[which].astype(numpy.int16)
    removed[:, 10] += more
    known, rows = remembered.remembered_totals(counts, removed, hits_soft_17)
    return known[rows], dealer_totals(counts, removed, hits_soft_17)


@pytest.mark.parametrize("hits_soft_17", [True, False])
def test_hands_in_any_order_and_more_than_once(hits_soft_17: bool) -> None:
    for seed, number in enumerate((5, 300, 300, 1, 3000)):
        known, anew = totals_of(6, some_hands(seed, number), hits_soft_17)
        assert numpy.array_equal(known, anew)
    assert len(remembered._known) == 1


def test_shoes_and_rules_are_told_apart() -> None:
    which = some_hands(1, 200)
    for decks in (6, 8, 1, 2, 6):
        for hits_soft_17 in (True, False):
            known, anew = totals_of(decks, which, hits_soft_17)
            assert numpy.array_equal(known, anew)
            assert len(remembered._known) <= remembered.MOST_SHOES


def test_too_much_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST_ROWS", 100)
    for number in (50, 2000, 50):
        known, anew = totals_of(6, some_hands(number, number), True)
        assert numpy.array_equal(known, anew)
        assert all(len(one.keys) <= 100 for one in remembered._known.values())


def test_hands_that_have_no_key_are_found_all_the_same() -> None:
    for more in (62, 64):
        known, anew = totals_of(8, some_hands(3, 40), True, more)
        assert numpy.array_equal(known, anew)
    assert totals_of(8, some_hands(3, 0), True)[0].shape == (0, 11, 5)


def test_threads_that_ask_at_once_get_the_same() -> None:
    with ThreadPoolExecutor(8) as pool:
        for known, anew in pool.map(lambda seed: totals_of(6, some_hands(seed, 400), True), range(24)):
            assert numpy.array_equal(known, anew)
