"""A grid: every combination of some settings' values, priced exactly."""

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from spanish21.analysis.design.grid_picture import grid_svg
from spanish21.analysis.design.many_rulesets import key_of, price_rulesets
from spanish21.analysis.design.ruleset_worker import REFUSED, Figures
from spanish21.analysis.design.variations import (
    MOST_RULESETS,
    Combination,
    Variation,
    combinations,
    variations_of,
)
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.brief import brief_list
from spanish21.display.certain_digits import basis_points, certain_figures
from spanish21.display.notebook import in_notebook, table_html
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import Rules

MOST_SHOWN = 200
"""Rows that a notebook shows."""
PER_CENT = ("house_edge", "element_of_risk", "hit_frequency")


@dataclass(frozen=True, eq=False, repr=False)
class Grid(Shown):
    """Every ruleset of a grid with its figures, in the order of the settings' values."""

    rules: Rules
    """The table from which the rulesets differ."""
    variations: list[Variation]
    rows: list[dict[str, Any]]
    """A dict for each ruleset: its settings as text, then its figures."""
    left_out: dict[str, int]
    """Why combinations are not rulesets, or not ones that the analyser handles, and how many each reason
    leaves out."""
    tables: dict[str, Rules]
    """The rulesets that were analysed, by their keys: those that are alike are priced once."""

    @property
    def priced(self) -> int:
        """How many different rulesets were analysed."""
        return len(self.tables)

    @property
    def names(self) -> list[str]:
        return [variation.name for variation in self.variations]

    @property
    def figures(self) -> list[str]:
        """The names of the figures."""
        return [name for name in self.rows[0] if name not in self.names] if self.rows else []

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every ruleset: its settings, then its figures."""
        return [dict(row) for row in self.rows]

    def summary(self) -> dict[str, Any]:
        """The grid as one object, ready for JSON."""
        whole = {
            "book": self.rules.book,
            "vary": {one.name: [value.label for value in one.values] for one in self.variations},
            "combinations": len(self.rows) + sum(self.left_out.values()),
            "priced": self.priced,
            "left_out": [{"why": why, "rulesets": count} for why, count in self.left_out.items()],
            "rulesets": self.rows,
        }
        document: dict[str, Any] = certain_figures(whole)
        return document

    def ranked(self) -> list[dict[str, Any]]:
        """The rulesets from the lowest house edge to the highest."""
        return sorted(self.rows, key=lambda row: float(row["house_edge"]))

    def svg(self) -> str:
        """An SVG: the range and the mean of the house edge at every value of every setting."""
        return grid_svg(self.names, self.rows)

    def __repr__(self) -> str:
        lines = [
            f"{row['house_edge']:9.4%}  " + ", ".join(f"{name} {row[name]}" for name in self.names)
            for row in self.ranked()
        ]
        return brief_list(f"Grid: {self.rules.book}, {count_text(len(self.rows), 'ruleset')}", lines)

    def _repr_html_(self) -> str:
        """A notebook shows the picture, and the rulesets from the lowest house edge on."""
        return in_notebook(grid_html(self, MOST_SHOWN))


def grid_html(grid: Grid, most: int | None = None) -> str:
    """The picture and the table of a grid."""
    shown = grid.ranked()[:most]
    heads = [name.replace("_", " ") for name in (*grid.names, *grid.figures)]
    rows = [[figure_text(name, row[name]) for name in (*grid.names, *grid.figures)] for row in shown]
    more = (
        f"<p>The first {len(shown):,} of {len(grid.rows):,} rulesets.</p>"
        if len(shown) < len(grid.rows)
        else ""
    )
    table = table_html(heads, rows, tuple(range(len(grid.names))))
    return f"{grid.svg()}{table}{more}"


def figure_text(name: str, value: Any) -> str:
    """A cell of a grid for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return (
            f"{value:.4%}"
            if name in PER_CENT
            else f"{value:+.2f}"
            if name == "basis_points"
            else f"{value:.4f}"
        )
    return str(value).replace("_", " ")


class GridPlan(NamedTuple):
    """What a grid is made of before anything is priced."""

    rules: Rules
    variations: list[Variation]
    made: list[tuple[str, Combination]]
    """Every combination that is a ruleset, by its key."""
    left_out: Counter[str]
    tables: dict[str, Rules]
    """The table itself and the different rulesets, by their keys: what is to be priced."""


def grid(
    rules: AnyRules,
    vary: Mapping[str, Sequence[Any]],
    *,
    law: bool = False,
    most: int = MOST_RULESETS,
    processes: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Grid:
    """Price every combination of settings' values, or of rulings' readings: `vary={"decks": [5, 6, 8], …}`.

    With `law`, standard deviation, average wager, element of risk and hit frequency, too, which takes ten
    times as long. A `journal` is a file from which an interrupted grid continues.
    """
    plan = planned(rules, vary, most)
    return grid_of(plan, price_rulesets(plan.tables, law, processes, journal, tell))


def planned(rules: AnyRules, vary: Mapping[str, Sequence[Any]], most: int = MOST_RULESETS) -> GridPlan:
    """The rulesets of a grid; refuses too many, and a grid without any."""
    rules = as_rules(rules)
    variations = variations_of(rules, vary, most)
    tables = {key_of(rules): rules}
    made: list[tuple[str, Combination]] = []
    left_out: Counter[str] = Counter()
    for one in combinations(rules, variations):
        if isinstance(one, Combination):
            key = key_of(one.rules)
            tables.setdefault(key, one.rules)
            made.append((key, one))
        else:
            left_out[str(one)] += 1
    if not made:
        raise BadInput(f"no combination of this grid is a ruleset: {next(iter(left_out))}")
    return GridPlan(rules, variations, made, left_out, tables)


def grid_of(plan: GridPlan, found: Mapping[str, Figures]) -> Grid:
    """The grid of a plan, from the figures of its rulesets by their keys."""
    names = [variation.name for variation in plan.variations]
    base = found[key_of(plan.rules)].get("house_edge")
    left_out, rows = plan.left_out.copy(), []
    for key, one in plan.made:
        figures = found[key]
        if REFUSED in figures:
            left_out[str(figures[REFUSED])] += 1
            continue
        row: dict[str, Any] = dict(zip(names, one.labels, strict=True)) | dict(figures)
        if base is not None:
            row["basis_points"] = basis_points(float(base) - float(figures["house_edge"]))
        rows.append(row | {"inside_book": one.inside_book, "key": key})
    if not rows:
        raise BadInput(f"no ruleset of this grid can be analysed: {next(iter(left_out))}")
    tables = {key: one.rules for key, one in plan.made}
    return Grid(plan.rules, plan.variations, rows, dict(left_out), tables)
