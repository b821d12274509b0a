"""Rounds written down: the cards and decisions are those of the kernel's plain twin, and of the money."""

import json
from pathlib import Path
from typing import Any

import pytest

from simulation.charts import busy_chart, odd_composition
from simulation.plain_rounds import PlainHand, play_round_plain
from simulation.test_in_step import COUNT
from simulation.test_kernel import BOOKS, VARIANTS
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import CARD_TEXT, text_of
from spanish21.game.rules import Rules, what_if
from spanish21.simulation import simulate
from spanish21.simulation.plan.streams import shuffled_shoe

LAST = {"busted": ("hit", "double"), "surrendered": ("surrender",), "rescued": ("rescue",)}
ENDS = {"stood": "stand", "surrendered": "surrender", "rescued": "rescue"}


def rows_of(path: Path, rules: Rules, strategy: Any, rounds: int, **options: Any) -> list[dict[str, Any]]:
    simulate(rules, strategy, rounds, rounds_out=path / "rounds.jsonl", seed=4, **options)
    return [json.loads(line) for line in (path / "rounds.jsonl").read_text().splitlines()]


def check_against_twin(rules: Rules, strategy: Any, rows: list[dict[str, Any]], boxes: int) -> int:
    """How many rounds the plain twin plays with the same cards and to the same ends."""
    compared = 0
    for place in range(0, len(rows), boxes):
        first = rows[place]
        cards = shuffled_shoe(rules.decks, 4, first["shoe"]).tolist()[first["first_card"] :]
        try:
            twin = play_round_plain(rules, strategy, cards, [500] * boxes)
        except StopIteration:
            continue  # the twin does not shuffle the discards
        compared += 1
        for row, hands in zip(rows[place : place + boxes], twin.boxes, strict=True):
            assert row["dealer"] == text_of(twin.dealer)
            assert row["cards"] == " / ".join(text_of(hand.cards) for hand in hands)
            for decided, hand in zip(row["decisions"].split(" / "), hands, strict=True):
                check_hand(decided.split(), hand)
    return compared


def check_hand(decided: list[str], hand: PlainHand) -> None:
    assert decided.count("double") == hand.doubles
    assert decided.count("hit") + decided.count("double") == len(hand.cards) - 2
    if hand.state in ENDS:
        assert decided[-1] == ENDS[hand.state]
    elif hand.state == "busted":
        assert decided[-1] in ("hit", "double")
    else:
        assert decided == []  # a Blackjack, or the dealer's was seen first


@pytest.mark.parametrize("strategy", [busy_chart(), odd_composition()], ids=["chart", "composition"])
@pytest.mark.parametrize("book", BOOKS)
def test_cards_and_decisions_are_those_of_the_plain_twin(book: str, strategy: Any, tmp_path: Path) -> None:
    rules = rules_of(book)
    rows = rows_of(tmp_path, rules, strategy, 400, boxes=3)
    assert check_against_twin(rules, strategy, rows, 3) == 400
    assert any("split" in row["decisions"] for row in rows)


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_and_decisions_outside_the_books(variant: str, tmp_path: Path) -> None:
    rules = what_if(rules_of("maryland"), **VARIANTS[variant])
    rows = rows_of(tmp_path, rules, odd_composition(), 300)
    assert check_against_twin(rules, odd_composition(), rows, 1) > 250


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("maryland", {"count": COUNT, "boxes": 2}),
        ("uk-casino", {"count": COUNT, "boxes": 3}),
        ("massachusetts", {"boxes": 7, "penetration": 0.95}),
    ],
)
def test_hands_decisions_and_money_agree(book: str, options: dict[str, Any], tmp_path: Path) -> None:
    """With a count, and where rounds go on with the shuffled discards, which the twin does not play."""
    rules = what_if(rules_of(book), decks=1) if "penetration" in options else rules_of(book)
    rows = rows_of(tmp_path, rules, busy_chart(), 1500, **options)
    size = 48 * rules.decks
    over = 0
    for row in rows:
        hands, decided = row["cards"].split(" / "), row["decisions"].split(" / ")
        assert len(hands) == len(decided) == row["hands"]
        assert row["put_down"] == row["wager"] * sum(2 ** one.split().count("double") for one in decided)
        assert row["dealer"].startswith(f"{row['up']} {row['hole']}".strip())
        over += row["first_card"] + sum(len(hand.split()) for hand in hands) > size
        if row["hands"] == 1 and row["result"] in LAST:
            assert decided[0].split()[-1] in LAST[row["result"]]
    assert (over > 0) == ("penetration" in options)


def test_an_index_is_followed_by_the_count_when_the_turn_begins(tmp_path: Path) -> None:
    """COUNT stands with 16 against a ten-value card from a true count of 0 on."""
    found = set()
    for row in rows_of(tmp_path, rules_of("maryland"), busy_chart(), 6000, count=COUNT):
        first, second = row["cards"].split()[:2]
        if row["up"][0] in "JQK" and {first[0], second[0]} == {"9", "7"} and row["decisions"]:
            shoe = [CARD_TEXT[one] for one in shuffled_shoe(6, 4, row["shoe"]).tolist()]
            place = row["first_card"] + 4
            count = sum(COUNT.tags.get(text[0], 0) for text in shoe[1 : place - 1])
            stands = count * 48 // (len(shoe) - place) >= 0
            assert row["decisions"].startswith("stand") == stands
            found.add(stands)
    assert found == {False, True}
