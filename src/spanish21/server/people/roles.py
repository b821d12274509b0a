"""The roles of people, who has which, and which check each other; a role is given by an administrator.

A house of one person is for trying things out: no one checks anyone, and chips are play chips. With the
second person who can check another it becomes a house of two, and remains one.
"""

from collections.abc import Iterable

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game.table import DEALER, FLOORPERSON
from spanish21.server.log.authority_fold import OF_TWO
from spanish21.server.log.house_events import HouseOfTwo, InvitationEnded, RoleGiven, RoleTaken
from spanish21.server.store.house_log import AUTOMATIC, record
from spanish21.server.store.schema import invitations, meta, people, roles

PLAYER, AUDITOR, ADMINISTRATOR = "player", "auditor", "administrator"
ROLES = (PLAYER, DEALER, FLOORPERSON, AUDITOR, ADMINISTRATOR)
STAFF = frozenset(ROLES) - {PLAYER}
"""Any two of these check each other: a floorperson confirms the acts of a dealer and of an administrator
asks, an administrator says who is which, an auditor looks at all of them."""
CHECKING = frozenset((FLOORPERSON, AUDITOR, ADMINISTRATOR))
"""The holder of one of these can be the second person for another's request."""
FRESH = 24 * 60 * 60 * 1_000
"""How long a person approves nothing after being given a role or an account reset."""


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
    """Give a person with an account a role; giving it twice changes nothing."""
    require_role(role)
    found = connection.execute(
        sa.select(people.c.is_guest, people.c.erased).where(people.c.id == person)
    ).one_or_none()
    if found is None or found.erased:
        raise BadInput("there is no such person")
    if found.is_guest and role != PLAYER:
        raise BadInput(f"a guest cannot be {_article(role)} {role}; that takes an account")
    held = roles_of(connection, person)
    if role in held:
        return
    _require_compatible(connection, person, role, held)
    connection.execute(sa.insert(roles).values(person=person, role=role, given_by=given_by, at=now))
    record(connection, RoleGiven(person, role, given_by, now), by=given_by or AUTOMATIC)
    note_house_of_two(connection, now)


def _require_compatible(connection: sa.Connection, person: str, role: str, held: frozenset[str]) -> None:
    """Refuse a second role that checks the first, once there are two people."""
    both = sorted((held | {role}) & STAFF)
    if role in STAFF and len(both) > 1 and is_of_two(connection):
        first, second = (f"{_article(one)} {one}" for one in both[:2])
        raise BadInput(f"no one can be both {first} and {second}: the two check each other")
    if role in CHECKING and not is_of_two(connection):
        of_all = _staff_by_person(connection)
        of_all[person] = of_all.get(person, frozenset()) | {role}
        if _are_two(of_all) and any(len(one & STAFF) > 1 for one in of_all.values()):
            raise BadInput("a person has two roles that check each other; take one of them back first")


def _staff_by_person(connection: sa.Connection) -> dict[str, frozenset[str]]:
    query = sa.select(roles.c.person).where(roles.c.role != PLAYER).distinct()
    return roles_of_all(connection, connection.scalars(query).all())


def _are_two(of_all: dict[str, frozenset[str]]) -> bool:
    return sum(1 for held in of_all.values() if held & CHECKING) >= 2


def is_of_two(connection: sa.Connection) -> bool:
    """Whether there are, or ever were, two people who check each other."""
    return connection.scalar(sa.select(meta.c.value).where(meta.c.name == OF_TWO)) is not None


def note_house_of_two(connection: sa.Connection, now: int) -> None:
    """Make this a house of two once there are two people; links that one person made alone end with it."""
    if is_of_two(connection) or not _are_two(_staff_by_person(connection)):
        return
    connection.execute(sa.insert(meta).values(name=OF_TWO, value=str(now)))
    alone = sa.and_(invitations.c.role != PLAYER, invitations.c.used == 0)
    ended = connection.scalars(sa.select(invitations.c.digest).where(alone)).all()
    connection.execute(sa.delete(invitations).where(alone))
    record(connection, HouseOfTwo(now), *(InvitationEnded(digest.hex(), 0) for digest in ended))


def fresh_until(connection: sa.Connection, person: str) -> int:
    """Until when a person approves nothing: a day after their last role, or a reset of their account."""
    given = sa.select(sa.func.max(roles.c.at)).where(roles.c.person == person, roles.c.role != PLAYER)
    reset = connection.scalar(sa.select(people.c.reset_at).where(people.c.id == person))
    return max(connection.scalar(given) or 0, reset or 0) + FRESH


def take_role(connection: sa.Connection, person: str, role: str, by: str = AUTOMATIC) -> None:
    """Take a role from a person; the last administrator stays one."""
    require_role(role)
    if role == ADMINISTRATOR:
        require_other_administrator(connection, person)
    of_person = sa.and_(roles.c.person == person, roles.c.role == role)
    if connection.execute(sa.delete(roles).where(of_person)).rowcount:
        record(connection, RoleTaken(person, role, by), by=by)


def administrators(connection: sa.Connection) -> frozenset[str]:
    """All administrators."""
    return frozenset(connection.scalars(sa.select(roles.c.person).where(roles.c.role == ADMINISTRATOR)))


def require_other_administrator(connection: sa.Connection, person: str) -> None:
    """Refuse to let the last administrator go."""
    if administrators(connection) == frozenset((person,)):
        raise BadInput("the last administrator cannot go; make another one first")


def require_role(role: str) -> None:
    """Refuse an unknown role."""
    if role not in ROLES:
        raise BadInput(f"{role!r} is not a role; the roles are {', '.join(ROLES)}")


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
