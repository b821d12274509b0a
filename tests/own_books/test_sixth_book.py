"""A sixth book, outside the package: played, checked, priced and simulated like the five."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from explore import Walk
from scenes import Scene
from spanish21.books.citing import refusal_text
from spanish21.books.rulebook import BOOKS, GUIDED_BOOKS, RULEBOOKS, load_book
from spanish21.books.submissions.submission import check_submission, rules_of
from spanish21.books.submissions.submission_file import load_submission
from spanish21.cli import main
from spanish21.errors import BadInput, BadRules
from spanish21.game import commands as cmd
from spanish21.game.evolve import replay
from spanish21.notation import Recorder, read_all, write_all

HERE = Path(__file__).parent
HARBOUR = str(HERE / "harbour.toml")


def run(*words: str, keys: str = "") -> Result:
    result = CliRunner().invoke(main, list(words), input=keys)
    assert result.exit_code == 0, result.stderr
    return result


def told(*words: str) -> dict[str, Any]:
    found = json.loads(run(*words, "--json").stdout)
    assert isinstance(found, dict)
    return found


def refused(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    return str(result.stderr).strip()


# -- played ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("real", [False, True])
def test_any_walk_through_its_game_keeps_the_laws(real: bool) -> None:
    walk = Walk(rules_of(HARBOUR), random.Random(21), real)
    for _ in range(2_000):
        walk.step()
        walk.check()
    assert walk.rounds > 3
    assert replay(walk.events) == walk.table


def test_its_payments_and_refusals_cite_its_own_clauses() -> None:
    scene = Scene(HARBOUR).bet("ann", 10_00).bet("ann", 5_00, "match").deal("6h 9h 7d Kc 8s")
    assert scene.settled("match")[0].why == "match_lost"
    assert scene.refused(cmd.Rescue(by="ann")) == "rescue_not_offered"
    scene.says("ann", "draws")
    (paid,) = scene.settled("main")
    assert (paid.why, paid.paid) == ("pays_678_mixed", 15_00)
    assert load_book("harbour").cite("pays_678_mixed") == ("8",)
    with pytest.raises(Exception, match="below") as error:
        scene.bet("ann", 1_00)
    assert refusal_text(scene.rules, error.value).endswith("[harbour 3]")  # type: ignore[arg-type]


def test_a_seat_at_its_table() -> None:
    played = run("play", HARBOUR, "--seed", "7", keys="\ns\n\ns\nq\n")
    assert "Harbour Spanish 21" in played.stdout
    assert "[harbour 7" in played.stdout


def test_its_rounds_are_written_with_its_path_and_read_back(tmp_path: Path) -> None:
    saved = tmp_path / "rounds.txt"
    run("play", HARBOUR, "--seed", "7", "--rounds", str(saved), keys="\ns\n\ns\nq\n")
    text = saved.read_text("utf-8")
    assert text.startswith(f"book {HARBOUR}\n")
    assert write_all(read_all(text)) == text
    assert run("settle", str(saved)).stdout.count("harbour, round") == text.count("book ")


def test_a_round_of_another_book_is_settled_by_its_rules() -> None:
    file = str(HERE.parent / "rounds" / "maryland-six-seven-eight-of-spades.txt")
    assert "[harbour 8]" in run("settle", file, "--book", HARBOUR).stdout


# -- checked ---------------------------------------------------------------------------------------


def test_a_submission_names_it_by_a_path_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "operators").mkdir()
    (tmp_path / "harbour.toml").write_text(Path(HARBOUR).read_text("utf-8"), "utf-8")
    file = tmp_path / "operators" / "pier.toml"
    text = 'book = "../harbour.toml"\noperator = "Pier"\napprovals.limits = "7"\n'
    file.write_text(f"{text}[choose]\ndecks = 4\noffers = []\n", "utf-8")
    submission = load_submission(file)
    assert submission.book == "harbour"
    assert check_submission(submission) == []
    assert rules_of("harbour", submission).decks == 4
    assert f"{file}: fits harbour (Pier)" in run("check", str(file), "--for-money").stdout
    assert told("rules", "--submission", str(file))["books"][0]["book"] == "harbour"
    file.write_text('book = "../harbour.toml"\noperator = "Pier"\n[choose]\ndecks = 8\n', "utf-8")
    assert refused("check", str(file)).endswith("decks is 8; it must be one of 2, 4, 6 (harbour 1)")
    file.write_text('book = "nowhere.toml"\noperator = "Pier"\n', "utf-8")
    assert refused("check", str(file)).endswith("nowhere.toml: cannot be read: No such file or directory")


def test_a_sample_submission_beside_it_is_used(tmp_path: Path) -> None:
    (tmp_path / "submissions").mkdir()
    path = tmp_path / "quay.toml"
    path.write_text(Path(HARBOUR).read_text("utf-8").replace('"harbour"', '"quay"'), "utf-8")
    assert rules_of(path).decks == 2
    sample = tmp_path / "submissions" / "quay.toml"
    sample.write_text('book = "quay"\noperator = "Quay"\n[choose]\ndecks = 6\n', "utf-8")
    assert rules_of(path).decks == 6


def test_its_clauses_and_settings_are_listed() -> None:
    assert "harbour 8  sets · claimed · no test" in run("clauses", HARBOUR).stdout
    compared = run("rules", "maryland", HARBOUR, "--differences").stdout
    assert "hearts" in compared
    assert "≠" in compared


# -- priced and simulated --------------------------------------------------------------------------


def test_its_price_is_found_and_a_simulation_agrees() -> None:
    pytest.importorskip("numba")
    priced = told("edge", HARBOUR)
    fresh = ("--strategy", "optimal", "--penetration", "0", "--rounds", "400000", "--seed", "7")
    simulated = told("simulate", HARBOUR, *fresh)
    assert priced["book"] == simulated["book"] == "harbour"
    difference = simulated["expected_value"] + priced["house_edge"]
    assert abs(difference) < 4 * simulated["standard_error"]
    assert 0.0 < priced["house_edge"] < 0.02


def test_its_side_wager_and_its_rules_have_prices() -> None:
    pytest.importorskip("numba")
    rows = json.loads(run("sidebets", HARBOUR, "--json").stdout)
    assert {"match", "insurance"} <= {row["name"] for row in rows}
    changes = told("prices", HARBOUR)["prices"]
    assert any(row["clauses"] == ["6"] for row in changes)
    assert told("prices", "maryland", "--against", HARBOUR)["prices"]


def test_its_report_is_written(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    out = tmp_path / "harbour.html"
    run("report", HARBOUR, "-o", str(out))
    assert "Harbour Spanish 21" in out.read_text("utf-8")


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"harbour"', '"maryland"', "maryland comes with the package; give this book another name"),
        ('"harbour"', '"My Book"', "book is 'My Book'; a name has small letters, digits and hyphens"),
        ("decks = [2, 4, 6]", "decks = [2, 4]", "another book named harbour was read from"),
        ('on = ["EquipmentChecked"]', 'on = ["Tea"]', "there is no reason, event or result 'Tea'"),
        ('on = ["EquipmentChecked"]', 'on = ["no_split"]', "silent on no_split, but clause 5 speaks of it"),
        ('on = ["EquipmentChecked"]', 'on = ["TimeTold", "TimeTold"]', "silent on TimeTold: appears twice"),
        ("may_rescue = false\n", "", "settings without a source: may_rescue"),
        ("[house]", "[house", "this is not TOML"),
    ],
)
def test_a_book_that_cannot_be_is_refused_in_a_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    load_book(HARBOUR)
    text = Path(HARBOUR).read_text("utf-8")
    assert old in text
    file = tmp_path / "book.toml"
    file.write_text(text.replace(old, new), "utf-8")
    line = refused("rules", str(file))
    assert line.startswith(f"spanish21: {file}: ")
    assert said in line


def test_a_file_that_is_not_there_and_a_name_that_nobody_knows() -> None:
    assert refused("edge", "nowhere.toml").endswith("nowhere.toml: cannot be read: No such file or directory")
    with pytest.raises(BadRules, match=r"there is no book 'pier'; the books are .*, or a path to a book's"):
        load_book("pier")
    for path, reason in (
        ("nowhere/maryland", "No such file"),
        ("bad\0.toml", "null"),
        (HERE, "Is a directory"),
    ):
        with pytest.raises(BadInput, match=f"cannot be read: .*{reason}"):
            rules_of(f"{path}/" if path == HERE else path)


def test_a_book_that_was_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "ferry.toml"
    text = Path(HARBOUR).read_text("utf-8").replace('"harbour"', '"ferry"')
    file.write_text(text, "utf-8")
    assert rules_of(file).decks == 2
    file.write_text(text.replace("[2, 4, 6]", "[4, 6]"), "utf-8")
    assert rules_of(file).decks == 4
    assert rules_of("ferry").decks == 4


def test_a_book_without_side_wagers_says_so(tmp_path: Path) -> None:
    text = Path(HARBOUR).read_text("utf-8").replace('"harbour"', '"plain"')
    text = text.replace("allows.match_offered = [true, false]", "sets.match_offered = false")
    file = tmp_path / "plain.toml"
    file.write_text(text, "utf-8")
    assert not rules_of(file).sides["match"].offered
    with pytest.raises(BadRules, match=r"offers is \['match'\]; plain leaves no side wager to the operator"):
        rules_of(file, offers=["match"])


def test_the_packages_books_are_the_files_in_its_folder() -> None:
    assert RULEBOOKS == ("maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino")
    assert (*RULEBOOKS, *GUIDED_BOOKS) == BOOKS
    assert GUIDED_BOOKS == ("pontoon", "red-dragon")
    assert all(load_book(name).place == "" for name in BOOKS)


def test_a_recorder_keeps_its_rounds() -> None:
    recorder = Recorder()
    scene = Scene(HARBOUR)
    table = recorder.carry_out(scene.table, cmd.PlaceWager(by="ann", box=1, amount=10_00)).table
    assert recorder.unfinished(table) is not None


# -- docs/new-book.md ------------------------------------------------------------------------------

PAGE = (HERE.parents[1] / "docs" / "new-book.md").read_text("utf-8")


@pytest.mark.parametrize("part", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
def test_the_page_shows_the_book_and_the_submission_as_they_are(part: str) -> None:
    files = (Path(HARBOUR), HERE / "pier.toml")
    assert any(part in file.read_text("utf-8") for file in files)


def test_the_program_on_the_page_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(HERE.parents[1])
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(program, "the program of docs/new-book.md", "exec"), {})
    assert capsys.readouterr().out == (
        "Harbour Spanish 21, the rules of an invented house 11 clauses\n"
        "6-7-8 of hearts pays 3 to 1 [harbour 8]\n"
    )


@pytest.mark.parametrize(
    ("book", "allowed", "offers", "said"),
    [
        ("dock", "[true]", "none", "[]; it must be with match, which the book has at every table (dock 10)"),
        ("lock", "[false]", "match", "['match']; it must be without match (lock 10)"),
    ],
)
def test_a_side_wager_is_left_to_the_operator_only_where_the_book_says_so(
    tmp_path: Path, book: str, allowed: str, offers: str, said: str
) -> None:
    text = Path(HARBOUR).read_text("utf-8").replace('"harbour"', f'"{book}"')
    file = tmp_path / f"{book}.toml"
    file.write_text(text.replace("match_offered = [true, false]", f"match_offered = {allowed}"), "utf-8")
    run("rules", str(file))
    assert f"offers is {said}" in refused("rules", str(file), "--set", f"offers={offers}")
