"""The application: routes, the gate before them, the page, and how errors are told."""

from pathlib import Path
from typing import Any

import structlog
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from spanish21 import __version__
from spanish21.errors import Spanish21Error, one_line
from spanish21.server.commit import WriterBusy, WriterClosed
from spanish21.server.desk import FrontDesk, NotAllowed
from spanish21.server.gate import MOST_BODY, Gate
from spanish21.server.routes import books, health, own, people, rounds, sockets, staff, tables
from spanish21.server.routes.asking import provide_caller, provide_desk

log_of = structlog.get_logger("spanish21.app")

HERE = Path(__file__).parent
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 50.0, 300.0

Asked = Request[Any, Any, Any]


def app_of(
    desk: FrontDesk,
    origins: frozenset[str],
    rate: float = REQUESTS_A_SECOND,
    burst: float = REQUESTS_AT_ONCE,
) -> Gate:
    """The application of a desk whose tables are open, for pages of these origins."""
    return Gate(_litestar(desk), origins, rate, burst)


def _litestar(desk: FrontDesk) -> Litestar:
    page = HERE / "page"
    folders: list[Any] = [
        page if (page / "index.html").exists() else HERE / "plain_page",
        HERE / "plain_page",
    ]
    return Litestar(
        route_handlers=[
            *people.ROUTES,
            *own.ROUTES,
            *staff.ROUTES,
            *tables.ROUTES,
            *rounds.ROUTES,
            *books.ROUTES,
            *health.ROUTES,
            *sockets.ROUTES,
            create_static_files_router(path="/", directories=folders, html_mode=True),
        ],
        state=State({"desk": desk}),
        dependencies={"caller": Provide(provide_caller), "desk": Provide(provide_desk)},
        exception_handlers={
            NotAllowed: _not_allowed,
            WriterBusy: _busy,
            WriterClosed: _busy,
            Spanish21Error: _bad_input,
            HTTPException: _http_error,
            Exception: _our_fault,
        },
        openapi_config=OpenAPIConfig(
            title="Spanish 21",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        request_max_body_size=MOST_BODY,
        logging_config=None,
    )


def _said(text: str, status: int) -> Response[Any]:
    return Response({"error": text}, status_code=status, media_type="application/json")


def _not_allowed(request: Asked, error: NotAllowed) -> Response[Any]:
    return _said(str(error), error.status)


def _busy(request: Asked, error: Spanish21Error) -> Response[Any]:
    return _said("the server has too much to do; try again in a moment", 429)


def _bad_input(request: Asked, error: Spanish21Error) -> Response[Any]:
    return _said(one_line(str(error)), 400)


def _http_error(request: Asked, error: HTTPException) -> Response[Any]:
    text = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found = [one for one in error.extra if isinstance(one, dict)]
        parts = [f"{one.get('key', '')}: {one.get('message', '')}" for one in found]
        text = "; ".join(parts) or "the request is not of the form that it should have"
    if error.status_code >= 500:
        return _our_fault(request, error)
    return _said(one_line(text), error.status_code)


def _our_fault(request: Asked, error: Exception) -> Response[Any]:
    log_of.error("request failed", path=request.url.path, kind=type(error).__name__, exc_info=error)
    return _said("something went wrong in the house; nothing is lost", 500)
