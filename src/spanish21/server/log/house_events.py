"""What happens in the house and not at a table: it has a log of its own, chained like a table's."""

from typing import Any

import msgspec

from spanish21.server.log.ledger import Transfer, purse

HOUSE = "house"


class HouseEvent(msgspec.Struct, frozen=True, tag=True):
    """Something that happened in the house."""


class HouseOpened(HouseEvent, frozen=True):
    """The first event of the house's log; `version` is the program's."""

    version: str


class ChipsGiven(HouseEvent, frozen=True):
    """The house put chips into a person's purse: play chips, or money that was paid in."""

    person: str
    amount: int
    why: str


class ChipsTaken(HouseEvent, frozen=True):
    """Chips went from a person's purse back to the house: paid out, or left by an account that is closed."""

    person: str
    amount: int
    why: str


class Corrected(HouseEvent, frozen=True):
    """A mistake was put right by two people: an amount above 0 went into the purse, one below 0 out of it."""

    person: str
    amount: int
    reason: str
    by: str
    second: str


class Ordered(HouseEvent, frozen=True):
    """Somebody ordered something that moves no chips: a table closed, a role given, a person erased.

    `about` is a table's id or a person's pseudonym."""

    what: str
    about: str
    reason: str
    by: str


AnyHouseEvent = HouseOpened | ChipsGiven | ChipsTaken | Corrected | Ordered

_decoder = msgspec.json.Decoder(AnyHouseEvent)


def house_event_in(body: str | bytes) -> Any:
    """The event that a body of the house's log tells."""
    return _decoder.decode(body)


def house_transfers(event: HouseEvent) -> tuple[Transfer, ...]:
    """What an event of the house moves."""
    match event:
        case HouseOpened() | Ordered():
            return ()
        case ChipsGiven(person, amount, why):
            lines = Transfer(HOUSE, purse(person), amount, why)
        case ChipsTaken(person, amount, why):
            lines = Transfer(purse(person), HOUSE, amount, why)
        case Corrected(person, amount, reason) if amount > 0:
            lines = Transfer(HOUSE, purse(person), amount, reason)
        case Corrected(person, amount, reason):
            lines = Transfer(purse(person), HOUSE, -amount, reason)
        case _:
            raise TypeError(f"{type(event).__name__} has no line in the ledger")
    return (lines,) if lines.amount else ()
