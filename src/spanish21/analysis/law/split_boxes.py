"""The law of a split box: how its hands end together, and the dealer's hand with them.

Every hand of a box is played by the same decisions, which depend on its own cards and the up card. Given the
shares of the values (`shares.py`), hands and dealer draw independently of each other: the law of the box is
the product of the laws of its hands, and its mean over the shares is the law without replacement. Where
suits matter, pairs of different suits are separate boxes.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import comb, perm
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.kernel_structs import ground_of, making_kernel
from spanish21.analysis.law.shares import (
    FIRST_RANK,
    NO_SUITS,
    RANKS,
    Shares,
    order_within,
    shares_of,
    suited_row,
)
from spanish21.analysis.law.walks import (
    ANY_SUIT,
    BLOCK,
    DEALERS_ENDS,
    End,
    Walk,
    dealers_walk,
    end_of_code,
    hand_walks,
    walked,
)
from spanish21.analysis.splits.split_values import MOST_HANDS_COUNTED, split_endings
from spanish21.analysis.worth.table_edge import Edge, most_hands_of
from spanish21.game import hands
from spanish21.strategy import (
    NO_SUIT,
    SPLIT_LAST,
    SUITED_PAIRS,
    SUITED_STATES,
    suited_numbers,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Key = tuple[int, int, int]
"""The sums over the hands of a box: three whole numbers."""
Walks = tuple[Walk, Walk]

MOST_POINTS = 1200
"""The order: 3 in a shoe with every value, more in one that lacks some."""
POINTS_WITH_SUITS = 400
"""The same where suits matter, because there are more boxes: their order is 2."""
NEGLIGIBLE = 1e-13
MOST_HANDS = 40
MOST_SUMS = 4096
"""With no limit on hands, more than this, or enough to have more sums, count as this many."""
FAR_OFF = 2.0
"""If an order is wrong by this factor on the chance of this many hands, the lowest order is used."""


class Joining(NamedTuple):
    """The hands of a box as nodes: each is another node with one hand more."""

    parent: Ints
    hand: Ints
    """Which hand comes last: 0 and 1 are the first of the pair, 2 and 3 the second, 4 and 5 a further one.
    The second card of 0, 2 and 4 is not of the pair's value, that of the others is any."""
    size: Ints
    not_paired: Ints
    """How many of the hands have a second card that is not of the pair's value."""
    ways: Floats
    """In how many ways a box ends with exactly these hands."""


