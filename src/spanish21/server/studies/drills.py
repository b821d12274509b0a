"""In the worker: hands for a drill with the value of every decision, and whole rounds as examples."""

import random

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
from spanish21.sentences.language import Language
from spanish21.sentences.languages import LANGUAGES
from spanish21.sentences.reader import Reader, boxes_of
from spanish21.sentences.text import text_of
from spanish21.server.studies.answers_of_studies import (
    Drill,
    DrillHand,
    Example,
    ExampleStep,
    KindOfHand,
    Picture,
    Priced,
    Spot,
)
from spanish21.server.studies.priced_options import options_with_prices
from spanish21.server.studies.subject import Subject
from spanish21.server.table.event_clauses import EventClauses
from spanish21.strategy.screens import title_of
from spanish21.strategy.spots import spot_of

WHO = "you"
MOST_HANDS = 12
_MOST_STEPS = 120
"""Of an example; a round has far fewer."""


def kinds(subject: Subject) -> list[KindOfHand]:
    """The kinds of hands that a table's drills can be about."""
    return [{"kind": kind, "title": KINDS[kind][0]} for kind in _all(subject)]


def _all(subject: Subject) -> tuple[str, ...]:
    return ("hard", *drills_of(subject.rules))


def drill(subject: Subject, wanted: tuple[str, ...], hands: int, seed: int) -> Drill:
    """Hands of some kinds, each with every decision and its cost."""
    if not 1 <= hands <= MOST_HANDS:
        raise BadInput(f"hands is {hands}; a drill deals 1 to {MOST_HANDS}")
    dealing = DrillHands(subject.rules, WHO, wanted or _all(subject), random.Random(seed))
    found: list[DrillHand] = []
    while len(found) < hands:
        asked = _asked(dealing.dealt(), dealing.kind)
        if asked is not None:
            found.append(asked)
    return {"kinds": kinds(subject), "currency": subject.rules.currency, "hands": found}


def _asked(table: Table, kind: str) -> DrillHand | None:
    """A hand and its decisions; None where nothing can be priced."""
    from spanish21.analysis.advice.advice import advise

    options = options_with_prices(advise(table, WHO).options)
    if len(options) < 2:
        return None
    return {**_picture(table), "kind": kind, "options": options, "spot": spot_told(table)}


def spot_told(table: Table) -> Spot | None:
    """Where the hand in turn stands in a chart: the title of the table, the row and the up card."""
    spot = spot_of(table)
    return {"title": title_of(spot.table), "row": spot.row, "up": spot.up} if spot is not None else None


def _picture(table: Table) -> Picture:
    """The table as the player sees it."""
    looked = view(table, WHO)
    boxes = looked.boxes
    return {
        "dealer": list(looked.dealer),
        "dealer_total": looked.dealer_total,
        "hands": list(boxes[0].hands) if boxes else [],
        "turn": looked.turn_hand if looked.turn_box else -1,
        "wager": boxes[0].stakes[0].wager if boxes and boxes[0].stakes else 0,
    }


# -- examples


def example(subject: Subject, kind: str, seed: int, language: str = "en") -> Example:
    """A round with a hand of some kind, played at its best, step by step with words and clauses."""
    chance = random.Random(seed)
    table = DrillHands(subject.rules, WHO, (kind,) if kind else _all(subject), chance).dealt()
    telling = _Telling(table, LANGUAGES[language])
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
    """The events after the best decision; none where no decision is priced."""
    from spanish21.analysis.advice.advice import advise

    advice = advise(table, WHO)
    if advice.best is None or advice.best.command is None:
        return []
    telling.ask(table, options_with_prices(advice.options))
    return carry_out(table, advice.best.command).events


class _Telling:
    """The steps of an example so far."""

    def __init__(self, table: Table, language: Language) -> None:
        self.reader = Reader(rules=table.rules, who=WHO, boxes=boxes_of(table, WHO), language=language)
        self.clauses = EventClauses(table.rules)
        self.steps: list[ExampleStep] = []

    def ask(self, table: Table, options: list[Priced]) -> None:
        """A decision, with the worth of each answer."""
        self.steps.append({"text": "", "clauses": [], "options": options, **_picture(table)})

    def tell(self, table: Table, events: list[Event]) -> Table:
        """The events, each with the table after it."""
        for event in events:
            table = evolve(table, event)
            shown = seen(event, WHO)
            text = text_of(shown, self.reader)
            if text:
                clauses = list(self.clauses.of(shown))[:2]
                self.steps.append({"text": text, "clauses": clauses, "options": [], **_picture(table)})
        return table
