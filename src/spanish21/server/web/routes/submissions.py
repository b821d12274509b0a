"""Routes about Rules Submissions: the choices of a book, and whether a submission is valid."""

from typing import Annotated, Any, cast

import msgspec
from litestar import Response, delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath

from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.open_choices import open_choices
from spanish21.books.submissions.submission import rules_of, rules_of_case, warnings_of
from spanish21.books.submissions.submission_case import case_of
from spanish21.books.submissions.submission_file import sample_submission, submission_of
from spanish21.books.submissions.submission_problems import Problem, problems_with
from spanish21.books.submissions.submission_text import submission_text
from spanish21.errors import BadInput, Spanish21Error
from spanish21.game.rules import settings_of
from spanish21.server.answers import Checked, Choices, SavedSubmission
from spanish21.server.people.callers import require
from spanish21.server.people.saved_submissions import drop_submission, keep_submission, kept_submissions
from spanish21.server.studies.subject import LONGEST_SUBMISSION, SOURCE
from spanish21.server.table.hall import checked_table_name, submission_document
from spanish21.server.web.routes.caller import Asking, Desk


class Draft(msgspec.Struct, forbid_unknown_fields=True):
    """A submission as TOML text, or as the tables of one."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_SUBMISSION)] = ""
    document: dict[str, Any] | None = None


class Text(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a submission."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_SUBMISSION)]


_DRAFT = [Example(value={"text": 'book = "uk-casino"\noperator = "Pier"\n[choose]\ndecks = 8\n'})]


@get(
    "/api/books/{name:str}/choices",
    summary="The choices that a book leaves to its operator",
    sync_to_thread=True,
    asks="see_books",
)
def choices(name: FromPath[str]) -> Choices:
    """Every open choice with its bounds and clauses, and the sample submission."""
    if name not in BOOKS:
        raise NotFoundException(f"there is no book of that name; the books are {', '.join(BOOKS)}")
    sample = msgspec.to_builtins(sample_submission(name))
    del sample["source"]
    rules = rules_of(name)
    return cast(Choices, open_choices(load_book(name)) | {"currency": rules.currency, "sample": sample})


@post(
    "/api/submissions/check",
    summary="Check a submission",
    status_code=200,
    sync_to_thread=True,
    asks="ask_analysis",
)
def check(data: Annotated[Draft, Body(examples=_DRAFT)]) -> Response[Checked]:
    """The submission as text and as tables, and all its errors with their places."""
    text = data.text if data.document is None else submission_text(data.document)
    try:
        return Response(checked(text))
    except Spanish21Error as error:
        problem = Problem(0, "", error.said)
        return Response({"text": text, "document": None, "fits": False, "problems": [problem]})


def checked(text: str) -> Checked:
    """The figures of a submission."""
    document = submission_document(text, SOURCE)
    if document.get("book") not in BOOKS:
        raise BadInput(f"book must be one of {', '.join(BOOKS)}")
    problems = problems_with(text, SOURCE)
    found: Checked = {"text": text, "document": document, "fits": not problems, "problems": problems}
    if not problems:
        case = case_of(submission_of(text, SOURCE))
        rules = rules_of_case(case)
        sample, here = settings_of(rules_of(rules.book)), settings_of(rules)
        found["warnings"] = list(warnings_of(case))
        found["differs"] = sorted(name for name, value in here.items() if value != sample[name])
        found["approvals_missing"] = list(rules.approvals_missing)
        found["inscriptions"] = list(rules.inscriptions)
    return found


@get("/api/me/submissions", summary="The submissions that you have saved", asks="keep_own_submission")
async def saved(desk: Desk, caller: Asking) -> list[SavedSubmission]:
    """Their names, texts and times."""
    require(caller, "keep_own_submission")
    assert caller is not None
    return await desk.reading(kept_submissions, caller.id)


@put(
    "/api/me/submissions/{name:str}", summary="Save a submission", status_code=204, asks="keep_own_submission"
)
async def keep(
    desk: Desk, caller: Asking, name: FromPath[str], data: Annotated[Text, Body(examples=_DRAFT)]
) -> None:
    """Under a name; another one of that name is replaced. It need not fit its book yet."""
    require(caller, "keep_own_submission")
    assert caller is not None
    person, called, now = caller.id, checked_table_name(name), desk.now()
    await desk.writer.run(lambda connection: keep_submission(connection, person, called, data.text, now))


@delete(
    "/api/me/submissions/{name:str}",
    summary="Delete a submission",
    status_code=204,
    asks="keep_own_submission",
)
async def drop(desk: Desk, caller: Asking, name: FromPath[str]) -> None:
    """Delete the submission saved under a name."""
    require(caller, "keep_own_submission")
    assert caller is not None
    person = caller.id
    await desk.writer.run(lambda connection: drop_submission(connection, person, name))


ROUTES = [choices, check, saved, keep, drop]
