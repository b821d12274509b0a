"""Routes of the dealer's school: a lesson or an exam, held on the server, question by question."""

import asyncio
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.books.rulebook import BOOKS
from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text
from spanish21.school.lesson import LessonPlan
from spanish21.school.questions import TOPICS
from spanish21.server.people.callers import require
from spanish21.server.studies.answers_of_studies import Hint, LessonAnswered, LessonShown
from spanish21.server.studies.lessons import sheet_of
from spanish21.server.table.hall import rules_asked
from spanish21.server.web.routes.caller import Asking, Desk

TopicWord = Literal[
    "opening",
    "shuffling",
    "dealing",
    "totals",
    "payouts",
    "sides",
    "insurance",
    "requests",
    "order",
    "irregularities",
]
Skilled = Annotated[str, msgspec.Meta(max_length=80)]
Right = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
IRREGULAR, REQUESTS = (0.25, 0.6), (0.15, 0.3)
"""How often something goes wrong or is asked for, in a lesson and in an exam."""


class NewLesson(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson under a book; an exam has a set number of questions. `only` are the topics that a lesson asks
    about, none for all; `known` says how often in a row each skill was right in lessons before."""

    book: Annotated[str, msgspec.Meta(max_length=60)]
    boxes: Annotated[int, msgspec.Meta(ge=1, le=7)] = 3
    exam: bool = False
    opening: bool = False
    questions: Annotated[int, msgspec.Meta(ge=1, le=200)] = 30
    only: Annotated[list[TopicWord], msgspec.Meta(max_length=len(TOPICS))] = []
    known: Annotated[dict[Skilled, Right], msgspec.Meta(max_length=1_000)] = {}


class Answered(msgspec.Struct, forbid_unknown_fields=True):
    """The trainee's answer, typed or chosen."""

    answer: Annotated[str, msgspec.Meta(max_length=300)]


_NEW = [Example(value={"book": BOOKS[0], "boxes": 3, "exam": True, "questions": 30})]
_ANSWER = [Example(value={"answer": "b"})]


@post("/api/lessons", summary="Begin a lesson or an exam of the dealer's school", asks="take_lesson")
async def begin(desk: Desk, caller: Asking, data: Annotated[NewLesson, Body(examples=_NEW)]) -> LessonShown:
    """Its name, the data of the felt, and the first question."""
    require(caller, "take_lesson")
    rules = rules_asked(data.book, "")
    if data.boxes > rules.boxes:
        raise BadInput(f"this table has {count_text(rules.boxes, 'box', 'boxes')}")
    if data.exam and data.only:
        raise BadInput("topics belong to a lesson; an exam asks about everything")
    plan = LessonPlan(
        boxes=data.boxes,
        irregular=1.0 if "irregularities" in data.only else IRREGULAR[data.exam],
        requests=0.6 if "requests" in data.only else REQUESTS[data.exam],
        opening=data.opening or data.exam or "opening" in data.only,
        questions=data.questions if data.exam else 0,
        only=tuple(TOPICS[word] for word in data.only),
    )
    known = {} if data.exam else data.known
    key, held = await asyncio.to_thread(desk.lessons.begin, rules, plan, known)
    return {"lesson": key, "sheet": sheet_of(held), **held.state()}


@get("/api/lessons/{key:str}", summary="The state of a lesson", asks="take_lesson")
async def see(desk: Desk, caller: Asking, key: FromPath[str]) -> LessonShown:
    """After a reload."""
    require(caller, "take_lesson")
    held = desk.lessons.of(key)
    return {"lesson": key, "sheet": sheet_of(held), **held.state()}


@post(
    "/api/lessons/{key:str}/answer",
    summary="Answer the question of a lesson",
    status_code=200,
    asks="take_lesson",
)
async def answer(
    desk: Desk, caller: Asking, key: FromPath[str], data: Annotated[Answered, Body(examples=_ANSWER)]
) -> LessonAnswered:
    """The right answer, its clause, and the next question; in an exam the next question alone."""
    require(caller, "take_lesson")
    return await asyncio.to_thread(desk.lessons.of(key).answer, data.answer)


@post("/api/lessons/{key:str}/hint", summary="A hint for the question", status_code=200, asks="take_lesson")
async def hint(desk: Desk, caller: Asking, key: FromPath[str]) -> Hint:
    """Not in an exam."""
    require(caller, "take_lesson")
    return {"hint": desk.lessons.of(key).hint()}


@get(
    "/api/lessons/{key:str}/certificate",
    summary="The result of an exam as a page to be printed",
    asks="take_lesson",
)
async def result(
    desk: Desk,
    caller: Asking,
    key: FromPath[str],
    name: Annotated[str, QueryParameter(max_length=80)] = "Trainee",
) -> Response[str]:
    """A self-contained HTML file."""
    require(caller, "take_lesson")
    text = await asyncio.to_thread(desk.lessons.of(key).certificate, name)
    saved = {"content-disposition": 'attachment; filename="certificate.html"'}
    return Response(text, media_type="text/html", headers=saved)


ROUTES = [begin, see, answer, hint, result]
