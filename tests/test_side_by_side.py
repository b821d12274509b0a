"""The load compared with that of another checkout: how it is judged, and what it refuses."""

from pathlib import Path

import pytest
from benchmarks.load.against import LoadOfTurn, TreeTurn, common_books, compare, judged

from spanish21.books.rulebook import BOOKS

ROOT = Path(__file__).parents[1]
BEFORE = TreeTurn(rate=1_000, cpu=500, p50=5, p99=12)


@pytest.mark.parametrize(
    ("here", "is_human", "holds"),
    [
        (BEFORE, True, True),
        (BEFORE._replace(rate=910, cpu=549), False, True),
        (BEFORE._replace(rate=900), False, False),
        (BEFORE._replace(cpu=551), False, False),
        (BEFORE._replace(p99=21), True, False),
        (BEFORE._replace(p99=21), False, True),
    ],
)
def test_a_tenth_slower_holds_and_more_is_missed(here: TreeTurn, is_human: bool, holds: bool) -> None:
    assert judged(here, BEFORE, is_human) == holds


def test_the_books_are_those_that_both_trees_have() -> None:
    assert common_books((ROOT, ROOT)) == list(BOOKS)


def test_what_is_no_checkout_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="is no checkout with benchmarks/load"):
        compare(tmp_path, lambda: "", tmp_path / "key", LoadOfTurn(1, 1, False), 1)
