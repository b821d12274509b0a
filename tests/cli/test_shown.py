"""Every card that decides about money is seen before the money moves, by people and by programs."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from spanish21.books.rulebook import BOOKS, RULEBOOKS
from spanish21.cli import main

KEYS = {
    "draws": "\nh\nh\nn\nh\ns\n",
    "stands": "\ns\nn\ns\n",
    "doubles": "\nd\ns\nn\nx\ns\n",
    "splits": "\np\nh\ns\ns\ns\nn\n",
    "three boxes": "10\nb 2 10\nb 3 10\n\nh\ns\ns\ns\nn\nn\nn\n",
}


def visit(book: str, seed: int, keys: str) -> list[dict[str, Any]]:
    arguments = ["play", book, "--json", "--seed", str(seed), "--people", "2"]
    result = CliRunner().invoke(main, arguments, input=keys)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def hand_of(seen: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    (box,) = [box for box in seen["boxes"] if box["number"] == event["box"]]
    return dict(box["hands"][event["hand"]])


def check(seen: dict[str, Any], event: dict[str, Any]) -> None:
    """The cards that were seen last must be those that the result speaks of."""
    hand, why = hand_of(seen, event), event["why"]
    dealer = seen["dealer_total"] if "??" not in seen["dealer"] else 0
    long = {"pays_five_card_21": 5, "pays_six_card_21": 6}
    if why == "bust":
        assert hand["total"] > 21
    elif why == "pays_blackjack":
        assert hand["state"] == "blackjack"
    elif why in long:
        assert (hand["total"], len(hand["cards"])) == (21, long[why])
    elif why.startswith(("pays_678", "pays_777")):
        assert sorted(card[0] for card in hand["cards"]) == list(why[5:8])
    elif why == "dealer_higher":
        assert hand["total"] < dealer <= 21
    elif why == "tie":
        assert hand["total"] == dealer
    elif why == "dealer_blackjack":
        assert dealer == 21
        assert len(seen["dealer"]) == 2
    elif why == "pays_win":
        assert hand["total"] <= 21
        assert hand["total"] == 21 or dealer > 21 or 0 < dealer < hand["total"]


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("book", BOOKS)
def test_the_cards_are_seen_before_the_money_moves(book: str, keys: str) -> None:
    checked = 0
    for seed in range(6):
        seen: dict[str, Any] = {}
        for told in visit(book, seed, KEYS[keys] * 20):
            seen = told.get("shown") or told.get("view") or seen
            event = told.get("event", {})
            if event.get("type") == "WagerSettled" and event["kind"] == "main":
                check(seen, event)
                checked += 1
    assert checked > 50


@pytest.mark.parametrize("book", RULEBOOKS)
def test_the_dealers_final_hand_is_told_to_a_program(book: str) -> None:
    ends = [told for told in visit(book, 3, KEYS["stands"] * 10) if "round" in told]
    assert len(ends) > 5
    for told in ends:
        assert len(told["dealer"]) >= 1
        if "??" not in told["dealer"] and len(told["dealer"]) > 1:
            assert told["dealer_total"] >= 2
    assert any(17 <= told["dealer_total"] <= 21 for told in ends)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_people_see_the_last_card_of_a_bust_before_the_loss(book: str) -> None:
    shown = CliRunner().invoke(main, ["play", book, "--seed", "1"], input="10\n\nh\n").stdout
    assert shown.index("over 21\n") < shown.index(": over 21 [")
