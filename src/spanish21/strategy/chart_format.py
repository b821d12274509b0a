"""Charts as text: CSV and JSON, written and read."""

import csv
import io
import json
from collections.abc import Mapping, Sequence

import msgspec

from spanish21.errors import BadInput
from spanish21.strategy.charts import (
    HARD_TOTALS,
    MOST_DOUBLES,
    OPTIONS,
    RESCUE,
    SOFT_TOTALS,
    TOP_BONUS,
    UP_LABELS,
    UP_VALUES,
    AfterDouble,
    Cell,
    Chart,
    chart_of_tables,
)

LETTERS = "SHDPRX"
"""The options as a chart's cells write them; P parts a pair, R surrenders, X rescues."""


def cell_text(cell: Cell | AfterDouble) -> str:
    """A cell as text: its letter, `n+` for the cards from which it hits, `*` marks, `/` the alternative.

    >>> cell_text(Cell("double", "hit", 4, 0)), cell_text(Cell("stand", "stand", 6, 2))
    ('D4+/H', 'S6+**')
    """
    text = LETTERS[OPTIONS.index(cell.action)]
    if isinstance(cell, Cell):
        text += (f"{cell.hit_from}+" if cell.hit_from else "") + "*" * cell.hit_for
    otherwise = LETTERS[OPTIONS.index(cell.otherwise)]
    return text if otherwise == "S" else f"{text}/{otherwise}"


def cell_of(text: str, place: str) -> Cell:
    """The cell written as `text`; `place` names it in an error."""
    head, _, tail = text.strip().upper().partition("/")
    letter, rest = head[:1], head[1:]
    marks = len(rest) - len(rest.rstrip("*"))
    digits = rest.rstrip("*").removesuffix("+")
    if (
        letter not in LETTERS[:RESCUE]
        or not letter
        or (tail or "S") not in LETTERS[:RESCUE]
        or marks > TOP_BONUS
        or (digits and not (digits.isascii() and digits.isdigit() and 3 <= int(digits) <= 21))
    ):
        raise BadInput(
            f"{place}: {text!r} is not a cell; write S, H, D, P or R, then 3+ to 21+ and up to three * to hit"
            " instead, then / and the alternative, such as D4+/H"
        )
    action, otherwise = OPTIONS[LETTERS.index(letter)], OPTIONS[LETTERS.index(tail or "S")]
    return Cell(action, otherwise, int(digits) if digits else 0, marks)


def after_double_of(text: str, place: str) -> AfterDouble:
    """The cell of a doubled hand written as `text`; `place` names it in an error."""
    head, _, tail = text.strip().upper().partition("/")
    if head not in ("S", "X", "D", "H") or (tail or "S") not in ("S", "X", "D", "H"):
        raise BadInput(f"{place}: {text!r} is not a cell of a doubled hand; write S, X (rescue), D or H")
    return AfterDouble(OPTIONS[LETTERS.index(head)], OPTIONS[LETTERS.index(tail or "S")])


def chart_lines(chart: Chart) -> list[list[str]]:
    """The chart as lines of cells: the table, the row, and one cell for each up card."""
    lines = [["hard", str(total), *_texts(chart.hard[total])] for total in HARD_TOTALS]
    lines += [["soft", str(total), *_texts(chart.soft[total])] for total in SOFT_TOTALS]
    lines += [["pair", UP_LABELS[value - 1], *_texts(chart.pair[value])] for value in UP_VALUES]
    for doubles in range(1, MOST_DOUBLES + 1):
        hard, soft = chart.after_double_hard[doubles], chart.after_double_soft[doubles]
        lines += [[f"doubled {doubles} hard", str(total), *_texts(hard[total])] for total in HARD_TOTALS]
        lines += [[f"doubled {doubles} soft", str(total), *_texts(soft[total])] for total in SOFT_TOTALS]
    return lines


def _texts(row: Sequence[Cell | AfterDouble]) -> list[str]:
    return [cell_text(row[up]) for up in UP_VALUES]


