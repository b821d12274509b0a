"""What has happened, in a line: what a wager got and why, and the steps of the house that people notice."""

import click

from spanish21.books.citing import citations
from spanish21.books.clauses import Rulebook
from spanish21.cli.printing import card_sign, clause_list, money
from spanish21.cli.seat.seat_picture import dealer_total_text
from spanish21.game import events as ev
from spanish21.game.cards import card
from spanish21.game.rules import Rules
from spanish21.game.seen import seen
from spanish21.game.table import Table, box_of
from spanish21.game.view import view
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.sentences.reader import Reader
from spanish21.sentences.text import text_of

Result = ev.WagerSettled | ev.BonusPaid | ev.SettlementUndone
_NOTICED = (
    ev.ShoeShuffled,
    ev.BatchTaken,
    ev.CutOffered,
    ev.CoverCardReached,
    ev.ReaderAnswered,
    ev.HoleCardTurned,
    ev.CardDealt,
    ev.PayoutValidated,
    ev.BurnCardDisclosed,
    ev.InventoryFilled,
    ev.TenFound,
    ev.HotSpotDrawn,
    ev.WheelSpun,
    ev.CommunityWheelSpun,
)
"""What a person at the table would notice, and the picture of the table does not show."""


def reader_at(rules: Rules, who: str, language: Language = ENGLISH) -> Reader:
    """The reader of a seat's sentences, in which cards have the signs of their suits."""
    return Reader(rules=rules, who=who, card=lambda text: card_sign(card(text)), language=language)


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


def result_text(table: Table, book: Rulebook, event: Result, language: Language = ENGLISH) -> tuple[str, str]:
    """What a wager got; and on which box, why, and by which clause."""
    rules = table.rules
    amount = got(event)
    text = click.style(_signed(amount, rules.currency, language), fg=colour_of(amount))
    kind = "" if event.kind in ("main", "insurance") else f"{language.capital(language.wager(event.kind))}: "
    where = clause_list(book.name, citations(book, rules, event.why))
    cited = click.style(f"[{where}]", dim=True)
    place, why = _place(table, event, language), language.why(rules, event.why)
    return text, f"{place} {event.person}: {kind}{why} {cited}"


def _signed(amount: int, currency: str, language: Language) -> str:
    """An amount with its sign; the terminal's English writes every cent."""
    if language is ENGLISH:
        return signed_money(amount, currency)
    return f"{'+' if amount > 0 else ''}{language.money(amount, currency)}"


def _place(table: Table, event: Result, language: Language) -> str:
    box = box_of(table, event.box)
    has_several = box is not None and len(box.hands) > 1
    if has_several and isinstance(event, ev.WagerSettled) and event.kind == "main":
        return language.spot(event.box, event.hand + 1)
    return language.spot(event.box, 0)


def line_of_event(table: Table, event: ev.Event, reader: Reader) -> str:
    """A step of the house that a person at the table would notice; `table` is the one after it."""
    if not isinstance(event, _NOTICED):
        return ""
    if isinstance(event, ev.CardDealt) and (event.box or event.face_down or len(table.dealer) < 2):
        return ""
    facts = seen(event, reader.who)
    if "announced" in facts:  # the terminal shows the dealer's total, whether it is called or not
        facts["announced"] = dealer_total_text(view(table, ""))
    return text_of(facts, reader)
