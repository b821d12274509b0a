"""Routes about the books: sheets, charts, prices."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import Spanish21Error
from spanish21.game.rules import Rules
from spanish21.server.answers import Book, BookName
from spanish21.server.studies.turns import Unavailable
from spanish21.server.table.sheets import book_sheet
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import Desk, Speaking

PATIENCE = 2.0


def _rules(name: str) -> Rules:
    if name not in BOOKS:
        raise NotFoundException(f"there is no book of that name; the books are {', '.join(BOOKS)}")
    return rules_of(name)


@get("/api/books", summary="The books", sync_to_thread=True, asks="see_books")
def books() -> list[BookName]:
    """Name and title of each."""
    sheets = [book_sheet(name, rules_of(name)) for name in BOOKS]
    return [{"book": one["book"], "title": one["title"], "edition": one["edition"]} for one in sheets]


@get("/api/books/{name:str}", summary="A book", sync_to_thread=True, asks="see_books")
def book(language: Speaking, name: FromPath[str]) -> Book:
    """Its settings, its inscriptions, its side wagers and its clauses."""
    return book_sheet(name, _rules(name), language)


@get("/api/books/{name:str}/chart", summary="The best chart of a book", asks="ask_analysis")
async def chart(desk: Desk, name: FromPath[str]) -> Response[Any]:
    """202 while it is computed."""
    return await _priced(desk, "chart", name)


@get("/api/books/{name:str}/edge", summary="The house edge of a book", asks="ask_analysis")
async def edge(desk: Desk, name: FromPath[str]) -> Response[Any]:
    """202 while it is computed."""
    return await _priced(desk, "edge", name)


@get(
    "/api/books/{name:str}/sidebets",
    summary="The side wagers of a book and their prices",
    asks="ask_analysis",
)
async def side_bets(desk: Desk, name: FromPath[str]) -> Response[Any]:
    """202 while they are computed."""
    return await _priced(desk, "sidebets", name)


async def _priced(desk: FrontDesk, what: str, name: str) -> Response[Any]:
    _rules(name)
    future = desk.workers.kept(what, name)
    done, _ = await asyncio.wait([future], timeout=PATIENCE)
    if not done:
        return Response({"retry_after": 5}, status_code=202, headers={"retry-after": "5"})
    try:
        return Response(future.result())
    except Unavailable as error:
        return Response({"error": str(error)}, status_code=503)
    except Spanish21Error as error:
        return Response({"error": str(error)}, status_code=422)


ROUTES = [books, book, chart, edge, side_bets]
