"""A lesson in the terminal: events, the table, a question, the answer and its correction."""

import shutil
import sys
from collections.abc import Callable
from typing import Any

import click
import msgspec

from spanish21.books.rulebook import load_book
from spanish21.books.submissions.office_approvals import training_text
from spanish21.cli.deal_picture import layout
from spanish21.cli.printing import columns, json_line
from spanish21.cli.signs import readable
from spanish21.errors import BadInput
from spanish21.game.seen import seen
from spanish21.game.table import DEALER
from spanish21.game.view import view
from spanish21.school.certificate import where_text
from spanish21.school.dealer_lines import happened
from spanish21.school.irregularities import irregularities_of
from spanish21.school.lesson import Lesson
from spanish21.school.marks import HOUSE, PASS_MARK, Mark, Score, correction, score_of
from spanish21.school.questions import Question, clause_texts, hint_text, shown_question
from spanish21.school.trainee_progress import TraineeProgress, progress_lines

_ANSWERS = (
    "Answer with a letter, a number, an amount (15 to pay, -10 to collect, 0 when nothing moves), boxes in "
    "order (3 2 1), or with words of an answer."
)
_HELP = (
    f"{_ANSWERS} ? gives a hint, why explains the last correction, table shows the table, score the score so "
    "far, trouble lists irregularities and starts one, q ends."
)
_IN_EXAM = f"{_ANSWERS} There are no hints in an exam; q ends it."


_FEW = 6
"""When many events pass without a question, only the last ones are shown."""


class TraineeLeft(Exception):
    """The trainee has left, or the input has ended."""


