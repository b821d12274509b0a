"""Random tables that are recorded as a server records them."""

import hashlib
import queue
import random
import threading
from collections.abc import Callable, Iterable

import sqlalchemy as sa

from explore import NAMES, Walk, some_rules
from patience import PATIENCE
from spanish21.server.log.batch import LogBatch, RecordedCommand, WheelDraw, new_log
from spanish21.server.log.commitments import draw_commitment
from spanish21.server.log.digests import command_digest, rules_digest
from spanish21.server.log.house_events import HOUSE, ChipsGiven, HouseOpened
from spanish21.server.log.recorder import Deed, LogContext, Recorded, house_recorded, recorded
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import create_log, write
from spanish21.server.store.connect import Store
from spanish21.server.store.store_reader import Loaded
from spanish21.server.store.writer import Writer

PURSE = 10**18


def shoe_key(table_id: str, number: int) -> bytes:
    """Keys as a master key would give them."""
    return hashlib.sha256(f"{table_id} {number}".encode()).digest()


def desk(table_id: str) -> LogContext:
    return LogContext(lambda number: shoe_key(table_id, number))


def asked(name: str, by: str = "ann") -> RecordedCommand:
    return RecordedCommand(by, name, command_digest(name.encode()), "Test", "player")


class Scribe:
    """A walk over a table whose events are made into batches; it is for others to write them."""

    def __init__(self, table_id: str, book: str, seed: int = 0, epoch: int = 1) -> None:
        self.table_id = table_id
        chance = random.Random(f"{table_id} {book} {seed}")
        self.walk = Walk(some_rules(book, chance), chance)
        self.log, self.table = new_log(table_id, epoch), None
        self.first = self.count = 0
        self.draw = self.open_draw = 0

    @classmethod
    def going_on(cls, loaded: Loaded, book: str, seed: int) -> "Scribe":
        """A scribe that goes on with a table as it was read from a store."""
        scribe = cls(loaded.log.table_id, book, seed)
        if loaded.table is not None:
            scribe.walk.table = scribe.table = loaded.table  # type: ignore[assignment]
            scribe.walk.events = []
        scribe.log, scribe.first, scribe.count = loaded.log, loaded.log.seq, seed * 100_000
        scribe.draw = seed * 1_000
        return scribe

    def next(self, steps: int = 3, with_snapshot: bool = False) -> LogBatch:
        """A few more steps of the walk as a batch."""
        done = self.log.seq - self.first
        while len(self.walk.events) < done + steps:
            self.walk.step(0.05)
        found = self.recorded(self.walk.events[done:], with_snapshot)
        self.log, self.table = found.log, found.table  # type: ignore[assignment]
        return found.batch

    def recorded(self, events: list, with_snapshot: bool = False) -> Recorded:  # type: ignore[type-arg]
        self.count += 1
        half = max(1, len(events) // 2)
        deeds = [Deed(asked(f"{self.count}a"), events[:half]), Deed(asked(f"{self.count}b"), events[half:])]
        deeds = [deed for deed in deeds if deed.events]
        return recorded(
            self.log,
            self.table,
            deeds,
            1_700_000_000_000 + self.count,
            desk(self.table_id),
            *self._draws(),
            with_snapshot=with_snapshot,
        )

    def _draws(self) -> tuple[tuple[WheelDraw, ...], tuple[tuple[int, bytes], ...]]:
        """Every seventh batch opens the last draw and commits to the next."""
        if self.count % 7 or self.table is None:
            return (), ()
        opened = ((self.open_draw, f"seed {self.open_draw}".encode()),) if self.open_draw else ()
        self.draw += 1
        self.open_draw = self.draw
        commitment = draw_commitment(f"seed {self.draw}", self.table_id, self.draw)
        return (WheelDraw(self.draw, self.draw, "wheels", commitment, b"sealed"),), opened


def open_house(store: Store, scribes: Iterable[Scribe]) -> None:
    """A house with money in everybody's purse, and a log for each table."""
    log = new_log(HOUSE, 1)
    events = [HouseOpened("1"), *(ChipsGiven(name, PURSE, "play chips") for name in NAMES)]
    batch, _ = house_recorded(log, events, asked("open"), 1, desk(HOUSE))
    with store.writer.begin():
        create_log(store.writer, HOUSE)
        write(store.writer, [batch], set())
        for number, scribe in enumerate(scribes, start=1):
            create_log(store.writer, scribe.table_id)
            add_table(store.writer, scribe, number)


def add_table(connection: sa.Connection, scribe: Scribe, number: int) -> None:
    rules = scribe.walk.table.rules
    row = {"id": scribe.table_id, "number": number, "book": rules.book, "name": scribe.table_id}
    row |= {"rules_digest": rules_digest(rules), "created": 1}
    connection.execute(sa.insert(schema.tables).values(row))


def written(store: Store, batches: list[LogBatch]) -> None:
    """Write batches in one transaction, without a writer."""
    with store.writer.begin():
        write(store.writer, batches, set())


def outcome(submit: Callable[[Callable[[BaseException | None, object], None]], None]) -> BaseException | None:
    """How a submitted write ended."""
    done: queue.Queue[BaseException | None] = queue.Queue()
    submit(lambda error, result: done.put(error))
    return done.get(timeout=PATIENCE)


def commit(writer: Writer, batch: LogBatch) -> BaseException | None:
    return outcome(lambda told: writer.submit(batch, told))


def held_back(writer: Writer) -> threading.Event:
    """Keep the writer busy until the event is set, so that what is submitted meanwhile becomes one group."""
    go_on = threading.Event()
    started = threading.Event()

    def work(connection: sa.Connection) -> None:
        started.set()
        go_on.wait(10)

    threading.Thread(target=lambda: writer.run_and_wait(work), daemon=True).start()
    assert started.wait(10)
    return go_on
