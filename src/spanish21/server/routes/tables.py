"""Routes about tables: the list, sheets, tickets, rounds, shoes, meters, the log."""

from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, JSONBody, QueryParameter

from spanish21.books.rulebook import BOOKS
from spanish21.errors import BadInput, Spanish21Error
from spanish21.server import schema
from spanish21.server.desk import FrontDesk, NotAllowed, Ticket
from spanish21.server.duties import go_off_duty, go_on_duty, on_duty_at
from spanish21.server.hall import checked_table_name, rules_asked
from spanish21.server.host import Host
from spanish21.server.policy import Policy
from spanish21.server.publishing import public_record
from spanish21.server.quotas import why_not_table
from spanish21.server.reading import rows_of_table
from spanish21.server.record import record_json
from spanish21.server.rounds import round_events, rounds_of
from spanish21.server.routes.asking import Asking, Desk
from spanish21.server.sheets import listed, table_sheet

MOST_ROUNDS = 100


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a book, or of a submission's text."""

    book: Annotated[str, msgspec.Meta(max_length=60)] = ""
    submission: Annotated[str, msgspec.Meta(max_length=50_000)] = ""
    name: str = "Table"
    policy: Policy = Policy()


class Duty(msgspec.Struct, forbid_unknown_fields=True):
    """Which duty somebody takes up."""

    role: str


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why something is done."""

    reason: str = ""


_NEW = [Example(value={"book": BOOKS[0], "name": "Mine", "policy": {"decide_seconds": 30}})]


def host_of(desk: FrontDesk, table_id: str) -> Host:
    """The table of an id, or 404."""
    host = desk.hall.hosts.get(table_id)
    if host is None:
        raise NotFoundException("there is no such table")
    return host


@get("/api/tables", summary="All open tables")
async def list_tables(desk: Desk) -> list[dict[str, Any]]:
    """What a lobby shows; `edge` is there once it has been computed for the table's rules."""
    hall, known = desk.hall, desk.workers.known_edge
    return [listed(hall.rows[one], host, known(host.table.rules)) for one, host in hall.hosts.items()]


@post("/api/tables", summary="Open a table")
async def open_table(
    desk: Desk, caller: Asking, data: Annotated[NewTable, Body(examples=_NEW)]
) -> Response[dict[str, Any]]:
    """A table of one of the books, or under a Rules Submission; what is wrong with it comes back as lines."""
    desk.require(caller, "open_table")
    assert caller is not None
    if "person" in (data.policy.house, data.policy.floor) and not caller.actor.roles & {
        "floorperson",
        "administrator",
    }:
        raise NotAllowed("only a floorperson opens a table at which people of the house are on duty")
    if data.policy.real_shoe and data.policy.house != "person":
        raise NotAllowed("real cards are dealt by a person: set house to person", 422)
    try:
        name = checked_table_name(data.name)
        if bool(data.book) == bool(data.submission):
            raise BadInput("a table is opened from a book or from a submission: name one of them")
        rules = rules_asked(data.book, data.submission)
    except Spanish21Error as error:
        return Response({"errors": [str(error)]}, status_code=422)
    why = await desk.reading(why_not_table, desk.quotas, caller.id, caller.is_guest)
    if why:
        raise NotAllowed(why, 429)
    row = await desk.hall.open_table(name, rules, data.policy, caller.id, data.submission)
    return Response({"id": row.id}, status_code=201)


@get("/api/tables/{table_id:str}", summary="A table's sheet")
async def see_table(desk: Desk, table_id: FromPath[str]) -> dict[str, Any]:
    """Everything that is drawn and does not change while the table is open."""
    host = host_of(desk, table_id)
    return table_sheet(desk.hall.rows[table_id], host)


@delete("/api/tables/{table_id:str}", summary="Close a table", status_code=204)
async def close_table(desk: Desk, caller: Asking, table_id: FromPath[str]) -> None:
    """Whoever opened a table closes it, when nobody is at it any more."""
    host_of(desk, table_id)
    desk.require(caller, "close_own_table", desk.hall.rows[table_id].opened_by or "-")
    await desk.hall.close_table(table_id)


