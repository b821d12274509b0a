"""A fresh shoe for every round of one box, through the card automaton: only the first cards are shuffled.

The heads of many shoes are found first, each in a slot of its own. Lanes then walk from slot to slot: a
finished round moves its lane to the next one. A round that its head is too short for, or that cards alone do
not decide, is played by the kernel with its shoe.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.simulation.automaton import Automaton
from spanish21.simulation.compiling import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.kernel import load_shoe
from spanish21.simulation.laid_lanes import walk_of
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import SHOE, new_round, one
from spanish21.simulation.streams import (
    CARDS_OF_WORD,
    FOR_SHUFFLE,
    LARGEST_SHOE,
    six_again,
    six_indices,
    two_blocks,
)
from spanish21.simulation.tally import Shoes, Tally, new_task, play_and_count, tally_of
from spanish21.simulation.traces import count_finished

LANES = 8
SLOT = 16
"""Places of a slot: the cards of two words, and a blank behind them."""
SLOTS = 64
"""Slots of a lane that are filled before the lanes walk; one more has only a blank."""
FILLED = 2 * CARDS_OF_WORD
MARGIN = SLOT
"""A burned card is written before its slot."""
RESTING = MARGIN + LANES * (SLOTS + 1) * SLOT
"""From this place on there are blanks, for a lane that is done."""
MOST_STEPS = SLOTS * SLOT

BOARD = numpy.dtype(
    [
        ("first", numpy.int64),
        ("playing", numpy.int64),
        ("used", numpy.int64),
        ("states", numpy.uint64, (LANES,)),
        ("places", numpy.uint64, (LANES,)),
        ("filled", numpy.int64, (LANES,)),
        ("ranks", numpy.uint8, (LARGEST_SHOE,)),
        ("work", numpy.uint8, (LARGEST_SHOE,)),
        ("words", numpy.uint64, (SLOTS, 2)),
        ("symbols", numpy.uint8, (RESTING + 2 * MOST_STEPS,)),
        ("trace", numpy.uint16, (2 * LANES * SLOTS + 2 * LANES,)),
        ("shoe", SHOE),
    ]
)
"""The first shoe of those whose heads lie in the slots; by lane its state, its place and how many slots are
filled; a lane's random words; the ranks of a sorted shoe, and one to work on, sorted again after each use."""


@part_of_kernel
def draw_six(work: Any, symbols: Any, slot: Any, here: Any, indices: Any) -> None:
    """Draws six cards of a shoe into a slot: a shuffle whose earlier places nobody looks at again."""
    for index in indices:
        place = here + index
        symbols[slot + here] = work[place]
        work[place] = work[here]
        here += uint64(1)


@part_of_kernel
def sort_six(work: Any, ranks: Any, here: Any, indices: Any) -> None:
    """Sorts the places of a shoe again that drawing has changed."""
    for index in indices:
        work[here + index] = ranks[here + index]
        here += uint64(1)


@part_of_kernel
def fill_slot(setup: Any, board: Any, place: Any, slot: Any, number: Any) -> None:
    """Draws the first cards of a shoe into its slot."""
    left, six, limits, work = uint64(setup.size), uint64(CARDS_OF_WORD), setup.limits, board.work
    indices0, rest0 = six_indices(board.words[place, 0], left)
    indices1, rest1 = six_indices(board.words[place, 1], left - six)
    if rest0 < limits[0]:
        indices0 = six_again(left, limits[0], uint64(0), uint64(0), number, FOR_SHUFFLE, setup.seed)
    if rest1 < limits[1]:
        indices1 = six_again(left - six, limits[1], uint64(0), uint64(1), number, FOR_SHUFFLE, setup.seed)
    draw_six(work, board.symbols, slot, uint64(0), indices0)
    draw_six(work, board.symbols, slot, six, indices1)
    sort_six(work, board.ranks, uint64(0), indices0)
    sort_six(work, board.ranks, six, indices1)


@part_of_kernel
def find_words(setup: Any, words: Any, first: Any, shoes: Any) -> None:
    """The first two random words of some shoes, two shoes at a time."""
    for place in range(uint64(0), uint64(shoes), uint64(2)):
        number = uint64(first) + place
        some, others = two_blocks(uint64(0), number, uint64(0), number + uint64(1), FOR_SHUFFLE, setup.seed)
        words[place, 0], words[place, 1] = some[0], some[1]
        words[place + uint64(1), 0], words[place + uint64(1), 1] = others[0], others[1]


@called_by_kernels
def fill_lane(setup: Any, board: Any, lane: Any, first: Any, shoes: Any) -> None:
    """Fills the slots of a lane with the heads of some shoes; no shoe waits for its words."""
    begin = MARGIN + lane * (SLOTS + 1) * SLOT
    board.places[lane], board.filled[lane] = begin, shoes
    find_words(setup, board.words, first, shoes)
    here = uint64(begin - (1 if setup.burns_first_card else 0))
    for place in range(uint64(0), uint64(shoes)):
        fill_slot(setup, board, place, here + place * uint64(SLOT), uint64(first) + place)
    board.symbols[begin + shoes * SLOT] = 0


