"""Rounds that each have a fresh shoe, through the card automaton: only cards that are dealt get shuffled."""

from typing import Any

from numba import uint64

from spanish21.simulation.automaton import RARE, Automaton
from spanish21.simulation.compiling import kernel
from spanish21.simulation.kernel import load_shoe, shuffle_on
from spanish21.simulation.lanes import COUNTERS, count_finished, finish_round, walk_of
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import SHOE, new_round, one
from spanish21.simulation.streams import CARDS_OF_BLOCK
from spanish21.simulation.tally import Shoes, Tally, new_task, play_and_count, tally_of


@kernel
def play_fresh(setup: Any, tables: Any, walk: Any, shoe: Any, round_: Any, task: Any, shoes: Any) -> None:
    """Plays one round of each shoe."""
    for place in range(shoes.shoes):
        load_shoe(setup, shoe, shoes.first + place)
        shuffle_on(setup, shoe, CARDS_OF_BLOCK)
        cluster, start = task.clusters[place // shoes.of_cluster], shoe.position
        state = finish_round(walk.states, walk.start, shoe, walk.start)
        if state >= uint64(RARE):
            walk.times[place & (COUNTERS - 1), state] += 1
        else:
            shoe.position = start
            play_and_count(setup, tables, shoe, round_, task.sums, cluster)
        if place + 1 == shoes.shoes or (place + 1) % shoes.of_cluster == 0:
            count_finished(setup, walk, task.sums, cluster)
    task.sums.shoes += shoes.shoes


def tally_of_fresh(ready: Prepared, automaton: Automaton, shoes: Shoes) -> Tally:
    """The sums of one round of each shoe, as `tally_of_shoes` gives them."""
    task = new_task(shoes.clusters)
    play_fresh(ready.setup, ready.tables, walk_of(automaton), one(SHOE), new_round(), task, shoes)
    return tally_of(task, 1)
