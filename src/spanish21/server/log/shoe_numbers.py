"""Which shoe is in play, which wait in the shuffling device, and which are over: a fold of the log.

A shoe is one order of cards, from the event that brings it about. Every order has a number, without gaps,
and every one is opened, whether it was dealt, left in the middle, or never used.
"""

import msgspec

from spanish21.game import events as ev


class Shoes(msgspec.Struct, frozen=True):
    """The shoes of a table after an event; 0 means no shoe."""

    last: int = 0
    in_play: int = 0
    in_device: tuple[int, ...] = ()
    until_round_ends: tuple[int, ...] = ()
    """Shoes that are over, of which cards may still be face down."""
    is_real: bool = False
    drawn: int = 0
    """The house has committed to its order, and it is not shuffled yet."""


class Change(msgspec.Struct, frozen=True):
    """An event's effect on the shoes: the one that it begins (0: none), those that may now be opened, and
    the one whose order it brings about (0: none)."""

    shoes: Shoes
    began: int
    over: tuple[int, ...]
    shuffled: int = 0

    @property
    def shoe(self) -> int:
        """The shoe that the event belongs to. Before the first shuffle it is the next one."""
        return self.began or self.shuffled or self.shoes.in_play or self.shoes.last + 1


def after(shoes: Shoes, event: ev.Event) -> Change:
    """The shoes after an event, the one it began, and those it ended."""
    if isinstance(event, ev.TableSetUp):
        return Change(msgspec.structs.replace(shoes, is_real=event.is_real_shoe), 0, ())
    if shoes.is_real:
        return Change(shoes, 0, ())
    if isinstance(event, ev.SeedsListed | ev.SeedsOpened):
        return _drawn(shoes, event)
    if cards_of(event):
        if isinstance(event, ev.DecksReceived) and shoes.drawn:
            change = _begun(msgspec.structs.replace(shoes, drawn=0), event)
            return msgspec.structs.replace(change, over=(*change.over, shoes.drawn))
        change = _begun(shoes, event)
        if not shoes.drawn:
            return change
        went_on = msgspec.structs.replace(change.shoes, last=shoes.last, drawn=0)
        return Change(went_on, 0, change.over, change.shuffled)
    return _gone_on(shoes, event)


def cards_of(event: ev.Event) -> tuple[int, ...]:
    """The order of cards that an event of a known shoe brings about; nothing for other events."""
    if isinstance(event, ev.ShoeShuffled | ev.BatchPlaced | ev.BatchShuffled):
        return event.cards
    if isinstance(event, ev.DecksReceived) and event.preinspected and event.preshuffled:
        return event.cards
    return ()


def sealing_shoe(shoes: Shoes, event: ev.Event) -> int:
    """Under whose key an event with unseen cards is stored: its own shoe's, else the one in play.

    Before the first shuffle it is the next shoe, to which those cards will go.
    """
    return after(shoes, event).shoe


def unopened(shoes: Shoes) -> tuple[int, ...]:
    """The shoes to be opened when the table is closed."""
    in_play = (shoes.in_play,) if shoes.in_play else ()
    drawn = (shoes.drawn,) if shoes.drawn else ()
    return tuple(sorted((*in_play, *shoes.in_device, *shoes.until_round_ends, *drawn)))


def _drawn(shoes: Shoes, event: ev.SeedsListed | ev.SeedsOpened) -> Change:
    """A shoe begins with the house's commitment, and ends immediately if a seed is missing."""
    if event.purpose != "shoe":
        return Change(shoes, 0, ())
    before = (shoes.drawn,) if shoes.drawn else ()
    if isinstance(event, ev.SeedsListed):
        number = shoes.last + 1
        return Change(msgspec.structs.replace(shoes, last=number, drawn=number), number, before)
    if event.missing:
        return Change(msgspec.structs.replace(shoes, drawn=0), 0, before, shoes.drawn)
    return Change(shoes, 0, (), shoes.drawn)


def _begun(shoes: Shoes, event: ev.Event) -> Change:
    number = shoes.drawn or shoes.last + 1
    before = (shoes.in_play,) if shoes.in_play else ()
    shoes = msgspec.structs.replace(shoes, last=number)
    if isinstance(event, ev.BatchShuffled):
        device = (number, *shoes.in_device[1:])
        return Change(msgspec.structs.replace(shoes, in_device=device), number, shoes.in_device[:1], number)
    if isinstance(event, ev.BatchPlaced):
        device = (*shoes.in_device, number)
        return Change(msgspec.structs.replace(shoes, in_play=0, in_device=device), number, before, number)
    if isinstance(event, ev.ShoeShuffled) and event.mid_round:
        # The hole card came from the shoe that ran out.
        waiting = shoes.until_round_ends + before
        return Change(
            msgspec.structs.replace(shoes, in_play=number, until_round_ends=waiting), number, (), number
        )
    return Change(msgspec.structs.replace(shoes, in_play=number), number, before, number)


def _gone_on(shoes: Shoes, event: ev.Event) -> Change:
    in_play = (shoes.in_play,) if shoes.in_play else ()
    if isinstance(event, ev.BatchTaken):
        taken = msgspec.structs.replace(shoes, in_play=shoes.in_device[0], in_device=shoes.in_device[1:])
        return Change(taken, 0, in_play)
    if isinstance(event, ev.BatchWithdrawn):
        # With the batch goes the order of a stack that the device failed to shuffle.
        return Change(msgspec.structs.replace(shoes, in_device=()), 0, shoes.in_device)
    if isinstance(event, ev.TableIdle | ev.CardsSpread | ev.DecksRemoved):
        return Change(msgspec.structs.replace(shoes, in_play=0), 0, in_play)
    if isinstance(event, ev.CardsCollected) and shoes.until_round_ends:
        return Change(msgspec.structs.replace(shoes, until_round_ends=()), 0, shoes.until_round_ends)
    return Change(shoes, 0, ())
