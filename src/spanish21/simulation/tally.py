"""Counting rounds: the integer sums of a task, and the compiled loop over shoes that fills them.

Every sum is a whole number, so that tasks may be added in any grouping and give the same totals to the bit.
"""

from typing import Any, NamedTuple

import numpy

from spanish21.game import hands
from spanish21.simulation.compiling import kernel, part_of_kernel
from spanish21.simulation.kernel import load_shoe, play_round
from spanish21.simulation.layout import (
    BINS,
    DOUBLES,
    INSURANCE,
    MAIN,
    MATCH,
    METERS,
    MOST_BOXES,
    OUTCOMES,
    RESULTS,
    SIDE_WAGERS,
    SUPER_BONUS,
    WAGERS,
    XTREME,
)
from spanish21.simulation.places import (
    AMOUNT,
    BONUS_TIMES,
    DOUBLED_TIMES,
    EXHAUSTED,
    HANDS,
    HOLE,
    INSURANCE_STAKE,
    LEVEL,
    METER_HITS,
    NUMBER,
    POSITION,
    PUT_DOWN,
    RESULT,
    ROUND_START,
    SHOE_PLACES,
    SPLIT_TIMES,
    STAKES,
    UP,
    Round,
    new_round,
)
from spanish21.simulation.plan import Prepared

# What `cells`, `wagers` and `bonuses` sum up.
TIMES, MONEY, SQUARES, STAKED = range(4)
TIMES_SQUARES = 3
"""Of `bonuses`: a box that was split can be paid the same bonus on several hands."""

# Places of `rounds`.
ROUNDS, BASE, BASE_SQUARES, ALL, ALL_SQUARES, INITIAL, ALL_PUT_DOWN, SHOES, TOO_SHORT, LOW_TAIL, HIGH_TAIL = (
    range(11)
)
ROUND_PLACES = 11

MOST_HITS_OF_SHOE = 8
"""Room for meter hits: four of a kind, or a jackpot stop, eight times in a shoe on one box is not seen."""

# Columns of `clusters`.
CLUSTER_BASE, CLUSTER_ALL, CLUSTER_INITIAL, CLUSTER_ROUNDS = range(4)

RECORD_COLUMNS = (
    "shoe",
    "first_card",
    "box",
    "up",
    "hole",
    "wager",
    "put_down",
    "hands",
    "result",
    "doubles",
    *WAGERS,
)
METER_COLUMNS = ("round", "meter", "box", "share", "money", "cluster")
"""Of a meter hit: the round of the task, who hit what, the round's money without meters, its cluster."""


class Tally(NamedTuple):
    """The sums of one task."""

    cells: Any
    """By times, money or squares; box; value of the up card; outcome (result and doubles)."""
    wagers: Any
    """By times, money, squares or stake; wager."""
    rounds: Any
    bins: Any
    """How often a round came to each result, in units; the outermost places gather what lies beyond."""
    clusters: Any
    splits: Any
    """By times or money; result of a hand of a split box."""
    bonuses: Any
    """By times, money, its squares or the squares of times; kind under which a hand was paid. The money is
    what the kind's odds add to even money; squares are of a box's sums."""
    meter_hits: Any
    records: Any


def new_tally(boxes: int, clusters: int, most_meter_hits: int, most_records: int) -> Tally:
    """A tally of nothing yet."""

    def ints(*shape: int) -> Any:
        return numpy.zeros(shape, dtype=numpy.int64)

    return Tally(
        cells=ints(3, boxes, 11, OUTCOMES),
        wagers=ints(4, len(WAGERS)),
        rounds=ints(ROUND_PLACES),
        bins=ints(BINS),
        clusters=ints(clusters, 4),
        splits=ints(2, len(RESULTS)),
        bonuses=ints(4, hands.KINDS),
        meter_hits=ints(most_meter_hits, len(METER_COLUMNS)),
        records=ints(most_records, len(RECORD_COLUMNS)),
    )


