"""Who is asking, for every route: the session in the cookie."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.di import NamedDependency

from spanish21.sentences.language import Language
from spanish21.sentences.languages import language_of
from spanish21.server.people.callers import Caller, Needs
from spanish21.server.people.command_authority import LONGEST_REASON
from spanish21.server.web.desk import FrontDesk

COOKIE, BROWSER = "spanish21", "spanish21-browser"
"""The session, and the token by which a log-in recognises the browser."""

Desk = NamedDependency[FrontDesk]
Asking = NamedDependency[Caller | None]
Speaking = NamedDependency[Language]
"""The dependencies of a route: the front desk, and the caller."""


class GivenReason(msgspec.Struct, forbid_unknown_fields=True):
    """Why something is done."""

    reason: Annotated[str, msgspec.Meta(max_length=LONGEST_REASON + 1)] = ""


class Said(msgspec.Struct):
    """Why something was not done, in one sentence."""

    error: str
    needs: Needs = ""


def response_of(found: Any, status: int = 200) -> Response[Any]:
    """The result, or (202) a request to a second person."""
    return Response(found, status_code=202 if "approval" in found else status)


async def provide_caller(request: Request, state: State) -> Caller | None:  # type: ignore[type-arg]
    """The person logged in, or None."""
    desk: FrontDesk = state.desk
    return await desk.caller(request.cookies.get(COOKIE, ""))


async def provide_desk(state: State) -> FrontDesk:
    """The front desk."""
    desk: FrontDesk = state.desk
    return desk


async def provide_language(request: Request) -> Language:  # type: ignore[type-arg]
    """The language that the browser, or the person's choice on the page, asks for."""
    return language_of(request.headers.get("accept-language", ""))


def address_of(request: Request) -> str:  # type: ignore[type-arg]
    """The caller's network address."""
    return request.client.host if request.client is not None else ""
