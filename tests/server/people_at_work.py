"""What the tests of people share: a moment, and people of the house."""

import random

import sqlalchemy as sa

from spanish21.server.people.accounts import PersonRecord, add_account, add_guest, new_pseudonym

NOW = 1_800_000_000_000
SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

source = random.Random(21).randbytes


def account(connection: sa.Connection, name: str, password: str = "a hash", now: int = NOW) -> PersonRecord:
    return add_account(connection, new_pseudonym(source), name, password, now)


def guest(connection: sa.Connection, now: int = NOW) -> PersonRecord:
    return add_guest(connection, new_pseudonym(source), now)
