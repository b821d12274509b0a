"""Every clause is of a kind and is proved by tests, and the packaged list of proofs is current."""

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from spanish21.books.rulebook import BOOKS, GUIDED_BOOKS, RULEBOOKS, load_book

ROOT = Path(__file__).parent.parent
KINDS = ("sets", "allows", "refuses", "step", "term", "equipment", "office")
CLAUSES = {"maryland": 331, "maryland-v1": 221, "massachusetts": 123, "players-edge": 302, "uk-casino": 32}
GUIDED_CLAUSES = {"pontoon": 16, "red-dragon": 12}


def proofs() -> dict[str, list[str]]:
    text = files("spanish21").joinpath("rulebooks", "proofs.json").read_text("utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found


def test_the_books_hold_all_1009_clauses() -> None:
    assert {book: len(load_book(book).clauses) for book in RULEBOOKS} == CLAUSES
    assert sum(CLAUSES.values()) == 1009


def test_the_books_made_from_guides_are_counted_apart() -> None:
    assert {book: len(load_book(book).clauses) for book in GUIDED_BOOKS} == GUIDED_CLAUSES


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_of_a_kind_and_says_something(book: str) -> None:
    for clause in load_book(book).clauses:
        assert any(getattr(clause, kind) for kind in KINDS), f"{book} {clause.id} is of no kind"
        assert clause.says.strip(), f"{book} {clause.id} says nothing"


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_proved_by_a_test(book: str) -> None:
    shown = proofs()
    missing = [clause.id for clause in load_book(book).clauses if not shown.get(f"{book} {clause.id}")]
    assert not missing, f"no test proves {book} {', '.join(missing)}"


def test_no_test_claims_a_clause_that_does_not_exist() -> None:
    real = {f"{book} {clause.id}" for book in BOOKS for clause in load_book(book).clauses}
    assert sorted(set(proofs()) - real) == []


def test_the_packaged_list_of_proofs_is_current(tmp_path: Path) -> None:
    path = tmp_path / "proofs.json"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider"]
    subprocess.run(
        [*command, "--write-proofs", str(path), "tests/clauses"], cwd=ROOT, check=True, capture_output=True
    )
    assert json.loads(path.read_text("utf-8")) == proofs(), "run `make proofs`"
