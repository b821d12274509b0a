"""A clause question, how its answer is read, and the score of many."""

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from spanish21.errors import BadInput
from spanish21.game.money import amount_of, amount_text

Form = Literal["yes or no", "letter", "amount"]
LETTERS = "abcd"
YES, NO = "yes", "no"
_FORMS: dict[str, str] = {
    "yes or no": 'answer "yes" or "no"',
    "letter": f"answer with one letter, {LETTERS[0]} to {LETTERS[-1]}",
    "amount": 'answer with an amount such as "15.00"',
}
_AMOUNT = re.compile(r"[$£]?\d{1,9}(,\d{3})*(\.\d\d)?")


class ClauseQuestion(msgspec.Struct, frozen=True):
    """A question about a clause, with its answer and all the clauses behind it."""

    number: int
    book: str
    clause: str
    kind: str
    asks: str
    form: Form
    right: str
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """How to answer, in words."""
        return _FORMS[self.form]


def question_row(question: ClauseQuestion) -> dict[str, Any]:
    """A question as it is put, without its answer and the clause that it is about."""
    options = dict(zip(LETTERS, question.options, strict=False))
    return {
        "number": question.number,
        "book": question.book,
        "asks": question.asks,
        **({"options": options} if options else {}),
        "answer": question.how,
    }


def shown_text(question: ClauseQuestion) -> str:
    """A question in lines."""
    lines = [f"{question.number}. {question.asks}"]
    lines += [f"   {letter}) {text}" for letter, text in zip(LETTERS, question.options, strict=False)]
    return "\n".join([*lines, f"   ({question.how})"])


def read_answer(question: ClauseQuestion, said: object) -> str:
    """An answer in its plain form; anything else is refused in words.

    The whole text has to be the answer: nothing is looked for inside a longer one.
    """
    text = str(said).strip().lower() if isinstance(said, str) else ""
    if question.form == "amount" and _AMOUNT.fullmatch(text):
        return amount_text(amount_of(text.lstrip("$£").replace(",", "")))
    if question.form == "yes or no" and text in (YES, NO):
        return text
    if question.form == "letter" and len(text) == 1 and text in LETTERS[: len(question.options)]:
        return text
    raise BadInput(f"question {question.number}: {said!r} is not an answer; {question.how}")


class KindScore(msgspec.Struct):
    """How many questions of a kind there were, and how many were answered rightly."""

    asked: int = 0
    right: int = 0


class AnswerScore(msgspec.Struct):
    """How questions were answered; an unreadable or missing answer is wrong, and counted."""

    asked: int = 0
    right: int = 0
    unreadable: int = 0
    missing: int = 0
    kinds: dict[str, KindScore] = {}


def score_of(questions: Sequence[ClauseQuestion], answers: dict[int, object]) -> AnswerScore:
    """The score of answers, by the number of their question."""
    unknown = sorted(answers.keys() - {question.number for question in questions})
    if unknown:
        raise BadInput(f"there is no question {unknown[0]}; they are numbered from 1 to {len(questions)}")
    score = AnswerScore()
    for question in questions:
        kind = score.kinds.setdefault(question.kind, KindScore())
        score.asked += 1
        kind.asked += 1
        if question.number not in answers:
            score.missing += 1
            continue
        try:
            is_right = read_answer(question, answers[question.number]) == question.right
        except BadInput:
            score.unreadable += 1
            continue
        score.right += is_right
        kind.right += is_right
    return score
