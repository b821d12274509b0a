"""Shoes played side by side through the card automaton: one lookup a card, the kernel for the rare rounds.

A lane plays the shoes of whole clusters one after another. While one lane waits for its lookup the others go
on; no branch asks whether a round has ended, because a finished state deals the next round's first card by
itself. A blank in the place of the first card behind the cover card ends a lane's shoe.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.simulation.automaton import AGAIN_FROM_DEAL, COLUMNS, COVER_SHOWN, RARE, Automaton
from spanish21.simulation.compiling import kernel
from spanish21.simulation.kernel import load_shoe, make_ready, play_round
from spanish21.simulation.layout import BEFORE_KINDS, DOUBLES
from spanish21.simulation.places import AMOUNT, EXHAUSTED, NUMBER, POSITION, READY, SHOE_PLACES, new_round
from spanish21.simulation.plan import Prepared
from spanish21.simulation.settlement import added_by_odds, count_bonus
from spanish21.simulation.streams import CARDS_OF_BLOCK, FOR_SHUFFLE, shuffle_to
from spanish21.simulation.tally import (
    ALL,
    ALL_PUT_DOWN,
    ALL_SQUARES,
    BASE,
    BASE_SQUARES,
    CLUSTER_ALL,
    CLUSTER_BASE,
    CLUSTER_INITIAL,
    CLUSTER_ROUNDS,
    INITIAL,
    MONEY,
    ROUNDS,
    SHOES,
    SQUARES,
    TIMES,
    TOO_SHORT,
    Tally,
    count_bin,
    count_round,
    new_tally,
    take_hands,
)

LANES = 8
BLANK = 0
"""What lies where the cover card is about to show: no card, column 0 of the automaton."""


@kernel
def count_finished(
    times: Any,
    cells: Any,
    rounds: Any,
    bins: Any,
    clusters: Any,
    about: Any,
    table: Any,
    start: Any,
    up: Any,
    outcome: Any,
    money: Any,
    put_down: Any,
    cluster: Any,
    unit: Any,
) -> None:
    """Adds the rounds that a lane has finished since the last time to the sums, and forgets them."""
    wager = table[0, AMOUNT]
    for state in range(RARE, start):
        here = times[state]
        if here > 0:
            won = money[state]
            cells[TIMES, 0, up[state], outcome[state]] += here
            cells[MONEY, 0, up[state], outcome[state]] += here * won
            cells[SQUARES, 0, up[state], outcome[state]] += here * won * won
            rounds[ROUNDS] += here
            rounds[BASE] += here * won
            rounds[BASE_SQUARES] += here * won * won
            rounds[ALL] += here * won
            rounds[ALL_SQUARES] += here * won * won
            rounds[INITIAL] += here * wager
            rounds[ALL_PUT_DOWN] += here * put_down[state]
            count_bin(rounds, bins, won, unit, here)
            kind, doubles = outcome[state] // DOUBLES - BEFORE_KINDS, outcome[state] % DOUBLES
            if kind > 0:
                count_bonus(about, kind, added_by_odds(table, 0, kind, doubles), here)
            clusters[cluster, CLUSTER_BASE] += here * won
            clusters[cluster, CLUSTER_ALL] += here * won
            clusters[cluster, CLUSTER_INITIAL] += here * wager
            clusters[cluster, CLUSTER_ROUNDS] += here
    for state in range(start + 1):
        times[state] = 0


@kernel
def finish_round(laid: Any, shoe: Any, limits: Any, seed: Any, states: Any, state: Any, finished: Any) -> Any:
    """Goes on from `state` to the end of the round; the finished or rare state."""
    while True:
        if shoe[POSITION] >= shoe[READY]:
            make_ready(laid, shoe, limits, seed)
            if shoe[EXHAUSTED] == 1:
                return uint64(COVER_SHOWN)
        state = uint64(states[state * uint64(COLUMNS) + uint64((laid[uint64(shoe[POSITION])] & 63) >> 2)])
        shoe[POSITION] += 1
        if state < finished:
            return state


@kernel
def play_lanes(
    cells: Any,
    wagers: Any,
    rounds: Any,
    bins: Any,
    clusters: Any,
    cards: Any,
    shoes: Any,
    hands_: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    options: Any,
    following: Any,
    table: Any,
    side: Any,
    counting: Any,
    rules: Any,
    unshuffled: Any,
    limits: Any,
    boxes: Any,
    cover: Any,
    has_sides: Any,
    unit: Any,
    seed: Any,
    states: Any,
    start: Any,
    up: Any,
    outcome: Any,
    money: Any,
    put_down: Any,
    dealt: Any,
    times: Any,
    state: Any,
    place: Any,
    under: Any,
    last: Any,
    first_shoe: Any,
    shoes_of_lane: Any,
    shoes_of_cluster: Any,
) -> None:
    """Plays `shoes_of_lane` shoes in each lane, from `first_shoe` on."""
    lanes = len(cards)
    stride = uint64(cards.shape[1])
    flat = cards.reshape(-1)
    counts = times.reshape(-1)
    width = uint64(times.shape[1])
    finished = uint64(start)
    size = len(unshuffled)
    wanted = min(cover + CARDS_OF_BLOCK, size)
    for lane in range(lanes):
        number = first_shoe + lane * shoes_of_lane
        last[lane] = number + shoes_of_lane
        laid, shoe = cards[lane], shoes[lane]
        load_shoe(laid, shoe, unshuffled, number, rules.burns_first_card)
        shoe[READY] = shuffle_to(laid, 0, size, limits, 0, wanted, number, FOR_SHUFFLE, seed)
        rounds[SHOES] += 1
        under[lane] = laid[cover]
        laid[cover] = BLANK
        state[lane] = finished
        place[lane] = uint64(lane) * stride + uint64(shoes[lane, POSITION])
    first_lane, last_lane, playing = 0, lanes, lanes
    while playing > 0:
        done = False
        while not done:
            for lane in range(first_lane, last_lane):
                here = uint64(lane)
                old, at = state[here], place[here]
                new = uint64(states[old * uint64(COLUMNS) + uint64(flat[at] >> 2)])
                state[here] = new
                place[here] = at + uint64(1)
                counts[here * width + min(new, finished)] += 1
                if new >= uint64(RARE):
                    continue
                shoe, laid = shoes[lane], cards[lane]
                laid[cover] = under[lane]
                shoe[POSITION] = numpy.int64(place[here] - here * stride)
                over = new == uint64(COVER_SHOWN)
                if over:
                    # The blank took a step of the position that no card was drawn for.
                    shoe[POSITION] -= 1
                    new = finish_round(laid, shoe, limits, seed, states, old, finished)
                    if new >= uint64(RARE):
                        counts[here * width + new] += 1
                cluster = (shoe[NUMBER] - first_shoe) // shoes_of_cluster
                if uint64(COVER_SHOWN) < new < uint64(RARE):
                    shoe[POSITION] -= dealt + (0 if new == uint64(AGAIN_FROM_DEAL) else 1)
                    play_round(
                        laid,
                        shoe,
                        limits,
                        seed,
                        options,
                        following,
                        table,
                        side,
                        counting,
                        rules,
                        hands_,
                        boxes_,
                        money_,
                        about,
                        boxes,
                        has_sides,
                        numpy.int64(0),
                    )
                    if shoe[EXHAUSTED] == 0:
                        count_round(
                            cells,
                            wagers,
                            rounds,
                            bins,
                            clusters,
                            table,
                            side,
                            boxes_,
                            money_,
                            about,
                            boxes,
                            cluster,
                            unit,
                            has_sides,
                        )
                    over = shoe[POSITION] > cover
                if shoe[EXHAUSTED] == 1:
                    rounds[TOO_SHORT] += 1
                    over = True
                number = shoe[NUMBER]
                if over:
                    number += 1
                    if number == last[lane] or (number - first_shoe) % shoes_of_cluster == 0:
                        count_finished(
                            times[lane],
                            cells,
                            rounds,
                            bins,
                            clusters,
                            about,
                            table,
                            start,
                            up,
                            outcome,
                            money,
                            put_down,
                            cluster,
                            unit,
                        )
                    if number == last[lane]:
                        last[lane] = 0
                        done = True
                        break
                    load_shoe(laid, shoe, unshuffled, number, rules.burns_first_card)
                    shoe[READY] = shuffle_to(laid, 0, size, limits, 0, wanted, number, FOR_SHUFFLE, seed)
                    rounds[SHOES] += 1
                under[lane] = laid[cover]
                laid[cover] = BLANK
                state[here] = finished
                place[here] = here * stride + uint64(shoe[POSITION])
        playing -= 1
        # As soon as one lane is done, the others go to their end one after another: all have little left.
        first_lane = 0
        while first_lane < lanes - 1 and last[first_lane] == 0:
            first_lane += 1
        last_lane = first_lane + 1


def tally_of_lanes(
    ready: Prepared, automaton: Automaton, first_shoe: int, shoes: int, shoes_of_cluster: int
) -> Tally:
    """The sums of the rounds of some shoes, as `tally_of_shoes` gives them."""
    lanes = max(lane for lane in range(1, LANES + 1) if shoes % (lane * shoes_of_cluster) == 0)
    tally = new_tally(1, shoes // shoes_of_cluster, 0, 0)
    game = new_round()
    play_lanes(
        *tally[:5],
        numpy.zeros((lanes, 2 * len(ready.unshuffled)), dtype=numpy.uint8),
        numpy.zeros((lanes, SHOE_PLACES), dtype=numpy.int64),
        *game,
        *ready.tables,
        *ready[1:],
        automaton.states.reshape(-1),
        *automaton[1:],
        numpy.zeros((lanes, automaton.start + 1), dtype=numpy.int64),
        numpy.zeros(lanes, dtype=numpy.uint64),
        numpy.zeros(lanes, dtype=numpy.uint64),
        numpy.zeros(lanes, dtype=numpy.uint8),
        numpy.zeros(lanes, dtype=numpy.int64),
        first_shoe,
        shoes // lanes,
        shoes_of_cluster,
    )
    take_hands(tally, game)
    return tally
