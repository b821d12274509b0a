"""`rules`, `clauses` and `check`: what the books say, as text and as JSON."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.once import once
from spanish21.analysis.report.edge_summary import analysis_of
from spanish21.books.clauses import KINDS
from spanish21.books.rulebook import BOOKS, RULEBOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.cli.commands.clauses_command import KINDS as CLI_KINDS
from spanish21.cli.commands.clauses_command import PROOFS
from spanish21.game.rules import SETTING_NAMES

SUBMISSIONS = Path(__file__).parents[2] / "src/spanish21/rulebooks/submissions"
every_book = pytest.mark.parametrize("book", BOOKS)


@pytest.fixture(scope="module", autouse=True)
def _analysed_once() -> Iterator[None]:
    """What a submission says otherwise changes nothing about the figures of its rules."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("spanish21.analysis.report.edge_summary.analysis_of", once(analysis_of))
        yield


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def rules_json(*arguments: str) -> list[dict[str, Any]]:
    found = json.loads(output("rules", "--json", *arguments))["books"]
    assert isinstance(found, list)
    return found


# -- rules -----------------------------------------------------------------------------------------


@every_book
def test_a_book_is_shown_with_the_clause_of_every_setting(book: str) -> None:
    text = output("rules", book)
    assert text.startswith(f"{book}: ")
    for name in SETTING_NAMES:
        if name != "book":
            assert f"  {name.replace('_', ' ')} " in text
    assert "pays blackjack" in text


@every_book
def test_every_setting_has_a_source(book: str) -> None:
    (found,) = rules_json(book)
    assert set(found["settings"]) == set(SETTING_NAMES) - {"book"}
    for name, setting in found["settings"].items():
        assert setting["source"], name
        if setting["source"] == "book":
            assert setting["clauses"], name


def test_books_are_compared_and_differences_marked() -> None:
    lines = output("rules", "maryland", "uk-casino").splitlines()
    (rescue,) = [line for line in lines if "may rescue" in line]
    assert rescue.split() == ["≠", "may", "rescue", "yes", "no"]
    (win,) = [line for line in lines if "pays win" in line]
    assert win.split() == ["pays", "win", "1", "to", "1", "1", "to", "1"]


def test_only_differences_are_shown_on_request() -> None:
    lines = output("rules", "maryland", "maryland-v1", "--differences").splitlines()
    assert all(line.startswith("≠") for line in lines[1:])
    assert any("spin offered" in line for line in lines)


def test_without_a_book_all_five_are_compared() -> None:
    assert output("rules").splitlines()[0].split() == list(RULEBOOKS)


def test_a_comparison_cites_clauses_on_request() -> None:
    text = output("rules", "maryland", "uk-casino", "--clauses")
    assert "yes [10.H]" in text
    assert "3 to 2 [G9]" in text


def test_a_book_tells_its_clauses_on_request() -> None:
    text = output("rules", "uk-casino", "--clauses")
    for clause in load_book("uk-casino").clauses:
        assert f"\n{clause.id}  {', '.join(clause.kinds)}\n" in text


@every_book
def test_the_checklist_shows_equipment_layout_approvals_and_rulings(book: str) -> None:
    text = output("rules", book, "--checklist")
    rules = rules_of(book)
    for item in rules.equipment:
        assert f"☐ {item.replace('_', ' ')}" in text
    for inscription in rules.inscriptions:
        assert inscription in text
    for approval in rules.approvals:
        assert approval.replace("_", " ") in text
    for ruling in load_book(book).rulings:
        assert f"  {ruling.id}  " in text


def test_the_reading_that_is_taken_is_marked() -> None:
    text = output("rules", "maryland", "--checklist", "--set", "odd-money=down")
    part = text[text.index("odd-money") :]
    assert part.index("→ down") < part.index("surrender-odd-half")


def test_choices_and_submissions_change_what_is_shown() -> None:
    (found,) = rules_json("maryland", "--set", "decks=8", "--set", "table_minimum=15.00")
    assert found["settings"]["decks"]["value"] == 8
    assert found["settings"]["table_minimum"] == {
        "value": 15_00,
        "text": "$15.00",
        "source": "operator's choice",
        "clauses": [],
    }
    (found,) = rules_json("--submission", str(SUBMISSIONS / "players-edge.toml"))
    assert found["book"] == "players-edge"


# -- clauses ---------------------------------------------------------------------------------------


