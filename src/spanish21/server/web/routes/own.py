"""Routes about the caller's account: limits, exclusion, the password, the data, and erasure."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, delete, get, post, put
from litestar.openapi.spec import Example
from litestar.params import Body, QueryParameter

from spanish21.game.pictures.count_text import count_text
from spanish21.server.answers import Limits, LimitsSet, OwnRounds, Until
from spanish21.server.people.accounts import set_password
from spanish21.server.people.callers import Caller, NotAllowed, required
from spanish21.server.people.limits import CHECK, LOSS, TIME, exclude, limits_now, set_limit
from spanish21.server.people.lockout import begin_attempt, caller_from, succeeded
from spanish21.server.people.own_data import own_data
from spanish21.server.people.passwords import require_good_password
from spanish21.server.people.sessions import end_sessions
from spanish21.server.rounds.own_rounds import MOST_ROUNDS
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.erasure import erase_person, require_erasable
from spanish21.server.web.routes.caller import Asking, Desk, Speaking, address_of

DAY = 24 * 60 * 60 * 1_000
MOST_DAYS = 36_500
MOST_ON_PAGE = 100
Find = Annotated[
    Literal["all", "won", "lost", "blackjack", "split", "double", "side", "much"], QueryParameter()
]
Secret = Annotated[str, msgspec.Meta(max_length=1_000)]


class OwnLimits(msgspec.Struct, forbid_unknown_fields=True):
    """The limits of loss, in the smallest unit, and of play in 24 hours; null means no limit."""

    loss: int | None = None
    minutes: int | None = None


class Check(msgspec.Struct, forbid_unknown_fields=True):
    """After how many minutes of play to show how it goes; null means never."""

    minutes: Annotated[int, msgspec.Meta(ge=5, le=240)] | None = None


class Exclusion(msgspec.Struct, forbid_unknown_fields=True):
    """For how many days to be excluded from play."""

    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)]


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The current password, and the new one."""

    old: Secret
    new: Secret


class OwnEnd(msgspec.Struct, forbid_unknown_fields=True):
    """The password of the account to erase; a guest has no password."""

    password: Secret = ""


_LIMITS = [Example(value={"loss": 20_000, "minutes": 120})]
_CHECK = [Example(value={"minutes": 30})]
_DAYS = [Example(value={"days": 30})]
_PASSWORDS = [Example(value={"old": "a long secret", "new": "a longer secret"})]
_END = [Example(value={"password": "a long secret"})]


@put("/api/me/limits", summary="Set your own limits", asks="set_own_limit")
async def set_limits(
    desk: Desk, caller: Asking, data: Annotated[OwnLimits, Body(examples=_LIMITS)]
) -> LimitsSet:
    """A lower limit takes effect immediately, a higher one after 24 hours."""
    person, now = required(caller, "set_own_limit").id, desk.now()
    seconds = None if data.minutes is None else data.minutes * 60

    def work(connection: sa.Connection) -> dict[str, int]:
        since = {"loss": set_limit(connection, person, LOSS, data.loss, now)}
        return since | {"minutes": set_limit(connection, person, TIME, seconds, now)}

    since = await desk.writer.run(work)
    return {"since": since, "limits": await desk.reading(limits_now, person, now)}


@put("/api/me/check", summary="Be told how it goes", status_code=200, asks="set_own_limit")
async def set_check(desk: Desk, caller: Asking, data: Annotated[Check, Body(examples=_CHECK)]) -> Limits:
    """A reality check: after that many minutes of play the page says for how long and how it went, and asks
    whether to go on."""
    person, now = required(caller, "set_own_limit").id, desk.now()
    seconds = None if data.minutes is None else data.minutes * 60
    await desk.writer.run(lambda connection: set_limit(connection, person, CHECK, seconds, now))
    return await desk.reading(limits_now, person, now)


