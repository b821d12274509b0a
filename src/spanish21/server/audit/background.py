"""The whole audit in the background of a running server: a separate process, whose state /health shows.

A start checks every table from its last snapshot on, then serves immediately; this reads all of it again from
the first event. The process is told the address and the key's file by its standard input, which no one else
can see.
"""

import asyncio
import contextlib
import os
import sys
import time
from pathlib import Path

import msgspec
import structlog

from spanish21.server.audit.whole_audit import audit
from spanish21.server.store.connect import open_for_reading
from spanish21.server.store.master_key import key_in

log_of = structlog.get_logger("spanish21.checking")

NOT_BEGUN, UNDER_WAY, CLEAN, WRONG, BROKEN_OFF = "not begun", "under way", "clean", "wrong", "broken off"
MOST_FINDINGS = 10


class AuditTask(msgspec.Struct):
    """The input of the process."""

    database: str
    key: str


class AuditProgress(msgspec.Struct):
    """The output of the process: how many logs it has begun, and at the end its findings."""

    tables: int
    events: int = 0
    is_done: bool = False
    findings: list[str] = []


class Ledger(msgspec.Struct):
    """The state of the check, as health shows it."""

    state: str = NOT_BEGUN
    tables: int = 0
    events: int = 0
    seconds: float = 0.0
    findings: list[str] = []


class Checking:
    """The check of one server's store."""

    def __init__(self, database: str, key: Path) -> None:
        self.found = Ledger()
        self._asked = msgspec.json.encode(AuditTask(database, str(key)))
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to check, without holding anyone up."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Break the check off."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        started = time.monotonic()
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __spec__.name, stdin=pipe, stdout=pipe
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(self._asked)
        self._process.stdin.close()
        self.found.state = UNDER_WAY
        told = AuditProgress(0)
        async for line in self._process.stdout:
            told = msgspec.json.decode(line, type=AuditProgress)
            self.found = Ledger(UNDER_WAY, told.tables, told.events, time.monotonic() - started)
        await self._process.wait()
        self._end(told, time.monotonic() - started)

    def _end(self, told: AuditProgress, seconds: float) -> None:
        state = BROKEN_OFF
        if told.is_done:
            state = WRONG if told.findings else CLEAN
        self.found = Ledger(state, told.tables, told.events, round(seconds, 1), told.findings)
        if state == WRONG:
            log_of.error("the ledger is wrong", findings=told.findings)
        else:
            log_of.info("ledger checked", state=state, events=told.events, seconds=round(seconds, 1))


def main() -> None:
    """Audit a store and report, one line of JSON at a time."""
    os.nice(15)
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=AuditTask)
    master, count = key_in(Path(asked.key)), 0

    def tell(told: AuditProgress) -> None:
        os.write(1, msgspec.json.encode(told) + b"\n")

    def begun(table_id: str) -> None:
        nonlocal count
        count += 1
        tell(AuditProgress(count))

    store = open_for_reading(asked.database)
    try:
        with store.reading() as connection:
            report = audit(connection, master.shoe_key if master else None, begun)
    finally:
        store.close()
    wrong = [f"table {one.table} at {one.seq}: {one.what}" for one in report.findings[:MOST_FINDINGS]]
    tell(AuditProgress(report.tables, report.events, True, wrong))


if __name__ == "__main__":
    main()
