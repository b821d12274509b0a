"""A store of a version whose log did not record roles: the roles in it are written to the log, once."""

import sqlalchemy as sa

from spanish21 import __version__
from spanish21.server.log import house_events as ev
from spanish21.server.log.authority_fold import private_digest
from spanish21.server.people.accounts import salt_of_person
from spanish21.server.store.house_log import record
from spanish21.server.store.schema import duties, events, invitations, limits, people, roles, tables
from spanish21.server.store.table_entries import opening_of


def take_up_authority(connection: sa.Connection) -> None:
    """Write the roles to the log, unless they are there."""
    begins = events.c.body.startswith('{"type":"AuthorityTakenUp"', autoescape=True)
    if connection.scalar(sa.select(events.c.seq).where(events.c.table_id == ev.HOUSE, begins).limit(1)):
        return
    found: list[ev.HouseEvent] = [ev.AuthorityTakenUp(__version__)]
    for row in connection.execute(sa.select(people)).all():
        found += _person(connection, row)
    for row in connection.execute(sa.select(roles)):
        found.append(ev.RoleGiven(row.person, row.role, row.given_by, row.at))
    for row in connection.execute(sa.select(limits)):
        found.append(ev.LimitSet(*row))
    for row in connection.execute(sa.select(invitations)):
        found.append(ev.InvitationMade(row.digest.hex(), row.role, row.created, row.expires))
        if row.used:
            found.append(ev.InvitationEnded(row.digest.hex(), row.used))
    for row in connection.execute(sa.select(duties)):
        found.append(ev.DutyTaken(*row))
    for row in connection.execute(sa.select(tables)):
        found.append(opening_of(dict(row._mapping)))
        if row.state == "closed":
            found.append(ev.TableClosed(row.id))
    record(connection, *found)


def _person(connection: sa.Connection, row: sa.Row[tuple[object, ...]]) -> list[ev.HouseEvent]:
    salt = b"" if row.erased else salt_of_person(connection, row.id)
    digests = (private_digest(salt, "name", row.name), private_digest(salt, "password", row.password))
    found: list[ev.HouseEvent] = [
        ev.PersonAdded(row.id, bool(row.is_guest), *digests, row.created, "earlier version")
    ]
    if row.excluded_until:
        found.append(ev.PersonExcluded(row.id, row.excluded_until))
    return [*found, ev.PersonErased(row.id, row.erased)] if row.erased else found
