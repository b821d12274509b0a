"""The first two cards of a whole round at once, when nothing interrupts the deal.

The events are the same as card by card, and so is the table that they make (a law checks it); only the
tables in between are not built. With seven boxes that is most of the time a round takes.
"""

from msgspec.structs import replace

from spanish21.game import cards as decks
from spanish21.game.act import Act
from spanish21.game.events import CardDealt
from spanish21.game.hands import is_ace, is_two_card_21, value
from spanish21.game.phases import after_deal
from spanish21.game.table import Box, Table

TENS = frozenset(decks.TENS)


def deal_first_cards(act: Act) -> bool:
    """Deal the first cards to every box and the dealer; False when it must go card by card."""
    table = act.table
    count = len(table.boxes)
    cards = _undisturbed_cards(table, 2 * count + (2 if table.rules.hole_card else 1))
    if not cards:
        return False
    boxes = table.boxes
    first, up, second = cards[:count], cards[count], cards[count + 1 : 2 * count + 1]
    events = act.events
    for box, card in zip(boxes, first, strict=True):
        events.append(CardDealt(card, box.number, 0, False, 0))
    events.append(CardDealt(up, 0, 0, False, 0))
    for box, card in zip(boxes, second, strict=True):
        events.append(CardDealt(card, box.number, 0, False, 0))
    dealer: tuple[int, ...] = (up,)
    if table.rules.hole_card:
        dealer = (up, cards[-1])
        events.append(CardDealt(cards[-1], 0, 0, True, 0))
    act.table = after_deal(
        replace(
            table,
            boxes=tuple(map(_box_with_cards, boxes, first, second)),
            dealer=dealer,
            hole_down=table.rules.hole_card,
            step=2 * count + 1,
            dealt=table.dealt + len(cards),
        )
    )
    return True


def _undisturbed_cards(table: Table, needed: int) -> tuple[int, ...]:
    """The next cards of a known shoe, or none if the cover card, a 10 or the shoe's end is among them."""
    start = table.dealt
    if table.step or table.is_real_shoe or table.trouble.loose_card:
        return ()
    if not table.cover_seen and start <= table.cover < start + needed:
        return ()
    cards = table.shoe[start : start + needed]
    if len(cards) < needed or not TENS.isdisjoint(cards):
        return ()
    return cards


def _box_with_cards(box: Box, first: int, second: int) -> Box:
    hand = replace(
        box.hands[0],
        cards=(first, second),
        hard=value(first) + value(second),
        aces=is_ace(first) + is_ace(second),
        state="blackjack" if is_two_card_21(first, second) else "open",
    )
    return replace(box, hands=(hand,), first_two=(first, second))
