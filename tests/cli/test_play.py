"""A seat in the terminal: keys, refusals with their clauses, results with theirs, a balance, a clean end."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from explore import Walk
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.cli.seat.keys import PLAIN, SIDES, WORDS, typed
from spanish21.cli.seat.menu import menu, menu_of_more
from spanish21.dealer import open_table
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.notation import read_all

every_book = pytest.mark.parametrize("book", BOOKS)


def play(*arguments: str, keys: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=keys)


def told(*arguments: str, keys: str) -> list[dict[str, Any]]:
    """What a program is told: the JSON objects of a visit."""
    result = play("--json", *arguments, keys=keys)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@every_book
def test_a_visit_ends_cleanly_with_the_input(book: str) -> None:
    result = play(book, "--seed", "1")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "You leave with" in result.stdout


@every_book
def test_rounds_are_played_with_keys(book: str) -> None:
    result = play(book, "--seed", "4", "--people", "2", keys="\ns\nn\ns\n" * 12)
    assert result.exit_code == 0
    assert "Round 3" in result.stdout
    assert f"[{book} " in result.stdout


def test_the_same_seed_and_keys_give_the_same_visit() -> None:
    keys = "10\nm 5\n\nh\ns\ns\n\ns\n"
    assert play("--seed", "9", keys=keys).stdout == play("--seed", "9", keys=keys).stdout
    assert play("--seed", "9", keys=keys).stdout != play("--seed", "10", keys=keys).stdout


def test_without_a_terminal_there_are_no_colours() -> None:
    assert "\x1b" not in play("--seed", "4", keys="\ns\n").stdout


def test_colours_on_a_terminal_and_none_where_they_are_not_wanted() -> None:
    assert "\x1b[31m" in CliRunner().invoke(main, ["play", "--seed", "4"], input="\ns\n", color=True).stdout
    plain = CliRunner(env={"NO_COLOR": "1"}).invoke(main, ["play", "--seed", "4"], input="\ns\n", color=True)
    assert "\x1b" not in plain.stdout


def test_the_keys_shown_are_exactly_what_is_legal() -> None:
    """Every key of the menu is accepted as a command; the others of a decision are refused."""
    for one in told("maryland", "--seed", "12", keys="\n" + "h\n" * 3):
        names = {may["command"] for may in one.get("legal", [])}
        if "Stand" in names:
            assert {"Draw", "Stand"} <= names
            return
    pytest.fail("no decision came up")


def test_a_refusal_names_its_clause() -> None:
    result = play("maryland", "--seed", "4", keys="3\nm 5\n10\ne 4\nk 5\n")
    assert "No: the wager is below the minimum (at least $5.00)" in result.stdout
    assert "Kept for box 1: Match the Dealer for $5.00." in result.stdout
    assert "No: that side wager must be for another amount" in result.stdout
    assert "No: that side wager is not offered at this table [maryland 6.G" in result.stdout


def test_a_decision_that_the_book_does_not_have_is_refused_with_its_clause() -> None:
    objects = told("maryland", "--seed", "4", keys="\np\nq\n")
    (refused,) = [one for one in objects if "refused" in one]
    assert refused["refused"] == "no_split"
    assert "11.A" in refused["clauses"]


def test_a_result_says_what_was_paid_and_why() -> None:
    objects = told("maryland", "--seed", "3", "--people", "1", keys="10\nm 5\n\ns\n")
    paid = [one for one in objects if "event" in one]
    match = next(one for one in paid if one["event"]["kind"] == "match")
    assert match["event"]["paid"] == 45_00
    assert match["says"] == "a suited match pays 9 to 1"
    assert match["clauses"] == ["12.A(4)(a)(i)"]


def test_the_balance_runs() -> None:
    objects = told("uk-casino", "--seed", "5", "--bankroll", "100.00", keys="\ns\nn\ns\n" * 10)
    balance = 100_00
    rounds = [one for one in objects if "net" in one]
    assert len(rounds) >= 3
    for one in rounds:
        balance += one["net"]
        assert one["balance"] == balance


def test_why_is_told_on_request() -> None:
    result = play("maryland", "--seed", "4", keys="\ns\n?\n")
    assert "[maryland 7.O(2)]" in result.stdout
    before = play("maryland", "--seed", "4", keys="\n?\n? surrender\ns\n").stdout
    assert "surrender: offered [maryland 9.A" in before
    assert "\n    maryland 9.A: " in before


def test_no_hidden_card_is_told() -> None:
    for one in told("maryland", "--seed", "4", keys="\nh\ns\n"):
        seen = one.get("view")
        if seen and seen["phase"] == "play":
            assert seen["dealer"][1:] == ["??"]


def test_rounds_are_saved_in_the_notation(tmp_path: Path) -> None:
    file = tmp_path / "rounds.txt"
    result = play("maryland", "--seed", "4", "--people", "1", "--rounds", str(file), keys="\ns\n" * 4 + "\n")
    assert result.exit_code == 0
    rounds = read_all(file.read_text("utf-8"), str(file))
    assert len(rounds) >= 4
    assert all(played.is_over for played in rounds[:-1])
    assert rounds[0].start.people[0].name == "you"
    again = CliRunner().invoke(main, ["settle", str(file)])
    assert again.exit_code == 0, again.stderr


def test_a_submission_and_choices_are_played(tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "src/spanish21/rulebooks/submissions/uk-casino.toml"
    file = tmp_path / "casino.toml"
    file.write_text(
        sample.read_text("utf-8").replace("table_minimum = 5_00", "table_minimum = 10_00"), "utf-8"
    )
    result = play("--submission", str(file), "--set", "decks=8", keys="5\n")
    assert "8 decks · £10.00 to £5000.00" in " ".join(result.stdout.split())
    assert "No: the wager is below the minimum (at least £10.00)" in result.stdout


def test_chips_are_bought_and_wagers_taken_back() -> None:
    result = play("maryland", "--seed", "4", keys="+ 100\n50\nt\nq\n")
    assert "You leave with $600.00." in result.stdout


def test_who_leaves_takes_back_what_is_not_yet_locked() -> None:
    assert "You leave with $500.00." in play("maryland", "--seed", "4", keys="50\nm 5\nq\n").stdout
    locked = play("maryland", "--seed", "4", keys="50\n\nq\ny\n").stdout
    assert "Your wagers stay on the layout" in locked
    assert "You leave with $450.00." in locked


def test_a_person_may_play_two_boxes() -> None:
    result = play("maryland", "--seed", "4", keys="10\nb 2 10\n\ns\ns\n")
    assert "box 1   you" in result.stdout
    assert "box 2   you" in result.stdout
    assert "box 1> s" in result.stdout
    assert "box 2> s" in result.stdout


@pytest.mark.parametrize(
    "key", [*PLAIN, *SIDES, *WORDS, "d", "i", "y", "n", "first", "c 99", "b 2 5", "t", "+ 5", "l ann"]
)
def test_every_key_is_a_command_or_told_to_be_none(key: str) -> None:
    table, _ = open_table(rules_of("maryland"), {"you": 500_00}, random.Random(1))
    try:
        assert isinstance(typed(key, table, "you"), cmd.Command)
    except BadInput as error:
        problem = str(error)
        assert "\n" not in problem


def test_a_menu_shows_the_most_wanted_first() -> None:
    table, _ = open_table(rules_of("players-edge"), {"you": 500_00}, random.Random(1))
    items = menu(table, "you", legal(table, "you"), "$5.00")
    assert items == ["[Enter] wager $5.00", "[AMOUNT] wager $5.00–$500.00"]
    assert "[b BOX AMOUNT] wager on another box" in menu_of_more(table, "you", legal(table, "you"))


@every_book
def test_a_menu_has_a_key_for_everything_legal_and_for_nothing_else(book: str) -> None:
    """Whatever is legal for a person is in one of the two menus; a menu of nothing legal is empty."""
    walk = Walk(rules_of(book), random.Random(7))
    for _ in range(1_500):
        walk.step(0.2)
        for person in walk.table.people:
            for one in legal(walk.table, person.name):
                shown = menu(walk.table, person.name, [one], "") + menu_of_more(
                    walk.table, person.name, [one]
                )
                assert any(item.startswith("[") or item.endswith("is asked next") for item in shown), one
            none = menu(walk.table, person.name, [], "") + menu_of_more(walk.table, person.name, [])
            assert all(item.startswith("[Enter] ") for item in none)


KEYS = st.one_of(
    st.sampled_from(
        ["", "h", "s", "d", "p", "r", "x", "i", "n", "y", "?", "10", "m 5", "w", "e", "k 1", "o", "b 2 5"]
    ),
    st.sampled_from(["more", "? double", "?", "history", "history 1", "rules", "help", "fold"]),
    st.sampled_from(
        ["t", "t 1 match", "+ 10", "c 50", "u", "j", "5.00", "0", "-1", "b 99 5", "d 0.01", "first", "  "]
    ),
    st.text(max_size=10).filter(lambda text: "q" not in text),
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOOKS), st.lists(KEYS, max_size=40), st.integers(0, 10**6), st.booleans())
def test_any_keys_are_answered(book: str, keys: list[str], seed: int, as_json: bool) -> None:
    arguments = [book, "--seed", str(seed), "--people", str(seed % 3), *(["--json"] if as_json else [])]
    result = play(*arguments, keys="\n".join(keys))
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    if as_json:
        for line in result.stdout.splitlines():
            json.loads(line)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(BOOKS), st.lists(KEYS, max_size=40), st.integers(0, 10**6))
def test_no_line_is_wider_than_a_narrow_screen(book: str, keys: list[str], seed: int) -> None:
    typed_lines = "\n".join(key for key in keys if key.isascii())
    arguments = ["play", book, "--seed", str(seed), "--people", str(seed % 3)]
    shown = CliRunner(env={"COLUMNS": "40"}).invoke(main, arguments, input=typed_lines).stdout
    for line in shown.splitlines():
        assert len(line) <= 40 or "> " in line, line


def test_the_procedure_is_shown_step_by_step_with_its_clauses() -> None:
    shown = " ".join(play("massachusetts", "--procedure", "--seed", "3", keys="\n\ns\n").stdout.split())
    for step in (
        "dealer: Inspect the cards for defects. [massachusetts 3(a)]",
        "dealer: Deal a card face up to box 1: draw it with your left hand, turn it up and place it with "
        "your right. [massachusetts 7(b), ",
        "dealer: Pick the cards up from your right to your left",
    ):
        assert step in shown
    assert "dealer: " not in play("massachusetts", "--seed", "3", keys="\n\ns\n").stdout


@every_book
def test_the_procedure_changes_nothing_and_a_program_is_told_it_too(book: str) -> None:
    documents = told(book, "--procedure", "--seed", "5", "--people", "2", keys="\n\ns\ns\n\ns\ns\n" * 4)
    prompts = [one["prompt"] for one in documents if "prompt" in one]
    assert {one["to"] for one in prompts} == {"dealer", "floorperson"}
    assert any(one["says"].startswith("Deal a card face up to box 2") for one in prompts)
    assert any("round" in one for one in documents)


def test_enter_wagers_the_minimum_in_chips() -> None:
    outside = ["--what-if", "table_minimum=33.33", "--what-if", "smallest_chip=5"]
    result = CliRunner().invoke(main, ["play", "maryland", *outside, "--seed", "3"], input="\nq\n")
    assert "[Enter] wager $35.00" in result.output
    assert "box 1   you" in result.output
