"""A card is an int, rank * 4 + suit; text in and out ("7s", "Kd", "Th")."""

from collections.abc import Iterable

from spanish21.errors import BadInput
from spanish21.game.words import Suit, words_of

ACE, TEN = 1, 10
RANK_LETTERS = "?A23456789TJQK"
SUIT_LETTERS = "cdhs"
SUIT_NAMES = words_of(Suit)
UNSEEN = 0
"""In place of a card whose face no one has seen."""

CARD_TEXT = ("??", "", "", "") + tuple(r + s for r in RANK_LETTERS[1:] for s in SUIT_LETTERS)
_CARD_OF_TEXT = {text: card for card, text in enumerate(CARD_TEXT) if card >= 4}

SPANISH_DECK = tuple(rank * 4 + suit for rank in range(1, 14) if rank != TEN for suit in range(4))
TENS = tuple(TEN * 4 + suit for suit in range(4))
FULL_DECK = tuple(sorted(SPANISH_DECK + TENS))


def card(text: str) -> int:
    """The card written as `text`.

    >>> card("7s"), card("Kd")
    (31, 53)
    """
    spelled = text.strip()
    spelled = spelled[:-1].upper().replace("10", "T") + spelled[-1:].lower()
    if spelled not in _CARD_OF_TEXT:
        raise BadInput(
            f"{text!r} is not a card; a card is a rank of {RANK_LETTERS[1:]} and a suit of {SUIT_LETTERS}"
        )
    return _CARD_OF_TEXT[spelled]


def cards(text: str) -> tuple[int, ...]:
    """The cards written in `text`, with spaces between them."""
    return tuple(card(word) for word in text.split())


def text_of(cards_: Iterable[int]) -> str:
    """The cards as text, with spaces between them.

    >>> text_of((31, 53))
    '7s Kd'
    """
    return " ".join(CARD_TEXT[one] for one in cards_)
