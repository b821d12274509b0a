"""Rules that meet a target: a grid's rulesets of which every figure is within its range, ranked."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spanish21.analysis.design.grid import Grid, grid
from spanish21.analysis.design.many_rulesets import price_rulesets
from spanish21.analysis.design.targets import Targets, Wanted, targets_of
from spanish21.analysis.design.variations import MOST_RULESETS
from spanish21.books.submissions.submission import AnyRules
from spanish21.display.brief import brief_list
from spanish21.display.certain_digits import certain_figures
from spanish21.display.notebook import in_notebook
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text


@dataclass(frozen=True, eq=False, repr=False)
class RulesDesign(Shown):
    """Every ruleset that meets the targets, the nearest first."""

    grid: Grid
    """All rulesets that were searched."""
    targets: Targets
    solutions: list[dict[str, Any]]

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every solution, the nearest first."""
        return [dict(row) for row in self.solutions]

    def summary(self) -> dict[str, Any]:
        """The design as one object, ready for JSON."""
        document: dict[str, Any] = certain_figures(
            {
                "book": self.grid.rules.book,
                "targets": {name: [float(one.least), float(one.most)] for name, one in self.targets.items()},
                "candidates": len(self.grid.rows) + sum(self.grid.left_out.values()),
                "solutions": self.solutions,
            }
        )
        return document

    def svg(self) -> str:
        """An SVG: how far the house edge goes at each value, of all that was searched."""
        return self.grid.svg()

    @property
    def said(self) -> str:
        """How many of the candidates meet the targets, in words."""
        found = count_text(len(self.solutions), "solution")
        return f"{found} of {count_text(self.summary()['candidates'], 'candidate')}"

    def __repr__(self) -> str:
        names = self.grid.names
        lines = [
            f"{row['house_edge']:9.4%}  " + ", ".join(f"{name} {row[name]}" for name in names)
            for row in self.solutions
        ]
        return brief_list(f"RulesDesign: {self.grid.rules.book}, {self.said}", lines)

    def _repr_html_(self) -> str:
        """A notebook shows the solutions as their grid does."""
        from spanish21.analysis.design.grid import grid_html

        shown = Grid(self.grid.rules, self.grid.variations, self.solutions, {}, self.grid.tables)
        return in_notebook(f"<p>{self.said}</p>{grid_html(shown, 100) if self.solutions else ''}")


def design_rules(
    rules: AnyRules,
    vary: Mapping[str, Sequence[Any]],
    targets: Wanted,
    *,
    most: int = MOST_RULESETS,
    processes: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> RulesDesign:
    """Every combination of settings' values that meets the targets, the nearest to their middles first.

    The figures of targets other than the house edge are computed only for rulesets whose edge is within its
    range.
    """
    wanted = targets_of(targets)
    if "long_run_house_edge" in wanted or "top_prize" in wanted:
        raise BadInput("long_run_house_edge and top_prize are targets of side wagers; name one with a wager")
    found = grid(rules, vary, most=most, processes=processes, journal=journal, tell=tell)
    edge_alone = {name: one for name, one in wanted.items() if name == "house_edge"}
    near = meeting(found.rows, edge_alone)
    if len(wanted) > len(edge_alone) and near:
        tables = {row["key"]: found.tables[row["key"]] for row in near}
        figures = price_rulesets(tables, True, processes, None, tell)
        near = [{**row, **figures[row["key"]]} for row in near]
    return RulesDesign(found, wanted, meeting(near, wanted))


def meeting(rows: Sequence[dict[str, Any]], wanted: Targets) -> list[dict[str, Any]]:
    """The rulesets that meet the targets, the nearest to their middles first."""
    found = [row for row in rows if all(one.has(row[name]) for name, one in wanted.items())]
    return sorted(found, key=lambda row: [abs(row[name] - float(one.aim)) for name, one in wanted.items()])
