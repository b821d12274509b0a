"""`python -m benchmarks load`: 200 tables with five bots each, at human pace and as fast as they can.

Server, database and generator share the machine. The requirement: at human pace 99 of 100 commands answered
within 20 ms; in a burst of real rounds at least 1,000 committed commands a second with 99 of 100 within
500 ms, the audit clean afterwards; a cost that grows as the tables do; at most 1 MB a table.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.load.crowd import at_once, human
from benchmarks.load.measuring import Measured, measured
from benchmarks.load.server import ServerUnderLoad

STORES = ("sqlite", "postgresql")
GROWTH = (10, 50, 100, 200)


def main() -> None:
    options = _options()
    for store in (options.store,) if options.store else STORES:
        with new_stores(store) as (database, folder):
            print(f"load on {store}: {options.tables} tables, 5 bots each")
            if options.against is not None:
                _compare(database, folder, options)
                continue
            _human(database, folder, options)
            _burst(database, folder, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks load", description=__doc__)
    parser.add_argument("--store", choices=STORES, help="only on this store; on both without it")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="of play at human pace")
    parser.add_argument("--burst-seconds", type=float, default=20)
    parser.add_argument(
        "--growth-seconds", type=float, default=20, help="at 10, 50, 100 tables; 0: not at all"
    )
    parser.add_argument("--only", choices=("human", "burst"))
    parser.add_argument("--profile", action="store_true", help="profile the server")
    parser.add_argument("--stalls", action="store_true", help="report the loop's work when it was late")
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="another checkout, measured in turn with this one"
    )
    parser.add_argument("--turns", type=int, default=3, help="of each checkout, with --against")
    return parser.parse_args()


def _compare(database: Any, folder: Path, options: argparse.Namespace) -> None:
    """This checkout and another one, in turn: at human pace, and as fast as they can."""
    from benchmarks.load.against import LoadOfTurn, compare

    holds = []
    for only, seconds in (("human", options.seconds), ("burst", options.burst_seconds)):
        if options.only in (None, only):
            print(f" {only}, {seconds:g} s a turn, {options.turns} turns each")
            load = LoadOfTurn(options.tables, seconds, only == "human")
            holds.append(compare(options.against, database, folder / "key", load, options.turns))
    if not all(holds):
        sys.exit(1)


def _watched(options: argparse.Namespace) -> list[str]:
    return [f"--{name}" for name in ("profile", "stalls") if getattr(options, name)]


def _human(database: Any, folder: Path, options: argparse.Namespace) -> None:
    if options.only == "burst":
        return
    sizes = [size for size in GROWTH if size < options.tables] if options.growth_seconds else []
    grown = []
    for tables in (*sizes, options.tables):
        seconds = options.seconds if tables == options.tables else options.growth_seconds
        server = ServerUnderLoad(database(), folder / "house.key", *_watched(options))
        try:
            found = _run(measured(server, tables, human, 8, seconds))
        finally:
            server.end()
        grown.append(found)
        _tell(f"human pace, {tables} tables", found)
    _judge("p99 at most 20 ms", grown[-1].percentile(0.99) <= 20)
    _judge("at most 1 MB a table", grown[-1].memory_a_table <= 1)
    if len(grown) > 1:
        costs = (f"{one.tables}: {one.cpu / one.seconds / one.tables * 1e6:,.0f}" for one in grown)
        print(f"  growth: µs of CPU a second for each table, at {'; '.join(costs)}")


def _burst(database: Any, folder: Path, options: argparse.Namespace) -> None:
    if options.only == "human":
        return
    address = database()
    server = ServerUnderLoad(address, folder / "house.key", *_watched(options))
    try:
        found = _run(measured(server, options.tables, at_once, 3, options.burst_seconds, ready_seconds=0))
    finally:
        server.end()
    _tell(f"burst, {options.tables} tables", found)
    _judge("at least 1,000 commands a second", found.rate >= 1_000)
    _judge("p99 at most 500 ms", found.percentile(0.99) <= 500)
    started = time.monotonic()
    count, wrong = _audited(address, folder / "house.key")
    print(f"  audit of {count:,} events: {wrong} findings, {time.monotonic() - started:.0f} s")
    if wrong:
        sys.exit("the audit is not clean")


def _judge(asked: str, holds: bool) -> None:
    print(f"    asked: {asked}: {'holds' if holds else 'MISSED'}", flush=True)


def _tell(what: str, found: Measured) -> None:
    p50, p99, p999 = (found.percentile(share) for share in (0.5, 0.99, 0.999))
    print(
        f"  {what}: {found.rate:,.0f} commands/s; p50 {p50:.1f} ms, p99 {p99:.1f} ms, p99.9 {p999:.1f} ms\n"
        f"    server: CPU {found.cpu / found.seconds:.0%} of a core,"
        f" {found.cpu_a_command * 1e6:,.0f} µs a command"
        f" ({found.loop_cpu / (found.cpu or 1):.0%} in the loop);"
        f" memory {found.memory / 2**20:,.0f} MB, {found.memory_a_table:.2f} MB a table;"
        f" generator: CPU {found.own_cpu / found.seconds:.0%}\n"
        f"    {len(found.latencies):,} commands, {found.stale} stale, {found.told:,} changes told,"
        f" {found.lost} sockets lost; refused: {found.refused or 'none'}",
        flush=True,
    )


def _audited(address: str, key: Path) -> tuple[int, int]:
    from spanish21.server.audit.whole_audit import audit
    from spanish21.server.store.connect import open_for_reading
    from spanish21.server.store.master_key import key_in

    master = key_in(key)
    assert master is not None
    store = open_for_reading(address)
    try:
        with store.reading() as connection:
            report = audit(connection, master.shoe_key)
            count = connection.exec_driver_sql("SELECT count(*) FROM events").scalar() or 0
    finally:
        store.close()
    for finding in report.findings[:5]:
        print(f"    {finding}")
    return count, len(report.findings)


@contextmanager
def new_stores(store: str) -> Iterator[tuple[Any, Path]]:
    """A source of new stores of a kind, each empty, and the folder of their key."""
    folder = Path(tempfile.mkdtemp(prefix="spanish21-load-"))
    numbers = iter(range(1_000))
    try:
        if store == "sqlite":
            yield lambda: str(folder / f"house{next(numbers)}.db"), folder
            return
        sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tests"))
        from server.conftest import Cluster

        cluster = Cluster()
        try:
            yield cluster.new_store, folder
        finally:
            cluster.stop("immediate")
            shutil.rmtree(cluster.folder, ignore_errors=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(work: Any) -> Measured:
    import uvloop

    found: Measured = uvloop.run(work)
    return found
