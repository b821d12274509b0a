"""Side wagers that meet a target: every choice of odds, weights or meter in given ranges, ranked; exact."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import prod, sqrt
from typing import Any

from spanish21.analysis.design.linear_search import LinearBound, solutions
from spanish21.analysis.design.targets import Target, Targets, Wanted, targets_of
from spanish21.analysis.design.wager_model import LINE, METER, WEIGHT, Choice, WagerModel, edge_of
from spanish21.analysis.sides.side_laws import Law
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.brief import brief_list
from spanish21.display.certain_digits import certain_figures
from spanish21.display.notebook import in_notebook, table_html
from spanish21.display.shown import Shown
from spanish21.errors import BadInput, one_line
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import Rules

MOST_CANDIDATES = 10**9
MOST_SOLUTIONS = 50_000
MOST_SHOWN = 100


@dataclass(frozen=True)
class WagerSolution:
    """One choice that meets the targets, with its exact figures."""

    chosen: dict[str, int]
    house_edge: Fraction
    long_run_house_edge: Fraction | None
    hit_frequency: Fraction
    variance: Fraction
    top_prize: Fraction
    changes: int
    """How much differs from the table as it is."""

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def as_row(self) -> dict[str, Any]:
        """The solution, ready for JSON."""
        row: dict[str, Any] = {
            **self.chosen,
            "house_edge": float(self.house_edge),
            "house_edge_exact": str(self.house_edge),
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "top_prize": float(self.top_prize),
        }
        if self.long_run_house_edge is not None:
            row["long_run_house_edge"] = float(self.long_run_house_edge)
        return row | {"changes": self.changes}


@dataclass(frozen=True, eq=False, repr=False)
class WagerDesign(Shown):
    """Every choice for a side wager that meets the targets, the best first."""

    rules: Rules
    kind: str
    targets: Targets
    candidates: int
    """How many choices the ranges hold."""
    solutions: list[WagerSolution]
    now: WagerSolution
    """The wager as the table has it."""

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every solution, the best first."""
        return [one.as_row() for one in self.solutions]

    def summary(self) -> dict[str, Any]:
        """The design as one object, ready for JSON."""
        document: dict[str, Any] = certain_figures(
            {
                "book": self.rules.book,
                "decks": self.rules.decks,
                "wager": self.kind,
                "targets": {name: [float(one.least), float(one.most)] for name, one in self.targets.items()},
                "candidates": self.candidates,
                "now": self.now.as_row(),
                "solutions": self.to_records(),
            }
        )
        return document

    def svg(self) -> str:
        """An SVG: every solution by its edge and its standard deviation."""
        from spanish21.analysis.design.design_picture import design_svg

        return design_svg(
            [(float(one.house_edge), one.standard_deviation, _told(one)) for one in self.solutions]
        )

    def __repr__(self) -> str:
        heading = f"WagerDesign: {self.kind}, {decks_text(self.rules.decks)}, {self.said}"
        return brief_list(heading, [f"{float(one.house_edge):9.4%}  {_told(one)}" for one in self.solutions])

    @property
    def said(self) -> str:
        """How many of the candidates meet the targets, in words."""
        return f"{count_text(len(self.solutions), 'solution')} of {count_text(self.candidates, 'candidate')}"

    def _repr_html_(self) -> str:
        """A notebook shows the picture and the best solutions."""
        rows = [
            [str(value) if not isinstance(value, float) else f"{value:.5g}" for value in row.values()]
            for row in self.to_records()[:MOST_SHOWN]
        ]
        heads = [name.replace("_", " ") for name in self.now.as_row()]
        return in_notebook(f"<p>{self.said}</p>{self.svg() if rows else ''}{table_html(heads, rows)}")


def _told(one: WagerSolution) -> str:
    return ", ".join(f"{name} {number}" for name, number in one.chosen.items())


