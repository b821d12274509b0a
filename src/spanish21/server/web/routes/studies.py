"""Routes of the study: figures, charts, prices, sessions, counts, grids, hands, drills, runs of a table."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.books.rulebook import BOOKS
from spanish21.errors import Spanish21Error
from spanish21.game.log.snapshot import json_of_table
from spanish21.server.people.callers import Caller, required
from spanish21.server.rounds.played_rounds import round_as_it_was, round_place
from spanish21.server.studies import count_study, design_study, drills, figures, hand_study
from spanish21.server.studies import session_study as sessions
from spanish21.server.studies.answers_of_studies import RunSoFar
from spanish21.server.studies.round_study import decision_costs
from spanish21.server.studies.study_queue import TooMany
from spanish21.server.studies.subject import StudySubject, Subject, subject_of
from spanish21.server.studies.turns import Unavailable
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes.caller import Asking, Desk, Speaking, address_of

PATIENCE = 2.0
RETRY = 1
WORKS: dict[str, Callable[[Subject], Any]] = {
    "figures": figures.figures,
    "strategy": figures.strategy,
    "prices": figures.prices,
    "sidebets": figures.side_bets,
    "report": figures.report,
    "submission": figures.priced_submission,
    "removal": count_study.removal,
    "counts": count_study.counts,
    "ranges": design_study.ranges,
}
"""Studies of a table alone."""

_HIGH_LOW = {"tags": dict.fromkeys("23456", 1) | dict.fromkeys("AJQK", -1)}
_BANKROLL = _HIGH_LOW | {"bankroll": 1_000_000}


class With(NamedTuple):
    """A study with further inputs besides the table: the question's type, an example, and the work."""

    asked: type[StudySubject]
    says: str
    example: dict[str, Any]
    work: Callable[..., Any]


WORKS_WITH = {
    "count": With(count_study.AskedCount, "The worth of a count", _HIGH_LOW, count_study.count),
    "indices": With(count_study.AskedCount, "The indices of a count", _HIGH_LOW, count_study.indices),
    "ramp": With(count_study.AskedRamp, "The best wagers by a count", _BANKROLL, count_study.ramp),
    "ramps": With(
        count_study.AskedRamps,
        "The same for decks and penetrations",
        _BANKROLL | {"decks": [6], "penetrations": [0.75]},
        count_study.ramps,
    ),
    "grid": With(
        design_study.AskedGrid, "Many rulesets priced", {"vary": {"decks": "6,8"}}, design_study.grid
    ),
    "design": With(
        design_study.AskedDesign,
        "A side wager that meets a target",
        {"wager": "match", "vary": {"suited": "5..9"}, "targets": {"house_edge": "2%..4%"}},
        design_study.design,
    ),
}

Asks = Request[Any, Any, Any]
_Cards = Annotated[str, msgspec.Meta(max_length=2_000)]


class AskedSession(StudySubject):
    """A session of that many rounds."""

    rounds: int = 500


class AskedDifferences(StudySubject):
    """Two tables to compare."""

    against: StudySubject


class AskedHand(StudySubject):
    """Cards as they are laid: "7s 7d"."""

    hand: _Cards
    up: _Cards
    seen: _Cards = ""
    doubled: int = 0
    split: bool = False


class AskedDrill(StudySubject):
    """Hands for a drill of some kinds; of all kinds when none is named."""

    kinds: Annotated[tuple[str, ...], msgspec.Meta(max_length=10)] = ()
    hands: int = 6
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] = 0


class AskedExample(StudySubject):
    """A round with a hand of some kind, as an example."""

    kind: str = ""
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] = 0


class AskedRound(msgspec.Struct, forbid_unknown_fields=True):
    """A round by its id."""

    round: Annotated[str, msgspec.Meta(max_length=60)]


class AskedRun(StudySubject):
    """A run of that many rounds."""

    rounds: int = 1_000_000


def _subject(desk: FrontDesk, asked: StudySubject) -> Subject:
    return subject_of(asked, {id: host.table.rules for id, host in desk.hall.hosts.items()})


class _Question:
    """One request: the asker, the question, and its answer."""

    def __init__(self, desk: FrontDesk, caller: Caller | None, request: Asks) -> None:
        self.desk, self.asker = desk, caller.id if caller is not None else address_of(request)

    async def answer(self, question: str, work: Callable[..., Any], *given: Any) -> Response[Any]:
        try:
            future = self.desk.questions.answer(self.asker, question, work, *given)
        except TooMany as error:
            return Response({"error": str(error)}, status_code=429)
        done, _ = await asyncio.wait([future], timeout=PATIENCE)
        if not done:
            waits: dict[str, int] = {"retry_after": RETRY}
            if (progress := self.desk.questions.progress(question)) is not None and progress.of:
                waits |= {"done": progress.done, "of": progress.of}
            return Response(waits, status_code=202, headers={"retry-after": str(RETRY)})
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
    data: Annotated[StudySubject, Body(examples=[Example(value={"book": BOOKS[0]})])],
) -> Response[Any]:
    """figures, strategy, prices, sidebets, report, submission, removal, counts or ranges; 202 while it is
    worked out."""
    if what not in WORKS:
        raise NotFoundException(f"the studies are {', '.join(WORKS)}")
    subject = _subject(desk, data)
    question = f"{what} {subject.whole_key}"
    return await _Question(desk, caller, request).answer(question, WORKS[what], subject)


