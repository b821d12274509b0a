"""Routes about people: guests, log-in, accounts."""

import asyncio
import os
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.openapi.spec import Example
from litestar.params import Body

from spanish21.game.pictures.count_text import count_text
from spanish21.server.answers import Me
from spanish21.server.people.accounts import (
    add_account,
    add_guest,
    checked_name,
    keep_guest,
    new_pseudonym,
    person_of,
    set_password,
)
from spanish21.server.people.callers import Caller, NotAllowed, require
from spanish21.server.people.invitations import accept, accept_reset, name_for_reset
from spanish21.server.people.limits import limits_now
from spanish21.server.people.lockout import begin_attempt, browser_token, caller_from
from spanish21.server.people.log_in import check_password, finish_log_in
from spanish21.server.people.passwords import require_good_password
from spanish21.server.people.quotas import CountedOrigin, count_from, origin_of, why_not_from, why_not_guest
from spanish21.server.people.roles import PLAYER, ROLES, give_role, is_of_two
from spanish21.server.people.sessions import (
    LIFETIME,
    OpenSession,
    begin_session,
    end_session,
    end_sessions,
    new_token,
    renewed_session,
)
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import BROWSER, COOKIE, Asking, Desk, address_of
from spanish21.server.web.sweeper import end_unproven

YEAR = 365 * 24 * 60 * 60


class LogIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=1_000)]


class Invited(LogIn, forbid_unknown_fields=True):
    """A name and a password, chosen with a one-time link."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    word: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The digits that the second person in the house has read out, where there is one."""


