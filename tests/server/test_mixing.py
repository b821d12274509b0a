"""What seeds make of an order: the same for everybody, and fair if either side is."""

import itertools
import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from server.fair_shoes import mixed_shoes, same_order
from simulation.shuffle_tests import every_test, verdict_at_once
from spanish21.game.cards import cards, text_of
from spanish21.server.log import mixing
from spanish21.server.log.mixing import SHOE, WHEELS, mixed_order, mixed_seed, mixing_key, promise_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
DECKS = 8


def vectors() -> dict[str, str]:
    """The test vectors in the document."""
    block = DOCUMENT.read_text().split("```vectors\n")[1].split("```")[0]
    return dict(re.split(r" +", line, maxsplit=1) for line in block.strip().splitlines())


def test_the_test_vectors_of_the_document_are_what_the_program_computes() -> None:
    told = vectors()
    seeds = [("pann", "00" * 32, "good luck"), ("pbob", "ff" * 32, "")]
    assert [promise_of(seed, words) for _, seed, words in seeds] == [told["promise-ann"], told["promise-bob"]]
    key = mixing_key(SHOE, "0123456789ab", 7, seeds)
    assert key.hex() == told["key"]
    house = cards(told["house"])
    assert text_of(mixed_order(house, key)) == told["dealt"]
    wheels = mixing_key(WHEELS, "0123456789ab", 7, seeds)
    assert mixed_seed("11" * 32, wheels) == told["wheels"]


def test_every_order_comes_from_exactly_one_row_of_numbers_whatever_the_house_committed_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for house in ((0, 1, 2, 3, 4), (4, 2, 0, 3, 1)):
        found: Counter[tuple[int, ...]] = Counter()
        for row in itertools.product(range(5), range(4), range(3), range(2)):
            monkeypatch.setattr(mixing, "_words", lambda key, row=row: iter(row))
            found[mixed_order(house, b"")] += 1
        assert found == Counter(dict.fromkeys(itertools.permutations(range(5)), 1))


def test_a_number_that_is_too_large_is_drawn_again_and_not_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixing, "_words", lambda key: iter([7, 6, 5, 0, 3, 3, 2, 1]))
    assert mixed_order((0, 1, 2, 3, 4, 5), b"") == mixed_order_of_choices([5, 0, 3, 2, 1])


def mixed_order_of_choices(choices: list[int]) -> tuple[int, ...]:
    cards = [0, 1, 2, 3, 4, 5]
    for last, at in zip(range(5, 0, -1), choices, strict=True):
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(cards)


HOUSES = {"honest": lambda: random.Random(21), "always the same order": lambda: same_order(DECKS)}
"""Seeded: of fair shoes one run in a hundred fails these tests, which is for the soak to count."""


@pytest.mark.parametrize("house", HOUSES)
def test_shoes_are_fair_with_an_honest_house_and_with_one_that_commits_to_the_same_order(house: str) -> None:
    shoes = mixed_shoes(DECKS, 1_500, HOUSES[house](), random.Random(7).randbytes)
    for test in every_test(DECKS):
        verdict = verdict_at_once(test, shoes)
        assert verdict.passes, verdict


def test_shoes_are_fair_with_an_honest_house_at_whose_table_every_player_is_a_puppet() -> None:
    puppets = b"always the same seed, 32 bytes.."
    shoes = mixed_shoes(DECKS, 1_500, random.Random(21), lambda _: puppets)
    for test in every_test(DECKS):
        verdict = verdict_at_once(test, shoes)
        assert verdict.passes, verdict


def test_only_a_house_that_is_alone_with_its_puppets_deals_what_it_likes() -> None:
    """What remains, and that the tests above would notice it."""
    shoes = mixed_shoes(DECKS, 50, same_order(DECKS), lambda _: b"always the same seed, 32 bytes..")
    assert any(not verdict_at_once(test, shoes).passes for test in every_test(DECKS))


def test_a_house_that_may_not_change_its_promised_seed_gains_nothing_from_knowing_the_others() -> None:
    """It has seen every other seed before it opens its own: with the promised one, the first card is as it
    comes; with one that it could still choose, it would be an ace nearly always."""
    chance = random.Random(21)
    house = list(cards("As Ac Ad Ah " + "2s " * 12 + "Ks " * 36))
    promised, chosen, rounds = 0, 0, 200
    for number in range(rounds):
        chance.shuffle(house)
        ann, own = chance.randbytes(32).hex(), chance.randbytes(32).hex()
        firsts = [first_card(house, number, ann, own)]
        firsts += [first_card(house, number, ann, chance.randbytes(32).hex()) for _ in range(40)]
        promised += firsts[0] < 8
        chosen += min(firsts) < 8
    expected = rounds * 4 / 52
    assert abs(promised - expected) < 4 * (expected * 48 / 52) ** 0.5
    assert chosen > 0.9 * rounds


def first_card(house: list[int], number: int, ann: str, own: str) -> int:
    return mixed_order(house, mixing_key(SHOE, "t1", number, [("ann", ann, ""), ("own", own, "")]))[0]


def test_seeds_of_another_shoe_table_or_order_of_people_make_another_key() -> None:
    seeds = [("ann", os.urandom(32).hex(), "x"), ("bob", os.urandom(32).hex(), "")]
    keys = {
        mixing_key(SHOE, "t1", 1, seeds),
        mixing_key(SHOE, "t1", 2, seeds),
        mixing_key(SHOE, "t2", 1, seeds),
        mixing_key(WHEELS, "t1", 1, seeds),
        mixing_key(SHOE, "t1", 1, seeds[::-1]),
        mixing_key(SHOE, "t1", 1, [(seeds[0][0], seeds[0][1], ""), seeds[1]]),
    }
    assert len(keys) == 6
