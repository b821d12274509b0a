"""The table of an environment as an array of pixels."""

from typing import Any

import numpy
from PIL import Image, ImageDraw, ImageFont

from spanish21.environments.ansi import hand_text
from spanish21.environments.seat import PLAYER, Seat
from spanish21.game.view import view

WIDTH, HEIGHT = 344, 188
_FELT, _LINE, _PAPER, _INK, _RED, _BACK = "#1a6549", "#ecdcae", "#fffef9", "#191b1e", "#bf1f2b", "#0f4733"
_CARD_WIDTH, _CARD_HEIGHT, _TEXT_HEIGHT = 26, 34, 12
_MOST_IN_ROW = 11


def table_pixels(seat: Seat) -> Any:
    """The picture as `[row, column, red | green | blue]`: the dealer's cards above, the hands below."""
    seen = view(seat.shown, PLAYER)
    image = Image.new("RGB", (WIDTH, HEIGHT), _FELT)
    draw = ImageDraw.Draw(image)
    draw.text((8, 4), f"{seen.book}, round {seen.round_number}", _LINE, _font())
    _cards(draw, seen.dealer, 18)
    hands = [hand for box in seen.boxes for hand in box.hands]
    first = max(min(seen.turn_hand, len(hands) - 2), 0)
    for row, hand in enumerate(hands[first : first + 2]):
        top = 66 + row * 60
        is_turn = first + row == seen.turn_hand
        draw.text((8, top), f"{'> ' if is_turn else ''}{hand_text(hand)}"[:56], _LINE, _font())
        _cards(draw, hand.cards, top + _TEXT_HEIGHT + 2)
    return numpy.asarray(image, dtype=numpy.uint8).copy()


def _cards(draw: Any, cards: tuple[str, ...], top: int) -> None:
    for place, card in enumerate(cards[:_MOST_IN_ROW]):
        left = 8 + place * (_CARD_WIDTH + 3)
        is_hidden = card == "??"
        box = (left, top, left + _CARD_WIDTH, top + _CARD_HEIGHT)
        draw.rounded_rectangle(box, 3, _BACK if is_hidden else _PAPER, _LINE)
        if not is_hidden:
            draw.text((left + 6, top + 10), card, _RED if card[1] in "dh" else _INK, _font())


def _font() -> Any:
    return ImageFont.load_default(11)
