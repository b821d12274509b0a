"""One table's life: command -> decide -> commit -> evolve -> each person's view. One task a table.

Nothing takes effect, and nothing is announced, before it is committed. An I/O error or a broken law
stops the table as it was committed last.
"""

import asyncio
import contextlib
import os
import random
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
import structlog
from msgspec.structs import replace

from spanish21.client.answer import Answer
from spanish21.errors import BadInput, Spanish21Error
from spanish21.game import commands as cmd
from spanish21.game.events import Event, MeterMoved, SeedPromised
from spanish21.game.round.phases import is_between_rounds
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.server.entropy import random_bytes
from spanish21.server.fairness.player_seeds import PlayerSeeds, Promise
from spanish21.server.fairness.round_seeds import WheelSeed, is_discarded
from spanish21.server.log.batch import BrokenLaw, Log, WheelDraw
from spanish21.server.log.commit_rows import ShoeRow
from spanish21.server.log.play_fold import Presence
from spanish21.server.log.recorder import Deed, LogContext, Recorded, recorded
from spanish21.server.log.seals import MasterKey
from spanish21.server.log.snapshots import snapshot_row
from spanish21.server.logging import words_of
from spanish21.server.money.purses import Purses
from spanish21.server.people.command_authority import COMMANDS
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import StaleOwner
from spanish21.server.store.connect import Store
from spanish21.server.store.nodes import require_owner
from spanish21.server.store.statements import insert_rows
from spanish21.server.store.store_reader import brought_to, load, rows, rows_of_table
from spanish21.server.store.writer import OwnLimit, Writer, WriterClosed
from spanish21.server.system_chance import SystemChance
from spanish21.server.table.clocks import (
    SECOND,
    Around,
    Clock,
    Felts,
    clock_of,
    commands_by_clock,
    moment_of,
)
from spanish21.server.table.inbox import (
    CLOSING,
    OWN_LIMIT,
    PURSE,
    STOPPED,
    Ask,
    answer_text,
    ask_of_house,
    no,
)
from spanish21.server.table.listener import Listener
from spanish21.server.table.messages import Teller
from spanish21.server.table.policy import Policy
from spanish21.server.table.repeats import Remembered
from spanish21.server.table.seats import Seats
from spanish21.server.table.steps import Brought
from spanish21.server.table.turn import Turn, staff_of

log_of = structlog.get_logger("spanish21.host")

EVENTS_BETWEEN_SNAPSHOTS = 500
MOST_IN_A_TURN = 50
MOST_WAITING = 500
ELSEWHERE = "the table continues on another server; connect again"
GRACE = 5 * SECOND
"""After a restart every clock runs at least this long, because people have to reconnect first."""
DAY, HOUR = 24 * 60 * 60 * SECOND, 60 * 60 * SECOND


class TableHome(NamedTuple):
    """A table's storage, and the parts it shares with the others."""

    store: Store
    writer: Writer
    master: MasterKey
    purses: Purses
    chance: Callable[[str], random.Random] = lambda table_id: SystemChance()
    """The source of shoes, by table: tests put known cards into it."""
    now: Callable[[], int] = lambda: round(time.time() * 1000)
    on_lost: Callable[["Host"], None] = lambda host: None
    """Hears that another server has taken a table over."""
    on_paid: Callable[["Host", list[Event]], None] = lambda host, events: None
    """Hears what was committed where a meter moved."""
    presence: Presence = Presence()


