"""Nothing unseen is told: rounds with other unseen cards give every role the same bytes, until they show.

`soak_unseen.py` compares 100,000 pairs, and how long the answers took.
"""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from server.live import served
from server.unseen import Again, People, SetShoe, TestClock, compared, ks_p, played_again, times_by_rank
from spanish21.game.table import Table
from spanish21.server.table import sight

PAIRS = int(os.environ.get("SPANISH21_PAIRS", "300"))
SHOES = 10
PARTS = 5


def with_people(
    folder: Path, work: Callable[[People], Awaitable[Any]], clock: TestClock | None = None
) -> Any:
    clock = clock or TestClock()

    async def main() -> Any:
        shoes: list[SetShoe] = []
        async with served(folder, lambda: shoes[0], now=clock.now) as (desk, address):
            people = People(desk, address, shoes, clock)
            await people.come()
            try:
                return await work(people)
            finally:
                await people.go()

    return asyncio.run(main())


@pytest.mark.parametrize("part", range(PARTS))
def test_other_unseen_cards_give_every_role_the_same_streams(part: int, tmp_path: Path) -> None:
    rounds = PAIRS // SHOES // PARTS

    async def work(people: People) -> list[Again]:
        seeds = range(part * rounds, (part + 1) * rounds)
        return [pair for seed in seeds for pair in await compared(people, seed, SHOES)]

    pairs = with_people(tmp_path, work)
    assert len(pairs) == rounds * SHOES
    assert min(pair.messages for pair in pairs) > 20
    assert len({pair.rank for pair in pairs}) > 5, "the hole cards are of many ranks"
    low, _high = times_by_rank(pairs)
    assert len(low) > len(pairs) // 2 // 3, "most rounds in a row have hole cards of another rank"


def test_a_server_that_told_the_hole_card_would_be_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = sight._LOOKS["dealer_total"]

    def telling(table: Table, who: str) -> Any:
        return table.dealer[1] >> 2 if len(table.dealer) > 1 else look(table, who)

    async def work(people: People) -> None:
        for seed in range(5):
            await compared(people, seed, 3)

    monkeypatch.setitem(sight._LOOKS, "dealer_total", telling)
    with pytest.raises(AssertionError, match="dealer_total"):
        with_people(tmp_path, work)


@pytest.mark.parametrize("steps", [(0,), (1,), (0, 1)], ids=["one millisecond", "others", "both"])
def test_the_streams_are_the_same_whether_or_not_commands_fall_in_one_millisecond(
    steps: tuple[int, ...], tmp_path: Path
) -> None:
    """A clock whose time has not changed is left out of a patch: in the same places of both streams."""

    async def work(people: People) -> None:
        for seed in range(5):
            await compared(people, seed, 1)

    with_people(tmp_path, work, TestClock(steps))


def test_a_server_that_took_its_time_over_other_cards_would_be_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slower(people: People, *given: Any) -> Any:
        people.clock.steps = (1, 2)
        try:
            return await played_again(people, *given)
        finally:
            people.clock.steps = (1,)

    async def work(people: People) -> None:
        for seed in range(5):
            await compared(people, seed, 1)

    monkeypatch.setattr("server.unseen.played_again", slower)
    with pytest.raises(AssertionError, match="ends"):
        with_people(tmp_path, work, TestClock((1,)))


def test_the_test_of_times_knows_equal_from_different() -> None:
    chance = random.Random(21)
    one = [chance.gauss(5, 1) for _ in range(2_000)]
    assert ks_p(one, [chance.gauss(5, 1) for _ in range(2_000)]) > 0.001
    assert ks_p(one, [chance.gauss(5.3, 1) for _ in range(2_000)]) < 0.001
    assert ks_p(one, list(one)) == 1.0


def test_answers_take_no_other_time_with_other_unseen_cards(tmp_path: Path) -> None:
    """A short run, which only a gross difference fails; the soak compares 10,000 pairs."""

    async def work(people: People) -> list[Again]:
        return [pair for seed in range(105, 109) for pair in await compared(people, seed, 10)]

    low, high = times_by_rank(with_people(tmp_path, work))
    assert len(low) > 8, "most hole cards are of another rank than the one before"
    assert ks_p(low, high) > 1e-9
