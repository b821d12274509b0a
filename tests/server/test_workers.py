"""What the server has worked out beside its tables."""

import asyncio

from spanish21.analysis import edge
from spanish21.books.submission import rules_of
from spanish21.server.workers import Workers


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
