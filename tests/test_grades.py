"""Every clause has a measured grade, and the packaged grades still fit clauses, breaks and tests."""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import grades
from breaking.of_clauses import breaks_of
from breaking.register import ADDED, REPLACED
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.cli.commands import clauses_command as told

ROOT = Path(__file__).parent.parent

CLAIMED: dict[str, str] = {}
"""The clauses that no test is known to prove, and why that is so."""


def test_every_clause_has_a_grade() -> None:
    found = grades.read_grades()
    assert list(found) == list(grades.all_clauses())
    assert {grade["proof"] for grade in found.values()} <= set(told.PROOFS)


def test_only_these_clauses_are_claimed() -> None:
    claimed = [name for name, grade in grades.read_grades().items() if grade["proof"] == "claimed"]
    assert claimed == list(CLAIMED)


@pytest.mark.parametrize("book", BOOKS)
def test_the_grades_are_of_the_breaks_that_there_are(book: str) -> None:
    found = grades.read_grades()
    for clause in load_book(book).clauses:
        name = f"{book} {clause.id}"
        breaks, without = breaks_of(book, clause.id)
        assert breaks or without, f"{name} is not broken at all"
        told = [line.partition(": ")[2] for line in found[name].get("because", ())]
        assert Counter({*found[name]["noticed"], *told}) == Counter(
            {*(one.name for one in breaks), *without}
        ), f"{name}: run `make grades`"


@pytest.mark.parametrize("book", BOOKS)
def test_a_grade_says_what_was_measured(book: str) -> None:
    """A clause whose breaks were all noticed is graded by what they do; the tests still carry its mark."""
    found, tests = grades.read_grades(), told.tests_by_clause()
    for clause in load_book(book).clauses:
        name = f"{book} {clause.id}"
        breaks, without = breaks_of(book, clause.id)
        noticed = found[name]["noticed"]
        assert grades.graded(breaks, noticed, without) == found[name], f"{name}: run `make grades`"
        assert set(noticed.values()) <= set(tests.get(name, ())), f"{name}: run `make grades`"


def test_breaks_by_hand_are_of_clauses_and_parts_that_exist() -> None:
    for name in (*ADDED, *(name for name, _part in REPLACED)):
        book, _, clause = name.partition(" ")
        load_book(book).clause(clause)
    for name, part in REPLACED:
        kind, _, rest = part.partition(" ")
        book, _, clause = name.partition(" ")
        assert rest in getattr(load_book(book).clause(clause), kind), (name, part)


def test_a_sample_of_the_grades_is_measured_again() -> None:
    seed = random.randrange(10**6)
    command = [
        sys.executable,
        "tests/grades.py",
        "--check",
        "--sample",
        "20",
        "--seed",
        str(seed),
        "--workers",
        "1",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, f"seed {seed}: {run.stdout}{run.stderr}"


def test_the_grades_are_written_as_the_tool_writes_them() -> None:
    text = grades.GRADES.read_text("utf-8")
    assert text == json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"
