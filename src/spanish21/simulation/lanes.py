"""Shoes played side by side through the card automaton: one lookup a card, the kernel for the rare rounds.

The lanes step together, a card each; their states stay in registers. While one lane waits for its lookup the
others go on; no branch asks whether a round has ended, because a finished state deals the next round's first
card by itself and leaves its number and place in a trace, which is counted later. A lane that has come to a
rare state (a split, suits that matter, the end of its shoe) is served before the next step.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.simulation.automaton import NO_CARD, WITHOUT_PAGE, Automaton
from spanish21.simulation.compiling import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.laid_lanes import BOARD, LANES, ROOM, STEPS, is_kept, lay_next, lay_on, walk_of
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import new_round, one
from spanish21.simulation.tally import Shoes, Tally, new_task, play_and_count, tally_of
from spanish21.simulation.traces import STATE_BITS, count_finished, count_trace


@part_of_kernel
def next_state(states: Any, paged: Any, state: Any, symbol: Any) -> Any:
    """The state after a symbol where there is one page."""
    return uint64(states[(state << uint64(4)) + uint64(symbol)])


@part_of_kernel
def next_by_page(states: Any, paged: Any, state: Any, symbol: Any) -> Any:
    """The state after a symbol whose page only some states read."""
    read = uint64(255) if state >= paged else uint64(WITHOUT_PAGE)
    return uint64(states[(state << uint64(4)) + (uint64(symbol) & read)])


@called_by_kernels
def start_of_round(states: Any, numbers: Any, lane: Any) -> Any:
    """Where the round began in which a lane's shoe ran out of cards: found by walking there once more."""
    state, start = numbers.start, lane.anchor
    for place in range(lane.anchor, lane.shoe.ready):
        state = next_by_page(states, numbers.paged, state, lane.symbols[place])
        if state < numbers.start:
            start = place + 1
    return start


@part_of_kernel
def play_rare(setup: Any, tables: Any, walk: Any, board: Any, number: Any, round_: Any, task: Any) -> None:
    """Plays a round that a lane cannot from its first card, by the kernel."""
    lane, state = board.lanes[number], board.states[number]
    shoe = lane.shoe
    if state == uint64(NO_CARD):
        shoe.position = start_of_round(walk.states, walk.numbers, lane)
    else:
        drawn = walk.numbers.dealt + (0 if state == walk.numbers.from_deal else 1)
        shoe.position = board.step - lane.origin - drawn
    if setup.buckets > 1:
        shoe.counted_to, shoe.count = shoe.position, numpy.int64(lane.counts[shoe.position])
    play_and_count(setup, tables, shoe, round_, task.sums, task.clusters[board.cluster])


@part_of_kernel
def serve_lanes(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, task: Any) -> None:
    """Takes the lanes on that stand in a rare state."""
    for number in range(LANES):
        if board.states[number] >= walk.numbers.rare:
            continue
        if board.states[number] < walk.numbers.again:
            play_rare(setup, tables, walk, board, number, round_, task)
            shoe = board.lanes[number].shoe
            if shoe.position <= setup.cover and shoe.exhausted == 0:
                lay_on(setup, walk.numbers, board, number)
                continue
        lay_next(setup, walk.numbers, board, number)


@part_of_kernel
def begin_stream(setup: Any, tables: Any, walk: Any, board: Any) -> None:
    """Counts the trace, and lays what the lanes have left at the first step of the stream."""
    count_trace(setup, tables, walk, board)
    step, board.step = board.step, 0
    for number in range(LANES):
        lane, state = board.lanes[number], board.states[number]
        if lane.has_shoe:
            lane.shoe.position = step - lane.origin
            if is_kept(setup, walk.numbers):
                # The round is begun again, so that all its cards are in the stream.
                lane.shoe.position = board.starts[number] - number * ROOM - lane.origin
                state = walk.numbers.start
            anchor = lane.anchor
            lay_on(setup, walk.numbers, board, number)
            lane.anchor, board.states[number] = anchor, state
        board.starts[number] = number * ROOM


