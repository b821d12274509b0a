"""Where everything about a round stands in the arrays that the kernels work on, and those arrays."""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.game import hands
from spanish21.simulation.layout import (
    BEFORE_KINDS,
    DOUBLES,
    METERS,
    MOST_BOXES,
    MOST_HANDS,
    RESULTS,
    WAGERS,
)

Ints = NDArray[numpy.int64]

STOOD = 2
"""A hand that waits for the dealer; the other states of a hand are results of `layout`."""
PLAYER_BLACKJACK = BEFORE_KINDS + hands.BLACKJACK

TAKES_ORIGINAL, TAKES_BUSTED, TAKES_ALL = range(3)
"""What a dealer's Blackjack takes, in the order of the words of `dealer_blackjack_takes`."""

FIXED, PRIMARY = 0, 1

# Places of the array that says where a shoe stands.
POSITION, READY, END, ROUND_START, NUMBER, SIZE, EXHAUSTED, STREAMED, WHEEL_TURNS = range(9)
SHOE_PLACES = 9
ANY_TEN_VALUE = 52


class KernelRules(NamedTuple):
    """The settings that a round asks for while it is played; money stands in `Tables`."""

    hole_card: bool
    card_reader: bool
    plays_from_right: bool
    dealer_hits_soft_17: bool
    most_hands: int
    split_aces_one_card: bool
    bonus_on_double: bool
    bonus_on_split: bool
    seven_card_21_exactly: bool
    two_card_21_after_split: int
    dealer_blackjack_takes: int
    top_suit: int
    super_bonus_replaces_odds: bool
    envy_pays: int
    envy_with_seven: int
    envy_needs_least: bool
    monster_each_pair: bool
    xtreme_spinner: int
    boxes: int
    burns_first_card: bool


# Columns of the money table, one row for each level of the wager.
AMOUNT, WIN, FORFEIT = 0, DOUBLES, DOUBLES + DOUBLES * hands.KINDS
SURRENDER = FORFEIT + DOUBLES
INSURANCE_STAKE, INSURANCE_WIN, INSURANCE_SUITED, SUPER = range(SURRENDER + 1, SURRENDER + 5)
MONEY_COLUMNS = SURRENDER + 5

# Places of the side table: stakes by box and wager, payments, then where each wheel begins and its stops.
STAKES = 0
MATCH_PAYS = STAKES + MOST_BOXES * 5
MATCH_DOWN_PAYS = MATCH_PAYS + 5
MONSTER_PAYS = MATCH_DOWN_PAYS + 5
MONSTER_SHARES = MONSTER_PAYS + 6
SPIN_WHEEL, XTREME_WHEEL, XTREME_COMMUNITY = (MONSTER_SHARES + 2 + 2 * wheel for wheel in range(3))
WHEELS = MONSTER_SHARES + 8
STOP_COLUMNS = 4
"""Of a stop: the sum of the weights up to it, where it pays from, the pay, the pay of the others."""

# Places of the counting table: what each rank adds, the lowest true count, level and insurance by bucket.
LOWEST_COUNT, BUCKETS = 16, 17

# Columns of a hand; the last is how it ended.
TOTAL, COUNT, TIMES_DOUBLED, KIND, STATE, HAND_RESULT = range(6)
HAND_COLUMNS = 6

# Columns of a box: its first cards, its hands, how it ended, and all money put down on it.
FIRST_CARD, SECOND_CARD, HANDS, RESULT, DOUBLED_TIMES, PUT_DOWN = range(6)
BOX_COLUMNS = 6

# Places of what is told about a round; then the meters hit by box, cards that wait to be hands,
# then sums over all rounds: the hands of split boxes by result, bonuses by kind (see `tally.Tally`).
UP, HOLE, LEVEL, BUCKET, COUNTED, HOT_SPOT, COMMUNITY_STOP = range(7)
"""`HOT_SPOT` is the box drawn for Xtreme 16, -1 where none was."""
SPIN_STOPS = 7
XTREME_STOPS = SPIN_STOPS + MOST_BOXES
"""Where the wheels came to rest for each box, -1 where none was turned."""
METER_HITS = XTREME_STOPS + MOST_BOXES
PENDING = METER_HITS + len(METERS) * MOST_BOXES
SPLIT_TIMES = PENDING + MOST_HANDS
SPLIT_MONEY = SPLIT_TIMES + len(RESULTS)
BONUS_TIMES = SPLIT_MONEY + len(RESULTS)
BONUS_MONEY = BONUS_TIMES + hands.KINDS
BONUS_SQUARES = BONUS_MONEY + hands.KINDS
BONUS_TIMES_SQUARES = BONUS_SQUARES + hands.KINDS
ABOUT_PLACES = BONUS_TIMES_SQUARES + hands.KINDS


class Tables(NamedTuple):
    """What a round looks up: few flat arrays, because a kernel pays for each array that it is handed."""

    options: Any
    """By bucket of the count, situation, state and value of the up card: what to do."""
    following: Any
    """The number of a multiset of values after one more card, -1 for a bust."""
    money: Any
    side: Any
    counting: Any


class Round(NamedTuple):
    """Where a round leaves what it came to."""

    hands: Any
    boxes: Any
    money: Any
    """By box and wager: what was won (above 0) or lost."""
    about: Any


def new_round() -> Round:
    """The places of one round, to be used again and again."""

    def ints(*shape: int) -> Ints:
        return numpy.zeros(shape, dtype=numpy.int64)

    return Round(
        hands=ints(MOST_BOXES, MOST_HANDS, HAND_COLUMNS),
        boxes=ints(MOST_BOXES, BOX_COLUMNS),
        money=ints(MOST_BOXES, len(WAGERS)),
        about=ints(ABOUT_PLACES),
    )
