"""`?` tells of every decision whether it is offered, and if not, why, with a clause or the house's reason."""

import random

import pytest

from explore import Walk
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.cli.seat.why import DECISIONS, reason_in_full, reasons
from spanish21.errors import BadInput
from spanish21.game.decide import legal
from spanish21.game.reasons import REASONS
from spanish21.game.waiting import waits_for


@pytest.mark.parametrize("book", BOOKS)
def test_a_decision_is_offered_or_the_reason_is_told(book: str) -> None:
    walk = Walk(rules_of(book), random.Random(11))
    known = {clause.id for clause in load_book(book).clauses}
    told: set[str] = set()
    for _ in range(2_000):
        walk.step(0.1)
        table = walk.table
        for who in waits_for(table):
            if table.phase != "play" or who in ("dealer", "floorperson"):
                continue
            names = {one.command for one in legal(table, who)}
            for word, says, clauses in reasons(table, who, []):
                assert (says == "offered") == (DECISIONS[word][0].__name__ in names), (word, says)
                assert set(clauses) <= known
                assert says == "offered" or says.partition(" (")[0] in REASONS.values()
                told.add(says)
    assert "offered" in told
    assert "this hand may not be split" in told


def test_a_word_shows_the_clauses_in_full() -> None:
    walk = Walk(rules_of("maryland"), random.Random(11))
    while walk.table.phase != "play":
        walk.step(0.0)
    reason, clauses = reason_in_full(walk.table, walk.table.people[0].name, "spl")
    assert reason[0] == "split"
    assert clauses
    assert all(line.startswith("maryland ") and ": " in line for line in clauses)
    with pytest.raises(BadInput, match=r"\? explains hit, stand, double, split"):
        reason_in_full(walk.table, walk.table.people[0].name, "luck")
