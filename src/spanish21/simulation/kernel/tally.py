"""Counting rounds: the integer sums of a task, and the compiled loop over shoes that fills them.

Every sum is a whole number, so that tasks may be added in any grouping and give the same totals to the bit.
"""

from typing import Any, NamedTuple

import numpy

from spanish21.game import hands
from spanish21.simulation.kernel.compiled_rounds import (
    has_more_cards,
    load_shoe,
    play_round,
    rewind,
    shuffle_on,
)
from spanish21.simulation.plan.count_names import (
    BINS,
    DOUBLES,
    ENVY,
    FIRST_SIDE,
    INSURANCE,
    MAIN,
    MONEY_COLUMNS,
    SUPER_BONUS,
)
from spanish21.simulation.plan.kernel_options import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.plan.kernel_records import (
    CLUSTER,
    METER_HIT,
    RECORD,
    ROUND_SUMS,
    SHOE,
    SUMS,
    new_round,
    one,
)
from spanish21.simulation.plan.run_plan import Prepared

# The sums in `cells`, `wagers` and `bonuses`.
TIMES, MONEY, SQUARES, STAKED = range(4)
TIMES_SQUARES = 3
"""Of `bonuses`: a box that was split can be paid the same bonus on several hands."""

# Places of `rounds`.
ROUNDS, BASE, BASE_SQUARES, ALL, ALL_SQUARES, INITIAL, ALL_PUT_DOWN, SHOES, TOO_SHORT, LOW_TAIL, HIGH_TAIL = (
    range(len(ROUND_SUMS))
)

MOST_HITS_OF_SHOE = 8
"""Room for meter hits: four of a kind, or a jackpot stop, eight times in a shoe on one box is not seen."""


CARDS_OF_BOX = 6
"""Cards for each box and the dealer prepared before a round: few rounds need more."""


class Tally(NamedTuple):
    """The sums of one task."""

    cells: Any
    """By times, money or squares; box; value of the up card; outcome (result and doubles)."""
    wagers: Any
    """By times, money, squares or stake; wager."""
    rounds: Any
    bins: Any
    """How often a round had each result, in units; the outermost places collect everything beyond."""
    clusters: Any
    levels: Any
    """By times, money or squares; level of the wager, that is, bucket of a count: rounds, and what their main
    wagers won. Without a count there are none."""
    splits: Any
    """By times or money; result of a hand of a split box."""
    bonuses: Any
    """By times, money, its squares or the squares of times; kind under which a hand was paid. The money is
    what the kind's odds add to even money; squares are of a box's sums."""
    meter_hits: Any
    records: Any


class TaskSums(NamedTuple):
    """The sums of a task: totals, clusters, and the records kept one by one."""

    sums: Any
    clusters: Any
    meter_hits: Any
    records: Any


def new_task(clusters: int, most_meter_hits: int = 0, most_records: int = 0) -> TaskSums:
    """A task of nothing yet."""
    return TaskSums(
        one(SUMS),
        numpy.zeros(clusters, dtype=CLUSTER),
        numpy.zeros(most_meter_hits, dtype=METER_HIT),
        numpy.zeros(most_records, dtype=RECORD),
    )


def tally_of(task: TaskSums, boxes: int) -> Tally:
    """The sums of a task in arrays by kind of sum: the same memory, in another view."""
    sums = task.sums

    def by_kind(name: str) -> Any:
        records = sums[name]
        kinds = records.ndim
        return records.view(numpy.int64).reshape(*records.shape, -1).transpose(kinds, *range(kinds))

    return Tally(
        cells=by_kind("cells")[:, :boxes],
        wagers=by_kind("wagers"),
        levels=by_kind("levels"),
        rounds=numpy.array([sums[name] for name in ROUND_SUMS], dtype=numpy.int64),
        bins=sums["bins"],
        clusters=task.clusters,
        splits=by_kind("splits"),
        bonuses=by_kind("bonuses"),
        meter_hits=task.meter_hits[: sums["meter_hits"]],
        records=task.records[: sums["records"]],
    )


