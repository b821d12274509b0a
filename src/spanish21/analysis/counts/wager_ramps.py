"""The wager at each true count: the best ramp for a bankroll, a spread and a risk, and its win rate.

Who has a bankroll grows it fastest by wagering, of every unit of it, the expected value over the variance of
the round (Kelly), or a fraction of that for less risk; the wager is kept between the table's unit and the
spread. Rounds are taken as independent and long runs as a drifting Brownian motion: N0, SCORE and the risk
of ruin are those of it. `spanish21 simulate --count --bankroll` plays the ramp and has the risk of ruin
exactly, from the distribution of a round's result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

import msgspec

from spanish21.analysis.counts.judging import AtCount, CountWorth, judge_at
from spanish21.analysis.counts.removed_shoes import Play, RemovedShoes
from spanish21.analysis.counts.true_counts import CountLaw
from spanish21.analysis.hands.shoe_counts import full_shoe
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.bars import bars_svg
from spanish21.display.brief import brief, brief_list
from spanish21.display.notebook import figures_html, in_notebook, signed, table_html
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game.money import amount_text
from spanish21.game.rules import Rules, least_wager, what_if
from spanish21.strategy.counts import Count

DEFAULT_SPREAD, DEFAULT_KELLY = 12, 0.5
MOST_SPREAD = 1000
HIGHEST_COUNT = 100
"""No true count is further from 0 by any tags that are of use."""
MOST_SHOES = 100
RARE = 1e-9
ROUNDS = 100
SCORES_BANKROLL = 10_000
"""SCORE is what full Kelly wins in a hundred rounds with a bankroll of 10,000."""


class RampStep(msgspec.Struct, frozen=True):
    """One true count of a ramp."""

    true_count: int
    wager: int
    """In cents or pence; 0 if the round is not played."""
    frequency: float
    expected_value: float
    best_wager: int
    """The Kelly wager at this true count, before the limits of the table."""

    __repr__ = brief


@dataclass(frozen=True, eq=False, repr=False)
class Ramp(Shown):
    """A wager for each true count, and what it earns in a round that is seen."""

    worth: CountWorth
    unit: int
    spread: int
    bankroll: int
    kelly: float
    enter_at: int | None
    steps: tuple[RampStep, ...]
    win: float
    """Won in a round that is seen, played or not, in cents or pence."""
    variance: float

    @property
    def rules(self) -> Rules:
        return self.worth.rules

    @property
    def standard_deviation(self) -> float:
        """Of a round that is seen, in cents or pence."""
        return float(self.variance**0.5)

    @property
    def mean_wager(self) -> float:
        """In a round that is seen."""
        return sum(step.frequency * step.wager for step in self.steps)

    @property
    def n0(self) -> float | None:
        """The rounds after which what is won is as much as one standard deviation; none without a gain."""
        return self.variance / self.win**2 if self.win > 0 else None

    @property
    def score(self) -> float:
        """What the ramp wins in a hundred rounds when it is scaled to a bankroll of 10,000 and full Kelly."""
        return (
            ROUNDS * SCORES_BANKROLL * self.win**2 / self.variance if self.win > 0 and self.variance else 0.0
        )

    @property
    def risk_of_ruin(self) -> float:
        """The chance that the bankroll is ever lost, if play never ends."""
        if self.win <= 0 or not self.variance:
            return 1.0
        return exp(-2.0 * self.win * self.bankroll / self.variance)

    @property
    def count(self) -> Count:
        """The count with this ramp, as `simulate --count` plays it; a round that is passed by wagers a
        cent, since a simulated seat plays every round."""
        ramp: dict[str, int] = {}
        for step in self.steps:
            wager = max(step.wager, 1)
            if not ramp or wager != list(ramp.values())[-1]:
                ramp[str(step.true_count)] = wager
        return msgspec.structs.replace(self.worth.count, ramp=ramp)

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every true count."""
        return [msgspec.structs.asdict(step) for step in self.steps]

    def summary(self) -> dict[str, Any]:
        """Every figure of the ramp, money in dollars or pounds."""
        return {
            "unit": self.unit / 100,
            "spread": self.spread,
            "bankroll": self.bankroll / 100,
            "kelly": self.kelly,
            "enter_at": self.enter_at,
            "mean_wager": self.mean_wager / 100,
            "win_per_round": self.win / 100,
            "win_per_100_rounds": self.win * ROUNDS / 100,
            "standard_deviation_per_100_rounds": self.standard_deviation * ROUNDS**0.5 / 100,
            "score": self.score,
            "n0": self.n0,
            "risk_of_ruin": self.risk_of_ruin,
            "ramp": [
                {**row, "wager": row["wager"] / 100, "best_wager": row["best_wager"] / 100}
                for row in self.to_records()
            ],
        }

    def svg(self) -> str:
        """A bar for the wager at each true count that is met now and then."""
        steps = [step for step in self.steps if step.frequency > 1e-3]
        labels = [f"{step.true_count:+d}" for step in steps]
        wagers = [step.wager / 100 for step in steps]
        return bars_svg("Wager by true count", labels, wagers, "{:.0f}", self.rules.currency)

    def __repr__(self) -> str:
        n0 = f"N0 {self.n0:,.0f}" if self.n0 else "no gain"
        return f"<Ramp: {amount_text(self.unit)} to {amount_text(self.unit * self.spread)}, {n0}>"

    def _repr_html_(self) -> str:
        sign = self.rules.currency
        told = [
            ("won in 100 rounds", f"{sign}{self.win:,.2f}"),
            ("SCORE", f"{self.score:.2f}"),
            ("N0", f"{self.n0:,.0f} rounds" if self.n0 else "–"),
            ("risk of ruin", f"{self.risk_of_ruin:.2%}"),
        ]
        rows = [
            [
                f"{step.true_count:+d}",
                f"{step.frequency:.3%}",
                signed(step.expected_value, "{:+.3%}"),
                f"{sign}{amount_text(step.wager)}",
            ]
            for step in self.steps
            if step.frequency > 5e-5
        ]
        heads = ["true count", "frequency", "expected value", "wager"]
        return in_notebook(figures_html(told) + self.svg() + table_html(heads, rows, ()))


