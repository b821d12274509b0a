"""The side wagers of a round in the compiled game: matches, wheels and meters."""

from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands, sidebets
from spanish21.game.rules import DRAWN_POSITION, EVERY_BETTOR
from spanish21.simulation.compiling import called_by_kernels, part_of_kernel
from spanish21.simulation.layout import (
    COMMUNITY_WHEEL,
    MATCH,
    MATCH_DOWN,
    METERS,
    MONSTER,
    MONSTER_METER,
    SPIN,
    SPIN_METER,
    SPIN_WHEEL,
    WAGERS,
    XTREME,
    XTREME_METER,
    XTREME_WHEEL,
)
from spanish21.simulation.streams import FOR_WHEEL, bounded

FIXED, PRIMARY = 0, 1
"""Where a stop pays from: a fixed amount, the first meter; a second one follows."""


@part_of_kernel
def clear_more(setup: Any, round_: Any) -> None:
    """Forgets everything beside the main wagers that the round before has left."""
    box = -1
    while box + 1 < setup.boxes:
        box += 1
        for wager in range(len(WAGERS)):
            round_.boxes[box].money[wager] = 0
        round_.spin_stops[box] = round_.xtreme_stops[box] = -1
        for meter in range(len(METERS)):
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
    """The stop of its wheel, from 0, on which it comes to rest, by the stops' weights."""
    point = turned(setup, shoe, setup.wheel_weight[wheel])
    stop = 0
    while setup.stops[setup.wheel_first[wheel] + stop].weights <= point:
        stop += 1
    return stop


@part_of_kernel
def settle_spins(setup: Any, shoe: Any, round_: Any) -> None:
    """Turns the wheel for every Blackjack; the other boxes get a community pay."""
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        box = round_.boxes[number]
        box.money[SPIN] -= setup.stakes[SPIN - MATCH]
        if not hands.is_two_card_21(box.first, box.second):
            continue
        round_.spin_stops[number] = stop_of(setup, shoe, numpy.int64(SPIN_WHEEL))
        stop = setup.stops[setup.wheel_first[SPIN_WHEEL] + round_.spin_stops[number]]
        if stop.source == FIXED:
            box.money[SPIN] += stop.pays
        else:
            round_.meter_shares[SPIN_METER, number] += 100
        other = -1
        while other + 1 < setup.boxes:
            other += 1
            if other != number:
                round_.boxes[other].money[SPIN] += stop.others


@part_of_kernel
def settle_xtreme(setup: Any, shoe: Any, round_: Any) -> None:
    """Turns the wheel when the dealer's first two cards are a 6 and a card that counts 10."""
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        round_.boxes[number].money[XTREME] -= setup.stakes[XTREME - MATCH]
    if not sidebets.is_six_and_ten_value(round_.up, round_.hole):
        return
    everybody = setup.xtreme_spinner == EVERY_BETTOR
    hot = numpy.int64(-1)
    if not everybody:
        # Every box has the wager, so that a drawn bettor is one of the boxes played.
        spots = setup.table_boxes if setup.xtreme_spinner == DRAWN_POSITION else setup.boxes
        hot = turned(setup, shoe, spots)
    round_.hot_spot = hot
    community = numpy.int64(0)
    if not everybody and setup.boxes > (1 if hot < setup.boxes else 0):
        round_.community_stop = stop_of(setup, shoe, numpy.int64(COMMUNITY_WHEEL))
        community = setup.stops[setup.wheel_first[COMMUNITY_WHEEL] + round_.community_stop].pays
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        box = round_.boxes[number]
        if not everybody and number != hot:
            box.money[XTREME] += community
            continue
        round_.xtreme_stops[number] = stop_of(setup, shoe, numpy.int64(XTREME_WHEEL))
        stop = setup.stops[setup.wheel_first[XTREME_WHEEL] + round_.xtreme_stops[number]]
        if stop.source == FIXED:
            box.money[XTREME] += stop.pays
        else:
            round_.meter_shares[XTREME_METER + stop.source - PRIMARY, number] += 100


@part_of_kernel
def settle_monster(setup: Any, round_: Any, number: Any) -> None:
    """Settles Monster Match on a box: a payment, or a share of its meter."""
    box = round_.boxes[number]
    line = sidebets.monster_line(box.first, box.second, round_.up, round_.hole)
    box.money[MONSTER] = -setup.stakes[MONSTER - MATCH]
    if line == sidebets.NO_LINE:
        return
    if line <= sidebets.FOUR_SAME_COLOR:
        round_.meter_shares[MONSTER_METER, number] += setup.monster_shares[line]
        return
    times = 1
    if line == sidebets.SUITED_PAIR and setup.monster_each_pair:
        times = sidebets.suited_pairs(box.first, box.second, round_.up, round_.hole)
    box.money[MONSTER] += times * setup.monster_pays[line]


@called_by_kernels
def settle_sides(setup: Any, shoe: Any, round_: Any) -> None:
    """Settles every side wager of the round; what a meter pays is only noted."""
    stake, down = setup.stakes[0], setup.stakes[MATCH_DOWN - MATCH]
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        box = round_.boxes[number]
        if stake > 0:
            line = sidebets.match_line(box.first, box.second, round_.up)
            box.money[MATCH] = -stake if line == sidebets.NO_MATCH else setup.match_pays[line]
        if down > 0:
            line = sidebets.match_line(box.first, box.second, round_.hole)
            box.money[MATCH_DOWN] = -down if line == sidebets.NO_MATCH else setup.match_down_pays[line]
        if setup.stakes[MONSTER - MATCH] > 0:
            settle_monster(setup, round_, number)
    if setup.stakes[SPIN - MATCH] > 0:
        settle_spins(setup, shoe, round_)
    if setup.stakes[XTREME - MATCH] > 0:
        settle_xtreme(setup, shoe, round_)