def test_every_clause_is_one_object() -> None:
    found = [json.loads(line) for line in output("clauses", "--json").splitlines()]
    assert len(found) == 1_009
    for one in found:
        assert list(one) == [
            "book",
            "clause",
            "kind",
            "says",
            "proof",
            "noticed",
            "because",
            "shown_by",
            "shown_at",
        ]
        assert one["kind"]
        assert one["proof"] in PROOFS
        assert bool(one["because"]) == (one["proof"] == "claimed")
        assert set(one["noticed"].values()) <= set(one["shown_by"])
        assert one["says"]
        if {"equipment", "office"} & set(one["kind"]):
            assert one["shown_at"], one


def test_clauses_are_chosen_by_book_and_kind() -> None:
    assert CLI_KINDS == KINDS
    found = [
        json.loads(line) for line in output("clauses", "maryland", "--kind", "office", "--json").splitlines()
    ]
    assert found
    assert all(one["book"] == "maryland" and "office" in one["kind"] for one in found)


def test_clauses_are_listed_for_people() -> None:
    text = output("clauses", "uk-casino")
    assert text.startswith("uk-casino G0  ")
    assert text.splitlines()[-1].startswith("32 clauses: ")


def test_clauses_are_chosen_by_their_proof() -> None:
    by_proof = {proof: output("clauses", "--proof", proof, "--json").splitlines() for proof in PROOFS}
    for proof, lines in by_proof.items():
        assert {json.loads(line)["proof"] for line in lines} <= {proof}
    assert sum(map(len, by_proof.values())) == 1_009
    counts = ", ".join(f"{len(lines)} {proof}" for proof, lines in by_proof.items())
    assert output("clauses").splitlines()[-1] == f"1,009 clauses: {counts}"
    for line in by_proof["shown"]:
        kinds = json.loads(line)["kind"]
        assert {"equipment", "office", "sets", "step"} & set(kinds), line  # a term or a refusal is played


def test_what_is_shown_somewhere_is_shown_there() -> None:
    """`shown_at` names a command; the command shows it."""
    checklist = output("rules", "maryland", "--checklist")
    for line in output("clauses", "maryland", "--kind", "equipment", "--json").splitlines():
        for place in json.loads(line)["shown_at"]:
            command, _, item = place.partition(": ")
            if command == "spanish21 rules maryland --checklist" and not item.startswith("layout: "):
                clause = load_book("maryland").clause(json.loads(line)["clause"])
                if not clause.only_if:
                    assert f"☐ {item.replace('_', ' ')}" in checklist


# -- check -----------------------------------------------------------------------------------------


@every_book
def test_a_sample_submission_fits(book: str) -> None:
    file = str(SUBMISSIONS / f"{book}.toml")
    assert f"{file}: fits {book} (Sample Casino" in output("check", file)
    found = json.loads(output("check", file, "--json"))
    assert found["fits"] is True
    assert found["differs_from_sample"] == []


def test_a_submission_out_of_bounds_gets_one_line(tmp_path: Path) -> None:
    file = tmp_path / "casino.toml"
    file.write_text(
        (SUBMISSIONS / "maryland.toml").read_text("utf-8").replace("decks = 6", "decks = 7"), "utf-8"
    )
    result = run("check", str(file))
    assert result.exit_code == 2
    assert result.stderr == f"spanish21: {file}, line 7: decks is 7; it must be one of 6, 8 (maryland 3.A)\n"


def test_a_submission_is_read_from_the_standard_input() -> None:
    result = run("check", "-", stdin=(SUBMISSIONS / "uk-casino.toml").read_text("utf-8"))
    assert result.stdout.startswith("-: fits uk-casino")


def test_what_is_unusual_is_a_warning(tmp_path: Path) -> None:
    text = (SUBMISSIONS / "players-edge.toml").read_text("utf-8")
    file = tmp_path / "casino.toml"
    file.write_text(text.replace("decks = 6", 'decks = 6\nmatch_paytable = "C"'), "utf-8")
    assert "warning: " in output("check", str(file))


def lacking_an_approval(tmp_path: Path) -> str:
    text = (SUBMISSIONS / "maryland.toml").read_text("utf-8")
    file = tmp_path / "casino.toml"
    file.write_text(text.replace("SAMPLE-", "C-").replace('layout = "C-2026-001"\n', ""), "utf-8")
    return str(file)


