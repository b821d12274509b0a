"""What happens at the school's table, in sentences for the person who deals."""

from collections.abc import Sequence

from spanish21.game import events as ev
from spanish21.game.cards import card
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, Table
from spanish21.school.school_words import card_text
from spanish21.sentences.reader import Reader
from spanish21.sentences.text import text_of


def trainee(rules: Rules) -> Reader:
    """The person who deals, for whom cards have the signs of their suits."""
    return Reader(rules=rules, who=DEALER, card=lambda text: card_text(card(text)))


def happened(table: Table, events: Sequence[ev.Event]) -> list[str]:
    """What has happened since the last question, a sentence each. Of finished rounds, the trainee reads
    only that they are; the first cards are seen on the layout."""
    over = max((at for at, event in enumerate(events) if isinstance(event, ev.CardsCollected)), default=0)
    first_cards = sum(isinstance(event, ev.CardDealt) for event in events[over:]) > 2
    shown = [one for one in events[over:] if not (first_cards and isinstance(one, ev.CardDealt))]
    reader = trainee(table.rules)
    return [text for event in shown if (text := text_of(event, reader))]
