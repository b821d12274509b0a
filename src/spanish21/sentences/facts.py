"""The facts behind a sentence in any language: the person it is about, its case, and the values of its
blanks.

Facts are an event as its reader may see it (`seen`); hidden fields are None.
"""

from collections.abc import Callable

from spanish21.game.round.wheels import kind_with_hot_spot, wheel_table
from spanish21.game.seen import SeenEvent
from spanish21.game.states import WagerResult
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE
from spanish21.sentences.reader import Reader, Voice

_YOU, _LOG = Voice.YOU, Voice.LOG
_WON, _LOST = WagerResult.WON, WagerResult.LOST

GOES_WITHOUT_SAYING = frozenset(
    (
        "LogContinued",
        "SeedPromised",
        "SeedsOpened.nobody",
        "TableSetUp",
        "InventorySlipWritten",
        "InventoryCounted",
        "EquipmentChecked",
        "ReaderInspected",
        "TimeTold",
        "InspectionVerified",
        "TensVerified",
        "CoverCardPlaced",
        "CutOffered.nobody",
        "MeterMoved",
        "InsuranceClosed",
        "DealersCardAnnounced",
        "DealerDone.unannounced",
        "LightChecked",
        "HandRemoved",
    )
)
"""Events that no one at a table is told: only the record has them."""
OF_THE_HOUSE = frozenset(
    (
        "GamingDayBegun",
        "DecksReceived",
        "DecksInspected",
        "DecksInspected.defect",
        "TensRemoved",
        "TensRemoved.torn",
        "CardsSpread",
        "CardsSpread.down",
        "CardsWashed",
        "CardBurned",
        "CashConfirmed",
        "CashConfirmed.changed",
    )
)
"""Steps of the house while players wait: the dealer and the floorperson are told, players are not."""


def goes_without_saying(name: str, reader: Reader) -> bool:
    """Whether a reader at the table is not told of this case of an event."""
    return name in GOES_WITHOUT_SAYING or (name in OF_THE_HOUSE and reader.who not in HOUSE)


_SUBJECTS = {
    "by": "CashConfirmed ConsentGiven",
    "first": "CutOffered",
    "box": "BlackjackAnnounced PointsAnnounced HotSpotDrawn HandDead LateCardAnswered",
    DEALER: "DecksInspected TensRemoved CardsWashed CoverCardPlaced CardBurned DealerRelieved HoleCardTurned "
    "DealersCardAnnounced DealerDone LightChecked CardDrawnInError DealerSkipped BoxSkipped RequestMissed",
    FLOORPERSON: "WageringPermitted PayoutValidated InspectionVerified TensVerified RecutOrdered TenTakenOut "
    "ReshuffleOrdered",
    "": "WheelSpun",
}
SUBJECTS = {event: subject for subject, events in _SUBJECTS.items() for event in events.split()}
"""Whom the sentence of an event is about, where it is not the person of the event."""


def subject_of(facts: SeenEvent) -> str:
    """Whom a sentence is about: the field that names them, "box", "dealer" or "floorperson"."""
    kind: str = facts["type"]
    if kind == "CardDealt":
        return "box" if facts["box"] else DEALER
    return SUBJECTS.get(kind, "person")


def is_addressed(facts: SeenEvent, reader: Reader) -> bool:
    """Whether the reader is whom the sentence is about."""
    if reader.voice is not _YOU or not reader.who:
        return False
    subject = subject_of(facts)
    if subject == "box":
        return facts["box"] in reader.boxes
    if subject == "first":
        return bool(facts["order"]) and facts["order"][0] == reader.who
    return reader.who == (subject if subject in HOUSE else facts.get(subject))


# -- cases of an event that have a sentence each ---------------------------------------------------

Case = Callable[[SeenEvent, Reader], str]
"""Which case of an event it is; nothing for the usual one."""


def _if(field: str, case: str, otherwise: str = "") -> Case:
    return lambda facts, reader: case if facts[field] else otherwise


def _of_slip(facts: SeenEvent, reader: Reader) -> str:
    return facts["kind"] if facts["kind"] in ("fill", "credit") else ""


