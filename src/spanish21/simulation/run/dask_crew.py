"""Many machines: tasks played by the workers of a Dask cluster, added up here in their order.

A task is a function of the plan and its number. When a worker is killed its unfinished tasks are played again
elsewhere; each task's tally is added once, when its turn comes.
"""

import logging
import pickle
import time
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from spanish21.errors import BadInput, how_to_install
from spanish21.simulation.kernel.tally import Tally
from spanish21.simulation.plan.run_plan import Plan, Prepared, prepared
from spanish21.simulation.run.tasks import Fast, fast_of, tally_of_task

TASKS_OF_CALL = 4
"""Tasks that one call to a worker plays, so that the scheduler is not what takes the time."""
MOST_TRIES = 10


@lru_cache(maxsize=4)
def _prepared(plan: bytes) -> tuple[Prepared, Fast]:
    ready = prepared(pickle.loads(plan))
    return ready, fast_of(ready)


def play_tasks(plan: bytes, first_task: int, tasks: int) -> tuple[list[Tally], float]:
    """The tallies of some tasks and the CPU seconds that they took; runs on a worker."""
    ready, fast = _prepared(plan)
    began = time.thread_time()
    tallies = [tally_of_task(ready, fast, task) for task in range(first_task, first_task + tasks)]
    return tallies, time.thread_time() - began


class ClusterCrew:
    """The workers of a Dask cluster: one at an address, or `local` for worker processes on this machine."""

    def __init__(self, plan: Plan, address: str) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise BadInput(f"a cluster needs Dask: run {how_to_install('cluster')}") from None
        # Dask has no types.
        new_client: Any = Client
        new_cluster: Any = LocalCluster
        self._threads = 1
        self._plan = pickle.dumps(plan)
        self._cpu_seconds = 0.0
        self._own: Any = None
        if address == "local":
            self._own = new_cluster(
                threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            )
        try:
            self._client: Any = new_client(self._own or address, timeout="10s", set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise BadInput(f"cluster {address}: no Dask scheduler answers ({type(error).__name__})") from None

    def tallies(self, first_task: int) -> Iterator[Tally]:
        waiting: deque[tuple[int, Any]] = deque()
        task = first_task
        try:
            while True:
                if not waiting:
                    self._threads = max(sum(self._client.nthreads().values()), 1)
                while len(waiting) < 3 * self._threads:
                    waiting.append((task, self._submit(task)))
                    task += TASKS_OF_CALL
                first, future = waiting.popleft()
                tallies, seconds = self._gathered(first, future)
                self._cpu_seconds += seconds
                yield from tallies
        finally:
            self._client.cancel([future for _, future in waiting])

    def _submit(self, task: int) -> Any:
        # `pure=False`: a call is known by its own key, so that two runs on one cluster stay apart.
        return self._client.submit(
            play_tasks, self._plan, task, TASKS_OF_CALL, pure=False, retries=MOST_TRIES
        )

    def _gathered(self, task: int, future: Any) -> Any:
        """The result of a call; a call that went down with its workers is made again."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        for _ in range(MOST_TRIES):
            try:
                return future.result()
            except (KilledWorker, FutureCancelledError):
                future = self._submit(task)
        raise BadInput(
            f"cluster: task {task} failed {MOST_TRIES} times with its worker; are there any workers left?"
        )

    def cpu_seconds(self) -> float:
        """CPU seconds of the workers, on playing alone."""
        return self._cpu_seconds

    def close(self) -> None:
        self._client.close()
        if self._own is not None:
            self._own.close()
