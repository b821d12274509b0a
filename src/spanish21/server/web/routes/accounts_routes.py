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

from spanish21.game.count_text import count_text
from spanish21.server.people.accounts import (
    add_account,
    add_guest,
    checked_name,
    keep_guest,
    new_pseudonym,
    person_of,
)
from spanish21.server.people.callers import NotAllowed, require, required
from spanish21.server.people.invitations import accept
from spanish21.server.people.limits import limits_now
from spanish21.server.people.lockout import begin_attempt, caller_from
from spanish21.server.people.log_in import answered, finish_log_in
from spanish21.server.people.passwords import require_good_password
from spanish21.server.people.quotas import count_guest, guest_digest, why_not_guest
from spanish21.server.people.roles import PLAYER, give_role
from spanish21.server.people.sessions import LIFETIME, begin_session, end_session, new_token
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import COOKIE, Asking, Desk, address_of

Person = dict[str, Any]


class LogIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=1_000)]


class Invited(LogIn, forbid_unknown_fields=True):
    """A name and a password for whoever has a one-time link."""

    token: Annotated[str, msgspec.Meta(max_length=200)]


_ANN = [Example(value={"name": "Ann", "password": "a long secret"})]
_INVITED = [Example(value={"token": "the link's", "name": "Bob", "password": "a long secret"})]


@post("/api/guest", summary="Come as a guest with play chips", asks="come_as_guest")
async def come_as_guest(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
) -> Response[Person]:
    """A guest plays at once; the session is in the cookie."""
    require(caller, "come_as_guest")
    person, token, now = new_pseudonym(os.urandom), new_token(os.urandom), desk.now()
    by_address = guest_digest(desk.master, address_of(request))

    def work(connection: sa.Connection) -> str:
        why = why_not_guest(connection, desk.quotas, by_address, now)
        if not why:
            add_guest(connection, person, now)
            count_guest(connection, by_address, now)
            begin_session(connection, person, token, "", now)
        return why

    why = await desk.writer.run(work)
    if why:
        raise NotAllowed(why, 429)
    await desk.house.give(person, desk.quotas.chips_of_guest, "play chips")
    return await _with_session(desk, token, 201)


@post("/api/login", summary="Log in", status_code=200, asks="log_in")
async def log_in(
    desk: Desk,
    caller: Asking,
    request: Request,  # type: ignore[type-arg]
    data: Annotated[LogIn, Body(examples=_ANN)],
) -> Response[Person]:
    """A wrong password and an unknown name get the same answer, after the same time."""
    require(caller, "log_in")
    asking = caller_from(desk.master, data.name, address_of(request))
    attempt = await desk.writer.run(lambda connection: begin_attempt(connection, asking, desk.now()))
    if attempt.wait:
        seconds = -(-attempt.wait // 1_000)
        body = {"error": f"too many failures; wait {count_text(seconds, 'second')}", "retry_after": seconds}
        return Response(body, status_code=429, headers={"retry-after": str(seconds)})
    async with desk.hashing:
        answer = await _in_thread(answered, attempt, data.password, desk.passwords)
    token, now = new_token(os.urandom), desk.now()
    session = await desk.writer.run(
        lambda connection: finish_log_in(connection, attempt, answer, (token, ""), now)
    )
    if session is None:
        raise NotAllowed("the name or the password is wrong", 401)
    return await _with_session(desk, token, 200)


async def _in_thread(work: Any, *given: Any) -> Any:
    return await asyncio.to_thread(work, *given)


@post(
    "/api/accounts",
    summary="Open an account, or keep what a guest has in one",
    asks=("open_account", "keep_guest"),
)
async def open_account(
    desk: Desk, caller: Asking, data: Annotated[LogIn, Body(examples=_ANN)]
) -> Response[Person]:
    """A guest keeps purse and seats; a stranger gets an account with the chips of a guest."""
    require(caller, "keep_guest" if caller is not None else "open_account")
    name = checked_name(data.name)
    require_good_password(data.password, name)
    async with desk.hashing:
        hashed = await _in_thread(desk.passwords.hashed, data.password)
    token, now = new_token(os.urandom), desk.now()
    if caller is not None:
        person = caller.id
        await desk.writer.run(lambda connection: keep_guest(connection, person, name, hashed))
        desk.hall.names[person] = name
        return Response(await _shown(desk, person, name, caller.actor.roles), status_code=201)
    person = new_pseudonym(os.urandom)

    def work(connection: sa.Connection) -> None:
        add_account(connection, person, name, hashed, now)
        begin_session(connection, person, token, "", now)

    await desk.writer.run(work)
    await desk.house.give(person, desk.quotas.chips_of_guest, "play chips")
    return await _with_session(desk, token, 201)


@post("/api/invitations/accept", summary="Open an account by a one-time link", asks="accept_invitation")
async def accept_invitation(
    desk: Desk, caller: Asking, data: Annotated[Invited, Body(examples=_INVITED)]
) -> Response[Person]:
    """The account gets the role that the link gives."""
    require(caller, "accept_invitation")
    name = checked_name(data.name)
    require_good_password(data.password, name)
    async with desk.hashing:
        hashed = await _in_thread(desk.passwords.hashed, data.password)
    person, token, now = new_pseudonym(os.urandom), new_token(os.urandom), desk.now()

    def work(connection: sa.Connection) -> None:
        role = accept(connection, data.token, now)
        add_account(connection, person, name, hashed, now)
        if role != PLAYER:
            give_role(connection, person, role, "invitation", now)
        begin_session(connection, person, token, "", now)

    await desk.writer.run(work)
    return await _with_session(desk, token, 201)


@post("/api/logout", summary="Log out", status_code=204, asks="log_out")
async def log_out(desk: Desk, caller: Asking) -> Response[None]:
    """The session ends, and every socket that was opened under it."""
    if caller is None:
        raise NotAllowed("log in first", 401)
    session = caller.session
    await desk.writer.run(lambda connection: end_session(connection, session))
    desk.session_ended(session)
    response: Response[None] = Response(None, status_code=204)
    response.delete_cookie(COOKIE)
    return response


@get("/api/me", summary="Who you are", asks="see_own_account")
async def me(desk: Desk, caller: Asking) -> Person:
    """Name, roles, purse, limits and seats."""
    require(caller, "see_own_account")
    assert caller is not None
    return await _shown(desk, caller.id, caller.name, caller.actor.roles)


@post("/api/second", summary="Stand by as the second person", status_code=200, asks="stand_by")
async def stand_by(desk: Desk, caller: Asking) -> dict[str, str]:
    """A code, good once and for two minutes, that another person gives with a command that needs two."""
    return {"code": desk.seconds.put(required(caller, "stand_by").actor)}


async def _shown(desk: FrontDesk, person: str, name: str, roles: frozenset[str]) -> Person:
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
    }


async def _with_session(desk: FrontDesk, token: str, status: int) -> Response[Person]:
    caller = await desk.caller(token)
    assert caller is not None
    shown = await _shown(desk, caller.id, caller.name, caller.actor.roles)
    cookie = Cookie(
        COOKIE,
        value=token,
        path="/",
        max_age=LIFETIME // 1_000,
        httponly=True,
        secure=desk.is_secure,
        samesite="strict",
    )
    return Response(shown, status_code=status, cookies=[cookie])


ROUTES = [
    come_as_guest,
    log_in,
    open_account,
    accept_invitation,
    log_out,
    me,
    stand_by,
]
