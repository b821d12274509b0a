"""Lanes of shoes laid out for the automaton: by place the card, and the number of the deal that begins there.

Every lane has its own part of the board's arrays. A shoe stays there until it is over, so that a round can
be examined after it has ended.
"""

from typing import Any, NamedTuple

import numpy
from numba import uint64

from spanish21.simulation.automaton.card_automaton import (
    MOST_LEVELS,
    MOST_PAGES,
    RARE,
    VALUES_OF_CARD,
    Automaton,
    deal_without_cards,
    deals_of_page,
)
from spanish21.simulation.automaton.companions import MOST_COUNT
from spanish21.simulation.kernel.compiled_rounds import load_shoe, shuffle_on
from spanish21.simulation.plan.count_names import MOST_CODES, MOST_SIDES
from spanish21.simulation.plan.kernel_options import called_by_kernels
from spanish21.simulation.plan.kernel_records import SHOE, one
from spanish21.simulation.plan.streams import CARDS_OF_BLOCK, LARGEST_SHOE

LANES = 6
ROOM = LARGEST_SHOE + 24
"""Places of a lane. Not a power of two: lanes would meet in one set of the cache."""
RESTING = LANES * ROOM
"""From this place on there is nothing, for lanes without a shoe."""
PLACES = RESTING + ROOM
MOST_EVENTS = 2 * LANES * ROOM
BLANK = 0
"""The symbol of no card."""

LANE = numpy.dtype(
    [
        *[(name, numpy.int64) for name in ("has_shoe", "anchor", "marked")],
        ("counts", numpy.int16, (ROOM,)),
        ("shoe", SHOE),
    ]
)
"""A lane: the place of its shoe at which it last began to walk, and how many places are laid; by place the
count before it."""

BOARD = numpy.dtype(
    [
        *[(name, numpy.int64) for name in ("playing", "cluster", "next_shoe", "last_shoe", "used")],
        ("states", numpy.uint64, (LANES,)),
        ("places", numpy.uint64, (LANES,)),
        ("starts", numpy.uint64, (LANES,)),
        ("symbols", numpy.uint8, (PLACES,)),
        ("deals", numpy.uint16, (PLACES,)),
        ("cards", numpy.uint8, (PLACES,)),
        ("levels", numpy.uint8, (PLACES,)),
        ("trace", numpy.uint32, (MOST_EVENTS,)),
        ("values", numpy.uint16, (ROOM,)),
        ("lanes", LANE, (LANES,)),
    ]
)
"""How many lanes have a shoe, and the shoes left; by lane its state and its place, and the place at which the
round began that the trace has not yet told the end of; by place the symbols and deals, and the cards and
levels of the wager, if they are needed; the trace of ended rounds; the values of a shoe that is
being laid."""

NUMBERS = numpy.dtype(
    [
        *[(name, numpy.uint64) for name in ("start", "rest", "dealt")],
        *[(name, numpy.int64) for name in ("ends", "pages", "levels", "sides")],
        *[(name, numpy.int64) for name in ("of_page", "first_deal", "no_cards")],
        ("level_from", numpy.int16, (MOST_LEVELS - 1, LARGEST_SHOE + 1)),
        ("page_from", numpy.int16, (MOST_PAGES - 1, LARGEST_SHOE + 1)),
        ("of_code", numpy.int32, (MOST_SIDES * MOST_CODES,)),
    ]
)
"""The numbers of an automaton: its first row's state, the state of a lane without a shoe, and the cards of a
deal; how many ends, pages, levels and kinds of results of the side wagers there are; how many deals a page
has, the numbers of the first deal and of one without cards; and their `Companions`."""


class LaidWalk(NamedTuple):
    """An automaton as the kernels take it, and how often each of its ends was found in a trace."""

    numbers: Any
    """Passed separately, since a call pays for every array."""
    states: Any
    terminals: Any
    companions: Any
    by_cards: Any
    times: Any


def walk_of(automaton: Automaton) -> LaidWalk:
    """The automaton before any round."""
    companions, numbers = automaton.companions, one(NUMBERS)
    for name in ("start", "rest", "ends", "dealt", "pages", "first_deal"):
        numbers[name] = getattr(automaton, name)
    numbers["of_page"], numbers["no_cards"] = deals_of_page(automaton.dealt), deal_without_cards(automaton)
    numbers["sides"], numbers["levels"] = companions.sides, len(companions.kinds) // companions.sides
    numbers["level_from"] = MOST_COUNT  # a missing change never comes
    numbers["level_from"][: len(companions.level_from)] = companions.level_from
    numbers["page_from"][: len(companions.page_from)] = companions.page_from
    numbers["of_code"] = companions.of_code
    return LaidWalk(
        numbers,
        automaton.states,
        automaton.terminals,
        companions.kinds,
        companions.by_cards,
        numpy.zeros(len(companions.kinds) * (RARE + automaton.ends), dtype=numpy.int64),
    )