def _of_card(facts: SeenEvent, reader: Reader) -> str:
    if facts["box"]:
        return "box"
    return "down" if facts["face_down"] else ""


def _of_cash(facts: SeenEvent, reader: Reader) -> str:
    return "changed" if facts["converted"] else ""


def _of_wager(facts: SeenEvent, reader: Reader) -> str:
    return {"main": "", "cash": "cash"}.get(facts["kind"], "side")


def _of_dealers_total(facts: SeenEvent, reader: Reader) -> str:
    if not facts["announced"]:
        return "unannounced"
    return "bust" if facts["announced"] > 21 else ""


def _of_split(facts: SeenEvent, reader: Reader) -> str:
    if facts["amount"]:
        return ""
    return "second" if facts["goes_to"] else "first"


_BY_RESULT = frozenset((WagerResult.TIED, WagerResult.SURRENDERED, WagerResult.RESCUED))


def _of_settlement(facts: SeenEvent, reader: Reader) -> str:
    """How a wager ended, and whether it is a side wager."""
    result = facts["result"]
    if result in _BY_RESULT:
        return str(result)
    if result == _WON:
        how = "won" if facts["paid"] else "kept"
    elif result == _LOST:
        how = "lost" if facts["collected"] else "missed"
    else:
        how = "returned"
    if facts["kind"] == "main":
        return "lost_partly" if how == "lost" and facts["returned"] else how
    return how if how == "won" and facts["kind"] == "insurance" else f"side.{how}"


def _of_undoing(facts: SeenEvent, reader: Reader) -> str:
    return "taken" if facts["taken"] else ""


def _of_seeds(facts: SeenEvent, reader: Reader) -> str:
    if facts["missing"]:
        return "missing"
    return "" if facts["people"] else "nobody"


CASES: dict[str, Case] = {
    "InventorySlipWritten": _of_slip,
    "PersonJoined": _if("seat", "", "behind"),
    "DecksInspected": _if("defective", "defect"),
    "TensRemoved": _if("torn", "torn"),
    "CardsSpread": _if("face_up", "", "down"),
    "TableIdle": _if("face_up", "", "down"),
    "SeedsOpened": _of_seeds,
    "ShoeShuffled": _if("mid_round", "discards"),
    "CutOffered": _if("order", "", "nobody"),
    "CoverCardReached": lambda facts, reader: "house" if reader.who in HOUSE else "",
    "WagerPlaced": _of_wager,
    "CashOffered": _if("box", "", "chips"),
    "CashConfirmed": _of_cash,
    "WagerWithdrawn": _of_wager,
    "CardDealt": _of_card,
    "ReaderAnswered": _if("blackjack", "", "none"),
    "DoubleFollowed": _if("amount", "", "declined"),
    "SplitFollowed": _of_split,
    "DealerDone": _of_dealers_total,
    "WagerSettled": _of_settlement,
    "BonusPaid": lambda facts, reader: facts["kind"],
    "SettlementUndone": _of_undoing,
    "TenTakenOut": _if("torn", "torn"),
    "CardDrawnInError": _if("exposed", "", "unseen"),
    "LateCardAnswered": _if("takes", "", "declined"),
    "InsertionReported": _if("shows_value", "", "unseen"),
    "ShufflerPutAside": _if("removed", "", "covered"),
}
"""The events with more than one sentence."""


# -- the values of blanks --------------------------------------------------------------------------

Blank = Callable[[SeenEvent, Reader], str]
"""The text of a blank; nothing where there is nothing to say, or where the reader may not know."""


def _who(field: str, begins: bool = False, owns: bool = False) -> Blank:
    """A person, the dealer or the floorperson, as a reader calls them. Names stay as they are, even at the
    beginning of a sentence."""

    def person(facts: SeenEvent, reader: Reader) -> str:
        language, name = reader.language, facts[field] if field in _NAMED else _name(facts, field)
        if name == reader.who and reader.voice is _YOU:
            word = language.your if owns else language.you
        elif name in HOUSE:
            word = language.dealer if name == DEALER else language.floorperson
            word = language.possessive(word) if owns else word
        else:
            shown = reader.names.get(name, name)
            return language.possessive(shown) if owns else shown
        return language.capital(word) if begins else word

    return person


