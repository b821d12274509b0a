"""Shoes played side by side through the card automaton: one lookup a card, the kernel for the rare rounds.

The lanes share a cluster's shoes and step together, a card each; their states and places stay in registers.
While one lane waits for its lookup the others go on; no branch asks whether a round has ended, because a
finished state deals the next round's first card by itself and leaves its number in a trace, which is counted
later. A blank in the place of the first card behind the cover card ends a lane's shoe, and a lane without a
shoe draws blanks.
"""

from typing import Any, NamedTuple

import numpy
from numba import uint64

from spanish21.simulation.automaton import AGAIN_FROM_DEAL, COVER_SHOWN, RARE, Automaton
from spanish21.simulation.compiling import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.kernel import load_shoe, shuffle_on
from spanish21.simulation.layout import BEFORE_KINDS, DOUBLES
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import SHOE, new_round, one
from spanish21.simulation.settlement import count_bonus
from spanish21.simulation.streams import CARDS_OF_BLOCK, LARGEST_SHOE
from spanish21.simulation.tally import Shoes, Tally, count_bin, new_task, play_and_count, tally_of

LANES = 4
BLANK = 0
"""What lies where the cover card is about to show: no card, column 0 of the automaton."""
BLANK_PLACE = 2 * LARGEST_SHOE
"""A place behind all cards where a blank always lies."""
TRACE = 4096
"""Room for finished rounds before they are counted."""
COUNTERS = 4
"""Rounds that end alike in a row are counted in turn, so that no count waits for the one before."""

LANE = numpy.dtype(
    [
        ("state", numpy.uint64),
        ("before", numpy.uint64),
        ("place", numpy.uint64),
        *[(name, numpy.int64) for name in ("anchor", "under", "last")],
        ("shoe", SHOE),
    ]
)
"""A lane: its state, the state before it, the place of its next card, and its shoe.

From `anchor` on the lane went from round to round by itself; `under` is the card in whose place the blank
lies, `last` the shoe behind its last one, 0 when that is played."""


BOARD = numpy.dtype(
    [
        ("lanes", LANE, (LANES,)),
        ("playing", numpy.int64),
        ("used", numpy.int64),
        ("trace", numpy.uint16, (TRACE + 2 * LANES,)),
    ]
)
"""The lanes, how many of them have shoes left, and the trace that they leave."""


class Walk(NamedTuple):
    """An automaton as the kernels take it, and how often each of its states was found in a trace."""

    states: Any
    start: Any
    dealt: int
    terminals: Any
    times: Any


def walk_of(automaton: Automaton) -> Walk:
    """The automaton before any round."""
    times = numpy.zeros((COUNTERS, automaton.start + 1), dtype=numpy.int64)
    start = numpy.uint64(automaton.start)
    return Walk(automaton.states.ravel(), start, automaton.dealt, automaton.terminals, times)


@part_of_kernel
def count_finished(setup: Any, walk: Any, sums: Any, cluster: Any) -> None:
    """Adds the finished rounds since the last time to the sums, and forgets them."""
    times, wager = walk.times, setup.levels[0].amount
    for state in range(RARE, walk.start):
        here = times[0, state] + times[1, state] + times[2, state] + times[3, state]
        for counter in range(COUNTERS):
            times[counter, state] = 0
        if here == 0:
            continue
        ended = walk.terminals[state]
        won = ended.money
        cell = sums.cells[0, ended.up, ended.outcome]
        cell.times += here
        cell.money += here * won
        cell.squares += here * won * won
        sums.rounds += here
        sums.base += here * won
        sums.base_squares += here * won * won
        sums.all += here * won
        sums.all_squares += here * won * won
        sums.initial += here * wager
        sums.put_down += here * ended.put_down
        count_bin(setup, sums, won, here)
        kind = ended.outcome // DOUBLES - BEFORE_KINDS
        if kind > 0:
            count_bonus(sums, kind, ended.added, here)
        cluster.base += here * won
        cluster.all += here * won
        cluster.initial += here * wager
        cluster.rounds += here