@cache
def joining(most_hands: int, tells_apart: bool, limited: bool) -> Joining:
    """The nodes of a limit of hands, or of boxes without one that have no more; whether it matters with which
    card a hand began."""
    found: list[tuple[tuple[int, ...], int]]
    if limited:
        found = [
            ((int(stage == 0), 2 + int(stage <= 2)) + (4,) * (made - waiting) + (5,) * waiting, number)
            for (made, stage, waiting), number in split_endings(most_hands).items()
        ]
    else:
        found = [
            ((0, 2) + (4,) * made, comb(2 * made + 2, made) // (made + 1)) for made in range(most_hands - 1)
        ]
    boxes: dict[tuple[int, ...], float] = {}
    for box, number in found:
        if not tells_apart:
            box = tuple(sorted(hand % 2 for hand in box))
        boxes[box] = boxes.get(box, 0.0) + number
    place: dict[tuple[int, ...], int] = {}
    for box in boxes:
        for size in range(1, len(box) + 1):
            place.setdefault(box[:size], len(place))
    return Joining(
        numpy.array([place.get(node[:-1], -1) for node in place]),
        numpy.array([node[-1] for node in place]),
        numpy.array([len(node) for node in place]),
        numpy.array([sum(hand % 2 == 0 for hand in node) for node in place]),
        numpy.array([boxes.get(node, 0.0) for node in place]),
    )


class Sums(NamedTuple):
    """The possible sums of 1, 2, 3 … hands, each hand with one of a few keys."""

    keys: tuple[Ints, ...]
    """By number of hands less 1: `[sum, 3]`."""
    after: Ints
    """`[number of hands less 2, sum, key]`: the sum with one hand more."""


@lru_cache(maxsize=64)
def sums_of(keys: tuple[Key, ...], most_hands: int) -> Sums:
    """The sums of up to this many hands, or of as many as have no more than `MOST_SUMS`."""
    one = numpy.array(keys)
    found, tables = [one], []
    while len(found) < most_hands:
        both = (found[-1][:, None, :] + one[None, :, :]).reshape(-1, 3)
        together, places = numpy.unique(both, axis=0, return_inverse=True)
        if len(together) > MOST_SUMS and len(found) > 1:
            break
        tables.append(places.reshape(len(found[-1]), len(one)))
        found.append(together)
    after = numpy.zeros((len(tables), max(map(len, tables)), len(one)), dtype=numpy.int64)
    for table, rows in zip(tables, after, strict=True):
        rows[: len(table)] = table
    return Sums(tuple(found), after)


class SuitedDeal(NamedTuple):
    """The suits of a pair and the up card, where they matter."""

    share: float
    """Of all deals of these values that are split."""
    first: int = ANY_SUIT
    second: int = ANY_SUIT
    up: int = ANY_SUIT
    left: Ints = NO_SUITS
    """`[rank - 6, suit]`: the remaining 6s, 7s and 8s."""


def split_boxes(
    edge: Edge, value: int, up: int, most_points: int = MOST_POINTS
) -> Iterator[tuple[float, "SplitBox"]]:
    """The boxes of a pair split against an up card under the decisions of an edge, with their shares:
    one, or one for each kind of suits."""
    ground = ground_of(edge.shoe.values, edge.choices, edge.terms, edge.totals)
    left = edge.shoe.values
    left[value] -= 2
    left[up] -= 1
    dealer = dealers_walk(up, edge.rules.dealer_hits_soft_17)
    walks: dict[tuple[int, bool], Walks] = {}
    for deal in _deals(edge, value, up):
        points = min(most_points, POINTS_WITH_SUITS) if len(deal.left) else most_points
        shares = shares_of(left, order_within(left, points, deal.left), deal.left)
        began: list[list[tuple[Floats | float, Walks]]] = [[], [], []]
        for suit in range(4) if len(deal.left) else (ANY_SUIT,):
            key = (suit, suit == deal.up)
            if key not in walks:
                walks[key] = hand_walks(value, up, ground, suit, suit == deal.up)
            further: Floats | float = 1.0
            if suit != ANY_SUIT:
                cards = shares.rows[suited_row(value, suit, True)], shares.rows[value]
                further = numpy.divide(*cards, out=numpy.zeros_like(cards[0]), where=cards[1] != 0.0)
            for place, share in enumerate((suit == deal.first, suit == deal.second, further)):
                if share is not False:
                    began[place].append((1.0 if share is True else share, walks[key]))
        yield deal.share, SplitBox((value, left), most_hands_of(edge.rules, value), began, dealer, shares)


def _deals(edge: Edge, value: int, up: int) -> list[SuitedDeal]:
    """The deals of a split pair; those that differ only in the names of suits count as one."""
    if not FIRST_RANK <= value < FIRST_RANK + RANKS or not _suits_matter(edge, up):
        return [SuitedDeal(1.0)]
    splits = edge.splits[value - FIRST_RANK, ..., up]
    found: dict[object, SuitedDeal] = {}
    for up_suit in range(4) if FIRST_RANK <= up < FIRST_RANK + RANKS else (ANY_SUIT,):
        for first in range(4):
            for second in range(4):
                left, often = edge.shoe.ranks[FIRST_RANK : FIRST_RANK + RANKS], 1
                for rank, suit in ((up, up_suit), (value, first), (value, second)):
                    if suit != ANY_SUIT:
                        often *= max(int(left[rank - FIRST_RANK, suit]), 0)
                        left[rank - FIRST_RANK, suit] -= 1
                if often == 0 or not splits[first, second, NO_SUIT if up_suit == ANY_SUIT else up_suit]:
                    continue
                named = [
                    (suit == first, suit == second, suit == up_suit, *left[:, suit].tolist())
                    for suit in range(4)
                ]
                top = named.pop(edge.terms.top_suit)
                key = (top, tuple(sorted(named)))
                known = found.get(key, SuitedDeal(0.0, first, second, up_suit, left))
                found[key] = known._replace(share=known.share + often)
    every = sum(deal.share for deal in found.values())
    return [deal._replace(share=deal.share / every) for deal in found.values()]


def _suits_matter(edge: Edge, up: int) -> bool:
    """Whether a split hand that is one card short of 6-7-8 or 7-7-7 is played or paid by its suits."""
    paid, choices = edge.terms.paid[1, :2], edge.choices[SPLIT_LAST, :, up]
    suited = paid[:, [hands.SUITED_678, hands.TOP_678, hands.SUITED_777, hands.TOP_777]]
    mixed = paid[:, [hands.MIXED_678, hands.MIXED_678, hands.MIXED_777, hands.MIXED_777]]
    of_states = choices[-SUITED_STATES:].reshape(len(SUITED_PAIRS), -1)
    return bool((suited != mixed).any() or (of_states != choices[suited_numbers()][:, None]).any())


class SplitBox:
    """A pair that is split against one up card, given the shares of the cards left without them."""

    def __init__(
        self,
        pair: tuple[int, Ints],
        most_hands: int,
        began: Sequence[Sequence[tuple[Floats | float, Walks]]],
        dealer: Walk,
        shares: Shares,
    ) -> None:
        value, left = pair
        self.most_hands, self.shares, self.of_pair = most_hands, shares, shares.rows[value]
        self.left = int(left[value]), int(left.sum())
        """The remaining cards of the pair's value, and of all values."""
        codes = numpy.unique(
            numpy.concatenate([walk.ends for some in began for _, both in some for walk in both])
        )
        self.ends: list[End] = [end_of_code(int(code)) for code in codes]
        self.tells_apart = len(began[2]) > 1
        self.hands = numpy.zeros((6, len(codes), len(self.of_pair)))
        """`[2 * first | second | further, + any second card; end, point]`"""
        known: dict[int, Floats] = {}
        for place, some in enumerate(began):
            for share, (not_paired, paired) in some:
                if id(not_paired) not in known:
                    laws = numpy.zeros((2, len(codes), len(self.of_pair)))
                    laws[0, numpy.searchsorted(codes, not_paired.ends)] = walked(not_paired, shares)
                    laws[1, numpy.searchsorted(codes, paired.ends)] = walked(paired, shares)
                    known[id(not_paired)] = numpy.cumsum(laws, axis=0)
                self.hands[2 * place : 2 * place + 2] += share * known[id(not_paired)]
        self.weights: dict[tuple[int, bool], Floats] = {}
        self.dealer = numpy.zeros((DEALERS_ENDS, len(self.of_pair)))
        self.dealer[dealer.ends] = walked(dealer, shares)

    def joined(self, dealer: int, keys: list[Key]) -> Iterator[tuple[Ints, Floats]]:
        """The results of the box when the dealer's hand ends this way, with the key of each end of a hand.

        For each number of hands the sums `[sum, 3]` and their chances `[sum, last order | the one before]`,
        joint with the dealer's end.
        """
        alike, places = numpy.unique(numpy.array(keys), axis=0, return_inverse=True)
        laws = numpy.zeros((6, len(alike), len(self.of_pair)))
        for end, place in enumerate(places.ravel()):
            laws[:, place] += self.hands[:, end]
        limited = 0 < self.most_hands <= MOST_HANDS_COUNTED
        most_hands = self.most_hands if limited else self._hands_counted()
        sums = sums_of(tuple((int(a), int(b), int(c)) for a, b, c in alike), most_hands)
        limited = limited and len(sums.keys) == most_hands
        nodes = joining(len(sums.keys), self.tells_apart, limited)
        weights = self._weights(len(sums.keys), limited) * self.dealer[dealer]
        found = numpy.zeros((len(sums.keys), max(map(len, sums.keys)), 2))
        sizes = numpy.array([len(one) for one in sums.keys])
        _join(laws, nodes, sums.after, sizes, weights, found)
        for one, chances in zip(sums.keys, found, strict=True):
            yield one, chances[: len(one)]

    def _hands_counted(self) -> int:
        """The most hands that are worth counting where there is no limit."""
        share = float(self.of_pair[0])
        for made in range(MOST_HANDS - 2):
            if comb(2 * made + 2, made) * share**made < NEGLIGIBLE:
                return made + 2
        return MOST_HANDS

    def _weights(self, most_hands: int, limited: bool) -> Floats:
        """`[last order | the one before, node, point]`: the weights of a box of these hands, with its further
        cards of the pair. Together they have the chance of this many hands, which is known."""
        if (most_hands, limited) in self.weights:
            return self.weights[most_hands, limited]
        nodes = joining(most_hands, self.tells_apart, limited)
        further = numpy.maximum(nodes.size - 2, 0)
        of_pair, cards = self.left
        exact = nodes.ways.copy()
        for node in numpy.flatnonzero(exact):
            made, others = int(further[node]), int(nodes.not_paired[node])
            ways = perm(of_pair, made) * perm(cards - of_pair, others)
            exact[node] *= ways / max(perm(cards, made + others), 1)
        if not limited:
            # More hands than the last count as the last.
            exact[-1] = max(1.0 - exact[:-1].sum(), 0.0)
        of_cards = self.of_pair ** further[:, None]
        met = of_cards * (1.0 - self.of_pair) ** nodes.not_paired[:, None]
        found = []
        for order in (-1, -2):
            weights = numpy.repeat(self.shares.weights[order][None], len(exact), axis=0)
            chance = (weights * met).sum(axis=1) * nodes.ways
            off = (chance * FAR_OFF < exact) | (chance > FAR_OFF * exact)
            weights[off] = self.shares.weights[0]
            chance = (weights * met).sum(axis=1)
            found.append(weights * of_cards * (exact / numpy.where(chance == 0.0, 1.0, chance))[:, None])
        self.weights[most_hands, limited] = numpy.array(found)
        return self.weights[most_hands, limited]


@making_kernel
def _join(laws: Any, nodes: Any, after: Any, sizes: Any, weights: Any, found: Any) -> None:
    """Add every node's sums to `found`, hand after hand, for a block of points at a time."""
    number, points, keys = len(nodes.size), laws.shape[2], laws.shape[1]
    room = numpy.zeros((number, found.shape[1], BLOCK))
    one = numpy.zeros((6, keys, BLOCK))
    for start in range(0, points, BLOCK):
        length = min(BLOCK, points - start)
        one[:, :, :length] = laws[:, :, start : start + length]
        for node in range(number):
            together, last, size = room[node], one[nodes.hand[node]], nodes.size[node]
            if size == 1:
                together[:keys] = last
                continue
            before = room[nodes.parent[node]]
            together[: sizes[size - 1]] = 0.0
            for some in range(sizes[size - 2]):
                for key in range(keys):
                    to, first, second = together[after[size - 2, some, key]], before[some], last[key]
                    for i in range(BLOCK):
                        to[i] += first[i] * second[i]
            if nodes.ways[node] > 0.0:
                for which in range(2):
                    weight = weights[which, node, start : start + length]
                    for some in range(sizes[size - 1]):
                        here = together[some]
                        chance = 0.0
                        for i in range(length):
                            chance += here[i] * weight[i]
                        found[size - 1, some, which] += chance
