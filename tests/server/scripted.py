"""One scripted round at a live table that is killed, or whose disk fails, at any write and sync.

The round has a split, a double, insurance and a progressive payout. Its cards lie in a shoe that was
committed to before it began, so it goes the same way however often it is broken off: what is in the store at
its end is compared with what an undisturbed round left there.

`python -m server.scripted` reads jobs, a line of JSON each, and forks a process for each: a start takes no
longer than a start must, and a kill ends nothing else.
"""

import asyncio
import contextlib
import hashlib
import os
import pickle
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from server.faulty_disk import Disk, watched_disk
from server.live import MANY, KnownShoes
from spanish21.books.submissions.submission import rules_of
from spanish21.client.answer import Answer
from spanish21.errors import Spanish21Error
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.log.wire import json_of
from spanish21.game.table import Table, hand_total
from spanish21.game.waiting import people_awaited
from spanish21.server.audit.whole_audit import audit
from spanish21.server.logging import logs_as_json
from spanish21.server.people.accounts import add_account
from spanish21.server.people.command_authority import Actor
from spanish21.server.store import schema
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.signing_key import seen_path, signing_path
from spanish21.server.store.store_reader import events_of, rows
from spanish21.server.table.inbox import ask_of
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.opening_house import close_house, desk_of, open_house

NOW = 1_800_000_000_000
ANN, BOB = "pann", "pbob"
CARDS = "As 5c Ac Ac 6c As 9h 7d 2d 8h 3c 4d 5h 9c 2h 3d"
"""Four black aces for box 1 and the dealer: a pair to split, insurance, a part of Monster Match's meter."""
POLICY = Policy(ready_seconds=0, wager_seconds=3_600, decide_seconds=3_600, seat_seconds=3_600)
MOST_COMMANDS, MOST_TRIES = 60, 20


class Job(msgspec.Struct):
    """What a forked process does: `prepare` a house, `play` the round with something going wrong at an
    operation, or `count` the operations of an undisturbed one."""

    what: str
    address: str
    key: str
    at: int = -1
    error: int = 0
    torn: bool = False
    away: bool = False
    early: bool = False
    """Whether the server acknowledges before it has committed, as none should."""
    keep: str = ""
    """Where the operations of the disk are written to."""


_OUT = 1


def say(*words: object) -> None:
    os.write(_OUT, (" ".join(map(str, words)) + "\n").encode())


# -- the house and its round ---------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def house(job: Job, store: Store) -> Any:
    """The desk of a store, under a clock that stands still."""
    seams = {"chance": lambda table_id: KnownShoes(CARDS), "now": lambda: NOW}
    desk = desk_of(store, Path(job.key), MANY, False, **seams)
    desk.writer._pause = 0.01
    try:
        await open_house(desk)
        await desk.sequencer.close()  # from here on the tree is signed when the script says so
        yield desk
        await close_house(desk)
    finally:
        await asyncio.to_thread(desk.writer.close)


def copy_keys(source: Path, target: Path) -> None:
    """Copy a master key with what is kept next to it: the signing key and the last checkpoint."""
    for path_of in (Path, signing_path, seen_path):
        shutil.copy(path_of(source), path_of(target))


async def prepare(desk: FrontDesk) -> None:
    """A table with two people at it who may wager."""
    row = await desk.hall.open_table("The table", rules_of("players-edge"), POLICY)
    for seat, person in enumerate((ANN, BOB), start=1):
        await desk.writer.run(lambda connection, name=person: add_account(connection, name, name, "-", NOW))
        await desk.house.give(person, 100_000, "play chips")
        await asked(desk, person, f"join-{seat}", cmd.Join(by=person, chips=50_000, seat=seat))
    host = desk.hall.hosts[row.id]
    for number in range(20):
        for person in people_awaited(host.table):
            await asked(desk, person, f"cut-{number}", cmd.RefuseCut(by=person))
        await asyncio.sleep(0)
        if host.table.phase == "wagers":
            return
    raise AssertionError(host.table)


async def asked(desk: FrontDesk, person: str, id: str, command: cmd.Command, seq: int = -1) -> Answer:
    [host] = desk.hall.hosts.values()
    body = {name: value for name, value in msgspec.json.decode(json_of(command)).items() if name != "by"}
    message = {"id": id, "seq": host.log.seq if seq < 0 else seq, "command": body}
    return await desk.hall.ask(host.table_id, ask_of(Actor(person, frozenset(("player",))), person, message))


