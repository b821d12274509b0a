"""The result of each line of a side wager for rounds in step, and how often it occurred."""

from typing import Any

import numpy

from spanish21.simulation.plan.count_names import FIRST_SIDE, MOST_CODES, MOST_SIDES
from spanish21.simulation.plan.kernel_options import called_by_kernels
from spanish21.simulation.plan.kernel_records import Records
from spanish21.simulation.plan.run_plan import Prepared

SIDE_RESULT = numpy.dtype([(name, numpy.int64) for name in ("money", "units", "times", "is_left_to_kernel")])
"""By side wager and code of its line: its money, the same in units, and how often it was found. What turns a
wheel or hits a meter is left to the kernel."""


def side_results(ready: Prepared) -> Records | None:
    """The results of the side wagers of a plan; None if one of them is not in whole units."""
    found = numpy.zeros((MOST_SIDES, MOST_CODES), dtype=SIDE_RESULT)
    for slot in ready.setup["played"][: int(ready.setup["sides_played"])].tolist():
        side = ready.setup["sides"][slot]
        wins_wheel = (numpy.arange(MOST_CODES) != side["lost"]) & (side["wheel"] != 0)
        found[slot]["money"] = -side["stake"] if side["wheel"] else side["paid"]
        found[slot]["is_left_to_kernel"] = (side["shares"] > 0) | wins_wheel
    if (found["money"] % ready.unit).any():
        return None
    found["units"] = found["money"] // ready.unit
    return found.ravel()


@called_by_kernels
def count_sides(setup: Any, results: Any, sums: Any) -> None:
    """Adds the results of the side wagers to the sums."""
    for place in range(setup.sides_played):
        slot = setup.played[place]
        wager, stake = sums.wagers[FIRST_SIDE + slot], setup.sides[slot].stake
        for code in range(MOST_CODES):
            result = results[slot * MOST_CODES + code]
            wager.times += result.times
            wager.money += result.times * result.money
            wager.squares += result.times * result.money * result.money
            wager.staked += result.times * stake
