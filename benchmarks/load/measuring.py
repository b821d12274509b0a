"""One measurement: a crowd plays for a while at a server; its observations and the server's use of
resources."""

import asyncio
import gc
import os
import time
from typing import NamedTuple

from benchmarks.load.crowd import Crowd, Pause
from benchmarks.load.server import ServerUnderLoad, usage_of

MEGABYTE = 1024 * 1024


class Measured(NamedTuple):
    """The measurements over some seconds of play; latencies in seconds, memory in bytes."""

    tables: int
    seconds: float
    latencies: list[float]
    stale: int
    told: int
    refused: dict[str, int]
    lost: int
    cpu: float
    loop_cpu: float
    own_cpu: float
    memory_before: int
    memory: int

    @property
    def rate(self) -> float:
        """Committed commands a second, the house's own not counted."""
        return len(self.latencies) / self.seconds

    @property
    def cpu_a_command(self) -> float:
        """Seconds of the server's CPU for each command that a bot had carried out."""
        return self.cpu / max(1, len(self.latencies))

    @property
    def memory_a_table(self) -> float:
        """Megabytes that a table and its five people take, beyond the start."""
        return (self.memory - self.memory_before) / MEGABYTE / self.tables

    def percentile(self, share: float) -> float:
        """The latency that this share of all commands did not exceed, in ms."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("nan")


async def measured(
    server: ServerUnderLoad, tables: int, pause: Pause, warm_up: float, seconds: float, **policy: int
) -> Measured:
    """Let a new crowd play; counting begins after the warm-up."""
    before = usage_of(server.pid)
    crowd = Crowd(server.port, pause)
    await crowd.come(tables, **policy)
    await asyncio.sleep(warm_up)
    figures = crowd.figures
    figures.seconds.clear()
    figures.stale = figures.told = 0
    server.begin_counting()
    gc.collect()
    gc.disable()  # a full collection of a thousand bots' messages would count as the server's delay
    first, own, started = usage_of(server.pid), usage_of(os.getpid()), time.perf_counter()
    await asyncio.sleep(seconds)
    passed = time.perf_counter() - started
    last, own_last = usage_of(server.pid), usage_of(os.getpid())
    found = Measured(
        tables,
        passed,
        list(figures.seconds),
        figures.stale,
        figures.told,
        dict(figures.refused),
        figures.lost,
        last.cpu - first.cpu,
        last.loop_cpu - first.loop_cpu,
        own_last.cpu - own.cpu,
        before.memory,
        last.memory,
    )
    gc.enable()
    await crowd.leave()
    return found
