"""The count in rounds in step: the bucket of every place of a shoe is found when the shoe is laid out.

A box is played by a count that leaves out the hole card, which can have one tag or another. So there is a row
of buckets for each of these tags; a box only looks up its place in the row of its round. Buckets that lead to
the same are one here, known by the first of them.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands
from spanish21.simulation.in_step.step_board import AGAIN, BY_WAGER, ENDS
from spanish21.simulation.plan.kernel_options import called_by_kernels, part_of_kernel


@called_by_kernels
def count_on(setup: Any, changes: Any, board: Any, lane: Any) -> None:
    """Finds the count before each place of a lane that is shuffled and not yet counted, and its buckets."""
    counts, buckets = board.counts[lane], board.buckets[lane]
    first, last = uint64(board.counted[lane]), uint64(min(board.shoes[lane].ready, setup.size))
    cards, count, end = board.shoes[lane].cards, numpy.int64(counts[first]), last + uint64(1)
    for place in range(first, last):
        count += setup.tags[uint64(cards[place] >> 2)]
        counts[place + uint64(1)] = count
    for number in range(len(changes)):
        change = changes[number]
        row, begins, more = buckets[change.row], change.begins, numpy.uint8(change.buckets)
        if change.is_first:
            for place in range(first, end):
                row[place] = more if counts[place] >= begins[place] else numpy.uint8(0)
        else:
            for place in range(first, end):
                row[place] += more if counts[place] >= begins[place] else numpy.uint8(0)
    board.counted[lane] = last


@part_of_kernel
def bucket_of(board: Any, lane: Any) -> Any:
    """The bucket of the decisions of a lane, by the current count."""
    return numpy.int64(board.buckets[lane, uint64(board.row[lane]), uint64(board.place[lane])])


@part_of_kernel
def open_round(setup: Any, changes: Any, board: Any, lane: Any, up: Any, hole: Any) -> None:
    """Notes the wager of a lane's round by the count, and whether it insures."""
    if setup.buckets > 1:
        if board.counted[lane] < min(board.ready[lane], setup.size):
            count_on(setup, changes, board, lane)
        at_start = board.buckets[lane, uint64(BY_WAGER), uint64(board.start[lane])]
        board.level[lane] = setup.level_of[uint64(at_start)]
        board.ends[lane] = board.level[lane] * setup.finals * ENDS
        board.row[lane] = board.row_of[uint64(hole >> 2)]
    if hands.is_ace(up) and setup.levels[board.level[lane]].insurance_stake > 0:
        bucket = bucket_of(board, lane) if setup.buckets > 1 else numpy.int64(0)
        if setup.insures[uint64(bucket)]:
            board.needs[lane] = AGAIN
