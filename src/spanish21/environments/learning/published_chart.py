"""A published chart: the Wizard of Odds, Spanish 21, dealer stands on soft 17, as most players have it.

The cells are its facts (wizardofodds.com/games/spanish-21), in our own notation. In November 2026 all 380
were compared with two transcriptions by others: hard and soft totals and pairs with both, the rows after a
double with the one that has them. Two cells that differed were put right. Its exceptions by suit are left
out (hard 14 against 4 to 6, hard 15 against 2 to 4 and 6, suited 7s against a 7), and pairs that are not
listed are played by their total.

`python -m spanish21.environments.learning.published_chart maryland` prints the cells in which our best chart
differs, and what each of the published ones costs in it.
"""

import csv
import io
import sys
from collections.abc import Sequence
from typing import NamedTuple

from spanish21.analysis.charts.best_charts import best_chart, choices_of_chart
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import Rules, least_wager
from spanish21.strategy import chart_csv, chart_of

PUBLISHED_CHART = """\
chart,published chart
table,row,A,2,3,4,5,6,7,8,9,10
hard,5,H,H,H,H,H,H,H,H,H,H
hard,6,H,H,H,H,H,H,H,H,H,H
hard,7,H,H,H,H,H,H,H,H,H,H
hard,8,H,H,H,H,H,H,H,H,H,H
hard,9,H,H,H,H,H,D4+/H,H,H,H,H
hard,10,H,D5+/H,D5+/H,D/H,D/H,D/H,D4+/H,D3+/H,H,H
hard,11,D3+/H,D4+/H,D5+/H,D5+/H,D5+/H,D5+/H,D4+/H,D4+/H,D4+/H,D3+/H
hard,12,H,H,H,H,H,H,H,H,H,H
hard,13,H,H,H,H,H,H,H,H,H,H
hard,14,H,H,H,S4+,S5+,S4+,H,H,H,H
hard,15,H,S4+,S5+,S5+,S6+,S6+,H,H,H,H
hard,16,H,S5+,S6+,S6+,S,S,H,H,H,H
hard,17,R/H,S,S,S,S,S,S,S6+,S6+,S6+
hard,18,S,S,S,S,S,S,S,S,S,S
hard,19,S,S,S,S,S,S,S,S,S,S
hard,20,S,S,S,S,S,S,S,S,S,S
soft,12,H,H,H,H,H,H,H,H,H,H
soft,13,H,H,H,H,H,H,H,H,H,H
soft,14,H,H,H,H,H,H,H,H,H,H
soft,15,H,H,H,H,H,H,H,H,H,H
soft,16,H,H,H,H,H,D4+/H,H,H,H,H
soft,17,H,H,H,D3+/H,D4+/H,D5+/H,H,H,H,H
soft,18,H,S4+,S4+,D4+/H,D5+/H,D5+/H,S6+,S4+,H,H
soft,19,S,S,S,S,S,S,S,S,S,S6+
soft,20,S,S,S,S,S,S,S,S,S,S6+
pair,A,P/H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,P/H
pair,2,H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,H,H
pair,3,H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,H,H
pair,6,H,H,H,P/H,P/H,P/H,H,H,H,H
pair,7,H,P/H,P/H,P/H,P/H,P/H,P/H,H,H,H
pair,8,P/H,P,P,P,P,P,P/H,P/H,P/H,P/H
pair,9,S,S,P,P,P,P,S,P,P,S
doubled 1 hard,12,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,13,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,14,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,15,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,16,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,17,X,S,S,S,S,S,S,S,S,S
"""


class Difference(NamedTuple):
    """A cell in which our best chart differs from the published one."""

    hand: str
    up: str
    published: str
    best: str
    cost: float
    """What the published cell costs in our chart, in wagers."""

    @property
    def line(self) -> str:
        """A row of a table, in basis points."""
        cells = f"`{self.published}` | `{self.best}`"
        return f"| {self.hand} | {self.up} | {cells} | {self.cost * 10_000:.3f} |"


def differences(rules: Rules) -> list[Difference]:
    """The cells in which the two charts differ, the one that costs most first."""
    best = _rows(chart_csv(best_chart(rules).chart))
    worth, found = _value(best, rules), []
    heading = best[0]
    for table, hand, *cells in _rows(PUBLISHED_CHART)[1:]:
        place = next(place for place, row in enumerate(best) if row[:2] == [table, hand])
        for column, cell in enumerate(cells, 2):
            ours = best[place][column]
            if cell == ours:
                continue
            changed = [*best[place][:column], cell, *best[place][column + 1 :]]
            value = _value([*best[:place], changed, *best[place + 1 :]], rules)
            found.append(Difference(f"{table} {hand}", heading[column], cell, ours, worth - value))
    return sorted(found, key=lambda one: -one.cost)


def _rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))[1:]


def _value(rows: Sequence[Sequence[str]], rules: Rules) -> float:
    chart = chart_of("\n".join(",".join(row) for row in rows))
    money = FixedMoney(least_wager(rules))
    return edge(rules, money=money, strategy=choices_of_chart(chart, rules)).expected_value


def main(arguments: Sequence[str]) -> None:
    print("| hand | against | published | best chart | basis points |")
    print("|---|---|---|---|---|")
    for one in differences(rules_of(arguments[0] if arguments else "maryland")):
        print(one.line)


if __name__ == "__main__":
    main(sys.argv[1:])
