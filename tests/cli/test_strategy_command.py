"""`strategy` and `sidebets` in the terminal: the usual order, only what can occur, aligned."""

import json
import re
import xml.etree.ElementTree as xml
from html.parser import HTMLParser

import click
import pytest
from click.testing import CliRunner

from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.strategy import chart_of
from spanish21.strategy.screens import COLUMNS, chart_tables


def output(*arguments: str, color: bool = False, **environment: str) -> str:
    result = CliRunner(env=environment).invoke(main, list(arguments), color=color)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def shown() -> str:
    return output("strategy", "players-edge")


def test_up_cards_go_from_2_to_the_ace(shown: str) -> None:
    headings = [line.split() for line in shown.splitlines() if line.strip().startswith("2 ")]
    assert headings == [list(COLUMNS)] * len(headings)
    assert COLUMNS == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
    chart = chart_of(output("strategy", "players-edge", "--csv"))
    row = next(line for line in shown.splitlines() if line.startswith("11 "))
    assert row.split()[-1] == "D3+/H"
    assert chart.hard[11][1].hit_from == 3


def test_each_part_of_the_chart_is_one_screen_with_its_legend(shown: str) -> None:
    for name, title in (("hard", "Hard totals"), ("soft", "Soft totals"), ("pairs", "Pairs")):
        text = output("strategy", "players-edge", "--table", name)
        assert title in text
        assert text.partition(title)[2].strip() in shown
        assert len(text.partition(title)[2].splitlines()) <= 24
        assert all(
            len(line) <= 80 for line in text.partition(title)[2].splitlines() if "hit instead" not in line
        )
        assert "S stand   H hit   D double" in text
    assert "X rescue" in output("strategy", "players-edge", "--table", "doubled")


@pytest.mark.parametrize(
    ("book", "changes", "titles"),
    [
        ("uk-casino", {}, []),
        ("maryland", {}, ["Doubled once, hard", "Doubled once, soft"]),
        ("players-edge", {"most_doubles": 1}, ["Doubled once, hard", "Doubled once, soft"]),
    ],
)
def test_tables_that_cannot_occur_are_left_out(book: str, changes: dict[str, int], titles: list[str]) -> None:
    from spanish21.analysis.charts.best_charts import best_chart

    rules = rules_of(book, **changes)
    tables = chart_tables(best_chart(rules).chart, rules)
    assert [table.title for table in tables if table.screen == "doubled"] == titles
    for table in tables:
        if table.title == "Doubled once, hard":
            assert table.rows[0][0] == "6", "two cards and one more are at least 6"
        if table.title == "Doubled once, soft":
            assert table.rows[0][0] == "13"


def test_colours_are_left_out_when_nobody_wants_them() -> None:
    coloured = output("strategy", "maryland", "--table", "pairs", color=True)
    assert "\x1b[" in coloured
    plain = output("strategy", "maryland", "--table", "pairs")
    assert click.unstyle(coloured) == plain
    assert output("strategy", "maryland", "--table", "pairs", color=True, NO_COLOR="1") == plain


def test_every_format_has_the_same_cells() -> None:
    asked = ("strategy", "maryland", "--format")
    found = json.loads(output(*asked, "json"))["chart"]["tables"]
    assert chart_of(output(*asked, "csv")).hard[16][10].action == "hit"
    picture = xml.fromstring(output(*asked, "svg"))
    texts = ["".join(one.itertext()) for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    page = output(*asked, "html")
    cells = [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", page)]
    for total in ("12", "15", "17"):
        row = [found["hard"][total][up] for up in COLUMNS]
        for written in (texts, cells):
            assert any(written[at : at + 11] == [total, *row] for at in range(len(written)))
    HTMLParser().feed(page)
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", page)


def test_without_a_chart_there_is_nothing_to_draw() -> None:
    result = CliRunner().invoke(main, ["strategy", "maryland", "--never", "split", "--format", "svg"])
    assert result.exit_code == 2
    assert "no chart to draw" in result.stderr


@pytest.mark.parametrize("book", ["maryland", "players-edge"])
def test_side_wagers_stand_in_columns_with_money_as_money(book: str) -> None:
    first, second = output("sidebets", book).split("\n\n")
    for lines in (first.splitlines()[1:], second.splitlines()):
        rows = [line for line in lines if "%" in line and ":" not in line.split("%")[0].rstrip("0123456789.")]
        ends = {line.rstrip().__len__() for line in rows if line.startswith(("   ", "·  "))}
        assert len(ends) == 1, rows
    assert re.search(r"\$5000\.00 ", second) or re.search(r"\$1000\.00 ", second)
