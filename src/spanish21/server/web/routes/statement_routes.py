"""Routes of the caller's statement: money wagered, won and lost in a period."""

from typing import Annotated

import sqlalchemy as sa
from litestar import Response, get
from litestar.params import QueryParameter

from spanish21.server.answers import PlayStatement
from spanish21.server.people.callers import required
from spanish21.server.rounds.statement import statement, statement_csv
from spanish21.server.web.routes.caller import Asking, Desk

Since = Annotated[int, QueryParameter(name="from", ge=0, le=2**53)]
Until = Annotated[int, QueryParameter(name="to", ge=0, le=2**53)]


@get("/api/me/statement", summary="Your statement", asks="see_own_statement")
async def own_statement(desk: Desk, caller: Asking, since: Since = 0, until: Until = 2**53) -> PlayStatement:
    """The rounds that ended from one moment to another, with sums, and the money in open rounds now."""
    person = required(caller, "see_own_statement").id
    return await desk.reading(statement, person, since, until)


@get("/api/me/statement.csv", summary="Your statement for a spreadsheet", asks="see_own_statement")
async def own_statement_csv(
    desk: Desk, caller: Asking, since: Since = 0, until: Until = 2**53
) -> Response[str]:
    """The same, a line for each round."""
    person = required(caller, "see_own_statement").id
    text = await desk.reading(_csv, person, since, until)
    headers = {"content-disposition": 'attachment; filename="statement.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def _csv(connection: sa.Connection, person: str, since: int, until: int) -> str:
    return statement_csv(statement(connection, person, since, until))


ROUTES = [own_statement, own_statement_csv]
