"""Shoes played in parallel through the card automaton: one lookup for a deal, one for a card after it.

The lanes step together. While one of them waits for its lookup the others go on; no branch asks whether a
round has ended, because a finished state takes the next deal directly and leaves its number and place in a
trace, which is counted later. A lane that has reached a rare state (a split, suits that matter, the end of
its shoe) is served before the next step; its round is played by the kernel.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.compiled.side_tables import FIRST_CARD
from spanish21.simulation.automaton.card_automaton import (
    AGAIN_FROM_DEAL,
    NO_CARD,
    RARE,
    SHOE_IS_OVER,
    Automaton,
)
from spanish21.simulation.automaton.laid_lanes import (
    BOARD,
    LANES,
    RESTING,
    ROOM,
    go_on,
    take_next_shoe,
    walk_of,
)
from spanish21.simulation.automaton.stepping import index_of, is_below
from spanish21.simulation.automaton.traces import STATE_BITS, count_finished, count_trace
from spanish21.simulation.kernel.tally import ShoeRange, Tally, new_task, play_and_count, tally_of
from spanish21.simulation.plan.kernel_options import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.plan.kernel_records import new_round, one
from spanish21.simulation.plan.run_plan import Prepared


@called_by_kernels
def start_of_round(walk: Any, board: Any, number: Any) -> Any:
    """Where the round began for which a lane's shoe had too few cards: found by walking there once more."""
    start_of_rows, dealt, room = walk.numbers.start, walk.numbers.dealt, uint64(number * ROOM)
    state = uint64(RARE)
    place = start = uint64(board.lanes[number].anchor)
    while state != uint64(NO_CARD):
        start = place if state < start_of_rows else start
        index = index_of(state, board.symbols[room + place], board.deals[room + place])
        place += dealt if state < start_of_rows else uint64(1)
        state = uint64(walk.states[index])
    return numpy.int64(start)


@part_of_kernel
def play_rare(setup: Any, tables: Any, walk: Any, board: Any, number: Any, round_: Any, task: Any) -> None:
    """Plays a round that a lane cannot from its first card, by the kernel."""
    lane, state = board.lanes[number], board.states[number]
    shoe = lane.shoe
    if state == uint64(NO_CARD):
        shoe.position = start_of_round(walk, board, number)
    else:
        drawn = numpy.int64(walk.numbers.dealt) + (0 if state == uint64(AGAIN_FROM_DEAL) else 1)
        shoe.position = numpy.int64(board.places[number]) - number * ROOM - drawn
    if setup.buckets > 1:
        shoe.counted_to, shoe.count = shoe.position, numpy.int64(lane.counts[shoe.position])
    play_and_count(setup, tables, shoe, round_, task.sums, task.clusters[board.cluster])


@part_of_kernel
def serve_lanes(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, task: Any) -> None:
    """Takes the lanes on that stand in a rare state."""
    for number in range(LANES):
        if board.states[number] >= uint64(RARE):
            continue
        if board.states[number] != uint64(SHOE_IS_OVER):
            play_rare(setup, tables, walk, board, number, round_, task)
            shoe = board.lanes[number].shoe
            if shoe.position <= setup.cover and shoe.exhausted == 0:
                go_on(setup, walk.numbers, board, number)
                # The next round begins here: so says an event that no end is counted for.
                board.trace[board.used] = numpy.uint32(board.places[number] << uint64(STATE_BITS))
                board.used += 1
                continue
        count_trace(setup, tables, walk, board)
        take_next_shoe(setup, walk.numbers, board, number)
    for number in range(LANES):
        if board.lanes[number].has_shoe == 0:
            board.places[number] = RESTING


@part_of_kernel
def walk_lanes(walk: Any, board: Any) -> None:
    """Steps all lanes until one must be served."""
    states, deals, symbols, trace = walk.states, board.deals, board.symbols, board.trace
    start, more, bits, one = walk.numbers.start, walk.numbers.dealt - uint64(1), uint64(STATE_BITS), uint64(1)
    state0, state1, state2 = board.states[0], board.states[1], board.states[2]
    state3, state4, state5 = board.states[3], board.states[4], board.states[5]
    place0, place1, place2 = board.places[0], board.places[1], board.places[2]
    place3, place4, place5 = board.places[3], board.places[4], board.places[5]
    used, lowest = uint64(board.used), uint64(RARE)
    while lowest >= uint64(RARE):
        index = index_of(state0, symbols[place0], deals[place0])
        place0 += one + (more & is_below(state0, start))
        state0 = uint64(states[index])
        trace[used] = numpy.uint32(state0 + (place0 << bits))
        used -= is_below(state0, start)
        index = index_of(state1, symbols[place1], deals[place1])
        place1 += one + (more & is_below(state1, start))
        state1 = uint64(states[index])
        trace[used] = numpy.uint32(state1 + (place1 << bits))
        used -= is_below(state1, start)
        index = index_of(state2, symbols[place2], deals[place2])
        place2 += one + (more & is_below(state2, start))
        state2 = uint64(states[index])
        trace[used] = numpy.uint32(state2 + (place2 << bits))
        used -= is_below(state2, start)
        index = index_of(state3, symbols[place3], deals[place3])
        place3 += one + (more & is_below(state3, start))
        state3 = uint64(states[index])
        trace[used] = numpy.uint32(state3 + (place3 << bits))
        used -= is_below(state3, start)
        index = index_of(state4, symbols[place4], deals[place4])
        place4 += one + (more & is_below(state4, start))
        state4 = uint64(states[index])
        trace[used] = numpy.uint32(state4 + (place4 << bits))
        used -= is_below(state4, start)
        index = index_of(state5, symbols[place5], deals[place5])
        place5 += one + (more & is_below(state5, start))
        state5 = uint64(states[index])
        trace[used] = numpy.uint32(state5 + (place5 << bits))
        used -= is_below(state5, start)
        lowest = min(min(min(state0, state1), min(state2, state3)), min(state4, state5))
    board.states[0], board.states[1], board.states[2] = state0, state1, state2
    board.states[3], board.states[4], board.states[5] = state3, state4, state5
    board.places[0], board.places[1], board.places[2] = place0, place1, place2
    board.places[3], board.places[4], board.places[5] = place3, place4, place5
    board.used = numpy.int64(used)


@kernel
def play_lanes(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, task: Any, shoes: Any) -> None:
    """Plays the shoes of one cluster after another."""
    board.next_shoe = board.last_shoe = shoes.first
    for number in range(len(task.clusters)):
        board.cluster = number
        board.last_shoe = min(board.last_shoe + shoes.of_cluster, shoes.first + shoes.shoes)
        for lane in range(LANES):
            take_next_shoe(setup, walk.numbers, board, lane)
        while board.playing > 0:
            walk_lanes(walk, board)
            serve_lanes(setup, tables, walk, board, round_, task)
        count_finished(setup, walk, task.sums, task.clusters[number])
    task.sums.shoes += board.next_shoe - shoes.first


def tally_of_lanes(ready: Prepared, automaton: Automaton, shoes: ShoeRange) -> Tally:
    """The sums of the rounds of some shoes, as `tally_of_shoes` gives them."""
    task, board = new_task(shoes.clusters), one(BOARD)
    board["cards"] = FIRST_CARD  # a place without a card is looked up like any other
    play_lanes(ready.setup, ready.tables, walk_of(automaton), board, new_round(), task, shoes)
    return tally_of(task, 1)
