"""The server under load: a separate process, with quotas that let a thousand bots in from one address."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import msgspec

from benchmarks.load.stalls import Stalls
from spanish21.server.people.quotas import Quotas
from spanish21.server.web import serving
from spanish21.server.web.serving import Service, serve

MANY = Quotas(
    guests=100_000,
    guests_of_address=1_000_000,
    tables=10_000,
    tables_of_guest=10_000,
    tables_of_address=1_000_000,
)
CLOCK = os.sysconf("SC_CLK_TCK")


class Usage(msgspec.Struct):
    """The resources used by a process: seconds of CPU, in all and in its loop's thread; bytes of memory
    now."""

    cpu: float
    loop_cpu: float
    memory: int


def usage_of(pid: int) -> Usage:
    """The resources used by a process so far."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    cpu, loop_cpu = _seconds(f"/proc/{pid}/stat"), _seconds(f"/proc/{pid}/task/{pid}/stat")
    return Usage(cpu, loop_cpu, pages * os.sysconf("SC_PAGE_SIZE"))


def _seconds(stat: str) -> float:
    fields = Path(stat).read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK


class ServerUnderLoad:
    """A server process on a database, at its own port."""

    def __init__(self, database: str, key: Path, *options: str) -> None:
        self.database, self.key = database, key
        self._is_profiled = bool({"--profile", "--stalls"} & set(options))
        self.started = time.monotonic()
        command = [sys.executable, "-m", __name__, database, str(key), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self._until(" tables are open at ").rpartition(":")[2])

    @property
    def pid(self) -> int:
        return self.process.pid

    def _until(self, words: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if words in line:
                return line.strip()
        raise RuntimeError("the server did not start")

    def begin_counting(self) -> None:
        """Clear the profile of a server."""
        if self._is_profiled:
            self.process.send_signal(signal.SIGUSR1)

    def end(self) -> None:
        """An interrupt, as from the terminal; every round is kept."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(120)


def main(database: str, key: str, *options: str) -> None:
    """Serve until interrupted."""
    serving.BOOKS = ()  # type: ignore[assignment]
    checks = "--check" in options
    service = Service(
        database,
        port=0,
        key=key,
        quotas=MANY,
        prices=False,
        checks=checks,
        requests_a_second=1e6,
        connections_of_address=100_000,
    )
    if "--stalls" in options:
        _serve_and_watch(service)
    elif "--profile" in options:
        with sampled() as stacks:
            serve(service, lambda text: print(text, flush=True))
        _tell(stacks)
    else:
        serve(service, lambda text: print(text, flush=True))


def _serve_and_watch(service: Service) -> None:
    """Serve, and tell at the end when the loop was late and why."""
    stalls = Stalls()
    stalls.time_commits()
    tasks = []

    def say(text: str) -> None:
        print(text, flush=True)
        if " tables are open at " in text:
            tasks.append(asyncio.create_task(stalls.beat()))
        elif text.startswith("closing"):
            stalls.close()

    signal.signal(signal.SIGUSR1, lambda number, frame: stalls.forget())
    serve(service, say)
    stalls.tell()


@contextmanager
def sampled() -> Iterator[Counter[tuple[str, ...]]]:
    """Samples of the loop's thread, every two milliseconds of CPU: they cost next to nothing."""
    stacks: Counter[tuple[str, ...]] = Counter()

    def look(number: int, frame: FrameType | None) -> None:
        found = []
        while frame is not None:
            code = frame.f_code
            found.append(f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno} {code.co_name}")
            frame = frame.f_back
        stacks[tuple(found)] += 1

    signal.signal(signal.SIGPROF, look)
    signal.signal(signal.SIGUSR1, lambda number, frame: stacks.clear())
    signal.setitimer(signal.ITIMER_PROF, 0.002, 0.002)
    try:
        yield stacks
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _tell(stacks: Counter[tuple[str, ...]]) -> None:
    total = stacks.total()
    alone: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for stack, count in stacks.items():
        alone[stack[0]] += count
        within.update(dict.fromkeys(stack, count))
    for title, counts in (("in it and below", within), ("in it alone", alone)):
        print(f"{title}, of {total} samples:", file=sys.stderr)
        for name, count in counts.most_common(60):
            print(f"  {count / total:6.1%} {name}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
