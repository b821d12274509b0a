"""Committed batches a second: together against one by one, on SQLite and on PostgreSQL.

The batches are made before the clock starts, so that only the writer and its database are measured.
"""

import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

from spanish21.server.log.batch import LogBatch
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.writer import Writer

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

TABLES, BATCHES = 50, 60


def main() -> None:
    from server.conftest import Cluster

    print(f"store: {TABLES} tables, {TABLES * BATCHES} batches of 3 to 4 events")
    folder = Path(tempfile.mkdtemp(prefix="spanish21-bench-"))
    try:
        _measure("SQLite", lambda name: f"{folder}/{name}.db")
    finally:
        shutil.rmtree(folder)
    cluster = Cluster()
    try:
        _measure("PostgreSQL", lambda name: cluster.new_store())
    finally:
        cluster.stop("immediate")
        shutil.rmtree(cluster.folder)


def _measure(name: str, address_of: object) -> None:
    assert callable(address_of)
    alone = _rate(open_store(address_of("alone")), group=1)
    together = _rate(open_store(address_of("together")), group=500)
    print(
        f"  {name}: {alone:,.0f} a second one by one, {together:,.0f} together: {together / alone:.1f} times"
    )


def _rate(store: Store, group: int) -> float:
    from server.scribe import Scribe, open_house

    scribes = [Scribe(f"t{n}", "maryland", n) for n in range(TABLES)]
    open_house(store, scribes)
    batches = [scribe.next() for _ in range(BATCHES) for scribe in scribes]
    writer = Writer(store, group=group)
    seconds = _written(writer, batches)
    writer.close()
    store.close()
    return len(batches) / seconds


def _written(writer: Writer, batches: list[LogBatch]) -> float:
    done = threading.Semaphore(0)
    start = time.perf_counter()
    for batch in batches:
        writer.submit(batch, lambda error, result: done.release())
    for _ in batches:
        done.acquire()
    return time.perf_counter() - start
