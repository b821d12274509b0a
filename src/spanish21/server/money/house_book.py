"""The house's own log while the server runs: chips given to people, corrections, orders."""

import time
from collections.abc import Callable

import sqlalchemy as sa

from spanish21 import __version__
from spanish21.errors import BadInput
from spanish21.server.log.house_events import ChipsGiven, HouseEvent, OfMoney, Ordered, ServerStarted
from spanish21.server.log.ledger import purse
from spanish21.server.money.kind_of_chips import PLAY_CHIPS, is_for_money
from spanish21.server.people.authority_upgrade import take_up_authority
from spanish21.server.people.roles import note_house_of_two
from spanish21.server.store.house_log import AUTOMATIC, asked_in_house, begin_house, record, write_house
from spanish21.server.store.store_reader import balance
from spanish21.server.store.writer import Writer

MOST_IN_PURSE = 2**52
"""A purse's limit after the house has given to it: with all winnings on top it stays far below 2^53, up to
which every program reads whole numbers exactly."""


class HouseBook:
    """Writes to the house's log, one batch after another."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def give(self, person: str, amount: int, why: str, by: str = AUTOMATIC) -> None:
        """Put chips of the house into a person's purse."""
        await self.record(ChipsGiven(person, amount, why), by, why)

    async def give_play_chips(self, person: str, amount: int) -> None:
        """What everybody who comes gets, unless chips are money here."""
        event = ChipsGiven(person, amount, PLAY_CHIPS)
        if amount:
            await self.record(event, AUTOMATIC, PLAY_CHIPS, first=lambda one: not is_for_money(one))

    async def order(self, what: str, about: str, by: str, reason: str = "") -> None:
        """Record an order that moves no chips."""
        await self.record(Ordered(what, about, reason, by), by, reason)

    async def record(
        self,
        event: HouseEvent,
        by: str,
        reason: str = "",
        second: str = "",
        first: Callable[[sa.Connection], bool] = lambda connection: True,
    ) -> None:
        """Commit an event of the house; `first` says, in the same transaction, whether it is still to be."""
        asked = asked_in_house(event, by, reason, second)

        def work(connection: sa.Connection) -> None:
            if not first(connection):
                return
            write_house(connection, [event], asked)
            if isinstance(event, OfMoney) and balance(connection, purse(event.person)) >= MOST_IN_PURSE:
                raise BadInput(f"a purse holds less than {MOST_IN_PURSE} of the smallest unit")

        await self._writer.run(work)


async def opened_house_book(writer: Writer, owner: str) -> HouseBook:
    """The house's log, begun if this is its first day; that a server starts is its next entry."""

    def begin(connection: sa.Connection) -> None:
        begin_house(connection, owner)
        take_up_authority(connection)
        note_house_of_two(connection, round(time.time() * 1_000))
        record(connection, ServerStarted(__version__, owner))

    await writer.run(begin)
    return HouseBook(writer)
