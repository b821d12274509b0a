"""The unit of work: a task is a fixed run of shoes, the same for any number of threads and machines."""

import hashlib

from spanish21.game.rules import Rules
from spanish21.simulation.automaton.automaton_cache import automaton_of
from spanish21.simulation.automaton.card_automaton import Automaton
from spanish21.simulation.automaton.fresh_lanes import tally_of_fresh
from spanish21.simulation.automaton.lanes import tally_of_lanes
from spanish21.simulation.in_step.step_board import Pace, pace_of
from spanish21.simulation.in_step.step_loop import tally_in_step
from spanish21.simulation.kernel.tally import ROUNDS, ShoeRange, Tally, sum_of, tally_of_shoes
from spanish21.simulation.plan.count_names import CLUSTERS_OF_TASK, FRESH_SHOES_OF_CLUSTER, SHOES_OF_CLUSTER
from spanish21.simulation.plan.run_plan import Plan, Prepared, prepared
from spanish21.strategy import BELOW_17

NO_LIMIT = 2**62
Fast = Automaton | Pace | None
"""The tables by which whole tasks are played fast, if there are any."""


def is_fresh(ready: Prepared) -> bool:
    """Whether every round has a fresh shoe."""
    return ready.cover < 0


def shoes_of_cluster(ready: Prepared) -> int:
    return FRESH_SHOES_OF_CLUSTER if is_fresh(ready) else SHOES_OF_CLUSTER


def least_rounds_of_task(ready: Prepared) -> int:
    """Fewer rounds than any task plays: six cards of a shoe for each box and for the dealer."""
    shoes = shoes_of_cluster(ready) * CLUSTERS_OF_TASK
    return shoes if is_fresh(ready) else shoes * max(ready.cover // (6 * (ready.boxes + 1)), 1)


def shoes_of_task(ready: Prepared, task: int) -> ShoeRange:
    """The shoes of a task."""
    size = shoes_of_cluster(ready)
    return ShoeRange(task * size * CLUSTERS_OF_TASK, size * CLUSTERS_OF_TASK, size)


def fast_of(ready: Prepared) -> Fast:
    """The automaton of a run of one box, where it has one, or the tables of rounds in step of any other."""
    automaton = automaton_of(ready)
    if automaton is None:
        return pace_of(ready)
    # Fresh shoes are played by one page and level, without a count or side wagers.
    is_plain = automaton.pages == 1 and len(automaton.companions.kinds) == 1
    return automaton if is_plain or not is_fresh(ready) else pace_of(ready)


def tally_of_task(ready: Prepared, fast: Fast, task: int) -> Tally:
    """The sums of one whole task."""
    return _tally(ready, fast, shoes_of_task(ready, task))


def _tally(ready: Prepared, fast: Fast, shoes: ShoeRange) -> Tally:
    if fast is None:
        return tally_of_shoes(ready, shoes, NO_LIMIT)
    if isinstance(fast, Pace):
        return tally_in_step(ready, fast, shoes)
    return tally_of_fresh(ready, fast, shoes) if is_fresh(ready) else tally_of_lanes(ready, fast, shoes)


def warm_up(ready: Prepared, fast: Fast) -> None:
    """Compiles the kernels, or loads them, on a few rounds that count for nothing."""
    tally_of_shoes(ready, ShoeRange(0, 1, 1), 1)
    if fast is not None:
        _tally(ready, fast, ShoeRange(0, 1, 1))


def compile_kernels(rules: Rules, every: bool = True) -> None:
    """Compiles the kernels of the usual run, or of every kind of run, or loads them."""
    plans = [Plan(rules, BELOW_17)]
    if every:
        plans += [Plan(rules, BELOW_17, penetration=0.0), Plan(rules, BELOW_17, boxes=2)]
    for plan in plans:
        ready = prepared(plan)
        warm_up(ready, fast_of(ready))


def most_rounds_of_cluster(ready: Prepared) -> int:
    """More rounds than any cluster plays: a round takes two cards for each box and the dealer's up card."""
    of_shoe = 1 if is_fresh(ready) else ready.cover // (2 * ready.boxes + 1) + 1
    return shoes_of_cluster(ready) * of_shoe


def tally_of_part(ready: Prepared, fast: Fast, task: int, most_rounds: int) -> Tally:
    """The sums of the first rounds of a task: clusters that are sure to be whole are played fast."""
    whole, most = shoes_of_task(ready, task), most_rounds_of_cluster(ready)
    size, first, end = whole.of_cluster, whole.first, whole.first + whole.shoes
    found: Tally | None = None
    while fast is not None and most_rounds >= most and first < end:
        shoes = min(most_rounds // most * size, end - first)
        tally = _tally(ready, fast, ShoeRange(first, shoes, size))
        found = tally if found is None else sum_of(found, tally)
        most_rounds -= int(tally.rounds[ROUNDS])
        first += shoes
    if first == end:
        assert found is not None
        return found
    rest = tally_of_shoes(ready, ShoeRange(first, end - first, size), most_rounds)
    return rest if found is None else sum_of(found, rest)


def tally_with_records(ready: Prepared, task: int, most_rounds: int) -> Tally:
    """The sums of the first rounds of a task, each of them recorded."""
    shoes = shoes_of_task(ready, task)
    most_rounds = min(most_rounds, shoes.shoes * ready.size)
    return tally_of_shoes(ready, shoes, most_rounds, most_rounds * ready.boxes)


def digest_of(ready: Prepared) -> str:
    """A digest of everything that decides the totals."""
    digest = hashlib.sha256(ready.setup.tobytes())
    for array in ready.tables:
        digest.update(repr(array.shape).encode() + array.tobytes())
    return digest.hexdigest()
