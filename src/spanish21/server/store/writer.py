"""The one writer: it gathers the batches that all tables have ready, commits them together, then tells.

A thread with the store's one writing connection. Nothing is announced before its commit. A group that
fails is tried again batch by batch, so that a bad batch stops its own table and no other. While the disk is
full, or PostgreSQL is unreachable, the writer holds its jobs and resumes automatically; nothing is lost.
"""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from spanish21.errors import Spanish21Error
from spanish21.server.log.batch import LogBatch
from spanish21.server.store.batch_rows import is_written, write
from spanish21.server.store.connect import Store
from spanish21.server.store.copies import back_up_sqlite

BUSY = 4
"""With this many batches, expect more:"""
GATHERING = 0.004
"""the writer waits this long for them: commits are expensive, one more batch in a commit is cheap."""
IDLE_CHECKPOINT, BUSY_CHECKPOINT = 12, 400
"""After this many jobs (of about 20 pages each) SQLite's log is moved into its database: 12 take 8 ms, 400
take 60 ms and a third of the time for each."""

T = TypeVar("T")
WhenWritten = Callable[[BaseException | None, Any], None]
"""Called in the writer's thread with the outcome of a commit: an error or None, and the job's result."""
End = tuple["asyncio.Future[Any]", BaseException | None, Any]


class WriterBusy(Spanish21Error):
    """More is waiting to be written than the writer takes on; try again in a moment."""


class WriterClosed(Spanish21Error):
    """The server is shutting down."""


class _Job(NamedTuple):
    """A batch, or some other write in its own transaction (or, for a backup, outside any)."""

    batch: LogBatch | None
    work: Callable[[sa.Connection], Any] | None
    told: "WhenWritten | asyncio.Future[Any]"
    in_transaction: bool = True
    tries_again: bool = True
    """Whether it waits for trouble to pass; a job that is only useful now fails instead."""


class OwnLimit(Spanish21Error):
    """A batch was not written because a person's own limits forbid a command in it; the text says which."""


Forbidden = Callable[[sa.Connection, list[LogBatch]], dict[str, str]]
"""Which tables' batches must not be written, and why; asked in the transaction that writes the others."""