def bin_of(money: Any, unit: Any) -> Any:
    """The place of a round's result in the distribution."""
    return min(max(money // unit + BINS // 2, 0), BINS - 1)


_bin_of = part_of_kernel(bin_of)


@part_of_kernel
def count_bin(setup: Any, sums: Any, money: Any, times: Any) -> None:
    """Counts a result of a round in the distribution."""
    place = _bin_of(money, setup.unit)
    sums.bins[place] += times
    if place == 0:
        sums.low_tail += money * times
    elif place == BINS - 1:
        sums.high_tail += money * times


@part_of_kernel
def count_money(setup: Any, sums: Any, cluster: Any, base: Any, everything: Any, initial: Any) -> None:
    """Adds the result of a round, with and without the wagers apart from the main ones."""
    sums.rounds += 1
    sums.base += base
    sums.base_squares += base * base
    sums.all += everything
    sums.all_squares += everything * everything
    sums.initial += initial
    count_bin(setup, sums, everything, 1)
    cluster.base += base
    cluster.all += everything
    cluster.initial += initial
    cluster.rounds += 1


@part_of_kernel
def count_wager(setup: Any, round_: Any, sums: Any, kind: Any, stake: Any) -> Any:
    """Adds a wager that was on every box; returns its money."""
    money, squares, box = 0, 0, -1
    while box + 1 < setup.boxes:
        box += 1
        won = round_.boxes[box].money[kind]
        money += won
        squares += won * won
    wager = sums.wagers[kind]
    wager.times += setup.boxes
    wager.money += money
    wager.squares += squares
    wager.staked += setup.boxes * stake
    return money


@called_by_kernels
def count_more(setup: Any, round_: Any, sums: Any) -> Any:
    """Adds the other wagers; returns the money of those that are not part of the main ones."""
    more, box = 0, -1
    if round_.insured:
        stake = setup.levels[round_.level].insurance_stake
        more += count_wager(setup, round_, sums, INSURANCE, stake)
    for place in range(setup.sides_played):
        slot = setup.played[place]
        more += count_wager(setup, round_, sums, FIRST_SIDE + slot, setup.sides[slot].stake)
    while box + 1 < setup.boxes:
        box += 1
        for kind in (SUPER_BONUS, ENVY):
            won = round_.boxes[box].money[kind]
            if won != 0:
                wager = sums.wagers[kind]
                wager.times += 1
                wager.money += won
                wager.squares += won * won
                more += won if kind == ENVY else 0
    return more


@part_of_kernel
def count_round(setup: Any, round_: Any, sums: Any, cluster: Any) -> Any:
    """Adds a round to the sums; the money of all its wagers."""
    up = hands.value(round_.up)
    base = 0
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        box = round_.boxes[number]
        money = box.money[MAIN]
        if round_.has_more:
            money += box.money[SUPER_BONUS]
        cell = sums.cells[number, up, box.outcome]
        cell.times += 1
        cell.money += money
        cell.squares += money * money
        sums.put_down += box.put_down
        base += money
    everything = base
    if round_.has_more:
        everything += count_more(setup, round_, sums)
    if setup.buckets > 1:
        at_count = sums.levels[round_.level]
        at_count.times += 1
        at_count.money += base
        at_count.squares += base * base
    initial = setup.boxes * setup.levels[round_.level].amount
    count_money(setup, sums, cluster, base, everything, initial)
    return everything


@part_of_kernel
def note_meter_hits(setup: Any, round_: Any, task: Any, number: Any, money: Any, cluster: Any) -> None:
    """Writes down which meters the last round, of this number, has hit."""
    sums = task.sums
    for meter in range(setup.meters):
        box = -1
        while box + 1 < setup.boxes:
            box += 1
            share = round_.meter_shares[meter, box]
            if share > 0 and sums.meter_hits < len(task.meter_hits):
                hit = task.meter_hits[sums.meter_hits]
                hit.round, hit.meter, hit.box, hit.share = number, meter, box, share
                hit.money, hit.cluster = money, cluster
                sums.meter_hits += 1


@part_of_kernel
def record_round(setup: Any, shoe: Any, round_: Any, task: Any) -> None:
    """Writes the round down, a row for each box."""
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        if task.sums.records < len(task.records):
            box, record = round_.boxes[number], task.records[task.sums.records]
            record.shoe, record.first_card, record.box = shoe.number, shoe.round_start, number + 1
            record.up, record.hole = round_.up, round_.hole
            record.used = shoe.position - shoe.round_start
            record.wager, record.put_down = setup.levels[round_.level].amount, box.put_down
            record.hands = box.hands
            record.result, record.doubles = box.outcome // DOUBLES, box.outcome % DOUBLES
            for kind in range(MONEY_COLUMNS):
                record.money[kind] = box.money[kind]
            task.sums.records += 1


@called_by_kernels
def play_and_count(setup: Any, tables: Any, shoe: Any, round_: Any, sums: Any, cluster: Any) -> Any:
    """Plays a round and adds it up, or counts that the shoe was too short for it; its money."""
    enough = shoe.position + CARDS_OF_BOX * (setup.boxes + 1)
    if shoe.ready < enough:
        shuffle_on(setup, shoe, enough)
    while True:
        play_round(setup, tables, shoe, round_, sums)
        if shoe.exhausted == 0:
            return count_round(setup, round_, sums, cluster)
        if not has_more_cards(setup, shoe):
            # Not even the discards could complete the round: it is void, and the shoe is done.
            sums.too_short += 1
            return numpy.int64(0)
        rewind(shoe)


class ShoeRange(NamedTuple):
    """Which shoes are played, and how many make up a cluster."""

    first: int
    shoes: int
    of_cluster: int

    @property
    def clusters(self) -> int:
        return -(-self.shoes // self.of_cluster)


@kernel
def play_shoes(
    setup: Any, tables: Any, shoe: Any, round_: Any, task: Any, shoes: Any, most_rounds: Any
) -> None:
    """Plays whole shoes, at most `most_rounds` rounds of them."""
    for place in range(shoes.shoes):
        load_shoe(setup, shoe, shoes.first + place)
        task.sums.shoes += 1
        # The cover card shows when a card behind it is drawn; the round it shows in is the last.
        is_over = False
        while not is_over:
            if task.sums.rounds >= most_rounds:
                return
            cluster = place // shoes.of_cluster
            money = play_and_count(setup, tables, shoe, round_, task.sums, task.clusters[cluster])
            is_over = shoe.position > setup.cover or shoe.exhausted == 1
            if setup.has_sides and shoe.exhausted == 0:
                note_meter_hits(setup, round_, task, task.sums.rounds - 1, money, cluster)
            if len(task.records) > 0 and shoe.exhausted == 0:
                record_round(setup, shoe, round_, task)


def most_meter_hits(ready: Prepared, shoes: ShoeRange) -> int:
    """Room for the meter hits of some shoes."""
    return ready.boxes * int(ready.setup["meters"]) * (1 + shoes.shoes * MOST_HITS_OF_SHOE)


def tally_of_shoes(ready: Prepared, shoes: ShoeRange, most_rounds: int, most_records: int = 0) -> Tally:
    """The sums of the rounds of some shoes, with every round recorded if there is room for records."""
    task = new_task(shoes.clusters, most_meter_hits(ready, shoes), most_records)
    play_shoes(ready.setup, ready.tables, one(SHOE), new_round(), task, shoes, most_rounds)
    return tally_of(task, ready.boxes)


def sum_of(one: Tally, other: Tally) -> Tally:
    """The sums of some shoes and of those after them."""
    hits = other.meter_hits.copy()
    hits["round"] += one.rounds[ROUNDS]
    hits["cluster"] += len(one.clusters)
    return Tally(
        cells=one.cells + other.cells,
        wagers=one.wagers + other.wagers,
        levels=one.levels + other.levels,
        rounds=one.rounds + other.rounds,
        bins=one.bins + other.bins,
        clusters=numpy.concatenate([one.clusters, other.clusters]),
        splits=one.splits + other.splits,
        bonuses=one.bonuses + other.bonuses,
        meter_hits=numpy.concatenate([one.meter_hits, hits]),
        records=numpy.concatenate([one.records, other.records]),
    )
