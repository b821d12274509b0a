"""Parameters for tests of clauses: each book's clause is marked on that book's own run.

`@proves("3.A", massachusetts="2(a)", uk_casino="G5")` runs a test with `book` for the three Maryland-style
books on clause 3.A, and for the other two on theirs; `players_edge="2.G"` replaces what the first names say.
`@proves_clause(...)` gives the test `book` and `clause`, one run for each clause.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from scenes import MARYLAND_BOOKS
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import Submission, sample_submission
from spanish21.dealer import new_table
from spanish21.errors import BadRules
from spanish21.game.view import view

MARYLANDS = ("maryland", "maryland-v1")
"""The two editions of Maryland's Spanish 21."""

Ids = str | tuple[str, ...]


def _by_book(
    clauses: Ids, books: tuple[str, ...], others: dict[str, Ids]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    found: dict[str, Ids] = dict.fromkeys(books, clauses) if clauses else {}
    found.update({name.replace("_", "-"): ids for name, ids in others.items()})
    for book, ids in found.items():
        named = (ids,) if isinstance(ids, str) else tuple(ids)
        for clause in named:
            load_book(book).clause(clause)  # a clause that the book does not have is a mistake of the test
        if named:
            yield book, named


def marked(book: str, *clauses: str) -> Any:
    """The mark that a run on `book` proves these clauses of it."""
    return pytest.mark.clause(*(f"{book} {clause}" for clause in clauses))


def in_books(*clauses: str, books: tuple[str, ...] = MARYLAND_BOOKS, **others: Ids) -> list[Any]:
    """A parameter `book` for each book; the run on a book proves all the clauses given for it."""
    found = _by_book(clauses, books, others)
    return [pytest.param(book, marks=marked(book, *ids), id=book) for book, ids in found]


def proves(*clauses: str, books: tuple[str, ...] = MARYLAND_BOOKS, **others: Ids) -> Any:
    """Run a test with `book` in each book, as proof of the clauses given for it."""
    return pytest.mark.parametrize("book", in_books(*clauses, books=books, **others))


def proves_clause(*clauses: str, books: tuple[str, ...] = MARYLAND_BOOKS, **others: Ids) -> Any:
    """Run a test with `book` and `clause`, once for each clause of each book."""
    return pytest.mark.parametrize(
        ("book", "clause"),
        [
            pytest.param(book, one, marks=marked(book, one), id=f"{book} {one}")
            for book, ids in _by_book(clauses, books, others)
            for one in ids
        ],
    )


def device(book: str) -> dict[str, Any]:
    """The choice of a shuffling device that gives out the very cards that were put into it."""
    return {"shuffling": "device", **({"second_batch": "none"} if book in MARYLAND_BOOKS else {})}


def approved(book: str, **choose: Any) -> Submission:
    """The sample submission of a book with other choices, and with a number for every approval there is."""
    numbers = {office: "C-17" for clause in load_book(book).clauses for office in clause.office}
    return submitted(book, approvals=numbers, **choose)


def assert_demanded(book: str, clause: str, office: str, **choose: Any) -> None:
    """Without an approval a table is marked as for training only and is not opened for money."""
    rules = rules_of(book, submitted(book, without=office, **choose))
    (missing,) = [one for one in rules.approvals_missing if one.startswith(f"{office} (")]
    reasons = missing.removeprefix(f"{office} (").removesuffix(")").split(", ")
    assert clause in [reason.partition(" for ")[0] for reason in reasons]
    table, (event,) = new_table(rules)
    assert missing in event.rules.approvals_missing  # type: ignore[attr-defined]
    for who in ("ann", "dealer"):
        assert missing in view(table, who).approvals_missing
    with pytest.raises(BadRules) as refusal:
        new_table(rules, for_money=True)
    line = "this table cannot be opened for money: training only, approvals missing: "
    assert str(refusal.value).startswith(f"{book}: {line}")
    assert missing.replace("_", " ") in str(refusal.value)
    with_numbers = rules_of(book, approved(book, **choose))
    assert f"{office}: C-17" in with_numbers.approvals
    assert new_table(with_numbers, for_money=True)[1][0].for_money  # type: ignore[attr-defined]


def submitted(
    book: str, without: str = "", approvals: dict[str, str] | None = None, **choose: Any
) -> Submission:
    """The sample submission of a book with other choices, further approvals, or without one of them."""
    sample = sample_submission(book)
    given = {**sample.approvals, **(approvals or {})}
    given.pop(without, None)
    return replace(sample, choose={**sample.choose, **choose}, approvals=given, source="test.toml")
