"""Which events tell of cards that nobody has seen."""

from spanish21.game import events as ev
from spanish21.game.table import Table


def is_hidden(event: ev.Event, before: Table | None) -> bool:
    """Whether the event tells of cards that nobody has seen, so that the log keeps it sealed."""
    match event:
        case ev.ShoeShuffled() | ev.BatchPlaced() | ev.BatchShuffled():
            return bool(event.cards)
        case ev.CardBurned() | ev.BurnCardDisclosed():
            return event.card != 0
        case ev.DecksReceived():
            return event.preshuffled and before is not None and not before.is_real_shoe
        case ev.CardDealt():
            return event.face_down and event.card != 0
        case ev.CardDrawnInError():
            return not event.exposed
        case ev.CardDiscarded():
            return before is not None and not before.trouble.loose_exposed
        case ev.CardsCollected():
            return before is not None and before.hole_down
        case _:
            return False
