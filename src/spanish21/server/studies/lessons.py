"""Open lessons of the dealer's school, in memory; the oldest are dropped when there are many."""

import random
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

import msgspec
from msgspec.structs import replace

from spanish21 import __version__
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER
from spanish21.game.view import view
from spanish21.school.certificate import Paper, certificate
from spanish21.school.dealer_lines import happened
from spanish21.school.lesson import NOTHING_KNOWN, Lesson, LessonPlan
from spanish21.school.marks import Mark, correction, score_of
from spanish21.school.questions import TOPICS, clause_texts, hint_text, shown_question
from spanish21.school.trainee_progress import Skill, TraineeProgress, after_lesson
from spanish21.server.answers import NamedFelt
from spanish21.server.studies.answers_of_studies import Judged, LessonAnswered, LessonState
from spanish21.server.table.sheets import felt_sheet

MOST_LESSONS = 300
OVER = "this lesson is over; begin another"


class HeldLesson:
    """A lesson and the last answer about it; one request at a time."""

    def __init__(self, rules: Rules, plan: LessonPlan, known: Mapping[str, int] = NOTHING_KNOWN) -> None:
        self.rules, self.plan = rules, plan
        self.seed = secrets.randbelow(10**6)
        self.lesson = Lesson(rules, plan, random.Random(self.seed), known)
        self.lock = threading.Lock()
        self.told: list[str] = []
        self.is_finished = False
        self._go_on()

    def _go_on(self) -> None:
        self.is_finished = self.lesson.next() is None
        self.told = happened(self.lesson.table, self.lesson.shown)

    def state(self) -> LessonState:
        """The trainee's view: the table, the events, the question, the score."""
        lesson, question = self.lesson, self.lesson.current
        asked: Any = None if question is None else shown_question(question)
        score = score_of(lesson.marks)
        is_secret = lesson.is_exam and not self.is_finished
        return {
            "number": len(lesson.marks) + 1,
            "of": self.plan.questions,
            "told": self.told,
            "view": view(lesson.table, DEALER),
            "question": asked,
            "score": msgspec.to_builtins(score) | {"percent": score.percent},
            "is_exam": lesson.is_exam,
            "is_over": self.is_finished,
            "is_passed": lesson.is_exam and self.is_finished and score.is_passed,
            "learned": {} if is_secret else _learned(lesson.marks),
        }

    def answer(self, typed: str) -> LessonAnswered:
        """Judge an answer and go on; in an exam corrections come at the end."""
        with self.lock:
            if self.lesson.current is None:
                raise BadInput("nothing is asked any more")
            mark = self.lesson.answer(typed)
            shown = None if self.lesson.is_exam else _judged(self.rules, mark)
            self._go_on()
            return {"mark": shown, **self.state()}

    def hint(self) -> str:
        """A hint for the question, which counts in the score."""
        with self.lock:
            question = self.lesson.current
            if question is None or self.lesson.is_exam:
                return "There are no hints in an exam." if question else ""
            self.lesson.hinted = True
            return hint_text(self.rules, question)

    def certificate(self, name: str) -> str:
        """The result as a page to be printed."""
        boxes, questions = self.plan.boxes, self.plan.questions
        held = (
            f"spanish21 deal {self.rules.book} --exam --questions {questions} --boxes {boxes} "
            f"--irregular {self.plan.irregular:g} --seed {self.seed}"
        )
        paper = Paper(name, date.today().isoformat(), __version__, held, self.is_finished)
        return certificate(self.rules, score_of(self.lesson.marks), paper)


def _learned(marks: Iterable[Mark]) -> dict[str, Skill]:
    """What a lesson has brought by skill, with the words of the topics."""
    words: dict[str, str] = {topic: word for word, topic in TOPICS.items()}
    skills = after_lesson(TraineeProgress(), marks).skills
    return {name: replace(skill, topic=words[skill.topic]) for name, skill in skills.items()}


def _judged(rules: Rules, mark: Mark) -> Judged:
    return {
        "is_right": mark.is_right,
        "answer": mark.answer,
        "asks": mark.question.asks,
        "explains": mark.question.explains,
        "floor": "" if mark.is_right else correction(rules, mark),
        "clauses": clause_texts(rules, mark.question),
    }


class Lessons:
    """All lessons under way."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, HeldLesson] = OrderedDict()

    def begin(
        self, rules: Rules, plan: LessonPlan, known: Mapping[str, int] = NOTHING_KNOWN
    ) -> tuple[str, HeldLesson]:
        """A new lesson, and the text that names it; `known` is from lessons before."""
        held = HeldLesson(rules, plan, known)
        key = secrets.token_urlsafe(16)
        self._held[key] = held
        while len(self._held) > MOST_LESSONS:
            self._held.popitem(last=False)
        return key, held

    def of(self, key: str) -> HeldLesson:
        """The lesson of a name, or `BadInput`."""
        held = self._held.get(key)
        if held is None:
            raise BadInput(OVER)
        self._held.move_to_end(key)
        return held


def sheet_of(held: HeldLesson) -> NamedFelt:
    """The data of a lesson's felt."""
    return {"id": "school", "name": "School", **felt_sheet(held.rules)}