def next_command(table: Table) -> cmd.Command | None:
    """What somebody does next in the scripted round; None when it is over."""
    wagers = {
        (stake.person, *(side.kind for side in stake.sides)) for box in table.boxes for stake in box.stakes
    }
    if table.phase == "wagers" and table.round_number == 0:
        if (ANN,) not in wagers and (ANN, "monster") not in wagers:
            return cmd.PlaceWager(by=ANN, box=1, amount=1_000)
        if (ANN, "monster") not in wagers:
            return cmd.PlaceWager(by=ANN, box=1, amount=100, kind="monster")
        return cmd.PlaceWager(by=BOB, box=2, amount=2_000)
    waiting = people_awaited(table)
    if not waiting:
        return None
    if table.phase == "insurance":
        [box] = [box for box in table.boxes if box.stakes[0].person == waiting[0]]
        if waiting[0] == ANN:
            return cmd.Insure(by=ANN, box=box.number, amount=500)
        return cmd.DeclineInsurance(by=BOB, box=box.number)
    offered = {one.command: one for one in legal(table, waiting[0])}
    hand = table.boxes[table.turn_box].hands[table.turn_hand]
    if "Split" in offered:
        return cmd.Split(by=waiting[0])
    if "Double" in offered and hand_total(hand) == 11 and len(hand.cards) == 2:
        return cmd.Double(by=waiting[0], amount=offered["Double"].fields["amount"].most)  # type: ignore[union-attr]
    return cmd.Stand(by=waiting[0])


async def play(
    desk: FrontDesk, script: list[tuple[str, int, cmd.Command]] | None, count: Callable[[], int]
) -> None:
    """Play the round, or send all of its commands again, whatever became of them before; say each answer, and
    how many operations there had been by then."""
    [host] = desk.hall.hosts.values()
    for number in range(MOST_COMMANDS):
        if script is not None:
            if number == len(script):
                return
            person, seq, command = script[number]
        else:
            found = next_command(host.table)
            if found is None:
                return
            person, seq, command = found.by, host.log.seq, found
        say("ask", number, seq, json_of(command).decode())
        answer = await _answered(desk, person, f"c{number}", command, seq)
        say("ack", number, count(), answer.ok, answer.seq, answer.reason)
        await sign(desk)
        [host] = desk.hall.hosts.values()
    raise AssertionError("the round does not end")


async def sign(desk: FrontDesk) -> None:
    """Sign the tree as it is, as the server does by its clock; a disk that fails fails here, too."""
    with contextlib.suppress(Spanish21Error, sa.exc.DBAPIError, OSError):
        await desk.sequencer.tick()


async def _answered(desk: FrontDesk, person: str, id: str, command: cmd.Command, seq: int) -> Answer:
    """The answer to a command; a table that has stopped is let go on, as a floorperson would."""
    for _ in range(MOST_TRIES):
        answer = await asked(desk, person, id, command, seq)
        if answer.reason != "table_stopped":
            return answer
        [host] = desk.hall.hosts.values()
        say("stopped", host.log.seq)
        with contextlib.suppress(sa.exc.DBAPIError):
            await desk.hall.resume(host.table_id)
    raise AssertionError(answer)


# -- what is in the store afterwards -------------------------------------------------------------------


def stored(desk: FrontDesk) -> dict[str, int]:
    """The commands of the round that are in the store, with the last event of each."""
    commands = schema.commands
    with desk.store.reading() as connection:
        query = sa.select(commands.c.id, commands.c.last_seq).where(commands.c.id.startswith("c"))
        return {row.id: row.last_seq for row in connection.execute(query) if row.id[1:].isdigit()}


def types_of(desk: FrontDesk) -> set[str]:
    """The kinds of events that have happened."""
    [table_id] = desk.hall.hosts
    with desk.store.reading() as connection:
        log = rows(connection, table_id)
        found = events_of(log, lambda shoe: desk.master.shoe_key(table_id, shoe))
        return {type(one).__name__ for one in found}


def digest_of(desk: FrontDesk) -> str:
    """A digest of all that the round has left: events, commands, balances, meters, rounds."""
    [table_id] = desk.hall.hosts
    with desk.store.reading() as connection:
        report = audit(connection, desk.master.shoe_key)
        assert report.findings == [], report.findings
        assert sum(connection.scalars(sa.select(schema.balances.c.amount))) == 0
        log = rows(connection, table_id)
        events = [json_of(one) for one in events_of(log, lambda shoe: desk.master.shoe_key(table_id, shoe))]
        whole = [b"\n".join(events), *(repr(_kept(connection, *one)).encode() for one in _KEPT)]
    return hashlib.sha256(b"\n\n".join(whole)).hexdigest()


_KEPT: tuple[tuple[sa.Table, tuple[str, ...]], ...] = (
    (schema.commands, ("table_id", "by", "id", "digest", "command", "first_seq", "last_seq", "role")),
    (schema.balances, ("account", "amount")),
    (schema.meters, ("table_id", "name", "amount", "remainder")),
    (schema.rounds, ("table_id", "number", "first_seq", "last_seq", "rules_digest")),
    (schema.transfers, ("table_id", "seq", "source", "target", "amount", "why")),
)