def _study_with(what: str, given: With) -> HTTPRouteHandler:
    """The route of a study with further inputs besides the table."""

    async def studied(desk: Desk, caller: Asking, request: Asks, data: Any) -> Response[Any]:
        subject = _subject(desk, data)
        rest = msgspec.structs.replace(data, book="", submission="", table="")
        question = f"{what} {subject.key} {msgspec.json.encode(rest).decode()}"
        return await _Question(desk, caller, request).answer(question, given.work, subject, rest)

    example = Example(value={"book": BOOKS[0], **given.example})
    studied.__annotations__["data"] = Annotated[given.asked, Body(examples=[example])]
    studied.__name__ = f"study_{what}"
    studied.__doc__ = given.work.__doc__
    return post(f"/api/study/{what}", summary=given.says, asks="ask_analysis")(studied)


@post("/api/study/session", summary="The result of a session", asks="ask_analysis")
async def session(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedSession, Body(examples=[Example(value={"book": BOOKS[0], "rounds": 500})])],
) -> Response[Any]:
    """Its final result, its course, and the risk of ruin."""
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
    """The worth of each difference alone, and of all together."""
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
    """The exact worth of every decision on it, without the removed cards."""
    subject = _subject(desk, data)
    cards = hand_study.Laid(data.hand, data.up, data.seen, data.doubled, data.split)
    question = f"hand {subject.key} {msgspec.json.encode(cards).decode()}"
    return await _Question(desk, caller, request).answer(question, hand_study.hand, subject, cards)


@post("/api/study/drill", summary="Hands for a drill", asks="ask_analysis")
async def drill(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedDrill, Body(examples=[Example(value={"book": BOOKS[0], "hands": 6})])],
) -> Response[Any]:
    """Each with every decision and its cost."""
    subject = _subject(desk, data)
    question = f"drill {subject.key} {data.kinds} {data.hands} {data.seed}"
    given = (subject, data.kinds, data.hands, data.seed)
    return await _Question(desk, caller, request).answer(question, drills.drill, *given)


@post("/api/study/example", summary="A round as an example", asks="ask_analysis")
async def example(
    desk: Desk,
    caller: Asking,
    language: Speaking,
    request: Asks,
    data: Annotated[AskedExample, Body(examples=[Example(value={"book": BOOKS[0]})])],
) -> Response[Any]:
    """Played at its best, step by step with words and clauses."""
    subject = _subject(desk, data)
    question = f"example {subject.key} {data.kind} {data.seed} {language.code}"
    return await _Question(desk, caller, request).answer(
        question, drills.example, subject, data.kind, data.seed, language.code
    )


@post("/api/study/decisions", summary="The cost of your decisions in a round", asks="see_own_rounds")
async def decisions(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedRound, Body(examples=[Example(value={"round": "6517685ea629-12"})])],
) -> Response[Any]:
    """Each of the caller's decisions in a finished round, with the worth of every choice."""
    person = required(caller, "see_own_rounds").id
    table_id, number = round_place(data.round)
    found = None
    if 0 < number < 2**53:
        found = await desk.reading(round_as_it_was, table_id, number, desk.master)
    if found is None:
        raise NotFoundException("there is no such round, or it is not over")
    before, events, first = found
    question = f"decisions {data.round} {person}"
    given = (json_of_table(before), events, first, person)
    return await _Question(desk, caller, request).answer(question, decision_costs, *given)


@post("/api/study/runs", summary="Begin a run of the simulator", asks="ask_analysis")
async def begin_run(
    desk: Desk,
    caller: Asking,
    request: Asks,
    data: Annotated[AskedRun, Body(examples=[Example(value={"book": BOOKS[0], "rounds": 1_000_000})])],
) -> Response[Any]:
    """A run is played while it is being watched."""
    asker = _Question(desk, caller, request).asker
    try:
        id = desk.runs.start(asker, _subject(desk, data), data.rounds)
    except TooMany as error:
        return Response({"error": str(error)}, status_code=429)
    return Response({"id": id}, status_code=201)


@get("/api/study/runs/{run_id:str}", summary="A run so far", asks="ask_analysis")
async def watch_run(
    desk: Desk, run_id: FromPath[str], first: Annotated[int, QueryParameter(name="from", ge=0)] = 0
) -> RunSoFar:
    """The estimates from a place on."""
    run = desk.runs.of(run_id)
    if run is None:
        raise NotFoundException("there is no such run")
    return run.as_seen(first)


@delete("/api/study/runs/{run_id:str}", summary="End a run", status_code=204, asks="ask_analysis")
async def end_run(desk: Desk, run_id: FromPath[str]) -> None:
    """It plays no further rounds."""
    desk.runs.stop(run_id)


ROUTES = [
    *(study, session, differences, hand, drill, example, decisions, begin_run, watch_run, end_run),
    *(_study_with(what, given) for what, given in WORKS_WITH.items()),
]
