"""Routes of the second person: waiting requests, the answer, six digits; and requests for payouts."""

import hmac
from typing import Annotated

import msgspec
import sqlalchemy as sa
from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath

from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text
from spanish21.game.table import FLOORPERSON
from spanish21.server.answers import Approved, AskedSecond, Digits, Nothing, Waiting
from spanish21.server.control.approvals import (
    DONE,
    MOST_TRIES,
    OPEN,
    OVER,
    Approval,
    approval_of,
    begin_try,
    digits_of,
    end_tries,
    recent_approvals,
    refuse,
    show_digits,
    why_not_second,
)
from spanish21.server.control.payouts import payout_due
from spanish21.server.control.proposals import OpenTable, ValidatePayout, concerns, words_of
from spanish21.server.evidence import Payout
from spanish21.server.people.accounts import guest_name
from spanish21.server.people.callers import Caller, NotAllowed, require_proof, required
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.roles import roles_of
from spanish21.server.store.schema import people
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.link_parts import parts_of
from spanish21.server.web.routes.caller import Asking, Desk, GivenReason, response_of
from spanish21.server.web.routes.table_routes import host_of
from spanish21.server.web.second_person import approved, ask_or_do

LINKS = ("Invite", "ResetPassword")
WRONG_DIGITS = "these are not the digits on the second person's screen"


class Agreed(msgspec.Struct, forbid_unknown_fields=True):
    """The text that the second person has read: only that is approved."""

    words: str


class Typed(msgspec.Struct, forbid_unknown_fields=True):
    """Six digits that were read aloud."""

    digits: Annotated[str, msgspec.Meta(max_length=20)]


_AGREED = [Example(value={"words": "Put 500.00 in chips into the purse of Ann: paid in at the cage"})]
_TYPED = [Example(value={"digits": "314159"})]
_WHY = [Example(value={"reason": "light on, wheel and cards seen"})]


@get("/api/approvals", summary="Requests that wait for a second person", asks="see_approvals")
async def approvals(desk: Desk, caller: Asking) -> list[Waiting]:
    """The newest first, with the caller's own of the last hour, decided or not."""
    asking = required(caller, "see_approvals")
    found = await desk.reading(recent_approvals, asking.id, desk.now())
    names = await _named(desk, {one for waiting in found for one in _people_in(waiting)})
    return [await _waiting(desk, asking, one, names) for one in found]


def _people_in(approval: Approval) -> tuple[str, ...]:
    return approval.asked_by, approval.decided_by, concerns(approval.proposal)


async def _waiting(desk: FrontDesk, asking: Caller, one: Approval, names: dict[str, str]) -> Waiting:
    is_mine, proposal = one.asked_by == asking.id, one.proposal
    made_link = is_mine and one.state == DONE and type(proposal).__name__ in LINKS
    why = (
        await desk.reading(why_not_second, one, asking.actor, desk.now()) if one.state == OPEN else "decided"
    )
    return {
        "id": one.id,
        "what": type(proposal).__name__,
        "words": words_of(proposal, names),
        "by": one.asked_by,
        "by_name": names.get(one.asked_by, one.asked_by),
        "is_mine": is_mine,
        "asked": one.asked,
        "expires": one.expires,
        "state": one.state,
        "decided_by_name": names.get(one.decided_by, one.decided_by),
        "why_not": why,
        "tries_left": max(MOST_TRIES - one.tries, 0),
        "payout": proposal.payout if isinstance(proposal, ValidatePayout) else None,
        "submission": proposal.submission if isinstance(proposal, OpenTable) else "",
        "token": parts_of(desk.master, one)["token"] if made_link else "",
    }


async def _named(desk: FrontDesk, wanted: set[str]) -> dict[str, str]:
    return await desk.reading(_names, wanted - {""})


def _names(connection: sa.Connection, wanted: set[str]) -> dict[str, str]:
    query = sa.select(people.c.id, people.c.name).where(people.c.id.in_(wanted))
    return {row.id: row.name or guest_name(row.id) for row in connection.execute(query)}


@post(
    "/api/approvals/{approval:str}/approve",
    summary="Agree, as the second person",
    status_code=200,
    asks="decide_approval",
)
async def approve(
    desk: Desk, caller: Asking, approval: FromPath[str], data: Annotated[Agreed, Body(examples=_AGREED)]
) -> Approved:
    """It is done immediately. `words` is the text that was read; the answer has the word that goes with a
    link."""
    asking = required(caller, "decide_approval")
    found = await _asked_for(desk, approval)
    require_proof(asking, True, desk.now())
    if found.state != OPEN:
        raise NotAllowed(OVER, 409)
    if data.words != words_of(found.proposal, await _named(desk, set(_people_in(found)))):
        raise NotAllowed("the request has changed; read it again", 409)
    await approved(desk, found, asking.actor)
    return _done(desk, found)


