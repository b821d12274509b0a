"""A loop's work when it was late: a second thread samples it whenever its heartbeat is missing."""

import asyncio
import sys
import threading
import time
import traceback
from collections import Counter
from typing import Any

from spanish21.server.store.writer import Writer

LATE = 0.020
BETWEEN_BEATS = 0.002


class Stalls:
    """Watches the loop of the thread that makes it, until it is closed."""

    def __init__(self) -> None:
        self._watched = threading.get_ident()
        self._beaten_at = time.perf_counter()
        self._seconds: list[float] = []
        self._doing: Counter[str] = Counter()
        self._commits: list[float] = []
        self._ends = threading.Event()

    async def beat(self) -> None:
        """Run alongside everything else in the loop."""
        threading.Thread(target=self._watch, daemon=True).start()
        while not self._ends.is_set():
            await asyncio.sleep(BETWEEN_BEATS)
            now = time.perf_counter()
            if now - self._beaten_at > LATE:
                self._seconds.append(now - self._beaten_at)
            self._beaten_at = now

    def forget(self) -> None:
        """Reset the counts."""
        self._seconds.clear()
        self._doing.clear()
        self._commits.clear()

    def time_commits(self) -> None:
        """Note how long each transaction of the writer takes, its sync and any checkpoint included."""
        transaction = Writer._transaction

        def timed(writer: Writer, *given: Any) -> list[Any]:
            started = time.perf_counter()
            try:
                return transaction(writer, *given)
            finally:
                self._commits.append(time.perf_counter() - started)

        Writer._transaction = timed  # type: ignore[method-assign]

    def close(self) -> None:
        """Watch no longer."""
        self._ends.set()

    def tell(self) -> None:
        """Report how often the loop was late, and its work then."""
        worst = ", ".join(f"{seconds * 1e3:.0f}" for seconds in sorted(self._seconds, reverse=True)[:12])
        print(f"the loop was late {len(self._seconds)} times; ms: {worst}", file=sys.stderr)
        commits = sorted(self._commits)
        at = (commits[int(share * (len(commits) - 1))] * 1e3 for share in (0.5, 0.9, 0.99, 1) if commits)
        told = ", ".join(f"{ms:.1f}" for ms in at)
        print(f"{len(commits)} transactions; ms at 50, 90, 99 and 100%: {told}", file=sys.stderr)
        for doing, times in self._doing.most_common(25):
            print(f"  {times:5d}  {doing}", file=sys.stderr)

    def _watch(self) -> None:
        while not self._ends.wait(LATE / 2):
            if time.perf_counter() - self._beaten_at > LATE:
                for ident, frame in sys._current_frames().items():
                    if ident == threading.get_ident():
                        continue
                    where = [
                        f"{one.filename.rpartition('/')[2]}:{one.lineno}"
                        for one in traceback.extract_stack(frame)
                    ]
                    whose = "loop " if ident == self._watched else "other"
                    self._doing[f"{whose} {' > '.join(where[-7:])}"] += 1
