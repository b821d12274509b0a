"""Grids and designs against prices one by one and every candidate in turn."""

import csv
import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from spanish21.analysis import design_rules, design_wager, edge, grid, side_wagers
from spanish21.analysis.design.linear_search import LinearBound, solutions
from spanish21.analysis.design.many_rulesets import key_of, price_rulesets
from spanish21.analysis.design.targets import target_of
from spanish21.analysis.design.wager_model import Choice, WagerModel, edge_of
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.errors import BadInput, BadRules
from spanish21.game.rules import what_if

VARY = {"decks": [6, 8], "dealer_hits_soft_17": [False, True]}
MATCH = {"two_suited": [12], "suited_and_unsuited": range(8, 14), "suited": range(6, 11)}


def test_a_grid_is_every_combination_priced_by_itself() -> None:
    rules = rules_of("maryland")
    found = grid(rules, VARY | {"most_hands": [1, 2]})
    assert len(found.rows) == found.priced == 8
    for row in found.to_records():
        table = what_if(
            rules,
            decks=int(row["decks"]),
            dealer_hits_soft_17=row["dealer_hits_soft_17"] == "true",
            most_hands=int(row["most_hands"]),
        )
        assert row["house_edge"] == -edge(table).expected_value
        gain = (edge(table).expected_value - edge(rules).expected_value) * 10_000
        assert row["basis_points"] == pytest.approx(gain, abs=1e-6)
        assert row["inside_book"] == (row["dealer_hits_soft_17"] == "false" and row["most_hands"] == "2")


def test_rulesets_that_are_alike_are_priced_once_and_impossible_ones_are_counted() -> None:
    found = grid("maryland", {"decks": [6], "may_rescue": [True, False], "most_doubles": [0]})
    assert len(found.rows) == 2
    rules = rules_of("maryland")
    assert key_of(rules) == key_of(what_if(rules, table_minimum=1000)) != key_of(what_if(rules, decks=8))
    refused = grid("maryland", {"most_doubles": [3, 4]})
    assert len(refused.rows) == 1
    assert sum(refused.left_out.values()) == 1
    assert "most_doubles" in next(iter(refused.left_out))


def test_readings_of_a_ruling_vary_as_settings_do() -> None:
    found = grid("uk-casino", {"uk-blackjack-takes": ["all", "original_only"]})
    edges = [
        -edge(rules_of("uk-casino", **{"uk-blackjack-takes": name})).expected_value
        for name in ("all", "original_only")
    ]
    assert [row["house_edge"] for row in found.rows] == edges


def test_processes_price_the_same_and_an_interrupted_run_continues(tmp_path: Path) -> None:
    tables = {}
    for decks, hands, surrender in product((2, 4), (1, 2), (True, False)):
        table = what_if(rules_of("maryland"), decks=decks, most_hands=hands, may_surrender=surrender)
        tables[key_of(table)] = table
    journal = tmp_path / "journal"
    some = dict(list(tables.items())[:3])
    begun = price_rulesets(some, False, 1, journal)
    with journal.open("a") as file:
        file.write('["cut off in the mid')
    told: list[str] = []
    found = price_rulesets(tables, False, 2, journal, told.append, few=0)
    assert {key: found[key] for key in some} == begun
    assert found == price_rulesets(tables, False, 1)
    assert told
    assert told[-1].startswith(("5 of 8", "6 of 8", "7 of 8", "8 of 8", "4 of 8"))
    assert len(journal.read_text().splitlines()) == 9


def test_a_design_of_rules_keeps_what_meets_every_target() -> None:
    found = design_rules("maryland", VARY, {"house_edge": "0.3%..0.6%", "hit_frequency": "43.023%..43.03%"})
    for row in grid("maryland", VARY, law=True).rows:
        meets = 0.003 <= row["house_edge"] <= 0.006 and 0.43023 <= row["hit_frequency"] <= 0.4303
        assert meets == any(one["key"] == row["key"] for one in found.solutions)
    assert len(found.solutions) == 1


