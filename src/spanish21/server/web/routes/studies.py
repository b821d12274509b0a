"""Routes of the study: figures, charts, prices, sessions, hands, drills and runs of a table."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.books.rulebook import BOOKS
from spanish21.errors import Spanish21Error
from spanish21.server.people.callers import Caller
from spanish21.server.studies import drills, figures, laid
from spanish21.server.studies import session_study as sessions
from spanish21.server.studies.study_queue import TooMany
from spanish21.server.studies.subject import Asked, Subject, subject_of
from spanish21.server.studies.workers import Unavailable
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import Asking, Desk, address_of

PATIENCE = 2.0
RETRY = 1
WORKS: dict[str, Callable[[Subject], Any]] = {
    "figures": figures.figures,
    "strategy": figures.strategy,
    "prices": figures.prices,
    "sidebets": figures.side_bets,
    "report": figures.report,
    "submission": figures.priced_submission,
}

Asks = Request[Any, Any, Any]
_Cards = Annotated[str, msgspec.Meta(max_length=2_000)]


class AskedSession(Asked):
    """A session of so many rounds."""

    rounds: int = 500


class AskedDifferences(Asked):
    """A table, and another one beside it."""

    against: Asked


class AskedHand(Asked):
    """Cards as they are laid: "7s 7d"."""

    hand: _Cards
    up: _Cards
    seen: _Cards = ""
    doubled: int = 0
    split: bool = False


class AskedDrill(Asked):
    """Hands for a drill of some kinds; of all kinds when none is named."""

    kinds: Annotated[tuple[str, ...], msgspec.Meta(max_length=10)] = ()
    hands: int = 6
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] = 0


class AskedExample(Asked):
    """A round with a hand of some kind, as an example."""

    kind: str = ""
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] = 0


class AskedRun(Asked):
    """A run of so many rounds."""

    rounds: int = 1_000_000


def _subject(desk: FrontDesk, asked: Asked) -> Subject:
    return subject_of(asked, {id: host.table.rules for id, host in desk.hall.hosts.items()})


class _Question:
    """One request: who asks what, and the answer to it."""

    def __init__(self, desk: FrontDesk, caller: Caller | None, request: Asks) -> None:
        self.desk, self.asker = desk, caller.id if caller is not None else address_of(request)

    async def answer(self, question: str, work: Callable[..., Any], *given: Any) -> Response[Any]:
        try:
            future = self.desk.questions.answer(self.asker, question, work, *given)
        except TooMany as error:
            return Response({"error": str(error)}, status_code=429)
        done, _ = await asyncio.wait([future], timeout=PATIENCE)
        if not done:
            return Response({"retry_after": RETRY}, status_code=202, headers={"retry-after": str(RETRY)})
        try:
            return Response(future.result(), status_code=200)
        except Unavailable as error:
            return Response({"error": str(error)}, status_code=503)
        except Spanish21Error as error:
            return Response({"error": str(error)}, status_code=422)


@post("/api/study/{what:str}", summary="A study of a table", asks="ask_analysis")
async def study(
    desk: Desk,
    caller: Asking,
    request: Asks,
    what: FromPath[str],
    data: Annotated[Asked, Body(examples=[Example(value={"book": BOOKS[0]})])],
) -> Response[Any]:
    """figures, strategy, prices, sidebets, report or submission; 202 while it is worked out."""
    if what not in WORKS:
        raise NotFoundException(f"the studies are {', '.join(WORKS)}")
    subject = _subject(desk, data)
    question = f"{what} {subject.whole_key}"
    return await _Question(desk, caller, request).answer(question, WORKS[what], subject)


@post("/api/study/session", summary="The result of a session", asks="ask_analysis")
async def session(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedSession, Body(examples=[Example(value={"book": BOOKS[0], "rounds": 500})])],
) -> Response[Any]:
    """How it ends, how it goes on the way, and the risk of ruin."""
    subject = _subject(desk, data)
    question = f"session {data.rounds} {subject.key}"
    return await _Question(desk, caller, request).answer(question, sessions.session, subject, data.rounds)


@post("/api/study/differences", summary="Two tables side by side", asks="ask_analysis")
async def differences(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[
        AskedDifferences,
        Body(examples=[Example(value={"book": BOOKS[0], "against": {"book": BOOKS[1]}})]),
    ],
) -> Response[Any]:
    """What each difference is worth alone, and all together."""
    here, there = _subject(desk, data), _subject(desk, data.against)
    question = f"differences {here.key} {there.key}"
    return await _Question(desk, caller, request).answer(question, figures.differences, here, there)


@post("/api/study/hand", summary="A hand laid out", asks="ask_analysis")
async def hand(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[
        AskedHand, Body(examples=[Example(value={"book": BOOKS[0], "hand": "7s 7d", "up": "9h"})])
    ],
) -> Response[Any]:
    """What every decision on it is worth, exactly, with the cards that are gone."""
    subject = _subject(desk, data)
    cards = laid.Laid(data.hand, data.up, data.seen, data.doubled, data.split)
    question = f"hand {subject.key} {msgspec.json.encode(cards).decode()}"
    return await _Question(desk, caller, request).answer(question, laid.hand, subject, cards)


@post("/api/study/drill", summary="Hands for a drill", asks="ask_analysis")
async def drill(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedDrill, Body(examples=[Example(value={"book": BOOKS[0], "hands": 6})])],
) -> Response[Any]:
    """Each with every decision and what it costs."""
    subject = _subject(desk, data)
    question = f"drill {subject.key} {data.kinds} {data.hands} {data.seed}"
    given = (subject, data.kinds, data.hands, data.seed)
    return await _Question(desk, caller, request).answer(question, drills.drill, *given)


@post("/api/study/example", summary="A round as an example", asks="ask_analysis")
async def example(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedExample, Body(examples=[Example(value={"book": BOOKS[0]})])],
) -> Response[Any]:
    """Played at its best, step by step with words and clauses."""
    subject = _subject(desk, data)
    question = f"example {subject.key} {data.kind} {data.seed}"
    return await _Question(desk, caller, request).answer(
        question, drills.example, subject, data.kind, data.seed
    )


@post("/api/study/runs", summary="Begin a run of the simulator", asks="ask_analysis")
async def begin_run(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedRun, Body(examples=[Example(value={"book": BOOKS[0], "rounds": 1_000_000})])],
) -> Response[Any]:
    """A run is played while somebody watches it."""
    asker = _Question(desk, caller, request).asker
    try:
        id = desk.runs.start(asker, _subject(desk, data), data.rounds)
    except TooMany as error:
        return Response({"error": str(error)}, status_code=429)
    return Response({"id": id}, status_code=201)


@get("/api/study/runs/{run_id:str}", summary="A run so far", asks="ask_analysis")
async def watch_run(
    desk: Desk, run_id: FromPath[str], first: Annotated[int, QueryParameter(name="from", ge=0)] = 0
) -> dict[str, Any]:
    """The estimates from a place on."""
    run = desk.runs.of(run_id)
    if run is None:
        raise NotFoundException("there is no such run")
    return run.as_seen(first)


@delete("/api/study/runs/{run_id:str}", summary="End a run", status_code=204, asks="ask_analysis")
async def end_run(desk: Desk, run_id: FromPath[str]) -> None:
    """No further round of it is played."""
    desk.runs.stop(run_id)


ROUTES = [study, session, differences, hand, drill, example, begin_run, watch_run, end_run]
