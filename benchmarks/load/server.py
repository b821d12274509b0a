"""The server under load: a process of its own, with quotas that let a thousand bots in from one address."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from spanish21.server import serving
from spanish21.server.quotas import Quotas
from spanish21.server.serving import Service, serve

MANY = Quotas(guests=100_000, guests_of_address=1_000_000, tables=10_000, tables_of_guest=10_000)
CLOCK = os.sysconf("SC_CLK_TCK")


class Usage(msgspec.Struct):
    """What a process has used: seconds of CPU, and bytes of memory now."""

    cpu: float
    memory: int


def usage_of(pid: int) -> Usage:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return Usage((int(fields[11]) + int(fields[12])) / CLOCK, pages * os.sysconf("SC_PAGE_SIZE"))


class ServerUnderLoad:
    """A server process on a database, at a port of its own."""

    def __init__(self, database: str, key: Path, *options: str) -> None:
        self.database, self.key = database, key
        started = time.monotonic()
        command = [sys.executable, "-m", __name__, database, str(key), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self._until(" tables are open at ").rpartition(":")[2])
        self.seconds_to_serve = time.monotonic() - started

    @property
    def pid(self) -> int:
        return self.process.pid

    def _until(self, words: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if words in line:
                return line.strip()
        raise RuntimeError("the server did not start")

    def end(self) -> None:
        """An interrupt, as from the terminal; every round is kept."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(120)


def main(database: str, key: str, *options: str) -> None:
    """Serve until interrupted."""
    serving.BOOKS = ()  # type: ignore[assignment]
    service = Service(database, port=0, key=key, quotas=MANY, prices=False, requests_a_second=1e6)
    if "--profile" not in options:
        serve(service, lambda text: print(text, flush=True))
        return
    import cProfile

    profile = cProfile.Profile()
    profile.runcall(serve, service, lambda text: print(text, flush=True))
    profile.dump_stats("/tmp/spanish21-load.profile")


if __name__ == "__main__":
    main(*sys.argv[1:])
