"""`spanish21 deal`: the dealer's school."""

import random
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from spanish21.cli.choosing import BOOK, FiniteRange, RulesAsked, examples, gathered, rules_options
from spanish21.school.questions import TOPICS

if TYPE_CHECKING:
    from spanish21.game.rules import Rules
    from spanish21.school.lesson import LessonPlan
    from spanish21.school.marks import Score

EXAM_QUESTIONS = 60
NOT_PASSED = 1


class Wanted(NamedTuple):
    """The lesson or exam that the options of `deal` describe."""

    boxes: int
    irregular: float | None
    opening: bool
    only: tuple[str, ...]
    exam: bool
    questions: int | None
    certificate: str | None
    name: str
    seed: int | None
    as_json: bool


@click.command(
    epilog=examples(
        "spanish21 deal maryland",
        "spanish21 deal massachusetts --boxes 5 --irregular 0.5",
        "spanish21 deal players-edge --opening",
        "spanish21 deal maryland --only payouts",
        "spanish21 deal uk-casino --exam --seed 7 --name 'Ada Lovelace' --certificate exam.html",
    )
)
@click.argument("book", type=BOOK, required=False)
@rules_options
@click.option(
    "--boxes",
    type=click.IntRange(1, 7),
    default=3,
    show_default=True,
    help="How many boxes are played.",
)
@click.option(
    "--irregular",
    type=FiniteRange(0, 1),
    help="How often something goes wrong in a round, from 0 to 1.  [default: 0.2, in an exam 0.6]",
)
@click.option("--opening", is_flag=True, help="Begin with the opening of the table, as an exam does.")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(tuple(TOPICS)),
    metavar="TOPIC",
    help=f"Ask about this topic alone: {', '.join(TOPICS)}; may be repeated.",
)
@click.option("--exam", is_flag=True, help="An exam: no hints, and corrections at the end.")
@click.option(
    "--questions",
    type=click.IntRange(1, 1000),
    help=f"The number of questions in an exam, not counting those asked again.  [default: {EXAM_QUESTIONS}]",
)
@click.option("--certificate", metavar="FILE", help="Write the result of an exam as a page to be printed.")
@click.option("--name", default="", help="The trainee's name, for the certificate.")
@click.option("--seed", type=int, help="The same seed and the same answers give the same lesson.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line, instead of text.")
@gathered(asked=RulesAsked, wanted=Wanted)
def deal(book: str | None, asked: RulesAsked, wanted: Wanted) -> None:
    """Learn to deal: you are the dealer, and the table asks you what the book requires.

    People of several temperaments play. You name the next step, call totals, pay and collect, keep the order,
    allow or refuse players' requests, and name the remedy when something goes wrong. A wrong answer is
    corrected with its clause. What you have learned is saved for the next lesson, which asks more often about
    the rest. An exam ends with exit code 1 when it is not passed.
    """
    from spanish21.cli import school_file
    from spanish21.cli.deal_desk import TraineeDesk
    from spanish21.errors import BadInput
    from spanish21.school.lesson import Lesson

    if not wanted.exam:
        for option, value in (("--questions", wanted.questions), ("--certificate", wanted.certificate)):
            if value is not None:
                raise BadInput(f"{option} belongs to an exam; add --exam")
    elif wanted.only:
        raise BadInput("--only belongs to a lesson; an exam asks about everything")
    if wanted.certificate is not None:
        _refuse_unwritable(wanted.certificate)
    rules = asked.of(book).rules
    if wanted.boxes > rules.boxes:
        raise BadInput(f"--boxes is {wanted.boxes}; this table has {rules.boxes}")
    seed = wanted.seed if wanted.seed is not None else random.SystemRandom().randrange(10**6)
    plan = _plan(wanted)
    so_far = school_file.progress_with(rules.book)
    known = so_far.right_running if wanted.seed is None and not wanted.exam else {}
    desk = TraineeDesk(Lesson(rules, plan, random.Random(seed), known), wanted.as_json, so_far=so_far)
    try:
        score = desk.hold()
    finally:
        if desk.lesson.marks and not school_file.add_lesson(rules.book, desk.lesson.marks):
            desk.say(f"Your progress cannot be saved in {school_file.path()}.", fg="yellow")
    if wanted.certificate is not None:
        held = (
            f"spanish21 deal {' '.join([rules.book, *asked.words()])} --exam --questions {plan.questions} "
            f"--boxes {plan.boxes} --irregular {plan.irregular:g} --seed {seed}"
        )
        _write(wanted.certificate, rules, score, wanted.name or "Trainee", held, desk.is_finished)
        desk.say(f"The result is in {wanted.certificate}.")
    if wanted.exam and not (desk.is_finished and score.is_passed):
        sys.exit(NOT_PASSED)


def _plan(wanted: Wanted) -> "LessonPlan":
    from spanish21.school.lesson import LessonPlan

    exam, only = wanted.exam, wanted.only
    often = 1.0 if "irregularities" in only else 0.6 if exam else 0.2
    return LessonPlan(
        boxes=wanted.boxes,
        irregular=often if wanted.irregular is None else wanted.irregular,
        requests=0.6 if "requests" in only else 0.3 if exam else 0.1,
        opening=wanted.opening or exam or "opening" in only,
        questions=(wanted.questions or EXAM_QUESTIONS) if exam else 0,
        only=tuple(TOPICS[word] for word in only),
    )


def _write(path: str, rules: "Rules", score: "Score", name: str, held: str, is_finished: bool) -> None:
    """The result of an exam as a page; `held` is the command that repeats it."""
    from spanish21 import __version__
    from spanish21.school.certificate import Paper, certificate

    paper = Paper(name, date.today().isoformat(), __version__, held, is_finished)
    Path(path).write_text(certificate(rules, score, paper), encoding="utf-8")


def _refuse_unwritable(path: str) -> None:
    """Refuse a file that cannot be written before the exam begins, not after the last question."""
    from spanish21.errors import BadInput

    try:
        with open(path, "ab"):
            pass
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{path}: cannot be written: {reason}") from None
