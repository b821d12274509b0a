"""Settling rounds in step and adding them up; rounds that lanes cannot settle are played again by the
kernel."""

from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands, pays
from spanish21.simulation.in_step.step_board import AGAIN, ENDS, NO_PLACE, SUITED_777
from spanish21.simulation.kernel.kernel_settlement import count_bonus, settle_split
from spanish21.simulation.kernel.kernel_sides import code_of_pair, pair_of
from spanish21.simulation.kernel.tally import note_meter_hits, play_and_count
from spanish21.simulation.plan.count_names import BEFORE_KINDS, BINS, BLACKJACK_END, DOUBLES, MAIN, MOST_CODES
from spanish21.simulation.plan.kernel_options import called_by_kernels, part_of_kernel

ROUND_BITS = 20
"""The bits for the number of a round, after the number of its shoe."""


@called_by_kernels
def end_shoe(setup: Any, pace: Any, board: Any, lane: Any, task: Any) -> None:
    """Adds the result of a lane's shoe to its cluster."""
    found, cluster, played = board.sums[lane], task.clusters[board.cluster[lane]], board.played[lane]
    cluster.base += found.base
    cluster.all += found.all if setup.has_sides else found.base
    cluster.initial += found.initial if setup.buckets > 1 else played * setup.boxes * setup.levels[0].amount
    cluster.rounds += played
    found.base = found.all = found.initial = 0
    if setup.has_sides and played + board.again[lane] > 0:
        pace.rounds[board.shoes[lane].number - board.first_shoe] = played + board.again[lane]
    board.played[lane] = board.again[lane] = 0


@called_by_kernels
def settle_split_box(setup: Any, tables: Any, board: Any, lane: Any, box: Any, sums: Any) -> Any:
    """Settles a box that was split and counts it; its money."""
    round_ = board.rounds[lane]
    round_.level, round_.dealer = board.level[lane], board.node[lane]
    settle_split(setup, tables, round_, sums, box)
    settled = round_.boxes[box]
    money = settled.money[MAIN]
    cell = sums.cells[box, hands.value(board.up[lane]), settled.outcome]
    cell.times += 1
    cell.money += money
    cell.squares += money * money
    sums.put_down += settled.put_down
    return money


@called_by_kernels
def play_again(setup: Any, tables: Any, board: Any, lane: Any, task: Any) -> None:
    """Plays a lane's round from its first card by the kernel."""
    shoe, round_, start = board.shoes[lane], board.rounds[lane], board.start[lane]
    shoe.position = shoe.counted_to = start
    shoe.count = board.counts[lane, start]
    round_.has_more = 1
    cluster = board.cluster[lane]
    money = play_and_count(setup, tables, shoe, round_, task.sums, task.clusters[cluster])
    board.place[lane], board.ready[lane] = shoe.position, shoe.ready
    if shoe.exhausted == 1:
        board.place[lane] = NO_PLACE
        return
    if setup.has_sides:
        number = board.played[lane] + board.again[lane]
        note_meter_hits(
            setup, round_, task, ((shoe.number - board.first_shoe) << ROUND_BITS) + number, money, cluster
        )
    board.again[lane] += 1


@called_by_kernels
def look_up_sides(setup: Any, lines: Any, results: Any, board: Any, playing: Any) -> None:
    """Looks up the results of the side wagers of every box."""
    boxes, sides_played = setup.boxes, setup.sides_played
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        cards, start, up, hole = board.shoes[lane].cards, board.start[lane], board.up[lane], board.hole[lane]
        box, left_to_kernel = -1, numpy.int64(0)
        while box + 1 < boxes:
            box += 1
            first = numpy.int64(cards[uint64(start + box)])
            pair = pair_of(first, numpy.int64(cards[uint64(start + boxes + 1 + box)]))
            number = -1
            while number + 1 < sides_played:
                number += 1
                slot = setup.played[number]
                code = code_of_pair(setup.sides[slot], lines, pair, up, hole)
                result = slot * MOST_CODES + code
                board.sides[uint64(number), uint64(box), lane] = result
                left_to_kernel += results[uint64(result)].is_left_to_kernel
        if left_to_kernel > 0:
            board.needs[lane] |= AGAIN


