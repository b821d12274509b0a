"""How many guests, accounts, tables and seats there may be: in all, for each person, from each network."""

import msgspec
import sqlalchemy as sa

from spanish21.game.pictures.count_text import count_text
from spanish21.server.log.seals import MasterKey
from spanish21.server.store.counters import count_to, count_under, neighbourhood_of, network_of
from spanish21.server.store.schema import people, sessions, tables

HOUR = 60 * 60 * 1_000
NEIGHBOURS = 4
"""The wider network around an address may have as much as this many addresses."""


class Quotas(msgspec.Struct, frozen=True):
    """The house's quotas; money in the smallest unit."""

    guests: int = 2_000
    guests_of_address: int = 30
    """New guests an hour from one network address,"""
    accounts_of_address: int = 30
    """new accounts,"""
    tables_of_address: int = 30
    """and new tables."""
    chips_of_guest: int = 1_000_00
    tables: int = 500
    tables_of_guest: int = 1
    tables_of_account: int = 5
    seats_of_person: int = 3


class CountedOrigin(msgspec.Struct, frozen=True):
    """The origin of events that are counted by the hour: the digests of address and network."""

    what: str
    by_address: bytes
    by_neighbourhood: bytes


def origin_of(master: MasterKey, what: str, address: str) -> CountedOrigin:
    """Where `what` (guests, accounts, tables) from an address is counted."""
    own = master.counter_digest(what, network_of(address))
    return CountedOrigin(what, own, master.counter_digest(f"{what} around", neighbourhood_of(address)))


def why_not_from(connection: sa.Connection, origin: CountedOrigin, most: int, now: int) -> str:
    """Why an address is at its limit for this hour; "" when it is not."""
    for digest, limit in ((origin.by_address, most), (origin.by_neighbourhood, NEIGHBOURS * most)):
        count, until = count_under(connection, digest)
        if until > now and count >= limit:
            return f"too many {origin.what} have come from your network; try again in an hour"
    return ""


def count_from(connection: sa.Connection, origin: CountedOrigin, now: int) -> None:
    """Count one more from somewhere, in an hour that begins with the first."""
    for digest in (origin.by_address, origin.by_neighbourhood):
        count, until = count_under(connection, digest)
        if until > now:
            count_to(connection, digest, count + 1, until)
        else:
            count_to(connection, digest, 1, now + HOUR)


def why_not_guest(connection: sa.Connection, quotas: Quotas, origin: CountedOrigin, now: int) -> str:
    """Why an address is at its limit of guests; "" when it is not."""
    why = why_not_from(connection, origin, quotas.guests_of_address, now)
    if why:
        return f"{why}, or open an account"
    living = sa.select(sessions.c.person).where(sessions.c.expires > now)
    guests = sa.select(sa.func.count()).where(people.c.is_guest == 1, people.c.id.in_(living))
    if (connection.scalar(guests) or 0) >= quotas.guests:
        return "there are too many guests right now; try again later, or open an account"
    return ""


def why_not_table(connection: sa.Connection, quotas: Quotas, person: str, is_guest: bool) -> str:
    """Why a person cannot open one more table; "" when they can."""
    count = sa.select(sa.func.count()).select_from(tables).where(tables.c.state != "closed")
    if (connection.scalar(count) or 0) >= quotas.tables:
        return "the house is full: no table can be opened right now"
    most = quotas.tables_of_guest if is_guest else quotas.tables_of_account
    if (connection.scalar(count.where(tables.c.opened_by == person)) or 0) >= most:
        return f"you have {count_text(most, 'open table')}, which is as many as you can have"
    return ""


def why_not_seat(quotas: Quotas, seats: int) -> str:
    """Why a person with that many seats cannot take another; "" when they can."""
    if seats >= quotas.seats_of_person:
        return f"you have {count_text(seats, 'seat')}, the most that a person can have; leave a table first"
    return ""
