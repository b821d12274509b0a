"""Wagers at the table: explained with paytable, edge and an example; kept until the hand has its wager."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import sample_submission
from spanish21.cli import main
from spanish21.cli.seat.wager_help import explained, price_text, prices_of
from spanish21.dealer import open_table
from spanish21.game.events import WagerSettled
from spanish21.game.rules import sides_offered
from spanish21.game.side_wagers.registry import side_wager
from spanish21.notation import read

EVERY = [(book, kind) for book in BOOKS for kind in sides_offered(rules_of(book))]
every_side_wager = pytest.mark.parametrize(("book", "kind"), EVERY)
every_book = pytest.mark.parametrize("book", BOOKS)


def play(book: str, *keys: str, options: tuple[str, ...] = (), columns: int = 80) -> str:
    """What is seen at a table, on lines as wide as they like unless told."""
    typed = "".join(f"{key}\n" for key in keys)
    runner = CliRunner(env={"COLUMNS": str(columns)})
    result = runner.invoke(main, ["play", book, "--seed", "5", *options], input=typed)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def words(text: str) -> str:
    return " ".join(text.split())


def told(book: str, *keys: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in play(book, *keys, options=("--json",)).splitlines()]


def one_told(book: str, key: str) -> dict[str, Any]:
    return next(one for one in told(book, key) if "wager" in one)


@every_side_wager
def test_a_side_wager_is_explained_with_its_paytable_and_its_edge(book: str, kind: str) -> None:
    rules, record = rules_of(book), side_wager(kind)
    word = kind.rpartition("_")[2]
    found = one_told(book, f"rules {word}")
    rows = [row for table in found["wager"]["tables"] for row in table["rows"]]
    terms = rules.sides[kind]
    if record.wheel:
        wheel = terms.tables[0]
        assert len(rows) == len(wheel.wheel) + len(wheel.community)
        for stop, row in zip((*wheel.wheel, *wheel.community), rows, strict=True):
            assert f"{stop.weight} of " in row["on"]
            assert stop.source or row["pays"] == f"{rules.currency}{stop.pays // 100}.00"
    else:
        assert [row["on"].partition(" (")[0] for row in rows] == list(record.line_words)
        odds = [row["pays"] for row in rows]
        assert record.pays_by != "odds" or odds == [f"{pay} to 1" for pay in terms.pays]
    listed = json.loads(CliRunner().invoke(main, ["sidebets", book, "--json"]).stdout)
    edges = [one["house_edge"] for one in listed if one["name"] == kind and one["offered"]]
    assert [price["house_edge"] for price in found["prices"]] == pytest.approx(edges)
    shown = play(book, f"? {word}")
    assert f"{record.title} [{record.key}]: " in shown
    assert f"House edge: {edges[0]:.2%}" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(("book", "kind"), [one for one in EVERY if side_wager(one[1]).pays_by != "wheel"])
def test_the_example_of_a_side_wager_is_what_the_table_pays(book: str, kind: str) -> None:
    example = one_told(book, f"? {kind}")["wager"]["example"]
    for sign, letter in zip("♣♦♥♠", "cdhs", strict=True):
        example = example.replace(sign, letter)
    amounts = re.findall(r"[$£]([0-9.]+)", example)
    first, second, *dealers = re.findall(r"\b[2-9AJQK][cdhs]\b", example)
    up = dealers[0] if "up" in side_wager(kind).sees else "9d"
    hole = dealers[-1] if "hole" in side_wager(kind).sees else "9d"
    played = read(
        f"book {book}\nsit ann 1 500\nbet ann 1 10\nbet ann 1 {amounts[0]} {kind}\n"
        f"cards {first} {up} {second} {hole} Kd\nann stands\n"
    )
    (settled,) = [one for one in played.events if isinstance(one, WagerSettled) and one.kind == kind]
    assert f"{(settled.paid - settled.collected) / 100:.2f}" == amounts[-1]


@every_book
def test_the_wager_on_the_hand_and_insurance_are_explained(book: str) -> None:
    shown = words(play(book, "rules main", "? wager", "rules insurance", "? insurance"))
    edge = json.loads(CliRunner().invoke(main, ["edge", book, "--json"]).stdout)["house_edge"]
    assert shown.count("The wager on your hand: ") == 2
    assert shown.count(f"House edge: {edge:.2%} with best play.") == 2
    assert shown.count("Insurance: up to half of the wager") == 2
    assert "3 to 2 a Blackjack" in shown


@every_book
def test_the_rules_tell_what_every_side_wager_pays(book: str) -> None:
    shown = words(play(book, "rules"))
    for kind in sides_offered(rules_of(book)):
        record = side_wager(kind)
        assert f"{record.title} [{record.key}] {'turns' if record.wheel else 'pays'} " in shown
        assert f"rules {kind.rpartition('_')[2]}" in shown


def test_a_wager_that_is_not_offered_or_not_known_is_answered_in_a_line() -> None:
    shown = words(play("maryland", "? monster", "rules poker", "? poker"))
    assert (
        "This table does not offer Monster Match; it offers Match the Dealer, Bonus Spin, Xtreme 16." in shown
    )
    assert "Rules explains the wagers main, match, spin, xtreme, insurance;" in shown
    assert (
        "? explains hit, stand, double, split, surrender, rescue, insurance, and the wagers main, match,"
        in shown
    )


@pytest.mark.parametrize("word", ["m", "match", "Match the Dealer", "MATCH"])
def test_a_wager_is_known_by_its_key_its_word_and_its_title(word: str) -> None:
    assert "Match the Dealer [m]: $1.00 to $500.00." in play("maryland", f"rules {word}")


def test_the_price_goes_with_the_meter_as_it_is() -> None:
    table = open_table(rules_of("maryland"), {"you": 500_00})[0]
    higher = replace(
        table, meters=tuple(replace(meter, amount=meter.amount + 1_000_00) for meter in table.meters)
    )
    before, after = (prices_of(one, "spin", None)[0].house_edge for one in (table, higher))
    assert before - after == pytest.approx(0.0418, abs=0.0001)  # a stop in 1,000, one Blackjack in 23.9
    assert "$2000.00" in [row.pays for row in explained(higher, "spin").tables[0].rows]


def test_a_wager_of_several_amounts_has_a_paytable_and_a_price_for_each() -> None:
    submission = sample_submission("maryland")
    submission.choose["spin_paytable"] = ["B", "D"]
    del submission.choose["spin_wager"]
    submission.wheels["spin_B"] = submission.wheels.pop("spin")
    submission.meters["spin"] = replace(submission.meters["spin"], initial=5_000_00, reset=5_000_00)
    table = open_table(rules_of("maryland", submission), {"you": 500_00})[0]
    assert [one.says[:6] for one in explained(table, "spin").tables] == ["$1.00.", "$5.00."]
    prices = prices_of(table, "spin", submission)
    assert [price.of for price in prices] == ["$1.00", "$5.00"]
    assert " for $5.00. It wins one time in 23.9." in price_text(prices[1])


@every_book
def test_what_is_offered_is_listed_once(book: str) -> None:
    listed = next(one["why"] for one in told(book, "10", "?") if "why" in one)
    names = [one["of"] for one in listed]
    assert len(names) == len(set(names))
    assert {side_wager(kind).title for kind in sides_offered(rules_of(book))} <= set(names)


# -- wagers before the wager on the hand -----------------------------------------------------------


def test_a_side_wager_that_comes_first_waits_for_the_wager_on_the_hand() -> None:
    shown = words(play("maryland", "match 5", "w", "10"))
    assert "Kept for box 1: Match the Dealer for $5.00. Now wager on the hand" in shown
    assert "[Enter] wager $5.00 + $5.00 match + $1.00 Bonus Spin" in shown
    assert "On box 1: $10.00 + $5.00 match + $1.00 Bonus Spin." in shown


def test_enter_places_what_waits_with_the_usual_wager() -> None:
    shown = words(play("maryland", "m 5", "m 3 2", "", "s"))
    assert "$5.00 match $5.00" in shown
    assert "Not placed on box 2, which has no wager: Match the Dealer for $3.00." in shown


def test_what_waits_can_be_taken_back() -> None:
    shown = words(play("maryland", "m 5", "w", "t 1 match", "10", "t", "m 2", "t", "10"))
    assert "No longer kept: Match the Dealer for $5.00." in shown
    assert "On box 1: $10.00 + $1.00 Bonus Spin." in shown
    assert "No longer kept: Match the Dealer for $2.00." in shown
    assert shown.rstrip().count("On box 1: $10.00.") == 1


def test_what_waits_and_is_then_refused_is_told_and_the_rest_lies_there() -> None:
    shown = words(play("maryland", "w 3", "10"))
    assert "On box 1: $10.00. No: that side wager must be for another amount" in shown


def test_a_second_wager_of_a_fixed_amount_is_told_that_it_is_placed() -> None:
    shown = words(play("maryland", "10", "w", "w", "w 3", "e", "e"))
    assert shown.count("No: Bonus Spin for $1.00 is already on box 1") == 2
    assert "No: Xtreme 16 for $5.00 is already on box 1" in shown
    assert "must be for another amount" not in shown


# -- words -----------------------------------------------------------------------------------------


@every_book
def test_a_player_hits_and_does_not_draw(book: str) -> None:
    text = play(book, "help", "rules", "10", "", "", "?", "hint", "? draw", "hit", "draw", "q", "y")
    players = [line for line in text.splitlines() if "The dealer draws" not in line and "> " not in line]
    clause = re.compile(rf"^\s+{book} |^      ")  # the book's own words
    assert not [line for line in players if re.search(r"\bdraw", line) and not clause.search(line)]
    assert "[h] hit" in text
    assert "\n  hit: " in text
    assert "is not a key here" not in text


def test_a_round_in_a_file_may_say_that_a_player_hits() -> None:
    text = "book maryland\nsit ann 1 500\nbet ann 1 10\ncards 7s 9d 4h Kc 9c\nann draws\nann stands\n"
    assert read(text.replace("draws", "hits")).events == read(text).events


def test_mistakes_cost_their_sum_in_expectation() -> None:
    shown = play("maryland", "10", "", "h", "h", "h", "h", "stats", columns=120)
    assert re.search(r"\d mistakes? cost \$\d+\.\d\d in expectation\.", shown)


def test_meters_are_told_in_one_line_a_round() -> None:
    shown = play("maryland", "10", "e", "w", "", "s", columns=100)
    assert shown.count("eter") == 3
    meters = "$10,000.40. The second Xtreme 16 meter shows $5,000.10. The Bonus Spin meter shows $1,000.10."
    assert f"The Xtreme 16 meter shows {meters}" in " ".join(shown.split())