def take_hands(tally: Tally, game: Round) -> None:
    """Puts the sums over hands, which the kernels keep beside the round, into their places."""
    tally.splits[:] = game.about[SPLIT_TIMES:BONUS_TIMES].reshape(tally.splits.shape)
    tally.bonuses[:] = game.about[BONUS_TIMES:].reshape(tally.bonuses.shape)


@part_of_kernel
def count_bin(rounds: Any, bins: Any, money: Any, unit: Any, times: Any) -> None:
    """Counts a result of a round in the distribution."""
    place = money // unit + BINS // 2
    if place <= 0:
        rounds[LOW_TAIL] += money * times
        place = 0
    elif place >= BINS - 1:
        rounds[HIGH_TAIL] += money * times
        place = BINS - 1
    bins[place] += times


@part_of_kernel
def count_round(
    cells: Any,
    wagers: Any,
    rounds: Any,
    bins: Any,
    clusters: Any,
    table: Any,
    side: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    boxes: Any,
    cluster: Any,
    unit: Any,
    has_sides: Any,
) -> Any:
    """Adds a round to the sums; the money of all its wagers."""
    level = about[LEVEL]
    wager = table[level, AMOUNT]
    up = hands.value(about[UP])
    base, everything = 0, 0
    for box in range(boxes):
        money = money_[box, MAIN] + money_[box, SUPER_BONUS]
        outcome = boxes_[box, RESULT] * DOUBLES + boxes_[box, DOUBLED_TIMES]
        cells[TIMES, box, up, outcome] += 1
        cells[MONEY, box, up, outcome] += money
        cells[SQUARES, box, up, outcome] += money * money
        rounds[ALL_PUT_DOWN] += boxes_[box, PUT_DOWN]
        base += money
        everything += money
        for kind in range(INSURANCE, len(WAGERS)):
            won = money_[box, kind]
            if won != 0:
                if kind != SUPER_BONUS:
                    everything += won
                wagers[MONEY, kind] += won
                wagers[SQUARES, kind] += won * won
                if kind > XTREME:
                    wagers[TIMES, kind] += 1
        if money_[box, INSURANCE] != 0:
            wagers[TIMES, INSURANCE] += 1
            wagers[STAKED, INSURANCE] += table[level, INSURANCE_STAKE]
        if has_sides:
            for wager_kind in range(len(SIDE_WAGERS)):
                stake = side[STAKES + len(SIDE_WAGERS) * box + wager_kind]
                if stake > 0:
                    wagers[TIMES, MATCH + wager_kind] += 1
                    wagers[STAKED, MATCH + wager_kind] += stake
    rounds[ROUNDS] += 1
    rounds[BASE] += base
    rounds[BASE_SQUARES] += base * base
    rounds[ALL] += everything
    rounds[ALL_SQUARES] += everything * everything
    rounds[INITIAL] += boxes * wager
    count_bin(rounds, bins, everything, unit, 1)
    clusters[cluster, CLUSTER_BASE] += base
    clusters[cluster, CLUSTER_ALL] += everything
    clusters[cluster, CLUSTER_INITIAL] += boxes * wager
    clusters[cluster, CLUSTER_ROUNDS] += 1
    return everything


@kernel
def note_meter_hits(
    meter_hits: Any, used: Any, about: Any, boxes: Any, number: Any, money: Any, cluster: Any
) -> None:
    """Writes down which meters round `number` of the task has hit."""
    for meter in range(len(METERS)):
        for box in range(boxes):
            share = about[METER_HITS + MOST_BOXES * meter + box]
            if share > 0 and used[0] < len(meter_hits):
                meter_hits[used[0], 0], meter_hits[used[0], 1] = number, meter
                meter_hits[used[0], 2], meter_hits[used[0], 3] = box, share
                meter_hits[used[0], 4], meter_hits[used[0], 5] = money, cluster
                used[0] += 1


