"""Hands by number, and strategies by composition.

A hand is a multiset of card values (1 to 10, court cards 10) whose sum with every ace as 1 is at most 21.
`hand_numbers` numbers these multisets from 0 (no card) upwards by that sum, so that a drawn card always
leads to a higher number: `following[hand, value]` is the number after drawing a card, -1 is a bust. To
number a hand, start at 0 and follow its cards in any order.

The suits of a hand matter to a decision only while it is one card short of 6-7-8 or 7-7-7. Such a hand,
when suited, is a separate state after the multisets: `suited_state(pair, suit, up_suited)` where
`pair` counts 6-7, 6-8, 7-8, 7-7 and `up_suited` tells whether the up card has the same suit. An unsuited
one, and every other hand, has its multiset's number as its state.

A pair of 6s, 7s or 8s that may be split into hands of a bonus is worth more or less by its suits and the up
card's: `CompositionStrategy.pairs` may have the first decision on each of them.

`CompositionStrategy.choices[situation, state, up]` is an option. The situations are: a hand that has not
been split (`FIRST`), a split hand that may be split again (`SPLIT_AGAIN`), a split hand that may not
(`SPLIT_LAST`), and a hand that has been doubled once, twice or three times, whole or split
(`doubled_situation`): a hand's payment and options after a double can depend on whether it was split. Where
aces count 1 once a hand is doubled, those levels come twice: a hand all of whose aces count 1 is on a level
from MOST_DOUBLES + 1 on, until it draws another ace. An option that the table does not allow is replaced by
standing (split aces that may not draw).
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spanish21.game import hands
from spanish21.strategy.charts import (
    ANY_BONUS,
    MOST_DOUBLES,
    OPTIONS,
    SUITED_BONUS,
    TOP_BONUS,
    UNMARKED,
    UP_VALUES,
)

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Int8s = NDArray[numpy.int8]
    Int16s = NDArray[numpy.int16]

FIRST, SPLIT_AGAIN, SPLIT_LAST, DOUBLED = range(4)
LEVELS = 2 * MOST_DOUBLES
"""The levels of a doubled hand: times doubled, and behind them the same with every ace counting 1."""
SITUATIONS = DOUBLED + 2 * LEVELS
SUITED_PAIRS = ((6, 7), (6, 8), (7, 8), (7, 7))
"""The two-card hands whose suits matter, in the order of their states."""
SUITED_STATES = 8 * len(SUITED_PAIRS)
NO_SUIT = 4
"""The suit of an up card other than 6, 7 or 8: it changes nothing."""


class HandNumbers(NamedTuple):
    """The multisets of card values up to 21: the cards of each and where a further card leads."""

    following: "Int16s"
    hard: "Int16s"
    aces: "Int16s"
    size: "Int16s"
    held: "Int8s"


class CompositionStrategy(msgspec.Struct, frozen=True):
    """A decision for every composition: `choices[situation, state, up]`, options as int8."""

    name: str
    choices: Any
    pairs: Any = None
    """`[rank - 6, suit, suit, up card's suit, up]`: the first decision on a pair of 6s, 7s or 8s as it was
    dealt; the suit of an up card other than 6, 7 or 8 is `NO_SUIT`. Without it `choices` decides."""

    def __repr__(self) -> str:
        return f"<CompositionStrategy: {self.name}>"


def doubled_situation(level: int, split: bool) -> int:
    """The situation of a doubled hand on this level, split or not; plain ints."""
    first = DOUBLED - 1 if level <= MOST_DOUBLES else DOUBLED - 1 + MOST_DOUBLES
    return first + level + (MOST_DOUBLES if split else 0)


def doubles_of(level: int) -> int:
    """How often a hand on this level has been doubled; plain ints."""
    return level if level <= MOST_DOUBLES else level - MOST_DOUBLES


def level_after_double(level: int, aces: int, aces_count_1: bool) -> int:
    """The level of a hand with this many aces once it is doubled; plain ints."""
    doubles = doubles_of(level) + 1
    return doubles + MOST_DOUBLES if aces_count_1 and aces > 0 else doubles


def level_after_card(level: int, value: int) -> int:
    """The level of a doubled hand after a card: another ace may count 11; plain ints."""
    return level - MOST_DOUBLES if value == 1 and level > MOST_DOUBLES else level


def total_on_level(level: int, hard: int, aces: int) -> int:
    """The point count of a hand on a level; plain ints."""
    return hard if level > MOST_DOUBLES else hands.total(hard, aces)


def suited_pair(first: int, second: int) -> int:
    """Which of `SUITED_PAIRS` two suited cards are, -1 for none; plain ints."""
    rank1, rank2 = first >> 2, second >> 2
    if first & 3 != second & 3 or rank1 < 6 or rank1 > 8 or rank2 < 6 or rank2 > 8:
        return -1
    if rank1 == rank2:
        return 3 if rank1 == 7 else -1
    return rank1 + rank2 - 13


def suited_state(pair: int, suit: int, up_suited: bool, multisets: int) -> int:
    """The state of a suited two-card hand that is one card short of a bonus; plain ints."""
    return multisets + 8 * pair + 2 * suit + (1 if up_suited else 0)


def hand_of_state(state: int, multisets: int, suited: Any) -> int:
    """The multiset of a state; `suited` are the numbers of the two-card hands whose suits matter."""
    return state if state < multisets else suited[(state - multisets) // 8]


def mark_of_state(state: int, multisets: int, suited: Any, top_suit: int) -> int:
    """How near a state is to a bonus: a multiset whose suits matter represents its unsuited hands."""
    if state >= multisets:
        return TOP_BONUS if (state - multisets) % 8 // 2 == top_suit else SUITED_BONUS
    for number in suited:
        if number == state:
            return ANY_BONUS
    return UNMARKED


@cache
def hand_numbers() -> HandNumbers:
    """Every multiset of card values up to 21, numbered by its sum."""
    import numpy

    every = [(0, *held) for held in _multisets(21, 1)]
    found = sorted(every, key=lambda held: (sum(value * copies for value, copies in enumerate(held)), held))
    number = {held: index for index, held in enumerate(found)}
    following = numpy.full((len(found), 11), -1, dtype=numpy.int16)
    for held, index in number.items():
        for value in UP_VALUES:
            more = held[:value] + (held[value] + 1,) + held[value + 1 :]
            following[index, value] = number.get(more, -1)
    held_array = numpy.array(found, dtype=numpy.int8)
    hard = (held_array @ numpy.arange(11)).astype(numpy.int16)
    size = held_array.sum(axis=1, dtype=numpy.int16)
    return HandNumbers(following, hard, held_array[:, 1].astype(numpy.int16), size, held_array)


def _multisets(room: int, value: int) -> Iterator[tuple[int, ...]]:
    """The counts of the values from `value` to 10 that sum to at most `room`."""
    if value == 11:
        yield ()
        return
    for copies in range(room // value + 1):
        for rest in _multisets(room - copies * value, value + 1):
            yield (copies, *rest)


@cache
def suited_numbers() -> "Int16s":
    """The multisets of `SUITED_PAIRS`."""
    import numpy

    following = hand_numbers().following
    return numpy.array([following[following[0, one], two] for one, two in SUITED_PAIRS], dtype=numpy.int16)


def hand_number(cards: Sequence[int]) -> int:
    """The number of the multiset of `cards`, -1 if they bust."""
    following = hand_numbers().following
    hand = 0
    for one in cards:
        hand = int(following[hand, hands.value(one)])
        if hand < 0:
            return -1
    return hand


def hand_state(cards: Sequence[int], up: int) -> int:
    """The state of `cards` against the card `up` in a strategy by composition."""
    hand = hand_number(cards)
    pair = suited_pair(cards[0], cards[1]) if len(cards) == 2 else -1
    if pair < 0:
        return hand
    return suited_state(pair, cards[0] & 3, up & 3 == cards[0] & 3, len(hand_numbers().hard))


def decision_by_composition(
    strategy: CompositionStrategy,
    cards: Sequence[int],
    up: int,
    may: Collection[str],
    doubles: int = 0,
    split: bool = False,
    aces_count_1: bool = False,
) -> str:
    """The decision of `strategy` with `cards` against the dealer's card `up`, among the options in `may`;
    `aces_count_1`: the hand was doubled, and every ace of it counts 1."""
    if doubles > 0:
        level = min(doubles, MOST_DOUBLES)
        situation = doubled_situation(level + MOST_DOUBLES if aces_count_1 else level, split)
    elif split:
        situation = SPLIT_AGAIN if "split" in may else SPLIT_LAST
    else:
        situation = FIRST
    state = hand_state(cards, up)
    if state < 0:
        return "stand"
    chosen = strategy.choices[situation, state, hands.value(up)]
    if situation == FIRST and strategy.pairs is not None and is_pair_by_suits(cards):
        up_suit = up & 3 if 6 <= up >> 2 <= 8 else NO_SUIT
        chosen = strategy.pairs[(cards[0] >> 2) - 6, cards[0] & 3, cards[1] & 3, up_suit, hands.value(up)]
    option = OPTIONS[chosen]
    if option in may:
        return option
    return "hit" if "stand" not in may and "hit" in may else "stand"


def is_pair_by_suits(cards: Sequence[int]) -> bool:
    """Whether two cards are a pair of 6s, 7s or 8s."""
    return len(cards) == 2 and cards[0] >> 2 == cards[1] >> 2 and 6 <= cards[0] >> 2 <= 8
