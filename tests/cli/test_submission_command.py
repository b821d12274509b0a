"""`submission`: from a template to a checked, priced and played table; every error at once; what differs."""

import json
import re
from importlib.resources import files
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from spanish21.books.meanings import _MEANINGS
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import submission_of
from spanish21.books.submissions.submission_problems import problems_with
from spanish21.books.submissions.submission_template import template_of
from spanish21.cli import main
from spanish21.game.rules import settings_of
from spanish21.game.side_wagers.registry import kinds

SUBMISSIONS = files("spanish21") / "rulebooks/submissions"
HARBOUR = Path(__file__).parents[1] / "own_books/harbour.toml"
every_book = pytest.mark.parametrize("book", BOOKS)


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def sample(book: str) -> str:
    return (SUBMISSIONS / f"{book}.toml").read_text("utf-8")


# -- new -------------------------------------------------------------------------------------------


@every_book
def test_from_new_to_a_checked_priced_and_played_table_in_three_commands(book: str, tmp_path: Path) -> None:
    file = str(tmp_path / "casino.toml")
    assert run("submission", "new", book, "-o", file).exit_code == 0
    checked = run("submission", "check", file)
    assert checked.exit_code == 0
    assert f"{file}: fits {book} (Your casino)" in checked.stdout
    assert re.search(r"main wager +best play +house edge +\d\.\d{4}%", checked.stdout)
    played = run("play", "--submission", file, stdin="q\n")
    assert played.exit_code == 0
    assert load_book(book).title in " ".join(played.stdout.split())


@every_book
def test_a_template_as_it_is_written_makes_the_usual_table(book: str) -> None:
    found = load_book(book)
    text = template_of(found, book)
    bare = f'book = "{book}"\noperator = "Your casino"\n'
    assert rules_of(book, submission_of(text, "new")) == rules_of(book, submission_of(bare, "bare"))


@every_book
def test_every_choice_of_a_template_stands_at_what_holds_without_it(book: str) -> None:
    found = load_book(book)
    text = template_of(found, book)
    uncommented = re.sub(r"^#(?=[^\s#])", "", text, flags=re.MULTILINE).replace('= ""', '= "C-1"')
    usual = settings_of(rules_of(book, submission_of(text, "new")))
    chosen = settings_of(rules_of(book, submission_of(uncommented, "new")))
    assert chosen == usual


@every_book
def test_with_every_side_wager_a_template_brings_its_meters_and_wheels(book: str) -> None:
    found = load_book(book)
    text = re.sub(r"^#(?=[^\s#])", "", template_of(found, book), flags=re.MULTILINE)
    wagers = [name for name in kinds() if f"{name}_offered" in found.bounds]
    text = re.sub(r"^offers = .*$", f"offers = {json.dumps(wagers)}", text, flags=re.MULTILINE)
    assert problems_with(text.replace('= ""', '= "C-1"'), "new") == []
    rules = rules_of(book, submission_of(text.replace('= ""', '= "C-1"'), "new"))
    assert all(rules.sides[name].offered for name in wagers)
    assert not rules.approvals_missing


@every_book
def test_a_template_has_every_open_choice_ruling_and_approval_with_its_clause(book: str) -> None:
    found = load_book(book)
    text = template_of(found, book)
    names = [name for name in found.bounds if not name.endswith("_offered")]
    names += [ruling.id for ruling in found.rulings]
    names += [office for clause in found.clauses for office in clause.office]
    for name in names:
        assert f"\n#{name} = " in text, name
        before = text[: text.index(f"\n#{name} = ")].rpartition("\n\n")[2].replace("\n# ", " ")
        clauses = found.cite(name)
        assert (clauses[0] in before) if clauses else "your own choice" in before
    for name in found.bounds:
        assert name.endswith("_offered") or name in _MEANINGS, name


