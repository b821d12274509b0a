"""What a listener is told of an event: who, how much, which card, and by which clause."""

import random
from typing import Any

import pytest

from explore import Walk, some_rules
from scenes import Scene
from spanish21.books.citing import why_text
from spanish21.books.rulebook import BOOKS
from spanish21.books.submission import rules_of
from spanish21.game.seen import seen
from spanish21.server.table.event_text import _SENTENCES, _TELL, Citing, sentence

RULES = rules_of("maryland")
NAMES = {"p1": "Ann", "p2": "Bob"}


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            {"type": "WagerPlaced", "person": "p1", "amount": 1250, "box": 3, "kind": "main"},
            "Ann wagers 12.50 on box 3.",
        ),
        (
            {"type": "WagerPlaced", "person": "p3", "amount": 500, "box": 3, "kind": "match_down"},
            "p3 wagers 5.00 on box 3 (match down).",
        ),
        ({"type": "ConsentGiven", "by": "p2", "person": "p1"}, "Bob lets Ann wager on the box."),
        (
            {"type": "MeterMoved", "meter": "xtreme_second", "amount": 500_005},
            "The meter xtreme second shows 5000.05.",
        ),
        ({"type": "CardDealt", "box": 4, "card": "7s", "face_down": False, "announced": 0}, "Box 4: 7s."),
        (
            {"type": "CardDealt", "box": 0, "card": "7s", "face_down": False, "announced": 17},
            "The dealer: 7s, 17.",
        ),
        (
            {"type": "CardDealt", "box": 0, "card": "7s", "face_down": False, "announced": 0},
            "The dealer: 7s.",
        ),
        (
            {"type": "CardDealt", "box": 0, "card": "??", "face_down": True, "announced": 0},
            "The dealer takes a card face down.",
        ),
        ({"type": "ReaderAnswered", "blackjack": True}, "The card reader says: Blackjack."),
        ({"type": "ReaderAnswered", "blackjack": False}, "The card reader says: no Blackjack."),
        ({"type": "WagersClosed", "number": 2}, "No more wagers."),
        ({"type": "Nonsense"}, ""),
    ],
)
def test_an_event_in_words(event: dict[str, Any], says: str) -> None:
    assert sentence(event, NAMES, RULES) == says


@pytest.mark.parametrize(
    ("paid", "collected", "kind", "says"),
    [
        (750, 0, "main", "Ann: +7.50, "),
        (0, 500, "main", "Ann: −5.00, "),
        (0, 0, "main", "Ann: 0.00, "),
        (2000, 500, "match_down", "Ann (match down): +15.00, "),
    ],
)
def test_a_settlement_says_what_was_won_or_lost_and_why(
    paid: int, collected: int, kind: str, says: str
) -> None:
    why = "pays_five_card_21"
    event = {
        "type": "WagerSettled",
        "person": "p1",
        "paid": paid,
        "collected": collected,
        "kind": kind,
        "why": why,
    }
    told = sentence(event, NAMES, RULES)
    assert told.startswith(says)
    assert told.removeprefix(says) == f"{why_text(RULES, why)}."
    assert "3 to 2" in told


def test_a_bonus_says_all_that_was_paid_and_a_loss_all_that_was_collected() -> None:
    event = {"person": "p2", "kind": "super_bonus", "why": "pays_five_card_21"}
    assert sentence({**event, "type": "BonusPaid", "paid": 1000_00}, NAMES, RULES).startswith(
        "Bob (super bonus): +1000.00, "
    )
    lost = sentence({**event, "type": "WagerSettled", "kind": "main", "collected": 500}, NAMES, RULES)
    assert lost.startswith("Bob: −5.00, ")


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_happens_can_be_told_and_nothing_is_left_to_fill_in(book: str) -> None:
    chance = random.Random(3)
    walk = Walk(some_rules(book, chance), chance)
    for _ in range(400):
        walk.step(0.1)
    for event in walk.events:
        shown = seen(event, "")
        said = sentence(shown, {}, walk.table.rules)
        assert "{" not in said
        assert bool(said) == (shown["type"] in _SENTENCES or shown["type"] in _TELL)
        assert not said or said.endswith(".")


def test_clauses_are_those_of_the_payment_or_of_the_step() -> None:
    citing = Citing(RULES)
    scene = Scene("maryland").bet("ann", 10_00).deal("9c 6d Jh Qc 9d").says("ann", "stands").house()
    by_type = {type(event).__name__: citing.clauses(seen(event, "")) for event in scene.events}
    assert by_type["WagersClosed"]
    assert all(clause.startswith("maryland ") for clauses in by_type.values() for clause in clauses)
    settled = {"type": "WagerSettled", "why": "pays_five_card_21"}
    step = {"type": "CardDealt", "why": "pays_five_card_21"}
    assert citing.clauses(settled) == citing.clauses({"type": "BonusPaid", "why": "pays_five_card_21"})
    assert citing.clauses(settled) != citing.clauses(step) == by_type["CardDealt"]
