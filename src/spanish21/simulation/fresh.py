"""Rounds that each have a fresh shoe, through the card automaton: only cards that are dealt get shuffled."""

from typing import Any

import numpy
from numba import uint64

from spanish21.simulation.automaton import AGAIN_FROM_DEAL, RARE, Automaton
from spanish21.simulation.compiling import kernel
from spanish21.simulation.kernel import load_shoe, play_round
from spanish21.simulation.lanes import count_finished, finish_round
from spanish21.simulation.places import EXHAUSTED, POSITION, READY, SHOE_PLACES, new_round
from spanish21.simulation.plan import Prepared
from spanish21.simulation.streams import CARDS_OF_BLOCK, FOR_SHUFFLE, shuffle_to
from spanish21.simulation.tally import SHOES, TOO_SHORT, Tally, count_round, new_tally, take_hands


@kernel
def play_fresh(
    cells: Any,
    wagers: Any,
    rounds: Any,
    bins: Any,
    clusters: Any,
    cards: Any,
    shoe: Any,
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
    first_shoe: Any,
    last_shoe: Any,
    shoes_of_cluster: Any,
) -> None:
    """Plays one round of each shoe from `first_shoe` to before `last_shoe`."""
    finished, size = uint64(start), len(unshuffled)
    for number in range(first_shoe, last_shoe):
        load_shoe(cards, shoe, unshuffled, number, rules.burns_first_card)
        shoe[READY] = shuffle_to(cards, 0, size, limits, 0, CARDS_OF_BLOCK, number, FOR_SHUFFLE, seed)
        cluster = (number - first_shoe) // shoes_of_cluster
        state = finish_round(cards, shoe, limits, seed, states, finished, finished)
        if state >= uint64(RARE):
            times[state] += 1
        else:
            shoe[POSITION] -= dealt + (0 if state == uint64(AGAIN_FROM_DEAL) else 1)
            play_round(
                cards,
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
            if shoe[EXHAUSTED] == 1:
                rounds[TOO_SHORT] += 1
            else:
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
        if number + 1 == last_shoe or (number + 1 - first_shoe) % shoes_of_cluster == 0:
            count_finished(
                times,
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
    rounds[SHOES] += last_shoe - first_shoe


def tally_of_fresh(
    ready: Prepared, automaton: Automaton, first_shoe: int, shoes: int, shoes_of_cluster: int
) -> Tally:
    """The sums of one round of each shoe, as `tally_of_shoes` gives them."""
    tally = new_tally(1, -(-shoes // shoes_of_cluster), 0, 0)
    game = new_round()
    play_fresh(
        *tally[:5],
        numpy.zeros(2 * len(ready.unshuffled), dtype=numpy.uint8),
        numpy.zeros(SHOE_PLACES, dtype=numpy.int64),
        *game,
        *ready.tables,
        *ready[1:],
        automaton.states.reshape(-1),
        *automaton[1:],
        numpy.zeros(automaton.start + 1, dtype=numpy.int64),
        first_shoe,
        first_shoe + shoes,
        shoes_of_cluster,
    )
    take_hands(tally, game)
    return tally
