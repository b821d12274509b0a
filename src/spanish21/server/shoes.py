"""Which shoe an event belongs to, and when a shoe is over: a pure fold of the log.

Every order of cards that nobody has seen is a shoe and gets the next number: a shuffle, a batch in the
shuffling device, decks that come shuffled. A real shoe's order is known to nobody, so it gets no number, and
what must be sealed at such a table is sealed under number 0.
"""

import msgspec
from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.table import Table


class Shoes(msgspec.Struct, frozen=True):
    """The shoes of a table: the last number given, the shoe that is stacked or dealt (0: none), those in the
    shuffling device, and those that are over but have cards lying face down in the round under way."""

    last: int = 0
    stack: int = 0
    device: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()

    @property
    def newest(self) -> int:
        """The shoe that is opened last; what tells of all cards to come is sealed under its key."""
        return max((self.stack, *self.device, *self.waiting, 0))


def order_begun(event: ev.Event, after: Table) -> tuple[int, ...]:
    """The unseen order of cards that the event made, or ()."""
    if after.is_real_shoe:
        return ()
    if isinstance(event, ev.ShoeShuffled | ev.BatchPlaced | ev.BatchShuffled):
        return event.cards
    if isinstance(event, ev.DecksReceived):
        return event.cards if after.shoe else ()
    return ()


def shoes_after(shoes: Shoes, event: ev.Event, after: Table) -> Shoes:
    """The shoes after an event, not yet without those that can be opened."""
    if after.is_real_shoe:
        return shoes
    begun = shoes.last + 1
    if isinstance(event, ev.ShoeShuffled):
        return replace(_without_stack(shoes), last=begun, stack=begun)
    if isinstance(event, ev.DecksReceived) and after.shoe:
        return replace(_without_stack(shoes), last=begun, stack=begun)
    if isinstance(event, ev.BatchPlaced):
        return replace(_without_stack(shoes), last=begun, device=(*shoes.device, begun))
    if isinstance(event, ev.BatchShuffled):
        over, *others = shoes.device
        return replace(shoes, last=begun, device=(begun, *others), waiting=(*shoes.waiting, over))
    if isinstance(event, ev.BatchTaken):
        return replace(_without_stack(shoes), stack=shoes.device[0], device=shoes.device[1:])
    if not after.shoe and shoes.stack:
        shoes = _without_stack(shoes)
    gone = shoes.device[len(after.device) :]
    if gone:
        shoes = replace(shoes, device=shoes.device[: len(after.device)], waiting=(*shoes.waiting, *gone))
    return shoes


def _without_stack(shoes: Shoes) -> Shoes:
    over = (shoes.stack,) if shoes.stack else ()
    return replace(shoes, stack=0, waiting=(*shoes.waiting, *over))


def opened_by(shoes: Shoes, after: Table) -> tuple[Shoes, tuple[int, ...]]:
    """The shoes left, and those to be opened now: they are over and no card of theirs lies face down.

    A shoe that ends in mid-round stays closed until the round's cards are collected: the hole card is its.
    """
    is_round_under_way = bool(after.boxes or after.dealer or after.trouble.loose_card)
    if is_round_under_way or not shoes.waiting:
        return shoes, ()
    return replace(shoes, waiting=()), shoes.waiting


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
