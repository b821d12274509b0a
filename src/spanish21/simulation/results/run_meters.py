"""Progressive meters: one amount through all the shoes of a run, however they were shared out.

A task only notes which meters its rounds have hit. Here the tasks' hits are read in their order, so that each
is paid what the meter shows after every wager before it; a meter's part of many equal wagers is one division.
"""

from typing import Any

import msgspec

from spanish21.display.brief import brief
from spanish21.game.round.meters import meter_share, meter_step
from spanish21.game.round.wheels import meters_fed
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.registry import meter_names, side_wagers
from spanish21.simulation.kernel.tally import (
    ALL,
    ALL_SQUARES,
    HIGH_TAIL,
    LOW_TAIL,
    MONEY,
    ROUNDS,
    SQUARES,
    Tally,
    bin_of,
)
from spanish21.simulation.plan.count_names import BINS, WAGERS

MOST_HITS_KEPT = 100_000


class RunMeter(msgspec.Struct):
    """A meter in the course of a run; `hits` are (rounds since the hit before, amount paid)."""

    name: str
    amount: int
    remainder: int = 0
    rounds: int = 0
    """Rounds since the last hit that are already in the amount."""
    hits: list[tuple[int, int]] = []
    hit_times: int = 0
    paid: int = 0
    highest: int = 0


class Meters:
    """The meters of a run."""

    __repr__ = brief

    def __init__(self, rules: Rules, sides: dict[str, int], boxes: int) -> None:
        self.rules, self.boxes = rules, boxes
        names = meter_names()
        self.stakes = [_fed(rules, name, sides) for name in names]
        self.columns = [WAGERS[_wager_of(name)] for name in names]
        """By meter, the column of its wager."""
        self.meters = [
            RunMeter(name, rules.meters[name].initial) if name in rules.meters and stake else None
            for name, stake in zip(names, self.stakes, strict=True)
        ]

    def pay(self, tally: Tally, unit: int) -> None:
        """Pays the hits of the next task into its sums and moves the meters on to its end."""
        rounds = int(tally.rounds[ROUNDS])
        moved = [0] * len(self.meters)
        hits = [list(hit) for hit in tally.meter_hits.tolist()]
        for place, (number, which, _, share, money, cluster) in enumerate(hits):
            meter = self.meters[which]
            if meter is None:
                continue
            self._move(meter, which, number + 1 - moved[which])
            moved[which] = number + 1
            paid = meter_share(meter.amount, share, self.rules)
            meter.amount = self.rules.meters[meter.name].reset if share == 100 else meter.amount - paid
            if len(meter.hits) < MOST_HITS_KEPT:
                meter.hits.append((meter.rounds, paid))
            meter.rounds, meter.hit_times, meter.paid = 0, meter.hit_times + 1, meter.paid + paid
            wager = self.columns[which]
            tally.wagers[MONEY, wager] += paid
            tally.wagers[SQUARES, wager] += paid * paid
            _add_to_round(tally, money, paid, cluster, unit)
            # A round that hits twice is worth the first payment more when the second is added.
            for later in hits[place + 1 :]:
                if later[0] != number:
                    break
                later[4] += paid
        for which, meter in enumerate(self.meters):
            if meter is not None:
                self._move(meter, which, rounds - moved[which])

    def _move(self, meter: RunMeter, which: int, rounds: int) -> None:
        """Adds the meter's part of the wagers of some rounds."""
        wagers = rounds * self.boxes * self.stakes[which]
        added, meter.remainder = meter_step(meter.remainder, wagers, self.rules.meters[meter.name].rate)
        meter.amount += added
        meter.rounds += rounds
        meter.highest = max(meter.highest, meter.amount)

    def state(self) -> list[Any]:
        """The meters as they are written into a checkpoint."""
        return [None if meter is None else msgspec.to_builtins(meter) for meter in self.meters]

    def restore(self, state: list[Any]) -> None:
        """Puts the meters where a checkpoint left them."""
        self.meters = [None if one is None else msgspec.convert(one, RunMeter) for one in state]


def _wager_of(meter: str) -> str:
    """The side wager to which a meter belongs."""
    return next(record.kind for record in side_wagers() if meter in record.meters)


def _fed(rules: Rules, meter: str, sides: dict[str, int]) -> int:
    """The stake of which a meter takes its part, or 0."""
    kind = _wager_of(meter)
    stake = sides.get(kind, 0)
    return stake if stake and meter in meters_fed(rules, kind, stake) else 0


def _add_to_round(tally: Tally, money: int, paid: int, cluster: int, unit: int) -> None:
    tally.rounds[ALL] += paid
    tally.rounds[ALL_SQUARES] += (money + paid) ** 2 - money**2
    tally.clusters["all"][cluster] += paid
    _count_bin(tally, money, unit, -1)
    _count_bin(tally, money + paid, unit, 1)


def _count_bin(tally: Tally, money: int, unit: int, times: int) -> None:
    place = bin_of(money, unit)
    tally.bins[place] += times
    if place in (0, BINS - 1):
        tally.rounds[HIGH_TAIL if place else LOW_TAIL] += money * times
