"""A table of the house at which somebody has won a progressive payout that a floorperson must validate."""

import asyncio
from typing import Any

import msgspec
import sqlalchemy as sa

from patience import moments
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.log.wire import json_of
from spanish21.game.table import FLOORPERSON
from spanish21.game.waiting import people_awaited
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.duties import go_off_duty, go_on_duty
from spanish21.server.store import schema
from spanish21.server.table.host import Host
from spanish21.server.table.inbox import ask_of
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk

CARDS = "As Ac Ac As 9h 7d 2d 8h 3c 4d 5h 9c"
"""Four black aces for box 1 and the dealer: a part of Monster Match's meter. The dealer then makes 21."""
POLICY = Policy(
    floor="person", ready_seconds=1, wager_seconds=3_600, decide_seconds=3_600, seat_seconds=3_600
)
WAGER = 1_000


class PaidTable:
    """The table; `open` makes another one."""

    def __init__(self, desk: FrontDesk, clock: list[int]) -> None:
        self.desk, self.id, self.clock = desk, "", clock
        self._asked = 0

    @property
    def host(self) -> Host:
        return self.desk.hall.hosts[self.id]

    @property
    def is_due(self) -> bool:
        """Whether the payout waits, and nobody is on duty."""
        return self.stands == ("open", "ValidatePayout", False) and not self.on_duty

    @property
    def on_duty(self) -> dict[str, str]:
        return dict(self.host.on_duty) if self.id in self.desk.hall.hosts else {}

    @property
    def stands(self) -> tuple[Any, ...]:
        """How it is: what is due, and whether it closes."""
        if self.id not in self.desk.hall.hosts:
            return ("closed",)
        step = due(self.host.table)
        is_closing = self.host.seats.are_given_up
        return ("stopped" if self.host.stopped else "open", type(step).__name__, is_closing)

    async def settled(self) -> None:
        """Wait until the table has nothing left to do by itself."""
        if self.id in self.desk.hall.hosts:
            self.host.wake()
            await asyncio.sleep(0)
            async for _ in moments(lambda: self.stands):
                if self.id not in self.desk.hall.hosts or not self.host.has_waiting:
                    break

    async def open(self, winner: str, floor: str) -> None:
        """A new table; the winner plays a round at it until the payout waits."""
        row = await self.desk.hall.open_table("The table", rules_of("players-edge"), POLICY)
        self.id = row.id
        await self._on_duty(floor)
        await self.desk.purses.know(winner, afresh=True)
        await self._command(winner, cmd.Join(by=winner, chips=10_000, seat=1))
        async for _ in moments(lambda: self.stands):
            step, table = due(self.host.table), self.host.table
            if isinstance(step, cmd.ValidatePayout):
                break
            if step is not None and step.by == FLOORPERSON:
                await self._command(floor, step)
            elif table.phase == "wagers" and not table.boxes:
                await self._command(winner, cmd.PlaceWager(by=winner, box=1, amount=WAGER))
                await self._command(winner, cmd.PlaceWager(by=winner, box=1, amount=100, kind="monster"))
                self.clock[0] += 1_001
                await self.settled()
            elif people_awaited(table):
                await self._command(winner, self._says(winner))
        await self._off_duty(floor)

    def _says(self, winner: str) -> cmd.Command:
        match self.host.table.phase:
            case "insurance":
                return cmd.DeclineInsurance(by=winner, box=1)
            case "play":
                return cmd.Stand(by=winner)
            case _:
                return cmd.RefuseCut(by=winner)

    async def _command(self, person: str, command: cmd.Command) -> None:
        body = {name: value for name, value in msgspec.json.decode(json_of(command)).items() if name != "by"}
        self._asked += 1
        message = {"id": f"paid-{self._asked}", "seq": self.host.log.seq, "command": body, "reason": ""}
        roles = frozenset((FLOORPERSON if command.by == FLOORPERSON else "player",))
        await self.desk.hall.ask(self.id, ask_of(Actor(person, roles), command.by, message))

    async def _on_duty(self, floor: str) -> None:
        now, table = self.desk.now(), self.id
        await self.desk.writer.run(lambda one: go_on_duty(one, table, floor, FLOORPERSON, now))
        self.host.put_on_duty({floor: FLOORPERSON})

    async def _off_duty(self, floor: str) -> None:
        table = self.id
        await self.desk.writer.run(lambda one: go_off_duty(one, table, floor))
        self.host.put_on_duty({})

    def is_paid(self, connection: sa.Connection) -> bool:
        """Whether somebody has validated the payout of any table."""
        return bool(
            connection.scalar(
                sa.select(sa.func.count())
                .select_from(schema.commands)
                .where(schema.commands.c.command == "ValidatePayout")
            )
        )
