"""The commands' contract: what they print, and one line for what a user can put right."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.display.certain_digits import certain
from spanish21.strategy import chart_csv, chart_of

TWELVE_DIGITS = 1e-11
"""How far sums of figures with twelve digits may be off."""


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def printed(*words: str) -> Any:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_edge_prints_one_object_with_everything_it_promises() -> None:
    found = printed("edge", "maryland", "--decks", "8", "--hands", "--json")
    assert found["book"] == "maryland"
    assert found["choices"] == {"decks": 8}
    assert found["split_policy"] == "zero-memory"
    assert found["house_edge"] == -found["expected_value"]
    assert 1.1 < found["standard_deviation"] < 1.3
    assert 1.0 < found["average_wager"] < 1.3
    ups = found["by_up_card"]
    assert [row["up"] for row in ups] == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    mean = sum(row["probability"] * row["expected_value"] for row in ups)
    assert mean == pytest.approx(found["expected_value"], abs=TWELVE_DIGITS)
    assert {"name", "probability", "contribution"} <= set(found["bonuses"][0])
    hands = found["hands"]
    for up in ("A", "7", "10"):
        chances = [row["probability"] for row in hands if row["up"] == up]
        assert sum(chances) == pytest.approx(1, abs=TWELVE_DIGITS)
    for row in hands:
        values = [
            row[name] for name in ("stand", "hit", "double", "split", "surrender") if row[name] is not None
        ]
        assert row[row["best"]] == max(values)
    suited = [row for row in hands if row["cards"] == ["6", "8"] and row["up"] == "7"]
    assert {row["suits"] for row in suited} == {
        "mixed",
        "suited",
        "suited, up card too",
        "top suit",
        "top suit, up card too",
    }


def test_what_if_is_marked_as_outside_the_book() -> None:
    found = printed("edge", "maryland", "--what-if", "dealer_hits_soft_17=true", "--json")
    assert found["outside_the_book"]
    assert found["what_if"] == {"dealer_hits_soft_17": True}
    assert not printed("edge", "maryland", "--json")["outside_the_book"]


def test_sidebets_prints_a_list() -> None:
    found = printed("sidebets", "maryland", "--json")
    match = next(row for row in found if row["name"] == "match")
    assert match["house_edge_exact"] == "114/3731"
    assert {"name", "paytable", "decks", "house_edge", "hit_rate", "standard_deviation"} <= set(match)


def test_sidebets_prices_every_paytable_of_a_table_outside_the_book() -> None:
    inside = printed("sidebets", "players-edge", "--json")
    outside = printed("sidebets", "players-edge", "--what-if", "decks=1", "--json")
    assert [(row["name"], row["paytable"]) for row in outside] == [
        (row["name"], row["paytable"]) for row in inside
    ]
    for row, other in zip(outside, inside, strict=True):
        assert row["house_edge"] != other["house_edge"]
        assert (row["outside_the_book"], row["what_if"]) == (True, {"decks": 1})
        assert "outside_the_book" not in other
    first = run("sidebets", "players-edge", "--what-if", "decks=1").output.splitlines()[0]
    assert first == "players-edge, 1 deck, outside the book"


def test_sidebets_prices_bonus_spin_at_all_four_paytables_and_xtreme_16_at_all_three_readings() -> None:
    found = printed("sidebets", "maryland", "--json")
    assert [row["paytable"] for row in found if row["name"] == "spin"] == ["A", "B", "C", "D"]
    xtreme = {row["reading"]: row for row in found if row["name"] == "xtreme"}
    assert list(xtreme) == ["drawn_position", "drawn_bettor", "every_bettor"]
    assert [row["offered"] for row in xtreme.values()] == [True, False, False]
    assert xtreme["drawn_position"]["house_edge"] > 0
    assert all(("warning" in row) == (row["house_edge"] < 0) for row in found)


def test_sidebets_says_how_the_edge_goes_with_the_meter() -> None:
    found = {row["paytable"]: row for row in printed("sidebets", "players-edge", "--json") if "seed" in row}
    assert list(found) == ["A", "B", "C", "D", "E"]
    for row in found.values():
        falls = row["house_edge_falls_per_unit"]
        at_zero = row["house_edge_at_zero_meter"]
        assert at_zero - falls * row["meter"] == pytest.approx(row["house_edge"], abs=TWELVE_DIGITS)
        assert at_zero - falls * row["least_meter"] == pytest.approx(
            row["house_edge_at_least_meter"], abs=TWELVE_DIGITS
        )
        assert at_zero - falls * row["break_even_meter"] == pytest.approx(0, abs=TWELVE_DIGITS)
        assert row["long_run_house_edge"] < row["house_edge_at_zero_meter"]
    assert (found["A"]["seed"], found["A"]["rate"]) == (5000, [15, 100])
    assert (found["C"]["meter"], found["C"]["least_meter"]) == (1500, 1500)
    text = run("sidebets", "players-edge").stdout
    assert "long run: the meter of monster takes 15% of each wager and is reset to $5000.00" in text
    assert "$8015.53" in text


def test_a_wheel_that_is_not_submitted_is_named(tmp_path: Path) -> None:
    text = (files("spanish21") / "rulebooks/submissions/maryland.toml").read_text("utf-8")
    path = tmp_path / "casino.toml"
    path.write_text(re.sub(r"spin_[AC] = \[.*?\n\]\n", "", text, flags=re.DOTALL), "utf-8")
    said = run("sidebets", "maryland", "--submission", str(path)).stdout
    for table in "AC":
        assert f"spin {table} is not priced: the submission has no wheel for paytable {table}" in said
    rows = printed("sidebets", "maryland", "--submission", str(path), "--json")
    assert [row["paytable"] for row in rows if row["name"] == "spin" and row["house_edge"] is None] == [
        "A",
        "C",
    ]


@pytest.mark.parametrize("command", ["edge", "strategy", "prices", "sidebets"])
def test_a_table_outside_the_book_and_cards_that_are_gone_are_said(command: str) -> None:
    asked = (command, "uk-casino", "--what-if", "most_hands=2", "--without", "7s 7s Kd")
    heading = run(*asked).stdout.splitlines()[0]
    assert heading.startswith("uk-casino, 6 decks, without 7s 7s Kd, outside the book")
    found = printed(*asked, "--json")
    for row in found if isinstance(found, list) else [found]:
        assert (row["without"], row["outside_the_book"]) == ("7s 7s Kd", True)


def test_check_prices_the_side_wagers_and_warns_where_the_player_is_favoured(tmp_path: Path) -> None:
    text = (files("spanish21") / "rulebooks/submissions/maryland.toml").read_text("utf-8")
    path = tmp_path / "casino.toml"
    for boxes, warns in ((7, False), (3, False), (2, True)):
        path.write_text(
            text.replace("boxes = 7", f"boxes = {boxes}").replace("adjacent_boxes = 3", "adjacent_boxes = 2"),
            "utf-8",
        )
        found = printed("check", str(path), "--json")
        rows = [row for row in found["side_wagers"] if row["name"] == "xtreme"]
        assert [row["reading"] for row in rows] == ["drawn_position", "drawn_bettor", "every_bettor"]
        assert bool(found["warnings"]) == warns
        assert ("favours the player by 25.226%" in run("check", str(path)).stdout) == warns


def test_a_chart_in_a_file_is_priced(tmp_path: Path) -> None:
    found = printed("strategy", "maryland", "--json")
    path = tmp_path / "chart.csv"
    path.write_text(chart_csv(chart_of(json.dumps(found["chart"]))), "utf-8")
    again = printed("strategy", "maryland", "--chart", str(path), "--json")
    assert again["expected_value"] == found["expected_value"]
    assert 0 < again["cost"] < 1e-5
    never = printed("strategy", "maryland", "--never", "double", "--json")
    assert never["expected_value"] < found["expected_value"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("edge", "nevada"), "nevada"),
        (("edge", "maryland", "--decks", "7"), "3.A"),
        (("edge", "maryland", "--set", "dealer_hits_soft_17=true"), "dealer_hits_soft_17"),
        (("edge", "maryland", "--what-if", "no_such_rule=1"), "no_such_rule"),
        (("edge", "maryland", "--without", "7s 7s 7s 7s 7s 7s 7s"), "7s"),
        (("edge", "maryland", "--set", "decks"), "NAME=VALUE"),
        (("edge", "maryland", "--others", "2"), "--wager"),
        (("strategy", "maryland", "--never", "breathe"), "breathe"),
        (("strategy", "maryland", "--chart", "no-such-file.csv"), "no-such-file.csv"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: tuple[str, ...], says: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_chart_is_priced_without_the_options_that_are_never_taken(tmp_path: Path) -> None:
    from spanish21.analysis.charts.best_charts import choices_of_chart
    from spanish21.analysis.worth.table_edge import edge
    from spanish21.game.rules import what_if

    rules = rules_of("maryland")
    file = tmp_path / "chart.csv"
    file.write_text(run("strategy", "maryland", "--csv").stdout, "utf-8")
    whole = printed("strategy", "maryland", "--chart", str(file), "--json")
    never = printed("strategy", "maryland", "--chart", str(file), "--never", "split", "--json")
    best = printed("strategy", "maryland", "--never", "split", "--json")
    assert never["expected_value"] < best["expected_value"] < whole["expected_value"]
    assert never["chart"] == whole["chart"]
    without = what_if(rules, most_hands=1)
    choices = choices_of_chart(chart_of(file.read_text("utf-8")), without)
    assert never["expected_value"] == certain(edge(without, strategy=choices).expected_value)


def test_a_pair_that_may_not_be_split_is_played_by_what_else_its_cell_says() -> None:
    from spanish21.analysis.charts.best_charts import best_chart, choices_of_chart
    from spanish21.game.rules import what_if
    from spanish21.strategy import FIRST, HIT, hand_number

    rules = what_if(rules_of("maryland"), most_hands=1)
    chart = best_chart(rules_of("maryland")).chart
    choices = choices_of_chart(chart, rules)
    assert chart.pair[2][5].action == "split"
    assert chart.pair[2][5].otherwise == "hit"
    assert choices[FIRST, hand_number((8, 8)), 5] == HIT


def test_edge_tells_the_element_of_risk_and_insurance_by_the_hand_held() -> None:
    shown = run("edge", "maryland", "--hands")
    assert shown.exit_code == 0
    assert re.search(r"^element of risk     0\.\d{4}%$", shown.stdout, re.MULTILINE)
    assert re.search(
        r"^insurance           -\d+\.\d{4}% of the insurance wager; -\d+\.\d{4}% with .-., its best hand$",
        shown.stdout,
        re.MULTILINE,
    )
    assert re.search(r"^10-10   24\.5614%  -26\.3158%$", shown.stdout, re.MULTILINE)


def test_everything_that_moves_money_has_a_price() -> None:
    rows = {row["change"]: row for row in printed("prices", "maryland", "--json")["prices"]}
    assert rows["may split aces again: false"]["kind"] == "choice"
    assert rows["may split aces again: false"]["basis_points"] < -1.0
    assert rows["no bonus except for a Blackjack"]["basis_points"] < -30.0
    assert rows["no bonus except for a Blackjack"]["wager"] == 0
    for change, sign in (
        ("no super bonus", -1),
        ("nothing for others' super bonuses", -1),
        ("odd-money: down", -1),
        ("surrender-odd-half: up", 1),
        ("surrender-odd-half: down", -1),
    ):
        row = rows[change]
        assert (row["wager"], row["others"], row["payout_limit"]) == (5_50, 6, 0)
        assert row["basis_points"] * sign > 0.0, change
    # Below the least nobody keeps suited 7s together, so there is next to nothing to be paid for.
    small = rows["envy-below-least: not paid"]
    assert (small["wager"], small["payout_limit"]) == (50, 0)
    assert -0.01 < small["basis_points"] <= 0.0
    limited = rows["payout-limit: everything"]
    assert limited["payout_limit"] == 11_00
    assert limited["basis_points"] < 0.0


def test_a_price_that_needs_money_takes_the_wager_that_is_given() -> None:
    rows = printed("prices", "maryland", "--wager", "25", "--others", "2", "--json")["prices"]
    by_change = {row["change"]: row for row in rows}
    assert (by_change["no super bonus"]["wager"], by_change["no super bonus"]["others"]) == (25_00, 2)
    assert "odd-money: down" not in by_change  # 37.50 can be paid in chips


def test_a_broken_chart_file_names_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    text = chart_csv(chart_of(json.dumps(printed("strategy", "maryland", "--json")["chart"])))
    path.write_text(text.replace("hard,17,R/H", "hard,17,Z"), "utf-8")
    result = run("strategy", "maryland", "--chart", str(path))
    assert result.exit_code == 2
    assert "hard 17 against A" in result.stderr


def test_prices_name_their_clauses_and_differences_add_up() -> None:
    found = printed("prices", "maryland", "--against", "massachusetts", "--json")["prices"]
    by_kind = {row["kind"]: row for row in found if row["kind"] != "differs"}
    alone = sum(row["basis_points"] for row in found if row["kind"] == "differs")
    assert alone + by_kind["rest"]["basis_points"] == pytest.approx(by_kind["all"]["basis_points"], abs=1e-9)
    split = next(row for row in found if "bonus_on_split" in row["changes"])
    assert "maryland 11.F" in split["clauses"]
    assert split["basis_points"] > 0


def test_a_report_stands_alone() -> None:
    from spanish21.analysis.charts.best_charts import best_chart
    from spanish21.analysis.report.edge_summary import analysis_of
    from spanish21.analysis.report.html_report import report_html

    text = report_html(rules_of("maryland"))
    assert "Hard totals" in best_chart(rules_of("maryland"))._repr_html_()
    assert "House edge" in analysis_of(rules_of("maryland"))._repr_html_()
    for title in ("Summary", "Strategy", "Cost of error", "Distribution", "Prices", "Side wagers", "Rules"):
        assert f"<h2>{title}</h2>" in text
    links = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert all(link.startswith("#") for link in links)
    assert "0.3894%" in text
    assert "nan" not in re.sub(r"<[^>]*>", " ", text).lower().split()
