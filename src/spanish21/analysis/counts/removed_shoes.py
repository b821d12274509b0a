"""A table priced from its shoe without one card, and without two.

The play is fixed, so the value of a round is a mean over the cards that may come, and unseen cards are
exchangeable: after any number of cards it has an expansion (Hoeffding's) whose first term is a mean over the
next card, the second a mean over the next two cards, and so on. The first two terms follow, exactly, from
the prices of the shoe without one card and without two, for however many cards are left.
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.analysis.charts.best_charts import best_chart, choices_of_chart
from spanish21.analysis.hands.first_two import BONUS_RANKS
from spanish21.analysis.hands.shoe_counts import Shoe, full_shoe, playable, shoe_of_counts
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.strategy import Chart, CompositionStrategy

Floats = NDArray[numpy.float64]

ANY_SUIT = -1
PLAYS = ("chart", "optimal")
Play = str | Chart | CompositionStrategy


_CHARTS: dict[bytes, Chart] = {}
MOST_CHARTS = 16


def usual_chart(rules: Rules) -> Chart:
    """The best chart of a full shoe; one question about a count is followed by others, so it is kept."""
    key = msgspec.json.encode(rules)
    if key not in _CHARTS:
        if len(_CHARTS) >= MOST_CHARTS:
            del _CHARTS[next(iter(_CHARTS))]
        _CHARTS[key] = best_chart(rules).chart
    return _CHARTS[key]


def forget_charts() -> None:
    """Leave nothing for the next question, so that a measurement has all of the work."""
    _CHARTS.clear()


class CardKind(NamedTuple):
    """Cards that are alike for the main wager: a value and, where bonuses ask for it, a suit."""

    value: int
    suit: int = ANY_SUIT


class Expansion(NamedTuple):
    """A figure of a table by the composition of the cards left, to the second order."""

    mean: Floats
    """From the whole shoe."""
    first: Floats
    """`[value, …]`: what is added if the next card is of this value, over all that may come after it."""
    second: Floats
    """`[value, value, …]`: what is added beyond both if the next two cards are of these values; empty if only
    the first order was asked for."""


class RemovedShoes:
    """A table under fixed play, and the same table with cards gone from its shoe."""

    def __init__(self, rules: AnyRules, play: Play = "chart", shoe: Shoe | None = None) -> None:
        self.rules: Rules = as_rules(rules)
        self.shoe = playable(shoe) if shoe else full_shoe(self.rules.decks)
        self.play: Play = play
        self.choices: Any
        self.chart: Chart | None = None
        self._priced: dict[tuple[CardKind, ...], Edge] = {}
        if isinstance(play, Chart):
            self.chart = play
        elif play == "chart":
            self.chart = best_chart(self.rules, shoe).chart if shoe else usual_chart(self.rules)
        elif play == "optimal":
            self.choices = edge(self.rules, shoe).strategy
        elif isinstance(play, CompositionStrategy):
            self.choices = play
        else:
            raise BadInput(f"play is {play!r}; it must be one of {', '.join(PLAYS)}, or a chart")
        if self.chart is not None:
            self.choices = choices_of_chart(self.chart, self.rules)
        self.whole = self.priced()

    @property
    def name(self) -> str:
        """The play in a word: one of `PLAYS`, or the name of a chart."""
        return self.play if isinstance(self.play, str) else self.play.name

    def __repr__(self) -> str:
        return f"<RemovedShoes: {self.rules.book}, {self.cards} cards, {self.name}>"

    @property
    def cards(self) -> int:
        return self.shoe.size

    def kinds(self) -> dict[CardKind, int]:
        """Every kind of card in the shoe, and how many cards it has."""
        ranks = self.shoe.ranks
        found: dict[CardKind, int] = {}
        for value, number in enumerate(self.shoe.values.tolist()):
            if value in BONUS_RANKS:
                found |= {CardKind(value, suit): int(ranks[value, suit]) for suit in range(4)}
            elif value:
                found[CardKind(value)] = number
        return {kind: number for kind, number in found.items() if number}

    def priced(self, *gone: CardKind) -> Edge:
        """The table when these cards have left the shoe; kinds that differ in name only are priced once."""
        key = self._named_alike(gone)
        if key not in self._priced:
            self._priced[key] = edge(self.rules, self._without(key), None, self.choices)
        return self._priced[key]

    def _named_alike(self, gone: tuple[CardKind, ...]) -> tuple[CardKind, ...]:
        """The same cards with suits renamed: all but the top suit are alike, unless the shoe is uneven."""
        if not self.shoe.treats_suits_alike:
            return tuple(sorted(gone))
        others = [suit for suit in range(4) if suit != self.rules.top_suit]
        names = {ANY_SUIT: ANY_SUIT, self.rules.top_suit: self.rules.top_suit}
        for kind in sorted(gone, key=lambda one: (one.value, one.suit != self.rules.top_suit, one.suit)):
            if kind.suit not in names:
                names[kind.suit] = others.pop(0)
        return tuple(sorted(CardKind(kind.value, names[kind.suit]) for kind in gone))

    def _without(self, gone: tuple[CardKind, ...]) -> Shoe:
        counts = self.shoe.ranks
        for kind in gone:
            ranks = [kind.value] if kind.value < 10 else [10, 11, 12, 13]
            rank = next(one for one in ranks if counts[one].sum() > 0)
            suit = kind.suit if kind.suit != ANY_SUIT else int(counts[rank].argmax())
            counts[rank, suit] -= 1
        return shoe_of_counts(counts)

    def effects(self, figure: Callable[[Edge], Any]) -> dict[CardKind, Any]:
        """What a figure of the table gains when one card of each kind leaves the shoe."""
        whole = figure(self.whole)
        return {kind: figure(self.priced(kind)) - whole for kind in self.kinds()}

    def expansion(
        self, figure: Callable[[Edge], Floats], seen: Floats | None = None, second: bool = True
    ) -> Expansion:
        """A figure's expansion by values, each the mean over its suits.

        `figure` gives one number, or an array whose first axis are hands with their own cards, which are
        not in the shoe: `seen[hand, value]` of them.
        """
        mean = numpy.asarray(figure(self.whole), dtype=numpy.float64)
        gone = numpy.zeros((*mean.shape[:1], 11)) if seen is None else seen
        cards = self.cards - gone.sum(axis=-1)
        cards = cards.reshape(cards.shape + (1,) * (mean.ndim - cards.ndim))
        ones = self._by_value(figure, mean, 1)
        first = -(cards - 1.0) * ones
        if not second:
            return Expansion(mean, first, numpy.zeros((0, *first.shape)))
        twos = self._by_value(figure, mean, 2)
        both = ones[:, None] + ones[None, :]
        pairs = (cards - 2.0) * (cards - 3.0) / 2.0
        return Expansion(mean, first, pairs * (twos - both * (cards - 1.0) / (cards - 2.0)))

    def _by_value(self, figure: Callable[[Edge], Floats], mean: Floats, number: int) -> Floats:
        """What removing cards changes, by their values: the mean over all cards of these values."""
        changed = numpy.zeros((*(11,) * number, *mean.shape))
        weights = numpy.zeros((11,) * number)
        figures: dict[tuple[CardKind, ...], Floats] = {}
        for kinds, ways in self._ways(number):
            key = self._named_alike(kinds)
            if key not in figures:
                figures[key] = numpy.nan_to_num(figure(self.priced(*key)) - mean)
                if number > 1:
                    del self._priced[key]
            values = [kind.value for kind in kinds]
            for order in {tuple(values), tuple(values[::-1])}:
                changed[order] += ways * figures[key]
                weights[order] += ways
        weights[weights == 0.0] = 1.0
        return numpy.asarray(changed / weights.reshape(weights.shape + (1,) * mean.ndim))

    def _ways(self, number: int) -> Iterator[tuple[tuple[CardKind, ...], float]]:
        """Combinations of that many kinds of card, and in how many ways such cards can be drawn."""
        kinds = self.kinds()
        for drawn in combinations_with_replacement(kinds, number):
            ways = 2.0 if len(set(drawn)) > 1 else 1.0
            for place, kind in enumerate(drawn):
                ways *= max(kinds[kind] - drawn[:place].count(kind), 0)
            if ways:
                yield drawn, ways
