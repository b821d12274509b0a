"""Routes for auditors: the log, authors of commands, hands in the rack, the ledger, the audit, the export."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
import sqlalchemy as sa
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

from spanish21.server.answers import Account, CommandAsked, LedgerMove, LogHead, LogName, LogRow, Rack
from spanish21.server.audit.house_books import accounts, commands_asked, log_head, log_rows, moves
from spanish21.server.audit.self_check import Program
from spanish21.server.audit.whole_audit import AuditReport, audit
from spanish21.server.log.seals import MasterKey
from spanish21.server.people.callers import require
from spanish21.server.rounds.export import exported_rounds
from spanish21.server.rounds.rack_of_round import rack_of_round
from spanish21.server.store import schema
from spanish21.server.web.routes.caller import Asking, Desk

MOST_EVENTS, MOST_ACCOUNTS, MOST_MOVES = 1_000, 500, 500

First = Annotated[int, QueryParameter(name="from", ge=1, le=2**53)]
Last = Annotated[int | None, QueryParameter(name="to", ge=1, le=2**53)]
Name = Annotated[str, QueryParameter(max_length=120)]


@get("/api/logs", summary="All tables with a log, for auditors", asks="see_whole_log")
async def logs(desk: Desk, caller: Asking) -> list[LogName]:
    """Closed tables too."""
    require(caller, "see_whole_log")
    return await desk.reading(_logs)


def _logs(connection: sa.Connection) -> list[LogName]:
    tables, heads = schema.tables, schema.heads
    query = sa.select(tables, heads.c.seq).join(heads, heads.c.table_id == tables.c.id)
    return [
        {
            "id": row.id,
            "number": row.number,
            "book": row.book,
            "name": row.name,
            "state": row.state,
            "created": row.created,
            "opened_by": row.opened_by,
            "seq": row.seq,
        }
        for row in connection.execute(query.order_by(tables.c.number))
    ]


@get("/api/installation", summary="Check the program's own files", asks="audit")
async def check_installation(desk: Desk, caller: Asking) -> Program:
    """Against the record of the installation, and against the digest that was logged first."""
    require(caller, "audit")
    return await desk.check_program()


@get("/api/tables/{table_id:str}/log", summary="The log, for auditors", asks="see_whole_log")
async def log(
    desk: Desk, caller: Asking, table_id: FromPath[str], first: First = 1, last: Last = None
) -> list[LogRow]:
    """At most a thousand rows, with every part of the chain; sealed parts stay sealed."""
    require(caller, "see_whole_log")
    return await desk.reading(log_rows, table_id, first, _upto(first, last))


@get("/api/tables/{table_id:str}/head", summary="Where the log ends", asks="see_whole_log")
async def head(desk: Desk, caller: Asking, table_id: FromPath[str]) -> LogHead:
    """The last event's number and chain, and the chain before the first event."""
    require(caller, "see_whole_log")
    return await desk.reading(log_head, table_id)


@get(
    "/api/tables/{table_id:str}/commands",
    summary="The authors of commands, for auditors",
    asks="see_whole_log",
)
async def commands(
    desk: Desk, caller: Asking, table_id: FromPath[str], first: First = 1, last: Last = None
) -> list[CommandAsked]:
    """The commands behind the same rows, with role, reason and second person."""
    require(caller, "see_whole_log")
    return await desk.reading(commands_asked, table_id, first, _upto(first, last))


def _upto(first: int, last: int | None) -> int:
    return min(last or 2**53, first + MOST_EVENTS - 1)


@get(
    "/api/tables/{table_id:str}/rounds/{number:int}/rack",
    summary="A round's hands in the discard rack",
    asks="see_whole_log",
)
async def rack(desk: Desk, caller: Asking, table_id: FromPath[str], number: FromPath[int]) -> Rack:
    """Each hand as the log says it was dealt, and as the rack shows it; null where it was shuffled away."""
    require(caller, "see_whole_log")
    found = await desk.reading(_rack, table_id, number, desk.master)
    if found is None:
        raise NotFoundException("there is no such round, or it is not over")
    return found


def _rack(connection: sa.Connection, table_id: str, number: int, master: MasterKey) -> Rack | None:
    return rack_of_round(connection, table_id, number, lambda shoe: master.shoe_key(table_id, shoe))


@get("/api/ledger", summary="Accounts and their balances", asks="see_ledger")
async def ledger(desk: Desk, caller: Asking, part: Name = "") -> list[Account]:
    """At most 500 accounts; `part` is the beginning of a name, or of its part after a slash."""
    require(caller, "see_ledger")
    return await desk.reading(accounts, part, MOST_ACCOUNTS)


@get("/api/ledger/moves", summary="The last moves of an account", asks="see_ledger")
async def ledger_moves(desk: Desk, caller: Asking, account: Name = "house") -> list[LedgerMove]:
    """At most 500, the newest first."""
    require(caller, "see_ledger")
    return await desk.reading(moves, account, MOST_MOVES)


@post("/api/audit", summary="Everything again from the logs alone", status_code=200, asks="audit")
async def run_audit(desk: Desk, caller: Asking) -> AuditReport:
    """As far as shoes have been opened: an auditor has no key to the others."""
    require(caller, "audit")
    return await desk.reading(audit)


@get("/api/tables/{table_id:str}/export", summary="The finished rounds, one per line", asks="export_rounds")
async def export(desk: Desk, caller: Asking, table_id: FromPath[str]) -> Response[bytes]:
    """JSON Lines: every round with its events as a stranger saw them."""
    require(caller, "export_rounds")
    found = await desk.reading(lambda connection: b"".join(_lines(connection, table_id)))
    name = f'attachment; filename="rounds-{table_id}.jsonl"'
    return Response(found, media_type="application/jsonl", headers={"content-disposition": name})


def _lines(connection: sa.Connection, table_id: str) -> Iterator[bytes]:
    for played in exported_rounds(connection, table_id):
        yield msgspec.json.encode(played) + b"\n"


ROUTES = [check_installation, logs, log, head, commands, rack, ledger, ledger_moves, run_audit, export]