@part_of_kernel
def next_state(states: Any, state: Any, card: Any) -> Any:
    """The state after a card."""
    return uint64(states[(state << uint64(4)) + uint64(card >> 2)])


@part_of_kernel
def finish_round(states: Any, finished: Any, shoe: Any, state: Any) -> Any:
    """Goes on from `state` to a finished or rare state; `COVER_SHOWN` says that there were too few cards."""
    while shoe.position < shoe.ready:
        state = next_state(states, state, shoe.cards[uint64(shoe.position)] & 63)
        shoe.position += 1
        if state < finished:
            return state
    return uint64(COVER_SHOWN)


@called_by_kernels
def start_of_round(states: Any, finished: Any, lane: Any) -> Any:
    """Where the round began in which a lane's shoe ran out of cards: found by walking there once more."""
    state, start = finished, lane.anchor
    for place in range(lane.anchor, lane.shoe.ready):
        state = next_state(states, state, lane.shoe.cards[place] & 63)
        if state < finished:
            start = place + 1
    return start


@called_by_kernels
def count_trace(times: Any, trace: Any, used: Any) -> None:
    """Counts the rounds of a trace by how they ended."""
    for here in range(used):
        times[here & (COUNTERS - 1), trace[here]] += 1


@part_of_kernel
def put_blank(setup: Any, lane: Any) -> None:
    """Makes a lane stand before a round, with a blank where the cover card is about to show."""
    lane.under = lane.shoe.cards[setup.cover]
    lane.shoe.cards[setup.cover] = BLANK
    lane.anchor = lane.shoe.position
    lane.place = uint64(lane.shoe.position)


@called_by_kernels
def lay_shoe(setup: Any, lane: Any, number: Any) -> None:
    """Lays a shoe before a lane, shuffled a little further than to the cover card."""
    load_shoe(setup, lane.shoe, number)
    shuffle_on(setup, lane.shoe, min(setup.cover + CARDS_OF_BLOCK, setup.size))
    put_blank(setup, lane)


@part_of_kernel
def play_rare(setup: Any, tables: Any, walk: Any, lane: Any, round_: Any, sums: Any, cluster: Any) -> Any:
    """Plays a round that a lane cannot: the finished state that it came to, 0 where the kernel played it."""
    shoe, state = lane.shoe, lane.state
    shoe.cards[setup.cover] = lane.under
    shoe.position = numpy.int64(lane.place)
    if state == uint64(COVER_SHOWN):
        # The blank took a step of the position that no card was drawn for.
        shoe.position -= 1
        state = finish_round(walk.states, walk.start, shoe, lane.before)
        if state >= uint64(RARE):
            return state
    if state == uint64(COVER_SHOWN):
        shoe.position = start_of_round(walk.states, walk.start, lane)
    else:
        shoe.position -= walk.dealt + (0 if state == uint64(AGAIN_FROM_DEAL) else 1)
    play_and_count(setup, tables, shoe, round_, sums, cluster)
    return uint64(0)


@called_by_kernels
def serve_lanes(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, sums: Any, cluster: Any) -> Any:
    """Takes the lanes on that stand in a rare state; how many of them are done with their last shoe by it."""
    done = 0
    for number in range(LANES):
        lane = board.lanes[number]
        if lane.state >= uint64(RARE):
            continue
        if lane.last == 0:
            lane.place = uint64(BLANK_PLACE)
        else:
            ended = play_rare(setup, tables, walk, lane, round_, sums, cluster)
            if ended > uint64(0):
                board.trace[board.used] = ended
                board.used += 1
            if lane.shoe.position <= setup.cover and lane.shoe.exhausted == 0:
                put_blank(setup, lane)
            elif lane.shoe.number + 1 < lane.last:
                lay_shoe(setup, lane, lane.shoe.number + 1)
                sums.shoes += 1
            else:
                lane.last = 0
                lane.place = uint64(BLANK_PLACE)
                done += 1
        lane.state = walk.start
    return done


