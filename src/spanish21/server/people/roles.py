"""The roles of people, and who has which; a role is given by an administrator."""

from collections.abc import Iterable

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game.table import DEALER, FLOORPERSON
from spanish21.server.store.schema import people, roles

PLAYER, AUDITOR, ADMINISTRATOR = "player", "auditor", "administrator"
ROLES = (PLAYER, DEALER, FLOORPERSON, AUDITOR, ADMINISTRATOR)


def roles_of(connection: sa.Connection, person: str) -> frozenset[str]:
    """The roles of a person."""
    return frozenset(connection.scalars(sa.select(roles.c.role).where(roles.c.person == person)))


def roles_of_all(connection: sa.Connection, persons: Iterable[str]) -> dict[str, frozenset[str]]:
    """The roles of each of some people."""
    found: dict[str, set[str]] = {person: set() for person in persons}
    query = sa.select(roles.c.person, roles.c.role).where(roles.c.person.in_(found))
    for person, role in connection.execute(query):
        found[person].add(role)
    return {person: frozenset(of_person) for person, of_person in found.items()}


def give_role(connection: sa.Connection, person: str, role: str, given_by: str, now: int) -> None:
    """Give somebody with an account a role; to give it twice changes nothing."""
    require_role(role)
    found = connection.execute(
        sa.select(people.c.is_guest, people.c.erased).where(people.c.id == person)
    ).one_or_none()
    if found is None or found.erased:
        raise BadInput("there is no such person")
    if found.is_guest and role != PLAYER:
        raise BadInput(f"a guest cannot be {_article(role)} {role}; that takes an account")
    if role not in roles_of(connection, person):
        connection.execute(sa.insert(roles).values(person=person, role=role, given_by=given_by, at=now))


def take_role(connection: sa.Connection, person: str, role: str) -> None:
    """Take a role from somebody; the last administrator stays one."""
    require_role(role)
    if role == ADMINISTRATOR:
        require_other_administrator(connection, person)
    connection.execute(sa.delete(roles).where(roles.c.person == person, roles.c.role == role))


def administrators(connection: sa.Connection) -> frozenset[str]:
    """Everybody who is an administrator."""
    return frozenset(connection.scalars(sa.select(roles.c.person).where(roles.c.role == ADMINISTRATOR)))


def require_other_administrator(connection: sa.Connection, person: str) -> None:
    """Refuse to let the last administrator go."""
    if administrators(connection) == frozenset((person,)):
        raise BadInput("the last administrator cannot go; make another one first")


def require_role(role: str) -> None:
    """Refuse a word that is not a role."""
    if role not in ROLES:
        raise BadInput(f"{role!r} is not a role; the roles are {', '.join(ROLES)}")


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
