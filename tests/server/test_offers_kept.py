"""Nobody's offers are kept who might be offered something else."""

import random

import pytest

from explore import Walk, some_rules
from scenes import BOOKS
from spanish21.game.decide import legal
from spanish21.game.table import Table
from spanish21.server.table.legal_changes import OF_A_HAND, offered_anew

LONGEST = 6


@pytest.mark.parametrize("seed", range(10))
def test_whoever_is_not_offered_anew_may_do_what_they_could_do_before(seed: int) -> None:
    kept = 0
    for book in BOOKS:
        chance = random.Random(f"offers {book} {seed}")
        walk = Walk(some_rules(book, chance), chance, real=chance.random() < 0.15)
        past: list[tuple[Table, int]] = []
        for _ in range(250):
            walk.step(0.05)
            past = [*past[-LONGEST:], (walk.table, len(walk.events))]
            kept += sum(_kept(before, walk.table, walk.events[count:]) for before, count in past[:-1])
    assert kept > 100


def _kept(before: Table, after: Table, events: list) -> int:  # type: ignore[type-arg]
    """How many people's offers are kept; each is what would be offered anew."""
    anew = offered_anew(before, after, events)
    if anew is None:
        return 0
    assert all(type(event) in OF_A_HAND for event in events)
    others = {person.name for person in after.people} | {"nobody"}
    for who in others - anew:
        assert legal(before, who) == legal(after, who), (who, events)
    return len(others - anew)


def test_the_person_in_turn_is_offered_anew() -> None:
    chance = random.Random("turn")
    walk = Walk(some_rules("maryland", chance), chance)
    found = 0
    for _ in range(2_000):
        before, count = walk.table, len(walk.events)
        walk.step(0.0)
        anew = offered_anew(before, walk.table, walk.events[count:])
        if anew is not None:
            found += 1
            assert {one.person for one in walk.table.boxes[walk.table.turn_box].stakes} <= anew
    assert found