class Host:
    """An open table."""

    def __init__(self, place: TableHome, table_id: str, policy: Policy, names: dict[str, str]) -> None:
        self.place, self.table_id, self.policy = place, table_id, policy
        self.log: Log
        self.table: Table
        self.stopped = ""
        self.on_duty: dict[str, str] = {}
        self.staff = staff_of({}, policy)
        self.clock: Clock | None = None
        self.felts = Felts(policy.bank_seconds)
        self.commitments: dict[int, str] = {}
        self.chance = place.chance(table_id)
        self.wheels = WheelSeed(place.master, table_id)
        self.seeds = PlayerSeeds(place.master, table_id)
        self.desk = LogContext(
            lambda number: place.master.shoe_key(table_id, number), random_bytes, place.presence.seconds
        )
        self.seats = Seats(policy.seat_seconds * SECOND)
        self.teller = Teller(self, names)
        self.last_at = self._told_time = 0
        self._waiting: deque[Ask] = deque()
        self._wake = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at = 0
        self.remembered = Remembered(place.store, table_id)
        self._snapshot_seq = 0
        self._task: asyncio.Task[None] | None = None
        self._closing = self._is_busy = False
        self._singly = 0
        """How many of the waiting commands are carried out in a separate turn."""

    # -- opening and closing

    def load(self) -> None:
        """Read the table from the store; blocking, for a thread."""
        with self.place.store.reading() as connection:
            self._load(connection)

    def _load(self, connection: sa.Connection) -> None:
        found = load(connection, self.table_id, self.desk.key_of)
        if found.table is None:
            raise BrokenLaw(f"the log of table {self.table_id} is empty")
        self.log, self.table = found.log, found.table
        self._snapshot_seq = found.log.seq - found.replayed
        self.remembered.begin(found.log.seq)
        self.teller.brought = Brought(
            (person.name, brought_to(connection, self.table_id, person.name)) for person in self.table.people
        )
        self.wheels.load(connection)
        self.seeds.load(connection, found.log, self.place.now())
        for row in rows_of_table(connection, schema.shoes, self.table_id, newest=4):
            self.commitments[row.number] = row.commitment.hex()
        last = next(iter(list(rows(connection, self.table_id, found.log.seq - 1))))
        self.last_at = self._told_time = last.at

    def start(self) -> None:
        """Begin to take commands."""
        now = self.place.now()
        self.staff = staff_of(self.on_duty, self.policy)
        self.seats.begin((person.name for person in self.table.people), now)
        self.clock = _with_grace(self._clock(self.table, None, self.last_at), now)
        self._task = asyncio.create_task(self._run(), name=f"table {self.table_id}")

    async def close(self) -> None:
        """Finish the turn under way, keep a snapshot, and end."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._alarm is not None:
            self._alarm.cancel()
        for ask in self._waiting:
            ask.answer(no(STOPPED, "the server is shutting down; nothing is lost, come back in a moment"))
        if not self.stopped and self.log.seq > self._snapshot_seq:
            with contextlib.suppress(Spanish21Error, sa.exc.DBAPIError):
                await self.place.writer.run(self._keep_snapshot)

    def _keep_snapshot(self, connection: sa.Connection) -> None:
        require_owner(connection, self.table_id, self.log.epoch)
        nonce = os.urandom(12)
        row = snapshot_row(self.log, self.table, self.last_at, self.desk.key_of, nonce)
        insert_rows(connection, schema.snapshots, [row])

    def put_on_duty(self, on_duty: dict[str, str]) -> None:
        """Other people are on duty now; a clock that was the house's begins or ends with it."""
        self.on_duty, self.staff = on_duty, staff_of(on_duty, self.policy)
        if not self.stopped:
            self.clock = self._clock(self.table, self.clock, self.place.now())
            self.teller.tell([], self.log.seq)
        self._wake.set()

    # -- commands

    def put(self, ask: Ask) -> None:
        """Queue a command; its future gets the answer."""
        if self.stopped or self._closing:
            ask.answer(no(STOPPED, self.stopped or "the server is shutting down"))
        elif self.seats.are_given_up and COMMANDS[type(ask.command)].begins_play:
            ask.answer(no(CLOSING, "this table closes; the round under way is the last one"))
        elif len(self._waiting) >= MOST_WAITING:
            ask.answer(no(STOPPED, "too many commands are waiting at this table; try again in a moment"))
        else:
            self._waiting.append(ask)
            self._wake.set()

    def send_home(self, person: str) -> None:
        """Give up the seat of one person as soon as they have no wager on the layout."""
        self.seats.leaving.add(person)
        self._wake.set()

    def send_everybody_home(self) -> None:
        """Take no more wagers; players without one leave now, the others when their round is over."""
        self.seats.are_given_up = True
        self._wake.set()

    @property
    def has_waiting(self) -> bool:
        """Whether commands are carried out now, or wait for it."""
        return self._is_busy or bool(self._waiting)

    def wake(self) -> None:
        """Have the table look at its clocks again."""
        self._wake.set()

    async def _run(self) -> None:
        try:
            while not self._closing:
                self._is_busy = True
                while await self._turn():
                    await asyncio.sleep(0)
                self._is_busy = False
                self._wake.clear()
                if self._waiting or self._closing:
                    continue
                self._set_alarm()
                await self._wake.wait()
        except WriterClosed:
            self._stop("the server is shutting down")
        except StaleOwner:
            self.give_up()
        except Exception as error:
            log_of.exception("table stopped", table=self.table_id, seq=self.log.seq)
            kind = "a law is broken" if isinstance(error, BrokenLaw) else "internal error"
            self._stop(f"the table has stopped: {kind}; nothing was lost, and a floorperson was called")
            self._note_stop(error)

    def give_up(self) -> None:
        """Another server has the table now: nothing more is written here, and everyone is sent there."""
        self._closing = True
        self.stopped = self.stopped or ELSEWHERE
        self._wake.set()
        for ask in self._waiting:
            ask.answer(no(STOPPED, ELSEWHERE))
        self._waiting.clear()
        for listener in self.teller.listeners:
            listener.end(ELSEWHERE)
        log_of.info("table taken over by another server", table=self.table_id, seq=self.log.seq)
        self.place.on_lost(self)

    def _set_alarm(self) -> None:
        """Have the table woken when its next clock ends. An alarm that comes too early wakes it for nothing,
        and costs less than a new one for each command."""
        ends = self._next_alarm()
        if ends is None or (self._alarm is not None and self._alarm_at <= ends):
            return
        if self._alarm is not None:
            self._alarm.cancel()
        seconds = max(ends - self.place.now(), 10) / 1000
        self._alarm_at = ends
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._rung)

    def _rung(self) -> None:
        self._alarm = None
        self._wake.set()

    def _stop(self, why: str) -> None:
        self.stopped, self._is_busy = why, False
        for ask in self._waiting:
            ask.answer(no(STOPPED, why))
        self._waiting.clear()
        self.clock = None
        self.teller.tell([], self.log.seq)

    def _note_stop(self, error: Exception) -> None:
        row = sa.update(schema.tables).where(schema.tables.c.id == self.table_id)
        why = words_of(error)[:500]

        def write(connection: sa.Connection) -> None:
            require_owner(connection, self.table_id, self.log.epoch)
            connection.execute(row.values(state="stopped", stopped_because=why))

        with contextlib.suppress(Spanish21Error):
            self.place.writer.run(write).add_done_callback(lambda future: future.exception())

    # -- a turn

    async def _turn(self) -> bool:
        """Carry out the queued commands; True if there may be more to do right away."""
        now = max(self.place.now(), self.last_at)
        draws = self.seeds.draws(self.log.seeds, self.chance, self.wheels.seed)
        turn = Turn(self.table, self.log.seq, self.staff, self.place.purses, draws)
        promised = self._take_seeds(turn, now)
        taken: list[Ask] = []
        answers: list[Answer] = []
        try:
            turn.run_house()
            most = 1 if self._singly else MOST_IN_A_TURN
            while self._may_take(turn, len(taken), most):
                taken.append(self._waiting.popleft())
                answers.append(await self._answer(taken[-1], turn))
            was_cut_short = self._must_be_told(turn)
            if not was_cut_short:
                self._by_clock(turn, now)
                was_cut_short = self._must_be_told(turn)
            tables = await self._commit(turn, now)
        except (sa.exc.IntegrityError, OwnLimit) as error:
            await self._undone(taken, error)
            return True
        except BaseException:
            _answer_all(taken, STOPPED_NOW)
            raise
        self._singly = max(self._singly - len(taken), 0)
        self._tell(turn.events, tables, list(zip(taken, answers, strict=True)))
        for one, seq in promised:
            self.seeds.waiting.remove(one)
            one.answer(seq)
        is_clock_over = self.clock is not None and self.clock.ends <= now
        may_go_on = bool(self._waiting) and not turn.must_wait(self._waiting[0].command)
        return may_go_on or (bool(tables) and (was_cut_short or is_clock_over))

    def _take_seeds(self, turn: Turn, now: int) -> list[tuple[Promise, int]]:
        """Record players' promises and the openings of a list; returns the promises with their seqs."""
        promised = []
        for one in self.seeds.waiting:
            turn.note("PromiseSeed", SeedPromised(one.person, one.promise))
            promised.append((one, turn.seq))
        opening = self.seeds.opening(self.log.seeds, now)
        if opening is not None:
            turn.note("OpenSeeds", opening)
            turn.must_be_told = bool(opening.missing)
        return promised

    def _may_take(self, turn: Turn, taken: int, most: int) -> bool:
        """Whether the command that waits first is carried out in this turn."""
        if not self._waiting or taken >= most or self._must_be_told(turn):
            return False
        return not turn.must_wait(self._waiting[0].command)

    # -- seeds

    def promise_seed(self, promise: Promise) -> None:
        """Take a player's commitment; or `BadInput`."""
        if self.stopped or self._closing:
            raise BadInput(self.stopped or "the server is shutting down")
        self.seeds.promise(self.table, self.log.seeds, promise)
        self._wake.set()

    def open_seed(self, person: str, seed: str, words: str) -> None:
        """Accept a listed seed; or `BadInput`."""
        if self.seeds.open(self.log.seeds, person, seed, words):
            self._wake.set()

    def _tell(self, events: list[Event], tables: list[Table], answered: list[tuple[Ask, Answer]]) -> None:
        """Tell everyone what happened, and the senders that it did, in one message to each."""
        texts: dict[Listener, list[bytes]] = {}
        if events:
            for ask, answer in answered:
                if ask.listener is not None and self.teller.tells(ask.listener):
                    texts.setdefault(ask.listener, []).append(answer_text(ask.id, answer))
            self.teller.tell(events, self.log.seq, texts, tables)
            if any(type(event) is MeterMoved for event in events):
                self.place.on_paid(self, events)
        for ask, answer in answered:
            ask.answer(answer, is_told=ask.listener in texts)

    async def _undone(self, taken: list[Ask], error: sa.exc.IntegrityError | OwnLimit) -> None:
        """The store has refused a turn: nothing was written, and the table is as it was. Its commands are
        carried out again one by one, and only the refused one hears why. A failure that no one could have
        caused stops the table."""
        if len(taken) > 1:
            self._waiting.extendleft(reversed(taken))
            self._singly = len(taken)
        else:
            answer = await self._refusal(taken, error)
            if answer is None:
                _answer_all(taken, STOPPED_NOW)
                raise error
            _answer_all(taken, answer)
            self._singly = max(self._singly - len(taken), 0)
        self.place.writer.resume(self.table_id)

    async def _refusal(self, taken: list[Ask], error: sa.exc.IntegrityError | OwnLimit) -> Answer | None:
        """Why the store refuses a command: its sender's own limits, chips that another server has taken from
        the same purse, or an id that was used before; None for anything else."""
        if isinstance(error, OwnLimit):
            return no(OWN_LIMIT, str(error))
        if self.place.purses.is_shared and "balances_purse" in str(error.orig):
            return no(PURSE, "a purse was used elsewhere at the same time; try again")
        if not taken:
            return None
        self.remembered.distrust(taken[0].actor.id)
        return await self.remembered.answer(taken[0], self.log.seq, None)

    async def _answer(self, ask: Ask, turn: Turn) -> Answer:
        known = turn.done.get(ask.key)
        if known is None and not self.remembered.may_know(ask, self.log.seq):
            answer = turn.take(ask)
            if answer.ok:
                return answer
            return await self.remembered.answer(ask, self.log.seq, None) or answer
        return await self.remembered.answer(ask, self.log.seq, known) or turn.take(ask)

    def _must_be_told(self, turn: Turn) -> bool:
        """A commitment, to a shoe or to wheels, is told before anything follows from it."""
        return turn.must_be_told or (bool(turn.deeds) and self.wheels.is_wanted(turn.table))

    # -- time

    def _clock(self, table: Table, before: Clock | None, now: int) -> Clock | None:
        around = Around(DEALER in self.staff.automatic, self.felts, self.log.seq, self.seats.are_given_up)
        return clock_of(table, self.policy, before, now, around)

    def look_at_clock(self) -> None:
        """A felt has shown what happened, or a person connects or disconnects: the clock follows."""
        clock = None if self.stopped else self._clock(self.table, self.clock, self.place.now())
        if clock != self.clock:
            self.clock = clock
            self.teller.tell([], self.log.seq)
        self._wake.set()

    def _by_clock(self, turn: Turn, now: int) -> None:
        """The house's steps when time has passed: answers for people, seats, the gaming day."""
        clock = self._clock(turn.table, self.clock, now)
        if clock is not None and clock.ends <= now:
            for command in commands_by_clock(turn.table, clock):
                turn.take(ask_of_house(command, turn.seq))
        if self._must_be_told(turn):
            return
        for person in self.seats.given_up(turn.table, now):
            turn.take(ask_of_house(cmd.Leave(by=person), turn.seq))
        if turn.deeds and is_between_rounds(turn.table) and turn.table.people:
            self._tell_time(turn, now)

    def _tell_time(self, turn: Turn, now: int) -> None:
        if now // DAY > self._told_time // DAY:
            turn.take(ask_of_house(cmd.BeginGamingDay(by=FLOORPERSON), turn.seq))
        minutes = (now - self._told_time) // (60 * SECOND)
        if minutes >= 60 and not self._must_be_told(turn):
            turn.take(ask_of_house(cmd.TellTime(by=FLOORPERSON, minutes=minutes), turn.seq))
            self._told_time = now

    def _next_alarm(self) -> int | None:
        ends = self.seats.next_alarm(self.table)
        if self.clock is not None:
            ends = self.clock.ends if ends is None else min(ends, self.clock.ends)
        if self.log.seeds.listed is not None:
            ends = self.seeds.ends if ends is None else min(ends, self.seeds.ends)
        return ends

    # -- the commit

    async def _commit(self, turn: Turn, now: int) -> list[Table]:
        """Commit the turn, which then takes effect. The table after each of its events."""
        draw = self._next_draw(turn)
        wheels = (
            (draw.number, draw.commitment.hex()) if draw else (self.wheels.number, self.wheels.commitment)
        )
        listing = self.seeds.listing(turn, self.log.shoes, self.seats.is_here, wheels)
        if listing is not None:
            turn.note("ListSeeds", listing.event)
        if not turn.deeds:
            return []
        opened = self.wheels.opened_by(turn.events)
        shoes = [listing.shoe] if listing is not None and listing.shoe is not None else []
        done = self._recorded(turn.deeds, now, [draw] if draw else [], opened, shoes)
        self.place.purses.take(turn.purse_changes)
        try:
            await self.place.writer.commit(done.batch)
        except BaseException:
            self.place.purses.give_back(turn.purse_changes)
            raise
        self.place.purses.give(turn.purse_changes)
        self.wheels.committed(draw, bool(opened))
        self.seeds.committed(listing, now)
        self._in_force(turn, done, now)
        return done.tables

    def _next_draw(self, turn: Turn) -> WheelDraw | None:
        """The seed for wheels that the house commits itself to with this turn."""
        if self.wheels.is_wanted(turn.table):
            return self.wheels.next_draw(turn.table) if turn.deeds else None
        return self.wheels.draw_again() if any(map(is_discarded, turn.events)) else None

    def _recorded(
        self,
        deeds: list[Deed],
        now: int,
        draws: list[WheelDraw],
        opened: list[tuple[int, bytes]],
        shoes: list[ShoeRow],
    ) -> Recorded:
        with_snapshot = self.log.seq - self._snapshot_seq >= EVENTS_BETWEEN_SNAPSHOTS
        return recorded(self.log, self.table, deeds, now, self.desk, draws, opened, with_snapshot, shoes)

    def _in_force(self, turn: Turn, done: Recorded, now: int) -> None:
        if done.batch.snapshot is not None:
            self._snapshot_seq = done.log.seq
        has_changed = moment_of(done.table) != moment_of(self.table)
        self.remembered.keep(turn.done, done.log.seq if has_changed else 0)
        self.log, self.table, self.last_at = done.log, done.table, now
        self.commitments |= {row.number: row.commitment.hex() for row in done.batch.shoes}
        before, self.clock = self.clock, self._clock(self.table, self.clock, now)
        if before is not None and (self.clock is None or self.clock.moment != before.moment):
            self.felts.take(before, now)
        self.seats.note(person.name for person in self.table.people)
        self.place.presence.note(done.batch.played, now)


STOPPED_NOW = no(STOPPED, "the table has stopped; look at it again to see how it stands")


def _answer_all(asks: list[Ask], answer: Answer) -> None:
    for ask in asks:
        ask.answer(answer)


def _with_grace(clock: Clock | None, now: int) -> Clock | None:
    """A clock as it continues after a restart."""
    if clock is None:
        return None
    least = now + min(GRACE, clock.seconds * SECOND)
    return clock if clock.ends >= least else replace(clock, started=least - clock.seconds * SECOND)