def _walker(after: Any) -> Any:
    """The walk of all lanes by a function that finds the state after a symbol."""

    @part_of_kernel
    def walk_lanes(walk: Any, board: Any) -> None:
        """Steps all lanes until one must be served, or the stream ends."""
        states, stream, trace, lanes = walk.states, board.stream, board.trace, board.states
        start, rare, paged = walk.numbers.start, walk.numbers.rare, walk.numbers.paged
        one, none = uint64(1), uint64(0)
        state0, state1, state2, state3 = lanes[0], lanes[1], lanes[2], lanes[3]
        state4, state5, state6, state7 = lanes[4], lanes[5], lanes[6], lanes[7]
        used, step, row = uint64(board.used), uint64(board.step), uint64(ROOM << STATE_BITS)
        lowest = rare
        while step < uint64(STEPS) and lowest >= rare:
            place = step << uint64(STATE_BITS)
            state0 = after(states, paged, state0, stream[0, step])
            trace[used] = numpy.uint32(state0 + place)
            used += one if state0 < start else none
            state1 = after(states, paged, state1, stream[1, step])
            trace[used] = numpy.uint32(state1 + place + row)
            used += one if state1 < start else none
            state2 = after(states, paged, state2, stream[2, step])
            trace[used] = numpy.uint32(state2 + place + uint64(2) * row)
            used += one if state2 < start else none
            state3 = after(states, paged, state3, stream[3, step])
            trace[used] = numpy.uint32(state3 + place + uint64(3) * row)
            used += one if state3 < start else none
            state4 = after(states, paged, state4, stream[4, step])
            trace[used] = numpy.uint32(state4 + place + uint64(4) * row)
            used += one if state4 < start else none
            state5 = after(states, paged, state5, stream[5, step])
            trace[used] = numpy.uint32(state5 + place + uint64(5) * row)
            used += one if state5 < start else none
            state6 = after(states, paged, state6, stream[6, step])
            trace[used] = numpy.uint32(state6 + place + uint64(6) * row)
            used += one if state6 < start else none
            state7 = after(states, paged, state7, stream[7, step])
            trace[used] = numpy.uint32(state7 + place + uint64(7) * row)
            used += one if state7 < start else none
            step += one
            lowest = min(
                min(min(state0, state1), min(state2, state3)), min(min(state4, state5), min(state6, state7))
            )
        lanes[0], lanes[1], lanes[2], lanes[3] = state0, state1, state2, state3
        lanes[4], lanes[5], lanes[6], lanes[7] = state4, state5, state6, state7
        board.used, board.step = numpy.int64(used), numpy.int64(step)

    return walk_lanes


walk_on, walk_by_page = _walker(next_state), _walker(next_by_page)


@kernel
def play_lanes(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, task: Any, shoes: Any) -> None:
    """Plays the shoes of one cluster after another."""
    board.next_shoe = board.last_shoe = shoes.first
    for number in range(len(task.clusters)):
        board.cluster, board.step = number, 0
        board.last_shoe = min(board.last_shoe + shoes.of_cluster, shoes.first + shoes.shoes)
        for lane in range(LANES):
            board.starts[lane] = lane * ROOM
            lay_next(setup, walk.numbers, board, lane)
        while board.playing > 0:
            if walk.numbers.pages > 1:
                walk_by_page(walk, board)
            else:
                walk_on(walk, board)
            serve_lanes(setup, tables, walk, board, round_, task)
            if board.step == STEPS:
                begin_stream(setup, tables, walk, board)
        count_trace(setup, tables, walk, board)
        count_finished(setup, walk, task.sums, task.clusters[number])
    task.sums.shoes += board.next_shoe - shoes.first


def tally_of_lanes(ready: Prepared, automaton: Automaton, shoes: Shoes) -> Tally:
    """The sums of the rounds of some shoes, as `tally_of_shoes` gives them."""
    task = new_task(shoes.clusters)
    play_lanes(ready.setup, ready.tables, walk_of(automaton), one(BOARD), new_round(), task, shoes)
    return tally_of(task, 1)
