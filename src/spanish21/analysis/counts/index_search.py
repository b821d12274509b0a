"""Indices: the true count from which, or up to which, another decision than the chart's wins more.

A cell of the chart decides for many hands, so its index is that of all of them together, each as often as a
round comes to it. Every threshold of every option is compared; the best is kept, with what it adds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.analysis.counts.decision_points import (
    Points,
    PointValues,
    expanded,
    points_of,
    tags_seen,
    values_by_count,
)
from spanish21.analysis.counts.removed_shoes import RemovedShoes
from spanish21.analysis.counts.true_counts import CountLaw
from spanish21.analysis.hands.shoe_counts import full_shoe
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.bars import bars_svg
from spanish21.display.brief import brief, brief_list
from spanish21.display.notebook import in_notebook, table_html
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game import hands
from spanish21.game.cards import ACE, TEN
from spanish21.strategy import OPTIONS, UP_LABELS, Chart, hand_numbers
from spanish21.strategy.counts import Count, Index

Floats = NDArray[numpy.float64]

INSURANCE = "insurance"
INSURE = "insure"
LEAST_GAIN = 1e-9
"""An index that adds less than this to a round, in wagers, is left out."""
DEFAULT_PENETRATION = 0.75


class FoundIndex(msgspec.Struct, frozen=True):
    """A decision that changes with the true count."""

    hand: str
    """As a chart names its rows: `hard 16`, `soft 18` or `pair 9`; `insurance` for insurance."""
    up: str
    chart: str
    """What the chart does, for most of these hands."""
    action: str
    """What is done instead."""
    at_least: int | None
    """From this true count on, rounded down as it is."""
    at_most: int | None
    """Up to this true count."""
    crossing: float
    """The true count at which both are worth the same, between the whole ones."""
    gain: float
    """What following it adds to a round, in wagers, over all true counts."""
    often: float
    """How often a round comes to such a decision at a true count where it applies."""
    doubles: int = 0
    """For a hand that was doubled so often."""

    @property
    def index(self) -> Index:
        """The index as a count has it."""
        return Index(self.hand, self.up, self.action, self.at_least, self.at_most, self.doubles)

    def __str__(self) -> str:
        limit = f"from {self.at_least:+d}" if self.at_least is not None else f"to {self.at_most:+d}"
        doubled = f" after {self.doubles} doubles" if self.doubles else ""
        return f"{self.hand} against {self.up}{doubled}: {self.action} {limit}"

    __repr__ = brief


@dataclass(frozen=True, repr=False)
class Indices(Shown):
    """The indices of a count at a table, those that are worth most first."""

    rules: Any
    count: Count
    penetration: float
    chart: Chart
    found: tuple[FoundIndex, ...]

    @property
    def gain(self) -> float:
        """What all of them add to a round, in wagers, at one wager for all true counts."""
        return sum(one.gain for one in self.found)

    @property
    def with_indices(self) -> Count:
        """The count with these indices instead of its own, as `simulate --count` plays it."""
        insure = [one.at_least for one in self.found if one.hand == INSURANCE]
        played = tuple(one.index for one in self.found if one.hand != INSURANCE)
        return msgspec.structs.replace(self.count, indices=played, insure_from=insure[0] if insure else None)

    def first(self, number: int) -> "Indices":
        """The indices that are worth most, at most that many."""
        return Indices(self.rules, self.count, self.penetration, self.chart, self.found[:number])

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every index."""
        return [msgspec.structs.asdict(one) for one in self.found]

    def summary(self) -> dict[str, Any]:
        """Every figure of `spanish21 indices --json`."""
        return {
            "book": self.rules.book,
            "decks": self.rules.decks,
            "penetration": self.penetration,
            "tags": self.count.tags,
            "start_per_deck": self.count.start_per_deck,
            "gain": self.gain,
            "indices": self.to_records(),
        }

    def svg(self, number: int = 18) -> str:
        """A bar for the worth of each of the first indices, in millionths of the wager."""
        shown = self.found[:number]
        labels = [
            f"{one.hand.replace('hard ', '')}/{one.up}".replace("insurance/A", "insure") for one in shown
        ]
        title = f"What indices add to a round: {self.rules.book}, {decks_text(self.rules.decks)}"
        return bars_svg(
            title,
            labels,
            [1e6 * one.gain for one in shown],
            "{:.0f}",
            "millionths of the wager, at one wager",
        )

    def __repr__(self) -> str:
        lines = [f"{1e6 * one.gain:7.1f}  {one}" for one in self.found]
        return brief_list(f"Indices: {self.rules.book}, millionths of a wager", lines)

    def _repr_html_(self) -> str:
        heads = ["hand", "against", "chart", "instead", "true count", "exactly", "adds"]
        rows = [
            [
                one.hand,
                one.up,
                one.chart,
                one.action,
                _limit_text(one),
                f"{one.crossing:+.2f}",
                f"{one.gain:.2e}",
            ]
            for one in self.found[:40]
        ]
        return in_notebook(self.svg() + table_html(heads, rows, (0, 2, 3, 4)))