class TraineeDesk:
    """The trainee's place: asks, reads, corrects."""

    def __init__(
        self,
        lesson: Lesson,
        as_json: bool,
        read: Callable[[], str] | None = None,
        so_far: TraineeProgress | None = None,
    ) -> None:
        self.lesson = lesson
        self.so_far = so_far or TraineeProgress()
        self.rules = lesson.table.rules
        self.as_json = as_json
        self.read = read or _line
        self.width = max(30, min(shutil.get_terminal_size((80, 24)).columns, 110))
        self.last: Mark | None = None
        self.is_finished = False

    # -- output ------------------------------------------------------------------------------------

    def say(self, text: str = "", indent: str = "", **style: Any) -> None:
        """A sentence in lines that fit."""
        if self.as_json:
            return
        shown = readable(text)
        if shown:
            shown = click.wrap_text(shown, self.width - 1, indent, indent)
        click.echo(click.style(shown, **style) if style else shown)

    def draw(self, text: str) -> None:
        """Lines as they are."""
        if not self.as_json and text:
            click.echo(readable(text))

    def tell(self, **document: Any) -> None:
        if self.as_json:
            json_line(document)

    # -- the course of a lesson --------------------------------------------------------------------

    def hold(self) -> Score:
        """Questions until the trainee leaves, the input ends or an exam is over."""
        self.welcome()
        try:
            while (question := self.lesson.next()) is not None:
                self.show(question)
                self.ask(question)
            self.is_finished = True
            if not self.lesson.is_exam:
                self.say(f"Nothing more comes up about this: {', '.join(self.lesson.plan.only)}.")
        except TraineeLeft:
            self.say()
        score = score_of(self.lesson.marks)
        self.show_score(score)
        return score

    def welcome(self) -> None:
        book = load_book(self.rules.book)
        plan = self.lesson.plan
        count = "1 question" if plan.questions == 1 else f"{plan.questions} questions"
        only = f": {', '.join(plan.only).lower()}" if plan.only else ""
        title = f"Exam, {count}; wrong answers come up again" if plan.questions else f"Dealer's school{only}"
        self.say(f"{title} · {book.title}", bold=True)
        if training := training_text(self.rules):
            self.say(f"{training[0].upper()}{training[1:]}.", dim=True)
        self.say(_IN_EXAM if self.lesson.is_exam else _HELP)
        if self.so_far.skills and not self.lesson.is_exam:
            lines = list(progress_lines(self.so_far))
            self.say(" ".join(lines), fg="cyan")
            self.tell(so_far=lines)

    def show(self, question: Question) -> None:
        """What happened, what is on the table, and the question."""
        lesson = self.lesson
        told = happened(lesson.table, lesson.shown)
        self.tell(
            question=shown_question(question),
            number=len(lesson.marks) + 1,
            told=told,
            events=[seen(event, DEALER) for event in lesson.shown],
            view=view(lesson.table, DEALER),
        )
        self.say()
        if told:
            few = lesson.plan.only and len(told) > _FEW
            self.say(" ".join(["…", *told[-_FEW:]] if few else told), dim=True)
        if lesson.shown or not lesson.marks:
            self.draw(layout(lesson.table, self.width))
        self.put(question)

    def put(self, question: Question) -> None:
        """The question and its answers."""
        number = f"{len(self.lesson.marks) + 1}. " if self.lesson.is_exam else ""
        self.say(f"{number}{question.asks}", bold=True)
        for letter, option in zip("abcdefgh", question.options, strict=False):
            self.draw(click.wrap_text(readable(f"{letter}) {option}"), self.width - 1, "  ", "     "))

    # -- input -------------------------------------------------------------------------------------

    def ask(self, question: Question) -> None:
        """Read until there is an answer."""
        while True:
            if not self.as_json:
                click.echo("> ", nl=False)
            typed = self.read()
            if not self.as_json and not sys.stdin.isatty():
                click.echo(typed)  # as a terminal would show it
            if self._is_command(typed, question):
                continue
            try:
                mark = self.lesson.answer(typed)
            except BadInput as error:
                self.say(f"{str(error)[0].upper()}{str(error)[1:]}.", fg="yellow")
                self.tell(unread=typed, says=str(error))
                continue
            self.judge(mark)
            return

    def _is_command(self, typed: str, question: Question) -> bool:
        """Whether a line was a command to the school and no answer; it is carried out."""
        word, _, rest = typed.strip().lower().partition(" ")
        if word in ("q", "quit", "exit"):
            raise TraineeLeft
        if word in ("?", "hint", "h"):
            self.hint(question)
        elif word == "why":
            self.explain()
        elif word in ("table", "t"):
            self.draw(layout(self.lesson.table, self.width) or "There are no cards on the table.")
            self.put(question)
        elif word in ("score", "help"):
            if word == "score":
                self.show_score(score_of(self.lesson.marks))
            else:
                self.say(_IN_EXAM if self.lesson.is_exam else _HELP)
        elif word == "trouble" and not self.lesson.is_exam:
            self.trouble(rest)
        else:
            return False
        return True

    def hint(self, question: Question) -> None:
        if self.lesson.is_exam:
            self.say("There are no hints in an exam.")
            self.tell(hint="")
            return
        self.lesson.hinted = True
        hint = hint_text(self.rules, question)
        self.say(hint, fg="cyan")
        self.tell(hint=hint)

    def explain(self) -> None:
        """The clauses for the last correction, in words."""
        if self.lesson.is_exam:
            self.say("In an exam, corrections come at the end.")
            return
        if self.last is None:
            self.say("Nothing has been corrected yet.")
            return
        self.say(self.last.question.explains)
        for text in clause_texts(self.rules, self.last.question):
            self.say(text, "  ")

    def trouble(self, name: str) -> None:
        """Start an irregularity; without a name, list them."""
        if not name:
            self.list_troubles()
            return
        try:
            self.lesson.bring("_".join(name.split()))
        except BadInput as error:
            self.say("That cannot happen here; trouble lists what can.", fg="yellow")
            self.tell(unread=name, says=str(error))
            return
        self.say("It will happen at the next opportunity.")

    def list_troubles(self) -> None:
        """The irregularities, and what to type for each."""
        found = irregularities_of(self.rules)
        self.tell(troubles=[one.name for one in found])
        if not found:
            self.say("This book does not cover irregularities, so none can be started.")
        for one in found:
            text = readable(f"trouble {one.name.replace('_', ' ')}: {one.happened}")
            self.draw(click.wrap_text(text, self.width - 1, "  ", "      "))

    # -- corrections and scores --------------------------------------------------------------------

    def judge(self, mark: Mark) -> None:
        """Whether it was right; otherwise the right answer, its clause, and what a floorperson would do."""
        question = mark.question
        where = _where(self, question)
        if self.lesson.is_exam:
            self.tell(answered=mark.answer)
            return
        self.tell(
            is_right=mark.is_right,
            answer=mark.answer,
            right=question.right,
            explains=question.explains,
            clauses=question.clauses,
            floor="" if mark.is_right else correction(self.rules, mark),
        )
        if mark.is_right:
            self.say("Right.", fg="green")
            return
        self.last = mark
        self.say(f"No. {question.explains} [{where}]", fg="red")
        self.say(correction(self.rules, mark))

    def show_score(self, score: Score) -> None:
        """The score by chapter, and in an exam whether it is passed."""
        passed = self.lesson.is_exam and self.is_finished and score.is_passed
        self.tell(
            score=msgspec.to_builtins(score),
            percent=score.percent,
            exam=self.lesson.is_exam,
            finished=self.is_finished,
            passed=passed,
        )
        if not score.asked:
            self.say("No question was answered.")
            return
        self.say(f"{score.right} of {score.asked} right, {score.percent} percent.", bold=True)
        rows = [["chapter" if self.width > 50 else "ch.", "topic", "right"]]
        rows += [[row.chapter, row.topic, f"{row.right} of {row.asked}"] for row in score.rows]
        self.draw("\n".join(f" {line}" for line in columns(rows)))
        if score.failed:
            self.say("Read again:")
            for failed in score.failed:
                self.say(f"{failed.explains} [{where_text(self.rules, failed)}]", "  ")
        if self.lesson.is_exam:
            self._say_result(passed)

    def _say_result(self, passed: bool) -> None:
        if not self.is_finished:
            self.say("The exam is not finished.", fg="yellow")
        elif passed:
            self.say("The exam is passed.", fg="green", bold=True)
        else:
            takes = f"It takes {PASS_MARK} percent and a correct last answer to every kind of question."
            self.say(f"The exam is not passed. {takes}", fg="red", bold=True)


def _where(desk: TraineeDesk, question: Question) -> str:
    if not question.clauses:
        return f"{HOUSE}: {question.house}"
    more = ", …" if len(question.clauses) > 3 else ""
    return f"{desk.rules.book} {', '.join(question.clauses[:3])}{more}"


def _line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise TraineeLeft
    return line.rstrip("\n")
