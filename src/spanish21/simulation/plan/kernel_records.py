"""The named structures that the kernels work on.

What is fixed for a run, a shoe, a round and the sums are records: a kernel receives a pointer to each and
writes `shoe.position`. The tables whose length depends on the plan are the few arrays of `KernelTables`.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.game import hands
from spanish21.simulation.plan.count_names import (
    BINS,
    DEALER_ENDS,
    MONEY_COLUMNS,
    MOST_BOXES,
    MOST_BUCKETS,
    MOST_CODES,
    MOST_HANDS,
    MOST_METERS,
    MOST_SIDES,
    MOST_STOPS,
    MOST_WHEELS,
    OUTCOMES,
    RESULTS,
)
from spanish21.simulation.plan.streams import CARDS_OF_WORD, LARGEST_SHOE

Records = NDArray[numpy.void]

COLUMNS = 16
"""Columns of a table by rank: no card, the ranks, room to 16."""
DEALER_STATES = 64
RULES = (
    "hole_card",
    "card_reader",
    "plays_from_right",
    "dealer_blackjack_takes",
    "most_hands",
    "top_suit",
    "super_bonus_replaces_odds",
    "envy_pays",
    "envy_with_seven",
    "envy_needs_least",
    "burns_first_card",
)
"""The settings that a round reads while it is played; everything else that they decide is in tables."""


def _ints(*names: str) -> list[Any]:
    return [(name, numpy.int64) for name in names]


STOP = numpy.dtype(_ints("weights", "source", "pays", "others"))
"""A stop of a wheel: the sum of the weights up to it, where it pays from, the pay, the pay of the others."""

SIDE = numpy.dtype(
    [
        *_ints("stake", "first", "of_pair", "of_up", "of_hole", "lost", "wheel", "meter"),
        ("paid", numpy.int64, (MOST_CODES,)),
        ("shares", numpy.int64, (MOST_CODES,)),
    ]
)
"""A side wager: its stake, where its codes begin in `KernelTables.lines` and how far a card moves on in them,
the code of a lost wager, who turns its wheel (0: no wheel), its first meter; by code, the amount it wins or
loses and the hundredths of the meter."""

LEVEL = numpy.dtype(_ints("amount", "insurance_stake", "insurance_win", "insurance_suited", "super_bonus"))
"""What a round needs of a level of the wager apart from its finals."""

SETUP = numpy.dtype(
    [
        *_ints(*RULES, "table_boxes", "boxes", "cover", "has_sides", "unit", "size"),
        *_ints("buckets", "lowest_count", "first_count", "finals", "splits_at", "nothing_yet", "blackjack"),
        *_ints("needs_second"),
        ("seed", numpy.uint64),
        ("tags", numpy.int64, (COLUMNS,)),
        ("levels", LEVEL, (MOST_BUCKETS,)),
        ("level_of", numpy.int64, (MOST_BUCKETS,)),
        ("insures", numpy.int64, (MOST_BUCKETS,)),
        *_ints("sides_played", "meters"),
        ("played", numpy.int64, (MOST_SIDES,)),
        ("sides", SIDE, (MOST_SIDES,)),
        ("wheel_first", numpy.int64, (MOST_WHEELS,)),
        ("wheel_weight", numpy.int64, (MOST_WHEELS,)),
        ("stops", STOP, (MOST_STOPS,)),
        ("limits", numpy.uint64, (LARGEST_SHOE // CARDS_OF_WORD + 1,)),
        ("dealer", numpy.uint8, (DEALER_STATES * COLUMNS,)),
        ("two_cards", numpy.uint8, (COLUMNS * COLUMNS,)),
        ("unshuffled", numpy.uint8, (LARGEST_SHOE,)),
    ]
)
"""A plan's settings and its tables of fixed size.

`finals` and `splits_at` part the nodes of hand_nodes.py; `nothing_yet` and `blackjack` are finals of two
cards. `needs_second` says that a side wager wants the dealer's second card; `played` are the side wagers with
a stake, which is the same on every box."""

FINAL = numpy.dtype(
    [
        ("net", numpy.int64, (DEALER_ENDS,)),
        *_ints("amount", "taken", "busted", "waiting", "added"),
        ("outcome", numpy.int16, (DEALER_ENDS,)),
        ("needs_total", numpy.int8),
        ("needs_second", numpy.int8),
        ("is_suited_777", numpy.int8),
    ],
    align=True,
)
"""What a finished hand comes to against each end of the dealer's hand; see `hand_ends.py`."""