class Writer:
    """The writer of a store. `trouble` names the obstacle it waits for, or is empty."""

    def __init__(
        self,
        store: Store,
        forbidden: Forbidden = lambda connection, batches: {},
        most_waiting: int = 10_000,
        group: int = 500,
        pause: float = 0.5,
    ) -> None:
        self.store, self._forbidden = store, forbidden
        self.trouble = ""
        self.committed = self.groups = 0
        self._group, self._pause = group, pause
        self._queue: queue.Queue[_Job | None] = queue.Queue(most_waiting)
        self._known_accounts: set[str] = set()
        self._stopped_tables: set[str] = set()
        self._closing = threading.Event()
        self._gives_up = threading.Event()
        self._is_done = False
        self._since_checkpoint = 0
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    # -- from any thread

    def submit(self, batch: LogBatch, told: WhenWritten) -> None:
        """Have a batch written; `told` is called in the writer's thread."""
        self._put(_Job(batch, None, told))

    def commit(self, batch: LogBatch) -> "asyncio.Future[None]":
        """Have a batch written; the future of the running loop is done when it is on the disk."""
        return self._put_for_loop(_Job(batch, None, asyncio.get_running_loop().create_future()))

    def run(self, work: Callable[[sa.Connection], T], tries_again: bool = True) -> "asyncio.Future[T]":
        """Do some other write in its own transaction."""
        future = asyncio.get_running_loop().create_future()
        return self._put_for_loop(_Job(None, work, future, tries_again=tries_again))

    def run_and_wait(self, work: Callable[[sa.Connection], T]) -> T:
        """The same for a caller without a loop, who waits."""
        done: queue.Queue[tuple[BaseException | None, T]] = queue.Queue()
        self._put(_Job(None, work, lambda error, result: done.put((error, result))))
        error, result = done.get()
        if error is not None:
            raise error
        return result

    def back_up(self, path: Path) -> "asyncio.Future[None]":
        """Have SQLite's database copied to a new file; tables are written meanwhile."""

        def work(connection: sa.Connection) -> None:
            back_up_sqlite(connection, path, self._write_waiting)

        future = asyncio.get_running_loop().create_future()
        return self._put_for_loop(_Job(None, work, future, in_transaction=False))

    def resume(self, table_id: str) -> None:
        """Accept batches again from a table that a failed batch stopped, once its owner has reloaded it."""
        self._stopped_tables.discard(table_id)

    def end_waiting(self) -> None:
        """From now on give up jobs that cannot be written because of trouble: a server that ends does not
        wait for a full disk."""
        self._gives_up.set()

    def close(self) -> None:
        """Write all waiting jobs, then end; while the writer is in trouble, they are given up."""
        if not self._closing.is_set():
            self._gives_up.set()
            self._closing.set()
            self._queue.put(None)
        self._thread.join()

    def _put(self, job: _Job) -> None:
        if self._closing.is_set():
            raise WriterClosed("the server is shutting down")
        try:
            self._queue.put_nowait(job)
        except queue.Full:
            raise WriterBusy(self.trouble or "too much is waiting to be written") from None

    def _put_for_loop(self, job: _Job) -> "asyncio.Future[Any]":
        self._put(job)
        assert isinstance(job.told, asyncio.Future)
        return job.told

    # -- in the writer's thread

    def _run(self) -> None:
        is_busy = False
        while not self._is_done:
            first = self._queue.get()
            if is_busy and first is not None:
                time.sleep(GATHERING)
            jobs = self._ready(first)
            for group in _groups(jobs):
                self._write_group(group)
            is_busy = len(jobs) >= BUSY
            self._checkpoint(len(jobs))

    def _checkpoint(self, jobs: int) -> None:
        """Have the store tidied up between two commits, so that no commit has to wait for it: soon when
        nothing else is to be written, later when there is."""
        self._since_checkpoint += jobs
        if self._since_checkpoint >= (IDLE_CHECKPOINT if self._queue.empty() else BUSY_CHECKPOINT):
            self._since_checkpoint = 0
            self.store.checkpoint()

    def _write_waiting(self) -> None:
        """In the middle of a backup: write the jobs that arrived meanwhile."""
        with contextlib.suppress(queue.Empty):
            for group in _groups(self._ready(self._queue.get_nowait())):
                self._write_group(group)

    def _ready(self, first: _Job | None) -> list[_Job]:
        """The first job and all other waiting ones; None ends the writer."""
        jobs: list[_Job] = []
        job = first
        while job is not None:
            jobs.append(job)
            if len(jobs) >= self._group or not job.in_transaction:
                return jobs  # later jobs are written during the backup
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return jobs
        self._is_done = True
        return jobs

    def _write_group(self, group: list[_Job]) -> None:
        try:
            results = self._attempt(group)
        except Exception as error:
            if len(group) == 1:
                self._give_up(group[0], error)
            else:
                for job in group:
                    self._write_group([job])
            return
        ended = zip(group, results, strict=True)
        _tell([(job, one if isinstance(one, OwnLimit) else None, one) for job, one in ended])

    def _give_up(self, job: _Job, error: Exception) -> None:
        """A failed batch stops its table: later batches of the log must not be written either."""
        if job.batch is not None:
            self._stopped_tables.add(job.batch.table_id)
        _tell([(job, error, None)])

    def _attempt(self, group: list[_Job]) -> list[Any]:
        """Commit the group; wait and try again as long as the trouble is one that passes."""
        batches = [job.batch for job in group if job.batch is not None]
        if any(batch.table_id in self._stopped_tables for batch in batches):
            raise Spanish21Error("an earlier batch of this table could not be written")
        in_doubt, refused = False, dict[str, str]()
        results: list[Any] = [None] * len(group)
        while True:
            try:
                if not in_doubt or not self._is_all_written(batches, refused):
                    results = self._transaction(group, batches, refused)
                break
            except sa.exc.DBAPIError as error:
                trouble = passing_trouble(error)
                if not trouble or not group[0].tries_again:
                    raise
                if self._gives_up.is_set():
                    raise WriterClosed(f"the server is shutting down while {trouble}") from error
                in_doubt = bool(batches)
                self.trouble = trouble
                time.sleep(self._pause)
        self.trouble = ""
        self.groups += 1
        self.committed += sum(batch.table_id not in refused for batch in batches)
        if refused:
            of_tables = [refused.get(job.batch.table_id) if job.batch else None for job in group]
            return [OwnLimit(why) if why else None for why in of_tables]
        return results

    def _transaction(self, group: list[_Job], batches: list[LogBatch], refused: dict[str, str]) -> list[Any]:
        """Write a group, without the batches that a person's own limits forbid: those end up in `refused`."""
        connection = self.store.writer
        if not group[0].in_transaction:
            assert group[0].work is not None
            return [group[0].work(connection)]
        try:
            with connection.begin():
                refused.clear()
                refused.update(self._forbidden(connection, batches))
                allowed = [batch for batch in batches if batch.table_id not in refused]
                added = write(connection, allowed, self._known_accounts) if allowed else set()
                results = [job.work(connection) if job.work is not None else None for job in group]
        except BaseException as error:
            if isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated:
                self.store.drop_writer()
            raise
        self._known_accounts |= added
        return results

    def _is_all_written(self, batches: list[LogBatch], refused: dict[str, str]) -> bool:
        connection = self.store.writer
        with connection.begin():
            wanted = [batch for batch in batches if batch.table_id not in refused]
            return bool(wanted) and all(is_written(connection, batch) for batch in wanted)


def _tell(ended: list[tuple[_Job, BaseException | None, Any]]) -> None:
    """Resolve every future of a group; an event loop with several of them is woken once.

    A listener that fails must not take the writer with it, nor make a commit look undone.
    """
    by_loop: dict[asyncio.AbstractEventLoop, list[End]] = {}
    for job, error, result in ended:
        if isinstance(job.told, asyncio.Future):
            by_loop.setdefault(job.told.get_loop(), []).append((job.told, error, result))
            continue
        try:
            job.told(error, result)
        except Exception:
            logging.getLogger(__name__).exception("telling the end of a commit failed")
    for loop, ends in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile; the commit stands
            loop.call_soon_threadsafe(_resolve, ends)


def _resolve(ends: list[End]) -> None:
    for future, error, result in ends:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _groups(jobs: list[_Job]) -> list[list[_Job]]:
    """Batches together; other work alone, in its place between them."""
    groups: list[list[_Job]] = []
    for job in jobs:
        if job.batch is not None and groups and groups[-1][0].batch is not None:
            groups[-1].append(job)
        else:
            groups.append([job])
    return groups


def passing_trouble(error: sa.exc.DBAPIError) -> str:
    """The obstacle to wait for if the error is temporary: a full disk, an unreachable database."""
    if error.connection_invalidated:
        return "the database is unreachable"
    state = getattr(error.orig, "sqlstate", None) or ""
    name = getattr(error.orig, "sqlite_errorname", "")
    if name == "SQLITE_FULL" or state == "53100":
        return "the disk is full"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or state in ("40P01", "40001", "55P03", "53300"):
        return "the database is busy"
    if isinstance(error, sa.exc.OperationalError) and not name and state[:2] in ("", "57", "08"):
        return "the database is unreachable"
    return ""