@post("/api/me/exclusion", summary="Exclude yourself from play", status_code=200, asks="exclude_self")
async def exclude_self(desk: Desk, caller: Asking, data: Annotated[Exclusion, Body(examples=_DAYS)]) -> Until:
    """Immediately and irrevocably; a round in progress is finished."""
    person, now = required(caller, "exclude_self").id, desk.now()
    until = now + data.days * DAY
    await desk.writer.run(lambda connection: exclude(connection, person, until, now))
    return {"until": until}


@put("/api/me/password", summary="Change your password", status_code=204, asks="change_own_password")
async def change_password(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
    data: Annotated[NewPassword, Body(examples=_PASSWORDS)],
) -> None:
    """It takes the old one; every other session of the account ends."""
    asking = required(caller, "change_own_password")
    if asking.is_guest:
        raise NotAllowed("a guest has no password; open an account first", 409)
    await asyncio.to_thread(require_good_password, data.new, asking.name)
    await _require_password(desk, asking, data.old, address_of(request))
    async with desk.hashing:
        hashed = await asyncio.to_thread(desk.passwords.hashed, data.new)

    def work(connection: sa.Connection) -> tuple[bytes, ...]:
        set_password(connection, asking.id, hashed, asking.id)
        return end_sessions(connection, asking.id, but=asking.session)

    ended = await desk.writer.run(work)
    desk.news.sessions_ended(ended, "the password of this account was changed; log in again")


@get("/api/me/data", summary="All stored data about you", asks="export_own_data")
async def export_data(desk: Desk, caller: Asking) -> dict[str, Any]:
    """Account, roles, limits, sessions, play by the hour, and moves into and out of the purse."""
    person = required(caller, "export_own_data").id
    return await desk.reading(own_data, person)


@get("/api/me/rounds", summary="The rounds that you have played", asks="see_own_rounds")
async def see_own_rounds(
    desk: Desk,
    caller: Asking,
    language: Speaking,
    find: Find = "all",
    skip: Annotated[int, QueryParameter(ge=0, le=MOST_ROUNDS)] = 0,
    last: Annotated[int, QueryParameter(ge=1, le=MOST_ON_PAGE)] = 20,
) -> OwnRounds:
    """Newest first, with cards, decisions, result and money; `find` is won, lost, split and so on."""
    person = required(caller, "see_own_rounds").id
    return await desk.reading(desk.played_rounds.of, person, find, (skip, last), desk.master, language)


@delete("/api/me", summary="Erase yourself", asks="erase_self")
async def erase_self(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
    data: Annotated[OwnEnd, Body(examples=_END)],
) -> Response[None]:
    """Name, password, roles, sessions and limits are forgotten; the log knows a pseudonym and stays whole.
    202 while a round is under way, after which it is done."""
    asking = required(caller, "erase_self")
    await require_erasable(desk, asking.id)
    if not asking.is_guest:
        await _require_password(desk, asking, data.password, address_of(request))
    is_done = await erase_person(desk, asking.id, asking.id, "asked for it")
    return Response(None, status_code=204 if is_done else 202)


async def _require_password(desk: FrontDesk, asking: Caller, password: str, address: str) -> None:
    """Refuse a wrong password; it counts like one at a log-in."""
    counted = caller_from(desk.master, asking.name, address)
    attempt = await desk.writer.run(lambda connection: begin_attempt(connection, counted, desk.now()))
    if attempt.wait:
        wait = count_text(-(-attempt.wait // 1_000), "second")
        raise NotAllowed(f"too many failures; wait {wait}", 429)
    async with desk.hashing:
        is_right = await asyncio.to_thread(desk.passwords.is_right, attempt.stored, password)
    if not is_right:
        raise NotAllowed("the password is wrong")
    await desk.writer.run(lambda connection: succeeded(connection, attempt, desk.now()))


ROUTES = [set_limits, set_check, exclude_self, change_password, export_data, see_own_rounds, erase_self]
