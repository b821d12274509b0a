"""What was learned stays for the next lesson, and a lesson can keep to some topics."""

import random

import pytest

from school.test_lesson import as_typed
from spanish21.books.rulebook import BOOKS, GUIDED_BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.school.lesson import Lesson, LessonPlan
from spanish21.school.marks import Mark
from spanish21.school.questions import TOPICS, Question, answer_of
from spanish21.school.trainee_progress import TraineeProgress, after_lesson, progress_lines


def choice(*options: str) -> Question:
    """A question with these options, the first of them right."""
    return Question("step.X", "Dealing", "choice", "?", options[0], "", "", "", options=options)


TENS = choice("Take the 10s out of the decks.", "Shuffle the cards.", "Cut the stack yourself.")


@pytest.mark.parametrize(
    "typed", ["0", "10", "s", "1o", "shuff", "tak", "the", "4", "cut stack", "", "?!", "5."]
)
def test_a_typo_is_not_an_answer(typed: str) -> None:
    with pytest.raises(BadInput, match="not one of the answers; choose a letter from a to c"):
        answer_of(TENS, typed)


@pytest.mark.parametrize(
    ("typed", "option"),
    [("a", 0), ("C", 2), ("2", 1), ("take", 0), ("10s", 0), ("SHUFFLE", 1), ("the stack", 2)]
    + [("Cut the stack yourself", 2), ("cut the stack yourself.", 2), ("  shuffle   the cards ", 1)],
)
def test_letters_numbers_and_whole_words_are_answers(typed: str, option: int) -> None:
    assert answer_of(TENS, typed) == TENS.options[option]


def test_a_number_is_an_answer_s_place_before_it_is_a_word() -> None:
    totals = choice("17", "18", "2", "Draw to 19.")
    assert [answer_of(totals, typed) for typed in ("17", "18", "2", "4")] == ["17", "18", "18", "Draw to 19."]
    with pytest.raises(BadInput):
        answer_of(totals, "19")


@pytest.mark.parametrize("topic", TOPICS.values())
@pytest.mark.parametrize("book", BOOKS)
def test_a_lesson_on_one_topic_asks_about_nothing_else_or_ends(book: str, topic: str) -> None:
    plan = LessonPlan(irregular=1, requests=0.6, opening=True, only=(topic,))  # type: ignore[arg-type]
    lesson = Lesson(rules_of(book), plan, random.Random(3))
    for _ in range(6):
        question = lesson.next()
        if question is None:
            assert topic == "Side wagers" or book in ("massachusetts", "uk-casino", *GUIDED_BOOKS)
            break
        assert question.topic == topic
        lesson.answer(as_typed(question))


def test_progress_adds_up_and_names_what_needs_practice() -> None:
    right, wrong = Mark(TENS, "", True), Mark(TENS, "", False)
    total = Mark(Question("total.hard", "Totals", "number", "", "", "", "", ""), "", True)
    first = after_lesson(TraineeProgress(), [right, wrong, right, total])
    both = after_lesson(first, [right, right])
    assert both.right_running == {"step.X": 3, "total.hard": 1}
    assert list(progress_lines(first)) == [
        "So far: 1 lesson, 3 of 4 right.",
        "To practise: Dealing 2 of 3. --only dealing asks about the first of these alone.",
    ]
    assert next(progress_lines(both)) == "So far: 2 lessons, 5 of 6 right."
    assert list(progress_lines(after_lesson(TraineeProgress(), [total]))) == [
        "So far: 1 lesson, 1 of 1 right."
    ]


def test_what_is_known_well_comes_up_less_often() -> None:
    def asked(known: dict[str, int]) -> int:
        lesson = Lesson(rules_of("maryland"), LessonPlan(irregular=0, requests=0), random.Random(1), known)
        count = 0
        while lesson.table.round_number < 3 and (question := lesson.next()) is not None:
            count += question.skill.startswith("total.")
            lesson.answer(as_typed(question))
        return count

    known = {
        f"total.{whose}.{kind}": 9 for whose in ("player", "dealer") for kind in ("hard", "soft", "aces")
    }
    assert asked(known) < asked({})