class Reset(msgspec.Struct, forbid_unknown_fields=True):
    """A new password for the owner of an account who has a one-time link."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=1_000)]
    word: Annotated[str, msgspec.Meta(max_length=200)] = ""


_ANN = [Example(value={"name": "Ann", "password": "a long secret"})]
_RESET = [Example(value={"token": "the link's", "word": "3f9a01cc5be2d7704c18", "password": "a long secret"})]
_INVITED = [Example(value={"token": "the link's", "name": "Bob", "password": "a long secret"})]


@post("/api/guest", summary="Come as a guest with play chips", asks="come_as_guest")
async def come_as_guest(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
) -> Response[Me]:
    """A guest plays immediately; the session is in the cookie."""
    require(caller, "come_as_guest")
    person, token, now = new_pseudonym(os.urandom), new_token(os.urandom), desk.now()
    origin = origin_of(desk.master, "guests", address_of(request))

    def work(connection: sa.Connection) -> str:
        why = why_not_guest(connection, desk.quotas, origin, now)
        if not why:
            add_guest(connection, person, now)
            count_from(connection, origin, now)
            begin_session(connection, person, token, "", now)
        return why

    _require_room(await desk.writer.run(work))
    await desk.house.give_play_chips(person, desk.quotas.chips_of_guest)
    return await _with_session(desk, token, 201)


@post("/api/login", summary="Log in", status_code=200, asks="log_in")
async def log_in(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
    data: Annotated[LogIn, Body(examples=_ANN)],
) -> Response[Me]:
    """A wrong password and an unknown name get the same answer, after the same time."""
    require(caller, "log_in")
    browser = request.cookies.get(BROWSER, "")
    asking = caller_from(desk.master, data.name, address_of(request), browser)
    attempt = await desk.writer.run(lambda connection: begin_attempt(connection, asking, desk.now()))
    if attempt.wait:
        seconds = -(-attempt.wait // 1_000)
        body: Any = {
            "error": f"too many failures; wait {count_text(seconds, 'second')}",
            "retry_after": seconds,
        }
        return Response(body, status_code=429, headers={"retry-after": str(seconds)})
    async with desk.hashing:
        answer = await _in_thread(check_password, attempt, data.password, desk.passwords)
    token, now = new_token(os.urandom), desk.now()
    session = await desk.writer.run(
        lambda connection: finish_log_in(connection, attempt, answer, (token, ""), now)
    )
    if session is None:
        raise NotAllowed("the name or the password is wrong", 401)
    return await _with_session(desk, token, 200, data.name)


async def _in_thread(work: Any, *given: Any) -> Any:
    return await asyncio.to_thread(work, *given)


@post(
    "/api/accounts",
    summary="Open an account, or turn a guest into one",
    asks=("open_account", "keep_guest"),
)
async def open_account(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
    data: Annotated[LogIn, Body(examples=_ANN)],
) -> Response[Me]:
    """A guest keeps purse and seats; a stranger gets an account with the chips of a guest."""
    require(caller, "keep_guest" if caller is not None else "open_account")
    name, origin = checked_name(data.name), origin_of(desk.master, "accounts", address_of(request))
    _require_room(await desk.reading(why_not_from, origin, desk.quotas.accounts_of_address, desk.now()))
    async with desk.hashing:
        await _in_thread(require_good_password, data.password, name)
        hashed = await _in_thread(desk.passwords.hashed, data.password)
    token, now = new_token(os.urandom), desk.now()
    if caller is not None:
        return await _kept(desk, caller, name, hashed, token, origin)
    person = new_pseudonym(os.urandom)

    def work(connection: sa.Connection) -> str:
        why = why_not_from(connection, origin, desk.quotas.accounts_of_address, now)
        if not why:
            count_from(connection, origin, now)
            add_account(connection, person, name, hashed, now)
            begin_session(connection, person, token, "", now)
        return why

    _require_room(await desk.writer.run(work))
    await desk.house.give_play_chips(person, desk.quotas.chips_of_guest)
    return await _with_session(desk, token, 201, name)


def _require_room(why: str) -> None:
    if why:
        raise NotAllowed(why, 429)


async def _kept(
    desk: FrontDesk, caller: Caller, name: str, hashed: str, token: str, origin: CountedOrigin
) -> Response[Me]:
    """A guest gets an account. Its session is worth more from now on, so it continues under another token:
    one that another person may have seen, or set, opens nothing."""

    def work(connection: sa.Connection) -> OpenSession:
        count_from(connection, origin, desk.now())
        keep_guest(connection, caller.id, name, hashed)
        return renewed_session(connection, caller.session, token)

    desk.news.session_renewed(caller.session, await desk.writer.run(work))
    return await _with_session(desk, token, 201, name)


@post("/api/invitations/accept", summary="Open an account by a one-time link", asks="accept_invitation")
async def accept_invitation(
    desk: Desk, caller: Asking, data: Annotated[Invited, Body(examples=_INVITED)]
) -> Response[Me]:
    """The account gets the role that the link gives."""
    require(caller, "accept_invitation")
    name = checked_name(data.name)
    async with desk.hashing:
        await _in_thread(require_good_password, data.password, name)
        hashed = await _in_thread(desk.passwords.hashed, data.password)
    person, token, now = new_pseudonym(os.urandom), new_token(os.urandom), desk.now()

    def work(connection: sa.Connection) -> None:
        role = accept(connection, data.token + data.word, now)
        add_account(connection, person, name, hashed, now)
        if role != PLAYER:
            give_role(connection, person, role, "invitation", now)
        begin_session(connection, person, token, "", now)

    await desk.writer.run(work)
    await end_unproven(desk, list(desk.sockets))
    return await _with_session(desk, token, 201, name)


@post("/api/logout", summary="Log out", status_code=204, asks="log_out")
async def log_out(desk: Desk, caller: Asking) -> Response[None]:
    """The session ends, and every socket that was opened under it."""
    if caller is None:
        raise NotAllowed("log in first", 401)
    session = caller.session
    await desk.writer.run(lambda connection: end_session(connection, session))
    desk.news.session_ended(session)
    response: Response[None] = Response(None, status_code=204)
    response.delete_cookie(COOKIE)
    return response


@get("/api/me", summary="Who you are", asks="see_own_account")
async def me(desk: Desk, caller: Asking) -> Me:
    """Name, roles, purse, limits and seats."""
    require(caller, "see_own_account")
    assert caller is not None
    return await _shown(desk, caller)


@post("/api/reset", summary="Set a new password by a one-time link", status_code=204, asks="accept_reset")
async def set_password_anew(
    desk: Desk, caller: Asking, data: Annotated[Reset, Body(examples=_RESET)]
) -> None:
    """The owner of an account sets a new one; every session of the account ends, its authenticator stays."""
    require(caller, "accept_reset")
    now = desk.now()
    name = await desk.reading(name_for_reset, data.token + data.word, now)
    async with desk.hashing:
        await _in_thread(require_good_password, data.password, name)
        hashed = await _in_thread(desk.passwords.hashed, data.password)

    def work(connection: sa.Connection) -> tuple[bytes, ...]:
        person = accept_reset(connection, data.token + data.word, now)
        set_password(connection, person, hashed, "reset link", now)
        return end_sessions(connection, person)

    ended = await desk.writer.run(work)
    desk.news.sessions_ended(ended, "the password of this account was reset; log in again")


async def _shown(desk: FrontDesk, caller: Caller) -> Me:
    person, name, roles = caller.id, caller.name, caller.actor.roles & frozenset(ROLES)
    found = await desk.reading(person_of, person)
    return {
        "person": person,
        "name": name,
        "is_guest": found is not None and found.is_guest,
        "excluded_until": found.excluded_until if found is not None else 0,
        "roles": sorted(roles),
        "purse": await desk.purses.know(person, afresh=True),
        "limits": await desk.reading(limits_now, person, desk.now()),
        "seats": desk.hall.seats_of(person),
        "duties": [
            {"table": table_id, "role": host.on_duty[person]}
            for table_id, host in desk.hall.hosts.items()
            if person in host.on_duty
        ],
        "has_factor": caller.has_factor,
        "withheld": sorted(caller.withheld),
        "is_house_of_two": await desk.reading(is_of_two),
    }


async def _with_session(desk: FrontDesk, token: str, status: int, name: str = "") -> Response[Me]:
    """The answer to a log-in. A browser in which a `name` was right is known under it from now on."""
    caller = await desk.caller(token)
    assert caller is not None
    shown = await _shown(desk, caller)
    cookies = [_cookie(desk, COOKIE, token, LIFETIME // 1_000)]
    if name:
        cookies.append(_cookie(desk, BROWSER, browser_token(desk.master, name), YEAR))
    return Response(shown, status_code=status, cookies=cookies)


def _cookie(desk: FrontDesk, name: str, value: str, seconds: int) -> Cookie:
    given: Any = {"httponly": True, "secure": desk.is_secure, "samesite": "strict"}
    return Cookie(name, value=value, path="/", max_age=seconds, **given)


ROUTES = [
    come_as_guest,
    log_in,
    open_account,
    accept_invitation,
    log_out,
    me,
    set_password_anew,
]
