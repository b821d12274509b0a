"""A card asked for and dealt at once, when nothing interrupts.

For the automatic dealer. The events are the same as command by command, and so is the table that they make (a
law checks it); only the table in between, on which the hand waits for its card, is not built.
"""

from spanish21.game.act import Act
from spanish21.game.cards import TEN
from spanish21.game.chapters.dealing import card_dealt, total_announced
from spanish21.game.chapters.drawing import DRAW
from spanish21.game.commands import Draw
from spanish21.game.events import CardAsked, CardDealt
from spanish21.game.moves import why_not_move
from spanish21.game.start import NO_TROUBLE
from spanish21.game.table import cover_card_is_next


def deal_asked_card(act: Act, command: Draw) -> bool:
    """Deal the card that somebody asks for; False when it must go command by command, or is refused."""
    table = act.table
    if table.trouble is not NO_TROUBLE or table.has_side_wagers or table.is_real_shoe:
        return False
    if cover_card_is_next(table) or table.dealt >= len(table.shoe) or why_not_move(DRAW, table, command.by):
        return False
    card = table.shoe[table.dealt]
    if card >> 2 == TEN:
        return False
    number, hand = table.boxes[table.turn_box].number, table.turn_hand
    dealt = CardDealt(card, number, hand, False, total_announced(table, number, hand, card))
    act.events += (CardAsked(number, hand, command.by), dealt)
    act.table = card_dealt(table, dealt)
    return True
