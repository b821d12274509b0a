"""How likely each true count is, together with the next cards, exactly.

Some number of unseen cards is left; all sets of that size are equally likely. How likely one
has a given sum of tags, and holds one or two given cards, are coefficients of a polynomial in two variables
(the number of cards, the sum of tags), one factor for each card. They are taken out by a discrete Fourier
transform at the radius where the wanted number of cards is likeliest, with as many points as leave no other
coefficient in the way.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import ceil, floor, sqrt
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.strategy.counts import Count, tags_by_rank

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

CARDS_OF_DECK = 48
DEPTHS = 8
"""Depths of the shoe at which rounds begin, over which figures are averaged."""
REACH = 11.0
"""Standard deviations to either side that a transform keeps apart: the rest is below 1e-20."""
SMALL = 1e-15
WIDEST = 41
"""The most true counts that are told apart; the outermost gather the rest."""
BELOW_MEAN = 4.5


class NextKind(NamedTuple):
    """Cards that have one value and one tag."""

    value: int
    tag: int
    """Its place among the different tags."""
    number: int


class CountChances(NamedTuple):
    """How likely each true count is, given cards that were seen in the round; joint with the next cards."""

    alone: Floats
    """`[seen, true count]`"""
    with_one: Floats
    """`[seen, tag, true count]`: and one certain card of this tag is the next."""
    with_two: Floats
    """`[seen, tag, tag, true count]`: and two certain cards of these tags are the next two."""


class CountLaw:
    """The true counts of a count in the shoes of a table, at the depths at which rounds begin."""

    def __init__(
        self, rules: Rules, shoe: Shoe, count: Count, penetration: float, depths: int = DEPTHS
    ) -> None:
        if not 0.05 <= penetration <= 0.95:
            raise BadInput(f"penetration is {penetration}; it must be from 0.05 to 0.95")
        ranks = shoe.ranks.sum(axis=1)
        by_rank = tags_by_rank(count)[:14]
        self.rules, self.count, self.size, self.penetration = rules, count, shoe.size, penetration
        self.tags = sorted({int(by_rank[rank]) for rank in range(1, 14) if ranks[rank]})
        if len(self.tags) < 2:
            raise BadInput("tags: all cards have the same tag, so the count tells nothing")
        self.number = numpy.array(
            [sum(int(ranks[r]) for r in range(1, 14) if by_rank[r] == tag) for tag in self.tags]
        )
        self.first, self.burned = count.first_count(rules.decks), int(rules.burns_first_card)
        self.total = int(self.number @ numpy.array(self.tags))
        kinds: dict[tuple[int, int], int] = {}
        for rank in range(1, 14):
            if ranks[rank]:
                kind = min(rank, 10), self.tags.index(int(by_rank[rank]))
                kinds[kind] = kinds.get(kind, 0) + int(ranks[rank])
        self.kinds = [NextKind(*kind, number) for kind, number in kinds.items()]
        middles = (numpy.arange(depths) + 0.5) / depths
        self.begins = [round(self.size * (1.0 - penetration * float(one))) for one in middles]
        """Cards left where rounds begin: the middles of equal parts of what is in front of the cover card."""
        self.shares = numpy.full(depths, 1.0 / depths)
        self.true_counts = self._true_counts()

    @property
    def tag_of_value(self) -> dict[int, int]:
        """By value: the place of its tag; a count that tells court cards apart has no such place."""
        found = {kind.value: kind.tag for kind in self.kinds}
        if len(found) < len(self.kinds):
            raise BadInput("tags: J, Q and K differ; decisions need one tag for all cards that count 10")
        return found

    def _true_counts(self) -> range:
        """The true counts that are told apart."""
        left = self.begins[int(numpy.argmin(self.begins))]
        share = self.number / self.size
        tags = numpy.array(self.tags)
        spread = sqrt(float(share @ tags**2 - (share @ tags) ** 2))
        gone = self.size - left
        deviation = CARDS_OF_DECK / left * spread * sqrt(gone * left / max(self.size - 1, 1))
        middle = (self.first + self.total * gone / self.size) / left * CARDS_OF_DECK
        begin = self.first / self.size * CARDS_OF_DECK
        low = floor(min(middle, begin) - BELOW_MEAN * deviation)
        high = ceil(max(middle, begin) + BELOW_MEAN * deviation)
        if high - low >= WIDEST:
            centre = (low + high) // 2
            low, high = centre - WIDEST // 2, centre + WIDEST // 2
        return range(low, high + 1)

    def chances(self, left: int, seen: Ints, behind: int = 0, second: bool = True) -> CountChances:
        """What is likely when that many cards are unseen and the round has shown `seen[one, tag]` of each
        tag, as many in every one; `behind` of the unseen cards, and a burned one, are not in the shoe."""
        shown = int(seen[0].sum())
        size = self.size - shown
        share = left / size + (1e-7 if 2 * left == size else 0.0)
        tags = numpy.array(self.tags)
        mean = left * float(self.number @ tags) / self.size
        spread = sqrt(max(left * (1.0 - share), 1.0))
        sums = sqrt(float(self.number @ tags**2) / self.size) * spread
        cards_at = _angles(spread, int(size) + 1)
        sums_at = _angles(sums, int(self.number @ (tags - tags.min())) + 1)
        cards, angles = numpy.meshgrid(cards_at, sums_at, indexing="ij")
        turned = numpy.exp(1j * (cards[None] + tags[:, None, None] * angles[None]))
        factor = (1.0 - share) + share * turned
        every = numpy.exp((self.number[:, None, None] * numpy.log(factor)).sum(axis=0))
        kept = abs(every) > SMALL * abs(every).max()
        factor, turned = factor[:, kept], share * turned[:, kept] / factor[:, kept]
        taken = every[kept] * numpy.exp(-1j * left * cards[kept]) / len(cards_at)
        taken_out = self._taken_out(angles[kept], len(sums_at), mean, left, behind)
        held = [tuple[int, ...]()] + [(tag,) for tag in range(len(tags))]
        if second:
            held += list(combinations_with_replacement(range(len(tags)), 2))
        hold = numpy.array([numpy.prod(turned[list(one)], axis=0) for one in held]) * taken
        columns = (hold[:, :, None] * taken_out[None]).transpose(1, 0, 2).reshape(len(taken), -1)
        shown_out = numpy.exp(-(seen @ numpy.log(factor)))
        found = (shown_out @ columns).real.reshape(len(seen), len(held), -1)
        whole = found[:, 0].sum(axis=1)[:, None, None]
        return _chances(numpy.maximum(found, 0.0) / whole, held, len(tags), left)

    def _taken_out(self, angles: Floats, points: int, mean: float, left: int, behind: int) -> Any:
        """`[point, true count]`: what takes the sums of each true count out of a transform."""
        # The running count is what the first count and all tags come to, less those of the unseen cards.
        sums = numpy.arange(floor(mean) - points // 2, floor(mean) - points // 2 + points)
        running = self.first + self.total - sums
        at = numpy.floor(CARDS_OF_DECK * running / max(left - behind - self.burned, 1) + 1e-9).astype(
            numpy.int64
        )
        at = numpy.clip(at - self.true_counts.start, 0, len(self.true_counts) - 1)
        found = numpy.zeros((len(angles), len(self.true_counts)), dtype=numpy.complex128)
        for place in range(len(self.true_counts)):
            if (here := sums[at == place]).size:
                # A run of sums: a geometric series, but summed term by term.
                found[:, place] = numpy.exp(-1j * numpy.outer(angles, here)).sum(axis=1) / points
        return found


def _angles(spread: float, most: int) -> Floats:
    """As many angles of a circle as keep all likely values apart."""
    points = max(min(ceil(2.0 * REACH * spread) + 2, most), 2)
    return 2.0 * numpy.pi * numpy.arange(points) / points


def _chances(found: Floats, held: Sequence[tuple[int, ...]], tags: int, left: int) -> CountChances:
    """The chances of a set that holds certain cards, as chances that they are the next."""
    alone = found[:, 0]
    with_one = found[:, 1 : tags + 1] / left
    with_two = numpy.zeros((len(found), tags, tags, found.shape[2]))
    for place, cards in enumerate(held[tags + 1 :], tags + 1):
        one, other = cards
        with_two[:, one, other] = with_two[:, other, one] = found[:, place] / (left * max(left - 1, 1))
    return CountChances(alone, with_one, with_two)
