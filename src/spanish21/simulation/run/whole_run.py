"""A run from its first task to its last: tasks go out and come back in order, from any worker.

Only the order of adding decides where a run stops, so that one thread, many threads and a cluster give the
same totals to the bit.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, Unpack

from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.simulation.kernel.round_replay import Replay
from spanish21.simulation.kernel.tally import ROUNDS, Tally
from spanish21.simulation.plan.run_plan import Plan, Prepared, check, prepared
from spanish21.simulation.results.result import Result, Took
from spanish21.simulation.results.run_meters import Meters
from spanish21.simulation.results.totals import Totals
from spanish21.simulation.run import run_checkpoint as checkpoints
from spanish21.simulation.run.rounds_out import RoundsFile
from spanish21.simulation.run.run_options import Options, all_options
from spanish21.simulation.run.tasks import (
    NO_LIMIT,
    Fast,
    digest_of,
    fast_of,
    least_rounds_of_task,
    tally_of_part,
    tally_of_task,
    tally_with_records,
    warm_up,
)

DEFAULT_ROUNDS = 1_000_000
MOST_THREADS = 1024
SECONDS_BETWEEN_CHECKPOINTS = 10.0
Show = Callable[[Result], None]


class Crew(Protocol):
    """A crew plays tasks: it yields the tallies of whole tasks, in order, from a first task on."""

    def tallies(self, first_task: int) -> Iterator[Tally]: ...

    def cpu_seconds(self) -> float: ...


class ThreadCrew:
    """Threads of this process; the kernels let go of the interpreter while they play."""

    def __init__(self, ready: Prepared, fast: Fast, threads: int) -> None:
        self.ready, self.fast, self.threads = ready, fast, threads
        self._began = time.process_time()

    def tallies(self, first_task: int) -> Iterator[Tally]:
        if self.threads == 1:
            task = first_task
            while True:
                yield tally_of_task(self.ready, self.fast, task)
                task += 1
        pool = ThreadPoolExecutor(self.threads)
        try:
            waiting: deque[Future[Tally]] = deque()
            task = first_task
            while True:
                while len(waiting) < 2 * self.threads:
                    waiting.append(pool.submit(tally_of_task, self.ready, self.fast, task))
                    task += 1
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def cpu_seconds(self) -> float:
        return time.process_time() - self._began


class Run:
    """One run: its plan, what it has found so far, and when it is over."""

    def __init__(self, plan: Plan, ready: Prepared, rounds: int | None, until_error: float | None) -> None:
        self.plan, self.ready = plan, ready
        self.fast: Fast = None
        self.rounds, self.until_error = rounds, until_error
        self.totals = Totals(plan.boxes)
        self.meters = Meters(plan.rules, plan.sides, plan.boxes)
        self.digest = digest_of(ready)
        self.cpu_before = self.start_up_seconds = 0.0

    def resume(self, path: Path) -> None:
        """Continues from a checkpoint of the same plan."""
        self.totals, meters, self.cpu_before = checkpoints.load(path, self.digest)
        self.meters.restore(meters)
        if self.rounds is not None and self.totals.played > self.rounds:
            raise BadInput(
                f"checkpoint {path}: it has {self.totals.played:,} rounds; not the {self.rounds:,} requested"
            )

    def save(self, path: Path, cpu_seconds: float) -> None:
        """Writes a checkpoint."""
        checkpoints.save(path, self.digest, self.totals, self.meters.state(), self.cpu_before + cpu_seconds)

    def add(self, tally: Tally) -> None:
        """Adds the next task."""
        self.meters.pay(tally, self.ready.unit)
        self.totals.add(tally)

    def rounds_left(self) -> int:
        return NO_LIMIT if self.rounds is None else self.rounds - self.totals.played

    def is_over(self) -> bool:
        """Whether enough rounds have been played, or the estimate is precise enough."""
        if self.rounds is not None:
            return self.totals.played >= self.rounds
        return self.until_error is not None and self.result(0.0, 0.0).standard_error <= self.until_error

    def result(self, cpu_seconds: float, seconds: float, is_complete: bool = True) -> Result:
        """What has been found so far."""
        took = Took(self.cpu_before + cpu_seconds, seconds, self.start_up_seconds)
        return Result(self.plan, self.totals, self.meters, self.ready.unit, took, is_complete)


def simulate(rules: Rules, strategy: Any, rounds: int | None = None, **options: Unpack[Options]) -> Result:
    """Plays `rounds` rounds, or until the standard error is small enough, and returns the result.

    Interrupted from the keyboard, it returns what it has found (`is_complete` is False) and leaves a
    checkpoint at `checkpoint`, or else at `interrupted_checkpoint` if that is given.
    """
    called = time.monotonic()
    told = all_options(options)
    until_error, checkpoint, rounds_out = told["until_error"], told["checkpoint"], told["rounds_out"]
    if rounds is None and until_error is None:
        rounds = DEFAULT_ROUNDS
    plan = plan_of(rules, strategy, told)
    _check(rounds, told)
    ready = prepared(plan)
    whole_tasks = rounds_out is None and (rounds is None or rounds >= least_rounds_of_task(ready))
    fast = fast_of(ready) if whole_tasks and told["cluster"] is None else None
    run = Run(plan, ready, rounds, until_error)
    run.fast = fast
    if told["resume"] and checkpoint is not None and checkpoint.exists():
        run.resume(checkpoint)
    warm_up(ready, fast)
    run.start_up_seconds = time.monotonic() - called
    file = RoundsFile(rounds_out, Replay(plan, ready)) if rounds_out is not None else None
    crew = _crew(plan, ready, fast, told["threads"], told["cluster"])
    try:
        if file is not None:
            return _recorded(run, crew, file, told["show"])
        return _played(run, crew, checkpoint, told["interrupted_checkpoint"], told["show"])
    finally:
        if file is not None:
            file.close()
        close = getattr(crew, "close", None)
        if close is not None:
            close()


def check_run(rules: Rules, rounds: int | None = None, **options: Unpack[Options]) -> None:
    """Refuse what `simulate` would refuse under any strategy, before one is looked for."""
    told = all_options(options)
    _check(rounds, told)
    check(plan_of(rules, None, told))


def plan_of(rules: Rules, strategy: Any, told: Options) -> Plan:
    """The plan of a run with these options."""
    return Plan(
        rules,
        strategy,
        told["seed"],
        told["boxes"],
        told["penetration"],
        told["wager"],
        {name: stake for name, stake in (told["sides"] or {}).items() if stake},
        told["tables"],
        told["count"],
        told["insures"],
    )


def _check(rounds: int | None, told: Options) -> None:
    until_error, threads, checkpoint = told["until_error"], told["threads"], told["checkpoint"]
    rounds_out, cluster, resume = told["rounds_out"], told["cluster"], told["resume"]
    if rounds is not None and until_error is not None:
        raise BadInput("give a number of rounds or an error to reach, not both")
    if rounds is not None and rounds < 1:
        raise BadInput(f"rounds is {rounds}; it must be at least 1")
    if until_error is not None and not 0 < until_error < 1:
        raise BadInput(f"until-error is {until_error}; it must be above 0 and below 1, such as 0.0001")
    if not 1 <= threads <= MOST_THREADS:
        raise BadInput(f"threads is {threads}; it must be from 1 to {MOST_THREADS}")
    if rounds_out is not None and (checkpoint is not None or cluster is not None or until_error is not None):
        raise BadInput("rounds-out needs a number of rounds and excludes a checkpoint or a cluster")
    if resume and checkpoint is None:
        raise BadInput("resume needs a checkpoint file to continue from")
    if checkpoint is not None and not checkpoint.parent.is_dir():
        raise BadInput(f"checkpoint {checkpoint}: No such file or directory")


def _crew(plan: Plan, ready: Prepared, fast: Fast, threads: int, cluster: str | None) -> Crew:
    if cluster is None:
        return ThreadCrew(ready, fast, threads)
    from spanish21.simulation.run.dask_crew import ClusterCrew

    return ClusterCrew(plan, cluster)


def _played(
    run: Run, crew: Crew, checkpoint: Path | None, interrupted_checkpoint: Path | None, show: Show | None
) -> Result:
    """Plays whole tasks while they fit, and the part of the last one that is still wanted."""
    began = time.monotonic()
    saved = began
    least = least_rounds_of_task(run.ready)
    if checkpoint is not None:
        # Better to find out now than after the run that a file cannot be written.
        run.save(checkpoint, crew.cpu_seconds())
    tallies = crew.tallies(run.totals.tasks)
    try:
        while True:
            if show is not None:
                show(run.result(crew.cpu_seconds(), time.monotonic() - began))
            if run.is_over():
                break
            left = run.rounds_left()
            tally = (
                next(tallies) if left >= least else tally_of_part(run.ready, run.fast, run.totals.tasks, left)
            )
            if int(tally.rounds[ROUNDS]) > left:
                tally = tally_of_part(run.ready, run.fast, run.totals.tasks, left)
            # Tasks are much of a size: one that is sure to be too long is not played whole first.
            least = max(least, int(tally.rounds[ROUNDS]) * 95 // 100)
            if int(tally.rounds[ROUNDS]) == left and checkpoint is not None:
                # A checkpoint holds whole tasks only, so that it can be continued with more rounds.
                run.save(checkpoint, crew.cpu_seconds())
            run.add(tally)
            due = time.monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS
            if checkpoint is not None and due and run.rounds_left() > 0:
                run.save(checkpoint, crew.cpu_seconds())
                saved = time.monotonic()
    except KeyboardInterrupt:
        path = checkpoint or interrupted_checkpoint
        if path is not None:
            run.save(path, crew.cpu_seconds())
        return run.result(crew.cpu_seconds(), time.monotonic() - began, is_complete=False)
    finally:
        close = getattr(tallies, "close", None)
        if close is not None:
            close()
    if checkpoint is not None and run.rounds is None:
        run.save(checkpoint, crew.cpu_seconds())
    return run.result(crew.cpu_seconds(), time.monotonic() - began)


def _recorded(run: Run, crew: Crew, file: RoundsFile, show: Show | None) -> Result:
    """Plays and writes down every round; the same totals, by the kernel that knows each round."""
    began = time.monotonic()
    while run.rounds_left() > 0:
        tally = tally_with_records(run.ready, run.totals.tasks, run.rounds_left())
        run.add(tally)
        file.write(tally.records)
        if show is not None:
            show(run.result(crew.cpu_seconds(), time.monotonic() - began))
    return run.result(crew.cpu_seconds(), time.monotonic() - began)
