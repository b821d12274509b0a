"""Who is on duty at which table, as its dealer or its floorperson."""

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE
from spanish21.server.log.house_events import DutyLeft, DutyTaken
from spanish21.server.people.roles import roles_of
from spanish21.server.store.house_log import AUTOMATIC, record
from spanish21.server.store.schema import duties


def go_on_duty(connection: sa.Connection, table_id: str, person: str, role: str, now: int) -> None:
    """Take up a duty at a table; a table has one dealer, and the new one relieves the old."""
    if role not in HOUSE:
        raise BadInput(f"{role!r} is not a duty at a table; the duties are {DEALER} and {FLOORPERSON}")
    if role not in roles_of(connection, person):
        raise BadInput(f"only a person with the role {role} can be on duty as {role}")
    former = duties.c.person == person
    if role == DEALER:
        former = sa.or_(former, duties.c.role == DEALER)
    _end(connection, sa.and_(duties.c.table_id == table_id, former), person)
    connection.execute(sa.insert(duties).values(table_id=table_id, person=person, role=role, since=now))
    record(connection, DutyTaken(table_id, person, role, now), by=person)


def go_off_duty(connection: sa.Connection, table_id: str, person: str) -> None:
    """Leave a duty at a table."""
    _end(connection, sa.and_(duties.c.table_id == table_id, duties.c.person == person), person)


def end_duties(connection: sa.Connection, person: str, roles: frozenset[str]) -> None:
    """End a person's duties that need other roles than these."""
    _end(connection, sa.and_(duties.c.person == person, duties.c.role.not_in(roles)), AUTOMATIC)


def _end(connection: sa.Connection, which: sa.ColumnElement[bool], by: str) -> None:
    ended = connection.execute(sa.select(duties.c.table_id, duties.c.person).where(which)).all()
    connection.execute(sa.delete(duties).where(which))
    record(connection, *(DutyLeft(*one) for one in ended), by=by)


def on_duty_at(connection: sa.Connection, table_id: str) -> dict[str, str]:
    """The people on duty at a table, each with the role."""
    query = sa.select(duties.c.person, duties.c.role).where(duties.c.table_id == table_id)
    return {row.person: row.role for row in connection.execute(query)}
