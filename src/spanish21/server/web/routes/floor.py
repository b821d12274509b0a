"""Routes for staff on duty: the floor at a glance, and the irregularities of a table."""

import sqlalchemy as sa
from litestar import get
from litestar.params import FromPath

from spanish21.game.table import FLOORPERSON
from spanish21.game.view import view
from spanish21.school.irregularities import ReportedIrregularity, irregularities_of
from spanish21.sentences.language import Language
from spanish21.server.answers import FloorTable
from spanish21.server.people.accounts import guest_name
from spanish21.server.people.callers import require
from spanish21.server.store import schema
from spanish21.server.table.felt import meters_shown
from spanish21.server.table.host import Host
from spanish21.server.table.prompts import due_shown
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import Asking, Desk, Speaking
from spanish21.server.web.routes.table_routes import host_of


@get("/api/floor", summary="All tables and their state", asks="see_floor")
async def floor(desk: Desk, caller: Asking, language: Speaking) -> list[FloorTable]:
    """Each table's next step, the people on duty, and the house's money in it."""
    require(caller, "see_floor")
    names = await desk.reading(
        _names, {person for host in desk.hall.hosts.values() for person in host.on_duty}
    )
    desk.hall.names.update(names)
    return [_state(desk, table_id, host, language) for table_id, host in desk.hall.hosts.items()]


def _state(desk: FrontDesk, table_id: str, host: Host, language: Language) -> FloorTable:
    table, row, names = host.table, desk.hall.rows[table_id], desk.hall.names
    shown = view(table, FLOORPERSON)
    due = None if host.stopped else due_shown(table, names)
    return {
        "id": table_id,
        "name": row.name,
        "book": row.book,
        "currency": table.rules.currency,
        "house": row.policy.house,
        "floor": row.policy.floor,
        "real_shoe": row.policy.real_shoe,
        "phase": shown.phase,
        "round": shown.round_number,
        "people": len(shown.people),
        "boxes": table.rules.boxes,
        "halted": shown.halted,
        "stopped": host.stopped,
        "cards_left": shown.cards_left,
        "inventory": shown.inventory,
        "drop_box": shown.drop_box,
        "meters": meters_shown(table, language),
        "due": None if due is None else {"to": due["to"], "says": due["says"]},
        "on_duty": [
            {"person": person, "name": names.get(person, person), "role": role}
            for person, role in host.on_duty.items()
        ],
    }


@get("/api/tables/{table_id:str}/irregularities", summary="Irregularities", asks="see_books")
async def irregularities(desk: Desk, caller: Asking, table_id: FromPath[str]) -> list[ReportedIrregularity]:
    """All irregularities of the table's book, with the clauses that deal with them."""
    require(caller, "see_books")
    return list(irregularities_of(host_of(desk, table_id).table.rules))


def _names(connection: sa.Connection, wanted: set[str]) -> dict[str, str]:
    table = schema.people
    query = sa.select(table.c.id, table.c.name).where(table.c.id.in_(wanted))
    return {row.id: row.name or guest_name(row.id) for row in connection.execute(query)}


ROUTES = [floor, irregularities]
