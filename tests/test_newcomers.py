"""What newcomers to the library try first works, or gets one line that says what would be right."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import spanish21
from display.public import priced, reported
from spanish21 import BadInput, Refused, Table, carry_out, commands, explain, legal, rules_of, view
from spanish21.analysis import best_chart, edge, prices, report_html, side_wagers
from spanish21.analysis.report.pricing import differences
from spanish21.dealer import seated
from spanish21.simulation import simulate

BOOK = "uk-casino"
RULES = rules_of(BOOK)

# -- a book's name in place of rules ---------------------------------------------------------------

TAKE_RULES: dict[str, Callable[[Any], Any]] = {
    "simulate": lambda rules: simulate(rules, "chart", 500).expected_value,
    "simulate at the table": lambda rules: simulate(rules, sensible, 20).won,
    "edge": lambda rules: edge(rules).expected_value,
    "best_chart": lambda rules: best_chart(rules).edge.expected_value,
    "prices": lambda rules: list(prices(rules)),
    "differences": lambda rules: list(differences(rules, rules_of("massachusetts"))),
    "side_wagers": lambda rules: list(side_wagers(rules)),
    "report_html": lambda rules: str(report_html(rules)),
    "new_table": lambda rules: spanish21.new_table(rules),
    "open_table": lambda rules: spanish21.open_table(rules, {"ann": 500_00}, random.Random(1)),
    "explain": lambda rules: explain(rules, "pays_blackjack"),
    "cite": lambda rules: spanish21.cite(rules, "pays_blackjack"),
}


def sensible(table: Table) -> str:
    """Answers in words."""
    if table.phase == "insurance":
        return "decline"
    seen = view(table, "player")
    may = {one.command for one in legal(table, "player")}
    hand = seen.boxes[0].hands[table.turn_hand]
    return "hit" if hand.total < 15 and "Draw" in may else "stand"


@pytest.mark.parametrize("name", sorted(TAKE_RULES.keys() - {"prices", "report_html"}))
def test_a_books_name_does_for_its_rules_where_rules_are_wanted(name: str) -> None:
    assert TAKE_RULES[name](BOOK) == TAKE_RULES[name](RULES)


def test_a_books_name_does_for_prices_and_a_report() -> None:
    assert {price.change for price in priced()} >= {"decks: 8", "most doubles: 3"}
    assert f"House edge</dt><dd>{edge(RULES).house_edge:.4%}" in reported()


def test_a_submission_and_a_book_do_too() -> None:
    sample = spanish21.sample_submission(BOOK)
    assert (
        edge(sample).expected_value == edge(spanish21.book(BOOK)).expected_value == edge(RULES).expected_value
    )


@pytest.mark.parametrize("name", TAKE_RULES)
def test_what_is_neither_rules_nor_a_book_gets_one_line(name: str) -> None:
    for wrong in (6, None, {"decks": 6}):
        with pytest.raises(BadInput, match=r"where Rules are wanted; rules_of\(BOOK\) makes them"):
            TAKE_RULES[name](wrong)
    with pytest.raises(BadInput, match="marylnd"):
        TAKE_RULES[name]("marylnd")


def test_what_if_says_how_to_make_rules_of_a_name() -> None:
    with pytest.raises(BadInput, match=r"^'maryland' where Rules are wanted; rules_of\(BOOK\) makes them$"):
        spanish21.what_if("maryland", decks=1)  # type: ignore[arg-type]


# -- a strategy that answers in words --------------------------------------------------------------


def test_a_strategy_may_answer_in_words() -> None:
    by_words = simulate(RULES, sensible, 300, seed=3)

    def by_commands(table: Table) -> spanish21.Command:
        word = sensible(table)
        if word == "decline":
            return commands.DeclineInsurance(by="player", box=1)
        return commands.Draw(by="player") if word == "hit" else commands.Stand(by="player")

    assert by_words == simulate(RULES, by_commands, 300, seed=3)


@pytest.mark.parametrize("word", ["stand", "hit", "draw", "double", "split", "surrender", "rescue"])
def test_every_option_has_its_word(word: str) -> None:
    """Each is taken when it can be; then the strategy goes on sensibly."""
    kinds = {"hit": "Draw", "draw": "Draw"}
    taken = 0

    def eager(table: Table) -> str:
        nonlocal taken
        if table.phase == "insurance":
            return "insure" if "Insure" in {one.command for one in legal(table, "player")} else "decline"
        may = {one.command for one in legal(table, "player")}
        hand = table.boxes[0].hands[table.turn_hand]
        if kinds.get(word, word.capitalize()) in may and (
            word != "rescue" or spanish21.hand_total(hand) < 17
        ):
            taken += 1
            return word
        if word == "rescue" and "Double" in may:
            return "double"
        return "stand"

    simulate(rules_of("maryland"), eager, 200, seed=5)
    assert taken


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("stay", "the strategy returned 'stay'; it must return a command, or one of stand, hit, double"),
        (0, "the strategy returned 0; it must return a command, or one of stand, hit, double"),
        (commands.Stand, "the strategy returned <class 'spanish21.game.commands.Stand'>; it must return"),
        ("rescue", "the strategy returned 'rescue', which is not allowed now; one of"),
        (None, "the table waits for player"),
    ],
)
def test_any_other_answer_gets_one_line_that_lists_what_would_do(said: Any, message: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(message)}") as error:
        simulate(RULES, lambda table: said, 50)
    assert "\n" not in str(error.value)


def test_insurance_is_answered_by_words_of_its_own() -> None:
    with pytest.raises(
        BadInput, match=r"^the strategy returned 'stand', which is not allowed now; one of.*decline"
    ):
        simulate(RULES, lambda table: "stand", 500)


def test_a_round_and_a_command_that_is_none_get_one_line() -> None:
    table, _ = spanish21.open_table(RULES, {"ann": 500_00}, random.Random(1))
    wager = commands.PlaceWager(by="ann", box=1, amount=10_00)
    message = r"^'stand' is not a command; a command is an instance such as commands\.Stand\(by=NAME\)$"
    with pytest.raises(BadInput, match=message):
        spanish21.play_round(table, [wager], lambda table: "stand")  # type: ignore[arg-type, return-value]
    with pytest.raises(BadInput, match=message):
        carry_out(table, "stand")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=message):
        spanish21.decide(table, "stand")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=message):
        spanish21.why_not(table, "ann", "stand")  # type: ignore[arg-type]


# -- a table that is not open ----------------------------------------------------------------------


def refused(table: Table) -> str:
    with pytest.raises(Refused) as error:
        carry_out(table, commands.PlaceWager(by="ann", box=1, amount=10_00))
    return str(error.value)


def test_a_table_that_is_not_open_says_what_it_waits_for() -> None:
    table, _ = seated(*spanish21.new_table(rules_of("maryland")), {"ann": 500_00, "bob": 500_00})
    said = {str(table.phase): refused(table)}
    chance = random.Random(1)
    while True:
        phase = table.phase
        table, _ = spanish21.run_house(table, chance, stop_at=lambda at, phase=phase: at.phase != phase)
        if table.phase == "wagers":
            break
        said.setdefault(str(table.phase), refused(table))
        if table.phase == "cut" and (who := spanish21.waits_for(table)[0]) != "dealer":
            assert refused(table) == "table not open: waits for a player to cut the cards or to decline"
            table = carry_out(table, commands.RefuseCut(by=who)).table
    assert said["closed"] == "table not open: waits for the opening"
    assert said["stack"] == "table not open: waits for the cards to be shuffled"
    assert set(said) >= {"closed", "spread", "stack", "cut", "cover", "load", "burn"}
    assert all(text.startswith("table not open: waits for ") for text in said.values())


def test_the_same_is_said_in_words_and_under_a_grey_button() -> None:
    table, _ = seated(*spanish21.new_table(rules_of("maryland")), {"ann": 500_00})
    why = spanish21.why_not(table, "ann", commands.PlaceWager)
    assert why is not None
    assert explain(table, why).startswith("the table is not open for wagers (waits for the opening) [")
