"""Rounds played while a person watches: the estimate closes in on the exact edge.

A run is played in parts, each with its own seed, so that other questions come between them, and a run
that no one watches any more ends.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from spanish21.errors import BadInput, Spanish21Error
from spanish21.game.rules import Rules
from spanish21.server.log.digests import rules_digest
from spanish21.server.studies.answers_of_studies import Point, RunSoFar
from spanish21.server.studies.study_queue import Questions, TooMany
from spanish21.server.studies.subject import Subject

FIRST_PART, LARGEST_PART = 1_000, 4_000_000
MOST_ROUNDS = 200_000_000
MOST_RUNS = 6
WATCHED_SECONDS = 20.0
KEPT_SECONDS = 600.0
SIMULATOR_MISSING = "this server has no simulator; it is installed with the extra simulation"


class WatchedRun:
    """One run as its watcher sees it."""

    def __init__(self, asker: str, rounds: int) -> None:
        self.asker, self.rounds = asker, rounds
        self.points: list[Point] = []
        self.exact: float | None = None
        self.wager = 0
        self.trouble = ""
        self.is_over = False
        self.watched = time.monotonic()

    def add(self, part: Point) -> None:
        """Add another part to the earlier ones: all rounds weigh the same."""
        before = self.points[-1] if self.points else Point(0, 0.0, 0.0)
        rounds = before.rounds + part.rounds
        edge = (before.edge * before.rounds + part.edge * part.rounds) / rounds
        error = ((before.error * before.rounds) ** 2 + (part.error * part.rounds) ** 2) ** 0.5 / rounds
        self.points.append(Point(rounds, edge, error))

    def as_seen(self, first: int) -> RunSoFar:
        """The points from a place on, and how far it is."""
        self.watched = time.monotonic()
        return {
            "rounds": self.rounds,
            "exact": self.exact,
            "wager": self.wager,
            "points": self.points[first:],
            "next": len(self.points),
            "is_over": self.is_over,
            "trouble": self.trouble,
        }


class Runs:
    """The runs of a server, by their ids."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._runs: dict[str, WatchedRun] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, asker: str, subject: Subject, rounds: int) -> str:
        """Begin a run; its id, by which it is watched."""
        if not FIRST_PART <= rounds <= MOST_ROUNDS:
            raise BadInput(f"rounds is {rounds}; a run has {FIRST_PART:,} to {MOST_ROUNDS:,} rounds")
        self._forget_old()
        playing = [run for run in self._runs.values() if not run.is_over]
        for run in playing:
            if run.asker == asker:
                run.rounds = 0  # beginning another run ends the one before
        if len(playing) >= MOST_RUNS:
            raise TooMany("too many runs are being played; try again in a minute")
        id, run = secrets.token_urlsafe(12), WatchedRun(asker, rounds)
        self._runs[id] = run
        self._go(self._play(run, subject))
        return id

    def of(self, id: str) -> WatchedRun | None:
        return self._runs.get(id)

    def stop(self, id: str) -> None:
        """Play no further part of a run."""
        if id in self._runs:
            self._runs[id].rounds = 0

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play(self, run: WatchedRun, subject: Subject) -> None:
        work: Callable[..., Any] = partial(self._questions.work, run.asker)
        played, size, seed = 0, FIRST_PART, 0
        try:
            run.exact, run.wager = await work(exact_edge, subject.rules)
            while played < run.rounds and time.monotonic() - run.watched < WATCHED_SECONDS:
                part, seed = min(size, run.rounds - played), seed + 1
                run.add(await work(played_part, subject.rules, part, seed))
                played += part
                size = min(max(FIRST_PART, played // 3), LARGEST_PART)
        except Spanish21Error as error:
            run.trouble = str(error)
        finally:
            run.is_over = True

    def _forget_old(self) -> None:
        now = time.monotonic()
        for id in [id for id, run in self._runs.items() if now - run.watched > KEPT_SECONDS]:
            del self._runs[id]

    def close(self) -> None:
        """End every run."""
        for task in self._tasks:
            task.cancel()


# -- in the worker process


def exact_edge(rules: Rules) -> tuple[float, int]:
    """The exact house edge of the least wager, its fixed payouts included, and that wager."""
    from spanish21.analysis.hands.rule_terms import FixedMoney
    from spanish21.analysis.report.edge_summary import analysis_of

    wager = rules.table_minimum
    return -analysis_of(rules, None, FixedMoney(wager)).expected_value, wager


_strategies: dict[str, Any] = {}
"""The strategy that was played last, by the digest of its rules."""


def _strategy(rules: Rules) -> Any:
    from spanish21.analysis.hands.rule_terms import FixedMoney
    from spanish21.analysis.worth.table_edge import edge

    digest = rules_digest(rules)
    if digest not in _strategies:
        _strategies.clear()
        _strategies[digest] = edge(rules, None, FixedMoney(rules.table_minimum)).strategy
    return _strategies[digest]


def played_part(rules: Rules, rounds: int, seed: int) -> Point:
    """A number of first rounds of full shoes, by the strategy that the exact edge belongs to."""
    try:
        from spanish21.simulation import simulate
    except ModuleNotFoundError:
        raise BadInput(SIMULATOR_MISSING) from None

    result = simulate(
        rules, _strategy(rules), rounds, penetration=0.0, seed=seed, wager=rules.table_minimum, threads=1
    )
    return Point(rounds, -result.expected_value, result.standard_error)
