"""What the server has worked out beside its tables."""

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from spanish21.analysis import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.server.studies.known_edges import shipped_edge
from spanish21.server.studies.turns import Unavailable
from spanish21.server.studies.workers import MOST_WAITING, Workers


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
            assert workers.known_edge(six) == shipped_edge(six) is not None
            assert workers.known_edge(eight) is None
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
        rules, workers = rules_of("maryland", decks=8), Failing(1)
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


class Slow(Workers):
    """Workers that do nothing until they are told to, and remember what was begun."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Semaphore(0)
        self.begun: list[str] = []

    async def _worked_out(self, work: Any, seconds: float, *given: Any) -> Any:
        self.begun.append(given[0])
        await self.may_go_on.acquire()
        return given[0]


def asked(workers: Slow, asker: str, count: int) -> list["asyncio.Task[Any]"]:
    return [asyncio.create_task(workers.run(str, 60, f"{asker}{turn}", asker=asker)) for turn in range(count)]


def test_people_take_turns_however_much_each_of_them_asks() -> None:
    async def main() -> None:
        workers = Slow()
        tasks = asked(workers, "a", 4)
        await asyncio.sleep(0)
        tasks += asked(workers, "b", 2) + asked(workers, "c", 1)
        for _ in range(7):
            workers.may_go_on.release()
        await asyncio.gather(*tasks)
        assert workers.begun == ["a0", "a1", "b0", "c0", "a2", "b1", "a3"]

    asyncio.run(main())


def test_guests_who_fill_the_queue_give_up_places_and_keep_nobody_out() -> None:
    async def main() -> None:
        workers = Slow()
        tasks = [task for asker in "abcd" for task in asked(workers, asker, 6)]
        while workers._turns.waiting < MOST_WAITING:
            await asyncio.sleep(0)
        assert workers._turns.waiting == MOST_WAITING
        [late] = asked(workers, "e", 1)
        for _ in range(MOST_WAITING + 5):
            workers.may_go_on.release()
        assert await late == "e0"
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        refused = [one for one in ended if isinstance(one, Unavailable)]
        assert len(refused) == 24 - MOST_WAITING, "the first is worked on, and one gave up a place"
        assert workers.begun.index("e0") <= 5

    asyncio.run(main())


def test_more_questions_of_one_person_than_there_is_room_for_are_refused() -> None:
    async def main() -> None:
        workers = Slow()
        tasks = asked(workers, "a", MOST_WAITING + 1)
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="too much to do"):
            await workers.run(str, 60, "more", asker="a")
        for _ in tasks:
            workers.may_go_on.release()
        await asyncio.gather(*tasks)

    asyncio.run(main())


def test_whoever_gives_up_waiting_leaves_the_line_and_holds_nobody_up() -> None:
    async def main() -> None:
        workers = Slow()
        first, second, third = asked(workers, "a", 3)
        await asyncio.sleep(0)
        second.cancel()
        workers.may_go_on.release()
        assert await first == "a0"
        third.cancel()  # as its turn comes
        await asyncio.gather(second, third, return_exceptions=True)
        workers.may_go_on.release()
        assert await asyncio.gather(*asked(workers, "b", 1)) == ["b0"]
        assert workers._turns.waiting == 0

    asyncio.run(main())
