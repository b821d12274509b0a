"""Many shoes played in step: all deal, then all play a box, then all dealers draw, then all are settled.

Each part of a round is one short loop over the lanes, so that no lane waits for the lookups of another and
no branch depends on how many cards a hand takes: lanes whose hand takes another card are kept in a list.
Cards are drawn without asking whether they are shuffled; a round that was dealt too far, and one that cards
alone do not decide, is played again from its first card by the kernel.
"""

from typing import Any

import numpy

from spanish21.simulation.in_step.step_board import BOARD, NO_PLACE, Pace, row_by_hole
from spanish21.simulation.in_step.step_dealing import (
    deal_all,
    draw_all,
    end_boxes,
    start_boxes,
    start_dealers,
)
from spanish21.simulation.in_step.step_settling import (
    ROUND_BITS,
    count_clusters,
    count_endings,
    look_up_sides,
    settle_all,
)
from spanish21.simulation.kernel.side_results import count_sides
from spanish21.simulation.kernel.tally import ShoeRange, Tally, most_meter_hits, new_task, tally_of
from spanish21.simulation.plan.count_names import BLACKJACK_END
from spanish21.simulation.plan.kernel_options import kernel
from spanish21.simulation.plan.kernel_records import one
from spanish21.simulation.plan.run_plan import Prepared


@kernel
def play_in_step(setup: Any, tables: Any, pace: Any, board: Any, task: Any, shoes: Any) -> None:
    """Plays shoes until none is left."""
    playing = deal_all(setup, pace, board, task, shoes)
    while playing > 0:
        turn = -1
        while turn + 1 < setup.boxes:
            turn += 1
            box = setup.boxes - 1 - turn if setup.plays_from_right else turn
            waiting = start_boxes(setup, tables, pace.starts, board, playing, box)
            draw_all(board, pace.steps, waiting, setup.splits_at)
            end_boxes(setup, pace.needs, board, playing, box)
        draw_all(board, setup.dealer, start_dealers(setup, board, playing), BLACKJACK_END)
        if setup.has_sides:
            look_up_sides(setup, tables.lines, pace.sides, board, playing)
        settle_all(setup, tables, pace, board, playing, task)
        playing = deal_all(setup, pace, board, task, shoes)
    count_endings(setup, pace, task.sums)
    count_sides(setup, pace.sides, task.sums)
    count_clusters(board, task)
    task.sums.shoes = board.next_shoe - board.first_shoe


def tally_in_step(ready: Prepared, pace: Pace, shoes: ShoeRange) -> Tally:
    """The sums of the rounds of some shoes, as `tally_of_shoes` gives them."""
    task, board = new_task(shoes.clusters, most_meter_hits(ready, shoes)), one(BOARD)
    board["first_shoe"] = board["next_shoe"] = shoes.first
    board["last_shoe"] = shoes.first + shoes.shoes
    board["cluster_ends"] = shoes.first + shoes.of_cluster
    board["place"] = NO_PLACE
    board["row_of"] = row_by_hole(ready)
    rounds = numpy.zeros(shoes.shoes if ready.has_sides else 1, dtype=numpy.int64)
    own = pace._replace(times=numpy.zeros_like(pace.times), sides=pace.sides.copy(), rounds=rounds)
    play_in_step(ready.setup, ready.tables, own, board, task, shoes)
    tally = tally_of(task, ready.boxes)
    return tally._replace(meter_hits=_in_order(tally.meter_hits, rounds))


def _in_order(hits: Any, rounds: Any) -> Any:
    """Meter hits in the order of the shoes, and their rounds numbered through."""
    shoe, number = hits["round"] >> ROUND_BITS, hits["round"] & ((1 << ROUND_BITS) - 1)
    hits["round"] = (numpy.cumsum(rounds) - rounds)[shoe] + number
    return hits[numpy.argsort(hits["round"], kind="stable")]
