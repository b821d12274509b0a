"""Routes about tables: the list, sheets, tickets, rounds, shoes, meters, the log."""

import asyncio
from typing import Annotated

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.books.rulebook import BOOKS
from spanish21.errors import BadInput, Spanish21Error
from spanish21.server.answers import (
    AskedSecond,
    Closed,
    Errors,
    Listed,
    Opened,
    Sheet,
    ShoeShown,
    TicketText,
)
from spanish21.server.control.proposals import OpenTable
from spanish21.server.fairness.public_record import record_json
from spanish21.server.fairness.publication import public_record
from spanish21.server.money.kind_of_chips import why_not_kind
from spanish21.server.people.callers import NotAllowed, Ticket, require, required
from spanish21.server.people.duties import go_off_duty, go_on_duty, on_duty_at
from spanish21.server.people.quotas import count_from, origin_of, why_not_from, why_not_table
from spanish21.server.store import schema
from spanish21.server.store.store_reader import rows_of_table
from spanish21.server.table.hall import checked_table_name, rules_asked
from spanish21.server.table.host import Host
from spanish21.server.table.policy import Policy, policy_json, policy_words
from spanish21.server.table.sheets import list_entry, table_sheet
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import Asking, Desk, GivenReason, Speaking, address_of, response_of
from spanish21.server.web.second_person import ask_or_do

MOST_SHOES = 100
PATIENCE = 2.0


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a book, or of a submission's text."""

    book: Annotated[str, msgspec.Meta(max_length=60)] = ""
    submission: Annotated[str, msgspec.Meta(max_length=50_000)] = ""
    name: str = "Table"
    policy: Policy = Policy()


class Duty(msgspec.Struct, forbid_unknown_fields=True):
    """Which duty to take up."""

    role: str


_WHY = [Example(value={"reason": "the shoe is worn out"})]
_DUTY = [Example(value={"role": "dealer"})]
_NEW = [Example(value={"book": BOOKS[0], "name": "Mine", "policy": {"decide_seconds": 30}})]


def host_of(desk: FrontDesk, table_id: str) -> Host:
    """The table of an id, or 404."""
    host = desk.hall.hosts.get(table_id)
    if host is None:
        raise NotFoundException("there is no such table")
    return host


@get("/api/tables", summary="All open tables", asks="see_tables")
async def list_tables(desk: Desk, language: Speaking) -> list[Listed]:
    """The data of a lobby; `edge` is present once it has been computed for the table's rules."""
    hall, known = desk.hall, desk.workers.known_edge
    return [
        list_entry(hall.rows[one], host, known(host.table.rules), language)
        for one, host in hall.hosts.items()
    ]


@post("/api/tables", summary="Open a table", asks=("open_table", "open_house_table"))
async def open_table(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
    data: Annotated[NewTable, Body(examples=_NEW)],
) -> Response[Opened | Errors | AskedSecond]:
    """A table of a book, or under a Rules Submission; its errors come back as lines. One at which
    people work, or which is played for money, takes a second person."""
    caller = required(caller, "open_table")
    is_staffed = "person" in (data.policy.house, data.policy.floor)
    if is_staffed and not caller.actor.roles & {"floorperson", "administrator"}:
        raise NotAllowed("only a floorperson opens a table at which people of the house are on duty")
    if data.policy.real_shoe and data.policy.house != "person":
        return Response({"errors": ["a real shoe takes a person who deals from it"]}, status_code=422)
    try:
        name = checked_table_name(data.name)
        if bool(data.book) == bool(data.submission):
            raise BadInput("a table is opened from a book or from a submission: name one of them")
        rules = rules_asked(data.book, data.submission)
    except Spanish21Error as error:
        return Response({"errors": [str(error)]}, status_code=422)
    origin = origin_of(desk.master, "tables", address_of(request))

    def counted(connection: sa.Connection) -> str:
        why = why_not_table(connection, desk.quotas, caller.id, caller.is_guest)
        why = why or why_not_from(connection, origin, desk.quotas.tables_of_address, desk.now())
        if not why:
            count_from(connection, origin, desk.now())
        return why

    why = await desk.writer.run(counted)
    if why:
        raise NotAllowed(why, 429)
    if is_staffed or data.policy.real_shoe or not data.policy.play_chips:
        policy = policy_json(data.policy)
        proposal = OpenTable(data.book, data.submission, name, policy, policy_words(data.policy))
        return response_of(await ask_or_do(desk, required(caller, "open_house_table"), proposal), 201)
    why = await desk.reading(why_not_kind, data.policy.play_chips)
    if why:
        raise NotAllowed(why, 409)
    row = await desk.hall.open_table(name, rules, data.policy, caller.id, data.submission)
    return Response({"id": row.id}, status_code=201)


@get("/api/tables/{table_id:str}", summary="A table's sheet", asks="see_tables")
async def see_table(desk: Desk, language: Speaking, table_id: FromPath[str]) -> Sheet:
    """The data of the drawing that does not change while the table is open."""
    host = host_of(desk, table_id)
    return table_sheet(desk.hall.rows[table_id], host, language)


