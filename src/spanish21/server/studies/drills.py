"""In the worker: hands for a drill with the value of every decision, and whole rounds as examples."""

import random
from typing import Any

import msgspec

from spanish21.dealer import run_house
from spanish21.errors import BadInput
from spanish21.game.decide import carry_out
from spanish21.game.events import Event
from spanish21.game.evolve import evolve
from spanish21.game.seen import seen
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.game.view import view
from spanish21.game.waiting import waits_for
from spanish21.school.drill_hands import KINDS, DrillHands, drills_of
from spanish21.server.studies.subject import Subject
from spanish21.server.table.event_text import Citing, sentence
from spanish21.strategy.screens import title_of
from spanish21.strategy.spots import spot_of

WHO = "you"
MOST_HANDS = 12
NAMES = {WHO: "The player"}
_MOST_STEPS = 120
"""Of an example; a round has far fewer."""


def kinds(subject: Subject) -> list[dict[str, str]]:
    """The kinds of hands that a table's drills can be about."""
    return [{"kind": kind, "title": KINDS[kind][0]} for kind in _all(subject)]


def _all(subject: Subject) -> tuple[str, ...]:
    return ("hard", *drills_of(subject.rules))


def drill(subject: Subject, wanted: tuple[str, ...], hands: int, seed: int) -> dict[str, Any]:
    """Hands of some kinds, each with every decision and what it costs."""
    if not 1 <= hands <= MOST_HANDS:
        raise BadInput(f"hands is {hands}; a drill deals 1 to {MOST_HANDS} at once")
    dealing = DrillHands(subject.rules, WHO, wanted or _all(subject), random.Random(seed))
    found: list[dict[str, Any]] = []
    while len(found) < hands:
        asked = _asked(dealing.dealt())
        if asked is not None:
            found.append(asked)
    return {"kinds": kinds(subject), "currency": subject.rules.currency, "hands": found}


def _asked(table: Table) -> dict[str, Any] | None:
    """A hand and its decisions; None where nothing can be priced."""
    from spanish21.analysis.advice.advice import advise

    options = [_option(one) for one in advise(table, WHO).options if one.cost is not None]
    if len(options) < 2:
        return None
    return {**_picture(table), "options": _in_full(options), "spot": spot_told(table)}


def spot_told(table: Table) -> dict[str, str] | None:
    """Where the hand in turn stands in a chart: the title of the table, the row and the up card."""
    spot = spot_of(table)
    return {"title": title_of(spot.table), "row": spot.row, "up": spot.up} if spot is not None else None


def _option(option: Any) -> dict[str, Any]:
    name = type(option.command).__name__
    amount = getattr(option.command, "amount", 0)
    return {"command": name, "amount": amount, "value": option.value, "cost": option.cost}


def _in_full(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of several doubles only the one in full."""
    most: dict[str, int] = {}
    for one in options:
        most[one["command"]] = max(one["amount"], most.get(one["command"], 0))
    return [one for one in options if one["amount"] == most[one["command"]]]


def _picture(table: Table) -> dict[str, Any]:
    """What lies on the table as the player sees it."""
    looked = view(table, WHO)
    boxes = looked.boxes
    return {
        "dealer": list(looked.dealer),
        "dealer_total": looked.dealer_total,
        "hands": [msgspec.to_builtins(hand) for hand in boxes[0].hands] if boxes else [],
        "turn": looked.turn_hand if looked.turn_box else -1,
        "wager": boxes[0].stakes[0].wager if boxes and boxes[0].stakes else 0,
    }


# -- examples


def example(subject: Subject, kind: str, seed: int) -> dict[str, Any]:
    """A round with a hand of some kind, played at its best, step by step with words and clauses."""
    chance = random.Random(seed)
    table = DrillHands(subject.rules, WHO, (kind,) if kind else _all(subject), chance).dealt()
    telling = _Telling(table)
    while table.phase != Phase.COLLECT and len(telling.steps) < _MOST_STEPS:
        if WHO in waits_for(table):
            events = _decided(table, telling)
        else:
            events = run_house(table, chance, stop_at=lambda now: now.phase == Phase.COLLECT)[1]
        if not events:
            break
        table = telling.tell(table, events)
    return {"kind": kind, "currency": subject.rules.currency, "steps": telling.steps}


def _decided(table: Table, telling: "_Telling") -> list[Event]:
    """What the best decision brings about; nothing where none is priced."""
    from spanish21.analysis.advice.advice import advise

    advice = advise(table, WHO)
    if advice.best is None or advice.best.command is None:
        return []
    telling.ask(table, _in_full([_option(one) for one in advice.options if one.cost is not None]))
    return carry_out(table, advice.best.command).events


class _Telling:
    """The steps of an example so far."""

    def __init__(self, table: Table) -> None:
        self.rules, self.citing = table.rules, Citing(table.rules)
        self.steps: list[dict[str, Any]] = []

    def ask(self, table: Table, options: list[dict[str, Any]]) -> None:
        """A decision, with what each answer is worth."""
        self.steps.append({"text": "", "clauses": [], "options": options, **_picture(table)})

    def tell(self, table: Table, events: list[Event]) -> Table:
        """What happened, event by event, with the table after it."""
        for event in events:
            table = evolve(table, event)
            shown = seen(event, WHO)
            text = sentence(shown, NAMES, self.rules)
            if text:
                clauses = list(self.citing.clauses(shown))[:2]
                self.steps.append({"text": text, "clauses": clauses, "options": [], **_picture(table)})
        return table
