"""Routes of the house's staff: people and their roles, invitations, chips, corrections."""

import asyncio
import os
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar import Response, delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.server.log.house_events import ChipsGiven, ChipsTaken, Corrected
from spanish21.server.money.cage import moved
from spanish21.server.people.accounts import Person, person_of, set_password
from spanish21.server.people.authority import LONGEST_REASON
from spanish21.server.people.callers import NotAllowed, require, required
from spanish21.server.people.duties import end_duties
from spanish21.server.people.invitations import LIFETIME, invite
from spanish21.server.people.passwords import require_good_password
from spanish21.server.people.roles import give_role, roles_of, take_role
from spanish21.server.people.sessions import end_sessions, new_token
from spanish21.server.store.schema import people
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.erasure import erase_person
from spanish21.server.web.routes.caller import Asking, Desk, Reason

MOST_PEOPLE = 1_000
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_REASON + 1)]
Shown = dict[str, Any]


class Invitation(msgspec.Struct, forbid_unknown_fields=True):
    """The role that whoever opens the link gets."""

    role: Text


class Password(msgspec.Struct, forbid_unknown_fields=True):
    """A new password."""

    password: Annotated[str, msgspec.Meta(max_length=1_000)]


class Chips(msgspec.Struct, forbid_unknown_fields=True):
    """Chips into a purse, or (below 0) out of it, and why."""

    amount: int
    reason: Text = ""


class Correction(msgspec.Struct, forbid_unknown_fields=True):
    """What goes into a purse, or (below 0) out of it, to put a mistake right; `second` is the code of another
    person who stands by."""

    person: Text
    amount: int
    reason: Text = ""
    second: Text = ""


_ROLE = [Example(value={"role": "dealer"})]
_WHY = [Example(value={"reason": "asked for in writing"})]
_SECRET = [Example(value={"password": "a long secret"})]
_CHIPS = [Example(value={"amount": 50_000, "reason": "paid in at the cage"})]
_CORRECTION = [
    Example(value={"person": "p4d7…", "amount": 1_500, "reason": "paid 1 to 1, not 3 to 2", "second": "CODE"})
]


async def _known(desk: FrontDesk, person: str) -> Person:
    found = await desk.reading(person_of, person)
    if found is None or found.erased:
        raise NotFoundException("there is no such person")
    return found


@get("/api/people", summary="Everybody with an account", asks="see_people")
async def list_people(
    desk: Desk, caller: Asking, after: Annotated[str, QueryParameter(max_length=100)] = ""
) -> list[Shown]:
    """A thousand at once, in the order of their pseudonyms; `after` goes on from one."""
    require(caller, "see_people")
    return await desk.reading(_people, after)


def _people(connection: sa.Connection, after: str) -> list[Shown]:
    columns = (people.c.id, people.c.name, people.c.created, people.c.last_seen, people.c.excluded_until)
    is_listed = sa.and_(people.c.is_guest == 0, people.c.erased == 0, people.c.id > after)
    query = sa.select(*columns).where(is_listed).order_by(people.c.id).limit(MOST_PEOPLE)
    return [
        {"person": row.id, "name": row.name, "roles": sorted(roles_of(connection, row.id))}
        | {"created": row.created, "last_seen": row.last_seen, "excluded_until": row.excluded_until}
        for row in connection.execute(query).all()
    ]


@post("/api/invitations", summary="Invite somebody", asks="invite")
async def new_invitation(
    desk: Desk, caller: Asking, data: Annotated[Invitation, Body(examples=_ROLE)]
) -> Response[Shown]:
    """A link for 24 hours that opens an account with a role, once: `/#/welcome/TOKEN` on the page."""
    asking = required(caller, "invite")
    token, now = new_token(os.urandom), desk.now()
    await desk.writer.run(lambda connection: invite(connection, data.role, token, now))
    await desk.house.order("invitation", data.role, asking.id)
    return Response({"token": token, "role": data.role, "expires": now + LIFETIME}, status_code=201)


@put("/api/people/{person:str}/roles/{role:str}", summary="Give a role", asks="give_role")
async def add_role(desk: Desk, caller: Asking, person: FromPath[str], role: FromPath[str]) -> Shown:
    """It holds at once, on open sockets too."""
    asking, now = required(caller, "give_role"), desk.now()
    await _known(desk, person)
    await desk.writer.run(lambda connection: give_role(connection, person, role, asking.id, now))
    await desk.house.order(f"role given: {role}", person, asking.id)
    return await _with_roles(desk, person)


