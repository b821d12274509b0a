"""`settle`: a round from a file, every payment with its clause; and what another book would have paid."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from spanish21.books.rulebook import BOOKS, GUIDED_BOOKS, load_book
from spanish21.cli import main

ROUNDS = Path(__file__).parents[1] / "rounds"
FILES = sorted(ROUNDS.glob("*.txt"))


def settle(*arguments: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(main, ["settle", *arguments], input=stdin)


def settled(name: str, *arguments: str) -> dict[str, Any]:
    result = settle(str(ROUNDS / f"{name}.txt"), "--json", *arguments)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_a_payment_is_shown_with_its_reason_and_clause() -> None:
    result = settle(str(ROUNDS / "maryland-super-bonus-and-envy.txt"))
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "ann box 1, hand 1 main won +$50.00 7-7-7 of one suit pays 2 to 1 [maryland 12.B(5)]" in lines
    assert "ann box 1 super bonus paid +$5000.00 three suited 7s against a 7 [maryland 12.C(2)]" in lines
    envy = "another player won with three suited 7s against a 7"
    assert f"bob box 2 envy paid +$50.00 {envy} [maryland 12.C(3)]" in lines
    assert "ann: +$5050.00, now $5550.00" in lines
    assert "dealer 7♦ 5♣ K♦" in lines


def test_what_a_void_round_undoes_is_shown_and_adds_up() -> None:
    name = "maryland-void-round-undoes-a-match"
    result = settle(str(ROUNDS / f"{name}.txt"))
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    why = "a second card was face up in the shoe, so the round is void [maryland 13.B]"
    assert f"ann box 1 match undone -$20.00 {why}" in lines
    assert f"bob box 2 match undone +$5.00 {why}" in lines
    found = settled(name)
    for person in found["people"]:
        own = [one for one in found["payments"] if one["person"] == person["person"]]
        assert sum(one["paid"] - one["collected"] for one in own) == person["net"] == 0


def test_a_program_gets_an_object_a_round() -> None:
    found = settled("maryland-match-the-dealer")
    assert list(found) == [
        "book",
        "currency",
        "round",
        "is_over",
        "dealer",
        "hands",
        "payments",
        "people",
        "meters",
    ]
    match = found["payments"][0]
    assert (match["kind"], match["paid"], match["returned"]) == ("match", 65_00, 5_00)
    assert match["clauses"] == ["12.A(4)(a)(i)", "12.A(4)(a)(ii)"]
    assert found["people"] == [
        {"person": "ann", "before": 500_00, "brought": 0, "after": 580_00, "net": 80_00}
    ]


def test_cash_that_became_chips_is_no_win() -> None:
    (ann,) = settled("massachusetts-cash")["people"]
    assert ann == {"person": "ann", "before": 500_00, "brought": 20_00, "after": 500_00, "net": -20_00}
    won = "book massachusetts\nsit ann 1 500.00\nbet ann 1 20.00 cash\ncards Ks 9d Kh 8c\nann stands\n"
    assert "ann: +$20.00, now $540.00" in settle("-", stdin=won).stdout


def test_a_hand_of_a_shared_box_names_those_who_have_money_on_it() -> None:
    hands = settled("massachusetts-three-people-on-a-box")["hands"]
    assert [hand["people"] for hand in hands] == [["ann", "bob"], ["ann", "bob", "cid"]]


def test_a_round_of_xtreme_16_is_settled_under_its_own_book_wherever_the_hot_spot_is() -> None:
    told = (ROUNDS / "maryland-xtreme-16.txt").read_text("utf-8")
    chance = "dealer draws hot spot 2\nspin bob 2 xtreme stop 9\ndealer spins community 5.00 stop 7\n"
    on_box_1 = "dealer draws hot spot 1\ndealer spins community 5.00 stop 7\nspin ann 1 xtreme stop 9\n"
    nowhere = "dealer draws hot spot 5\ndealer spins community 5.00 stop 7\n"
    assert chance in told
    for round_told in (told, told.replace(chance, on_box_1), told.replace(chance, nowhere)):
        result = settle("-", "--json", "--book", "maryland", stdin=round_told)
        assert result.exit_code == 0, result.stderr
        found = json.loads(result.stdout)
        assert found["under"]["payments"] == found["payments"]


@pytest.mark.parametrize("told", ["bet ann 1 cash", "bet ann 1 coupon", "bet ann cash", "bet cash", "bet"])
def test_a_wager_without_an_amount_is_refused_in_one_line(told: str) -> None:
    result = settle("-", stdin=f"book massachusetts\nsit ann 1 500.00\n{told}\ncards 7s\n")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "-:3: a wager is written bet NAME BOX AMOUNT" in result.stderr


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_payment_of_every_golden_round_names_a_clause_of_its_book(path: Path) -> None:
    found = settled(path.stem)
    book = load_book(found["book"])
    assert found["payments"]
    for payment in found["payments"]:
        # What the guides leave out is the house's choice, and is marked as such.
        assert payment["clauses"] or found["book"] in GUIDED_BOOKS, payment
        for clause in payment["clauses"]:
            assert book.clause(clause)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_round_settled_from_its_discard_rack_comes_to_the_same(path: Path) -> None:
    if path.stem == "maryland-second-ten-in-the-shoe":
        result = settle(str(path), "--from-rack")
        assert result.exit_code == 2
        assert "the decks of this round have left the table" in result.stderr
        return
    usual, again = settled(path.stem), settled(path.stem, "--from-rack")
    rack = again.pop("rack")
    assert rack["differences"] == []
    if path.stem != "maryland-shoe-runs-out":  # there a packet may have gone back into the shoe
        assert again == usual
        for hand in again["hands"]:
            assert hand["cards"] in rack["packets"]


def test_the_hands_of_the_rack_are_shown() -> None:
    result = settle(str(ROUNDS / "maryland-split-to-three-hands.txt"), "--from-rack")
    assert result.exit_code == 0
    assert "the discard rack shows the hands that were dealt" in result.stdout


def test_a_round_that_is_not_over_has_no_hands_in_the_rack() -> None:
    text = "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards Ks 9d 6h 7c\nstop\n"
    result = settle("-", "--from-rack", stdin=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the round is not over: its hands are not yet in the discard rack" in result.stderr


def test_another_book_is_shown_beside() -> None:
    found = settled("maryland-six-seven-eight-of-spades", "--book", "players-edge")
    assert found["people"][0]["net"] == 30_00
    assert found["under"]["book"] == "players-edge"
    assert found["under"]["people"][0]["net"] == 20_00  # spades are not the top suit there
    text = settle(str(ROUNDS / "maryland-six-seven-eight-of-spades.txt"), "--book", "players-edge").stdout
    assert "6-7-8 of one suit pays 2 to 1 [players-edge 12.B(2)]" in text


def test_what_another_book_leaves_out_is_noted() -> None:
    result = settle(str(ROUNDS / "maryland-bonus-spin-jackpot.txt"), "--book", "massachusetts")
    assert "massachusetts does not offer spin: left out for ann" in result.stdout


def test_what_another_book_refuses_is_one_line() -> None:
    result = settle(str(ROUNDS / "maryland-surrender.txt"), "--book", "uk-casino")
    assert result.exit_code == 2
    assert result.stderr.startswith("spanish21: under uk-casino: ")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: path.stem)
def test_any_round_under_any_book_is_settled_or_one_line(path: Path, book: str) -> None:
    result = settle(str(path), "--book", book, "--json")
    assert result.exit_code in (0, 2)
    assert result.stderr.count("\n") == (1 if result.exit_code else 0)


def test_several_rounds_are_settled_in_order() -> None:
    text = "---\n".join(path.read_text("utf-8") for path in FILES[:3])
    result = settle("-", "--json", stdin=text)
    assert result.exit_code == 0, result.stderr
    assert len(result.stdout.splitlines()) == 3


def test_an_unfinished_round_is_told_to_be_one() -> None:
    text = "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards Ks 9d 6h 7c\nstop\n"
    assert "the round is not over" in settle("-", stdin=text).stdout


def test_a_mistake_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "round.txt"
    file.write_text(
        "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards Ks 9d 6h 7c\nann splits\n", "utf-8"
    )
    result = settle(str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"spanish21: {file}:5: this hand may not be split [maryland 11.A")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=120))
def test_any_bytes_are_a_round_or_one_line(data: bytes) -> None:
    result = settle("-", stdin=data)
    assert result.exit_code == 2
    assert result.stderr.startswith("spanish21: -:")
    assert result.stderr.count("\n") == 1


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(FILES),
    st.integers(0, 10**6),
    st.text(max_size=4),
    st.integers(0, 3),
    st.sampled_from(BOOKS),
)
def test_a_round_with_a_slip_is_settled_or_one_line(
    path: Path, at: int, slip: str, gone: int, book: str
) -> None:
    text = path.read_text("utf-8")
    at %= len(text)
    result = settle("-", "--book", book, stdin=text[:at] + slip + text[at + gone :])
    assert result.exit_code in (0, 2), result.stderr
    assert result.stderr.count("\n") == (1 if result.exit_code else 0)


def test_a_saved_visit_is_told_from_a_file_of_rounds(tmp_path: Path) -> None:
    saved = tmp_path / "visit.jsonl"
    CliRunner().invoke(main, ["play", "--seed", "7", "--save", str(saved)], input="\ns\nq\n")
    result = settle(str(saved))
    assert result.exit_code == 2
    assert "visit.jsonl:1: this is a saved visit; `spanish21 play --rounds FILE`" in result.stderr