def design_wager(
    rules: AnyRules,
    wager: str,
    targets: Wanted,
    *,
    lines: Mapping[str, Iterable[int]] | None = None,
    weights: Mapping[str, Iterable[int]] | None = None,
    meter: Mapping[str, Iterable[int]] | None = None,
    ordered: bool = True,
    most: int = MOST_SOLUTIONS,
) -> WagerDesign:
    """Every choice of whole odds (or amounts), weights and meter that meets the targets, the nearest first.

    `lines`, `weights` and `meter` give the numbers that a line of the paytable, a stop of the wheel, or the
    meter's `initial`, `reset` and `rate` (per cent) may have; what they do not name stays as it is. If
    `ordered`, a better line never pays less. Amounts are in whole dollars or pounds.
    """
    rules = as_rules(rules)
    model, wanted = WagerModel(rules, wager), targets_of(targets)
    if "long_run_house_edge" in wanted and not model.meter:
        raise BadInput(f"long_run_house_edge: {model.kind} has no meter, and so no long run")
    now = model.now
    given = {LINE: lines or {}, WEIGHT: weights or {}, METER: meter or {}}
    choices = {
        Choice(kind, name): _numbers(name, some) for kind, by in given.items() for name, some in by.items()
    }
    for choice in choices:
        if choice not in now:
            known = ", ".join(one.name for one in now if one.kind == choice.kind) or "none"
            raise BadInput(one_line(f"{model.kind} has no {choice.kind} {choice.name!r}; it has {known}"))
    if not choices:
        raise BadInput("a design needs something that may vary: lines, weights or the meter")
    if given[WEIGHT] and (given[LINE] or given[METER]):
        raise BadInput("a wheel's weights vary alone: the edge is not linear in them and the meter together")
    # In the order of the paytable, so that of two lines the better is chosen first.
    choices = {choice: choices[choice] for choice in now if choice in choices}
    candidates = prod(len(some) for some in choices.values())
    if candidates > MOST_CANDIDATES:
        raise BadInput(
            f"these ranges hold {candidates:,} candidates; at most {MOST_CANDIDATES:,} are searched: "
            "narrow them"
        )
    found = []
    places = list(choices)
    falling = _falling(model, places) if ordered else ()
    for numbers in solutions(list(choices.values()), _bounds(model, choices, wanted), falling):
        chosen = dict(zip(places, numbers, strict=True))
        if not _keeps_order(model, now | chosen, ordered):
            continue
        one = _solution(model, chosen, now)
        if all(target.has(_figure(one, name)) for name, target in wanted.items()):
            found.append(one)
            if len(found) > most:
                raise BadInput(
                    f"more than {most:,} of {candidates:,} candidates meet the targets; "
                    "narrow the targets or the ranges"
                )
    found.sort(key=lambda one: (_away(one, wanted), one.changes, tuple(one.chosen.values())))
    return WagerDesign(rules, model.kind, wanted, candidates, found, _solution(model, {}, now))


def _numbers(name: str, some: Iterable[int]) -> list[int]:
    numbers = sorted({int(number) for number in some})
    if not numbers or numbers[0] < 0:
        raise BadInput(one_line(f"{name}: give the whole numbers that it may be, from 0 on"))
    return numbers


def _falling(model: WagerModel, places: Sequence[Choice]) -> tuple[int, ...]:
    return tuple(at for at, one in enumerate(places) if one.kind == LINE)


def _keeps_order(model: WagerModel, chosen: Mapping[Choice, int], ordered: bool) -> bool:
    """Whether no line of the whole paytable pays less than a worse one; lines that cannot be said to be
    better are in the order of the paytable."""
    pays = [number for choice, number in chosen.items() if choice.kind == LINE]
    return not ordered or all(one >= other for one, other in pairwise(pays))


def _bounds(model: WagerModel, choices: Mapping[Choice, list[int]], wanted: Targets) -> list[LinearBound]:
    """The targets on the edges as linear bounds."""
    bounds = []
    for name in ("house_edge", "long_run_house_edge"):
        if name in wanted:
            bounds += _bounds_of(model, choices, wanted[name], name == "long_run_house_edge")
    return bounds


def _bounds_of(
    model: WagerModel, choices: Mapping[Choice, list[int]], target: Target, long_run: bool
) -> list[LinearBound]:
    def edge(chosen: Mapping[Choice, int]) -> Fraction:
        return model.long_run_edge(chosen) if long_run else edge_of(model.law(chosen))

    if any(choice.kind == WEIGHT for choice in choices):
        stops = {choice: weight for choice, weight in model.now.items() if choice.kind == WEIGHT}
        none = dict.fromkeys(stops, 0)
        # With one stop alone the edge is what that stop makes it; together they are weighed.
        alone = {stop: edge({**none, stop: 1}) for stop in stops}
        fixed = {stop: weight for stop, weight in stops.items() if stop not in choices}
        return [
            LinearBound(
                tuple(sign * (end - alone[choice]) for choice in choices),
                sum((sign * (end - alone[stop]) * weight for stop, weight in fixed.items()), Fraction(0)),
            )
            for sign, end in ((1, target.most), (-1, target.least))
        ]
    nothing = dict.fromkeys(choices, 0)
    start = edge(nothing)
    factors = [edge({**nothing, choice: 1}) - start for choice in choices]
    return [
        LinearBound(tuple(-factor for factor in factors), target.most - start),
        LinearBound(tuple(factors), start - target.least),
    ]


def _solution(model: WagerModel, chosen: Mapping[Choice, int], now: Mapping[Choice, int]) -> WagerSolution:
    law: Law = model.law(chosen)
    mean = -edge_of(law)
    square = sum((result**2 * chance for result, chance in law.items()), Fraction(0))
    return WagerSolution(
        {choice.name: chosen.get(choice, now[choice]) for choice in now if choice in chosen or not chosen},
        -mean,
        model.long_run_edge(chosen) if model.meter else None,
        sum((chance for result, chance in law.items() if result > -1), Fraction(0)),
        square - mean**2,
        max(law),
        sum(now[choice] != number for choice, number in chosen.items()),
    )


def _figure(one: WagerSolution, name: str) -> Fraction | float:
    found: Fraction | float = getattr(one, name)
    return found


def _away(one: WagerSolution, wanted: Targets) -> tuple[float, ...]:
    """How far a solution is from the middle of each target that has one."""
    return tuple(
        abs(float(_figure(one, name)) - float(target.aim))
        for name, target in wanted.items()
        if target.most - target.least < 10**11
    )