def _done(desk: FrontDesk, approval: Approval) -> Approved:
    is_link = type(approval.proposal).__name__ in LINKS
    return {"state": DONE, "word": parts_of(desk.master, approval)["word"] if is_link else ""}


@delete("/api/approvals/{approval:str}", summary="Say no, or take a request back", asks="decide_approval")
async def say_no(desk: Desk, caller: Asking, approval: FromPath[str]) -> None:
    """The person who asked takes it back; anyone else who could agree refuses."""
    asking, now = required(caller, "decide_approval"), desk.now()
    found = await _asked_for(desk, approval)
    if found.asked_by != asking.id:
        why = await desk.reading(why_not_second, found, asking.actor, now)
        if why:
            raise NotAllowed(why)
    await desk.writer.run(lambda connection: refuse(connection, approval, asking.id, now))


@post(
    "/api/approvals/{approval:str}/digits",
    summary="Six digits to read aloud",
    status_code=200,
    asks="decide_approval",
)
async def digits(desk: Desk, caller: Asking, approval: FromPath[str]) -> Digits:
    """For a second person who has read the request, and is not at the requester's screen."""
    asking, now = required(caller, "decide_approval"), desk.now()
    await _asked_for(desk, approval)
    require_proof(asking, True, now)
    found, text = await desk.writer.run(
        lambda connection: show_digits(connection, desk.master, approval, asking.actor, now)
    )
    return {"digits": text, "words": words_of(found.proposal, await _named(desk, set(_people_in(found))))}


@post(
    "/api/approvals/{approval:str}/typed",
    summary="Type the digits that were read aloud",
    status_code=200,
    asks="decide_approval",
)
async def typed(
    desk: Desk, caller: Asking, approval: FromPath[str], data: Annotated[Typed, Body(examples=_TYPED)]
) -> Approved:
    """The person who asked types them; it is done immediately. After five wrong ones the request is void."""
    asking, now = required(caller, "decide_approval"), desk.now()
    found = await _asked_for(desk, approval)
    if found.asked_by != asking.id:
        raise NotAllowed("the digits are for the person who asked")
    if found.state != OPEN or not found.shown_to:
        raise NotAllowed("this request has no digits yet; the second person asks for them", 409)
    try:
        left = await desk.writer.run(lambda connection: begin_try(connection, approval, now))
    except BadInput as error:
        raise NotAllowed(str(error), 409) from None
    text = "".join(data.digits.split())
    if not hmac.compare_digest(text.encode(), digits_of(desk.master, found, found.shown_to).encode()):
        if not left:
            await desk.writer.run(lambda connection: end_tries(connection, approval, now))
        more = f"{count_text(left, 'try', 'tries')} left" if left else "the request is void; ask again"
        raise NotAllowed(f"{WRONG_DIGITS}; {more}")
    second = Actor(found.shown_to, await desk.reading(roles_of, found.shown_to))
    await approved(desk, found, second)
    return {"state": DONE, "word": ""}


async def _asked_for(desk: FrontDesk, id: str) -> Approval:
    try:
        return await desk.reading(approval_of, id)
    except BadInput as error:
        raise NotFoundException(str(error)) from None


# -- payouts


@get("/api/tables/{table_id:str}/payout", summary="The payout that waits", asks="see_payout")
async def payout(desk: Desk, caller: Asking, table_id: FromPath[str]) -> Payout | None:
    """The evidence for its validator: amount, hand, wheel, meter, round, and the cards on the table."""
    required(caller, "see_payout")
    return payout_due(host_of(desk, table_id).table, table_id, desk.hall.rows[table_id].name)


@post(
    "/api/tables/{table_id:str}/payout",
    summary="Have a payout validated",
    status_code=200,
    asks="ask_payout",
)
async def ask_payout(
    desk: Desk, caller: Asking, table_id: FromPath[str], data: Annotated[GivenReason, Body(examples=_WHY)]
) -> Response[Nothing | AskedSecond]:
    """By the floorperson on duty, with a reason; a second person looks at the same."""
    asking = required(caller, "ask_payout", reason=data.reason)
    host = host_of(desk, table_id)
    if host.on_duty.get(asking.id) != FLOORPERSON:
        raise NotAllowed("only the floorperson on duty at this table may do that")
    found = payout_due(host.table, table_id, desk.hall.rows[table_id].name)
    if found is None:
        raise NotAllowed("no payout waits to be validated at this table", 409)
    return response_of(await ask_or_do(desk, asking, ValidatePayout(found, data.reason)))


ROUTES = [approvals, approve, say_no, digits, typed, payout, ask_payout]
