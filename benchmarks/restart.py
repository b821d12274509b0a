"""`python -m benchmarks restart`: how long a server with many tables and a long log takes to serve again.

The log is played through the server's own recording: tables, turns, group commits, snapshots; only the
sockets are left out. Then the process ends as by `kill -9`, without a last snapshot, and a server is started
on what is there. Asked: with 100 tables open and 100,000 rounds logged it serves in under 5 seconds.
"""

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from benchmarks.load.command import STORES, new_stores
from benchmarks.load.server import MANY, ServerUnderLoad, usage_of
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.moves.choices import Amounts
from spanish21.game.table import Table
from spanish21.server.people.command_authority import Actor
from spanish21.server.store.connect import open_store
from spanish21.server.table.clocks import answer_for
from spanish21.server.table.inbox import ask_of
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.opening_house import desk_of, open_house

PURSE, CHIPS = 10**12, 10**9
POLICY = Policy(ready_seconds=0, wager_seconds=3_600, decide_seconds=3_600, seat_seconds=3_600)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks restart", description=__doc__)
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=100_000)
    options = parser.parse_args()
    with new_stores(options.store) as (new_store, folder):
        _measure(new_store(), folder / "house.key", options)


def _measure(address: str, key: Path, options: argparse.Namespace) -> None:
    started = time.monotonic()
    pid = os.fork()
    if not pid:
        asyncio.run(_played(address, key, options.tables, options.rounds))
        os._exit(0)  # as by kill -9: no good-bye, no last snapshot
    if os.waitpid(pid, 0)[1]:
        sys.exit("the log could not be written")
    seconds = time.monotonic() - started
    print(
        f"restart on {options.store}: {options.tables} tables, {options.rounds:,} rounds logged"
        f" in {seconds:,.0f} s ({options.rounds / seconds:,.0f} a second)",
        flush=True,
    )
    server = ServerUnderLoad(address, key, "--check")
    try:
        while (tables := _health(server)["tables"]) < options.tables:
            time.sleep(0.05)
        cpu, seconds = usage_of(server.pid).cpu, time.monotonic() - server.started
        print(f"  serving {tables} tables after {seconds:.1f} s from nothing, {cpu:.1f} s of CPU", flush=True)
        ledger = _checked(server)
        events, seconds = ledger["events"], ledger["seconds"]
        print(f"  the whole log, during play: {events:,} events, {ledger['state']}, {seconds:.0f} s")
    finally:
        server.end()


def _health(server: ServerUnderLoad) -> dict[str, Any]:
    return dict(httpx.get(f"http://127.0.0.1:{server.port}/api/health", timeout=60).json())


def _checked(server: ServerUnderLoad) -> dict[str, Any]:
    while (ledger := dict(_health(server)["ledger"]))["state"] in ("not begun", "under way"):
        time.sleep(1)
    return ledger


# -- playing


async def _played(address: str, key: Path, tables: int, rounds: int) -> None:
    store = open_store(address)
    desk = await asyncio.to_thread(desk_of, store, key, MANY, False)
    await open_house(desk)
    ids = []
    for number in range(tables):
        book = BOOKS[number % len(BOOKS)]
        ids.append((await desk.hall.open_table(f"Table {number + 1}", rules_of(book), POLICY)).id)
    shares = [rounds // tables + (n < rounds % tables) for n in range(tables)]
    await asyncio.gather(*(_play(desk, id, share) for id, share in zip(ids, shares, strict=True)))


async def _play(desk: FrontDesk, table_id: str, rounds: int) -> None:
    """One player's rounds at one table."""
    me = f"player-{table_id}"
    await desk.house.give(me, PURSE, "play chips")
    actor, host, count = Actor(me, frozenset(("player",))), desk.hall.hosts[table_id], 0
    join: dict[str, Any] = {"type": "Join", "chips": CHIPS, "seat": 1}
    while host.table.round_number < rounds or host.table.phase != "wagers":
        step = join if not host.table.people else _step(host.table, me)
        if step is None:
            await asyncio.sleep(0.002)
            continue
        count += 1
        message = {"id": str(count), "seq": host.log.seq, "command": step}
        answer = await desk.hall.ask(table_id, ask_of(actor, me, message))
        if not answer.ok and not answer.stale:
            raise RuntimeError(f"{host.table.rules.book}: {step}: {answer.text}")


def _step(table: Table, me: str) -> dict[str, Any] | None:
    answer = answer_for(table, me)
    if answer is not None:
        fields = {name: getattr(answer, name) for name in answer.__struct_fields__ if name != "by"}
        return {"type": type(answer).__name__, **fields}
    if table.phase != "wagers" or table.boxes:
        return None
    for one in legal(table, me):
        amount = one.fields.get("amount")
        if one.command == cmd.PlaceWager.__name__ and isinstance(amount, Amounts):
            return {"type": one.command, "box": 1, "amount": amount.least}
    return None