def _limit_text(one: FoundIndex) -> str:
    return f"{one.at_least:+d} and above" if one.at_least is not None else f"{one.at_most:+d} and below"


def indices(
    rules: AnyRules,
    count: Count,
    penetration: float = DEFAULT_PENETRATION,
    chart: Chart | None = None,
    second: bool = True,
) -> Indices:
    """The true counts at which the decisions of a chart change, for every cell, sorted by the contribution of
    each.

    The chart is the table's best unless another is given; later decisions of a hand are the chart's. Rounds
    begin anywhere in the part of the shoe in front of the cover card. With `second` false, values are taken
    to the first order only, in a third of the time.
    """
    rules = as_rules(rules)
    # What cannot be found is refused before anything is priced.
    assert CountLaw(rules, full_shoe(rules.decks), count, penetration).tag_of_value
    shoes = RemovedShoes(rules, chart or "chart")
    return indices_of(shoes, count, penetration, second)


def indices_of(shoes: RemovedShoes, count: Count, penetration: float, second: bool = True) -> Indices:
    """The same for a table that is there already."""
    if shoes.chart is None:
        raise BadInput("indices need a chart: they say where it is departed from")
    law = CountLaw(shoes.rules, shoes.shoe, count, penetration)
    points = points_of(shoes)
    values = values_by_count(shoes, points, expanded(shoes, points, second), law)
    found = [*of_cells(points, values, law), *insurance_index(shoes, points, law)]
    found.sort(key=lambda one: -one.gain)
    return Indices(shoes.rules, count, penetration, shoes.chart, tuple(found))


def cells_of(points: Points) -> dict[tuple[str, str, int], NDArray[numpy.int64]]:
    """The points of each cell, by its row, up card and number of doubles."""
    numbers = hand_numbers()
    cells: dict[tuple[str, str, int], list[int]] = {}
    for place, (hand, up, doubles) in enumerate(
        zip(points.hand.tolist(), points.up.tolist(), points.doubles.tolist(), strict=True)
    ):
        hard, aces = int(numbers.hard[hand]), int(numbers.aces[hand])
        held = numbers.held[hand]
        kind = "soft" if hands.is_soft(hard, aces) else "hard"
        row = f"{kind} {hands.total(hard, aces)}"
        if not doubles and numbers.size[hand] == 2 and held.max() == 2:
            row = f"pair {UP_LABELS[int(held.argmax()) - 1]}"
        cells.setdefault((row, UP_LABELS[up - 1], doubles), []).append(place)
    return {cell: numpy.array(places) for cell, places in cells.items()}


def of_cells(points: Points, values: PointValues, law: CountLaw) -> Iterator[FoundIndex]:
    """The indices of every cell that has any."""
    for (row, up, doubles), places in cells_of(points).items():
        if not row.endswith(" 21"):
            chosen = points.chosen[places]
            usual = int(numpy.bincount(chosen, points.often[places]).argmax())
            best = _best_of_cell(places, chosen, usual, values, law)
            for found in best:
                option, at_least, at_most, crossing, gain, often = found
                yield FoundIndex(
                    row,
                    up,
                    OPTIONS[usual],
                    OPTIONS[option],
                    at_least,
                    at_most,
                    crossing,
                    gain,
                    often,
                    doubles,
                )


