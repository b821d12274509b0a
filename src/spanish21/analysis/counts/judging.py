"""The worth of a count at a table: its correlations, and the chance of each true count and the gain there.

The expected value at a true count is exact to the second order of its expansion in the remaining cards
(removed_shoes.py), over shoes whose rounds begin anywhere before the cover card; the standard deviation is
exact to the first order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.analysis.counts.correlations import correlation
from spanish21.analysis.counts.effects import Removal, removal_of
from spanish21.analysis.counts.playing import playing_efficiency
from spanish21.analysis.counts.removed_shoes import Expansion, Play, RemovedShoes
from spanish21.analysis.counts.side_effects import INSURANCE
from spanish21.analysis.counts.true_counts import CountLaw
from spanish21.analysis.hands.shoe_counts import full_shoe
from spanish21.analysis.law.second_moment import SecondMoment
from spanish21.analysis.worth.table_edge import Edge
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.bars import bars_svg
from spanish21.display.brief import brief
from spanish21.display.notebook import figures_html, in_notebook, signed, table_html
from spanish21.display.shown import Shown
from spanish21.game.rules import Rules
from spanish21.strategy.counts import Count

Floats = NDArray[numpy.float64]

DEFAULT_PENETRATION = 0.75
DEPTHS = 36
"""Depths over which true counts are averaged: enough for the steps of whole cards to disappear."""
SHOWN = 5e-5
"""True counts that are rarer than this are shown only as data."""


class AtCount(msgspec.Struct, frozen=True):
    """One true count before a round; the outermost stand for all beyond them."""

    true_count: int
    frequency: float
    expected_value: float
    """By the play that the count was judged with."""
    standard_deviation: float

    __repr__ = brief


@dataclass(frozen=True, eq=False, repr=False)
class CountWorth(Shown):
    """A count at a table, judged."""

    rules: Rules
    count: Count
    penetration: float
    play: str
    removal: Removal
    correlations: dict[str, float | None]
    """By wager: how well the tags follow its effects of removal; nothing if no card has one."""
    playing_efficiency: float
    rows: tuple[AtCount, ...]

    @property
    def betting_correlation(self) -> float:
        return self.correlations["main"] or 0.0

    @property
    def insurance_correlation(self) -> float | None:
        return self.correlations.get(INSURANCE)

    @cached_property
    def expected_value(self) -> float:
        """Over all true counts, at one wager: the table's own."""
        return sum(row.frequency * row.expected_value for row in self.rows)

    @property
    def even_from(self) -> int | None:
        """The lowest true count at which the player has no disadvantage."""
        found = [row.true_count for row in self.rows if row.expected_value >= 0.0 and row.frequency > 0.0]
        return min(found) if found else None

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every true count."""
        return [msgspec.structs.asdict(row) for row in self.rows]

    def summary(self) -> dict[str, Any]:
        """Every figure of `spanish21 count --json`."""
        return {
            "book": self.rules.book,
            "decks": self.rules.decks,
            "penetration": self.penetration,
            "play": self.play,
            "tags": self.count.tags,
            "is_balanced": self.count.is_balanced,
            "start_per_deck": self.count.start_per_deck,
            "betting_correlation": self.betting_correlation,
            "insurance_correlation": self.insurance_correlation,
            "playing_efficiency": self.playing_efficiency,
            "correlations": self.correlations,
            "expected_value": self.expected_value,
            "even_from": self.even_from,
            "by_true_count": self.to_records(),
        }

    def svg(self) -> str:
        """A bar for what the player wins at each true count that is met now and then."""
        rows = [row for row in self.rows if row.frequency > SHOWN * 20]
        title = f"Expected value by true count: {self.rules.book}, {decks_text(self.rules.decks)}"
        labels = [f"{row.true_count:+d}" for row in rows]
        return bars_svg(title, labels, [100 * row.expected_value for row in rows], under="% of the wager")

    def __repr__(self) -> str:
        told = f"betting {self.betting_correlation:.3f}, playing {self.playing_efficiency:.3f}"
        return f"<CountWorth: {self.rules.book}, {decks_text(self.rules.decks)}, {told}>"

    def _repr_html_(self) -> str:
        told = [
            ("betting correlation", f"{self.betting_correlation:.4f}"),
            ("playing efficiency", f"{self.playing_efficiency:.3f}"),
        ]
        if self.insurance_correlation is not None:
            told.append(("insurance correlation", f"{self.insurance_correlation:.4f}"))
        rows = [
            [f"{row.true_count:+d}", f"{row.frequency:.4%}", signed(row.expected_value, "{:+.3%}")]
            for row in self.rows
            if row.frequency > SHOWN
        ]
        heads = ["true count", "frequency", "expected value"]
        return in_notebook(figures_html(told) + self.svg() + table_html(heads, rows, ()))


def judge(
    rules: AnyRules,
    count: Count,
    penetration: float = DEFAULT_PENETRATION,
    play: Play = "chart",
    second: bool = True,
) -> CountWorth:
    """The worth of a count at a table; with `second` false, to the first order only and sooner."""
    rules = as_rules(rules)
    CountLaw(rules, full_shoe(rules.decks), count, penetration)  # which refuses what cannot be judged
    return judge_at(RemovedShoes(rules, play), count, (penetration,), second)[0]


def judge_at(
    shoes: RemovedShoes, count: Count, penetrations: Sequence[float], second: bool = True
) -> list[CountWorth]:
    """The same at several penetrations of a table that is there already."""
    found = removal_of(shoes)
    correlations = {wager: correlation(found, count.tags, wager) for wager in found.wagers}
    values = shoes.expansion(_value, None, second)
    moment = SecondMoment(shoes.whole)
    squares = shoes.expansion(lambda one: numpy.array(moment.of(one)), None, False)
    judged = []
    for penetration in penetrations:
        rows = rows_of(CountLaw(shoes.rules, shoes.shoe, count, penetration, DEPTHS), values, squares)
        efficiency = playing_efficiency(shoes, CountLaw(shoes.rules, shoes.shoe, count, penetration))
        judged.append(
            CountWorth(shoes.rules, count, penetration, shoes.name, found, correlations, efficiency, rows)
        )
    return judged


def _value(found: Edge) -> Floats:
    return numpy.array(found.expected_value)


def rows_of(law: CountLaw, values: Expansion, squares: Expansion) -> tuple[AtCount, ...]:
    """The true counts of a law, from the expansions of a round's result and of its square."""
    often, won, squared = (numpy.zeros(len(law.true_counts)) for _ in range(3))
    nothing = numpy.zeros((1, len(law.tags)), dtype=numpy.int64)
    for begin, share in zip(law.begins, law.shares, strict=True):
        chances = law.chances(begin, nothing, second=len(values.second) > 0)
        alone = chances.alone[0]
        often += share * alone
        won += share * values.mean * alone
        squared += share * squares.mean * alone
        for kind in law.kinds:
            here = share * kind.number * chances.with_one[0, kind.tag]
            won += here * values.first[kind.value]
            squared += here * squares.first[kind.value]
            for other in law.kinds if len(values.second) else ():
                ways = kind.number * (other.number - (kind == other))
                both = share * ways * chances.with_two[0, kind.tag, other.tag]
                won += both * values.second[kind.value, other.value]
    rows = []
    for place, true_count in enumerate(law.true_counts):
        chance = max(float(often[place]), 1e-300)
        mean, square = float(won[place]) / chance, float(squared[place]) / chance
        if chance > 1e-12:
            deviation = max(square - mean * mean, 0.0) ** 0.5
            rows.append(AtCount(true_count, float(often[place]), mean, deviation))
    return tuple(rows)
