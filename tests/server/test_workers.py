"""What the server has worked out beside its tables."""

import asyncio
import os

import pytest

from spanish21.analysis import edge
from spanish21.books.submission import rules_of
from spanish21.server.workers import Unavailable, Workers


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
