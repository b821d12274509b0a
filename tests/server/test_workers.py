"""What the server has worked out beside its tables."""

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from spanish21.analysis import edge
from spanish21.books.submission import rules_of
from spanish21.server.studies.workers import MOST_WAITING, Unavailable, Workers


def test_a_worker_that_ends_is_followed_by_another() -> None:
    async def asked() -> None:
        workers = Workers()
        try:
            with pytest.raises(Unavailable, match="ask once more"):
                await workers.run(os._exit, 60, 1)
            assert await workers.run(len, 60, [1, 2]) == 2
        finally:
            workers.close()

    asyncio.run(asked())


def test_a_table_has_the_edge_of_its_own_rules_and_not_of_its_books_sample() -> None:
    async def priced() -> None:
        workers = Workers()
        six, eight = rules_of("maryland"), rules_of("maryland", decks=8)
        try:
            assert workers.known_edge(six) is None
            await workers.edge(six)
            assert workers.known_edge(eight) is None
            await workers.edge(eight)
            for rules in (six, eight):
                assert workers.known_edge(rules) == -edge(rules).expected_value
            assert workers.known_edge(six) != workers.known_edge(eight)
        finally:
            workers.close()

    asyncio.run(priced())


class Failing(Workers):
    """Workers that fail as often as they are told, without a process."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures, self.asked = failures, 0

    async def run(self, work: Callable[..., Any], seconds: float, *given: Any) -> Any:
        self.asked += 1
        await asyncio.sleep(0)
        if self.asked <= self.failures:
            raise Unavailable("that took too long")
        return 0.5


def test_what_failed_or_was_given_up_is_worked_out_again_and_what_was_found_is_not() -> None:
    async def priced() -> None:
        rules, workers = rules_of("maryland"), Failing(1)
        with pytest.raises(Unavailable):
            await workers.edge(rules)
        assert workers.known_edge(rules) is None
        again = workers.edge(rules)
        assert workers.edge(rules) is again
        again.cancel()
        with pytest.raises(asyncio.CancelledError):
            await again
        assert workers.known_edge(rules) is None
        assert await workers.edge(rules) == 0.5
        assert await workers.edge(rules) == workers.known_edge(rules) == 0.5
        assert workers.asked <= 3

    asyncio.run(priced())


def test_more_questions_than_there_is_room_for_are_refused() -> None:
    async def asked() -> None:
        workers = Workers()
        workers._waiting = MOST_WAITING
        with pytest.raises(Unavailable, match="too much to do"):
            await workers.run(len, 60, [1])
        assert workers._waiting == MOST_WAITING
        assert workers._pool is None

    asyncio.run(asked())