class Threshold(NamedTuple):
    """An option from, or up to, a true count."""

    option: int
    at_least: int | None
    at_most: int | None
    crossing: float
    gain: float
    often: float


def _best_of_cell(
    places: NDArray[numpy.int64], chosen: NDArray[numpy.int64], usual: int, values: PointValues, law: CountLaw
) -> list[Threshold]:
    """The best option from some true count on and the best up to some true count, if they add anything."""
    worth = values.worth[places]
    now = worth[numpy.arange(len(places)), chosen]
    often = values.often[places].sum(axis=0)
    above: list[Threshold] = []
    below: list[Threshold] = []
    for option in range(len(OPTIONS)):
        if option != usual and not numpy.isnan(worth[:, option, 0]).all():
            gains = numpy.nan_to_num(worth[:, option] - now).sum(axis=0)
            rising, falling = numpy.cumsum(gains[::-1])[::-1], numpy.cumsum(gains)
            low, high = int(rising.argmax()), int(falling.argmax())
            if rising[low] > LEAST_GAIN and low > 0:
                at = law.true_counts[low]
                cross = crossing(gains, often, low, law)
                above.append(Threshold(option, at, None, cross, float(rising[low]), float(often[low:].sum())))
            if falling[high] > LEAST_GAIN and high < len(gains) - 1:
                at = law.true_counts[high]
                cross = crossing(gains, often, high + 1, law)
                met = float(often[: high + 1].sum())
                below.append(Threshold(option, None, at, cross, float(falling[high]), met))
    return [max(kind, key=lambda one: one.gain) for kind in (above, below) if kind]


def crossing(gains: Floats, often: Floats, place: int, law: CountLaw) -> float:
    """The true count at which gains change their sign, between the whole ones before and at `place`."""
    before, after = (gains[at] / max(often[at], 1e-300) for at in (place - 1, place))
    middle = law.true_counts[place] - 0.5
    if before == after:
        return middle + 0.5
    return float(middle + min(max(before / (before - after), 0.0), 1.0))


def insurance_index(shoes: RemovedShoes, points: Points, law: CountLaw) -> Iterator[FoundIndex]:
    """From which true count on insurance wins, exactly: it asks for the next card only."""
    rules, number = shoes.rules, shoes.shoe.values.astype(numpy.float64)
    chosen = (points.up == ACE) & points.is_of_two & (points.doubles == 0)
    part = points.at(chosen)
    if not chosen.any():
        return
    (plain, one), (suited, another) = rules.pays_insurance, rules.pays_insurance_suited
    pays = 0.75 * plain / one + 0.25 * suited / another
    seen, left = tags_seen(part, law), number - part.seen
    gains, often = numpy.zeros(len(law.true_counts)), numpy.zeros(len(law.true_counts))
    shown = int(part.seen[0].sum())
    told, place = numpy.unique(seen, axis=0, return_inverse=True)
    for begin, share in zip(law.begins, law.shares, strict=True):
        chances = law.chances(begin - shown, told, int(rules.hole_card), second=False)
        alone = chances.alone[place.ravel()]
        tens = left[:, TEN, None] * chances.with_one[place.ravel(), law.tag_of_value[TEN]]
        gains += share * part.often @ ((1.0 + pays) * tens - alone) / 2.0
        often += share * part.often @ alone
    rising = numpy.cumsum(gains[::-1])[::-1]
    low = int(rising.argmax())
    if rising[low] > 0.0 and low > 0:
        yield FoundIndex(
            INSURANCE,
            "A",
            "decline",
            INSURE,
            law.true_counts[low],
            None,
            crossing(gains, often, low, law),
            float(rising[low]),
            float(often[low:].sum()),
        )
