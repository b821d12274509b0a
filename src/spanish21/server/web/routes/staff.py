"""Routes of the house's staff: people and their roles, invitations, chips, corrections."""

from typing import Annotated

import msgspec
import sqlalchemy as sa
from litestar import Response, delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.server.answers import AskedSecond, InvitationLink, Nothing, PersonOfHouse, Purse, Roles
from spanish21.server.control.proposals import (
    Correct,
    ErasePerson,
    GiveChips,
    GiveRole,
    Invite,
    ResetFactor,
    ResetPassword,
    TakeRole,
)
from spanish21.server.money.cage import require_amount
from spanish21.server.people.accounts import PersonRecord, person_of
from spanish21.server.people.callers import NotAllowed, require, required
from spanish21.server.people.command_authority import LONGEST_REASON
from spanish21.server.people.roles import require_role, roles_of
from spanish21.server.people.sessions import end_sessions
from spanish21.server.store.schema import people
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.erasure import require_erasable
from spanish21.server.web.routes.caller import Asking, Desk, GivenReason, response_of
from spanish21.server.web.second_person import ask_or_do

MOST_PEOPLE = 1_000
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_REASON + 1)]


class Invitation(msgspec.Struct, forbid_unknown_fields=True):
    """The role that the link gives."""

    role: Text


class Chips(msgspec.Struct, forbid_unknown_fields=True):
    """Chips into a purse, or (below 0) out of it, and why."""

    amount: int
    reason: Text = ""


class Correction(msgspec.Struct, forbid_unknown_fields=True):
    """Chips into a purse, or (below 0) out of it, to correct a mistake."""

    person: Text
    amount: int
    reason: Text = ""


_ROLE = [Example(value={"role": "dealer"})]
_WHY = [Example(value={"reason": "asked for in writing"})]
_LOST = [Example(value={"reason": "has lost it, and came in person"})]
_CHIPS = [Example(value={"amount": 50_000, "reason": "paid in at the cage"})]
_CORRECTION = [Example(value={"person": "p4d7…", "amount": 1_500, "reason": "paid 1 to 1, not 3 to 2"})]


async def _known(desk: FrontDesk, person: str) -> PersonRecord:
    found = await desk.reading(person_of, person)
    if found is None or found.erased:
        raise NotFoundException("there is no such person")
    desk.hall.names[person] = found.name or person
    return found


@get("/api/people", summary="All people with an account", asks="see_people")
async def list_people(
    desk: Desk, caller: Asking, after: Annotated[str, QueryParameter(max_length=100)] = ""
) -> list[PersonOfHouse]:
    """A thousand at a time, in the order of their pseudonyms; `after` continues after one."""
    require(caller, "see_people")
    return await desk.reading(_people, after)


def _people(connection: sa.Connection, after: str) -> list[PersonOfHouse]:
    columns = (people.c.id, people.c.name, people.c.created, people.c.last_seen, people.c.excluded_until)
    is_listed = sa.and_(people.c.is_guest == 0, people.c.erased == 0, people.c.id > after)
    query = sa.select(*columns).where(is_listed).order_by(people.c.id).limit(MOST_PEOPLE)
    return [
        {
            "person": row.id,
            "name": row.name,
            "roles": sorted(roles_of(connection, row.id)),
            "created": row.created,
            "last_seen": row.last_seen,
            "excluded_until": row.excluded_until,
        }
        for row in connection.execute(query).all()
    ]


@post("/api/invitations", summary="Invite a person", asks="invite")
async def new_invitation(
    desk: Desk, caller: Asking, data: Annotated[Invitation, Body(examples=_ROLE)]
) -> Response[InvitationLink | AskedSecond]:
    """A link for 24 hours that opens an account with a role, once: `/#/welcome/TOKEN` on the page. With two
    people in the house, the second one has a word that goes with it."""
    asking = required(caller, "invite")
    require_role(data.role)
    return response_of(await ask_or_do(desk, asking, Invite(data.role)), 201)


@put("/api/people/{person:str}/roles/{role:str}", summary="Give a role", asks="give_role")
async def add_role(
    desk: Desk, caller: Asking, person: FromPath[str], role: FromPath[str]
) -> Response[Roles | AskedSecond]:
    """It takes effect immediately, on open sockets too; its holder approves nothing for 24 hours."""
    asking = required(caller, "give_role")
    await _known(desk, person)
    require_role(role)
    return response_of(await ask_or_do(desk, asking, GiveRole(person, role)))


