"""Rounds of the kernel from cards that a test has laid out."""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from simulation.given_cards import GivenRounds, play_given_shoe
from spanish21.game.rules import Rules
from spanish21.simulation.plan.run_plan import Plan, prepared


def rounds_of(
    rules: Rules,
    strategy: Any,
    cards: Sequence[int] | NDArray[Any],
    boxes: int = 1,
    wager: int = 0,
    sides: Mapping[str, int] | None = None,
    insures: bool = False,
    **where: int,
) -> GivenRounds:
    """The rounds of a shoe, behind its burned card unless `where` says otherwise."""
    plan = Plan(rules, strategy, 1, boxes, wager=wager, sides=dict(sides or {}), insures=insures)
    return play_given_shoe(prepared(plan), cards, **{"start": int(rules.burns_first_card), **where})
