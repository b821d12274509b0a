"""A visit that lasts: saved after every command, resumed as it was, and looked back on."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.cli.seat.visit_file import last_visit
from spanish21.game.evolve import replay
from spanish21.game.words import Shuffling
from spanish21.notation import read_all

every_book = pytest.mark.parametrize("book", BOOKS)


def play(*arguments: str, keys: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=keys)


def rounds(result: Result) -> list[tuple[int, int, list[str]]]:
    told: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    return [(one["round"], one["net"], one["dealer"]) for one in told if "round" in one]


@every_book
def test_a_visit_goes_on_in_mid_round_with_the_same_shoe(book: str, tmp_path: Path) -> None:
    """Cut in two at any line typed, a visit comes to the same rounds as in one piece."""
    keys = ["10", "", "h", "s", "n", "s", *["", "h", "s", "n", "s"] * 4]
    whole = rounds(play(book, "--seed", "3", "--json", keys="\n".join(keys)))
    assert len(whole) >= 4
    for cut in (2, 3, 9, 14):
        file = str(tmp_path / f"{cut}.jsonl")
        first = play(book, "--seed", "3", "--json", "--save", file, keys="\n".join(keys[:cut]) + "\n")
        second = play("--resume", file, "--json", keys="\n".join(keys[cut:]))
        assert second.exit_code == 0, second.stderr
        together = rounds(first) + rounds(second)
        if rules_of(book).shuffling == Shuffling.CONTINUOUS:  # each round has a shoe of its own
            together = together[: len(rounds(first)) + 1]
            assert together == whole[: len(together)]
            continue
        assert together[: len(whole)] == whole[: len(together)]
        assert len(together) >= len(whole) - 1


def test_chips_shoe_and_meters_are_the_same_after_a_resume(tmp_path: Path) -> None:
    file = str(tmp_path / "visit.jsonl")
    play("maryland", "--seed", "3", "--save", file, keys="10\nw\n\ns\n\n")
    before = replay(last_visit(file))
    assert before.meters
    play("--resume", file, keys="")
    after = replay(last_visit(file))
    assert (after.shoe, after.dealt, after.people, after.meters) == (
        before.shoe,
        before.dealt,
        before.people,
        before.meters,
    )


def test_saving_appends_and_destroys_nothing(tmp_path: Path) -> None:
    file = tmp_path / "visits.jsonl"
    play("maryland", "--seed", "3", "--save", str(file), keys="10\n\ns\n")
    first = file.read_bytes()
    play("uk-casino", "--seed", "4", "--save", str(file), keys="10\n\ns\n")
    assert file.read_bytes().startswith(first)
    assert replay(last_visit(str(file))).rules.book == "uk-casino"


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("milk\n")
    for option in ("--save", "--resume"):
        result = play(option, str(file))
        assert result.exit_code == 2
        assert "is not a saved visit" in result.stderr
        assert result.stderr.count("\n") == 1
    assert file.read_text() == "milk\n"


def test_a_line_that_a_crash_left_unfinished_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "visit.jsonl"
    play("maryland", "--seed", "3", "--save", str(file), keys="10\n\n")
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"type":"HandSt')
    result = play("--resume", str(file), keys="s\n")
    assert result.exit_code == 0, result.stderr
    assert "Round 1: " in result.stdout
    assert file.read_bytes().startswith(whole)
    replay(last_visit(str(file)))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--resume", "none.jsonl"], "there is no such file"),
        (["--resume", "a.jsonl", "--save", "b.jsonl"], "leave out --save"),
        (["--resume", "a.jsonl", "--decks", "8"], "leave the other out"),
        (["--save", "/nowhere/a.jsonl"], "cannot be written"),
        (["--rounds", "/nowhere/a.txt"], "cannot be written"),
    ],
)
def test_what_cannot_be_saved_or_resumed_is_told_in_a_line(arguments: list[str], says: str) -> None:
    result = play(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_another_book_is_not_resumed(tmp_path: Path) -> None:
    file = str(tmp_path / "visit.jsonl")
    play("maryland", "--save", file)
    assert "is a visit to maryland, not to uk-casino" in play("uk-casino", "--resume", file).stderr
    assert play("maryland", "--resume", file).exit_code == 0


def test_rounds_are_appended_to_a_file_in_the_notation(tmp_path: Path) -> None:
    file = tmp_path / "rounds.txt"
    for seed in ("4", "5"):
        play("maryland", "--seed", seed, "--rounds", str(file), keys="\ns\nn\ns\n" * 3)
    read = read_all(file.read_text("utf-8"), str(file))
    assert len(read) >= 4
    assert read[0].start.round_number == 0
    assert sum(one.start.round_number == 0 for one in read) == 2


def test_enter_repeats_every_box_with_its_side_wagers_and_the_sum_of_a_wager() -> None:
    shown = play("maryland", "--seed", "4", keys="10\n5\nm 5\nb 2 20\nm 10 2\n\n" + "s\n" * 6).stdout
    assert "On box 1: $15.00 + $5.00 match." in shown
    assert "On box 2: $20.00 + $10.00 match." in shown
    assert "[Enter] wager $15.00 + $5.00 match on box 1, $20.00 + $10.00 match on box 2" in " ".join(
        shown.split()
    )


def test_history_steps_back_through_rounds() -> None:
    keys = "\ns\nn\ns\n" * 6 + "t\nhistory\nhistory\nhistory 1\nhistory 99\nhistory x\n"
    shown = play("maryland", "--seed", "4", keys=keys).stdout
    over = [int(line.split()[1].rstrip(":")) for line in shown.splitlines() if line.startswith("  Round ")]
    last = max(over)
    assert over[-3:] == [last, last - 1, 1]
    assert "There is no such round." in shown
    assert "History takes the number of a round" in shown


def test_stats_count_rounds_hands_and_money() -> None:
    result = play("maryland", "--seed", "6", "--bankroll", "100", keys="10\nb 2 10\nb 3 10\n\n" + "s\n" * 3)
    assert "1 round, 3 hands: " in result.stdout
    assert "on original wagers of $30.00." in result.stdout


@pytest.mark.parametrize("word", ["q", "Q", "quit", "QUIT", "exit", "leave"])
def test_every_word_for_leaving_asks_in_mid_hand(word: str) -> None:
    stays = play("maryland", "--seed", "1", keys=f"10\n\n{word}\nn\ns\n").stdout
    assert "Leave anyway?" in " ".join(stays.split())
    assert "Round 1: " in stays
    assert play("maryland", "--seed", "1", keys=f"{word}\n10\n").stdout.endswith("You leave with $500.00.\n")


def test_chips_bought_in_mid_round_are_not_won() -> None:
    told = play("maryland", "--seed", "1", "--json", keys="10\n\n+ 100\nh\n").stdout.splitlines()
    (net,) = [json.loads(line)["net"] for line in told if '"round"' in line and '"net"' in line]
    assert net == -10_00