@called_by_kernels
def settle_all(setup: Any, tables: Any, pace: Any, board: Any, playing: Any, task: Any) -> None:
    """Settles the boxes of every lane and counts the rounds."""
    boxes, splits_at, unit, has_sides = setup.boxes, setup.splits_at, setup.unit, setup.has_sides != 0
    times, ends, units_of, sides = pace.times, pace.ends, pace.units, pace.sides
    cells_of_up, counts = len(pace.endings), setup.buckets > 1
    cells_of_box, sides_played = 11 * cells_of_up, setup.sides_played
    squares, all_squares = numpy.int64(0), numpy.int64(0)
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        up, needs = board.up[lane], board.needs[lane]
        if (
            board.place[lane] > board.ready[lane]
            or needs >= AGAIN
            or (needs >= SUITED_777 and up >> 2 == pays.SUPER_BONUS_UP)
        ):
            play_again(setup, tables, board, lane, task)
            continue
        state = numpy.int64(board.node[lane])
        end = state if state <= BLACKJACK_END else 0
        board.node[lane] = end
        end += board.ends[lane]
        cells = hands.value(up) * cells_of_up
        units, more, box = numpy.int64(0), numpy.int64(0), -1
        while box + 1 < boxes:
            box += 1
            final = board.finals[uint64(box), lane]
            if final == splits_at:
                units += settle_split_box(setup, tables, board, lane, box, task.sums) // unit
            else:
                ended = uint64(final * ENDS + end)
                times[uint64(cells + numpy.int64(ends[ended]))] += 1
                units += units_of[ended]
            cells += cells_of_box
            number = -1
            while number + 1 < sides_played:
                number += 1
                side = sides[uint64(board.sides[uint64(number), uint64(box), lane])]
                side.times += 1
                more += side.units
        money = units * unit
        squares += money * money
        found = board.sums[lane]
        found.base += money
        if counts:
            at_count = task.sums.levels[uint64(board.level[lane])]
            at_count.times += 1
            at_count.money += money
            at_count.squares += money * money
        if has_sides:
            units += more
            money = units * unit
            found.all += money
            all_squares += money * money
        if counts:
            found.initial += boxes * setup.levels[uint64(board.level[lane])].amount
        count_place(board, task.sums, units, money)
        board.played[lane] += 1
    task.sums.base_squares += squares
    task.sums.all_squares += all_squares if has_sides else squares


@part_of_kernel
def count_place(board: Any, sums: Any, units: Any, money: Any) -> None:
    """Counts a result of a round in the distribution."""
    place = min(max(units + BINS // 2, 0), BINS - 1)
    board.bins[uint64(place)] += 1
    if place == 0:
        sums.low_tail += money
    elif place == BINS - 1:
        sums.high_tail += money


@called_by_kernels
def count_endings(setup: Any, pace: Any, sums: Any) -> None:
    """Adds to the sums how the boxes ended."""
    for box in range(setup.boxes):
        for up in range(1, 11):
            for number in range(len(pace.endings)):
                times, ending = pace.times[(box * 11 + up) * len(pace.endings) + number], pace.endings[number]
                if times > 0:
                    cell = sums.cells[box, up, ending.outcome]
                    cell.times += times
                    money = ending.units * setup.unit
                    cell.money += times * money
                    cell.squares += times * money * money
                    sums.put_down += times * ending.put_down
                    kind = ending.outcome // DOUBLES - BEFORE_KINDS
                    if kind > 0:
                        count_bonus(sums, kind, ending.added, times)


@part_of_kernel
def count_clusters(board: Any, task: Any) -> None:
    """Adds the clusters to the sums: every round is in one."""
    sums = task.sums
    for place in range(BINS):
        sums.bins[place] += board.bins[place]
    sums.rounds = sums.base = sums.all = sums.initial = 0
    for number in range(len(task.clusters)):
        cluster = task.clusters[number]
        sums.rounds += cluster.rounds
        sums.base += cluster.base
        sums.all += cluster.all
        sums.initial += cluster.initial