def test_a_design_of_odds_is_every_candidate_in_turn() -> None:
    """Each candidate priced through the table's own side wagers, with the paytable as a submission has it."""
    rules = rules_of("maryland")
    found = design_wager("maryland", "match", {"house_edge": "2%..4%"}, lines=MATCH)
    wanted = {}
    for first, second, third in product(*MATCH.values()):
        pays = (first, second, third, 8, 4)
        if list(pays) != sorted(pays, reverse=True):
            continue
        table = what_if(rules, match_pays=list(pays))
        row = next(one for one in side_wagers(table) if one.name == "match" and one.offered)
        if Fraction(2, 100) <= row.house_edge_exact <= Fraction(4, 100):
            wanted[first, second, third] = row
    assert found.candidates == 30
    assert {tuple(one.chosen.values()) for one in found.solutions} == set(wanted)
    for one in found.solutions:
        row = wanted[tuple(one.chosen.values())]
        assert one.house_edge == row.house_edge_exact
        assert one.hit_frequency == row.hit_rate_exact
        assert one.variance == row.variance_exact
        assert one.top_prize == row.top_result
    away = [abs(one.house_edge - Fraction(3, 100)) for one in found.solutions]
    assert away == sorted(away)


@pytest.mark.parametrize("book", ["maryland", "players-edge"])
def test_the_model_of_a_side_wager_prices_it_as_the_table_does(book: str) -> None:
    rows = {row.name: row for row in reversed(side_wagers(rules_of(book))) if row.offered}
    for kind, row in rows.items():
        if kind == "insurance":
            continue
        model = WagerModel(rules_of(book), kind)
        assert edge_of(model.law({})) == row.house_edge_exact
        assert edge_of(model.law(model.now)) == row.house_edge_exact
        if row.long_run_edge_exact is not None:
            assert model.long_run_edge(model.now) == row.long_run_edge_exact


def test_weights_of_a_wheel_and_a_meter_meet_their_targets_exactly() -> None:
    model = WagerModel(rules_of("maryland"), "spin")
    weights = {"30+3": range(20, 60, 8), "10": range(540, 580, 12)}
    found = design_wager("maryland", "spin", {"house_edge": "14%..15.5%"}, weights=weights)
    for numbers in product(*weights.values()):
        chosen = dict(zip((Choice("weight", name) for name in weights), numbers, strict=True))
        meets = Fraction(14, 100) <= edge_of(model.law(chosen)) <= Fraction(31, 200)
        by_name = {choice.name: number for choice, number in chosen.items()}
        assert meets == any(one.chosen == by_name for one in found.solutions)
    assert 0 < len(found.solutions) < found.candidates
    found = design_wager(
        "maryland",
        "spin",
        {"long_run_house_edge": "5%..6%"},
        meter={"reset": [500, 1000], "rate": range(0, 20, 5)},
    )
    assert found.solutions
    for one in found.solutions:
        chosen = {Choice("meter", name): number for name, number in one.chosen.items()}
        assert Fraction(5, 100) <= model.long_run_edge(chosen) <= Fraction(6, 100)


def test_a_search_within_bounds_leaves_out_nothing() -> None:
    values = [list(range(6)), [1, 4, 9], list(range(3, 7))]
    bounds = [
        LinearBound((Fraction(1, 3), Fraction(-2), Fraction(1, 7)), Fraction(8)),
        LinearBound((Fraction(-1), Fraction(1), Fraction(0)), Fraction(1)),
    ]
    wanted = [
        numbers
        for numbers in product(*values)
        if all(
            bound.constant + sum(f * n for f, n in zip(bound.factors, numbers, strict=True)) >= 0
            for bound in bounds
        )
    ]
    assert list(solutions(values, bounds)) == wanted
    falling = [numbers for numbers in wanted if numbers[0] >= numbers[2]]
    assert list(solutions(values, bounds, (0, 2))) == falling


def test_targets_are_read_as_people_write_them() -> None:
    assert target_of("3%") == (Fraction(5, 200), Fraction(7, 200))
    assert target_of("..20").has(20)
    assert not target_of("..20").has(21)
    for text in ("x", "3%..2%", "..", "1e9", "2%..3%..4%"):
        with pytest.raises(BadInput, match="write a"):
            target_of(text)


