"""A fresh shoe for every round of one box, through the card automaton: only the first cards are shuffled.

The heads of many shoes are found first, each in its own slot with the number of its deal. Lanes then
walk from slot to slot: a finished round moves its lane to the next one. A round that its head is too short
for, or that cards alone do not decide, is played by the kernel with its shoe.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.simulation.automaton.card_automaton import RARE, VALUES_OF_CARD, Automaton
from spanish21.simulation.automaton.laid_lanes import walk_of
from spanish21.simulation.automaton.stepping import index_of, is_below
from spanish21.simulation.automaton.traces import count_finished
from spanish21.simulation.kernel.compiled_rounds import load_shoe
from spanish21.simulation.kernel.tally import ShoeRange, Tally, new_task, play_and_count, tally_of
from spanish21.simulation.plan.kernel_options import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.plan.kernel_records import SHOE, new_round, one
from spanish21.simulation.plan.run_plan import Prepared
from spanish21.simulation.plan.streams import (
    CARDS_OF_WORD,
    FOR_SHUFFLE,
    LARGEST_SHOE,
    six_again,
    six_indices,
    two_blocks,
)

LANES = 6
SLOT_BITS = 4
SLOT = 1 << SLOT_BITS
"""Places of a slot: the cards of two words, and a blank after them."""
SLOTS = 64
"""Slots of a lane filled before the lanes walk; one more has only a blank."""
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
        ("deals", numpy.uint16, ((RESTING + 2 * MOST_STEPS) // SLOT,)),
        ("trace", numpy.uint16, (2 * LANES * SLOTS + 2 * LANES,)),
        ("shoe", SHOE),
    ]
)
"""The first shoe of those whose heads are in the slots; by lane its state, its place and how many slots are
filled; a lane's random words; by place the symbols, by slot the deals; the ranks of a sorted shoe, and one
to work on, sorted again after each use."""


@part_of_kernel
def draw_six(work: Any, symbols: Any, slot: Any, here: Any, indices: Any) -> None:
    """Draws six cards of a shoe into a slot: a shuffle whose earlier places are not used again."""
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


@part_of_kernel
def value_at(symbols: Any, place: Any) -> Any:
    """The value of the card at a place, from 0."""
    return uint64(min(symbols[place], numpy.uint8(VALUES_OF_CARD))) - uint64(1)


@part_of_kernel
def number_deals(setup: Any, numbers: Any, board: Any, begin: Any, shoes: Any) -> None:
    """Finds the numbers of the deals of some slots; the one after them has no cards."""
    symbols, ten, one = board.symbols, uint64(VALUES_OF_CARD), uint64(1)
    first_deal, of_hole = uint64(numbers.first_deal), ten * ten * ten if setup.hole_card else uint64(0)
    first, last = uint64(begin) >> uint64(SLOT_BITS), uint64(begin + shoes * SLOT) >> uint64(SLOT_BITS)
    for slot in range(first, last):
        place = slot << uint64(SLOT_BITS)
        both = value_at(symbols, place) + ten * value_at(symbols, place + one)
        second = ten * ten * value_at(symbols, place + uint64(2))
        board.deals[slot] = first_deal + both + second + of_hole * value_at(symbols, place + uint64(3))
    board.deals[last] = numbers.no_cards


@called_by_kernels
def fill_lane(setup: Any, numbers: Any, board: Any, lane: Any, first: Any, shoes: Any) -> None:
    """Fills the slots of a lane with the heads of some shoes; no shoe waits for its words."""
    begin = MARGIN + lane * (SLOTS + 1) * SLOT
    board.places[lane], board.filled[lane] = begin, shoes
    find_words(setup, board.words, first, shoes)
    here = uint64(begin - (1 if setup.burns_first_card else 0))
    for place in range(uint64(0), uint64(shoes)):
        fill_slot(setup, board, place, here + place * uint64(SLOT), uint64(first) + place)
    number_deals(setup, numbers, board, begin, shoes)


@part_of_kernel
def serve_fresh(
    setup: Any, tables: Any, numbers: Any, board: Any, round_: Any, sums: Any, cluster: Any
) -> None:
    """Takes the lanes on that stand in a rare state: they have been moved on to their next slot."""
    for lane in range(LANES):
        if board.states[lane] >= uint64(RARE):
            continue
        board.states[lane] = RARE
        slot = numpy.int64(board.places[lane] - uint64(MARGIN)) // SLOT - 1 - lane * (SLOTS + 1)
        if slot >= board.filled[lane]:
            board.states[lane], board.places[lane] = numbers.rest, uint64(RESTING)
            board.playing -= 1
            continue
        load_shoe(setup, board.shoe, board.first + lane * SLOTS + slot)
        play_and_count(setup, tables, board.shoe, round_, sums, cluster)


@part_of_kernel
def walk_fresh(numbers: Any, states: Any, board: Any) -> None:
    """Steps all lanes until one must be served."""
    symbols, deals, trace = board.symbols, board.deals, board.trace
    start, more, last = numbers.start, numbers.dealt - uint64(1), uint64(SLOT - 1)
    bits, one = uint64(SLOT_BITS), uint64(1)
    state0, state1, state2 = board.states[0], board.states[1], board.states[2]
    state3, state4, state5 = board.states[3], board.states[4], board.states[5]
    place0, place1, place2 = board.places[0], board.places[1], board.places[2]
    place3, place4, place5 = board.places[3], board.places[4], board.places[5]
    used, lowest = uint64(board.used), uint64(RARE)
    while lowest >= uint64(RARE):
        index = index_of(state0, symbols[place0], deals[place0 >> bits])
        place0 += one + (more & is_below(state0, start))
        state0 = uint64(states[index])
        trace[used] = numpy.uint16(state0)
        ended = is_below(state0, start)
        used -= ended
        place0 = (place0 | (last & ended)) - ended
        index = index_of(state1, symbols[place1], deals[place1 >> bits])
        place1 += one + (more & is_below(state1, start))
        state1 = uint64(states[index])
        trace[used] = numpy.uint16(state1)
        ended = is_below(state1, start)
        used -= ended
        place1 = (place1 | (last & ended)) - ended
        index = index_of(state2, symbols[place2], deals[place2 >> bits])
        place2 += one + (more & is_below(state2, start))
        state2 = uint64(states[index])
        trace[used] = numpy.uint16(state2)
        ended = is_below(state2, start)
        used -= ended
        place2 = (place2 | (last & ended)) - ended
        index = index_of(state3, symbols[place3], deals[place3 >> bits])
        place3 += one + (more & is_below(state3, start))
        state3 = uint64(states[index])
        trace[used] = numpy.uint16(state3)
        ended = is_below(state3, start)
        used -= ended
        place3 = (place3 | (last & ended)) - ended
        index = index_of(state4, symbols[place4], deals[place4 >> bits])
        place4 += one + (more & is_below(state4, start))
        state4 = uint64(states[index])
        trace[used] = numpy.uint16(state4)
        ended = is_below(state4, start)
        used -= ended
        place4 = (place4 | (last & ended)) - ended
        index = index_of(state5, symbols[place5], deals[place5 >> bits])
        place5 += one + (more & is_below(state5, start))
        state5 = uint64(states[index])
        trace[used] = numpy.uint16(state5)
        ended = is_below(state5, start)
        used -= ended
        place5 = (place5 | (last & ended)) - ended
        lowest = min(min(min(state0, state1), min(state2, state3)), min(state4, state5))
    board.states[0], board.states[1], board.states[2] = state0, state1, state2
    board.states[3], board.states[4], board.states[5] = state3, state4, state5
    board.places[0], board.places[1], board.places[2] = place0, place1, place2
    board.places[3], board.places[4], board.places[5] = place3, place4, place5
    board.used = numpy.int64(used)


@part_of_kernel
def play_heads(setup: Any, tables: Any, walk: Any, board: Any, round_: Any, sums: Any, cluster: Any) -> None:
    """Plays the rounds of the filled slots."""
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
                fill_lane(setup, walk.numbers, board, lane, here, min(max(end - here, 0), SLOTS))
                board.states[lane] = RARE
            board.playing = LANES
            play_heads(setup, tables, walk, board, round_, task.sums, task.clusters[number])
            board.first += LANES * SLOTS
        count_finished(setup, walk, task.sums, task.clusters[number])
    task.sums.shoes += shoes.shoes


def tally_of_fresh(ready: Prepared, automaton: Automaton, shoes: ShoeRange) -> Tally:
    """The sums of a round with each of some shoes, as `tally_of_shoes` gives them."""
    task = new_task(shoes.clusters)
    play_fresh(ready.setup, ready.tables, walk_of(automaton), one(BOARD), new_round(), task, shoes)
    return tally_of(task, 1)
