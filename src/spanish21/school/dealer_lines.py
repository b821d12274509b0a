"""What happens at the school's table, in sentences for the person who deals."""

from collections.abc import Sequence

from spanish21.game import events as ev
from spanish21.game.count_text import count_text
from spanish21.game.rules import Rules
from spanish21.game.states import Result
from spanish21.game.table import Table
from spanish21.game.wheels import kind_with_hot_spot, wheel_table
from spanish21.school.school_words import KIND_NAMES, card_text, money_text

Seen = str


def told(table: Table, event: ev.Event) -> str:
    """One event in words, as the dealer sees it, or nothing where it goes without saying."""
    rules = table.rules
    return _of_people(rules, event) or _of_cards(event) or _of_money(rules, event) or _of_trouble(event)


def happened(table: Table, events: Sequence[ev.Event]) -> list[str]:
    """What has happened since the last question, a sentence each: of rounds that are over only that they are,
    and first cards are seen on the layout."""
    lines: list[str] = []
    over = max((at for at, event in enumerate(events) if isinstance(event, ev.CardsCollected)), default=0)
    first_cards = sum(isinstance(event, ev.CardDealt) for event in events[over:]) > 2
    for event in events[over:]:
        if first_cards and isinstance(event, ev.CardDealt):
            continue
        says = told(table, event)
        if says:
            lines.append(says)
    return lines


def _of_people(rules: Rules, event: ev.Event) -> Seen:
    match event:
        case ev.WagerPlaced(kind="main"):
            return f"{event.person} wagers {money_text(event.amount, rules)} on box {event.box}."
        case ev.WagerPlaced():
            side = KIND_NAMES[event.kind].removeprefix("the ")
            return f"{event.person} adds {money_text(event.amount, rules)} on box {event.box}: {side}."
        case ev.CutRefused():
            return f"{event.person} declines the cut."
        case ev.StackCut() if event.person != "dealer":
            return f"{event.person} cuts the stack, {count_text(event.at, 'card')} from the top."
        case ev.InsurancePlaced():
            return f"{event.person} insures box {event.box} for {money_text(event.amount, rules)}."
        case ev.InsuranceDeclined():
            return f"{event.person} declines insurance for box {event.box}."
        case ev.HandStood() | ev.DoubleKept():
            return f"{event.person} stands, box {event.box}."
        case ev.CardAsked():
            return f"{event.person} asks for a card, box {event.box}."
        case ev.DoubleMade():
            return f"{event.person} doubles by {money_text(event.amount, rules)}, box {event.box}."
        case ev.DoubleFollowed() if event.amount:
            return f"{event.person} doubles too, by {money_text(event.amount, rules)}."
        case ev.PairSplit():
            return f"{event.person} splits, box {event.box}."
        case ev.SplitFollowed() if event.amount:
            return f"{event.person} covers both hands."
        case ev.HandSurrendered():
            return f"{event.person} surrenders, box {event.box}."
        case ev.DoubleRescued():
            return f"{event.person} rescues the double, box {event.box}."
        case ev.LateCardAnswered():
            return (
                f"Box {event.box} {'takes the card later' if event.takes else 'wants the hand called dead'}."
            )
        case ev.EquipmentChecked():
            return "The equipment is complete."
        case ev.DecksReceived():
            return "The decks come to the table."
        case ev.TensRemoved():
            return "The 10s are taken out."
        case ev.DealerRelieved():
            return "You relieve another dealer."
        case ev.ReshuffleOrdered():
            return "The floorperson orders a shuffle after this round."
        case _:
            return ""


def _of_cards(event: ev.Event) -> Seen:
    match event:
        case ev.ShoeShuffled():
            return "The cards are shuffled."
        case ev.CardBurned():
            return "A card is burned, unseen."
        case ev.CardDealt(face_down=True):
            return "Your hole card lies face down."
        case ev.CardDealt(box=0):
            return f"You draw {card_text(event.card)}."
        case ev.CardDealt():
            return f"Box {event.box} gets {card_text(event.card)}."
        case ev.HoleCardTurned():
            return f"Your hole card is {card_text(event.card)}."
        case ev.ReaderAnswered():
            return f"The card reader shows {'a' if event.blackjack else 'no'} Blackjack."
        case ev.CardsCollected():
            return "The cards are picked up. The round is over."
        case _:
            return ""


def _of_money(rules: Rules, event: ev.Event) -> Seen:
    match event:
        case ev.WagerSettled(result=Result.VOID):
            return f"{event.person} gets {money_text(event.returned, rules)} back, box {event.box}."
        case ev.WagerSettled() if event.paid:
            return f"{event.person} is paid {money_text(event.paid, rules)}, box {event.box}."
        case ev.WagerSettled() if event.collected:
            return f"{event.person} loses {money_text(event.collected, rules)}, box {event.box}."
        case ev.WagerSettled():
            return f"The wager of {event.person} stays, box {event.box}."
        case ev.BonusPaid():
            return f"{event.person} is paid {money_text(event.paid, rules)} besides."
        case ev.WheelSpun():
            stop = wheel_table(rules, event.kind, event.wager).wheel[event.stop]
            return f"The wheel turns for {event.person} and shows {stop.symbol.replace('+', ' and ')}."
        case ev.CommunityWheelSpun():
            stop = wheel_table(rules, kind_with_hot_spot(rules), event.wager).community[event.stop]
            return f"The community wheel shows {stop.symbol}."
        case ev.HotSpotDrawn():
            return f"Box {event.box} is drawn as the hot spot."
        case _:
            return ""


def _of_trouble(event: ev.Event) -> Seen:
    match event:
        case ev.FaceUpFound():
            return f"{card_text(event.card)}, found face up, goes into the discard rack."
        case ev.TenTakenOut():
            return "The floorperson takes the 10 out of the game."
        case ev.HandsCalledDead():
            return "All hands are dead."
        case ev.RoundVoided():
            return "The round is void."
        case ev.HandDead():
            return f"The hand of box {event.box} is dead."
        case ev.CardDiscarded():
            return f"{card_text(event.card)} goes into the discard rack."
        case ev.ReaderRepaired():
            return "The card reader is repaired."
        case _:
            return ""
