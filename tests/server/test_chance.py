"""Shuffles drawn from the operating system: no order is likelier than another, and every order can occur."""

import itertools
import random
from collections import Counter

import numpy
import pytest
from numpy.typing import NDArray

from server.fair_shoes import shoes_of_the_server
from simulation.shuffle_tests import Verdict, every_test, verdict_at_once
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.moves.chance import weighted_stop
from spanish21.server.fairness.public_record import public_rules
from spanish21.server.system_chance import BLOCK, Source, SystemChance


def words_as_source(words: list[int]) -> Source:
    """A source that gives these words of 16 bits, in blocks as they are asked for."""
    left = list(words)

    def source(size: int) -> bytes:
        assert size == BLOCK
        taken = left[: size // 2]
        del left[: size // 2]
        assert taken, "more words were drawn than expected"
        taken += [0] * (size // 2 - len(taken))
        return numpy.array(taken, dtype=numpy.uint16).tobytes()

    return source


def choices_that_give(order: list[int]) -> list[int]:
    """The place that each step of Fisher and Yates must choose so that 0, 1, 2, … come into this order."""
    cards = list(range(len(order)))
    chosen = []
    for last in range(len(order) - 1, 0, -1):
        at = cards.index(order[last])
        cards[last], cards[at] = cards[at], cards[last]
        chosen.append(at)
    return chosen


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_each_order_of_a_few_cards_comes_from_exactly_one_row_of_choices(size: int) -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for choices in itertools.product(*(range(last + 1) for last in range(size - 1, 0, -1))):
        cards = list(range(size))
        SystemChance(words_as_source(list(choices))).shuffle(cards)
        found[tuple(cards)] += 1
    assert found == Counter(dict.fromkeys(itertools.permutations(range(size)), 1))


def test_every_order_of_384_cards_can_occur() -> None:
    chance = random.Random(21)
    orders = [chance.sample(range(384), 384) for _ in range(20)]
    orders += [list(range(384)), list(range(383, -1, -1)), [*range(1, 384), 0]]
    for order in orders:
        cards = list(range(384))
        SystemChance(words_as_source(choices_that_give(order))).shuffle(cards)
        assert cards == order


def test_a_word_that_is_too_large_is_rejected_and_not_folded_back() -> None:
    # Three cards: two bits choose among 0, 1, 2, and the word 3 is drawn again; higher bits do not matter.
    cards = list("abc")
    SystemChance(words_as_source([3, 7, 0xFFFF, 0b100, 1])).shuffle(cards)
    assert cards == ["c", "b", "a"]


def test_a_number_below_a_bound_is_drawn_by_rejection() -> None:
    given = iter([b"\xff", b"\xbf", b"\x7f", b"\xa0"])
    assert SystemChance(lambda size: next(given)).randrange(5) == 3  # 7 and 5 are drawn again
    assert next(given) == b"\xa0"


def test_a_number_of_every_size_below_a_wheels_weights_comes_equally_often() -> None:
    chance = SystemChance()
    counts = Counter(chance.randrange(7) for _ in range(7_000))
    assert set(counts) == set(range(7))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 35.9  # one in 400,000 fails


def test_more_cards_than_words_can_choose_among_are_refused() -> None:
    with pytest.raises(ValueError, match="65536"):
        SystemChance().shuffle([0] * 65_537)


def failed_tests(shoes: NDArray[numpy.uint8]) -> list[Verdict]:
    verdicts = [verdict_at_once(test, shoes) for test in every_test(8)]
    return [verdict for verdict in verdicts if not verdict.passes]


def test_10000_shoes_drawn_through_the_servers_own_path_show_no_pattern() -> None:
    shoes = shoes_of_the_server(8, 10_000)
    assert (numpy.sort(shoes, axis=1) == numpy.array(sorted(SPANISH_DECK * 8))).all()
    failed = failed_tests(shoes)
    if failed:  # once in a hundred by chance alone, for the operating system has no seed: then once more
        failed = failed_tests(shoes_of_the_server(8, 10_000))
    assert not failed


class Given(random.Random):
    """Chance that draws the number that it is given."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number, self.bound = number, 0

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert (stop, step) == (None, 1)
        self.bound = start
        return self.number


@pytest.mark.parametrize("kind", ["spin", "xtreme"])
def test_a_wheel_has_as_many_numbers_for_each_stop_as_its_weight(kind: str) -> None:
    for table in public_rules(rules_of("maryland")).wheels[kind]:
        for wheel in filter(None, (table.wheel, table.community)):
            in_order = [place for place, stop in enumerate(wheel) for _ in range(stop.weight)]
            chances = [Given(number) for number in range(len(in_order))]
            assert [weighted_stop(wheel, chance) for chance in chances] == in_order
            assert {chance.bound for chance in chances} == {len(in_order)}
