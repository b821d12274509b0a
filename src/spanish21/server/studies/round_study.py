"""In the worker: the worth and the cost of each decision in a finished round."""

from collections.abc import Sequence
from typing import Any

from spanish21.game.events import Event
from spanish21.game.evolve import evolve
from spanish21.game.log.snapshot import table_of
from spanish21.game.table import Table
from spanish21.server.studies.answers_of_studies import JudgedDecision, JudgedRound
from spanish21.server.studies.priced_options import options_with_prices


def decision_costs(table: bytes, events: Sequence[Event], first: int, who: str) -> JudgedRound:
    """Every decision of one person in a round, with the worth of each choice by the cards seen at the
    time."""
    from spanish21.analysis.advice.decisions import command_shown

    now, found = table_of(table), list[JudgedDecision]()
    for seq, event in enumerate(events, start=first):
        if command := command_shown(now, event, who):
            found += _judged(now, event, command, seq)
        now = evolve(now, event)
    return {"decisions": found, "cost": sum(one["cost"] for one in found)}


def _judged(table: Table, event: Any, command: str, seq: int) -> list[JudgedDecision]:
    """One of them; nothing where it has no price, or no other choice."""
    from spanish21.analysis.advice.advice import advise

    options = advise(table, event.person).options
    found = options_with_prices(one for one in options if getattr(one.command, "box", event.box) == event.box)
    made = [one for one in found if one["command"] == command]
    if not made or len(found) < 2:
        return []
    best = min(found, key=lambda one: one["cost"])
    hand = getattr(event, "hand", 0)
    place = {"seq": seq, "box": event.box, "hand": hand}
    return [{**place, "command": command, "best": best["command"], "cost": made[0]["cost"], "options": found}]  # type: ignore[typeddict-item]