@delete("/api/tables/{table_id:str}", summary="Close a table", status_code=204, asks="close_own_table")
async def close_table(desk: Desk, caller: Asking, table_id: FromPath[str]) -> None:
    """A table is closed by the person who opened it, once it is empty."""
    require(caller, "close_own_table", _opener(desk, table_id))
    host_of(desk, table_id)
    await desk.hall.close_table(table_id)


def _opener(desk: FrontDesk, table_id: str) -> str:
    row = desk.hall.rows.get(table_id)
    return row.opened_by if row is not None and row.opened_by else "-"


@post("/api/tables/{table_id:str}/close", summary="Close a table", asks="close_table")
async def close_down(
    desk: Desk, caller: Asking, table_id: FromPath[str], data: Annotated[GivenReason, Body(examples=_WHY)]
) -> Response[Closed]:
    """The round under way is the last one; everyone is cashed out. 202 until that is done."""
    asking = required(caller, "close_table", reason=data.reason)
    host_of(desk, table_id)
    await desk.house.order("table closed", table_id, asking.id, data.reason)
    closing = desk.do_beside(desk.hall.close_down(table_id))
    done, _ = await asyncio.wait([closing], timeout=PATIENCE)
    if done:
        closing.result()
    return Response({"closed": bool(done)}, status_code=200 if done else 202)


@post(
    "/api/tables/{table_id:str}/resume",
    summary="Let a stopped table go on",
    status_code=204,
    asks="resume_table",
)
async def resume_table(
    desk: Desk, caller: Asking, table_id: FromPath[str], data: Annotated[GivenReason, Body(examples=_WHY)]
) -> None:
    """A floorperson lets a table go on from its last committed event."""
    asking = required(caller, "resume_table", reason=data.reason)
    host_of(desk, table_id)
    await desk.house.order("table goes on", table_id, asking.id, data.reason)
    await desk.hall.resume(table_id)


@post(
    "/api/tables/{table_id:str}/ticket",
    summary="A ticket for the socket",
    status_code=200,
    asks="watch_table",
)
async def new_ticket(desk: Desk, caller: Asking, table_id: FromPath[str]) -> TicketText:
    """Valid once, for 30 seconds. Anyone may watch without logging in."""
    host_of(desk, table_id)
    return {"ticket": desk.tickets.put(Ticket(table_id, caller))}


@post("/api/tables/{table_id:str}/duty", summary="Go on duty", status_code=200, asks="go_on_duty")
async def take_duty(
    desk: Desk, caller: Asking, table_id: FromPath[str], data: Annotated[Duty, Body(examples=_DUTY)]
) -> dict[str, str]:
    """Deal or watch over a table from now on."""
    person, now = required(caller, "go_on_duty").id, desk.now()
    host = host_of(desk, table_id)
    if any(one.name == person for one in host.table.people):
        raise NotAllowed("players cannot be on duty at their own table")
    await desk.writer.run(lambda connection: go_on_duty(connection, table_id, person, data.role, now))
    host.put_on_duty(await desk.reading(on_duty_at, table_id))
    return host.on_duty


@delete("/api/tables/{table_id:str}/duty", summary="Go off duty", status_code=204, asks="go_on_duty")
async def leave_duty(desk: Desk, caller: Asking, table_id: FromPath[str]) -> None:
    """Leave a duty at a table."""
    person = required(caller, "go_on_duty").id
    host = host_of(desk, table_id)
    await desk.writer.run(lambda connection: go_off_duty(connection, table_id, person))
    host.put_on_duty(await desk.reading(on_duty_at, table_id))


@get(
    "/api/tables/{table_id:str}/shoes", summary="Commitments and openings of shoes", asks="see_public_record"
)
async def shoes(desk: Desk, table_id: FromPath[str]) -> list[ShoeShown]:
    """The last hundred shoes; `key` opens a finished shoe."""
    found = await desk.reading(rows_of_table, schema.shoes, table_id, MOST_SHOES)
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


@get("/api/tables/{table_id:str}/meters", summary="Progressive meters", asks="see_meters")
async def meters(desk: Desk, table_id: FromPath[str]) -> dict[str, int]:
    """The amount of each meter."""
    return {meter.name: meter.amount for meter in host_of(desk, table_id).table.meters}


@get("/api/tables/{table_id:str}/record", summary="The public record", asks="see_public_record")
async def record(
    desk: Desk, table_id: FromPath[str], shoe: Annotated[int | None, QueryParameter(ge=1)] = None
) -> Response[bytes]:
    """The record for `spanish21 verify`, of the whole table or of one shoe."""
    found = await desk.reading(_record, table_id, shoe)
    return Response(found, media_type="application/json")


def _record(connection: sa.Connection, table_id: str, shoe: int | None) -> bytes:
    return record_json(public_record(connection, table_id, shoe))


ROUTES = [
    list_tables,
    open_table,
    see_table,
    close_table,
    close_down,
    resume_table,
    new_ticket,
    take_duty,
    leave_duty,
    shoes,
    meters,
    record,
]
