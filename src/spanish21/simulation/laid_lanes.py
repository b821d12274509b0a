"""Lanes of shoes laid out as symbols: what the automaton reads, a step after another, all lanes in step.

A lane's cards are written into its row of a stream from the present step on. What was read stays there, so
that a round can be looked at again after it has ended.
"""

from typing import Any, NamedTuple

import numpy
from numba import uint64

from spanish21.simulation.automaton import (
    AGAIN_FROM_DEAL,
    BEHIND,
    MOST_PAGES,
    PAGE,
    RARE,
    Automaton,
    row_of,
)
from spanish21.simulation.compiling import called_by_kernels, part_of_kernel
from spanish21.simulation.kernel import load_shoe, shuffle_on
from spanish21.simulation.layout import MOST_CODES, MOST_SIDES
from spanish21.simulation.records import SHOE, one
from spanish21.simulation.streams import CARDS_OF_BLOCK, LARGEST_SHOE

LANES = 8
STEPS = 600
"""Steps before the stream is begun anew."""
ROOM = STEPS + LARGEST_SHOE + 24
"""A shoe may be laid at the last step. Not a power of two: lanes would meet in one set of the cache."""
MOST_EVENTS = LANES * (STEPS + 1)
LEVEL_BITS = 8
"""In what is kept of a card, the number of the level follows behind the card."""
BLANK = 0
"""The symbol of no card."""

LANE = numpy.dtype(
    [
        *[(name, numpy.int64) for name in ("has_shoe", "origin", "anchor", "marked")],
        ("counts", numpy.int16, (LARGEST_SHOE + 1,)),
        ("symbols", numpy.uint8, (LARGEST_SHOE + 1,)),
        ("levels", numpy.uint8, (LARGEST_SHOE + 1,)),
        ("shoe", SHOE),
    ]
)
"""A lane: the step at which the first place of its shoe would lie, the place from which it was laid last, and
how many places have their symbols; by place the count before it, the symbol, and the level of a round."""

BOARD = numpy.dtype(
    [
        *[(name, numpy.int64) for name in ("playing", "cluster", "next_shoe", "last_shoe", "step", "used")],
        ("states", numpy.uint64, (LANES,)),
        ("starts", numpy.int64, (LANES,)),
        ("lanes", LANE, (LANES,)),
        ("stream", numpy.uint8, (LANES, ROOM)),
        ("cards", numpy.uint16, (LANES * ROOM,)),
        ("trace", numpy.uint32, (MOST_EVENTS + LANES,)),
    ]
)
"""The lanes, how many of them have a shoe, and the shoes left; the present step; the trace of ended rounds.

`starts` are the places of the stream at which the rounds began that the trace has not yet told the end of;
`cards` holds the cards and levels behind the symbols, if anybody asks for them."""

MOST_CHANGES = MOST_PAGES - 1
NUMBERS = numpy.dtype(
    [
        *[(name, numpy.uint64) for name in ("from_deal", "again", "rare", "start", "rest", "paged")],
        *[(name, numpy.int64) for name in ("ends", "dealt", "pages", "levels", "sides")],
        ("level_from", numpy.int16, (MOST_CHANGES, LARGEST_SHOE + 1)),
        ("page_from", numpy.int16, (MOST_CHANGES, LARGEST_SHOE + 1)),
        ("of_code", numpy.int32, (MOST_SIDES * MOST_CODES,)),
    ]
)
"""The numbers of an automaton: the state of a round to be played again from its deal; the states below which
rounds are played again, lanes are served, rounds have ended; the state of a lane without a shoe, and from
which on states have pages; how many ends, cards of a deal, pages, levels and kinds of results of the side
wagers there are; and what `Companions` says of them."""


class Walk(NamedTuple):
    """An automaton as the kernels take it, and how often each of its states was found in a trace."""

    numbers: Any
    """Handed on by itself, since a call pays for every array."""
    states: Any
    terminals: Any
    companions: Any
    times: Any


