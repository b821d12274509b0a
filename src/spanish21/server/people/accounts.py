"""Accounts and guests. The log knows people by pseudonyms; their names are here and nowhere else."""

import base64
import os
import unicodedata

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from spanish21.errors import BadInput
from spanish21.game.table import HOUSE
from spanish21.server.log.authority_fold import private_digest
from spanish21.server.log.house_events import (
    PasswordChanged,
    PersonAdded,
    PersonErased,
    PersonNamed,
    RoleGiven,
)
from spanish21.server.outside_text import JOINER, NON_JOINER, line
from spanish21.server.people.roles import PLAYER, require_other_administrator
from spanish21.server.store.house_log import AUTOMATIC, record
from spanish21.server.store.schema import (
    at_risk,
    duties,
    factors,
    limits,
    people,
    played,
    roles,
    sessions,
    submissions,
)
from spanish21.server.system_chance import Source

PSEUDONYM_SIZE, SALT_SIZE = 10, 16
SHORTEST_NAME, LONGEST_NAME = 2, 32
PUNCTUATION, JOINERS = " ._-'", (JOINER, NON_JOINER)
INVISIBLE = frozenset(
    (
        *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0",
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    )
)
"""Fillers and selectors that count as letters or marks: with one of them two names look alike."""
RESERVED = frozenset((*HOUSE, "house", "administrator", "auditor", "player", "automatic", "clock"))
"""Names that a person could be taken for the house under."""


class PersonRecord(msgspec.Struct, frozen=True):
    """A person known to the house; an erased one no longer has a name."""

    id: str
    name: str | None
    is_guest: bool
    created: int
    excluded_until: int
    erased: int


def new_pseudonym(source: Source) -> str:
    """A name for the log that says nothing of the person."""
    return "p" + base64.b32encode(source(PSEUDONYM_SIZE)).decode().lower()


def guest_name(pseudonym: str) -> str:
    """A guest's name at the tables."""
    return f"Guest {pseudonym[1:6].upper()}"


def add_guest(connection: sa.Connection, pseudonym: str, now: int) -> PersonRecord:
    """A guest: plays immediately, with play chips and without an account."""
    row = {"id": pseudonym, "name": None, "is_guest": 1, "created": now, "last_seen": now}
    connection.execute(sa.insert(people).values(**row, salt=os.urandom(SALT_SIZE)))
    _make_player(connection, PersonAdded(pseudonym, True, "", "", now, AUTOMATIC))
    return PersonRecord(pseudonym, guest_name(pseudonym), True, now, 0, 0)


def add_account(
    connection: sa.Connection, pseudonym: str, name: str, password: str, now: int, by: str = AUTOMATIC
) -> PersonRecord:
    """A new account, a player's; `password` is its hash."""
    name, salt = checked_name(name), os.urandom(SALT_SIZE)
    row = {"id": pseudonym, "name": name, "folded": folded(name), "password": password, "is_guest": 0}
    _with_free_name(connection, name, sa.insert(people).values(**row, salt=salt, created=now, last_seen=now))
    digests = (private_digest(salt, "name", name), private_digest(salt, "password", password))
    _make_player(connection, PersonAdded(pseudonym, False, *digests, now, by))
    return PersonRecord(pseudonym, name, False, now, 0, 0)


def _make_player(connection: sa.Connection, added: PersonAdded) -> None:
    """Every new person is a player."""
    row = {"person": added.person, "role": PLAYER, "given_by": "", "at": added.created}
    connection.execute(sa.insert(roles).values(**row))
    record(connection, added, RoleGiven(added.person, PLAYER, "", added.created), by=added.by)


def keep_guest(connection: sa.Connection, person: str, name: str, password: str) -> None:
    """A guest gets an account and keeps the pseudonym, the chips and the seat."""
    name = checked_name(name)
    changed = sa.update(people).where(people.c.id == person, people.c.is_guest == 1, people.c.erased == 0)
    values = {"name": name, "folded": folded(name), "password": password, "is_guest": 0}
    if not _with_free_name(connection, name, changed.values(**values)):
        raise BadInput("only a guest can be given an account")
    salt = salt_of_person(connection, person)
    digests = (private_digest(salt, "name", name), private_digest(salt, "password", password))
    record(connection, PersonNamed(person, *digests), by=person)


