"""Routes about rounds that were played: as JSON, and as notation."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.notation import BETWEEN_ROUNDS
from spanish21.sentences.language import Language
from spanish21.server.answers import Replayed
from spanish21.server.people.callers import NotAllowed, require
from spanish21.server.rounds.played_rounds import round_place, round_steps, rounds_of
from spanish21.server.rounds.replay import replayed
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import Asking, Desk, Speaking

MOST_ROUNDS = 100
LONGEST_ROUND = 8_000
Form = Annotated[Literal["json", "notation"], QueryParameter(name="format")]


@get("/api/tables/{table_id:str}/rounds", summary="The last rounds", asks="see_round")
async def last_rounds(
    desk: Desk,
    caller: Asking,
    table_id: FromPath[str],
    last: Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)] = 10,
    form: Form = "json",
) -> Response[Any]:
    """Id, number, first and last event of each; or the text of all finished ones that reveal nothing."""
    require(caller, "see_round")
    found = await desk.reading(rounds_of, table_id, last)
    if found is None:
        raise NotFoundException("there is no such table")
    if form == "json":
        return Response(found)
    numbers = [one["number"] for one in found if one["last"] is not None]
    texts = await desk.round_texts.of(desk.store, table_id, numbers, desk.master)
    return _text(f"{BETWEEN_ROUNDS}\n".join(text for text in texts if text))


@get("/api/tables/{table_id:str}/rounds/{number:int}", summary="One round", asks="see_round")
async def one_round(
    desk: Desk,
    caller: Asking,
    language: Speaking,
    table_id: FromPath[str],
    number: FromPath[int],
    form: Form = "json",
) -> Response[Any]:
    """The view before it and its steps as a stranger saw them, in words to the caller; or its text."""
    require(caller, "see_round")
    return await _round(desk, caller, (table_id, number), form, language)


@get("/api/rounds/{round_id:str}", summary="A round by its id", asks="see_round")
async def round_by_id(
    desk: Desk, caller: Asking, language: Speaking, round_id: FromPath[str], form: Form = "json"
) -> Response[Any]:
    """The same; the id is the table's and the round's number, as in 6517685ea629-12."""
    require(caller, "see_round")
    return await _round(desk, caller, round_place(round_id), form, language)


class RoundText(msgspec.Struct, forbid_unknown_fields=True):
    """A round in its notation."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_ROUND)]


_TOLD = [
    Example(
        value={"text": "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n"}
    )
]


@post("/api/rounds/replay", summary="A round from its notation", status_code=200, asks="see_round")
async def replay(
    desk: Desk, caller: Asking, language: Speaking, data: Annotated[RoundText, Body(examples=_TOLD)]
) -> Replayed:
    """The data of the felt, the view before the round, and its steps as a stranger sees them."""
    require(caller, "see_round")
    return await asyncio.to_thread(replayed, data.text, language)


async def _round(
    desk: FrontDesk, caller: Asking, place: tuple[str, int], form: str, language: Language
) -> Response[Any]:
    table_id, number = place
    found, reader = None, caller.id if caller is not None else ""
    if 0 < number < 2**53:
        asked = (table_id, number, desk.master, desk.hall.names, reader, language)
        found = await desk.reading(round_steps, *asked)
    if found is None:
        raise NotFoundException("there is no such round")
    if form == "json":
        return Response(msgspec.Raw(msgspec.json.encode(found)), media_type="application/json")
    if found["last"] is None:
        raise NotAllowed("the round is not over yet", 409)
    [text] = await desk.round_texts.of(desk.store, table_id, [number], desk.master)
    if not text:
        raise NotAllowed("the text would reveal unseen cards or chips", 409)
    return _text(text)


def _text(text: str) -> Response[Any]:
    return Response(text, media_type="text/plain; charset=utf-8")


ROUTES = [last_rounds, one_round, round_by_id, replay]