@called_by_kernels
def count_places(setup: Any, numbers: Any, board: Any, number: Any) -> None:
    """Finds the count before each shuffled place, and by it the levels."""
    lane, levels = board.lanes[number], board.levels
    counts, room = lane.counts, uint64(number * ROOM)
    first, last = uint64(lane.marked), uint64(lane.shoe.ready)
    count = numpy.int64(counts[first])
    for place in range(first, last):
        count += setup.tags[uint64(board.symbols[room + place])]
        counts[place + uint64(1)] = count
    begins = numbers.level_from[0]
    for place in range(first, last):
        levels[room + place] = numpy.uint8(1) if counts[place] >= begins[place] else numpy.uint8(0)
    for change in range(1, numbers.levels - 1):
        begins = numbers.level_from[change]
        for place in range(first, last):
            levels[room + place] += numpy.uint8(1) if counts[place] >= begins[place] else numpy.uint8(0)


@called_by_kernels
def turn_pages(setup: Any, numbers: Any, board: Any, number: Any, first: Any, last: Any) -> None:
    """Moves deals on to their page, which is that of the count before their last card."""
    counts, deals, room = board.lanes[number].counts, board.deals, uint64(number * ROOM)
    behind, of_page = uint64(numbers.dealt) - uint64(1), numpy.uint16(numbers.of_page)
    seen = behind + uint64(1 - setup.hole_card)
    for change in range(numbers.pages - 1):
        begins = numbers.page_from[change]
        for place in range(first, last):
            turns = counts[place + seen] >= begins[place + behind]
            deals[room + place] += of_page if turns else numpy.uint16(0)


@called_by_kernels
def lay_deals(setup: Any, numbers: Any, board: Any, number: Any, first: Any) -> None:
    """Finds the numbers of the deals that begin from a place on; after the cover card there are none."""
    lane, values, deals, symbols = board.lanes[number], board.values, board.deals, board.symbols
    room, last = uint64(number * ROOM), uint64(lane.shoe.ready)
    most, ten, dealt = numpy.uint8(VALUES_OF_CARD), numpy.uint16(VALUES_OF_CARD), uint64(numbers.dealt)
    first_deal = numpy.uint16(numbers.first_deal)
    for place in range(first, last):
        values[place] = min(symbols[room + place], most) - numpy.uint8(1)
    whole = last + uint64(1) - dealt if last >= dealt else uint64(0)
    for place in range(first, whole):
        here = uint64(place)
        deal = values[here + uint64(3)] if setup.hole_card else numpy.uint16(0)
        deal = numpy.uint16(ten * deal + values[here + uint64(2)])
        deal = numpy.uint16(ten * deal + values[here + uint64(1)])
        deals[room + here] = first_deal + numpy.uint16(ten * deal + values[here])
    if numbers.pages > 1 and first < whole:
        turn_pages(setup, numbers, board, number, first, whole)
    no_cards = numpy.uint16(numbers.no_cards)
    for place in range(max(first, whole), last + uint64(1)):
        deals[room + place] = no_cards
    for place in range(max(first, uint64(setup.cover + 1)), last + uint64(1)):
        deals[room + place] = no_cards + numpy.uint16(1)


@called_by_kernels
def lay_places(setup: Any, numbers: Any, board: Any, number: Any) -> None:
    """Lays out the part of a lane's shoe that is shuffled and not yet laid out."""
    lane = board.lanes[number]
    cards, symbols, room = lane.shoe.cards, board.symbols, uint64(number * ROOM)
    first, last = uint64(lane.marked), uint64(lane.shoe.ready)
    for place in range(first, last):
        symbols[room + place] = cards[place] >> 2
    symbols[room + last] = BLANK
    if setup.has_sides:
        for place in range(first, last):
            board.cards[room + place] = cards[place]
    if setup.buckets > 1:
        count_places(setup, numbers, board, number)
    # The deals before that had not all of their cards are among those that are found now.
    begin = uint64(max(lane.marked - numpy.int64(numbers.dealt), lane.anchor))
    lay_deals(setup, numbers, board, number, min(begin, first))
    lane.marked = lane.shoe.ready


@called_by_kernels
def go_on(setup: Any, numbers: Any, board: Any, number: Any) -> None:
    """Lets a lane walk on from its shoe's position."""
    lane = board.lanes[number]
    if lane.marked < lane.shoe.ready:
        lay_places(setup, numbers, board, number)
    lane.anchor = lane.shoe.position
    board.places[number] = number * ROOM + lane.shoe.position
    board.states[number] = RARE


@called_by_kernels
def take_next_shoe(setup: Any, numbers: Any, board: Any, number: Any) -> None:
    """Lays the next shoe, shuffled a little further than to the cover card; there may be none left."""
    lane = board.lanes[number]
    if board.next_shoe >= board.last_shoe:
        board.playing -= lane.has_shoe
        lane.has_shoe = 0
        board.states[number], board.places[number] = numbers.rest, RESTING
        return
    load_shoe(setup, lane.shoe, board.next_shoe)
    shuffle_on(setup, lane.shoe, min(setup.cover + CARDS_OF_BLOCK, setup.size))
    lane.marked = lane.anchor = lane.shoe.position
    lane.counts[lane.marked] = lane.shoe.count
    board.playing += 1 - lane.has_shoe
    lane.has_shoe = 1
    board.next_shoe += 1
    go_on(setup, numbers, board, number)
    board.starts[number] = board.places[number]