def _with_free_name(connection: sa.Connection, name: str, statement: sa.UpdateBase) -> int:
    """Run a write that names a person; the store itself ensures that names are unique."""
    try:
        with connection.begin_nested():
            return connection.execute(statement).rowcount
    except IntegrityError:
        raise BadInput(f"the name {name!r} is taken") from None


def person_of(connection: sa.Connection, person: str) -> PersonRecord | None:
    """The person of a pseudonym."""
    return _read(connection, people.c.id == person)


def person_named(connection: sa.Connection, name: str) -> PersonRecord | None:
    """The person of a name, however it is written."""
    return _read(connection, people.c.folded == folded(line(name, "the name")))


def _read(connection: sa.Connection, which: sa.ColumnElement[bool]) -> PersonRecord | None:
    columns = (people.c.id, people.c.name, people.c.is_guest, people.c.created)
    query = sa.select(*columns, people.c.excluded_until, people.c.erased).where(which)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    name = guest_name(row.id) if row.is_guest and not row.erased else row.name
    return PersonRecord(row.id, name, bool(row.is_guest), row.created, row.excluded_until, row.erased)


def set_password(
    connection: sa.Connection, person: str, password: str, by: str = AUTOMATIC, reset_at: int = 0
) -> None:
    """Another password, by its hash; the caller ends the person's other sessions as well. `reset_at`
    is the time where others had it reset."""
    is_account = sa.and_(people.c.id == person, people.c.is_guest == 0, people.c.erased == 0)
    values = {"password": password} | ({"reset_at": reset_at} if reset_at else {})
    if connection.execute(sa.update(people).where(is_account).values(**values)).rowcount:
        digest = private_digest(salt_of_person(connection, person), "password", password)
        record(connection, PasswordChanged(person, digest, by, reset_at), by=by)


def salt_of_person(connection: sa.Connection, person: str) -> bytes:
    """The salt of a person's digests in the log, made if missing."""
    salt = connection.scalar(sa.select(people.c.salt).where(people.c.id == person))
    if salt is None:
        salt = os.urandom(SALT_SIZE)
        connection.execute(sa.update(people).where(people.c.id == person).values(salt=salt))
    return bytes(salt)


def erase(connection: sa.Connection, person: str, now: int, by: str = AUTOMATIC, reason: str = "") -> None:
    """Forget who a person is: the pseudonym stays in the log, and nothing leads from it to the person.

    The exclusion stays, so that no one gets round one by being erased while seated. With the salt the log's
    digests of name and password lose their meaning.
    """
    require_other_administrator(connection, person)
    gone = {"name": None, "folded": None, "password": None, "salt": None, "erased": now}
    erased = sa.update(people).where(people.c.id == person, people.c.erased == 0).values(**gone)
    if not connection.execute(erased).rowcount:
        return
    record(connection, PersonErased(person, now), by=by, reason=reason)
    for table in (roles, sessions, limits, played, at_risk, duties, submissions, factors):
        connection.execute(sa.delete(table).where(table.c.person == person))


def checked_name(name: str) -> str:
    """A name as it is stored, or its error."""
    name = " ".join(unicodedata.normalize("NFKC", line(name, "the name")).split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise BadInput(f"a name has {SHORTEST_NAME} to {LONGEST_NAME} characters, not {len(name)}")
    wrong = [letter for at, letter in enumerate(name) if not _is_of_name(letter, name[at - 1 : at])]
    if wrong:
        raise BadInput(f"{wrong[0]!r} cannot be in a name; letters, digits, blanks and . _ - ' can")
    if folded(name) in RESERVED or folded(name).startswith("guest "):
        raise BadInput(f"the name {name!r} is the house's own; choose another")
    return name


def _is_of_name(letter: str, before: str) -> bool:
    """Whether a letter may be in a name. Many scripts write vowels as marks on the letter before, and some
    need joiners, which `line` lets through in their places; no other letter is invisible."""
    if letter in INVISIBLE:
        return False
    is_mark = unicodedata.category(letter) in ("Mn", "Mc") and before not in ("", *PUNCTUATION)
    return letter.isalnum() or letter in PUNCTUATION or letter in JOINERS or is_mark


def folded(name: str) -> str:
    """A name as it is compared, without regard to capitals, forms of letters and joiners."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter not in JOINERS)
    return " ".join(unicodedata.normalize("NFKC", plain.casefold()).split())
