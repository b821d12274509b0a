"""The side wagers of a round in the compiled game: matches, wheels and meters."""

from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands, sidebets
from spanish21.game.rules import DRAWN_POSITION, EVERY_BETTOR
from spanish21.simulation.compiling import kernel
from spanish21.simulation.layout import (
    MATCH,
    MATCH_DOWN,
    MONSTER,
    MONSTER_METER,
    MOST_BOXES,
    SPIN,
    SPIN_METER,
    XTREME,
    XTREME_METER,
)
from spanish21.simulation.places import (
    COMMUNITY_STOP,
    FIRST_CARD,
    FIXED,
    HOT_SPOT,
    MATCH_DOWN_PAYS,
    MATCH_PAYS,
    METER_HITS,
    MONSTER_PAYS,
    MONSTER_SHARES,
    NUMBER,
    PRIMARY,
    SECOND_CARD,
    SPIN_STOPS,
    SPIN_WHEEL,
    STAKES,
    STOP_COLUMNS,
    WHEEL_TURNS,
    XTREME_COMMUNITY,
    XTREME_STOPS,
    XTREME_WHEEL,
)
from spanish21.simulation.streams import FOR_WHEEL, bounded


@kernel
def stop_of(side: Any, wheel: Any, shoe: Any, seed: Any) -> Any:
    """The place in the side table of the stop on which a wheel comes to rest, by the stops' weights."""
    stop, stops = side[wheel], side[wheel + 1]
    weights = side[stop + (stops - 1) * STOP_COLUMNS]
    point = bounded(uint64(weights), uint64(shoe[WHEEL_TURNS]), shoe[NUMBER], FOR_WHEEL, uint64(seed))
    shoe[WHEEL_TURNS] += 1
    while uint64(side[stop]) <= point:
        stop += STOP_COLUMNS
    return stop


@kernel
def settle_spins(side: Any, boxes_: Any, money_: Any, about: Any, boxes: Any, shoe: Any, seed: Any) -> None:
    """Turns the wheel for every Blackjack with the wager on it; others on the wager get a community pay."""
    for box in range(boxes):
        stake = side[STAKES + 5 * box + SPIN - MATCH]
        if stake == 0:
            continue
        money_[box, SPIN] -= stake
        if not hands.is_two_card_21(boxes_[box, FIRST_CARD], boxes_[box, SECOND_CARD]):
            continue
        stop = stop_of(side, SPIN_WHEEL, shoe, seed)
        about[SPIN_STOPS + box] = (stop - side[SPIN_WHEEL]) // STOP_COLUMNS
        if side[stop + 1] == FIXED:
            money_[box, SPIN] += side[stop + 2]
        else:
            about[METER_HITS + MOST_BOXES * SPIN_METER + box] += 100
        for other in range(boxes):
            if other != box and side[STAKES + 5 * other + SPIN - MATCH] > 0:
                money_[other, SPIN] += side[stop + 3]


@kernel
def settle_xtreme(
    side: Any, rules: Any, money_: Any, about: Any, boxes: Any, up: Any, hole: Any, shoe: Any, seed: Any
) -> None:
    """Turns the wheel when the dealer's first two cards are a 6 and a card that counts 10."""
    bettors = 0
    for box in range(boxes):
        if side[STAKES + 5 * box + XTREME - MATCH] > 0:
            bettors += 1
    if bettors == 0:
        return
    for box in range(boxes):
        money_[box, XTREME] -= side[STAKES + 5 * box + XTREME - MATCH]
    if not sidebets.is_six_and_ten_value(up, hole):
        return
    hot = hot_spot(side, rules, boxes, bettors, shoe, seed)
    about[HOT_SPOT] = hot
    is_hot = 0 <= hot < boxes and side[STAKES + 5 * hot + XTREME - MATCH] > 0
    community = 0
    if rules.xtreme_spinner != EVERY_BETTOR and bettors > (1 if is_hot else 0):
        stop = stop_of(side, XTREME_COMMUNITY, shoe, seed)
        about[COMMUNITY_STOP] = (stop - side[XTREME_COMMUNITY]) // STOP_COLUMNS
        community = side[stop + 2]
    for box in range(boxes):
        if side[STAKES + 5 * box + XTREME - MATCH] == 0:
            continue
        if rules.xtreme_spinner != EVERY_BETTOR and box != hot:
            money_[box, XTREME] += community
            continue
        stop = stop_of(side, XTREME_WHEEL, shoe, seed)
        about[XTREME_STOPS + box] = (stop - side[XTREME_WHEEL]) // STOP_COLUMNS
        source = side[stop + 1]
        if source == FIXED:
            money_[box, XTREME] += side[stop + 2]
        else:
            about[METER_HITS + MOST_BOXES * (XTREME_METER + source - PRIMARY) + box] += 100


@kernel
def hot_spot(side: Any, rules: Any, boxes: Any, bettors: Any, shoe: Any, seed: Any) -> Any:
    """The box drawn for the prize wheel: any of the table's, or one with the wager; -1 if all turn it."""
    if rules.xtreme_spinner == EVERY_BETTOR:
        return numpy.int64(-1)
    spots = rules.boxes if rules.xtreme_spinner == DRAWN_POSITION else bettors
    drawn = numpy.int64(
        bounded(uint64(spots), uint64(shoe[WHEEL_TURNS]), shoe[NUMBER], FOR_WHEEL, uint64(seed))
    )
    shoe[WHEEL_TURNS] += 1
    if rules.xtreme_spinner == DRAWN_POSITION:
        return drawn
    for box in range(boxes):
        if side[STAKES + 5 * box + XTREME - MATCH] > 0:
            if drawn == 0:
                return numpy.int64(box)
            drawn -= 1
    return numpy.int64(-1)


@kernel
def settle_sides(
    side: Any,
    rules: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    boxes: Any,
    up: Any,
    hole: Any,
    shoe: Any,
    seed: Any,
) -> None:
    """Settles every side wager of the round; what a meter pays is only noted."""
    for box in range(boxes):
        first, second = boxes_[box, FIRST_CARD], boxes_[box, SECOND_CARD]
        stake = side[STAKES + 5 * box]
        if stake > 0:
            line = sidebets.match_line(first, second, up)
            money_[box, MATCH] = -stake if line == sidebets.NO_MATCH else side[MATCH_PAYS + line]
        stake = side[STAKES + 5 * box + MATCH_DOWN - MATCH]
        if stake > 0:
            line = sidebets.match_line(first, second, hole)
            money_[box, MATCH_DOWN] = -stake if line == sidebets.NO_MATCH else side[MATCH_DOWN_PAYS + line]
        stake = side[STAKES + 5 * box + MONSTER - MATCH]
        if stake > 0:
            line = sidebets.monster_line(first, second, up, hole)
            money_[box, MONSTER] = -stake
            if line == sidebets.NO_LINE:
                continue
            if line <= sidebets.FOUR_SAME_COLOR:
                about[METER_HITS + MOST_BOXES * MONSTER_METER + box] += side[MONSTER_SHARES + line]
            else:
                times = 1
                if line == sidebets.SUITED_PAIR and rules.monster_each_pair:
                    times = sidebets.suited_pairs(first, second, up, hole)
                money_[box, MONSTER] += times * side[MONSTER_PAYS + line]
    settle_spins(side, boxes_, money_, about, boxes, shoe, seed)
    settle_xtreme(side, rules, money_, about, boxes, up, hole, shoe, seed)
