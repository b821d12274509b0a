"""What play that looks at all hands of a split box could gain, for any number of hands: a proved bound.

A hand that is played by fixed decisions wins the same on average whatever was drawn before it; so only what
a hand gains by knowing cards counts. The more cards it knows the more it gains, on average over the cards
that come: what its best play gains is a submartingale in the cards seen. So nothing is lost if, after every
hand, those cards are shown that it would have drawn if it had gone on as long as it may. Then no hand has
a reason to look at those after it, and a hand gains what its best play for the cards shown wins more than
its fixed decisions. The bound is the mean of these gains over boxes that are dealt by chance, from a seed.
Whether a pair is split again is left as it is. docs/analysis.md has the proof.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.worth.both_hands import added_by_splits, check_additive
from spanish21.analysis.worth.hands_after import (
    ANY_CARD,
    NOT_PAIRED,
    PLACES,
    OwnHands,
    UnionTable,
    worth_of_hands,
)
from spanish21.analysis.worth.table_edge import Edge, edge, most_hands_of, pair_states
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.brief import brief
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.strategy import FIRST, SPLIT, UP_LABELS, UP_VALUES, hand_numbers

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

SAMPLES = 200
"""Boxes that are dealt for each pair and up card."""
SEED = 21
ERRORS = 3.0
"""Standard errors of the sampling that the bound is raised by."""
NEAR = 0.01
"""A pair that would be split if its hands gained this much more is looked at, too."""
MOST_UNLIMITED = 12
"""With no limit on hands, boxes are dealt to so many."""
MOST_SAMPLES = 100_000
AS_LONG_AS_IT_MAY, BY_ITS_CHOICES = numpy.inf, 0.0
"""How much a hand gives up to go on drawing, in wagers."""


class Gain(NamedTuple):
    """What regard to all hands of a box adds to a round, in wagers."""

    mean: float
    error: float
    """The standard error of its sampling."""
    by_pair: Floats
    """`[value, up]`: what it adds to a split, joint with no dealer's Blackjack."""

    def __repr__(self) -> str:
        return brief(self)


