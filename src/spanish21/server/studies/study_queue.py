"""Questions that take a while: answered in a process of their own, once, and so many for each asker."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from spanish21.errors import BadInput
from spanish21.server.studies.workers import LONGEST, Workers

MOST_KEPT = 400
MOST_OPEN = 6
"""Questions of one asker that are being worked out."""


class TooMany(BadInput):
    """Somebody asks for more than one person can have worked out at once."""


class Questions:
    """Answers by their question, the oldest forgotten first."""

    def __init__(self) -> None:
        self._workers = Workers()
        self._answers: dict[str, asyncio.Future[Any]] = {}
        self._open: Counter[str] = Counter()

    def answer(self, asker: str, question: str, work: Callable[..., Any], *given: Any) -> Any:
        """The future of an answer: the one that is known, or one that is now worked out."""
        found = self._answers.pop(question, None)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            if self._open[asker] >= MOST_OPEN:
                raise TooMany(f"{MOST_OPEN} of your questions are being worked out; wait for an answer")
            self._open[asker] += 1
            found = asyncio.ensure_future(self.work(work, *given))
            found.add_done_callback(lambda future: self._answered(asker, future))
        self._answers[question] = found
        if len(self._answers) > MOST_KEPT:
            del self._answers[next(iter(self._answers))]
        return found

    def _answered(self, asker: str, future: "asyncio.Future[Any]") -> None:
        self._open[asker] -= 1
        self._open += Counter()  # whoever has no question open is forgotten
        if not future.cancelled():
            future.exception()

    async def work(self, work: Callable[..., Any], *given: Any) -> Any:
        """Have something worked out that is not kept."""
        return await self._workers.run(work, LONGEST, *given)

    def close(self) -> None:
        """End the process."""
        self._workers.close()
