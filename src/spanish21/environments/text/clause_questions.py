"""Questions about every clause of the books that follow a whole document, with known answers.

Each clause has a question for each of its effects: settings, bounds, refusals, payouts, steps,
words, equipment and approvals that it names. `draw(seed)` asks about every clause once, in an order and with
questions that the seed decides.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spanish21.books.clauses import Clause, Rulebook
from spanish21.books.rulebook import RULEBOOKS, load_book
from spanish21.environments.text import book_questions, hand_questions, paid_questions
from spanish21.environments.text.answer_scores import ClauseQuestion
from spanish21.errors import BadInput

KINDS = {
    "setting": "is a table that plays so allowed?",
    "hand": "is this decision allowed at this table?",
    "paid": "what is paid for this hand, or this line of a paytable?",
    "refusal": "which clause refuses this?",
    "step": "which clause is about this step?",
    "term": "which clause says what this word means, or when this result holds?",
    "equipment": "which of these is on the opening checklist?",
    "inscription": "what is written on the layout?",
    "approval": "which of these approvals must a submission name?",
}
"""The kinds of questions, and what they ask."""


class QuestionSubject(NamedTuple):
    """Something that a clause does, and so may be asked about: a kind and a name of the clause's data."""

    book: Rulebook
    clause: Clause
    kind: str
    name: str


def subjects_of(book: Rulebook, clause: Clause) -> Iterator[QuestionSubject]:
    """All that may be asked about a clause."""
    for name in (*clause.sets, *clause.allows, *clause.by_approval):
        kind = "paid" if paid_questions.is_paid(name) else "setting"
        yield QuestionSubject(book, clause, kind, name)
    for reason in clause.refuses:
        kind = "hand" if hand_questions.is_about_hands(book, reason) else "refusal"
        yield QuestionSubject(book, clause, kind, reason)
    yield from (QuestionSubject(book, clause, "step", name) for name in clause.step)
    yield from (
        QuestionSubject(book, clause, "term", name) for name in (*clause.decides, clause.term) if name
    )
    yield from (QuestionSubject(book, clause, "equipment", item) for item in clause.equipment)
    yield from (QuestionSubject(book, clause, "approval", office) for office in clause.office)
    if clause.inscription:
        yield QuestionSubject(book, clause, "inscription", clause.inscription)


def every_subject(books: Sequence[str] = RULEBOOKS) -> Iterator[QuestionSubject]:
    """All that may be asked about the clauses of some books."""
    for name in books:
        book = load_book(name)
        for clause in book.clauses:
            yield from subjects_of(book, clause)


def counts_by_kind(books: Sequence[str] = RULEBOOKS) -> dict[str, tuple[int, int]]:
    """By kind: how many subjects there are, and about how many clauses."""
    subjects, clauses = Counter[str](), Counter[str]()
    seen: set[tuple[str, str, str]] = set()
    for subject in every_subject(books):
        subjects[subject.kind] += 1
        place = (subject.book.name, subject.clause.id, subject.kind)
        clauses[subject.kind] += place not in seen
        seen.add(place)
    return {kind: (subjects[kind], clauses[kind]) for kind in KINDS}


def question_about(subject: QuestionSubject, number: int, chance: random.Random) -> ClauseQuestion:
    """A question about a subject; `chance` decides what a table, a hand or the choices look like."""
    book, clause, kind, name = subject
    if kind == "hand":
        asked = hand_questions.hand_question(book, name, chance)
    elif kind == "paid":
        asked = paid_questions.paid_question(book, clause, name, chance)
    else:
        asked = book_questions.MAKERS[kind](book, clause, name, chance)
    return ClauseQuestion(
        number=number,
        book=book.name,
        clause=clause.id,
        kind=kind,
        asks=asked.asks,
        form=asked.form,
        right=asked.right,
        options=asked.options,
        clauses=asked.clauses,
    )


def draw(
    seed: int, count: int | None = None, books: Sequence[str] = (), kinds: Sequence[str] = ()
) -> list[ClauseQuestion]:
    """Questions about clauses, each about another one; the seed decides which, and what they ask.

    Without a count, every clause of the books is asked about once (those that have questions of the kinds).
    """
    _check(books, RULEBOOKS, "questions about")
    _check(kinds, tuple(KINDS), "questions of the kind")
    by_clause: dict[tuple[str, str], list[QuestionSubject]] = {}
    for subject in every_subject(books or RULEBOOKS):
        if not kinds or subject.kind in kinds:
            by_clause.setdefault((subject.book.name, subject.clause.id), []).append(subject)
    if count is not None and not 0 < count <= len(by_clause):
        raise BadInput(f"{count} questions: there are from 1 to {len(by_clause)}, one for each clause")
    chance = random.Random(seed)
    places = chance.sample(list(by_clause), len(by_clause) if count is None else count)
    return [
        question_about(chance.choice(by_clause[place]), number, chance)
        for number, place in enumerate(places, start=1)
    ]


def _check(given: Sequence[str], known: Sequence[str], what: str) -> None:
    for one in given:
        if one not in known:
            raise BadInput(f"there are no {what} {one}; there are {', '.join(known)}")
