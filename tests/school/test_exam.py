"""Somebody who knows the book passes the exam; one kind of mistake fails it, with the right clause."""

import os
import random
from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result
from knower import Knower
from mistakes import MISTAKES, Mistake

from spanish21.books.rulebook import BOOKS, RULEBOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.school.lesson import Lesson, LessonPlan
from spanish21.school.marks import Score, score_of

LONG = LessonPlan(boxes=4, irregular=0.6, requests=0.3, opening=True, questions=300)


def sit(book: str, plan: LessonPlan, seed: int, mistake: Mistake | None = None) -> tuple[Score, int]:
    """The score of an exam by somebody who knows the book, but for one mistake; and how often it was made."""
    lesson = Lesson(rules_of(book), plan, random.Random(seed))
    made = sum(was_wrong for _, was_wrong in answers(book, lesson, mistake))
    return score_of(lesson.marks), made


def answers(book: str, lesson: Lesson, mistake: Mistake | None) -> Iterator[tuple[str, bool]]:
    """What is typed, question by question, and whether it was the mistake."""
    knower = Knower(book, lesson)
    while (question := lesson.next()) is not None:
        typed = knower.answer(question)
        is_wrong = mistake is not None and mistake.applies(question, knower)
        if mistake is not None and is_wrong:
            typed = mistake.wrong(question, typed)
        lesson.answer(typed)
        yield typed, is_wrong


def command(book: str, mistake: Mistake | None = None) -> Result:
    """`deal --exam` of 150 questions, answered line by line."""
    lesson = Lesson(rules_of(book), LessonPlan(3, 0.6, 0.3, True, 150), random.Random(6))
    keys = "".join(f"{typed}\n" for typed, _ in answers(book, lesson, mistake))
    given = ["deal", book, "--exam", "--questions", "150", "--seed", "6"]
    return CliRunner(env={"COLUMNS": "110"}).invoke(main, given, input=keys)


@pytest.mark.parametrize("book", BOOKS)
def test_the_command_s_exam_is_passed_and_failed_with_the_clause(book: str) -> None:
    passed = command(book)
    assert passed.exit_code == 0
    assert "100 percent" in passed.stdout
    assert "The exam is passed." in passed.stdout
    mistake = next(one for one in MISTAKES if one.name == "never closes the wagers")
    failed = command(book, mistake)
    assert failed.exit_code == 1
    assert "The exam is not passed." in failed.stdout
    clause = {"massachusetts": "5(a)", "uk-casino": "G2"}.get(book, "6.D")
    why = f"{book} {clause}" if book in RULEBOOKS else "house: the guide"
    assert f"Announce that wagers are closed, and deal. [{why}" in " ".join(failed.stdout.split())


@pytest.mark.parametrize("boxes", [1, 3, 7])
@pytest.mark.parametrize("book", BOOKS)
def test_somebody_who_knows_the_book_passes_without_a_mistake(book: str, boxes: int) -> None:
    score, _ = sit(
        book, LessonPlan(boxes=boxes, irregular=0.6, requests=0.3, opening=True, questions=160), boxes
    )
    assert score.right == score.asked >= 80
    assert score.is_passed


def kinds() -> list[tuple[Mistake, str, str]]:
    """Each kind of mistake in one of its books, by turns; in all of them with SPANISH21_EVERY_BOOK=1."""
    found = []
    for at, mistake in enumerate(MISTAKES):
        pairs = list(mistake.clauses.items())
        taken = pairs if os.environ.get("SPANISH21_EVERY_BOOK") else [pairs[at % len(pairs)]]
        found += [(mistake, book, clause) for book, clause in taken]
    return found


@pytest.mark.parametrize(
    ("mistake", "book", "clause"), kinds(), ids=lambda value: getattr(value, "name", str(value))
)
def test_an_exam_is_failed_for_one_kind_of_mistake(mistake: Mistake, book: str, clause: str) -> None:
    score, made = sit(book, LONG, 3, mistake)
    assert made, "the situation never came up"
    assert not score.is_passed
    assert score.asked - score.right <= made
    assert any(clause in failed.clauses for failed in score.failed), [one.clauses for one in score.failed]


def test_there_are_at_least_forty_kinds_of_mistakes_over_the_five_books() -> None:
    assert len(MISTAKES) >= 40
    assert {book for mistake in MISTAKES for book in mistake.clauses} == set(RULEBOOKS)