def test_a_submission_without_an_approval_is_for_training_only(tmp_path: Path) -> None:
    file, mark = lacking_an_approval(tmp_path), "training only, approvals missing: layout (2.B)"
    assert mark in output("check", file).splitlines()
    assert json.loads(output("check", file, "--json"))["approvals_missing"] == ["layout (2.B)"]
    assert mark in output("rules", "--submission", file).splitlines()
    assert mark in output("rules", "--submission", file, "--checklist").splitlines()
    assert rules_json("--submission", file)[0]["approvals_missing"] == ["layout (2.B)"]
    played = run("play", "--submission", file, stdin="q\n").stdout
    assert f"{mark[0].upper()}{mark[1:]}." in played.splitlines()


def test_a_submission_is_checked_for_a_table_for_money(tmp_path: Path) -> None:
    file = lacking_an_approval(tmp_path)
    result = run("check", file, "--for-money")
    assert result.exit_code == 2
    why = "this table cannot be opened for money: training only, approvals missing: layout (2.B)"
    assert result.stderr == f"spanish21: maryland: {why}\n"
    whole = tmp_path / "whole.toml"
    text = (SUBMISSIONS / "maryland.toml").read_text("utf-8")
    whole.write_text(text.replace("SAMPLE-", "C-"), "utf-8")
    assert "training" not in output("check", str(whole), "--for-money")
    assert run("check", str(SUBMISSIONS / "maryland.toml"), "--for-money").exit_code == 2


@every_book
def test_a_sample_is_not_marked_as_lacking_approvals(book: str) -> None:
    assert "training" not in output("rules", book)
    assert "training" not in run("play", book, stdin="q\n").stdout


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(BOOKS), st.integers(0, 10**6), st.text(max_size=4), st.integers(0, 6))
def test_a_submission_with_a_slip_fits_or_gets_a_line_for_each_error(
    book: str, at: int, slip: str, gone: int
) -> None:
    text = (SUBMISSIONS / f"{book}.toml").read_text("utf-8")
    at %= len(text)
    result = run("check", "-", stdin=(text[:at] + slip + text[at + gone :]).encode("utf-8", "surrogatepass"))
    assert result.exit_code in (0, 2), result.stderr
    assert bool(result.stderr) == (result.exit_code == 2)
    assert all(line.startswith("spanish21: ") for line in result.stderr.split("\n")[:-1])


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(BOOKS),
    st.one_of(
        st.sampled_from(["decks", "offers", "odd-money", "rate", "table_minimum", "meters", "book"]),
        st.text(max_size=9),
    ),
    st.one_of(
        st.sampled_from(["8", "6", "down", "true", "[1,2]", "{}", "1e999", "null", "-1", "5.00"]),
        st.text(max_size=9),
    ),
)
def test_any_choice_is_taken_or_gets_one_line(book: str, name: str, value: str) -> None:
    result = run("rules", book, "--set", f"{name}={value}")
    assert result.exit_code in (0, 2), result.stderr
    assert result.stderr.count("\n") == (1 if result.exit_code else 0)


# -- one clause, and clauses by their words --------------------------------------------------------


def test_one_clause_is_shown_with_what_it_sets_its_rulings_and_its_tests() -> None:
    text = output("clauses", "maryland", "11.d")
    for part in (
        "maryland 11.D  sets, allows, refuses",
        "sets may split again: yes",
        "leaves open most hands: at least 2",
        "refuses: no split",
        "proof behaviour",
        "tests/clauses/test_splitting.py::test_a_submission_may_keep_aces_from_being_split_again",
    ):
        assert part in text
    text = output("clauses", "uk-casino", "M1")
    assert "ruling match-ten-values" in text
    assert "→ same rank: " in text


@every_book
def test_every_clause_can_be_shown_alone(book: str) -> None:
    from spanish21.cli.commands.clause_page import clause_document, clause_lines

    for clause in load_book(book).clauses:
        found = clause_document(load_book(book), clause)
        assert "\n".join(clause_lines(found))
        assert found["rulings"] == [] or all(one["taken"] in one["reads"] for one in found["rulings"])


def test_a_clause_that_does_not_exist_is_refused_with_those_that_are_near() -> None:
    result = run("clauses", "maryland", "11.")
    assert result.exit_code == 2
    assert "there are 11.A, 11.B" in result.stderr
    assert "did you mean 11.D" in run("clauses", "maryland", "11D").stderr


def test_clauses_are_found_by_their_words() -> None:
    found = [json.loads(line) for line in output("clauses", "--search", "Split aces", "--json").splitlines()]
    ids = {(one["book"], one["clause"]) for one in found}
    assert ("maryland", "11.D") in ids
    assert ("massachusetts", "5(g)") not in ids, "replaces is not aces"
    assert output("clauses", "uk-casino", "--search", "Blackjack zebra").startswith("0 clauses")
