"""The hands of an exported round, a row each: cards, decisions, wagers, results and times."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from spanish21.game.cards import cards
from spanish21.game.hands import total
from spanish21.game.round.places import dealer_sums
from spanish21.notation.round_rows import DECISIONS

_DECISIONS = {event.__name__: word for event, word in DECISIONS.items()}
_UNSEEN = "??"

SeenEvent = Mapping[str, Any]


class _Hand(msgspec.Struct):
    """A hand as its events make it; money by person."""

    cards: list[str] = []
    decisions: list[str] = []
    wagers: Counter[str] = msgspec.field(default_factory=Counter)
    doubled: Counter[str] = msgspec.field(default_factory=Counter)
    settled: dict[str, dict[str, Any]] = {}
    is_split: bool = False
    aces_of_1: int = 0
    """How many of the aces count 1 because the hand was doubled."""


class _Round(msgspec.Struct):
    """A round as its events make it."""

    doubled_aces_count_1: bool
    hands: dict[int, list[_Hand]] = {}
    dealer: list[str] = []
    sides: dict[tuple[int, str], list[dict[str, Any]]] = {}
    begun: int | None = None
    ended: int | None = None


def hand_rows(played: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows of a round as `exported_rounds` tells it: one for each hand and each person who has a wager on
    it. Side wagers, insurance and payouts of a box are with its first hand."""
    found = _Round(doubled_aces_count_1=played["doubled_aces_count_1"])
    for one in played["events"]:
        if one["event"] is not None:  # sealed until its shoe is opened
            _take(found, one["event"], one["at"])
    for box, hands in sorted(found.hands.items()):
        for index, hand in enumerate(hands):
            for person in hand.wagers:
                sides = found.sides.get((box, person), []) if index == 0 else []
                yield {
                    "table": played["table"],
                    "round": played["round"],
                    "begun": found.begun,
                    "ended": found.ended,
                    "box": box,
                    "hand": index + 1,
                    "person": person,
                    **_row(hand, person),
                    "dealer_cards": found.dealer,
                    "dealer_total": _total(found.dealer),
                    "sides": sides,
                    "sides_net": sum(side["net"] for side in sides),
                }


def _row(hand: _Hand, person: str) -> dict[str, Any]:
    """One person's stake on a hand, and its result."""
    settled = hand.settled.get(person, {})
    return {
        "from_split": hand.is_split,
        "cards": hand.cards,
        "total": _total(hand.cards, hand.aces_of_1),
        "decisions": hand.decisions,
        "wager": hand.wagers[person],
        "doubled": hand.doubled[person],
        "result": settled.get("result"),
        "why": settled.get("why"),
        "settled": settled.get("at"),
        "net": settled.get("net", 0),
    }


def _total(held: list[str], aces_of_1: int = 0) -> int | None:
    if not held or _UNSEEN in held:
        return None
    hard, aces = dealer_sums(cards(" ".join(held)))
    return total(hard, aces - aces_of_1)


def _take(found: _Round, event: SeenEvent, at: int) -> None:
    """Apply an event."""
    match event["type"]:
        case "WagersClosed":
            found.begun = at
        case "CardsCollected":
            found.ended = at
        case "WagerPlaced" | "WagerWithdrawn" if event["kind"] == "main":
            sign = 1 if event["type"] == "WagerPlaced" else -1
            amount = event["amount"] + event.get("coupon", 0)
            wagers = found.hands.setdefault(event["box"], [_Hand()])[0].wagers
            wagers[event["person"]] += sign * amount
            if not wagers[event["person"]]:
                del wagers[event["person"]]
        case "CardDealt" if event["box"] == 0:
            found.dealer.append(event["card"])
        case "CardDealt":
            found.hands.setdefault(event["box"], [_Hand()])[event["hand"]].cards.append(event["card"])
        case "HoleCardTurned":
            found.dealer[1:2] = [event["card"]]
        case "WagerSettled" | "BonusPaid" | "SettlementUndone":
            _settle(found, event, at)
        case kind if kind in _DECISIONS or kind in ("DoubleFollowed", "SplitFollowed"):
            _decide(found.hands[event["box"]], event)
            if found.doubled_aces_count_1 and kind == "DoubleMade":
                doubled = found.hands[event["box"]][event["hand"]]
                doubled.aces_of_1 = sum(card[0] == "A" for card in doubled.cards)


def _decide(hands: list[_Hand], event: SeenEvent) -> None:
    """A decision on a hand, or that of another person on the same hand."""
    kind, index, person = event["type"], event["hand"], event["person"]
    hand = hands[index]
    if kind in _DECISIONS:
        hand.decisions.append(_DECISIONS[kind])
    if kind in ("DoubleMade", "DoubleFollowed"):
        hand.doubled[person] += event["amount"]
    elif kind == "DoubleRescued":
        hand.doubled[person] -= event["returned"]
    elif kind == "PairSplit":
        hand.is_split = True
        wagers = Counter({person: event["amount"]})
        hands.insert(index + 1, _Hand(cards=[hand.cards.pop()], wagers=wagers, is_split=True))
    elif kind == "SplitFollowed" and event["amount"]:
        hands[index + 1].wagers[person] = event["amount"]
    elif kind == "SplitFollowed" and event["goes_to"] == 1:
        hands[index + 1].wagers[person] = hand.wagers.pop(person)


def _settle(found: _Round, event: SeenEvent, at: int) -> None:
    """A wager's result; an undone wager has moved nothing in the end."""
    box, person, kind = event["box"], event["person"], event["kind"]
    if event["type"] == "SettlementUndone":
        net, result = event["returned"] - event["taken"], "void"
    else:
        net, result = event["paid"] - event.get("collected", 0), event.get("result", "paid")
    if kind != "main":
        side = {"kind": kind, "result": result, "net": net, "why": event["why"]}
        found.sides.setdefault((box, person), []).append(side)
        return
    settled = found.hands[box][event["hand"]].settled
    before = settled.get(person, {}).get("net", 0)
    settled[person] = {"result": result, "net": before + net, "why": event["why"], "at": at}
