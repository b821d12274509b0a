"""`seen(event, who)`: an event as one person may see it, by allow-list: every field has its line in `SEES`.

What `view` hides, `seen` hides: no unseen card is shown to anybody, chips are seen by their owner and by the
house, the inventory and the 10s taken out of the decks by the house. The answer is a dict of the event's own
form, its name under `type` and each of its fields: a card as text, "??" if it may not be seen; anything else
that may not be seen as None.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT, UNSEEN
from spanish21.game.table import HOUSE

SeenEvent = dict[str, Any]
"""`{"type": name, field: value, …}`; JSON like the log's, and never an event of the log."""

Sees = Callable[[Any, str], bool]
"""Whether a person may see a field of an event."""


def everybody(event: ev.Event, who: str) -> bool:
    """What happens in the open."""
    return True


def house(event: ev.Event, who: str) -> bool:
    """What dealer and floorperson alone may see."""
    return who in HOUSE


def owner(event: Any, who: str) -> bool:
    """What concerns a person's own chips: that person, and the house."""
    return who == event.person or who in HOUSE


def nobody(event: ev.Event, who: str) -> bool:
    """What is in the log alone."""
    return False


def _if_face_up(event: ev.CardDealt, who: str) -> bool:
    return not event.face_down


def _if_exposed(event: ev.CardDrawnInError, who: str) -> bool:
    return event.exposed


def _fields(**names: str) -> dict[str, Sees]:
    """Fields, with spaces between them, by who may see them."""
    return {field: _WHO[who] for who, fields in names.items() for field in fields.split()}


_WHO: dict[str, Sees] = {
    "everybody": everybody,
    "owner": owner,
    "house": house,
    "nobody": nobody,
    "if_face_up": _if_face_up,
    "if_exposed": _if_exposed,
}