def chart_csv(chart: Chart) -> str:
    """The chart as CSV: its name and switches in the first line, a heading, then one line for each row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["chart", chart.name, *_switches(chart)])
    writer.writerow(["table", "row", *UP_LABELS])
    writer.writerows(chart_lines(chart))
    return out.getvalue()


def chart_json(chart: Chart) -> str:
    """The chart as JSON: `tables[table][row][up]`, with the same cells as in CSV."""
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for table, row, *cells in chart_lines(chart):
        tables.setdefault(table, {})[row] = dict(zip(UP_LABELS, cells, strict=True))
    return json.dumps(
        {
            "name": chart.name,
            "marks_after_split": chart.marks_after_split,
            "insures": chart.insures,
            "tables": tables,
        },
        indent=1,
    )


def _switches(chart: Chart) -> list[str]:
    return (["marks after split"] if chart.marks_after_split else []) + (["insures"] if chart.insures else [])


def chart_of(text: str) -> Chart:
    """The chart written as CSV or JSON in `text`."""
    return _chart_of_json(text) if text.lstrip().startswith("{") else _chart_of_csv(text)


def _chart_of_csv(text: str) -> Chart:
    lines = [line for line in csv.reader(io.StringIO(text)) if line and any(word.strip() for word in line)]
    name, switches = "chart", ["marks after split"]
    if lines and lines[0][0].strip().lower() == "chart":
        name = lines[0][1] if len(lines[0]) > 1 else name
        switches = [word.strip().lower() for word in lines[0][2:]]
        lines = lines[1:]
    if not lines or [word.strip() for word in lines[0]] != ["table", "row", *UP_LABELS]:
        raise BadInput(f"the chart's heading must be: table,row,{','.join(UP_LABELS)}")
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for line in lines[1:]:
        if len(line) != 12:
            raise BadInput(f"{' '.join(line[:2])}: {len(line) - 2} cells; a row has 10, from A to 10")
        cells[line[0].strip().lower(), line[1].strip().upper()] = dict(zip(UP_LABELS, line[2:], strict=True))
    return _chart_of_cells(name, cells, "marks after split" in switches, "insures" in switches)


class _ChartFile(msgspec.Struct, forbid_unknown_fields=True):
    tables: dict[str, dict[str, dict[str, str]]]
    name: str = "chart"
    marks_after_split: bool = True
    insures: bool = False


def _chart_of_json(text: str) -> Chart:
    try:
        read = msgspec.json.decode(text, type=_ChartFile)
    except msgspec.DecodeError as error:
        raise BadInput(f"the chart is not readable as JSON: {error}") from None
    cells = {(table, row): by_up for table, rows in read.tables.items() for row, by_up in rows.items()}
    return _chart_of_cells(read.name, cells, read.marks_after_split, read.insures)


def _chart_of_cells(
    name: str, cells: Mapping[tuple[str, str], Mapping[str, str]], marks_after_split: bool, insures: bool
) -> Chart:
    """The chart of its rows; a missing pair is played by its total, a missing doubled row stands."""
    known = {(line[0], line[1]) for line in chart_lines(chart_of_tables("", {}, {}, {}))}
    for table, row in cells:
        if (table, row) not in known:
            raise BadInput(f"{table} {row}: no such row in a chart")
    for table, totals in (("hard", HARD_TOTALS), ("soft", SOFT_TOTALS)):
        for total in totals:
            if total != 21 and (table, str(total)) not in cells and (table, total) != ("hard", 4):
                raise BadInput(f"{table} {total}: the row is missing from the chart")
    read: dict[tuple[str, int, int], Cell] = {}
    doubled: dict[tuple[int, bool, int, int], AfterDouble] = {}
    for (table, row), by_up in cells.items():
        for label, up in zip(UP_LABELS, UP_VALUES, strict=True):
            place = f"{table} {row} against {label}"
            if label not in by_up:
                raise BadInput(f"{place}: the cell is missing from the chart")
            number = 1 if row == "A" else int(row)
            if table.startswith("doubled"):
                _, doubles, softness = table.split()
                cell = after_double_of(by_up[label], place)
                doubled[int(doubles), softness == "soft", number, up] = cell
            else:
                read[table, number, up] = cell_of(by_up[label], place)
    by_table = {
        table: {(number, up): cell for (found, number, up), cell in read.items() if found == table}
        for table in ("hard", "soft", "pair")
    }
    for up in UP_VALUES:
        by_table["hard"].setdefault((4, up), by_table["hard"][5, up])
        for value in UP_VALUES:
            same = by_table["soft"][12, up] if value == 1 else by_table["hard"][2 * value, up]
            by_table["pair"].setdefault((value, up), same)
    return chart_of_tables(
        name, by_table["hard"], by_table["soft"], by_table["pair"], doubled, marks_after_split, insures
    )