SHOE = numpy.dtype(
    [
        *_ints("position", "ready", "end", "round_start", "number", "size", "exhausted", "streamed"),
        *_ints("wheel_turns", "count", "count_before", "counted_to"),
        ("cards", numpy.uint8, (2 * LARGEST_SHOE + 8,)),
    ]
)
"""A shoe: its cards, with room after them for discards, and how far it is dealt, shuffled and counted."""

BOX = numpy.dtype(
    [
        *_ints("first", "second", "hands", "final", "outcome", "put_down"),
        ("money", numpy.int64, (MONEY_COLUMNS,)),
    ]
)
"""A box in a round: its first cards, how it ended, and what was won (above 0) or lost by wager."""

ROUND = numpy.dtype(
    [
        *_ints("up", "hole", "level", "bucket", "dealer", "insured", "needs_total", "needs_second"),
        *_ints("has_more", "hot_spot", "community_stop"),
        ("stops", numpy.int64, (MOST_SIDES, MOST_BOXES)),
        ("meter_shares", numpy.int64, (MOST_METERS, MOST_BOXES)),
        ("boxes", BOX, (MOST_BOXES,)),
        ("finals", numpy.uint32, (MOST_BOXES, MOST_HANDS)),
        ("pending", numpy.uint8, (MOST_HANDS,)),
    ]
)
"""A round's results, in memory that is reused. `has_more` says that there is money apart from the main
wagers. Of the wheels, -1 is one that was not turned."""

CELL = numpy.dtype(_ints("times", "money", "squares"))
WAGER_SUMS = numpy.dtype(_ints("times", "money", "squares", "staked"))
BONUS_SUMS = numpy.dtype(_ints("times", "money", "squares", "times_squares"))
LEVEL_SUMS = numpy.dtype(_ints("times", "money", "squares"))
SPLIT_SUMS = numpy.dtype(_ints("times", "money"))
ROUND_SUMS = (
    "rounds",
    "base",
    "base_squares",
    "all",
    "all_squares",
    "initial",
    "put_down",
    "shoes",
    "too_short",
    "low_tail",
    "high_tail",
)
SUMS = numpy.dtype(
    [
        *_ints(*ROUND_SUMS, "meter_hits", "records"),
        ("wagers", WAGER_SUMS, (MONEY_COLUMNS,)),
        ("levels", LEVEL_SUMS, (MOST_BUCKETS,)),
        ("splits", SPLIT_SUMS, (len(RESULTS),)),
        ("bonuses", BONUS_SUMS, (hands.KINDS,)),
        ("bins", numpy.int64, (BINS,)),
        ("cells", CELL, (MOST_BOXES, 11, OUTCOMES)),
    ]
)
"""The sums of a task; `tally.Tally` says what each of them is."""

CLUSTER = numpy.dtype(_ints("base", "all", "initial", "rounds"))
METER_HIT = numpy.dtype(_ints("round", "meter", "box", "share", "money", "cluster"))
"""Of a meter hit: the round of the task, who hit what, the round's money without meters, its cluster."""
RECORD = numpy.dtype(
    [
        *_ints("shoe", "first_card", "box", "up", "hole", "wager", "put_down", "hands", "result", "doubles"),
        *_ints("used"),
        ("money", numpy.int64, (MONEY_COLUMNS,)),
    ]
)
"""A box in a round that is written down; `used` is how many cards the round took."""


class KernelTables(NamedTuple):
    """What a round looks up apart from its `SETUP`: few flat arrays, since a call pays for each of them."""

    steps: Any
    """The node of `hand_nodes.py` after a card, `COLUMNS` by rank for each node."""
    starts: Any
    """The node of two cards: by bucket of the count, situation, value of the up card, and the two cards."""
    finals: Any
    """By level of the wager, then final: `FINAL` records."""
    lines: Any
    """The codes of the side wagers that are played, one table after another; see side_tables.py."""


def one(kind: Any) -> Any:
    """A record of nothing yet."""
    return numpy.zeros(1, dtype=kind)[0]


def new_round() -> Any:
    """A round before the first: everything apart from the main wagers has yet to be cleared."""
    found = one(ROUND)
    found["has_more"] = 1
    return found
