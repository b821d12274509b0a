"""How many guests, tables and seats there may be."""

import msgspec
import sqlalchemy as sa

from spanish21.game.count_text import count_text
from spanish21.server.log.seals import MasterKey
from spanish21.server.store.counters import count_to, counted, network_of
from spanish21.server.store.schema import people, sessions, tables

HOUR = 60 * 60 * 1_000


class Quotas(msgspec.Struct, frozen=True):
    """The house's quotas; money in the smallest unit."""

    guests: int = 2_000
    guests_of_address: int = 30
    """New guests an hour from one network address."""
    chips_of_guest: int = 1_000_00
    tables: int = 500
    tables_of_guest: int = 1
    tables_of_account: int = 5
    seats_of_person: int = 3


def why_not_guest(connection: sa.Connection, quotas: Quotas, by_address: bytes, now: int) -> str:
    """Why nobody can come as a guest from this address now; "" when somebody can."""
    count, until = counted(connection, by_address)
    if until > now and count >= quotas.guests_of_address:
        return "too many guests have come from your network; try again in an hour, or open an account"
    living = sa.select(sessions.c.person).where(sessions.c.expires > now)
    guests = sa.select(sa.func.count()).where(people.c.is_guest == 1, people.c.id.in_(living))
    if (connection.scalar(guests) or 0) >= quotas.guests:
        return "there is no room for more guests now; try again later, or open an account"
    return ""


def count_guest(connection: sa.Connection, by_address: bytes, now: int) -> None:
    """Count a guest from an address, in an hour that begins with the first."""
    count, until = counted(connection, by_address)
    if until > now:
        count_to(connection, by_address, count + 1, until)
    else:
        count_to(connection, by_address, 1, now + HOUR)


def guest_digest(master: MasterKey, address: str) -> bytes:
    """Under what guests from an address are counted."""
    return master.counter_digest("guests", network_of(address))


def why_not_table(connection: sa.Connection, quotas: Quotas, person: str, is_guest: bool) -> str:
    """Why somebody cannot open one more table; "" when they can."""
    count = sa.select(sa.func.count()).select_from(tables).where(tables.c.state != "closed")
    if (connection.scalar(count) or 0) >= quotas.tables:
        return "the house is full: no more tables can be opened now"
    most = quotas.tables_of_guest if is_guest else quotas.tables_of_account
    if (connection.scalar(count.where(tables.c.opened_by == person)) or 0) >= most:
        return f"you have {count_text(most, 'open table')}, which is as many as you can have"
    return ""


def why_not_seat(quotas: Quotas, seats: int) -> str:
    """Why somebody with so many seats cannot take another; "" when they can."""
    if seats >= quotas.seats_of_person:
        return (
            f"you have {count_text(seats, 'seat')}, which is as many as anybody can have; leave a table first"
        )
    return ""
