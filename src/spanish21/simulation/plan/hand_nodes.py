"""Every hand that a strategy plays, as a table: node x rank -> node, down to the finals of `hand_ends.py`.

A node stands for all hands with the same future against one up card, so that a strategy by composition costs
no more than a chart. The finals are numbered first, then the bonus hands whose suits decide between three
finals, then the one node of a hand to be split, then the hands that take a card.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game import hands
from spanish21.simulation.plan.count_names import BUSTED, DOUBLES, RESCUED, SURRENDERED
from spanish21.simulation.plan.decision_table import ACES_AGAIN, ACES_LAST, PAIRS_BY_SUITS, STATES_OF_PAIR
from spanish21.simulation.plan.hand_ends import STOOD, Endings, Shape
from spanish21.simulation.plan.kernel_records import COLUMNS
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    MOST_DOUBLES,
    RESCUE,
    SPLIT,
    SPLIT_AGAIN,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    SUITED_STATES,
    SURRENDER,
    doubled_situation,
    hand_numbers,
)

Nodes = NDArray[numpy.int64]

START_SITUATIONS = (FIRST, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST)
"""What two cards can be, in the order of `HandTable.starts`; from `STARTS_SPLIT` on, part of a split box."""
STARTS_FIRST, STARTS_SPLIT, STARTS_ACES = 0, 1, 3
CLASSES = tuple(
    [(situation, 0, situation != FIRST) for situation in START_SITUATIONS]
    + [
        (doubled_situation(doubles, split), doubles, split)
        for split in (False, True)
        for doubles in range(1, DOUBLES)
    ]
)
"""How hands differ apart from their cards: situation, times doubled, split or not."""
HARD_CLASSES = tuple(
    [
        (doubled_situation(doubles + MOST_DOUBLES, split), doubles, split)
        for split in (False, True)
        for doubles in range(1, DOUBLES)
    ]
)
"""Behind them, where rules have it: the doubled hands all of whose aces count 1."""
VALUES = range(1, 11)
SUITED_TWO = tuple([(low, high) for low, high in SUITED_PAIRS if low != high])
PAIRED_TWO = tuple([(rank, rank) for rank in PAIRS_BY_SUITS])
TWO_CARDS = (
    tuple(
        [
            (low, high)
            for low in VALUES
            for high in range(low, 11)
            if (low, high) not in SUITED_TWO and (low, high) not in PAIRED_TWO
        ]
    )
    + SUITED_TWO
    + PAIRED_TWO
)
"""Two cards by value, in the order of `HandTable.starts`; those whose suits can matter come last."""
FIRST_PAIR = len(TWO_CARDS) - len(PAIRED_TWO)
FIRST_SUITED = FIRST_PAIR - len(SUITED_TWO)
PLACES_SUITED, PLACES_PAIRED = 8, STATES_OF_PAIR
STARTS = len(TWO_CARDS) + PLACES_SUITED * len(SUITED_TWO) + PLACES_PAIRED * len(PAIRED_TWO)
BEHIND_SUITED = len(TWO_CARDS) - PLACES_SUITED * FIRST_SUITED
BEHIND_PAIRED = len(TWO_CARDS) + PLACES_SUITED * len(SUITED_TWO) - PLACES_PAIRED * FIRST_PAIR
"""The offset of a place of `TWO_CARDS` times its places by suit."""
_MOST_NODES = 2**31


class HandTable(NamedTuple):
    """The table and how its nodes are numbered."""

    steps: NDArray[numpy.uint32]
    """The node after a card: `COLUMNS` by rank for each node."""
    starts: NDArray[numpy.uint32]
    """The node of two cards: by bucket of the count, situation, value of the up card, and two cards; behind
    `TWO_CARDS` follow the suited ones as `strategy.suited_state` counts them, and the pairs by suits."""
    finals: int
    splits_at: int


def places_by_suit(two: int) -> range:
    """Where two cards of `TWO_CARDS` are told apart by suits; nowhere for most of them."""
    if two >= FIRST_PAIR:
        first = BEHIND_PAIRED + PLACES_PAIRED * two
        return range(first, first + PLACES_PAIRED)
    first = BEHIND_SUITED + PLACES_SUITED * two
    return range(first, first + PLACES_SUITED) if two >= FIRST_SUITED else range(0)


def hand_table(options: NDArray[numpy.int8], endings: Endings) -> HandTable:
    """The table of decisions by bucket of the count, situation, state and up card."""
    buckets = len(options)
    pages, page_of = _pages(options)
    growth = _Growth(pages, endings)
    starts = numpy.zeros((buckets, len(START_SITUATIONS), 11, STARTS), dtype=numpy.uint32)
    starts[:, :, 1:] = growth.starts[page_of].transpose(0, 2, 1, 3)
    return HandTable(growth.steps, starts, growth.finals, growth.splits_at)


def _pages(options: NDArray[numpy.int8]) -> tuple[NDArray[numpy.int8], NDArray[numpy.int64]]:
    """The different pages of decisions against one up card, and which a bucket has against each."""
    number_of: dict[bytes, int] = {}
    pages: list[NDArray[numpy.int8]] = []
    page_of = numpy.zeros((len(options), 10), dtype=numpy.int64)
    for bucket, by_up in enumerate(options):
        for up in VALUES:
            # Two up cards with the same decisions stay separate: a hole card may distinguish their hands.
            page = numpy.ascontiguousarray(by_up[:, :, up])
            key = bytes([up]) + page.tobytes()
            if key not in number_of:
                number_of[key] = len(pages)
                pages.append(page)
            page_of[bucket, up - 1] = number_of[key]
    return numpy.stack(pages), page_of


def _class_of(doubles: int, split: bool) -> int:
    """The place of the hands that have been doubled so often."""
    return CLASSES.index((doubled_situation(doubles, split), doubles, split))


class _Growth:
    """The growing of one table: hands by falling sums of their cards, since a card leads to a larger sum."""

    def __init__(self, pages: NDArray[numpy.int8], endings: Endings) -> None:
        numbers = hand_numbers()
        self.hard, self.size = numbers.hard.astype(numpy.int64), numbers.size.astype(numpy.int64)
        self.aces = numbers.aces.astype(numpy.int64)
        self.multisets = len(self.hard)
        self.following = numbers.following[:, 1:].astype(numpy.int64)
        self.pages, self.endings = pages, endings
        self.aces_count_1 = endings.rules.doubled_aces_count_1
        self.classes = CLASSES + HARD_CLASSES if self.aces_count_1 else CLASSES
        totals = numpy.where((self.aces > 0) & (self.hard <= 11), self.hard + 10, self.hard)
        self.mixed = (
            (hands.MIXED_678, self._number(6, 7, 8)),
            (hands.MIXED_777, self._number(7, 7, 7)),
        )
        self.ended = [self._ended(totals, *kind[1:]) for kind in CLASSES]
        self.ended += [self._ended(self.hard, *kind[1:]) for kind in self.classes[len(CLASSES) :]]
        busts = [
            endings.number(Shape(BUSTED, 22, 3, hands.ORDINARY, doubles, split))
            for _, doubles, split in self.classes
        ]
        self.finals = len(endings.finals)
        self.splits_at = self.finals + max(endings.bonus_of.values(), default=-1) + 1
        # After the multisets comes a bust, where `following` leads with its -1.
        self.node_of: Nodes = numpy.zeros(
            (len(self.classes), len(pages), self.multisets + 1), dtype=numpy.int64
        )
        self.node_of[:, :, -1] = numpy.array(busts)[:, None]
        self.rows: list[Nodes] = []
        self.grown = self.splits_at + 1
        chance = numpy.random.Generator(numpy.random.PCG64(21))
        self.weights = chance.integers(2**63, size=10, dtype=numpy.uint64) * numpy.uint64(2) + numpy.uint64(1)
        for hard in range(21, 1, -1):
            self._grow(*numpy.searchsorted(self.hard, [hard, hard + 1]))
        self._number_from(self._starts())

    def _ended(self, totals: Nodes, doubles: int, split: bool) -> dict[int, Nodes]:
        """The node of every multiset of these totals that ends with each option of a strategy."""
        # The different counts (9: nine and more) and totals of multisets, and which each multiset has.
        shapes, shape_of = numpy.unique(numpy.minimum(self.size, 9) * 32 + totals, return_inverse=True)
        numbers = [
            self.endings.number(self._stood(total, count, doubles, split))
            for count, total in (divmod(shape, 32) for shape in shapes.tolist())
        ]
        stood = numpy.array(numbers, dtype=numpy.int64)[shape_of]
        ordinary = hands.ORDINARY
        return {
            STAND: stood,
            SURRENDER: numpy.full_like(
                stood, self.endings.number(Shape(SURRENDERED, 20, 2, ordinary, doubles, split))
            ),
            RESCUE: numpy.full_like(
                stood, self.endings.number(Shape(RESCUED, 20, 3, ordinary, doubles, split))
            ),
        }

    def _stood(self, total: int, count: int, doubles: int, split: bool) -> Shape:
        kind = hands.ORDINARY
        if total == 21 and count == 2 and not split and doubles == 0:
            kind = hands.BLACKJACK
        elif total == 21 and count > 3:
            kind = hands.kind_of_long(count, self.endings.rules.seven_card_21_exactly)
        return Shape(STOOD, total, count, kind, doubles, split)

    def _grow(self, low: int, high: int) -> None:
        """The nodes of the multisets from `low` to before `high`, which have the same sum."""
        found = numpy.zeros((len(self.classes), len(self.pages), high - low), dtype=numpy.int64)
        wanted, rows = [], []
        for place, (situation, _, _) in enumerate(self.classes):
            option = self.pages[:, situation, low:high]
            found[place] = self._ending(place, option, low, high)
            for draws in (HIT, DOUBLE):
                page, hand = numpy.nonzero((option == draws) & (self.size[low:high] >= 2))
                wanted.append((place, page, hand))
                rows.append(self._drawn(place, draws, page, low + hand))
        numbers = self._numbered(numpy.concatenate(rows))
        for place, page, hand in wanted:
            found[place, page, hand], numbers = numbers[: len(page)], numbers[len(page) :]
        self.node_of[:, :, low:high] = found

    def _drawn(self, place: int, draws: int, page: Any, hand: Any) -> Nodes:
        """The nodes of hands of a class after each card."""
        _, doubles, split = self.classes[place]
        after = place
        if draws == DOUBLE and doubles + 1 < DOUBLES:
            after = _class_of(doubles + 1, split)
        following = self.following[hand]
        if not self.aces_count_1 or (draws == HIT and doubles == 0):
            return numpy.asarray(self.node_of[after, page[:, None], following])
        count_1 = self.aces[hand] > 0 if draws == DOUBLE else numpy.full(len(hand), place >= len(CLASSES))
        normal = _class_of(self.classes[after][1], split)
        hard = normal + len(CLASSES) - _class_of(1, False)
        # Another ace may count 11, and then the hand is as any other.
        classes = numpy.where(count_1[:, None] & (numpy.arange(10) > 0), hard, normal)
        return numpy.asarray(self.node_of[classes, page[:, None], following])

    def _ending(self, place: int, option: Any, low: int, high: int) -> Nodes:
        """The nodes of hands that take no card."""
        _, doubles, split = self.classes[place]
        node = numpy.broadcast_to(self.ended[place][STAND][low:high], option.shape).copy()
        for kind, number in self.mixed:
            if low <= number < high and (kind, doubles, split) in self.endings.bonus_of:
                node[:, number - low] = self.finals + self.endings.bonus_of[kind, doubles, split]
        for ends in (SURRENDER, RESCUE):
            node = numpy.where(option == ends, self.ended[place][ends][low:high], node)
        return numpy.where(option == SPLIT, self.splits_at, node)

    def _number(self, *values: int) -> int:
        number = 0
        for value in values:
            number = int(self.following[number, value - 1])
        return number

    def _numbered(self, rows: Nodes) -> Nodes:
        """A node for every row of followers, the same for equal rows."""
        if not len(rows):
            return numpy.zeros(0, dtype=numpy.int64)
        keys = rows.astype(numpy.uint64) @ self.weights
        _, first, inverse = numpy.unique(keys, return_index=True, return_inverse=True)
        # Equal rows have equal keys; that different rows have different ones is made sure of.
        if not numpy.array_equal(rows[first][inverse], rows):
            raise AssertionError("two hands of different future have the same key")
        numbers = self.grown + inverse
        self.rows.append(rows[first])
        self.grown += len(first)
        return numbers

    def _starts(self) -> Nodes:
        """By page, situation and two cards: the node."""
        found = numpy.zeros((len(self.pages), len(START_SITUATIONS), STARTS), dtype=numpy.int64)
        plain = [self._number(*values) for values in TWO_CARDS]
        for place, situation in enumerate(START_SITUATIONS):
            found[:, place, : len(TWO_CARDS)] = self.node_of[place][:, plain]
            for two, values in enumerate(TWO_CARDS[FIRST_SUITED:], FIRST_SUITED):
                places = places_by_suit(two)
                if two < FIRST_PAIR:
                    state = self.multisets + PLACES_SUITED * SUITED_PAIRS.index(values)
                else:
                    state = self.multisets + SUITED_STATES + PLACES_PAIRED * (two - FIRST_PAIR)
                option = self.pages[:, situation, state : state + len(places)]
                found[:, place, places] = self._suited(place, option, self._number(*values))
        return found

    def _suited(self, place: int, option: Any, number: int) -> Nodes:
        """The nodes of a suited hand that plays as `option` says, by page and state."""
        situation, _, split = CLASSES[place]
        node = self._ending(place, option, number, number + 1)
        for draws, after in ((HIT, place), (DOUBLE, CLASSES.index((doubled_situation(1, split), 1, split)))):
            page, state = numpy.nonzero(option == draws)
            node[page, state] = self._numbered(self.node_of[after, page[:, None], self.following[number]])
        # Where its suits make no difference it has the node of the same cards in other suits.
        plain = self.pages[:, situation, number]
        return numpy.where(option == plain[:, None], self.node_of[place, :, number, None], node)

    def _number_from(self, starts: Nodes) -> None:
        """Renumbers the nodes that a hand can reach, and lays out the table."""
        rows = numpy.concatenate([numpy.zeros((0, 10), dtype=numpy.int64), *self.rows])
        first = self.splits_at + 1
        is_met = numpy.zeros(first + len(rows), dtype=bool)
        is_met[starts] = True
        behind = len(rows)
        for group in reversed(self.rows):
            behind -= len(group)
            met = is_met[first + behind : first + behind + len(group)]
            is_met[group[met]] = True
        is_met[:first] = True
        if len(is_met) > _MOST_NODES:
            raise BadInput("the count has more decisions than the simulator can handle")
        number = numpy.cumsum(is_met) - 1
        self.starts = number[starts]
        kept = number[rows[is_met[first:]]]
        steps = numpy.zeros((first + len(kept), COLUMNS), dtype=numpy.uint32)
        steps[first:, 1:11] = kept
        steps[first:, 11:14] = kept[:, 9:]
        self.steps = steps
