"""Long walks at tables of every book come to what they came to before."""

import json

import pytest
from walks import KEPT, SEEDS, STEPS_OF_PART, digests

from spanish21.books.rulebook import BOOKS


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_walk_comes_to_what_it_came_to(book: str, seed: int) -> None:
    kept = json.loads(KEPT.read_text("utf-8"))[f"{book} {seed}"].split()
    for part, (now, before) in enumerate(zip(digests(book, seed), kept, strict=True)):
        assert now == before, f"another answer within commands {part * STEPS_OF_PART} to +{STEPS_OF_PART}"
