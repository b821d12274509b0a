"""Rounds from given cards: what the kernel makes of a shoe that somebody else has laid out."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.simulation.kernel import END, EXHAUSTED, POSITION, READY, ROUND_START, SHOE_PLACES, SIZE, new_round, play_round
from spanish21.simulation.layout import WAGERS
from spanish21.simulation.plan import Plan, Prepared, prepared


class GivenRounds(msgspec.Struct, frozen=True):
    """Complete rounds: `money[round, box, wager]`, in the order of `layout.WAGERS`."""

    money: Any
    first_card: Any
    """Where in the shoe each round began."""
    used: int
    """The cards of the shoe that the rounds used."""

    def by_name(self, round_number: int, box: int) -> dict[str, int]:
        """The money of one box in one round, by wager; wagers that came to nothing are left out."""
        row = self.money[round_number, box]
        return {name: int(amount) for name, amount in zip(WAGERS, row, strict=True) if amount}


def play_given_shoe(
    rules: Rules,
    strategy: Any,
    cards: Sequence[int] | NDArray[Any],
    boxes: int = 1,
    wager: int = 0,
    sides: Mapping[str, int] | None = None,
    insures: bool = False,
    cover: int | None = None,
    start: int | None = None,
    ready: Prepared | None = None,
) -> GivenRounds:
    """Plays rounds from `cards` until the cover card has shown, or until a round cannot be completed.

    `start` is the first card to be dealt (1 behind a burned card); `cover` counts the cards in front of the
    cover card. Wheels and meters need chance beyond the cards and are refused; `ready` saves preparing again.
    """
    if sides and any(sides.get(name, 0) for name in ("spin", "xtreme")):
        raise BadInput("a wheel turns by chance; given cards decide no spin and no xtreme wager")
    plan = Plan(rules, strategy, boxes=boxes, wager=wager, sides=dict(sides or {}), insures=insures)
    tables = ready or prepared(plan)
    shoe = numpy.zeros(SHOE_PLACES, dtype=numpy.int64)
    laid = numpy.array(cards, dtype=numpy.uint8)
    shoe[[READY, END, SIZE]] = len(laid)
    shoe[POSITION] = (1 if rules.burns_first_card else 0) if start is None else start
    last = len(laid) if cover is None else cover
    game, money, starts = new_round(), [], []
    while shoe[POSITION] <= last and shoe[POSITION] < len(laid):
        play_round(
            laid, shoe, tables.limits, tables.seed, *tables.tables, tables.rules, *game, boxes, tables.has_sides, 0
        )
        if shoe[EXHAUSTED]:
            break
        money.append(game.money[:boxes].copy())
        starts.append(int(shoe[ROUND_START]))
    used = int(shoe[POSITION]) if not shoe[EXHAUSTED] else int(shoe[ROUND_START])
    return GivenRounds(numpy.array(money).reshape(-1, boxes, len(WAGERS)), numpy.array(starts), used)
