"""A lesson: questions that fit the book, answers read as people type them, a table that keeps its laws."""

import random
from collections import Counter

import pytest

from explore import chips_at
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.game.table import Table
from spanish21.school.lesson import Lesson, LessonPlan
from spanish21.school.marks import Mark, chapter_of, correction, score_of
from spanish21.school.questions import Question, answer_of
from spanish21.school.trouble import troubles_of

every_book = pytest.mark.parametrize("book", BOOKS)


def as_typed(question: Question) -> str:
    """The right answer as the trainee would type it."""
    if question.kind != "amount":
        return question.right
    amount = int(question.right)
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def asked(rules: Rules, plan: LessonPlan, seed: int, most: int = 10**6) -> list[Question]:
    """The questions of a lesson that is answered without a mistake."""
    lesson = Lesson(rules, plan, random.Random(seed))
    found: list[Question] = []
    while len(found) < most and (question := lesson.next()) is not None:
        assert lesson.answer(as_typed(question)).is_right
        found.append(question)
    return found


LONG = LessonPlan(boxes=4, irregular=0.7, requests=0.3, opening=True, questions=300)


@every_book
def test_every_irregularity_of_the_book_comes_up_with_its_clause(book: str) -> None:
    rules = rules_of(book)
    found = {one.skill.removeprefix("remedy."): one for one in asked(rules, LONG, 2)}
    for name in troubles_of(rules):
        assert found[name].clauses, name


def test_a_book_that_is_silent_on_irregularities_has_none() -> None:
    assert troubles_of(rules_of("uk-casino")) == ()


def test_a_shuffling_device_jams_and_fails() -> None:
    rules = rules_of("maryland", shuffling="device")
    lesson = Lesson(rules, LessonPlan(boxes=2, irregular=0), random.Random(1))
    for name, clause in (("shuffler_jam", "13.R"), ("shuffler_failed", "13.S")):
        lesson.bring(name)
        while (question := lesson.next()) is not None:
            lesson.answer(as_typed(question))
            if question.skill == f"remedy.{name}":
                assert clause in question.clauses
                break


@every_book
def test_every_question_has_one_right_answer_among_its_options_and_a_reason(book: str) -> None:
    ids = {clause.id for clause in load_book(book).clauses}
    for question in asked(rules_of(book), LONG, 4):
        if question.kind == "choice":
            assert question.options.count(question.right) == 1
            assert 2 <= len(set(question.options)) == len(question.options) <= 4
        assert set(question.clauses) <= ids
        assert question.clauses or question.house
        assert question.asks.endswith("?")
        assert question.explains.endswith(".")
        assert "_" not in question.asks + question.explains + question.floor


def cards_of(table: Table) -> Counter[int]:
    return Counter((*table.pool, *table.torn, *table.set_aside))


@every_book
def test_the_instructor_s_shoe_neither_makes_nor_loses_a_card_or_a_chip(book: str) -> None:
    lesson = Lesson(rules_of(book), LONG, random.Random(5))
    decks: Counter[int] = Counter()
    chips = chips_at(lesson.table)
    while (question := lesson.next()) is not None:
        lesson.answer(as_typed(question))
        table = lesson.table
        if table.phase == "wagers" and not table.boxes:
            held = cards_of(table)
            assert len(table.shoe) - table.dealt + sum(map(len, table.rack)) == len(table.pool)
            assert not decks or held == decks
            decks = held
            assert chips_at(table) == chips


def test_the_same_seed_and_answers_give_the_same_lesson() -> None:
    rules = rules_of("maryland")
    assert asked(rules, LONG, 9, 60) == asked(rules, LONG, 9, 60)
    assert asked(rules, LONG, 9, 60) != asked(rules, LONG, 10, 60)


