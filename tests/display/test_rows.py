"""Values as rows: plain dicts with every figure, and pandas where it is installed."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.test_main import run
from display.public import QUICK, ROUND, RULES, priced
from spanish21 import BadInput, events, read_rounds
from spanish21.analysis import FixedMoney, best_chart, edge, side_wagers
from spanish21.display.certain_digits import certain, certain_figures
from spanish21.simulation import simulate
from spanish21.strategy import chart_lines

TOLD = sorted((Path(__file__).parents[1] / "rounds").glob("*.txt"))
PLAIN = (str, int, float, bool, list, dict, tuple, type(None))


VALUES: dict[str, Callable[[], Any]] = {
    "edge": lambda: edge(QUICK),
    "law": lambda: edge(QUICK).law,
    "chart": lambda: best_chart(QUICK).chart,
    "prices": priced,
    "sides": lambda: side_wagers(RULES),
    "rounds": lambda: read_rounds(ROUND),
    "result": lambda: simulate(QUICK, "chart", 2_000),
}


@pytest.mark.parametrize("name", VALUES)
def test_records_are_plain_dicts_and_a_frame_has_the_same_rows(name: str) -> None:
    import pandas

    value = VALUES[name]()
    records = value.to_records()
    assert records
    assert {type(one) for one in records} == {dict}
    assert all(type(field) in PLAIN for one in records for field in one.values())
    json.dumps(records)
    frame = value.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) == len(records)
    assert list(frame.columns) == list(dict.fromkeys(field for one in records for field in one))
    assert {field: frame.iloc[0][field] for field in records[0]} == records[0]


def test_without_pandas_the_error_is_one_line_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        BadInput, match=r"^to_pandas needs pandas: run pip install pandas, or use to_records$"
    ):
        read_rounds(ROUND).to_pandas()


# -- rounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_the_rows_of_a_round_add_up_to_the_chips_that_people_won(path: Path) -> None:
    rounds = read_rounds(path)
    records = rounds.to_records()
    for number, played in enumerate(rounds, start=1):
        cash = {
            one.person: one.amount for one in played.events if isinstance(one, events.CashOffered) and one.box
        }
        for person in played.start.people:
            after = [one.chips for one in played.end.people if one.name == person.name]
            net = sum(one["net"] for one in records if (one["round"], one["person"]) == (number, person.name))
            assert [person.chips + cash.get(person.name, 0) + net] == after


def test_a_row_has_the_cards_and_the_decisions_behind_a_wager() -> None:
    text = """
book maryland
sit ann 1 500.00
bet ann 1 10.00
cards 8s 6d 8h 9c 3d Kc 2s Jd
ann splits
ann doubles 10.00
ann stands
ann stands
"""
    (played,) = read_rounds(text)
    rows = read_rounds(text).to_records()
    assert played.is_over
    assert [(one["hand"], one["cards"], one["decisions"], one["wager"]) for one in rows] == [
        (1, "8s 3d Kc", "split double stand", 2000),
        (2, "8h 2s", "stand", 1000),
    ]
    assert {one["dealer_cards"] for one in rows} == {"6d 9c Jd"}
    assert [(one["result"], one["net"], one["from_split"]) for one in rows] == [
        ("won", 2000, True),
        ("won", 1000, True),
    ]


def test_a_notebook_shows_rounds_as_a_table() -> None:
    html = read_rounds(ROUND)._repr_html_()
    for text in ("6s 7s 8s", "9d Kc", "hit", "won", "+30.00"):
        assert text in html


# -- figures and grids -----------------------------------------------------------------------------

FIGURES = (
    "house_edge",
    "return_to_player",
    "standard_deviation",
    "average_wager",
    "element_of_risk",
    "hit_frequency",
)


@pytest.mark.parametrize("money", [None, FixedMoney(10_00, 3)], ids=["odds alone", "with a wager"])
def test_the_figures_of_an_edge_are_those_of_the_command(money: FixedMoney | None) -> None:
    more = [] if money is None else ["--wager", "10", "--others", "3"]
    told = json.loads(run("edge", "uk-casino", "--json", *more).stdout)
    found = edge(QUICK, money=money)
    summary = found.summary()
    assert {name: told[name] for name in summary} == json.loads(json.dumps(certain_figures(summary)))
    assert {name: certain(getattr(found, name)) for name in FIGURES} == {name: told[name] for name in FIGURES}
    won = [one["probability"] for one in told["distribution"] if one["result"] > 0]
    assert found.hit_frequency == pytest.approx(sum(won))
    assert 0.40 < found.hit_frequency < 0.46
    assert found.return_to_player == pytest.approx(1 - found.house_edge / found.average_wager)


def test_the_grid_of_an_edge_has_the_hands_of_the_command() -> None:
    told = json.loads(run("edge", "uk-casino", "--json", "--hands").stdout)["hands"]
    rows = edge(QUICK).to_records()
    assert certain_figures([{**row, "cards": row["cards"].split("-")} for row in rows]) == told


def test_the_grid_of_a_chart_has_its_cells() -> None:
    chart = best_chart(QUICK).chart
    found = {(row["table"], row["hand"].split("-")[0]): row for row in chart.to_records()}
    lines = [line for line in chart_lines(chart) if line[0] in ("hard", "soft", "pair") and line[1] != "21"]
    assert len(lines) > 30
    for table, row, ace, *cells in lines:
        labels = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
        assert [found[table, row][up] for up in labels] == [ace, *cells]
