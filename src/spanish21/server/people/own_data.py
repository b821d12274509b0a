"""All that the house keeps about one person."""

from typing import Any

import sqlalchemy as sa

from spanish21.server.log.ledger import purse
from spanish21.server.people.roles import roles_of
from spanish21.server.people.saved_submissions import kept_submissions
from spanish21.server.store.schema import at_risk, limits, people, played, sessions, tables, transfers

MOST_TRANSFERS = 10_000
_SECRET = {"password", "folded"}


def own_data(connection: sa.Connection, person: str) -> dict[str, Any]:
    """Account, roles, limits, sessions, play by the hour, opened tables, and the last moves of the purse."""
    account = connection.execute(sa.select(people).where(people.c.id == person)).one()
    shown = [column for column in sessions.columns if column.name in ("created", "expires", "last_seen")]
    own = purse(person)
    moves = sa.select(transfers).where(sa.or_(transfers.c.source == own, transfers.c.target == own))
    newest = moves.order_by(transfers.c.table_id, transfers.c.seq.desc()).limit(MOST_TRANSFERS)
    opened = sa.select(tables.c.id, tables.c.name, tables.c.created).where(tables.c.opened_by == person)
    return {
        "account": {name: value for name, value in account._mapping.items() if name not in _SECRET},
        "roles": sorted(roles_of(connection, person)),
        "limits": _rows(connection, sa.select(limits).where(limits.c.person == person)),
        "sessions": _rows(connection, sa.select(*shown).where(sessions.c.person == person)),
        "played": _rows(connection, sa.select(played).where(played.c.person == person)),
        "at_risk": _rows(connection, sa.select(at_risk).where(at_risk.c.person == person)),
        "tables": _rows(connection, opened),
        "submissions": kept_submissions(connection, person),
        "purse": _rows(connection, newest),
    }


def _rows(connection: sa.Connection, query: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(query)]
