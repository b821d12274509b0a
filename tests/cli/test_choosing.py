"""Which rules a command is asked about: abbreviations of settings, a submission in place of a book."""

import json
from pathlib import Path

import pytest

from cli.test_main import assert_one_line, run
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import SETTINGS, settings_of
from spanish21.notation import read


def settings_with(*arguments: str) -> dict[str, object]:
    """The settings that `rules` shows."""
    result = run("rules", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["books"][0]["settings"]
    return {name: setting["value"] for name, setting in found.items()}


@pytest.fixture
def submission(tmp_path: Path) -> str:
    file = str(tmp_path / "casino.toml")
    assert run("submission", "new", "uk-casino", "-o", file).exit_code == 0
    return file


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("h17=yes", "dealer_hits_soft_17", True),
        ("H17=no", "dealer_hits_soft_17", False),
        ("s17=yes", "dealer_hits_soft_17", False),
        ("s17=no", "dealer_hits_soft_17", True),
        ("das=no", "may_double_after_split", False),
        ("rsa=yes", "may_split_aces_again", True),
        ("ls=no", "may_surrender", False),
    ],
)
@pytest.mark.parametrize("book", ["maryland", "uk-casino"])
def test_the_usual_abbreviations_are_understood(book: str, typed: str, name: str, value: bool) -> None:
    assert name in SETTINGS
    have = settings_with(book)
    assert settings_with(book, "--what-if", typed) == have | {name: value}


def test_an_abbreviation_is_understood_by_set_and_in_a_round_as_well() -> None:
    assert settings_of(rules_of("maryland"))["may_double_after_split"]
    for typed in (("rules", "maryland", "--set", "das=no"), ("play", "maryland", "--set", "das=no")):
        refused = run(*typed)
        assert_one_line(refused)
        assert "may_double_after_split is false; the book sets it to true" in refused.stderr
    text = "book maryland\nwhat-if s17 no\nsit ann 1 500\nbet ann 1 10\ncards 7s 9d Kh Kc\nann stands\n"
    assert read(text).start.rules.dealer_hits_soft_17


def test_an_abbreviation_without_a_value_gets_an_example() -> None:
    refused = run("rules", "maryland", "--what-if", "h17")
    assert_one_line(refused)
    assert "such as h17=yes" in refused.stderr


def test_a_submission_names_its_book(submission: str) -> None:
    alone = run("sidebets", "--submission", submission, "--json")
    assert (alone.exit_code, alone.stderr) == (0, "")
    assert alone.stdout == run("sidebets", "uk-casino", "--submission", submission, "--json").stdout


@pytest.mark.parametrize("command", ["edge", "prices", "sidebets", "strategy", "simulate", "report"])
def test_without_a_book_and_a_submission_a_command_says_what_it_needs(command: str) -> None:
    refused = run(command)
    assert_one_line(refused)
    assert "name a BOOK, or give a submission with --submission FILE" in refused.stderr


@pytest.mark.parametrize("command", ["edge", "play", "rules", "deal", "clauses"])
def test_a_submission_in_place_of_a_book_is_recognised(command: str, submission: str) -> None:
    refused = run(command, submission)
    assert_one_line(refused)
    assert "is a Rules Submission for uk-casino, not a rulebook; give it with --submission" in refused.stderr
