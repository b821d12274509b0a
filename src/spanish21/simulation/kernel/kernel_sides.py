"""The side wagers of a round in the compiled game: lines from tables, wheels and meters."""

from typing import Any

import numpy
from numba import uint64

from spanish21.compiled.side_tables import FIRST_CARD
from spanish21.simulation.plan.count_names import A_POSITION, EVERY_WINNER, FIRST_SIDE, MONEY_COLUMNS
from spanish21.simulation.plan.kernel_options import called_by_kernels, part_of_kernel
from spanish21.simulation.plan.streams import FOR_WHEEL, bounded

FIXED, PRIMARY = 0, 1
"""Where a stop pays from: a fixed amount, the first meter; a second one follows."""


@part_of_kernel
def clear_more(setup: Any, round_: Any) -> None:
    """Clears everything apart from the main wagers that the previous round has left."""
    box = -1
    while box + 1 < setup.boxes:
        box += 1
        for wager in range(MONEY_COLUMNS):
            round_.boxes[box].money[wager] = 0
        for place in range(setup.sides_played):
            round_.stops[setup.played[place], box] = -1
        for meter in range(setup.meters):
            round_.meter_shares[meter, box] = 0
    round_.hot_spot = round_.community_stop = -1
    round_.has_more = setup.has_sides


@called_by_kernels
def turned(setup: Any, shoe: Any, choices: Any) -> Any:
    """A number below `choices` of the shoe's next turn of a wheel."""
    point = bounded(uint64(choices), uint64(shoe.wheel_turns), shoe.number, FOR_WHEEL, setup.seed)
    shoe.wheel_turns += 1
    return numpy.int64(point)


@called_by_kernels
def stop_of(setup: Any, shoe: Any, wheel: Any) -> Any:
    """The stop at which its wheel comes to rest, from 0, by the stops' weights."""
    point = turned(setup, shoe, setup.wheel_weight[wheel])
    stop = 0
    while setup.stops[setup.wheel_first[wheel] + stop].weights <= point:
        stop += 1
    return stop


@part_of_kernel
def pair_of(first: Any, second: Any) -> Any:
    """The number of two cards in the tables of lines, in either order."""
    low, high = min(first, second) - FIRST_CARD, max(first, second) - FIRST_CARD
    return high * (high + 1) // 2 + low


@part_of_kernel
def code_of(side: Any, lines: Any, box: Any, up: Any, hole: Any) -> Any:
    """The code of a side wager's line by the cards of a box and the dealer's."""
    return code_of_pair(side, lines, pair_of(box.first, box.second), up, hole)


@part_of_kernel
def code_of_pair(side: Any, lines: Any, pair: Any, up: Any, hole: Any) -> Any:
    """The same for two cards by their number."""
    place = side.of_pair * pair + side.of_up * (up - FIRST_CARD) + side.of_hole * (hole - FIRST_CARD)
    return numpy.int64(lines[uint64(side.first + place)])


@part_of_kernel
def settle_line(setup: Any, tables: Any, round_: Any, slot: Any) -> None:
    """Settles a side wager without a wheel on every box: its line's payment, or a share of its meter."""
    side = setup.sides[slot]
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        box = round_.boxes[number]
        code = code_of(side, tables.lines, box, round_.up, round_.hole)
        box.money[FIRST_SIDE + slot] = side.paid[code]
        if side.shares[code] > 0:
            round_.meter_shares[side.meter, number] += side.shares[code]


@part_of_kernel
def turn_prize_wheel(setup: Any, shoe: Any, round_: Any, slot: Any, number: Any) -> None:
    """Turns the prize wheel of a side wager for a box; a pair pays the other boxes too."""
    round_.stops[slot, number] = stop_of(setup, shoe, 2 * slot)
    stop = setup.stops[setup.wheel_first[2 * slot] + round_.stops[slot, number]]
    if stop.source == FIXED:
        round_.boxes[number].money[FIRST_SIDE + slot] += stop.pays
    else:
        round_.meter_shares[setup.sides[slot].meter + stop.source - PRIMARY, number] += 100
    if stop.others == 0:
        return
    other = -1
    while other + 1 < setup.boxes:
        other += 1
        if other != number:
            round_.boxes[other].money[FIRST_SIDE + slot] += stop.others


@part_of_kernel
def settle_winners(setup: Any, tables: Any, shoe: Any, round_: Any, slot: Any) -> None:
    """Turns the wheel of a side wager for every winner."""
    side = setup.sides[slot]
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        code = code_of(side, tables.lines, round_.boxes[number], round_.up, round_.hole)
        if code != side.lost:
            turn_prize_wheel(setup, shoe, round_, slot, number)


@part_of_kernel
def settle_hot_spot(setup: Any, tables: Any, shoe: Any, round_: Any, slot: Any) -> None:
    """Turns the prize wheel at the hot spot and the community wheel for the other winners.

    Every box has the wager, and all of them win by the dealer's cards, so that a drawn bettor is one of the
    boxes played."""
    side = setup.sides[slot]
    if code_of(side, tables.lines, round_.boxes[0], round_.up, round_.hole) == side.lost:
        return
    hot = turned(setup, shoe, setup.table_boxes if side.wheel == A_POSITION else setup.boxes)
    round_.hot_spot = hot
    community = numpy.int64(0)
    if setup.boxes > (1 if hot < setup.boxes else 0):
        round_.community_stop = stop_of(setup, shoe, 2 * slot + 1)
        community = setup.stops[setup.wheel_first[2 * slot + 1] + round_.community_stop].pays
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        if number == hot:
            turn_prize_wheel(setup, shoe, round_, slot, number)
        else:
            round_.boxes[number].money[FIRST_SIDE + slot] += community


@called_by_kernels
def settle_sides(setup: Any, tables: Any, shoe: Any, round_: Any) -> None:
    """Settles every side wager of the round; a meter's payment is only noted."""
    for place in range(setup.sides_played):
        slot = setup.played[place]
        side = setup.sides[slot]
        if side.wheel == 0:
            settle_line(setup, tables, round_, slot)
            continue
        number = -1
        while number + 1 < setup.boxes:
            number += 1
            round_.boxes[number].money[FIRST_SIDE + slot] -= side.stake
        if side.wheel == EVERY_WINNER:
            settle_winners(setup, tables, shoe, round_, slot)
        else:
            settle_hot_spot(setup, tables, shoe, round_, slot)
