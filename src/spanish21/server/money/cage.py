"""The cage: chips that go into purses and out of them, each on record in the house's log."""

from collections import Counter
from collections.abc import Callable

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.log.house_events import ChipsGiven, ChipsTaken, Corrected
from spanish21.server.money.house_book import MOST_IN_PURSE, HouseBook
from spanish21.server.money.purses import Purses


def require_amount(amount: int) -> None:
    """Refuse an impossible amount."""
    if not amount or abs(amount) >= MOST_IN_PURSE:
        raise BadInput("an amount is a whole number of the smallest unit, and not 0")


async def moved(
    house: HouseBook,
    purses: Purses,
    event: ChipsGiven | ChipsTaken | Corrected,
    by: str,
    reason: str,
    second: str = "",
    first: Callable[[sa.Connection], bool] = lambda connection: True,
) -> int:
    """Record chips into a purse or out of it; returns the purse's new balance. `first` is done in the
    same transaction, and says whether it is still to be recorded."""
    amount = -event.amount if isinstance(event, ChipsTaken) else event.amount
    require_amount(amount)
    change = Counter({event.person: amount})
    held = await purses.know(event.person, afresh=True)
    if not purses.are_enough_for(change):
        raise BadInput(f"the purse holds {held}, which is less than {-amount}")
    purses.take(change)
    try:
        await house.record(event, by, reason, second, first)
    except BaseException:
        purses.give_back(change)
        raise
    purses.give(change)
    return await purses.know(event.person)