@kernel
def record_round(
    records: Any, used: Any, table: Any, shoe: Any, boxes_: Any, money_: Any, about: Any, boxes: Any
) -> None:
    """Writes the round down, a row for each box."""
    for box in range(boxes):
        if used[0] < len(records):
            row = used[0]
            records[row, 0], records[row, 1], records[row, 2] = shoe[NUMBER], shoe[ROUND_START], box + 1
            records[row, 3], records[row, 4] = about[UP], about[HOLE]
            records[row, 5], records[row, 6] = table[about[LEVEL], AMOUNT], boxes_[box, PUT_DOWN]
            records[row, 7] = boxes_[box, HANDS]
            records[row, 8], records[row, 9] = boxes_[box, RESULT], boxes_[box, DOUBLED_TIMES]
            for kind in range(len(WAGERS)):
                records[row, 10 + kind] = money_[box, kind]
            used[0] += 1


@kernel
def play_shoes(
    cells: Any,
    wagers: Any,
    rounds: Any,
    bins: Any,
    clusters: Any,
    meter_hits: Any,
    records: Any,
    used: Any,
    cards: Any,
    shoe: Any,
    hands_: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    options: Any,
    following: Any,
    table: Any,
    side: Any,
    counting: Any,
    rules: Any,
    unshuffled: Any,
    limits: Any,
    boxes: Any,
    cover: Any,
    has_sides: Any,
    unit: Any,
    seed: Any,
    first_shoe: Any,
    last_shoe: Any,
    shoes_of_cluster: Any,
    most_rounds: Any,
) -> None:
    """Plays the shoes from `first_shoe` to before `last_shoe`, at most `most_rounds` rounds of them."""
    for number in range(first_shoe, last_shoe):
        cluster = (number - first_shoe) // shoes_of_cluster
        load_shoe(cards, shoe, unshuffled, number, rules.burns_first_card)
        rounds[SHOES] += 1
        count = numpy.int64(0)
        while True:
            if rounds[ROUNDS] >= most_rounds:
                return
            count = play_round(
                cards,
                shoe,
                limits,
                seed,
                options,
                following,
                table,
                side,
                counting,
                rules,
                hands_,
                boxes_,
                money_,
                about,
                boxes,
                has_sides,
                count,
            )
            if shoe[EXHAUSTED] == 1:
                # Not even the discards could complete the round: it is void, and the shoe is done.
                rounds[TOO_SHORT] += 1
                break
            money = count_round(
                cells,
                wagers,
                rounds,
                bins,
                clusters,
                table,
                side,
                boxes_,
                money_,
                about,
                boxes,
                cluster,
                unit,
                has_sides,
            )
            if has_sides:
                note_meter_hits(meter_hits, used, about, boxes, rounds[ROUNDS] - 1, money, cluster)
            if len(records) > 0:
                record_round(records, used[1:], table, shoe, boxes_, money_, about, boxes)
            # The cover card shows when a card behind it is drawn; the round it shows in is the last.
            if shoe[POSITION] > cover:
                break


def tally_of_shoes(
    ready: Prepared,
    first_shoe: int,
    last_shoe: int,
    shoes_of_cluster: int,
    most_rounds: int,
    most_records: int = 0,
) -> Tally:
    """The sums of the rounds of some shoes, with every round recorded if there is room for records."""
    clusters = -(-(last_shoe - first_shoe) // shoes_of_cluster)
    most_meter_hits = (
        ready.boxes * len(METERS) * (1 + (last_shoe - first_shoe) * MOST_HITS_OF_SHOE * ready.has_sides)
    )
    tally = new_tally(ready.boxes, clusters, most_meter_hits, most_records)
    used = numpy.zeros(2, dtype=numpy.int64)
    game = new_round()
    cards = numpy.zeros(2 * len(ready.unshuffled), dtype=numpy.uint8)
    play_shoes(
        *tally[:5],
        tally.meter_hits,
        tally.records,
        used,
        cards,
        numpy.zeros(SHOE_PLACES, dtype=numpy.int64),
        *game,
        *ready.tables,
        *ready[1:],
        first_shoe,
        last_shoe,
        shoes_of_cluster,
        most_rounds,
    )
    take_hands(tally, game)
    return tally._replace(meter_hits=tally.meter_hits[: used[0]], records=tally.records[: used[1]])
