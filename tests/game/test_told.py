"""Books, submissions and rounds are answered as they were before."""

import json

import pytest
from told import CASES_OF_PART, KEPT, PARTS, digests

from spanish21.books.rulebook import BOOKS


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_said_is_what_was_said(part: str, book: str) -> None:
    kept = json.loads(KEPT.read_text("utf-8"))[f"{part} {book}"].split()
    for at, (now, before) in enumerate(zip(digests(part, book), kept, strict=True)):
        assert now == before, f"something else within lines {at * CASES_OF_PART} to +{CASES_OF_PART}"
