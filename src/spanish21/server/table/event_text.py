"""What happened, in a sentence, told from the event as its listener may see it."""

from collections.abc import Callable, Mapping
from typing import Any

from spanish21.books.citing import citations, why_text
from spanish21.books.rulebook import load_book
from spanish21.game.money import amount_text
from spanish21.game.rules import Rules
from spanish21.game.seen import SeenEvent

Names = Mapping[str, str]

_SENTENCES: dict[str, str] = {
    "PersonJoined": "{person} comes to the table.",
    "PersonLeft": "{person} leaves the table.",
    "ChipsBought": "{person} buys chips.",
    "GamingDayBegun": "A new gaming day begins.",
    "ReaderInspected": "The card reader is inspected.",
    "EquipmentChecked": "The equipment is checked.",
    "DecksReceived": "Decks arrive at the table.",
    "DecksInspected": "The dealer inspects the decks.",
    "InspectionVerified": "The floorperson verifies the inspection.",
    "TensRemoved": "The dealer takes the 10s out.",
    "TensVerified": "The floorperson verifies that the 10s are out.",
    "CardsSpread": "The cards are spread.",
    "CardsWashed": "The cards are washed and stacked.",
    "TableIdle": "The table is idle; the cards are spread.",
    "DecksRemoved": "The decks go out of play.",
    "ShoeShuffled": "The cards are shuffled.",
    "BatchPlaced": "A batch goes into the shuffling device.",
    "BatchShuffled": "The device shuffles.",
    "BatchTaken": "A shuffled batch comes out of the device.",
    "CutOffered": "The cut is offered.",
    "CutRefused": "{person} declines the cut.",
    "StackCut": "{person} cuts the cards.",
    "RecutOrdered": "The floorperson orders another cut.",
    "CoverCardPlaced": "The cover card goes in.",
    "ShoeLoaded": "The cards go into the shoe.",
    "CardBurned": "A card is burned.",
    "BurnCardDisclosed": "{person} is shown the burn card.",
    "ReshuffleOrdered": "The floorperson orders a shuffle after this round.",
    "CoverCardReached": "The cover card comes out: the cards are shuffled after this round.",
    "WagerPlaced": "{person} wagers {amount} on box {box}{kind}.",
    "CashOffered": "{person} puts cash on box {box}.",
    "CashConfirmed": "The cash of {person} is changed into chips.",
    "WagerWithdrawn": "{person} takes back {amount} from box {box}{kind}.",
    "ConsentGiven": "{by} lets {person} wager on the box.",
    "WagersClosed": "No more wagers.",
    "InsurancePlaced": "{person} insures box {box} for {amount}.",
    "InsuranceDeclined": "{person} declines insurance.",
    "InsuranceClosed": "Insurance is closed.",
    "HandStood": "{person} stands.",
    "CardAsked": "{person} draws.",
    "DoubleMade": "{person} doubles by {amount}.",
    "DoubleFollowed": "{person} adds {amount} to the double.",
    "DoubleKept": "{person} stands.",
    "PairSplit": "{person} splits.",
    "SplitFollowed": "{person} follows the split.",
    "HandSurrendered": "{person} surrenders.",
    "DoubleRescued": "{person} rescues the double.",
    "HoleCardTurned": "The dealer turns the hole card: {card}.",
    "HotSpotDrawn": "Box {box} is the hot spot.",
    "WheelSpun": "The wheel turns for {person}.",
    "CommunityWheelSpun": "The community wheel turns.",
    "PayoutValidated": "The floorperson validates the payout to {person}.",
    "MeterMoved": "The meter {meter} shows {amount}.",
    "HandsCalledDead": "All hands are dead.",
    "RoundVoided": "The round is void.",
    "ShoeEmptied": "The shoe is empty.",
    "CardsCollected": "The cards are collected.",
}


def sentence(event: SeenEvent, names: Names, rules: Rules) -> str:
    """The event in words; nothing for one that goes without saying."""
    told = _TELL.get(event["type"])
    if told is not None:
        return told(event, names, rules)
    pattern = _SENTENCES.get(event["type"])
    return pattern.format_map(_words(event, names)) if pattern else ""


def _words(event: SeenEvent, names: Names) -> dict[str, Any]:
    words = dict(event)
    for field in ("person", "by"):
        if isinstance(words.get(field), str):
            words[field] = names.get(words[field], words[field])
    if isinstance(words.get("amount"), int):
        words["amount"] = amount_text(words["amount"])
    for field in ("kind", "meter"):
        words[field] = str(words.get(field, "")).replace("_", " ")
    words["kind"] = "" if words["kind"] == "main" else f" ({words['kind']})"
    return words


def _dealt(event: SeenEvent, names: Names, rules: Rules) -> str:
    if event["box"]:
        return f"Box {event['box']}: {event['card']}."
    if event["face_down"]:
        return "The dealer takes a card face down."
    total = f", {event['announced']}" if event["announced"] else ""
    return f"The dealer: {event['card']}{total}."


def _settled(event: SeenEvent, names: Names, rules: Rules) -> str:
    got = event.get("paid", 0) - event.get("collected", 0)
    who = names.get(event["person"], event["person"])
    sign = "+" if got > 0 else "−" if got < 0 else ""
    kind = "" if event["kind"] == "main" else f" ({event['kind'].replace('_', ' ')})"
    return f"{who}{kind}: {sign}{amount_text(abs(got))}, {why_text(rules, event['why'])}."


def _reader(event: SeenEvent, names: Names, rules: Rules) -> str:
    return f"The card reader says: {'' if event['blackjack'] else 'no '}Blackjack."


_TELL: dict[str, Callable[[SeenEvent, Names, Rules], str]] = {
    "CardDealt": _dealt,
    "WagerSettled": _settled,
    "BonusPaid": _settled,
    "ReaderAnswered": _reader,
}


class Citing:
    """The clauses behind a table's events, each looked up once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._book = load_book(rules.book)
        self._found: dict[str, tuple[str, ...]] = {}

    def clauses(self, event: SeenEvent) -> tuple[str, ...]:
        """The clauses of an event: why a wager was settled so, or what demands the step."""
        why = event.get("why") if event["type"] in ("WagerSettled", "BonusPaid", "SettlementUndone") else None
        name = why or event["type"]
        if name not in self._found:
            found = citations(self._book, self._rules, name)
            self._found[name] = tuple(f"{self._rules.book} {clause}" for clause in found)
        return self._found[name]
