"""What has happened, in a line: what a wager got and why, and the steps of the house that people notice."""

import click

from spanish21.books.citing import citations, why_text
from spanish21.books.rulebook import Rulebook
from spanish21.cli.printing import card_sign, clause_list, money
from spanish21.cli.seat.seat_picture import SIDE_WORDS, dealer_total_text
from spanish21.game import events as ev
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.table import Table, box_of
from spanish21.game.view import view
from spanish21.game.wheels import kind_with_hot_spot, wheel_table

Result = ev.WagerSettled | ev.BonusPaid | ev.SettlementUndone
KINDS = {
    "insurance": "insurance",
    "super_bonus": "super bonus",
    "envy": "envy payout",
    "community": "community pay",
}


def got(event: Result) -> int:
    """What a result brought the person, below 0 for what it took."""
    if isinstance(event, ev.SettlementUndone):
        return event.returned - event.taken
    return event.paid - event.collected if isinstance(event, ev.WagerSettled) else event.paid


def signed_money(amount: int, currency: str) -> str:
    """An amount that was won or lost, with its sign and currency."""
    return f"+{money(amount, currency)}" if amount > 0 else money(amount, currency)


def colour_of(amount: int) -> str | None:
    """Green for what is won, red for what is lost."""
    return "green" if amount > 0 else "red" if amount < 0 else None


def result_text(table: Table, book: Rulebook, event: Result) -> tuple[str, str]:
    """What a wager got; and on which box, why, and by which clause."""
    rules = table.rules
    amount = got(event)
    text = click.style(signed_money(amount, rules.currency), fg=colour_of(amount))
    kind = (
        ""
        if event.kind == "main"
        else f"{KINDS.get(event.kind) or SIDE_WORDS.get(event.kind, event.kind.replace('_', ' '))}: "
    )
    says = why_text(rules, event.why)
    kind = "" if says.startswith(kind.rstrip(": ")) else kind
    where = clause_list(book.name, citations(book, rules, event.why))
    cited = click.style(f"[{where}]", dim=True)
    return text, f"{_place(table, event)} {event.person}: {kind}{says} {cited}"


def _place(table: Table, event: Result) -> str:
    box = box_of(table, event.box)
    has_several = box is not None and len(box.hands) > 1
    if has_several and isinstance(event, ev.WagerSettled) and event.kind == "main":
        return f"box {event.box} hand {event.hand + 1}"
    return f"box {event.box}"


def told(table: Table, event: ev.Event) -> str:
    """A step of the house that a person at the table would notice; `table` is the one after it."""
    rules = table.rules
    match event:
        case ev.ShoeShuffled():
            return "The cards are shuffled."
        case ev.BatchTaken():
            return "A shuffled batch comes out of the device."
        case ev.CutOffered(order=order) if order:
            return f"The cut is offered to {order[0]}."
        case ev.CoverCardReached():
            return "The cover card comes out: the cards are shuffled after this round."
        case ev.ReaderAnswered(blackjack=blackjack):
            return f"The card reader says: {'' if blackjack else 'no '}Blackjack."
        case ev.HoleCardTurned(card=card):
            return f"The dealer turns the hole card, {card_sign(card)}: {dealer_total_text(view(table, ''))}"
        case ev.CardDealt(box=0, face_down=False, card=card) if len(table.dealer) > 1:
            return f"The dealer draws {card_sign(card)}: {dealer_total_text(view(table, ''))}"
        case ev.PayoutValidated(person=person):
            return f"The floorperson validates the payout to {person}."
        case ev.BurnCardDisclosed(card=card):
            return f"The burn card is {card_sign(card)}."
        case ev.InventoryFilled():
            return "The floorperson brings a fill of chips to the table."
        case ev.TenFound():
            return "A 10 comes out of the shoe."
    return _wheel_told(rules, event)


def _wheel_told(rules: Rules, event: ev.Event) -> str:
    match event:
        case ev.HotSpotDrawn(box=box):
            return f"Box {box} is drawn as the hot spot of {side_wager(kind_with_hot_spot(rules)).title}."
        case ev.WheelSpun(kind=kind, wager=wager, stop=stop, person=person):
            shown = wheel_table(rules, kind, wager).wheel[stop]
            return f"The wheel turns for {person} and shows {shown.symbol}."
        case ev.CommunityWheelSpun(wager=wager, stop=stop):
            shown = wheel_table(rules, kind_with_hot_spot(rules), wager).community[stop]
            return f"The community wheel turns and shows {shown.symbol}."
    return ""
