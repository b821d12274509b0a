"""Books, submissions and rounds are answered as they were before."""

import pytest
from keeping import first_change
from told import KEPT, LINES_OF_PART, PARTS, lines

from spanish21.books import rulebook
from spanish21.books.rulebook import BOOKS


@pytest.fixture(autouse=True)
def no_other_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers that list the books are those of a process that has read no book from a file of its own."""
    monkeypatch.setattr(rulebook, "_outside", {})


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_said_is_what_was_said(part: str, book: str) -> None:
    assert first_change(KEPT, f"{part} {book}", lines(part, book), LINES_OF_PART) == ""
