"""Single-cell changes to a chart, each priced by a whole analysis of its own.

`python tests/analysis/chart_changes.py [BOOK ...]` tries every other cell in every place of each book's best
chart, with and without a wager, and says by how much the best of them wins more; it takes hours.
"""

import sys
from collections.abc import Iterator

from spanish21.analysis.charts import BestChart, best_chart, choices_of_chart
from spanish21.analysis.terms import FixedMoney
from spanish21.analysis.worth import edge
from spanish21.books.rulebook import BOOKS
from spanish21.books.submission import rules_of
from spanish21.game.rules import Rules
from spanish21.strategy import (
    HARD_TOTALS,
    MOST_DOUBLES,
    SOFT_TOTALS,
    UP_LABELS,
    UP_VALUES,
    Chart,
    chart_json,
    chart_of,
)

Place = tuple[str, str, str]
"""The table, the row and the up card of a cell, as a chart's JSON names them."""
NEGLIGIBLE = 1e-12


def places(rules: Rules) -> list[Place]:
    """Every cell that any hand can meet: hard 4 and soft 12 are pairs."""
    hard = [str(total) for total in HARD_TOTALS if total > 4]
    soft = [str(total) for total in SOFT_TOTALS if total > 12]
    rows = [("hard", row) for row in hard] + [("soft", row) for row in soft]
    rows += [("pair", UP_LABELS[value - 1]) for value in UP_VALUES]
    for doubles in range(1, min(rules.most_doubles, MOST_DOUBLES) + 1):
        rows += [(f"doubled {doubles} hard", row) for row in hard]
        rows += [(f"doubled {doubles} soft", row) for row in soft]
    return [(table, row, up) for table, row in rows for up in UP_LABELS]


def other_cells(place: Place) -> Iterator[str]:
    """Every cell that a place may have."""
    if place[0].startswith("doubled"):
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
    return chart_of(_with(chart_json(chart), table, row, up, cell))


def _with(text: str, table: str, row: str, up: str, cell: str) -> str:
    import json

    document = json.loads(text)
    document["tables"][table][row][up] = cell
    return json.dumps(document)


def gain(best: BestChart, place: Place, cell: str) -> float:
    """What a chart wins by another cell in one place."""
    found = best.edge
    chart = changed(best.chart, place, cell)
    other = edge(found.rules, found.shoe, found.money, choices_of_chart(chart, found.rules))
    return other.expected_value - found.expected_value


def main(books: list[str]) -> int:
    """Every change to every cell; changes that decide alike are priced once."""
    failed = 0
    for book in books:
        for money in (None, FixedMoney(5_00)):
            rules = rules_of(book)
            best = best_chart(rules, money=money)
            highest, tried = 0.0, 0
            for place in places(rules):
                seen = {choices_of_chart(best.chart, rules).tobytes()}
                for cell in other_cells(place):
                    decisions = choices_of_chart(changed(best.chart, place, cell), rules).tobytes()
                    if decisions in seen:
                        continue
                    seen.add(decisions)
                    tried += 1
                    won = gain(best, place, cell)
                    highest = max(highest, won)
                    if won > NEGLIGIBLE:
                        failed += 1
                        print(f"{book} {money}: {' '.join(place)} {cell} wins {won:.3g} more", flush=True)
            print(f"{book} {money}: {tried:,} other cells, the best gains {highest:.3g}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:] or list(BOOKS)) else 0)
