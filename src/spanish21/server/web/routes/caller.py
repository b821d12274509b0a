"""Who is asking, for every route: the session in the cookie."""

from typing import Annotated

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency

from spanish21.server.people.authority import LONGEST_REASON
from spanish21.server.people.callers import Caller
from spanish21.server.web.desk import FrontDesk

COOKIE = "spanish21"

Desk = NamedDependency[FrontDesk]
Asking = NamedDependency[Caller | None]
"""What a route says it needs: the front desk, and whoever is asking."""


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why something is done."""

    reason: Annotated[str, msgspec.Meta(max_length=LONGEST_REASON + 1)] = ""


class Said(msgspec.Struct):
    """Why something was not done, in one sentence."""

    error: str


async def provide_caller(request: Request, state: State) -> Caller | None:  # type: ignore[type-arg]
    """Somebody logged in, or None."""
    desk: FrontDesk = state.desk
    return await desk.caller(request.cookies.get(COOKIE, ""))


async def provide_desk(state: State) -> FrontDesk:
    """The front desk."""
    desk: FrontDesk = state.desk
    return desk


def address_of(request: Request) -> str:  # type: ignore[type-arg]
    """The network address of whoever asks."""
    return request.client.host if request.client is not None else ""
