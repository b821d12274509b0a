"""Rounds from given cards: what the kernel makes of a shoe that somebody else has laid out."""

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.simulation.kernel.compiled_rounds import play_round
from spanish21.simulation.plan.count_names import MONEY_COLUMNS, MOST_BOXES, MOST_METERS, MOST_SIDES, WAGERS
from spanish21.simulation.plan.kernel_options import kernel
from spanish21.simulation.plan.kernel_records import SHOE, SUMS, new_round, one
from spanish21.simulation.plan.run_plan import Prepared


class GivenRounds(msgspec.Struct, frozen=True):
    """Complete rounds from given cards."""

    money: Any
    """By round, box and wager in the order of `layout.WAGERS`; what meters pay is not in it."""
    first_card: Any
    """By round: where in the shoe it began."""
    stops: Any
    """By round: hot spot, community stop, then by side wager each box's stop of its wheel; -1: none."""
    meter_shares: Any
    """By round, meter and box: the hundredths of the meter that were won."""
    used: int
    """The cards of the shoe that the rounds used, those before the first round included."""

    def by_name(self, round_number: int, box: int) -> dict[str, int]:
        """The money of one box in one round, by wager; wagers that came to nothing are left out."""
        row = self.money[round_number, box]
        return {name: int(row[column]) for name, column in WAGERS.items() if row[column]}


@kernel
def play_given_round(setup: Any, tables: Any, shoe: Any, round_: Any, sums: Any) -> None:
    """A round of the kernel, with an entry from Python."""
    play_round(setup, tables, shoe, round_, sums)


def play_given_shoe(
    ready: Prepared,
    cards: Sequence[int] | NDArray[Any],
    start: int,
    cover: int | None = None,
    number: int = 0,
) -> GivenRounds:
    """Plays rounds from `cards` until the cover card has shown, or until a round cannot be completed.

    `start` is the first card to be dealt (1 behind a burned card); `cover` counts the cards in front of the
    cover card. The plan's seed and the shoe's `number` turn the wheels.
    """
    boxes, shoe, round_, sums = ready.boxes, one(SHOE), new_round(), one(SUMS)
    shoe["cards"][: len(cards)] = cards
    shoe["ready"] = shoe["end"] = shoe["size"] = len(cards)
    shoe["number"], shoe["count"] = number, ready.setup["first_count"]
    shoe["position"] = start
    last = len(cards) if cover is None else cover
    money, starts, stops, shares = [], [], [], []
    while shoe["position"] <= last and shoe["position"] < len(cards):
        play_given_round(ready.setup, ready.tables, shoe, round_, sums)
        if shoe["exhausted"]:
            break
        money.append(round_["boxes"]["money"][:boxes].copy())
        starts.append(int(shoe["round_start"]))
        wheels = (
            round_["hot_spot"],
            round_["community_stop"],
            *round_["stops"].ravel(),
        )
        stops.append([int(stop) for stop in wheels])
        shares.append(round_["meter_shares"].copy())
    used = int(shoe["round_start"] if shoe["exhausted"] else shoe["position"])
    rounds = len(money)
    return GivenRounds(
        numpy.array(money, dtype=numpy.int64).reshape(rounds, boxes, MONEY_COLUMNS),
        numpy.array(starts, dtype=numpy.int64),
        numpy.array(stops, dtype=numpy.int64).reshape(rounds, 2 + MOST_SIDES * MOST_BOXES),
        numpy.array(shares, dtype=numpy.int64).reshape(rounds, MOST_METERS, MOST_BOXES),
        used,
    )