@dataclass(frozen=True, eq=False, repr=False)
class SplitsBound(Shown):
    """The edge of a table whose split hands are played with all cards of the box in mind."""

    edge: Edge
    """The table, its split hands played each for itself (`zero-memory`): optimal play is worth no less."""
    about: Gain
    """What each hand gains by knowing the cards of those before it, which were played by `zero-memory`."""
    most: Gain
    """What no play can gain more than."""

    @property
    def least_house_edge(self) -> float:
        """No play of split hands makes the house edge lower, the error of the sampling allowed for."""
        return -self.edge.expected_value - self.most.mean - ERRORS * self.most.error

    @property
    def house_edge(self) -> float:
        """About that of optimal play."""
        return -self.edge.expected_value - self.about.mean

    def summary(self) -> dict[str, Any]:
        """Every figure as one object, ready for JSON."""
        return {
            "most_hands": self.edge.rules.most_hands,
            "zero-memory": -self.edge.expected_value,
            "optimal, about": self.house_edge,
            "optimal, not below": self.least_house_edge,
            "sampling_error": self.most.error,
        }

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every pair and up card that is split: what regard to the other hands adds at most."""
        return [
            {
                "pair": UP_LABELS[pair - 1],
                "up": UP_LABELS[up - 1],
                "about": float(self.about.by_pair[pair, up]),
                "most": float(self.most.by_pair[pair, up]),
            }
            for pair, up in numpy.argwhere(self.most.by_pair > 0.0).tolist()
        ]

    def __repr__(self) -> str:
        least, about = f"{self.least_house_edge:.6%}", f"{self.house_edge:.6%}"
        return f"<SplitsBound: {self.edge.rules.book}, house edge about {about}, not below {least}>"


def splits_bound(rules: AnyRules, samples: int = SAMPLES, seed: int = SEED) -> SplitsBound:
    """The bound for a table under its best strategy."""
    rules = as_rules(rules)
    check_additive(rules)
    if not 2 <= samples <= MOST_SAMPLES:
        raise BadInput(f"samples is {samples}; it must be from 2 to {MOST_SAMPLES:,}")
    found = edge(rules)
    slacks = (BY_ITS_CHOICES, AS_LONG_AS_IT_MAY)
    return SplitsBound(found, *(_gain(found, slack, samples, seed) for slack in slacks))


def _gain(found: Edge, slack: float, samples: int, seed: int) -> Gain:
    by_pair, variance = numpy.zeros((11, 11)), 0.0
    for pair in UP_VALUES:
        if found.shoe.values[pair] < 2 or (pair == 1 and found.terms.split_aces_one_card):
            continue
        ups = [up for up in UP_VALUES if is_nearly_split(found, pair, up)]
        if ups:
            gained = gains_of_pair(found, pair, ups, slack, samples, numpy.random.default_rng((seed, pair)))
            by_pair[pair, ups] = gained.mean(axis=1)
            often = found.up[ups] * found.dealt[pair_states(pair)][:, ups].sum(axis=0)
            variance += float((often**2 * gained.var(axis=1, ddof=1)).sum()) / samples
    return Gain(added_by_splits(found, by_pair), variance**0.5, by_pair)


def is_nearly_split(found: Edge, pair: int, up: int) -> bool:
    """Whether a pair is split against an up card, or would be if its hands gained a little more."""
    for state in pair_states(pair):
        options = found.option[:, state, up]
        if found.dealt[state, up] > 0.0 and numpy.isfinite(options[SPLIT]):
            chosen = found.choices[FIRST, state, up] == SPLIT
            if chosen or options[SPLIT] > numpy.nanmax(numpy.delete(options, SPLIT)) - NEAR:
                return True
    return False


def gains_of_pair(
    found: Edge, pair: int, ups: list[int], slack: float, samples: int, chance: numpy.random.Generator
) -> Floats:
    """`[up, sample]`: what the hands of a box gain, each by its best play for the cards that it was shown."""
    shown: list[Ints] = []
    places: list[tuple[int, int, int]] = []
    for at, up in enumerate(ups):
        for sample in range(samples):
            for gone, part in _box(found, pair, up, slack, chance):
                shown.append(gone)
                places.append((at, sample, part))
    codes, first, inverse = numpy.unique(numpy.array(shown) @ PLACES, return_index=True, return_inverse=True)
    kinds = numpy.array(shown)[first]
    own = OwnHands(found.shoe.values, pair)
    table = UnionTable(found.shoe.values, codes, own.held @ PLACES, found.rules.dealer_hits_soft_17)
    best, fixed = (worth_of_hands(found, table, own, kinds, chooses) for chooses in (True, False))
    gained = numpy.zeros((len(ups), samples))
    for (at, sample, part), kind in zip(places, inverse.ravel().tolist(), strict=True):
        gained[at, sample] += max(best[kind, part, ups[at]] - fixed[kind, part, ups[at]], 0.0)
    return gained


def _box(
    found: Edge, pair: int, up: int, slack: float, chance: numpy.random.Generator
) -> list[tuple[Ints, int]]:
    """The cards that every hand of a box is shown when its second card is due, and which second cards count.

    A hand whose second card is of the pair's value is split while the limit allows; any other goes on until
    it may not: those are the cards that the hands after it are shown.
    """
    limit = most_hands_of(found.rules, pair) or MOST_UNLIMITED
    numbers, counts = hand_numbers(), found.shoe.values.copy()
    start = int(numbers.following[0, pair])
    counts[up] -= 1
    counts[pair] -= 2
    deck = iter(chance.permutation(numpy.repeat(numpy.arange(11), counts)).tolist())
    gone = numpy.zeros(11, dtype=numpy.int64)
    gone[pair] = 1
    shown: list[tuple[Ints, int]] = []
    hands, waiting = 2, 1
    while True:
        part = NOT_PAIRED if hands < limit else ANY_CARD
        shown.append((gone.copy(), part))
        card = next(deck, 0)
        if card == pair and hands < limit:
            hands, waiting = hands + 1, waiting + 1
            gone[pair] += 1
            continue
        if not waiting:
            return shown
        waiting -= 1
        hand = int(numbers.following[start, card]) if card else start
        gone += _drawn(found, hand, up, slack, deck)
        gone[pair] -= 1  # of the next hand, which has it as its own


def _drawn(found: Edge, hand: int, up: int, slack: float, deck: Iterator[int]) -> Ints:
    """A hand's cards once it draws no more: it goes on while that costs no more than `slack` wagers.

    It may be doubled or not, and both are followed, since both take the same card.
    """
    numbers = hand_numbers()
    held = numbers.held[hand].astype(numpy.int64)
    option, doubled = found.split.option[:, hand, up], found.split.doubled_option[:, :, hand, up]
    levels = {0}
    while levels := _levels_after(levels, option, doubled, slack):
        card = next(deck, 0)
        if not card:
            break
        held[card] += 1
        hand = int(numbers.following[hand, card])
        if hand < 0:
            break
        option, doubled = found.split.option[:, hand, up], found.split.doubled_option[:, :, hand, up]
    return numpy.asarray(held)


def _levels_after(levels: set[int], option: Floats, doubled: Floats, slack: float) -> set[int]:
    """How often a hand may have been doubled once it has taken another card; none if it takes none."""
    after: set[int] = set()
    for level in levels:
        stand, other, double = option if level == 0 else doubled[:3, level]
        least = numpy.nanmax((stand, other, double)) - slack
        if level == 0 and other >= least:
            after.add(0)
        if double >= least:
            after.add(level + 1)
    return after
