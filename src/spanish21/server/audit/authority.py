"""Roles and rights according to the house's log, compared with the stored ones."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from spanish21.server.audit.one_log import Finding
from spanish21.server.fairness.handing_over import handovers_of
from spanish21.server.log.authority_fold import (
    ERASING,
    OF_TWO,
    Authority,
    Erasure,
    Factor,
    FoldedApproval,
    FoldedInvitation,
    Limit,
    PersonState,
    SignsFor,
    Since,
    TableState,
    approval_digest,
    factor_text,
    private_digest,
)
from spanish21.server.log.house_events import HOUSE
from spanish21.server.people.accounts import folded
from spanish21.server.store import schema
from spanish21.server.store.table_entries import opening_of
from spanish21.server.transparency.succession import next_key

WHAT = (
    *("people", "roles", "limits", "invitations", "duties", "tables"),
    *("house", "factors", "approvals", "keys", "erasures"),
)


def authority_findings(connection: sa.Connection, logged: Authority) -> list[Finding]:
    """Rows that differ from the house's log; none before the log covers them."""
    if not logged.is_begun:
        return []
    stored = _stored(connection)
    found = [*_names(connection)]
    for what in WHAT:
        found += _differences(what, getattr(logged, what), getattr(stored, what))
    return [Finding(HOUSE, 0, text) for text in found]


def _differences(what: str, logged: dict[Any, Any], stored: dict[Any, Any]) -> Iterator[str]:
    for key in sorted(logged.keys() | stored.keys(), key=str):
        name = " ".join(key) if isinstance(key, tuple) else key
        if key not in stored:
            yield f"{what}: the row of {name} is missing"
        elif key not in logged:
            yield f"{what}: the row of {name} is in the store and not in the log"
        elif logged[key] != stored[key]:
            pairs = zip(_fields(logged[key]), logged[key], stored[key], strict=True)
            wrong = ", ".join(field for field, there, here in pairs if there != here)
            yield f"{what}: {wrong} of {name} differs from the log"


def _fields(row: Any) -> tuple[str, ...]:
    return getattr(row, "_fields", ("the giver or role", "the time"))


def _stored(connection: sa.Connection) -> Authority:
    found = Authority()
    for row in connection.execute(sa.select(schema.people)):
        digests = ("", "")
        if not row.erased:
            salt = row.salt or b""
            digests = (
                private_digest(salt, "name", row.name),
                private_digest(salt, "password", row.password),
            )
        dates = (row.created, row.excluded_until, row.erased, row.reset_at)
        found.people[row.id] = PersonState(*digests, bool(row.is_guest), *dates)
    for row in connection.execute(sa.select(schema.roles)):
        found.roles[row.person, row.role] = (row.given_by, row.at)
    for row in connection.execute(sa.select(schema.limits)):
        found.limits[row.person, row.kind] = Limit(row.amount, row.since, row.next_amount, row.next_since)
    for row in connection.execute(sa.select(schema.invitations)):
        found.invitations[row.digest.hex()] = FoldedInvitation(row.role, row.created, row.expires, row.used)
    for row in connection.execute(sa.select(schema.duties)):
        found.duties[row.table_id, row.person] = (row.role, row.since)
    for row in connection.execute(sa.select(schema.tables)):
        state_of = TableState.of(opening_of(dict(row._mapping)))
        found.tables[row.id] = state_of._replace(is_closed=row.state == "closed")
    of_two = connection.scalar(sa.select(schema.meta.c.value).where(schema.meta.c.name == OF_TWO))
    if of_two is not None:
        found.house[OF_TWO] = Since(int(of_two))
    for row in connection.execute(sa.select(schema.factors).where(schema.factors.c.sealed.is_not(None))):
        salt = connection.scalar(sa.select(schema.people.c.salt).where(schema.people.c.id == row.person))
        digest = private_digest(salt or b"", *factor_text(row.sealed, row.recovery))
        found.factors[row.person] = Factor(digest)
    for row in connection.execute(sa.select(schema.approvals)):
        digest = approval_digest(row.id, row.asked_by, row.body)
        found.approvals[row.id] = FoldedApproval(
            digest, row.asked_by, row.asked, row.expires, row.state, row.decided_by, row.decided
        )
    for row in connection.execute(sa.select(schema.meta).where(schema.meta.c.name.startswith(ERASING))):
        found.erasures[row.name.removeprefix(ERASING)] = Erasure.of(row.value)
    for note in handovers_of(connection):
        key = next_key(note)
        if key is not None:
            found.keys[str(key)] = SignsFor(key.name)
    return found


def _names(connection: sa.Connection) -> Iterator[str]:
    """Fields that follow from a name, and fields that an erased person must not have left."""
    columns = schema.people.c
    for row in connection.execute(sa.select(schema.people)):
        if row.folded != (None if row.name is None else folded(row.name)):
            yield f"people: the name of {row.id} is compared under another form"
        if row.erased and (row.name, row.password, row.salt) != (None, None, None):
            yield f"people: {row.id} was erased, and the name, the password or the salt is still there"
    limited = sa.select(columns.id).where(
        columns.is_limited == 0, columns.id.in_(sa.select(schema.limits.c.person))
    )
    for person in connection.scalars(limited):
        yield f"people: {person} has a limit, and is recorded as having none"
