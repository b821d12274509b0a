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
from spanish21.server.people.callers import NotAllowed
from spanish21.server.store.connect import OUT_OF_REACH
from spanish21.server.store.writer import WriterBusy, WriterClosed
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.gate import MOST_BODY, Gate
from spanish21.server.web.relay import Relay, relay_token
from spanish21.server.web.routes import accounts_routes as people
from spanish21.server.web.routes import auditors as auditing
from spanish21.server.web.routes import (
    books,
    floor,
    health,
    own,
    rounds,
    school,
    sockets,
    staff,
    studies,
    submissions,
)
from spanish21.server.web.routes import table_routes as tables
from spanish21.server.web.routes.caller import Said, provide_caller, provide_desk

log_of = structlog.get_logger("spanish21.app")

PAGE = Path(__file__).parents[1] / "page"
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 50.0, 300.0

SUBJECTS = (
    *(people, own, staff, tables, rounds, floor, auditing, school),
    *(books, studies, submissions, health, sockets),
)

ERRORS = {
    400: "What was sent is not what it should be.",
    401: "Log in first.",
    403: "You may not do that, or it lacks a reason or a second person.",
    404: "There is nothing of that name.",
    409: "Not now.",
    429: "Too much at once; try again later.",
    503: "The database is out of reach, or the table is moving to another server; try again in a moment.",
}

Asked = Request[Any, Any, Any]


def app_of(
    desk: FrontDesk,
    origins: frozenset[str],
    rate: float = REQUESTS_A_SECOND,
    burst: float = REQUESTS_AT_ONCE,
) -> Gate:
    """The application of a desk whose tables are open, for pages of these origins."""
    token = relay_token(desk.master)
    return Gate(Relay(_litestar(desk), desk, token), origins, rate, burst, token)


def _litestar(desk: FrontDesk) -> Litestar:
    return Litestar(
        route_handlers=[
            *_described(*SUBJECTS),
            create_static_files_router(path="/", directories=[PAGE], html_mode=True),
        ],
        state=State({"desk": desk}),
        dependencies={"caller": Provide(provide_caller), "desk": Provide(provide_desk)},
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


async def _strictly(request: Asked) -> None:
    """Refuse a body that is not of the types that its schema says (Litestar itself would take 0 for "no" and
    "3" for 3), and texts that nobody could print. What is not JSON at all is left to it."""
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


def _said(text: str, status: int) -> Response[Any]:
    return Response({"error": text}, status_code=status, media_type="application/json")


def _not_allowed(request: Asked, error: NotAllowed) -> Response[Any]:
    return _said(str(error), error.status)


def _busy(request: Asked, error: Spanish21Error) -> Response[Any]:
    return _said("the server has too much to do; try again in a moment", 429)


def _bad_input(request: Asked, error: Spanish21Error) -> Response[Any]:
    return _said(one_line(str(error)), 400)


def _not_json(request: Asked, error: Exception) -> Response[Any]:
    """Reading a body goes too deep, or it is not UTF-8."""
    return _said("the request is not of the form that it should have", 400)


def _http_error(request: Asked, error: HTTPException) -> Response[Any]:
    text = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found = [one for one in error.extra if isinstance(one, dict)]
        parts = [f"{one.get('key', '')}: {one.get('message', '')}" for one in found]
        text = "; ".join(parts) or "the request is not of the form that it should have"
    if error.status_code >= 500:
        return _our_fault(request, error)
    return _said(one_line(text), error.status_code)


def _route(request: Asked) -> str:
    """The route of a request, for the log: an address itself may have a name in it."""
    return str(request.scope.get("path_template", ""))


def _out_of_reach(request: Asked, error: sa.exc.OperationalError) -> Response[Any]:
    log_of.warning("database out of reach", path=_route(request), kind=type(error.orig).__name__)
    return _said(OUT_OF_REACH, 503)


def _our_fault(request: Asked, error: Exception) -> Response[Any]:
    log_of.error("request failed", path=_route(request), kind=type(error).__name__, exc_info=error)
    return _said("something went wrong in the house; nothing is lost", 500)
