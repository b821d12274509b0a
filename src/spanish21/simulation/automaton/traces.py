"""Counting the rounds that lanes have finished, from the trace that they leave."""

from typing import Any

import numpy
from numba import uint64

from spanish21.compiled.side_tables import FIRST_CARD
from spanish21.simulation.automaton.card_automaton import RARE
from spanish21.simulation.automaton.companions import CARD_BITS
from spanish21.simulation.automaton.laid_lanes import ROOM
from spanish21.simulation.kernel.kernel_settlement import count_bonus
from spanish21.simulation.kernel.kernel_sides import code_of_pair, pair_of
from spanish21.simulation.kernel.tally import count_bin
from spanish21.simulation.plan.count_names import BEFORE_KINDS, DOUBLES, FIRST_SIDE, MOST_CODES
from spanish21.simulation.plan.kernel_options import called_by_kernels, part_of_kernel

STATE_BITS = 16
"""In a trace, the place after a round's last card follows its state."""
_STATE = (1 << STATE_BITS) - 1


@called_by_kernels
def count_trace(setup: Any, tables: Any, walk: Any, board: Any) -> None:
    """Counts the rounds of a trace by their ends and companions, and clears them."""
    times, trace, used = walk.times, board.trace, uint64(board.used)
    if len(walk.by_cards) > 0:
        count_by_cards(walk, board)
    elif setup.has_sides:
        count_with_sides(setup, tables.lines, walk, board)
    elif walk.numbers.levels > 1:
        count_levels(walk, board)
    else:
        for here in range(uint64(0), used):
            times[uint64(trace[here]) & uint64(_STATE)] += 1
    board.used = 0


@part_of_kernel
def start_of(starts: Any, event: Any) -> Any:
    """The place at which the round of an event began; the next one in its lane begins where it ended."""
    place = event >> uint64(STATE_BITS)
    row = place // uint64(ROOM)
    start = starts[row]
    starts[row] = place
    return start


@part_of_kernel
def count_levels(walk: Any, board: Any) -> None:
    """Counts rounds by the level of their wagers: each began where the one before it in its lane ended."""
    times, trace, levels, starts = walk.times, board.trace, board.levels, board.starts
    states = uint64(RARE + walk.numbers.ends)
    for here in range(uint64(0), uint64(board.used)):
        event = uint64(trace[here])
        level = uint64(levels[start_of(starts, event)])
        times[level * states + (event & uint64(_STATE))] += 1


@part_of_kernel
def count_by_cards(walk: Any, board: Any) -> None:
    """The same, by the result of the side wagers too, if the exposed cards of the deal decide it."""
    times, trace, cards, levels, starts = walk.times, board.trace, board.cards, board.levels, board.starts
    states, sides, by_cards = uint64(RARE + walk.numbers.ends), uint64(walk.numbers.sides), walk.by_cards
    for here in range(uint64(0), uint64(board.used)):
        event = uint64(trace[here])
        start = start_of(starts, event)
        dealt = uint64(cards[start + uint64(1)]) << uint64(CARD_BITS) | uint64(cards[start + uint64(2)])
        companion = uint64(by_cards[dealt << uint64(CARD_BITS) | uint64(cards[start])])
        companion += uint64(levels[start]) * sides
        times[companion * states + (event & uint64(_STATE))] += 1


@part_of_kernel
def count_with_sides(setup: Any, lines: Any, walk: Any, board: Any) -> None:
    """The same, by the result of the side wagers too."""
    times, trace, cards, levels = walk.times, board.trace, board.cards, board.levels
    starts, of_code = board.starts, walk.numbers.of_code
    states, sides = uint64(RARE + walk.numbers.ends), uint64(walk.numbers.sides)
    more_sides = setup.sides_played - 1
    has_hole, first_slot = setup.hole_card != 0, setup.played[0]
    side = setup.sides[first_slot]
    begin, of_pair, of_up, of_hole = side.first, side.of_pair, side.of_up, side.of_hole
    for here in range(uint64(0), uint64(board.used)):
        event = uint64(trace[here])
        start = start_of(starts, event)
        up = numpy.int64(cards[start + uint64(1)])
        hole = numpy.int64(cards[start + uint64(3)]) if has_hole else numpy.int64(0)
        pair = pair_of(numpy.int64(cards[start]), numpy.int64(cards[start + uint64(2)]))
        line = begin + of_pair * pair + of_up * (up - FIRST_CARD) + of_hole * (hole - FIRST_CARD)
        companion = uint64(levels[start]) * sides
        companion += uint64(of_code[uint64(first_slot * MOST_CODES + numpy.int64(lines[uint64(line)]))])
        number = 0
        while number < more_sides:
            number += 1
            slot = setup.played[uint64(number)]
            code = code_of_pair(setup.sides[uint64(slot)], lines, pair, up, hole)
            companion += uint64(of_code[uint64(slot * MOST_CODES + code)])
        times[companion * states + (event & uint64(_STATE))] += 1


@called_by_kernels
def count_finished(setup: Any, walk: Any, sums: Any, cluster: Any) -> None:
    """Adds the rounds that were counted since the last time to the sums, and forgets them."""
    times, ends = walk.times, walk.numbers.ends
    for number in range(len(walk.companions)):
        companion = walk.companions[number]
        for end in range(ends):
            place = number * (RARE + ends) + RARE + end
            here, times[place] = times[place], 0
            if here > 0:
                ended = walk.terminals[companion.level * ends + end]
                count_rounds(setup, sums, cluster, ended, companion, here)


@called_by_kernels
def count_rounds(setup: Any, sums: Any, cluster: Any, ended: Any, companion: Any, times: Any) -> None:
    """Adds rounds that ended alike and had the same with them."""
    won, wager = ended.money, setup.levels[companion.level].amount
    everything = won + companion.more
    cell = sums.cells[0, ended.up, ended.outcome]
    cell.times += times
    cell.money += times * won
    cell.squares += times * won * won
    sums.rounds += times
    sums.base += times * won
    sums.base_squares += times * won * won
    sums.all += times * everything
    sums.all_squares += times * everything * everything
    sums.initial += times * wager
    sums.put_down += times * ended.put_down
    count_bin(setup, sums, everything, times)
    if setup.buckets > 1:
        at_count = sums.levels[companion.level]
        at_count.times += times
        at_count.money += times * won
        at_count.squares += times * won * won
    kind = ended.outcome // DOUBLES - BEFORE_KINDS
    if kind > 0:
        count_bonus(sums, kind, ended.added, times)
    for place in range(setup.sides_played):
        slot = setup.played[place]
        side, money = sums.wagers[FIRST_SIDE + slot], companion.won[slot]
        side.times += times
        side.money += times * money
        side.squares += times * money * money
        side.staked += times * setup.sides[slot].stake
    cluster.base += times * won
    cluster.all += times * everything
    cluster.initial += times * wager
    cluster.rounds += times