SEES: dict[type[ev.Event], dict[str, Sees]] = {
    ev.LogContinued: _fields(everybody="version"),
    ev.TableSetUp: _fields(everybody="version is_real_shoe for_money number", house="rules inventory"),
    ev.InventorySlipWritten: _fields(everybody="kind", house="amount difference"),
    ev.InventoryCounted: _fields(everybody="kind", house="amount difference"),
    ev.FillAsked: _fields(house="amount"),
    ev.InventoryFilled: _fields(house="amount"),
    ev.InventoryCredited: _fields(house="amount"),
    ev.PersonJoined: _fields(everybody="person seat barred", owner="chips"),
    ev.PersonLeft: _fields(everybody="person", owner="chips"),
    ev.ChipsBought: _fields(everybody="person", owner="amount"),
    ev.EquipmentChecked: _fields(everybody="items"),
    ev.ReaderInspected: _fields(),
    ev.GamingDayBegun: _fields(),
    ev.TimeTold: _fields(everybody="minutes"),
    ev.DecksReceived: _fields(everybody="preinspected preshuffled", nobody="cards"),
    ev.DecksInspected: _fields(everybody="defective"),
    ev.DeckReplaced: _fields(everybody="deck"),
    ev.InspectionVerified: _fields(),
    ev.TensRemoved: _fields(everybody="torn", house="cards"),
    ev.TensVerified: _fields(),
    ev.CardsSpread: _fields(everybody="face_up"),
    ev.CardsWashed: _fields(everybody="exposed"),
    ev.TableIdle: _fields(everybody="face_up"),
    ev.DecksRemoved: _fields(),
    ev.ShoeShuffled: _fields(everybody="method mid_round", nobody="cards"),
    ev.BatchPlaced: _fields(nobody="cards"),
    ev.BatchShuffled: _fields(nobody="cards"),
    ev.BatchTaken: _fields(),
    ev.BatchWithdrawn: _fields(),
    ev.CutOffered: _fields(everybody="order"),
    ev.CutRefused: _fields(everybody="person"),
    ev.StackCut: _fields(everybody="person at"),
    ev.RecutOrdered: _fields(),
    ev.CoverCardPlaced: _fields(everybody="behind"),
    ev.ShoeLoaded: _fields(),
    ev.CardBurned: _fields(nobody="card"),
    ev.BurnCardDisclosed: _fields(everybody="person", owner="card"),
    ev.DealerRelieved: _fields(),
    ev.ReshuffleOrdered: _fields(),
    ev.CoverCardReached: _fields(everybody="box"),
    ev.WagerPlaced: _fields(everybody="person box kind amount coupon"),
    ev.CashOffered: _fields(everybody="person box kind", owner="amount"),
    ev.CashConfirmed: _fields(everybody="person box by", owner="converted"),
    ev.WagerWithdrawn: _fields(everybody="person box kind amount"),
    ev.ConsentGiven: _fields(everybody="by person"),
    ev.WageringPermitted: _fields(everybody="person"),
    ev.WagersClosed: _fields(everybody="number callers"),
    ev.MeterMoved: _fields(everybody="meter amount", nobody="remainder"),
    ev.CardDealt: _fields(everybody="box hand face_down announced", if_face_up="card"),
    ev.InsurancePlaced: _fields(everybody="person box amount"),
    ev.InsuranceDeclined: _fields(everybody="person box"),
    ev.InsuranceClosed: _fields(),
    ev.ReaderAnswered: _fields(everybody="blackjack"),
    ev.BlackjackAnnounced: _fields(everybody="box paid_now turned_sideways"),
    ev.PointsAnnounced: _fields(everybody="box hand total"),
    ev.HandStood: _fields(everybody="box hand person"),
    ev.CardAsked: _fields(everybody="box hand person"),
    ev.DoubleMade: _fields(everybody="box hand person amount asked"),
    ev.DoubleFollowed: _fields(everybody="box hand person amount"),
    ev.DoubleKept: _fields(everybody="box hand person asked"),
    ev.PairSplit: _fields(everybody="box hand person amount asked"),
    ev.SplitFollowed: _fields(everybody="box hand person amount goes_to"),
    ev.HandSurrendered: _fields(everybody="box hand person"),
    ev.DoubleRescued: _fields(everybody="box hand person returned"),
    ev.HoleCardTurned: _fields(everybody="card announced"),
    ev.DealersCardAnnounced: _fields(),
    ev.DealerDone: _fields(everybody="announced"),
    ev.HotSpotDrawn: _fields(everybody="box"),
    ev.WheelSpun: _fields(everybody="box person kind wager stop"),
    ev.CommunityWheelSpun: _fields(everybody="wager stop"),
    ev.LightChecked: _fields(everybody="box person kind"),
    ev.PayoutValidated: _fields(everybody="box person kind"),
    ev.WagerSettled: _fields(everybody="box hand person kind result collected returned paid why meter"),
    ev.BonusPaid: _fields(everybody="box person kind paid why"),
    ev.HandRemoved: _fields(everybody="box hand"),
    ev.CardsCollected: _fields(everybody="barred", nobody="hands digest"),
    ev.FaceUpFound: _fields(everybody="card"),
    ev.TenFound: _fields(everybody="card"),
    ev.TenTakenOut: _fields(everybody="torn", house="card"),
    ev.SettlementUndone: _fields(everybody="box hand person kind returned taken why"),
    ev.HandsCalledDead: _fields(everybody="why"),
    ev.RoundVoided: _fields(everybody="why reshuffle"),
    ev.CardDrawnInError: _fields(everybody="exposed", if_exposed="card"),
    ev.CardRefused: _fields(everybody="box hand person"),
    ev.CardDiscarded: _fields(everybody="why", nobody="card"),
    ev.DealerSkipped: _fields(),
    ev.BoxSkipped: _fields(everybody="box"),
    ev.RequestMissed: _fields(everybody="box hand"),
    ev.LateCardAnswered: _fields(everybody="box hand takes"),
    ev.HandDead: _fields(everybody="box hand why"),
    ev.InsertionReported: _fields(everybody="shows_value"),
    ev.ReaderFailed: _fields(everybody="halted"),
    ev.ReaderRepaired: _fields(),
    ev.ShufflerJammed: _fields(),
    ev.ShufflerFailed: _fields(),
    ev.ShufflerPutAside: _fields(everybody="removed"),
    ev.ShoeEmptied: _fields(),
}
"""Who may see which field of which event."""


def seen(event: ev.Event, who: str) -> SeenEvent:
    """What `who` (a person, the dealer, the floorperson or a stranger) may see of an event."""
    kind = type(event)
    shown: SeenEvent = {"type": kind.__name__}
    for name, sees in SEES[kind].items():
        value = getattr(event, name)
        if name == "card":
            shown[name] = CARD_TEXT[value if sees(event, who) else UNSEEN]
        elif not sees(event, who):
            shown[name] = None
        elif name == "cards":
            shown[name] = tuple(CARD_TEXT[card] for card in value)
        else:
            shown[name] = msgspec.to_builtins(value)
    return shown


def as_json(event: ev.Event, who: str) -> bytes:
    """The event as it goes over the wire to one person."""
    return msgspec.json.encode(seen(event, who))
