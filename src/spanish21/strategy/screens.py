"""A chart as people look at it: up cards from 2 to the ace, the tables that can occur, a legend."""

from collections.abc import Iterable
from typing import NamedTuple

from spanish21.game.rules import Rules
from spanish21.strategy.chart_format import LETTERS, chart_lines
from spanish21.strategy.charts import UP_LABELS, Chart

SCREENS = ("hard", "soft", "pairs", "doubled")
"""The parts of a chart; `doubled` are all tables for doubled hands."""

COLUMNS = (*UP_LABELS[1:], UP_LABELS[0])
"""The up cards in the usual order, 2 to the ace."""

_WORDS = ("stand", "hit", "double", "split", "surrender", "rescue")
_TIMES = ("once", "twice", "three times")
_TITLES = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
_MARKS = {
    "+": "4+: hit instead with four cards or more",
    "*": "*: hit instead with 6-7, 6-8, 7-8 or 7-7; ** only if suited, *** only if of the top suit",
    "/": "/: the alternative if the first is not allowed",
}


class ScreenTable(NamedTuple):
    """One table of a chart: its screen, its title, and rows of a label and a cell for each of `COLUMNS`.

    `name` is the table's own in a chart's CSV."""

    name: str
    screen: str
    title: str
    rows: list[tuple[str, list[str]]]


def chart_tables(chart: Chart, rules: Rules | None = None) -> list[ScreenTable]:
    """The tables of a chart with decisions; with rules, only those that can then occur."""
    by_name: dict[str, list[tuple[str, list[str]]]] = {}
    for name, row, *cells in chart_lines(chart):
        if row != "21" or set(cells) != {"S"}:
            by_name.setdefault(name, []).append((row, [*cells[1:], cells[0]]))
    tables = []
    for name, rows in by_name.items():
        if name.startswith("doubled"):
            rows = [row for row in rows if set(row[1]) != {"S"} and int(row[0]) >= _least_total(name)]
            if not rows or not _may_occur(name, rules):
                continue
        tables.append(ScreenTable(name, _screen(name), title_of(name), _labelled(name, rows)))
    return tables


def _may_occur(name: str, rules: Rules | None) -> bool:
    """Whether a hand can have been doubled so often, and has then anything to decide."""
    doubles = int(name.split()[1])
    if rules is None:
        return True
    goes_on = rules.may_rescue or rules.may_draw_after_double
    return rules.most_doubles > doubles or (goes_on and rules.most_doubles >= doubles)


def _least_total(name: str) -> int:
    """The least total of a hand that was doubled so often: two cards, and one more for each double."""
    _, doubles, softness = name.split()
    return 12 + int(doubles) if softness == "soft" else 4 + 2 * int(doubles)


def _screen(name: str) -> str:
    return "pairs" if name == "pair" else name.split()[0]


def title_of(name: str) -> str:
    """The title of a chart's table by its name in the CSV."""
    if name in _TITLES:
        return _TITLES[name]
    _, doubles, softness = name.split()
    return f"Doubled {_TIMES[int(doubles) - 1]}, {softness}"


def _labelled(name: str, rows: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Pairs as two cards, aces last, as everywhere."""
    if name != "pair":
        return rows
    return [(f"{row}-{row}", cells) for row, cells in (*rows[1:], rows[0])]


def letters_of(tables: Iterable[ScreenTable]) -> list[tuple[str, str]]:
    """The letters in tables, and their meaning."""
    used = "".join(cell for table in tables for _, cells in table.rows for cell in cells)
    return [(letter, word) for letter, word in zip(LETTERS, _WORDS, strict=True) if letter in used]


def marks_of(tables: Iterable[ScreenTable]) -> list[str]:
    """The meaning of the marks in tables."""
    used = "".join(cell for table in tables for _, cells in table.rows for cell in cells)
    return [says for mark, says in _MARKS.items() if mark in used]
