"""Events that reveal unseen cards, which the log seals.

`seen` decides what people may see of an event, field by field; here only the cards matter, and some
events need care: their content is hidden only if a card was face down.
"""

from spanish21.game import events as ev
from spanish21.game.seen import SEES
from spanish21.game.table import Table

STRANGER = ""
KNOWN = frozenset([ev.TensRemoved, ev.TenTakenOut])
"""Their cards are the house's to see, but 10s removed from the decks reveal nothing about later cards."""

_CARD_FIELDS = ("card", "cards", "hands")
_CARDS = {
    kind: () if kind in KNOWN else tuple((name, fields[name]) for name in _CARD_FIELDS if name in fields)
    for kind, fields in SEES.items()
}


def is_hidden(event: ev.Event, before: Table | None) -> bool:
    """Whether the event reveals unseen cards; `before` is the table before it."""
    fields = _CARDS[type(event)]
    if not fields or before is None:
        return False
    if isinstance(event, ev.CardsCollected):
        return before.hole_down
    if isinstance(event, ev.CardDiscarded) and before.trouble.loose_exposed:
        return False
    if isinstance(event, ev.DecksReceived) and (before.is_real_shoe or not event.preshuffled):
        return False
    return any(getattr(event, name) and not sees(event, STRANGER) for name, sees in fields)