@part_of_kernel
def serve_fresh(
    setup: Any, tables: Any, numbers: Any, board: Any, round_: Any, sums: Any, cluster: Any
) -> None:
    """Takes the lanes on that stand in a rare state: they have been moved on to their next slot."""
    for lane in range(LANES):
        if board.states[lane] >= numbers.rare:
            continue
        board.states[lane] = numbers.start
        slot = numpy.int64(board.places[lane] - uint64(MARGIN)) // SLOT - 1 - lane * (SLOTS + 1)
        if slot >= board.filled[lane]:
            board.states[lane], board.places[lane] = numbers.rest, uint64(RESTING)
            board.playing -= 1
            continue
        load_shoe(setup, board.shoe, board.first + lane * SLOTS + slot)
        play_and_count(setup, tables, board.shoe, round_, sums, cluster)


@part_of_kernel
def walk_fresh(numbers: Any, rows: Any, board: Any) -> None:
    """Steps all lanes until one must be served."""
    symbols, trace, states, places = board.symbols, board.trace, board.states, board.places
    start, rare, four, one, none = numbers.start, numbers.rare, uint64(4), uint64(1), uint64(0)
    state0, state1, state2, state3 = states[0], states[1], states[2], states[3]
    state4, state5, state6, state7 = states[4], states[5], states[6], states[7]
    place0, place1, place2, place3 = places[0], places[1], places[2], places[3]
    place4, place5, place6, place7 = places[4], places[5], places[6], places[7]
    used, lowest, last = uint64(board.used), rare, uint64(SLOT - 1)
    while lowest >= rare:
        state0 = uint64(rows[(state0 << four) + uint64(symbols[place0])])
        trace[used] = numpy.uint16(state0)
        used += one if state0 < start else none
        place0 = (place0 | last if state0 < start else place0) + one
        state1 = uint64(rows[(state1 << four) + uint64(symbols[place1])])
        trace[used] = numpy.uint16(state1)
        used += one if state1 < start else none
        place1 = (place1 | last if state1 < start else place1) + one
        state2 = uint64(rows[(state2 << four) + uint64(symbols[place2])])
        trace[used] = numpy.uint16(state2)
        used += one if state2 < start else none
        place2 = (place2 | last if state2 < start else place2) + one
        state3 = uint64(rows[(state3 << four) + uint64(symbols[place3])])
        trace[used] = numpy.uint16(state3)
        used += one if state3 < start else none
        place3 = (place3 | last if state3 < start else place3) + one
        state4 = uint64(rows[(state4 << four) + uint64(symbols[place4])])
        trace[used] = numpy.uint16(state4)
        used += one if state4 < start else none
        place4 = (place4 | last if state4 < start else place4) + one
        state5 = uint64(rows[(state5 << four) + uint64(symbols[place5])])
        trace[used] = numpy.uint16(state5)
        used += one if state5 < start else none
        place5 = (place5 | last if state5 < start else place5) + one
        state6 = uint64(rows[(state6 << four) + uint64(symbols[place6])])
        trace[used] = numpy.uint16(state6)
        used += one if state6 < start else none
        place6 = (place6 | last if state6 < start else place6) + one
        state7 = uint64(rows[(state7 << four) + uint64(symbols[place7])])
        trace[used] = numpy.uint16(state7)
        used += one if state7 < start else none
        place7 = (place7 | last if state7 < start else place7) + one
        lowest = min(
            min(min(state0, state1), min(state2, state3)), min(min(state4, state5), min(state6, state7))
        )
    states[0], states[1], states[2], states[3] = state0, state1, state2, state3
    states[4], states[5], states[6], states[7] = state4, state5, state6, state7
    places[0], places[1], places[2], places[3] = place0, place1, place2, place3
    places[4], places[5], places[6], places[7] = place4, place5, place6, place7
    board.used = numpy.int64(used)


@part_of_kernel
def play_heads(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, sums: Any, cluster: Any) -> None:
    """Plays the rounds of the slots that are filled."""
    while board.playing > 0:
        walk_fresh(walk.numbers, walk.states, board)
        serve_fresh(setup, tables, walk.numbers, board, round_, sums, cluster)
    for place in range(board.used):
        walk.times[uint64(board.trace[uint64(place)])] += 1
    board.used = 0


@kernel
def play_fresh(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, task: Any, shoes: Any) -> None:
    """Plays a round with each of some shoes, cluster by cluster."""
    for place in range(setup.size):
        rank = setup.unshuffled[place] >> 2
        board.ranks[place] = board.work[place] = rank
    for number in range(len(task.clusters)):
        board.first = shoes.first + number * shoes.of_cluster
        end = min(board.first + shoes.of_cluster, shoes.first + shoes.shoes)
        while board.first < end:
            for lane in range(LANES):
                here = board.first + lane * SLOTS
                fill_lane(setup, board, lane, here, min(max(end - here, 0), SLOTS))
                board.states[lane] = walk.numbers.start
            board.playing = LANES
            play_heads(setup, tables, walk, board, round_, task.sums, task.clusters[number])
            board.first += LANES * SLOTS
        count_finished(setup, walk, task.sums, task.clusters[number])
    task.sums.shoes += shoes.shoes


def tally_of_fresh(ready: Prepared, automaton: Automaton, shoes: Shoes) -> Tally:
    """The sums of a round with each of some shoes, as `tally_of_shoes` gives them."""
    task = new_task(shoes.clusters)
    play_fresh(ready.setup, ready.tables, walk_of(automaton), one(BOARD), new_round(), task, shoes)
    return tally_of(task, 1)