@pytest.mark.parametrize(
    ("vary", "says"),
    [
        ({}, "something that varies"),
        ({"table_minimum": [1]}, "makes no difference"),
        ({"decks": [6, 6]}, "decks is 6 twice"),
        (
            {"decks": list(range(1, 101)), "most_hands": list(range(1, 101)), "most_doubles": [0] * 11},
            "110,000",
        ),
        ({"decks": [0]}, "from 1 to 100"),
        ({"uk-blackjack-takes": [6]}, "none of all"),
    ],
)
def test_what_cannot_vary_is_refused_in_one_line(vary: dict[str, list[int]], says: str) -> None:
    with pytest.raises((BadInput, BadRules), match=says) as refused:
        grid("uk-casino", vary)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["grid", "maryland", "--vary", "decks"], "write NAME=VALUE"),
        (["grid", "maryland", "--vary", "decks=5..999999999"], "999,999,995 values"),
        (["grid", "maryland", "--vary", "decks=5", "--vary", "decks=6"], "given twice"),
        (["grid", "maryland", "--vary", "decks=5,6", "-o", "grid.txt"], ".csv, .parquet, .html, .json"),
        (["grid", "maryland", "--vary", "decks=5,6", "-o", "no/such/grid.csv"], "there is no folder"),
        (["design", "maryland", "--vary", "decks=5,6"], "needs a target"),
        (["design", "maryland", "--edge", "3%", "--line", "two_suited=3"], "need --wager"),
        (["design", "maryland", "--wager", "match", "--edge", "3%"], "something that may vary"),
        (["design", "maryland", "--wager", "match", "--edge", "3%", "--line", "suited=9..3"], "write NAME"),
        (["design", "maryland", "--wager", "nothing", "--edge", "3%", "--line", "a=1"], "no side wager"),
        (["design", "maryland", "--wager", "match", "--edge", "3%", "--line", "four=1"], "has no line"),
        (["design", "maryland", "--wager", "monster", "--edge", "3%", "--line", "four=1"], "not offered"),
        (["design", "maryland", "--wager", "match", "--long-run", "3%", "--line", "suited=1"], "no meter"),
        (["design", "maryland", "--wager", "match", "--edge", "3%", "--vary", "decks=6"], "for the rules"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], says: str) -> None:
    run = CliRunner().invoke(main, words)
    assert run.exit_code == 2, run.output
    assert says in run.stderr
    assert run.stderr.count("\n") == 1


def test_too_many_candidates_and_too_many_solutions_are_refused_with_their_number() -> None:
    wide = dict.fromkeys(("two_suited", "suited_and_unsuited", "suited", "two_unsuited"), range(1000))
    with pytest.raises(BadInput, match="1,000,000,000,000 candidates"):
        design_wager("maryland", "match", {"house_edge": "3%"}, lines=wide)
    with pytest.raises(BadInput, match="more than 5 of 30"):
        design_wager("maryland", "match", {"house_edge": "0%..9%"}, lines=MATCH, most=5)


def test_a_grid_is_written_and_read_again(tmp_path: Path) -> None:
    words = ["grid", "maryland", "--vary", "decks=6,8", "--vary", "h17=yes,no", "-o"]
    for form in ("csv", "parquet", "html", "json"):
        run = CliRunner().invoke(main, [*words, str(tmp_path / f"grid.{form}")])
        assert run.exit_code == 0, run.output
        assert run.stdout.endswith(": 4 rulesets\n")
    assert not list(tmp_path.glob("*.journal"))
    rows = list(csv.DictReader((tmp_path / "grid.csv").read_text("utf-8").splitlines()))
    document = json.loads((tmp_path / "grid.json").read_text())
    assert [float(row["house_edge"]) for row in rows] == [row["house_edge"] for row in document["rulesets"]]
    assert "<svg" in (tmp_path / "grid.html").read_text()
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(tmp_path / "grid.parquet").to_pylist()
    assert table == document["rulesets"]


def test_results_show_themselves() -> None:
    found = grid("maryland", VARY)
    assert "<svg" in found._repr_html_()
    assert repr(found).startswith("<Grid: maryland, 4 rulesets")
    assert list(found.to_pandas()["decks"]) == ["6", "6", "8", "8"]
    rules = design_rules("maryland", VARY, {"house_edge": "0.3%..0.6%"})
    assert "2 solutions of 4 candidates" in repr(rules)
    assert "<svg" in rules._repr_html_()
    wager = design_wager("maryland", "match", {"house_edge": "2%..4%"}, lines=MATCH)
    assert "<circle" in wager._repr_html_()
    assert wager.summary()["solutions"][0] == wager.to_records()[0] | wager.summary()["solutions"][0]


def test_the_commands_print_what_the_library_has() -> None:
    words = ["design", "maryland", "--wager", "match", "--line", "suited=6..10", "--edge", "2%..4%"]
    document = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert document["candidates"] == 5
    assert "now" in CliRunner().invoke(main, words).stdout
    shown = CliRunner().invoke(main, ["grid", "maryland", "--vary", "decks=6,8"]).stdout
    assert f"{-edge('maryland').expected_value:.4%}" in shown
    words = ["design", "maryland", "--vary", "decks=6,8", "--edge", "0.3%..0.4%"]
    assert "1 solution of 2 candidates" in CliRunner().invoke(main, words).stdout
    assert json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["candidates"] == 2