_NAMED = frozenset(("person", "by"))
"""The fields that name a person."""


def _name(facts: SeenEvent, field: str) -> str:
    """The subject of a pattern without a field for it: the house, or the first in an order."""
    name: str = field if field in HOUSE else facts["order"][0]
    return name


def _money(field: str) -> Blank:
    def amount(facts: SeenEvent, reader: Reader) -> str:
        value = facts[field]
        return reader.language.money(value, reader.rules.currency) if value else ""

    return amount


def _difference(sign: int) -> Blank:
    def amount(facts: SeenEvent, reader: Reader) -> str:
        value = (facts["difference"] or 0) * sign
        return reader.language.money(value, reader.rules.currency) if value > 0 else ""

    return amount


def _number(field: str) -> Blank:
    return lambda facts, reader: str(facts[field] or "")


def _cards(field: str) -> Blank:
    return lambda facts, reader: reader.language.cards(facts[field])


def _card(facts: SeenEvent, reader: Reader) -> str:
    text = facts["card"]
    return "" if text == "??" else (reader.card or reader.language.card)(text)


def _needs_box(facts: SeenEvent, reader: Reader) -> bool:
    """Whether the box does not go without saying: for the record, the house, and a reader with several."""
    if reader.voice is _LOG or reader.who in HOUSE:
        return True
    return len(reader.boxes) > 1 and facts["box"] in reader.boxes


def _where(facts: SeenEvent, reader: Reader) -> str:
    """The place of an action: the box, where it does not go without saying, and the hand if not the first."""
    box = facts["box"] if _needs_box(facts, reader) else 0
    return reader.language.where(box, facts.get("hand", 0))


def _place(facts: SeenEvent, reader: Reader) -> str:
    return reader.language.place(facts["box"], facts.get("hand", 0))


def _why(facts: SeenEvent, reader: Reader) -> str:
    return reader.language.why(reader.rules, facts["why"])


def _wheel(facts: SeenEvent, reader: Reader) -> str:
    """The text of a wheel's stop."""
    rules = reader.rules
    is_community = facts["type"] == "CommunityWheelSpun"
    kind = kind_with_hot_spot(rules) if is_community else facts["kind"]
    table = wheel_table(rules, kind, facts["wager"])
    stop = (table.community if is_community else table.wheel)[facts["stop"]]
    return reader.language.symbol(rules, stop.symbol)


def _hot_spot(facts: SeenEvent, reader: Reader) -> str:
    return reader.language.wager(kind_with_hot_spot(reader.rules))


BLANKS: dict[str, Blank] = {
    "person": _who("person"),
    "Person": _who("person", begins=True),
    "whose": _who("person", owns=True),
    "By": _who("by", begins=True),
    "First": _who("first", begins=True),
    "Dealer": _who(DEALER, begins=True),
    "Floor": _who(FLOORPERSON, begins=True),
    "amount": _money("amount"),
    "coupon": _money("coupon"),
    "chips": _money("chips"),
    "converted": _money("converted"),
    "paid": _money("paid"),
    "collected": _money("collected"),
    "returned": _money("returned"),
    "taken": _money("taken"),
    "stake": _money("wager"),
    "over": _difference(1),
    "short": _difference(-1),
    "box": _number("box"),
    "seat": _number("seat"),
    "number": _number("number"),
    "deck": _number("deck"),
    "defective": _number("defective"),
    "announced": _number("announced"),
    "total": _number("total"),
    "version": _number("version"),
    "minutes": lambda facts, reader: reader.language.minutes(facts["minutes"]),
    "depth": _cards("at"),
    "behind": _cards("behind"),
    "card": _card,
    "where": _where,
    "there": lambda facts, reader: str(facts["box"]) if _needs_box(facts, reader) else "",
    "place": _place,
    "wager": lambda facts, reader: reader.language.wager(facts["kind"]),
    "hot_spot": _hot_spot,
    "meter": lambda facts, reader: reader.language.meter(facts["meter"]),
    "symbol": _wheel,
    "why": _why,
}
"""Each blank of a pattern; in capitals at the beginning of a sentence."""
