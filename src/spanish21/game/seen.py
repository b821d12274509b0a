"""`seen(event, who)`: an event as one person may see it, by allow-list: every field has its line in `SEES`.

What `view` hides, `seen` hides: no unseen card is shown to anyone, chips are seen by their owner and by the
house, the inventory and the 10s taken out of the decks by the house. The answer is a dict of the event's own
form, its name under `type` and each of its fields: a card as text, "??" if it may not be seen; anything else
that may not be seen as None.
"""

from collections.abc import Callable
from functools import cache
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
    """Public events."""
    return True


def house(event: ev.Event, who: str) -> bool:
    """Fields for dealer and floorperson only."""
    return who in HOUSE


def owner(event: Any, who: str) -> bool:
    """A person's own chips: for that person, and the house."""
    return who == event.person or who in HOUSE


def nobody(event: ev.Event, who: str) -> bool:
    """Fields that only the log has."""
    return False


def _if_face_up(event: ev.CardDealt, who: str) -> bool:
    return not event.face_down


def _if_exposed(event: ev.CardDrawnInError, who: str) -> bool:
    return event.exposed


def seen_by(**names: str) -> dict[str, Sees]:
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
    ev.LogContinued: seen_by(everybody="version"),
    ev.SeedPromised: seen_by(everybody="person promise"),
    ev.SeedsListed: seen_by(everybody="purpose number commitment people promises absent"),
    ev.SeedsOpened: seen_by(everybody="purpose number people seeds words missing"),
    ev.TableSetUp: seen_by(everybody="version is_real_shoe for_money number", house="rules inventory"),
    ev.InventorySlipWritten: seen_by(everybody="kind", house="amount difference"),
    ev.InventoryCounted: seen_by(everybody="kind", house="amount difference"),
    ev.FillAsked: seen_by(house="amount"),
    ev.InventoryFilled: seen_by(house="amount"),
    ev.InventoryCredited: seen_by(house="amount"),
    ev.PersonJoined: seen_by(everybody="person seat barred", owner="chips"),
    ev.PersonLeft: seen_by(everybody="person", owner="chips"),
    ev.ChipsBought: seen_by(everybody="person", owner="amount"),
    ev.EquipmentChecked: seen_by(everybody="items"),
    ev.ReaderInspected: seen_by(),
    ev.GamingDayBegun: seen_by(),
    ev.TimeTold: seen_by(everybody="minutes"),
    ev.DecksReceived: seen_by(everybody="preinspected preshuffled", nobody="cards"),
    ev.DecksInspected: seen_by(everybody="defective"),
    ev.DeckReplaced: seen_by(everybody="deck"),
    ev.InspectionVerified: seen_by(),
    ev.TensRemoved: seen_by(everybody="torn", house="cards"),
    ev.TensVerified: seen_by(),
    ev.CardsSpread: seen_by(everybody="face_up"),
    ev.CardsWashed: seen_by(everybody="exposed"),
    ev.TableIdle: seen_by(everybody="face_up"),
    ev.DecksRemoved: seen_by(),
    ev.ShoeShuffled: seen_by(everybody="method mid_round", nobody="cards"),
    ev.BatchPlaced: seen_by(nobody="cards"),
    ev.BatchShuffled: seen_by(nobody="cards"),
    ev.BatchTaken: seen_by(),
    ev.BatchWithdrawn: seen_by(),
    ev.CutOffered: seen_by(everybody="order"),
    ev.CutRefused: seen_by(everybody="person"),
    ev.StackCut: seen_by(everybody="person at"),
    ev.RecutOrdered: seen_by(),
    ev.CoverCardPlaced: seen_by(everybody="behind"),
    ev.ShoeLoaded: seen_by(),
    ev.CardBurned: seen_by(nobody="card"),
    ev.BurnCardDisclosed: seen_by(everybody="person", owner="card"),
    ev.DealerRelieved: seen_by(),
    ev.ReshuffleOrdered: seen_by(),
    ev.CoverCardReached: seen_by(everybody="box"),
    ev.WagerPlaced: seen_by(everybody="person box kind amount coupon"),
    ev.CashOffered: seen_by(everybody="person box kind", owner="amount"),
    ev.CashConfirmed: seen_by(everybody="person box by", owner="converted"),
    ev.WagerWithdrawn: seen_by(everybody="person box kind amount"),
    ev.ConsentGiven: seen_by(everybody="by person"),
    ev.WageringPermitted: seen_by(everybody="person"),
    ev.WagersClosed: seen_by(everybody="number callers"),
    ev.MeterMoved: seen_by(everybody="meter amount", nobody="remainder"),
    ev.CardDealt: seen_by(everybody="box hand face_down announced", if_face_up="card"),
    ev.InsurancePlaced: seen_by(everybody="person box amount"),
    ev.InsuranceDeclined: seen_by(everybody="person box"),
    ev.InsuranceClosed: seen_by(),
    ev.ReaderAnswered: seen_by(everybody="blackjack"),
    ev.BlackjackAnnounced: seen_by(everybody="box paid_now turned_sideways"),
    ev.PointsAnnounced: seen_by(everybody="box hand total"),
    ev.HandStood: seen_by(everybody="box hand person"),
    ev.CardAsked: seen_by(everybody="box hand person"),
    ev.DoubleMade: seen_by(everybody="box hand person amount asked"),
    ev.DoubleFollowed: seen_by(everybody="box hand person amount"),
    ev.DoubleKept: seen_by(everybody="box hand person asked"),
    ev.PairSplit: seen_by(everybody="box hand person amount asked"),
    ev.SplitFollowed: seen_by(everybody="box hand person amount goes_to"),
    ev.HandSurrendered: seen_by(everybody="box hand person"),
    ev.DoubleRescued: seen_by(everybody="box hand person returned"),
    ev.HoleCardTurned: seen_by(everybody="card announced"),
    ev.DealersCardAnnounced: seen_by(),
    ev.DealerDone: seen_by(everybody="announced"),
    ev.HotSpotDrawn: seen_by(everybody="box"),
    ev.WheelSpun: seen_by(everybody="box person kind wager stop"),
    ev.CommunityWheelSpun: seen_by(everybody="wager stop"),
    ev.LightChecked: seen_by(everybody="box person kind"),
    ev.PayoutValidated: seen_by(everybody="box person kind"),
    ev.WagerSettled: seen_by(everybody="box hand person kind result collected returned paid why meter"),
    ev.BonusPaid: seen_by(everybody="box person kind paid why"),
    ev.HandRemoved: seen_by(everybody="box hand"),
    ev.CardsCollected: seen_by(everybody="barred", nobody="hands digest"),
    ev.FaceUpFound: seen_by(everybody="card"),
    ev.TenFound: seen_by(everybody="card"),
    ev.TenTakenOut: seen_by(everybody="torn", house="card"),
    ev.SettlementUndone: seen_by(everybody="box hand person kind returned taken why"),
    ev.HandsCalledDead: seen_by(everybody="why"),
    ev.RoundVoided: seen_by(everybody="why reshuffle"),
    ev.CardDrawnInError: seen_by(everybody="exposed", if_exposed="card"),
    ev.CardRefused: seen_by(everybody="box hand person"),
    ev.CardDiscarded: seen_by(everybody="why", nobody="card"),
    ev.DealerSkipped: seen_by(),
    ev.BoxSkipped: seen_by(everybody="box"),
    ev.RequestMissed: seen_by(everybody="box hand"),
    ev.LateCardAnswered: seen_by(everybody="box hand takes"),
    ev.HandDead: seen_by(everybody="box hand why"),
    ev.InsertionReported: seen_by(everybody="shows_value"),
    ev.ReaderFailed: seen_by(everybody="halted"),
    ev.ReaderRepaired: seen_by(),
    ev.ShufflerJammed: seen_by(),
    ev.ShufflerFailed: seen_by(),
    ev.ShufflerPutAside: seen_by(everybody="removed"),
    ev.ShoeEmptied: seen_by(),
}
"""Who may see which field of which event."""


@cache
def _fields_of(kind: type[ev.Event]) -> tuple[str, tuple[tuple[str, Sees], ...], frozenset[str]]:
    """An event's name, its fields with who sees them, and those that everyone may see unchanged."""
    sees = SEES[kind]
    is_open = frozenset(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.type in (int, str, bool) and field.name != "card" and sees[field.name] is everybody
    )
    return kind.__name__, tuple(sees.items()), is_open


def seen(event: ev.Event, who: str) -> SeenEvent:
    """What `who` (a person, the dealer, the floorperson or a stranger) may see of an event."""
    kind, fields, is_open = _fields_of(type(event))
    shown: SeenEvent = {"type": kind}
    for name, sees in fields:
        value = getattr(event, name)
        if name in is_open:
            shown[name] = value
        elif name == "card":
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
