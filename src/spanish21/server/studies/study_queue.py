"""Questions that take a while: each answered once, in a separate process, with a limit for each asker."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from spanish21.errors import BadInput
from spanish21.server.studies.turns import Unavailable
from spanish21.server.studies.workers import LONGEST, Workers

MOST_KEPT = 400
MOST_OPEN = 6
"""Questions of one asker in progress."""
WATCHED_SECONDS = 60.0
"""Work in parts is abandoned when its answer has not been requested for this long."""


class TooMany(BadInput):
    """A person asks for more than one person may have in progress."""


class Unfinished(msgspec.Struct, frozen=True):
    """A part of an answer: the work is called again with it, after others have had their turn."""

    so_far: Any
    done: int
    of: int


class StudyProgress:
    """The progress of a question, and when its answer was last requested."""

    def __init__(self) -> None:
        self.done = self.of = 0
        self.asked = time.monotonic()


class Questions:
    """Answers by their question, the oldest forgotten first."""

    def __init__(self) -> None:
        self._workers = Workers()
        self._answers: dict[str, asyncio.Future[Any]] = {}
        self._progress: dict[str, StudyProgress] = {}
        self._open: Counter[str] = Counter()

    def answer(self, asker: str, question: str, work: Callable[..., Any], *given: Any) -> Any:
        """The future of an answer: the known one, or one that is now worked out."""
        found = self._answers.pop(question, None)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            if self._open[asker] >= MOST_OPEN:
                raise TooMany(f"{MOST_OPEN} of your questions are being worked out; wait for an answer")
            self._open[asker] += 1
            progress = self._progress[question] = StudyProgress()
            found = asyncio.ensure_future(self._in_parts(asker, progress, work, *given))
            found.add_done_callback(lambda future: self._answered(asker, question, future))
        elif question in self._progress:
            self._progress[question].asked = time.monotonic()
        self._answers[question] = found
        if len(self._answers) > MOST_KEPT:
            del self._answers[next(iter(self._answers))]
        return found

    def progress(self, question: str) -> StudyProgress | None:
        """The progress of an open question."""
        return self._progress.get(question)

    def _answered(self, asker: str, question: str, future: "asyncio.Future[Any]") -> None:
        if self._answers.get(question) is future:
            self._progress.pop(question, None)
        self._open[asker] -= 1
        self._open += Counter()  # people without an open question are dropped
        if not future.cancelled():
            future.exception()

    async def _in_parts(
        self, asker: str, progress: StudyProgress, work: Callable[..., Any], *given: Any
    ) -> Any:
        """An answer, part by part, for as long as anyone waits for it."""
        found = await self.work(asker, work, *given)
        while isinstance(found, Unfinished):
            progress.done, progress.of = found.done, found.of
            if time.monotonic() - progress.asked > WATCHED_SECONDS:
                raise Unavailable("the answer was no longer awaited; ask again")
            found = await self.work(asker, work, *given, found.so_far)
        return found

    async def work(self, asker: str, work: Callable[..., Any], *given: Any) -> Any:
        """Have an answer worked out that is not cached."""
        return await self._workers.run(work, LONGEST, *given, asker=asker)

    def close(self) -> None:
        """End the process."""
        self._workers.close()
