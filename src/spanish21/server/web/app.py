"""The application: routes, the gate before them, the page, and how errors are told."""

from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from spanish21 import __version__
from spanish21.errors import Spanish21Error, one_line
from spanish21.server.outside_text import cleaned
from spanish21.server.people.callers import Needs, NotAllowed
from spanish21.server.store.connect import OUT_OF_REACH
from spanish21.server.store.writer import WriterBusy, WriterClosed
from spanish21.server.table.inbox import INTERNAL_ERROR
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.doors import Doors
from spanish21.server.web.gate import MOST_BODY, Gate
from spanish21.server.web.models import ModelDoor
from spanish21.server.web.relay import Relay, relay_token
from spanish21.server.web.routes import accounts_routes as people
from spanish21.server.web.routes import (
    approval_routes,
    books,
    factor,
    floor,
    health,
    own,
    rounds,
    school,
    sockets,
    staff,
    statement_routes,
    studies,
    submissions,
    tree_routes,
)
from spanish21.server.web.routes import auditors as auditing
from spanish21.server.web.routes import table_routes as tables
from spanish21.server.web.routes.caller import Said, provide_caller, provide_desk, provide_language

log_of = structlog.get_logger("spanish21.app")

PAGE = Path(__file__).parents[1] / "page"
ERROR_PAGE = PAGE / "error.html"
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 50.0, 300.0

SUBJECTS = (
    *(people, own, factor, statement_routes, staff, approval_routes, tables, rounds, floor, auditing, school),
    *(books, studies, submissions, tree_routes, health, sockets),
)

ERRORS = {
    400: "The request is malformed.",
    401: "Log in first.",
    403: "You may not do that, or it lacks a reason or a second person.",
    404: "Not found.",
    409: "Not now.",
    428: "Give the second factor first (POST /api/me/factor/prove).",
    429: "Too many requests; try again later.",
    503: "The database is out of reach, or the table is moving to another server; try again in a moment.",
}

HttpRequest = Request[Any, Any, Any]


def app_of(
    desk: FrontDesk,
    origins: frozenset[str],
    doors: Doors,
    rate: float = REQUESTS_A_SECOND,
    burst: float = REQUESTS_AT_ONCE,
) -> Gate:
    """The application of a desk with open tables, for pages of these origins."""
    token = relay_token(desk.master)
    inside = ModelDoor(Relay(_litestar(desk), desk, token), desk)
    return Gate(inside, origins, rate, burst, doors, token)


def _litestar(desk: FrontDesk) -> Litestar:
    return Litestar(
        route_handlers=[
            *_described(*SUBJECTS),
            create_static_files_router(path="/", directories=[PAGE], html_mode=True),
        ],
        state=State({"desk": desk}),
        dependencies={
            "caller": Provide(provide_caller),
            "desk": Provide(provide_desk),
            "language": Provide(provide_language),
        },
        exception_handlers={
            NotAllowed: _not_allowed,
            WriterBusy: _busy,
            WriterClosed: _busy,
            Spanish21Error: _bad_input,
            HTTPException: _http_error,
            RecursionError: _not_json,
            UnicodeDecodeError: _not_json,
            sa.exc.OperationalError: _out_of_reach,
            Exception: _our_fault,
        },
        openapi_config=OpenAPIConfig(
            title="Spanish 21",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        before_request=_strictly,
        request_max_body_size=MOST_BODY,
        logging_config=None,
    )


def _described(*subjects: Any) -> list[Any]:
    """The routes of modules, each with the errors that it may answer with."""
    found = [route for subject in subjects for route in subject.ROUTES]
    said = {status: ResponseSpec(Said, description=text) for status, text in ERRORS.items()}
    for route in found:
        if hasattr(route, "responses"):
            route.responses = said
    return found


async def _strictly(request: HttpRequest) -> None:
    """Refuse a body whose types differ from its schema (Litestar itself would take 0 for "no" and
    "3" for 3), and unprintable texts. Bodies in other formats are left to Litestar."""
    field = getattr(request.route_handler, "parsed_data_field", None)
    if field is None:
        return
    try:
        msgspec.json.decode(await request.body(), type=field.annotation)
        document = await request.json()
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None
    except msgspec.DecodeError:
        return
    if isinstance(document, dict):
        document.update(cleaned(document))


def _said(text: str, status: int, needs: Needs = "") -> Response[Any]:
    body = {"error": text, "needs": needs} if needs else {"error": text}
    return Response(body, status_code=status, media_type="application/json")


def _not_allowed(request: HttpRequest, error: NotAllowed) -> Response[Any]:
    return _said(str(error), error.status, error.needs)


def _busy(request: HttpRequest, error: Spanish21Error) -> Response[Any]:
    return _said("the server has too much to do; try again in a moment", 429)


def _bad_input(request: HttpRequest, error: Spanish21Error) -> Response[Any]:
    return _said(one_line(str(error)), 400)


def _not_json(request: HttpRequest, error: Exception) -> Response[Any]:
    """Reading a body goes too deep, or it is not UTF-8."""
    return _said("the request is malformed", 400)


def _http_error(request: HttpRequest, error: HTTPException) -> Response[Any]:
    text = error.detail
    if error.status_code == 404 and _is_for_a_person(request):
        return Response(ERROR_PAGE.read_text("utf-8"), status_code=404, media_type="text/html")
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found = [one for one in error.extra if isinstance(one, dict)]
        parts = [f"{one.get('key', '')}: {one.get('message', '')}" for one in found]
        text = "; ".join(parts) or "the request is malformed"
    if error.status_code >= 500:
        return _our_fault(request, error)
    return _said(one_line(text), error.status_code)


def _is_for_a_person(request: HttpRequest) -> bool:
    """Whether a browser asks for a page, and no program for data."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def _route(request: HttpRequest) -> str:
    """The route of a request, for the log: an address itself may have a name in it."""
    return str(request.scope.get("path_template", ""))


def _out_of_reach(request: HttpRequest, error: sa.exc.OperationalError) -> Response[Any]:
    log_of.warning("database out of reach", path=_route(request), kind=type(error.orig).__name__)
    return _said(OUT_OF_REACH, 503)


def _our_fault(request: HttpRequest, error: Exception) -> Response[Any]:
    log_of.error("request failed", path=_route(request), kind=type(error).__name__, exc_info=error)
    return _said(INTERNAL_ERROR, 500)