def test_a_template_of_a_book_elsewhere_names_its_path(tmp_path: Path) -> None:
    file = tmp_path / "casino.toml"
    assert run("submission", "new", str(HARBOUR), "-o", str(file)).exit_code == 0
    checked = run("check", str(file))
    assert checked.exit_code == 0, checked.stderr
    assert "fits harbour" in checked.stdout


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "casino.toml"
    file.write_text("mine", "utf-8")
    result = run("submission", "new", "maryland", "-o", str(file))
    assert result.exit_code == 2
    assert result.stderr == f"spanish21: {file}: this file exists; choose another name\n"
    assert file.read_text("utf-8") == "mine"


# -- check -----------------------------------------------------------------------------------------

TEN_ERRORS = """\
book = "maryland"
operator = "Ten"
dress_code = "black tie"

[choose]
decks = 7
deks = 6
boxes = 12
table_minimum = 60_00
table_maximum = 50_00
may_surrender = false
offers = ["spin", "lottery", "bingo"]
spin_paytable = "B"

[meters.spin]
initial = 1_00
reset = 1_000_00
rate = [10, 0]

[wheels]
spin = [
  { symbol = "jackpot", weight = 0 },
  { symbol = "1000000", weight = 1 },  # { a comment }
  { symbol = "10", weight = 3, prize = 5 },
]

[rulings]
odd-money = "sideways"

[approvals]
layout = ""
haircut = "C-1"
"""
THEIR_LINES = [3, 6, 7, 8, 9, 11, 12, 12, 16, 18, 22, 23, 24, 28, 31, 32]


def test_a_file_with_many_errors_shows_all_of_them_in_its_order() -> None:
    result = run("check", "-", stdin=TEN_ERRORS)
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert [int(re.match(r"spanish21: -, line (\d+): ", line)[1]) for line in lines] == THEIR_LINES  # type: ignore[index]
    assert len(lines) > 10
    assert lines[1] == "spanish21: -, line 6: decks is 7; it must be one of 6, 8 (maryland 3.A)"
    assert '"lottery"' in lines[6]
    assert '"bingo"' in lines[7]


def test_errors_are_told_as_json_too() -> None:
    result = run("submission", "check", "-", "--json", stdin=TEN_ERRORS)
    assert result.exit_code == 2
    found = json.loads(result.stdout)
    assert found["fits"] is False
    assert [error["line"] for error in found["errors"]] == THEIR_LINES
    assert found["errors"][1]["place"] == "choose.decks"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('operator = "x"', ["book"]),
        ("", ["book"]),
        ('book = "vegas"\noperator = 3\n[rulings]\nodd-money = 3', ["book", "operator", "rulings.odd-money"]),
        (
            'book = "maryland"\n[choose]\noffers = 3\ndecks = "six"',
            ["choose.offers", "choose.decks", "operator"],
        ),
        ('book = "maryland"\noperator = "x"\n[choose]\nsmallest_chip = 30', ["choose.table_minimum"]),
        (
            'book = "players-edge"\noperator = "x"\n[choose]\noffers = ["monster"]\n[meters]\nmonster = 3',
            ["meters.monster"],
        ),
        (
            'book = "maryland"\noperator = "x"\n[choose]\noffers = ["spin"]\n[wheels]\nspin = {}',
            ["wheels.spin"],
        ),
        ('book = "maryland"\noperator = "x"\n[choose]\nspin_paytable = ["B", "X", "Y"]', ["X", "Y"]),
        ('book = "maryland"\noperator = "x"\n[wheels]\nfortune = []', ["wheels.fortune"]),
        (
            'book = "maryland"\noperator = "x"\n[choose]\noffers = ["xtreme"]',
            ["wheels.xtreme", "wheels.xtreme_community", "meters.xtreme", "meters.xtreme_secondary"],
        ),
    ],
)
def test_one_error_neither_hides_another_nor_brings_one_with_it(text: str, places: list[str]) -> None:
    found = [
        problem.place.removeprefix("choose.spin_paytable.") for problem in problems_with(text, "casino.toml")
    ]
    assert found == places


