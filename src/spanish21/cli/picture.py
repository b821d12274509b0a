"""The table as text: who has which cards, and what has just happened."""

import click

from spanish21.books.citing import citations, why_text
from spanish21.books.rulebook import Rulebook
from spanish21.cli.printing import card_sign, card_signs, clause_list, columns, money, signed
from spanish21.game import events as ev
from spanish21.game.rules import Rules
from spanish21.game.table import Box, Hand, Table, hand_total
from spanish21.game.wheels import wheel_table

_STATES = {
    "blackjack": "Blackjack",
    "busted": "over 21",
    "surrendered": "surrendered",
    "rescued": "rescued",
    "dead": "dead",
    "removed": "paid",
}


def picture(table: Table, me: str) -> str:
    """Every hand on the layout, a line each; ▶ points at the one that is played."""
    dealer = table.dealer[:1] if table.hole_down else table.dealer
    cards = card_signs((*dealer, 0) if table.hole_down else dealer)
    total = str(_total(dealer)) if len(dealer) > 1 else ""
    rows = [["", "dealer", cards, total, ""]]
    for index, box in enumerate(table.boxes):
        for number, hand in enumerate(box.hands):
            here = table.phase == "play" and (index, number) == (table.turn_box, table.turn_hand)
            rows.append(_row(table, box, number, hand, here, me))
    return "\n".join(f" {line}" for line in columns(rows, right=(3,)))


def _row(table: Table, box: Box, number: int, hand: Hand, here: bool, me: str) -> list[str]:
    who = " and ".join(stake.person for stake in box.stakes)
    name = f"{who} · {number + 1}" if len(box.hands) > 1 else who
    if any(stake.person == me for stake in box.stakes):
        name = click.style(name, bold=True)
    money_ = " ".join(_stakes(table, box, number, hand))
    mark = click.style("▶", fg="green") if here else " "
    return [
        mark,
        name,
        card_signs(hand.cards),
        str(hand_total(hand)),
        f"{money_}  {_STATES.get(hand.state, '')}",
    ]


def _stakes(table: Table, box: Box, number: int, hand: Hand) -> list[str]:
    currency = table.rules.currency
    texts = []
    for index, stake in enumerate(box.stakes):
        if hand.wagers[index]:
            text = money(hand.wagers[index], currency)
            texts.append(f"{text}+{money(hand.doubles[index], currency)}" if hand.doubles[index] else text)
        if number == 0:
            texts += [
                f"{side.kind.replace('_', ' ')} {money(side.amount, currency)}"
                for side in stake.sides
                if not side.settled
            ]
            if stake.insurance:
                texts.append(f"insurance {money(stake.insurance, currency)}")
    return texts


def _total(cards: tuple[int, ...]) -> int:
    hard = sum(min(card >> 2, 10) for card in cards)
    return hard + 10 if hard <= 11 and any(card >> 2 == 1 for card in cards) else hard


def first_cards(table: Table, me: str) -> str:
    """The up card and the first two cards of a person, before the match wagers are settled."""
    mine = [
        card_signs(box.first_two) for box in table.boxes if any(stake.person == me for stake in box.stakes)
    ]
    return f"The up card is {card_sign(table.dealer[0])}; you have {' and '.join(mine)}."


Result = ev.WagerSettled | ev.BonusPaid | ev.SettlementUndone


def result_line(rules: Rules, book: Rulebook, event: Result) -> str:
    """What a wager got, why, and by which clause."""
    if isinstance(event, ev.SettlementUndone):
        got = event.returned - event.taken
    else:
        got = event.paid - event.collected if isinstance(event, ev.WagerSettled) else event.paid
    colour = "green" if got > 0 else "red" if got < 0 else None
    amount = click.style(f"{signed(got):>9}", fg=colour)
    kind = "" if event.kind == "main" else f" {event.kind.replace('_', ' ')}:"
    where = clause_list(book.name, citations(book, rules, event.why))
    cited = click.style(f"[{where}]", dim=True)
    return f" {amount}  {event.person}:{kind} {why_text(rules, event.why)} {cited}"


def told(rules: Rules, event: ev.Event) -> str:
    """A step of the house that a person at the table would notice."""
    if isinstance(event, ev.ShoeShuffled):
        return "The cards are shuffled."
    if isinstance(event, ev.BatchTaken):
        return "A shuffled batch comes out of the device."
    if isinstance(event, ev.CutOffered) and event.order:
        return f"The cut is offered to {event.order[0]}."
    if isinstance(event, ev.CoverCardReached):
        return "The cover card comes out: the cards are shuffled after this round."
    if isinstance(event, ev.ReaderAnswered):
        return f"The card reader says: {'' if event.blackjack else 'no '}Blackjack."
    if isinstance(event, ev.HoleCardTurned):
        return f"The dealer turns the hole card: {card_sign(event.card)}"
    if isinstance(event, ev.CardDealt) and event.box == 0 and not event.face_down and event.announced:
        return f"The dealer draws {card_sign(event.card)}: {event.announced}"
    if isinstance(event, ev.HotSpotDrawn):
        return f"Box {event.box} is drawn as the hot spot of Xtreme 16."
    if isinstance(event, ev.WheelSpun):
        shown = wheel_table(rules, event.kind, event.wager).wheel[event.stop]
        return f"The wheel turns for {event.person} and shows {shown.symbol}."
    if isinstance(event, ev.CommunityWheelSpun):
        shown = wheel_table(rules, "xtreme", event.wager).community[event.stop]
        return f"The community wheel turns and shows {shown.symbol}."
    if isinstance(event, ev.PayoutValidated):
        return f"The floorperson validates the payout to {event.person}."
    if isinstance(event, ev.MeterMoved):
        return f"The meter {event.meter.replace('_', ' ')} shows {money(event.amount, rules.currency)}."
    if isinstance(event, ev.BurnCardDisclosed):
        return f"The burn card is {card_sign(event.card)}."
    if isinstance(event, ev.InventoryFilled):
        return "The floorperson brings a fill of chips to the table."
    if isinstance(event, ev.TenFound):
        return "A 10 comes out of the shoe."
    return ""