def question(
    kind: str = "choice", right: str = "Burn a card.", skill: str = "one", clause: str = "7.B"
) -> Question:
    return Question(
        skill=skill,
        topic="Dealing",
        kind=kind,  # type: ignore[arg-type]
        asks="What?",
        right=right,
        explains="So.",
        floor="It is put right.",
        hint="",
        clauses=(clause,),
        options=("Offer the cut to a player.", "Burn a card.", "Pick up the cards.")
        if kind == "choice"
        else (),
    )


@pytest.mark.parametrize("typed", ["b", "B", "2", "burn", "Burn a card.", "burn a card"])
def test_an_option_is_chosen_by_letter_number_or_words(typed: str) -> None:
    assert answer_of(question(), typed) == "Burn a card."


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("15", 1500),
        ("7.50", 750),
        ("-10", -1000),
        ("collect 10", -1000),
        ("take $2.50", -250),
        ("pay 1,000", 100000),
    ]
    + [("+3", 300), ("0", 0), ("push", 0), ("£8", 800)],
)
def test_an_amount_is_paid_or_with_a_minus_collected(typed: str, amount: int) -> None:
    assert answer_of(question("amount"), typed) == str(amount)


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("choice", ""),
        ("choice", "a card or the cut"),
        ("choice", "9"),
        ("amount", "much"),
        ("amount", ""),
        ("amount", "-"),
    ]
    + [("number", "17.5"), ("number", ""), ("boxes", "left to right"), ("boxes", ""), ("number", "9" * 40)],
)
def test_what_is_no_answer_is_asked_again_with_an_example(kind: str, typed: str) -> None:
    with pytest.raises(BadInput, match=r"type|choose"):
        answer_of(question(kind), typed)


def test_boxes_and_totals_are_read_as_they_are_called() -> None:
    assert answer_of(question("boxes"), "3, 2,1") == "3 2 1"
    assert answer_of(question("number"), "soft 17") == "17"


@pytest.mark.parametrize(
    ("clause", "chapter"),
    [("12.B(7)", "12"), ("5(f)(1)", "5"), ("G26", "G"), ("1.Soft total", "1"), ("7.U#2", "7")],
)
def test_a_chapter_is_the_beginning_of_a_clause(clause: str, chapter: str) -> None:
    assert chapter_of(question(clause=clause)) == chapter


def test_an_exam_is_passed_when_the_last_answer_of_every_kind_is_right() -> None:
    wrong, right = Mark(question(), "a", False), Mark(question(), "b", True)
    others = [Mark(question(skill=f"other {at}"), "b", True) for at in range(9)]
    assert score_of([*others, wrong, right]).is_passed
    assert not score_of([*others, right, wrong]).is_passed
    assert score_of([*others, right, wrong]).failed[0].clauses == ("7.B",)
    assert not score_of([wrong, wrong, right]).is_passed
    assert not score_of([]).is_passed


def test_a_wrong_payment_is_told_with_what_it_would_have_cost() -> None:
    rules = rules_of("maryland")
    paid = question("amount", "1500")
    assert "The house would have lost $5." in correction(rules, Mark(paid, "2000", False))
    assert "The player would be $5 short." in correction(rules, Mark(paid, "1000", False))


def test_what_was_wrong_in_an_exam_is_asked_a_second_time() -> None:
    lesson = Lesson(rules_of("maryland"), LessonPlan(questions=60, opening=True), random.Random(1))
    slips, seen = 0, 0
    while (one := lesson.next()) is not None:
        seen += one.skill == "step.DealPlayer"
        slip = one.skill == "step.DealPlayer" and not slips
        slips += slip
        lesson.answer(next(o for o in one.options if o != one.right) if slip else as_typed(one))
    assert (slips, seen) == (1, 2)
    assert score_of(lesson.marks).is_passed


def test_only_irregularities_of_the_book_can_be_brought_about() -> None:
    lesson = Lesson(rules_of("maryland"), LessonPlan(), random.Random(1))
    with pytest.raises(BadInput, match="face_up"):
        lesson.bring("nonsense")