def _kept(connection: sa.Connection, table: sa.Table, names: tuple[str, ...]) -> list[Any]:
    columns = [table.c[name] for name in names]
    query = sa.select(*columns).where(table.c.table_id != "house" if "table_id" in names else sa.true())
    return sorted(tuple(row) for row in connection.execute(query))


# -- what goes wrong -----------------------------------------------------------------------------------


def acknowledge_early(desk: FrontDesk, disk: Disk) -> None:
    """Break the server: it says yes first, and commits when three batches have come together.

    It is killed then, and not at an operation of some number, because the signed tree is written to the same
    disk at any time.
    """
    waiting: list[Any] = []

    def commit(batch: Any) -> Any:
        waiting.append(batch)
        if len(waiting) == 3:
            disk.dies_at = len(disk.operations)
            for one in waiting:
                desk.writer.submit(one, lambda error, result: None)
            waiting.clear()
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    desk.writer.commit = commit  # type: ignore[method-assign]


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@contextlib.contextmanager
def failing(job: Job, store: Store, disk: Disk | None) -> Iterator[Callable[[], int]]:
    """From here on the operation of the job's number goes wrong; how many there have been."""
    if disk is not None:
        first = len(disk.operations)
        if job.error:
            disk.fails_from, disk.fails, disk.error = first + job.at, 2, job.error
        elif job.at >= 0:
            disk.dies_at, disk.dies_torn = first + job.at, job.torn
        yield lambda: len(disk.operations) - first
        disk.dies_at, disk.fails = -1, 0
        return
    count = 0

    def operation(connection: Any, *given: Any) -> None:
        nonlocal count
        if count == job.at:
            count += 1
            if not job.away:
                dies()
            backend = connection.connection.driver_connection.info.backend_pid
            with store.reading() as other:
                other.exec_driver_sql(f"SELECT pg_terminate_backend({backend})")
        count += 1

    engine: Any = store._engine
    for name in ("begin", "before_cursor_execute", "after_cursor_execute", "commit"):
        sa.event.listen(engine, name, operation)
    yield lambda: count
    for name in ("begin", "before_cursor_execute", "after_cursor_execute", "commit"):
        sa.event.remove(engine, name, operation)


def run(job: Job, script: Any) -> None:
    """Do a job in this process."""
    is_sqlite = not job.address.startswith("postgresql")
    with watched_disk() if is_sqlite else contextlib.nullcontext() as disk:
        store = open_store(job.address)
        if disk is not None:
            raw: Any = store.writer.connection.driver_connection
            raw.execute("PRAGMA wal_autocheckpoint = 20")
        try:
            asyncio.run(_run(job, store, disk, script))
        finally:
            store.close()
        if job.keep and disk is not None:
            Path(job.keep).write_bytes(pickle.dumps(disk.operations))


async def _run(job: Job, store: Store, disk: Disk | None, script: Any) -> None:
    async with house(job, store) as desk:
        if job.what == "prepare" or job.keep:
            await prepare(desk)
        if job.what == "prepare":
            return
        say("stored", msgspec.json.encode(stored(desk)).decode())
        if job.early and disk is not None:
            acknowledge_early(desk, disk)
        with failing(job, store, disk) as count:
            if disk is not None:
                say("first", len(disk.operations))
            if job.keep:
                copy_keys(Path(job.key), Path(job.keep).with_suffix(".key"))
            await play(desk, script, count)
            if job.early:
                await asyncio.sleep(
                    30
                )  # the commits come after all that was said; the first ends the process
            say("operations", count())
        [host] = desk.hall.hosts.values()
        say("types", *sorted(types_of(desk)))
        say("digest", digest_of(desk), host.table.round_number, len(host.table.boxes))


def main() -> None:
    global _OUT
    _OUT = os.dup(1)
    for number in (1, 2):  # what the server logs is not for the parent
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    logs_as_json()
    for line in sys.stdin:
        job, script = msgspec.json.decode(line, type=tuple[Job, Any])
        pid = os.fork()
        if not pid:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            plan = None if script is None else [(by, seq, _command(by, body)) for by, seq, body in script]
            try:
                run(job, plan)
            except BaseException as error:
                say("failed", repr(error).replace("\n", " ")[:2_000])
            os._exit(0)
        os.waitpid(pid, 0)
        say("ended")


def _command(by: str, body: dict[str, Any]) -> cmd.Command:
    fields = {name: value for name, value in body.items() if name not in ("type", "by")}
    return cmd.COMMANDS[body["type"]](by=by, **fields)


if __name__ == "__main__":
    main()
