"""Single-cell changes to a chart, priced by whole analyses.

`python tests/analysis/chart_changes.py [BOOK ...]` tries every other cell in every place of each book's best
chart, with and without a wager, and says by how much the best of them wins more. A round has one up card, so
that one analysis prices ten changes, one against each up card.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from multiprocessing import Pool
from typing import NamedTuple

import numpy
from msgspec.structs import replace
from numpy.typing import NDArray

from spanish21.analysis.charts.best_charts import BestChart, best_chart, choices_of_chart
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.worth.table_edge import Choices, edge
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import Rules
from spanish21.strategy import (
    HARD_TOTALS,
    MOST_DOUBLES,
    SOFT_TOTALS,
    UP_LABELS,
    UP_VALUES,
    Chart,
    cell_of,
    chart_json,
    chart_of,
)

Place = tuple[str, str, str]
"""The table, the row and the up card of a cell, as a chart's JSON names them."""
Mask = NDArray[numpy.bool_]
NEGLIGIBLE = 1e-12


def rows_of(rules: Rules) -> list[tuple[str, str]]:
    """Every row that any hand can meet: hard 4 and soft 12 are pairs."""
    hard = [str(total) for total in HARD_TOTALS if total > 4]
    soft = [str(total) for total in SOFT_TOTALS if total > 12]
    rows = [("hard", row) for row in hard] + [("soft", row) for row in soft]
    rows += [("pair", UP_LABELS[value - 1]) for value in UP_VALUES]
    for doubles in range(1, min(rules.most_doubles, MOST_DOUBLES) + 1):
        rows += [(f"doubled {doubles} hard", row) for row in hard]
        rows += [(f"doubled {doubles} soft", row) for row in soft]
    return rows


def other_cells(table: str) -> Iterator[str]:
    """Every cell that a place of a table may have."""
    if _is_doubled(table):
        yield from ("S", "X", "D", "D/X")
        return
    letters = "SHDPR"
    for action in letters:
        for otherwise in "SHDP":
            for marks in ("", "*", "**", "***"):
                for cards in ("", *(f"{number}+" for number in range(3, 22))):
                    yield f"{action}{cards}{marks}/{otherwise}"


def changed(chart: Chart, place: Place, cell: str) -> Chart:
    """The chart with another cell in one place."""
    table, row, up = place
    if _is_doubled(table):
        document = json.loads(chart_json(chart))
        document["tables"][table][row][up] = cell
        return chart_of(json.dumps(document))
    rows = [list(cells) for cells in getattr(chart, table)]
    number = 1 if row == "A" else int(row)
    rows[number][UP_VALUES[UP_LABELS.index(up)]] = cell_of(cell, cell)
    return replace(chart, **{table: tuple(map(tuple, rows))})


def gain(best: BestChart, place: Place, cell: str) -> float:
    """What a chart wins by another cell in one place."""
    found = best.edge
    chart = changed(best.chart, place, cell)
    other = edge(found.rules, found.shoe, found.money, choices_of_chart(chart, found.rules))
    return other.expected_value - found.expected_value


class Change(NamedTuple):
    """Another cell in one place, and the decisions against its up card that it leads to."""

    place: Place
    cell: str
    decisions: Choices


def changes(chart: Chart, rules: Rules, rows: Iterable[tuple[str, str]]) -> dict[str, list[Change]]:
    """By up card, every change of a single cell in these rows; of those that decide alike, the first."""
    own = choices_of_chart(chart, rules)
    found: dict[str, list[Change]] = {label: [] for label in UP_LABELS}
    everywhere: dict[tuple[bool, str], Choices] = {}
    for table, row in rows:
        mask = _decided_by(chart, table, row, rules)
        seen = {(up, own[mask, up].tobytes()) for up in UP_VALUES}
        for cell in other_cells(table):
            key = _is_doubled(table), cell
            if key not in everywhere:
                everywhere[key] = choices_of_chart(_filled(chart, *key), rules)
            block = everywhere[key][mask].T.copy()
            for label, up in zip(UP_LABELS, UP_VALUES, strict=True):
                decides = up, block[up].tobytes()
                if decides not in seen:
                    seen.add(decides)
                    column = own[:, :, up].copy()
                    column[mask] = block[up]
                    found[label].append(Change((table, row, label), cell, column))
    return found


def gains(best: BestChart, tried: dict[str, list[Change]]) -> Iterator[tuple[Change, float]]:
    """What a chart wins by each change."""
    found = best.edge
    for number in range(max(map(len, tried.values()))):
        choices = found.choices.copy()
        now = {label: of_up[number] for label, of_up in tried.items() if number < len(of_up)}
        for label, change in now.items():
            choices[:, :, UP_VALUES[UP_LABELS.index(label)]] = change.decisions
        other = edge(found.rules, found.shoe, found.money, choices)
        won = found.up * (other.by_up - found.by_up)
        for label, change in now.items():
            yield change, float(won[UP_VALUES[UP_LABELS.index(label)]])


def _is_doubled(table: str) -> bool:
    return table.startswith("doubled")


def _filled(chart: Chart, doubled: bool, cell: str) -> Chart:
    """The chart with one cell in every place of its tables for hands that are doubled, or that are not."""
    if not doubled:
        one = cell_of(cell, cell)
        hard, soft, pair = (
            tuple((one,) * len(row) for row in rows) for rows in (chart.hard, chart.soft, chart.pair)
        )
        return replace(chart, hard=hard, soft=soft, pair=pair)
    document = json.loads(chart_json(chart))
    for table, rows in document["tables"].items():
        if _is_doubled(table):
            document["tables"][table] = {row: dict.fromkeys(UP_LABELS, cell) for row in rows}
    return chart_of(json.dumps(document))


def _decided_by(chart: Chart, table: str, row: str, rules: Rules) -> Mask:
    """`[situation, state]`: which decisions a row of a chart makes."""
    standing = _filled(chart, _is_doubled(table), "S")
    document, all_stand = json.loads(chart_json(standing)), choices_of_chart(standing, rules)
    mask = numpy.zeros(all_stand.shape[:2], dtype=numpy.bool_)
    for cell in "XD" if _is_doubled(table) else "HDPR":
        document["tables"][table][row] = dict.fromkeys(UP_LABELS, cell)
        mask |= (choices_of_chart(chart_of(json.dumps(document)), rules) != all_stand).any(axis=2)
    return mask


def try_all(book: str) -> tuple[list[str], int]:
    """Every change to every cell of a book's charts: what was found in words, and how many changes win."""
    said, winning = [], 0
    for money in (None, FixedMoney(5_00)):
        rules = rules_of(book)
        best = best_chart(rules, money=money)
        highest, tried = 0.0, 0
        for change, won in gains(best, changes(best.chart, rules, rows_of(rules))):
            tried += 1
            highest = max(highest, won)
            if won > NEGLIGIBLE:
                winning += 1
                said.append(f"{book} {money}: {' '.join(change.place)} {change.cell} wins {won:.3g} more")
        said.append(f"{book} {money}: {tried:,} other cells, the best gains {highest:.3g}")
    return said, winning


def main(books: list[str]) -> int:
    failed = 0
    with Pool() as pool:
        for said, winning in pool.imap_unordered(try_all, books):
            print("\n".join(said), flush=True)
            failed += winning
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:] or list(BOOKS)) else 0)