@part_of_kernel
def share_out(setup: Any, board: Any, sums: Any, first: Any, shoes: Any) -> Any:
    """Gives each lane its part of some shoes and lays out its first; how many lanes have any."""
    playing, number = 0, first
    for place in range(LANES):
        lane = board.lanes[place]
        part = shoes * (place + 1) // LANES - shoes * place // LANES
        lane.last, lane.place = 0, uint64(BLANK_PLACE)
        if part > 0:
            lay_shoe(setup, lane, number)
            sums.shoes += 1
            playing += 1
            number += part
            lane.last = number
    return playing


@part_of_kernel
def play_cluster(
    setup: Any, tables: Any, walk: Any, board: Any, round_: Any, sums: Any, cluster: Any
) -> None:
    """Plays the lanes to their ends, and counts the rounds that they finish by themselves."""
    lane0, lane1, lane2, lane3 = board.lanes[0], board.lanes[1], board.lanes[2], board.lanes[3]
    states, trace, rare, one, none = walk.states, board.trace, uint64(RARE), uint64(1), uint64(0)
    ends = walk.start - rare
    state0 = state1 = state2 = state3 = walk.start
    place0, place1, place2, place3 = lane0.place, lane1.place, lane2.place, lane3.place
    used, playing = none, board.playing
    while playing > 0:
        before0, before1, before2, before3 = state0, state1, state2, state3
        state0 = next_state(states, state0, lane0.shoe.cards[place0])
        trace[used] = state0
        used += one if state0 - rare < ends else none
        state1 = next_state(states, state1, lane1.shoe.cards[place1])
        trace[used] = state1
        used += one if state1 - rare < ends else none
        state2 = next_state(states, state2, lane2.shoe.cards[place2])
        trace[used] = state2
        used += one if state2 - rare < ends else none
        state3 = next_state(states, state3, lane3.shoe.cards[place3])
        trace[used] = state3
        used += one if state3 - rare < ends else none
        place0, place1, place2, place3 = place0 + one, place1 + one, place2 + one, place3 + one
        if min(min(state0, state1), min(state2, state3)) < rare:
            lane0.state, lane0.before, lane0.place = state0, before0, place0
            lane1.state, lane1.before, lane1.place = state1, before1, place1
            lane2.state, lane2.before, lane2.place = state2, before2, place2
            lane3.state, lane3.before, lane3.place = state3, before3, place3
            board.used = used
            playing -= serve_lanes(setup, tables, walk, board, round_, sums, cluster)
            used = uint64(board.used)
            state0, state1, state2, state3 = lane0.state, lane1.state, lane2.state, lane3.state
            place0, place1, place2, place3 = lane0.place, lane1.place, lane2.place, lane3.place
        if used >= uint64(TRACE):
            count_trace(walk.times, trace, used)
            used = none
    count_trace(walk.times, trace, used)


@kernel
def play_lanes(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, task: Any, shoes: Any) -> None:
    """Plays the shoes of one cluster after another."""
    for number in range(len(task.clusters)):
        first, cluster = number * shoes.of_cluster, task.clusters[number]
        wanted = min(shoes.of_cluster, shoes.shoes - first)
        board.playing = share_out(setup, board, task.sums, shoes.first + first, wanted)
        play_cluster(setup, tables, walk, board, round_, task.sums, cluster)
        count_finished(setup, walk, task.sums, cluster)


def tally_of_lanes(ready: Prepared, automaton: Automaton, shoes: Shoes) -> Tally:
    """The sums of the rounds of some shoes, as `tally_of_shoes` gives them."""
    task = new_task(shoes.clusters)
    play_lanes(ready.setup, ready.tables, walk_of(automaton), one(BOARD), new_round(), task, shoes)
    return tally_of(task, 1)
