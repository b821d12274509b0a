"""One table's life: command -> decide -> commit -> evolve -> what each may see. One task a table.

Nothing is in force, and nobody is told of anything, before it is committed. An I/O error or a broken law
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
from spanish21.errors import Spanish21Error
from spanish21.game import commands as cmd
from spanish21.game.events import Event
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.notation import is_between_rounds
from spanish21.server.chance import SystemChance
from spanish21.server.entropy import random_bytes
from spanish21.server.fairness.round_seeds import WheelSeed
from spanish21.server.log.batch import BrokenLaw, Draw, Log
from spanish21.server.log.play_fold import Presence
from spanish21.server.log.recorder import Deed, Desk, Recorded, recorded
from spanish21.server.log.seals import MasterKey
from spanish21.server.log.snapshots import snapshot_row
from spanish21.server.logging import words_of
from spanish21.server.money.purses import Purses
from spanish21.server.people.authority import COMMANDS
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import StaleOwner
from spanish21.server.store.connect import Store
from spanish21.server.store.nodes import require_owner
from spanish21.server.store.reader import load, rows, rows_of_table
from spanish21.server.store.statements import insert_rows
from spanish21.server.store.writer import OwnLimit, Writer, WriterClosed
from spanish21.server.table.clocks import SECOND, Clock, clock_of, commands_by_clock, moment_of
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
from spanish21.server.table.turn import Turn, staff_of

log_of = structlog.get_logger("spanish21.host")

EVENTS_BETWEEN_SNAPSHOTS = 500
MOST_IN_A_TURN = 50
MOST_WAITING = 500
ELSEWHERE = "the table goes on at another server; connect again"
GRACE = 5 * SECOND
"""After a restart every clock runs at least so long, for people have to come back first."""
DAY, HOUR = 24 * 60 * 60 * SECOND, 60 * 60 * SECOND


class Place(NamedTuple):
    """Where a table is kept, and what it shares with the others."""

    store: Store
    writer: Writer
    master: MasterKey
    purses: Purses
    chance: Callable[[str], random.Random] = lambda table_id: SystemChance()
    """The source of shoes, by table: tests put known cards into it."""
    now: Callable[[], int] = lambda: round(time.time() * 1000)
    on_lost: Callable[["Host"], None] = lambda host: None
    """Hears that another server has taken a table over."""
    presence: Presence = Presence()


class Host:
    """A table that is open."""

    def __init__(self, place: Place, table_id: str, policy: Policy, names: dict[str, str]) -> None:
        self.place, self.table_id, self.policy = place, table_id, policy
        self.log: Log
        self.table: Table
        self.stopped = ""
        self.on_duty: dict[str, str] = {}
        self.staff = staff_of({}, policy)
        self.clock: Clock | None = None
        self.commitments: dict[int, str] = {}
        self.chance = place.chance(table_id)
        self.wheels = WheelSeed(place.master, table_id)
        self.desk = Desk(
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
        self._closing = False
        self._singly = 0
        """How many of the commands that wait are carried out in a turn of their own."""

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
        self.wheels.load(connection)
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
        """Have a command carried out in its turn; the ask hears the answer."""
        if self.stopped or self._closing:
            ask.answer(no(STOPPED, self.stopped or "the server is shutting down"))
        elif self.seats.are_given_up and COMMANDS[type(ask.command)].begins_play:
            ask.answer(no(CLOSING, "this table closes; the round under way is the last one"))
        elif len(self._waiting) >= MOST_WAITING:
            ask.answer(no(STOPPED, "too many commands are waiting at this table; try again in a moment"))
        else:
            self._waiting.append(ask)
            self._wake.set()

    def send_everybody_home(self) -> None:
        """Take no more wagers; whoever has none on the layout leaves, the others when their round is over."""
        self.seats.are_given_up = True
        self._wake.set()

    def wake(self) -> None:
        """Have the table look at its clocks again."""
        self._wake.set()

    async def _run(self) -> None:
        try:
            while not self._closing:
                while await self._turn():
                    await asyncio.sleep(0)
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
            kind = "a law is broken" if isinstance(error, BrokenLaw) else "something went wrong in the house"
            self._stop(f"the table has stopped: {kind}; nothing is lost, and a floorperson was called")
            self._note_stop(error)

    def give_up(self) -> None:
        """Another server has the table now: nothing more is written here, and everybody is sent there."""
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
        self.stopped = why
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
        """Carry out what waits; whether there may be more to do at once."""
        now = max(self.place.now(), self.last_at)
        turn = Turn(self.table, self.log.seq, self.staff, self.place.purses, self.chance, self.wheels.seed)
        taken: list[Ask] = []
        answers: list[Answer] = []
        try:
            turn.run_house()
            most = 1 if self._singly else MOST_IN_A_TURN
            while self._waiting and len(taken) < most and not self._must_be_told(turn):
                taken.append(self._waiting.popleft())
                answers.append(await self._answer(taken[-1], turn))
            was_cut_short = self._must_be_told(turn)
            if not was_cut_short:
                self._by_clock(turn, now)
                was_cut_short = self._must_be_told(turn)
            events = await self._commit(turn, now)
        except (sa.exc.IntegrityError, OwnLimit) as error:
            await self._undone(taken, error)
            return True
        except BaseException:
            _answer_all(taken, STOPPED_NOW)
            raise
        self._singly = max(self._singly - len(taken), 0)
        self._tell(events, list(zip(taken, answers, strict=True)))
        is_clock_over = self.clock is not None and self.clock.ends <= now
        return bool(self._waiting) or (bool(events) and (was_cut_short or is_clock_over))

    def _tell(self, events: list[Event], answered: list[tuple[Ask, Answer]]) -> None:
        """Tell everybody what happened, and those who asked for it that it did, in one message to each."""
        texts: dict[Listener, list[bytes]] = {}
        if events:
            for ask, answer in answered:
                if ask.listener is not None and self.teller.tells(ask.listener):
                    texts.setdefault(ask.listener, []).append(answer_text(ask.id, answer))
            self.teller.tell(events, self.log.seq, texts)
        for ask, answer in answered:
            ask.answer(answer, is_told=ask.listener in texts)

    async def _undone(self, taken: list[Ask], error: sa.exc.IntegrityError | OwnLimit) -> None:
        """The store has refused a turn: nothing was written, and the table is as it was. Its commands are
        carried out again one by one, and the one that is refused alone hears why. What nobody could have
        asked for stops the table."""
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
        return clock_of(table, self.policy, before, now, DEALER in self.staff.automatic)

    def _by_clock(self, turn: Turn, now: int) -> None:
        """What the house does because time has passed: answers for people, seats, the gaming day."""
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
        return ends

    # -- the commit

    async def _commit(self, turn: Turn, now: int) -> list[Event]:
        """Have the turn written; from then on it is in force."""
        if not turn.deeds:
            return []
        events = turn.events
        opened = self.wheels.opened_by(events)
        draw = self.wheels.next_draw(turn.table) if self.wheels.is_wanted(turn.table) else None
        done = self._recorded(turn.deeds, now, [draw] if draw else [], opened)
        self.place.purses.take(turn.purse_changes)
        try:
            await self.place.writer.commit(done.batch)
        except BaseException:
            self.place.purses.give_back(turn.purse_changes)
            raise
        self.place.purses.give(turn.purse_changes)
        self.wheels.committed(draw, bool(opened))
        self._in_force(turn, done, now)
        return events

    def _recorded(
        self, deeds: list[Deed], now: int, draws: list[Draw], opened: list[tuple[int, bytes]]
    ) -> Recorded:
        with_snapshot = self.log.seq - self._snapshot_seq >= EVENTS_BETWEEN_SNAPSHOTS
        return recorded(self.log, self.table, deeds, now, self.desk, draws, opened, with_snapshot)

    def _in_force(self, turn: Turn, done: Recorded, now: int) -> None:
        if done.batch.snapshot is not None:
            self._snapshot_seq = done.log.seq
        has_changed = moment_of(done.table) != moment_of(self.table)
        self.remembered.keep(turn.done, done.log.seq if has_changed else 0)
        self.log, self.table, self.last_at = done.log, done.table, now
        self.commitments |= {row.number: row.commitment.hex() for row in done.batch.shoes}
        self.clock = self._clock(self.table, self.clock, now)
        self.seats.note(person.name for person in self.table.people)
        self.place.presence.note(done.batch.played, now)


STOPPED_NOW = no(STOPPED, "the table has stopped; look at it again to see how it stands")


def _answer_all(asks: list[Ask], answer: Answer) -> None:
    for ask in asks:
        ask.answer(answer)


def _with_grace(clock: Clock | None, now: int) -> Clock | None:
    """A clock as it goes on after a restart."""
    if clock is None:
        return None
    least = now + min(GRACE, clock.seconds * SECOND)
    return clock if clock.ends >= least else replace(clock, started=least - clock.seconds * SECOND)