def ramp(
    worth: CountWorth,
    bankroll: int,
    spread: int = DEFAULT_SPREAD,
    kelly: float = DEFAULT_KELLY,
    unit: int = 0,
    enter_at: int | None = None,
) -> Ramp:
    """The best ramp of a judged count, for a bankroll in cents or pence.

    `unit` is the lowest wager, the table's minimum unless given, and `spread` the highest over the lowest.
    With `enter_at`, rounds at a lower true count are watched and not played.
    """
    unit = check_ramp(worth.rules, bankroll, spread, kelly, unit, enter_at)
    steps = tuple(_step(row, bankroll, spread, kelly, unit, enter_at) for row in worth.rows)
    win = sum(step.frequency * step.wager * step.expected_value for step in steps)
    deviations = [row.standard_deviation for row in worth.rows]
    squares = sum(
        step.frequency * step.wager**2 * (deviation**2 + step.expected_value**2)
        for step, deviation in zip(steps, deviations, strict=True)
    )
    return Ramp(worth, unit, spread, bankroll, kelly, enter_at, steps, win, squares - win * win)


def check_ramp(
    rules: Rules, bankroll: int, spread: int, kelly: float, unit: int = 0, enter_at: int | None = None
) -> int:
    """The lowest wager of a ramp, the table's minimum unless given; refuses a ramp that cannot be."""
    unit = unit or least_wager(rules)
    if not 1 <= spread <= MOST_SPREAD:
        raise BadInput(f"spread is {spread}; it must be from 1 to {MOST_SPREAD}")
    if not 0.01 <= kelly <= 2.0:
        raise BadInput(f"kelly is {kelly}; it must be from 0.01 to 2")
    if enter_at is not None and not -HIGHEST_COUNT <= enter_at <= HIGHEST_COUNT:
        raise BadInput(f"enter-at is {enter_at}; it must be from {-HIGHEST_COUNT} to {HIGHEST_COUNT}")
    if bankroll < unit:
        raise BadInput(f"bankroll is {amount_text(bankroll)}; it must be at least {amount_text(unit)}")
    return unit


def _step(
    row: AtCount, bankroll: int, spread: int, kelly: float, unit: int, enter_at: int | None
) -> RampStep:
    best = 0
    if row.expected_value > 0.0 and row.frequency > RARE:
        best = int(kelly * bankroll * row.expected_value / row.standard_deviation**2)
    wager = unit * min(max(best // unit, 1), spread)
    if enter_at is not None and row.true_count < enter_at:
        wager = 0
    return RampStep(row.true_count, wager, row.frequency, row.expected_value, best)


class RampGrid(Shown, list[dict[str, Any]]):
    """Ramps for numbers of decks and cover cards: a row for each."""

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every number of decks and every penetration."""
        return list(self)

    def svg(self) -> str:
        """A bar for each SCORE."""
        labels = [f"{row['decks']}·{row['penetration']:.0%}" for row in self]
        return bars_svg("SCORE by decks and penetration", labels, [row["score"] for row in self], "{:.1f}")

    def __repr__(self) -> str:
        lines = [
            f"{row['decks']} decks, {row['penetration']:.0%}: SCORE {row['score']:.2f}, "
            f"{row['win_per_100_rounds']:+.2f} in 100 rounds, ruin {row['risk_of_ruin']:.2%}"
            for row in self
        ]
        return brief_list("RampGrid", lines)


def ramp_grid(
    rules: AnyRules,
    count: Count,
    bankroll: int,
    decks: Sequence[int] = (),
    penetrations: Sequence[float] = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9),
    spread: int = DEFAULT_SPREAD,
    kelly: float = DEFAULT_KELLY,
    enter_at: int | None = None,
    play: Play = "chart",
    second: bool = True,
) -> RampGrid:
    """The best ramp for every number of decks at every penetration."""
    rules = as_rules(rules)
    decks = decks or (rules.decks,)
    if len(decks) * len(penetrations) > MOST_SHOES:
        number = len(decks) * len(penetrations)
        raise BadInput(f"{number} combinations of decks and penetrations; at most {MOST_SHOES} are priced")
    check_ramp(rules, bankroll, spread, kelly, enter_at=enter_at)
    tables = [what_if(rules, decks=number) for number in decks]
    for table in tables:
        for penetration in penetrations:
            CountLaw(table, full_shoe(table.decks), count, penetration)
    grid = RampGrid()
    for table in tables:
        shoes = RemovedShoes(table, play)
        for worth in judge_at(shoes, count, penetrations, second):
            found = ramp(worth, bankroll, spread, kelly, enter_at=enter_at)
            told = {name: one for name, one in found.summary().items() if name != "ramp"}
            row = {"decks": table.decks, "penetration": worth.penetration}
            grid.append(row | {"expected_value": worth.expected_value} | told)
    return grid
