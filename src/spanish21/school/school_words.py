"""Cards, hands and amounts in the school's sentences."""

from collections.abc import Iterable

from spanish21.game import money
from spanish21.game.cards import RANK_LETTERS
from spanish21.game.hands import total
from spanish21.game.round.places import dealer_sums
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.registry import current_dict, side_wagers
from spanish21.game.table import Box, Table, box_index

_SUITS = "♣♦♥♠"

KIND_NAMES = current_dict(
    lambda: {
        "main": "the wager",
        "insurance": "insurance",
        **{record.kind: record.spoken for record in side_wagers()},
    }
)
"""The wagers as a sentence calls them."""


def card_text(card: int) -> str:
    """A card with the sign of its suit; a card face down has no sign."""
    return f"{RANK_LETTERS[card >> 2].replace('T', '10')}{_SUITS[card & 3]}" if card else "▒▒"


def cards_text(cards: Iterable[int]) -> str:
    """Cards side by side."""
    return " ".join(card_text(card) for card in cards)


def money_text(amount: int, rules: Rules) -> str:
    """An amount with its currency, without needless cents."""
    return money.money_text(amount, rules.currency)


def total_text(cards: tuple[int, ...]) -> str:
    """A total as it is called, with soft where an ace counts 11."""
    hard, aces = dealer_sums(cards)
    best = total(hard, aces)
    return f"soft {best}" if best != hard and best < 21 else str(best)


def box_of(table: Table, number: int) -> Box:
    """The box of that number, which has a wager."""
    return table.boxes[box_index(table, number)]


def hand_name(box: Box, index: int) -> str:
    """A hand by its box, and by its number where the box has several."""
    return f"box {box.number}, hand {index + 1}" if len(box.hands) > 1 else f"box {box.number}"


def dealer_text(table: Table) -> str:
    """The dealer's cards as everyone sees them."""
    if not table.dealer:
        return "no cards"
    shown = table.dealer[:1] if table.hole_down else table.dealer
    return cards_text(shown)


def capital(text: str) -> str:
    """A sentence's first letter as it should be."""
    return text[:1].upper() + text[1:]