def test_a_name_in_quotation_marks_is_found_in_its_line() -> None:
    text = template_of(load_book("maryland"), "maryland").replace("#boxes = 7", '"boxes" = 9')
    (problem,) = problems_with(text.replace('= ""', '= "C-1"'), "casino.toml")
    (line,) = (at for at, one in enumerate(text.splitlines(), start=1) if one.startswith('"boxes"'))
    assert (problem.place, problem.line) == ("choose.boxes", line)


def test_the_first_refusal_of_a_table_is_among_the_errors_of_the_check() -> None:
    from spanish21.errors import BadRules

    with pytest.raises(BadRules) as refused:
        rules_of("maryland", submission_of(TEN_ERRORS.replace('dress_code = "black tie"', ""), "casino.toml"))
    says = [problem.says for problem in problems_with(TEN_ERRORS, "casino.toml")]
    assert str(refused.value).removeprefix("casino.toml: ") in says


def test_a_main_wager_that_favours_the_player_is_a_warning_in_words() -> None:
    from spanish21.cli.commands.check_command import check_lines, checked
    from spanish21.game.rules import what_if

    submission = submission_of(sample("maryland"), "casino.toml")
    rules = what_if(rules_of("maryland", submission), pays_blackjack=[2, 1])
    found = checked("casino.toml", submission, rules)
    assert found["house_edge"] < 0
    shown = click.unstyle("\n".join(check_lines(found, rules)))
    assert "warning: the main wager favours the player by" in shown


# -- diff ------------------------------------------------------------------------------------------


def test_two_submissions_differ_in_words_clauses_and_basis_points(tmp_path: Path) -> None:
    text = (
        sample("maryland").replace("decks = 6", "decks = 8").replace('odd-money = "up"', 'odd-money = "down"')
    )
    text = text.replace("weight = 560", "weight = 500").replace("reset = 10_000_00", "reset = 20_000_00")
    file = tmp_path / "other.toml"
    file.write_text(text.replace('"SAMPLE-2026-001"', '"C-1"'), "utf-8")
    found = json.loads(run("submission", "diff", "maryland", str(file), "--json").stdout)
    rows = {row["setting"]: row for row in found["settings"]}
    assert rows.keys() == {"decks", "odd_money", "match_pays"}
    assert (rows["decks"]["a"], rows["decks"]["b"], rows["decks"]["clauses"]) == ("6", "8", ["3.A"])
    edge = found["house_edge"]
    assert rows["decks"]["basis_points"] == pytest.approx((edge["a"] - edge["b"]) * 10_000)
    assert rows["odd_money"]["basis_points"] < 0
    assert [row["part"] for row in found["parts"]] == [
        "meter xtreme, reset",
        "spin wheel of B, 10",
        "spin wheel of B, all stops",
    ]
    assert found["approvals"] == [{"approval": "layout", "a": "SAMPLE-2026-001", "b": "C-1"}]
    shown = run("submission", "diff", "maryland", str(file)).stdout
    assert re.search(r"^ +-\d\.\d\d  decks +6 +→  8 +3\.A$", shown, re.MULTILINE)
    assert "ruling odd-money" in shown
    assert re.search(r"main wager +0\.3894% +→ +0\.\d{4}%  -\d\.\d\d basis points", shown)


def test_a_submission_does_not_differ_from_itself(tmp_path: Path) -> None:
    assert "the two make the same table" in run("submission", "diff", "uk-casino", "uk-casino").stdout


def test_two_books_are_compared_with_the_clauses_of_both() -> None:
    found = json.loads(run("submission", "diff", "maryland", "uk-casino", "--json").stdout)
    rows = {row["setting"]: row for row in found["settings"]}
    assert rows["most_hands"]["clauses"] == ["maryland 11.D", "uk-casino G18"]
    assert found["equipment"]["only_in_b"] == ["limits_sign"]