def walk_of(automaton: Automaton) -> Walk:
    """The automaton before any round."""
    companions, numbers = automaton.companions, one(NUMBERS)
    for name in ("start", "rest", "paged", "ends", "dealt", "pages"):
        numbers[name] = getattr(automaton, name)
    numbers["from_deal"], numbers["again"] = row_of(AGAIN_FROM_DEAL), row_of(RARE)
    numbers["rare"] = row_of(RARE + automaton.ends)
    numbers["sides"], numbers["levels"] = companions.sides, len(companions.kinds) // companions.sides
    numbers["level_from"][: len(companions.level_from)] = companions.level_from
    numbers["page_from"][: len(companions.page_from)] = companions.page_from
    numbers["of_code"] = companions.of_code
    return Walk(
        numbers,
        automaton.rows.ravel(),
        automaton.terminals,
        companions.kinds,
        numpy.zeros(len(companions.kinds) * automaton.start, dtype=numpy.int64),
    )


@part_of_kernel
def is_kept(setup: Any, numbers: Any) -> Any:
    """Whether a round must be looked at again for what goes along with it."""
    return numbers.levels > 1 or setup.has_sides != 0


@called_by_kernels
def count_places(setup: Any, numbers: Any, lane: Any) -> None:
    """Finds the count before each place that is shuffled, and by it the levels and the pages."""
    cards, counts, symbols, levels = lane.shoe.cards, lane.counts, lane.symbols, lane.levels
    first, last = uint64(lane.marked), uint64(lane.shoe.ready)
    count = numpy.int64(counts[first])
    for place in range(first, last):
        count += setup.tags[uint64(cards[place] >> 2)]
        counts[place + uint64(1)] = count
        levels[place] = 0
    for change in range(numbers.levels - 1):
        begins = numbers.level_from[change]
        for place in range(first, last):
            levels[place] += numpy.uint8(1) if counts[place] >= begins[place] else numpy.uint8(0)
    seen, page = uint64(1 - setup.hole_card), numpy.uint8(PAGE)
    for change in range(numbers.pages - 1):
        begins = numbers.page_from[change]
        for place in range(first, last):
            symbols[place] += page if counts[place + seen] >= begins[place] else numpy.uint8(0)


@called_by_kernels
def mark_places(setup: Any, numbers: Any, lane: Any) -> None:
    """Finds the symbols of the places that are shuffled."""
    cards, symbols, first, last = lane.shoe.cards, lane.symbols, uint64(lane.marked), uint64(lane.shoe.ready)
    for place in range(first, last):
        symbols[place] = cards[place] >> 2
    if setup.buckets > 1:
        count_places(setup, numbers, lane)
    behind = numpy.uint8(BEHIND)
    for place in range(max(first, uint64(setup.cover)), last):
        symbols[place] += behind
    lane.marked = lane.shoe.ready


@called_by_kernels
def lay_on(setup: Any, numbers: Any, board: Any, number: Any) -> None:
    """Lays a lane's shoe from its position on, at the present step."""
    lane = board.lanes[number]
    shoe, stream, symbols, cards, levels = lane.shoe, board.stream, lane.symbols, lane.shoe.cards, lane.levels
    if lane.marked < shoe.ready:
        mark_places(setup, numbers, lane)
    first, row, step = uint64(shoe.position), uint64(number), uint64(board.step)
    left = uint64(shoe.ready) - first
    for place in range(uint64(0), left):
        stream[row, step + place] = symbols[first + place]
    stream[row, step + left] = BLANK
    if is_kept(setup, numbers):
        begin = row * uint64(ROOM) + step
        for place in range(uint64(0), left):
            level = numpy.uint16(levels[first + place]) << numpy.uint16(LEVEL_BITS)
            board.cards[begin + place] = level + numpy.uint16(cards[first + place])
    lane.anchor, lane.origin = shoe.position, board.step - shoe.position
    board.states[row] = numbers.start


@called_by_kernels
def lay_next(setup: Any, numbers: Any, board: Any, number: Any) -> None:
    """Lays the next shoe, shuffled a little further than to the cover card; there may be none left."""
    lane = board.lanes[number]
    if board.next_shoe >= board.last_shoe:
        board.playing -= lane.has_shoe
        lane.has_shoe = 0
        board.states[number] = numbers.rest
        return
    load_shoe(setup, lane.shoe, board.next_shoe)
    shuffle_on(setup, lane.shoe, min(setup.cover + CARDS_OF_BLOCK, setup.size))
    lane.marked = lane.shoe.position
    lane.counts[lane.marked] = 0
    board.playing += 1 - lane.has_shoe
    lane.has_shoe = 1
    board.next_shoe += 1
    lay_on(setup, numbers, board, number)