@delete("/api/people/{person:str}/roles/{role:str}", summary="Take a role", status_code=200, asks="take_role")
async def remove_role(desk: Desk, caller: Asking, person: FromPath[str], role: FromPath[str]) -> Shown:
    """It is gone at once: a duty under it ends, and an open socket cannot use it any more."""
    asking = required(caller, "take_role")
    await _known(desk, person)

    def work(connection: sa.Connection) -> None:
        take_role(connection, person, role)
        end_duties(connection, person, roles_of(connection, person))

    await desk.writer.run(work)
    await desk.house.order(f"role taken: {role}", person, asking.id)
    return await _with_roles(desk, person)


async def _with_roles(desk: FrontDesk, person: str) -> Shown:
    roles = await desk.reading(roles_of, person)
    desk.let_go(person, roles)
    return {"person": person, "roles": sorted(roles)}


@put("/api/people/{person:str}/password", summary="Set a password", status_code=204, asks="set_password")
async def new_password(
    desk: Desk, caller: Asking, person: FromPath[str], data: Annotated[Password, Body(examples=_SECRET)]
) -> None:
    """For somebody who has lost theirs; all sessions of the account end."""
    asking, found = required(caller, "set_password"), await _known(desk, person)
    if found.is_guest:
        raise NotAllowed("a guest has no password", 409)
    require_good_password(data.password, found.name or "")
    async with desk.hashing:
        hashed = await asyncio.to_thread(desk.passwords.hashed, data.password)

    def work(connection: sa.Connection) -> tuple[bytes, ...]:
        set_password(connection, person, hashed)
        return end_sessions(connection, person)

    desk.sockets.end(await desk.writer.run(work), "the password of this account was changed; log in again")
    await desk.house.order("password set", person, asking.id)


@delete("/api/people/{person:str}/sessions", summary="Log somebody out", status_code=204, asks="end_sessions")
async def log_person_out(desk: Desk, caller: Asking, person: FromPath[str]) -> None:
    """Everywhere, at once."""
    asking = required(caller, "end_sessions")
    await _known(desk, person)
    ended = await desk.writer.run(lambda connection: end_sessions(connection, person))
    desk.sockets.end(ended, "an administrator has logged you out")
    await desk.house.order("logged out", person, asking.id)


@delete("/api/people/{person:str}", summary="Erase somebody", status_code=204, asks="erase_person")
async def erase(
    desk: Desk, caller: Asking, person: FromPath[str], data: Annotated[Reason, Body(examples=_WHY)]
) -> None:
    """The log keeps a pseudonym from which nothing leads to a person any more."""
    asking = required(caller, "erase_person", person, data.reason)
    await _known(desk, person)
    await erase_person(desk, person, asking.id, data.reason)


@post(
    "/api/people/{person:str}/chips", summary="Give chips, or take them", status_code=200, asks="give_chips"
)
async def give_chips(
    desk: Desk, caller: Asking, person: FromPath[str], data: Annotated[Chips, Body(examples=_CHIPS)]
) -> dict[str, int]:
    """What was paid in at the cage, or (below 0) paid out."""
    asking = required(caller, "give_chips", person, data.reason)
    await _known(desk, person)
    kind = ChipsGiven if data.amount > 0 else ChipsTaken
    event = kind(person, abs(data.amount), data.reason)
    return {"purse": await moved(desk.house, desk.purses, event, asking.id, data.reason)}


@post("/api/corrections", summary="Put a mistake right", asks="correct")
async def correct(
    desk: Desk, caller: Asking, data: Annotated[Correction, Body(examples=_CORRECTION)]
) -> Response[dict[str, int]]:
    """A new transfer between a purse and the house, with a reason and two people whom it does not concern."""
    second = desk.seconds.take(data.second) if data.second else None
    asking = required(caller, "correct", data.person, data.reason, second)
    assert second is not None
    await _known(desk, data.person)
    event = Corrected(data.person, data.amount, data.reason, asking.id, second.id)
    purse = await moved(desk.house, desk.purses, event, asking.id, data.reason, second.id)
    return Response({"purse": purse}, status_code=201)


ROUTES = [
    list_people,
    new_invitation,
    add_role,
    remove_role,
    new_password,
    log_person_out,
    erase,
    give_chips,
    correct,
]