@delete("/api/people/{person:str}/roles/{role:str}", summary="Take a role", status_code=200, asks="take_role")
async def remove_role(
    desk: Desk, caller: Asking, person: FromPath[str], role: FromPath[str]
) -> Response[Roles | AskedSecond]:
    """It ends immediately: a duty under it ends, and an open socket can no longer use it."""
    asking = required(caller, "take_role")
    await _known(desk, person)
    require_role(role)
    return response_of(await ask_or_do(desk, asking, TakeRole(person, role)))


@post("/api/people/{person:str}/reset", summary="Let a person set a new password", asks="reset_password")
async def reset_password(
    desk: Desk, caller: Asking, person: FromPath[str], data: Annotated[GivenReason, Body(examples=_LOST)]
) -> Response[InvitationLink | AskedSecond]:
    """A link for 24 hours, once, for the owner: `/#/reset/TOKEN`. The rest of the account is unchanged."""
    asking = required(caller, "reset_password", person, data.reason)
    if (await _known(desk, person)).is_guest:
        raise NotAllowed("a guest has no password", 409)
    return response_of(await ask_or_do(desk, asking, ResetPassword(person, data.reason)), 201)


@delete(
    "/api/people/{person:str}/factor", summary="Remove a second factor", status_code=200, asks="reset_factor"
)
async def reset_factor(
    desk: Desk, caller: Asking, person: FromPath[str], data: Annotated[GivenReason, Body(examples=_LOST)]
) -> Response[Nothing | AskedSecond]:
    """For a person who has lost authenticator and recovery codes; they set up another one."""
    asking = required(caller, "reset_factor", person, data.reason)
    await _known(desk, person)
    return response_of(await ask_or_do(desk, asking, ResetFactor(person, data.reason)))


@delete("/api/people/{person:str}/sessions", summary="Log a person out", status_code=204, asks="end_sessions")
async def log_person_out(desk: Desk, caller: Asking, person: FromPath[str]) -> None:
    """Everywhere, immediately."""
    asking = required(caller, "end_sessions")
    await _known(desk, person)
    ended = await desk.writer.run(lambda connection: end_sessions(connection, person))
    desk.news.sessions_ended(ended, "an administrator has logged you out")
    await desk.house.order("logged out", person, asking.id)


@delete("/api/people/{person:str}", summary="Erase a person", status_code=200, asks="erase_person")
async def erase(
    desk: Desk, caller: Asking, person: FromPath[str], data: Annotated[GivenReason, Body(examples=_WHY)]
) -> Response[Nothing | AskedSecond]:
    """The log keeps a pseudonym from which nothing leads to a person any more."""
    asking = required(caller, "erase_person", person, data.reason)
    await _known(desk, person)
    await require_erasable(desk, person)
    return response_of(await ask_or_do(desk, asking, ErasePerson(person, data.reason)))


@post(
    "/api/people/{person:str}/chips", summary="Give chips, or take them", status_code=200, asks="give_chips"
)
async def give_chips(
    desk: Desk, caller: Asking, person: FromPath[str], data: Annotated[Chips, Body(examples=_CHIPS)]
) -> Response[Purse | AskedSecond]:
    """Chips paid in at the cage, or (below 0) paid out."""
    asking = required(caller, "give_chips", person, data.reason)
    await _known(desk, person)
    require_amount(data.amount)
    return response_of(await ask_or_do(desk, asking, GiveChips(person, data.amount, data.reason)))


@post("/api/corrections", summary="Put a mistake right", asks="correct")
async def correct(
    desk: Desk, caller: Asking, data: Annotated[Correction, Body(examples=_CORRECTION)]
) -> Response[Purse | AskedSecond]:
    """A new transfer between a purse and the house, with a reason and two people whom it does not concern."""
    asking = required(caller, "correct", data.person, data.reason)
    await _known(desk, data.person)
    require_amount(data.amount)
    return response_of(await ask_or_do(desk, asking, Correct(data.person, data.amount, data.reason)), 201)


ROUTES = [
    list_people,
    new_invitation,
    add_role,
    remove_role,
    reset_password,
    reset_factor,
    log_person_out,
    erase,
    give_chips,
    correct,
]
