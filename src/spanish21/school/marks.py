"""The score: which answers were right, by chapter of the book, and whether an exam is passed."""

import re
from collections.abc import Sequence

import msgspec

from spanish21.game.rules import Rules
from spanish21.school.questions import Question
from spanish21.school.school_words import money_text

PASS_MARK = 80
"""The part of the answers, in percent, that must be right in an exam."""

HOUSE = "house"
"""The chapter of questions that no clause of the book answers."""


class Mark(msgspec.Struct, frozen=True):
    """One question, what was answered, and whether it was right; `hinted`: after a hint."""

    question: Question
    answer: str
    is_right: bool
    hinted: bool = False


class ChapterMark(msgspec.Struct, frozen=True):
    """The score in one chapter of the book, for one topic."""

    chapter: str
    topic: str
    right: int
    asked: int


class Failed(msgspec.Struct, frozen=True):
    """A skill whose last answer was wrong, and the clauses to read."""

    skill: str
    explains: str
    clauses: tuple[str, ...]
    house: str


class Score(msgspec.Struct, frozen=True):
    """All answers so far: rows by chapter and topic, chapters alone, and what is still to be learned."""

    right: int
    asked: int
    hinted: int
    rows: tuple[ChapterMark, ...]
    chapters: dict[str, tuple[int, int]]
    failed: tuple[Failed, ...]

    @property
    def percent(self) -> int:
        """Whole percent of right answers, rounded down."""
        return 100 * self.right // self.asked if self.asked else 0

    @property
    def is_passed(self) -> bool:
        """Enough right answers, and the last answer of every kind right."""
        return self.asked > 0 and self.percent >= PASS_MARK and not self.failed


def chapter_of(question: Question) -> str:
    """The chapter of the first clause cited: its number, or the letters before it."""
    if not question.clauses:
        return HOUSE
    found = re.match(r"[A-Za-z]+(?=\d)|\d+|[^.(]+", question.clauses[0])
    return found[0] if found else question.clauses[0]


def score_of(marks: Sequence[Mark]) -> Score:
    """The score of these answers."""
    rows: dict[tuple[str, str], list[bool]] = {}
    last: dict[str, Mark] = {}
    for mark in marks:
        rows.setdefault((chapter_of(mark.question), mark.question.topic), []).append(mark.is_right)
        last[mark.question.skill] = mark
    ordered = sorted(rows, key=lambda key: (_in_order(key[0]), key[1]))
    by_chapter: dict[str, tuple[int, int]] = {}
    for chapter, topic in ordered:
        right, asked = by_chapter.get(chapter, (0, 0))
        answers = rows[chapter, topic]
        by_chapter[chapter] = (right + sum(answers), asked + len(answers))
    return Score(
        right=sum(mark.is_right for mark in marks),
        asked=len(marks),
        hinted=sum(mark.hinted for mark in marks),
        rows=tuple(ChapterMark(*key, sum(rows[key]), len(rows[key])) for key in ordered),
        chapters=by_chapter,
        failed=tuple(_failed(mark) for mark in last.values() if not mark.is_right),
    )


def _failed(mark: Mark) -> Failed:
    asked = mark.question
    return Failed(asked.skill, asked.explains, asked.clauses, asked.house)


def _in_order(chapter: str) -> tuple[int, int, str]:
    if chapter == HOUSE:
        return (2, 0, chapter)
    return (0, int(chapter), "") if chapter.isdecimal() else (1, 0, chapter)


def correction(rules: Rules, mark: Mark) -> str:
    """What a floorperson would do about a wrong answer; of an amount, what it would have cost."""
    question = mark.question
    if question.kind != "amount":
        return question.floor
    difference = int(mark.answer) - int(question.right)
    amount = money_text(abs(difference), rules)
    would = (
        f"The house would have lost {amount}." if difference > 0 else f"The player would be {amount} short."
    )
    return f"{would} {question.floor}"