@post("/api/tables/{table_id:str}/resume", summary="Let a stopped table go on", status_code=204)
async def resume_table(desk: Desk, caller: Asking, table_id: FromPath[str], data: JSONBody[Reason]) -> None:
    """A floorperson lets a table go on from its last committed event."""
    host_of(desk, table_id)
    desk.require(caller, "resume_table", reason=data.reason)
    await desk.hall.resume(table_id)


@post("/api/tables/{table_id:str}/ticket", summary="A ticket for the socket", status_code=200)
async def new_ticket(desk: Desk, caller: Asking, table_id: FromPath[str]) -> dict[str, str]:
    """Good once, for 30 seconds. Whoever is not logged in may watch."""
    host_of(desk, table_id)
    return {"ticket": desk.tickets.put(Ticket(table_id, caller))}


@post("/api/tables/{table_id:str}/duty", summary="Go on duty", status_code=200)
async def take_duty(
    desk: Desk, caller: Asking, table_id: FromPath[str], data: JSONBody[Duty]
) -> dict[str, str]:
    """Deal or watch over a table from now on."""
    desk.require(caller, "go_on_duty")
    assert caller is not None
    host, person, now = host_of(desk, table_id), caller.id, desk.now()
    if any(one.name == person for one in host.table.people):
        raise NotAllowed("whoever plays at a table cannot be on duty at it")
    await desk.writer.run(lambda connection: go_on_duty(connection, table_id, person, data.role, now))
    host.on_duty = await desk.reading(on_duty_at, table_id)
    host.wake()
    return host.on_duty


@delete("/api/tables/{table_id:str}/duty", summary="Go off duty", status_code=204)
async def leave_duty(desk: Desk, caller: Asking, table_id: FromPath[str]) -> None:
    """Leave a duty at a table."""
    desk.require(caller, "go_on_duty")
    assert caller is not None
    host, person = host_of(desk, table_id), caller.id
    await desk.writer.run(lambda connection: go_off_duty(connection, table_id, person))
    host.on_duty = await desk.reading(on_duty_at, table_id)
    host.wake()


@get("/api/tables/{table_id:str}/rounds", summary="The last rounds")
async def last_rounds(
    desk: Desk, table_id: FromPath[str], last: Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)] = 10
) -> list[dict[str, Any]]:
    """Number, first and last event of each."""
    return await desk.reading(rounds_of, table_id, last)


@get("/api/tables/{table_id:str}/rounds/{number:int}", summary="One round")
async def one_round(desk: Desk, table_id: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
    """Its events as a stranger saw them."""
    found = await desk.reading(round_events, table_id, number, desk.master)
    if found is None:
        raise NotFoundException("there is no such round")
    return found


@get("/api/tables/{table_id:str}/shoes", summary="Commitments and openings of shoes")
async def shoes(desk: Desk, table_id: FromPath[str]) -> list[dict[str, Any]]:
    """The last hundred shoes; `key` opens a shoe that is over."""
    found = await desk.reading(rows_of_table, schema.shoes, table_id, MOST_ROUNDS)
    return [
        {
            "number": row.number,
            "commitment": row.commitment.hex(),
            "first": row.first_seq,
            "last": row.last_seq,
            "key": row.key.hex() if row.key is not None else None,
        }
        for row in found
    ]


@get("/api/tables/{table_id:str}/meters", summary="Progressive meters")
async def meters(desk: Desk, table_id: FromPath[str]) -> dict[str, int]:
    """What each meter shows."""
    return {meter.name: meter.amount for meter in host_of(desk, table_id).table.meters}


@get("/api/tables/{table_id:str}/record", summary="The public record")
async def record(
    desk: Desk, table_id: FromPath[str], shoe: Annotated[int | None, QueryParameter(ge=1)] = None
) -> Response[bytes]:
    """What `spanish21 verify` checks, of the whole table or of one shoe."""
    found = await desk.reading(_record, table_id, shoe)
    return Response(found, media_type="application/json")


def _record(connection: sa.Connection, table_id: str, shoe: int | None) -> bytes:
    return record_json(public_record(connection, table_id, shoe))


ROUTES = [
    list_tables,
    open_table,
    see_table,
    close_table,
    resume_table,
    new_ticket,
    take_duty,
    leave_duty,
    last_rounds,
    one_round,
    shoes,
    meters,
    record,
]
