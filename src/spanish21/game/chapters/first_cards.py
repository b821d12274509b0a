"""The first two cards of a whole round at once, when nothing interrupts the deal.

The events are the same as card by card, and so is the table that they make (a law checks it); only the
tables in between are not built. With seven boxes that is most of the time a round takes.
"""

from msgspec.structs import replace

from spanish21.game import cards as decks
from spanish21.game.act import Act
from spanish21.game.events import CardDealt
from spanish21.game.hands import POINTS, is_two_card_21
from spanish21.game.phases import after_deal
from spanish21.game.states import HandState
from spanish21.game.table import Box, Table

_BLACKJACK, _OPEN = HandState.BLACKJACK, HandState.OPEN

TENS = frozenset(decks.TENS)


def deal_first_cards(act: Act) -> bool:
    """Deal the first cards to every box and the dealer; False when it must go card by card."""
    table = act.table
    boxes, hole_card = table.boxes, table.rules.hole_card
    count = len(boxes)
    needed = 2 * count + (2 if hole_card else 1)
    cards = _undisturbed_cards(table, needed)
    if not cards:
        return False
    events, seconds, with_cards = act.events, [], []
    for index, box in enumerate(boxes):
        number, first, second = box.number, cards[index], cards[count + 1 + index]
        events.append(CardDealt(first, number, 0, False, 0))
        seconds.append(CardDealt(second, number, 0, False, 0))
        with_cards.append(_box_with_cards(box, first, second))
    up = cards[count]
    events.append(CardDealt(up, 0, 0, False, 0))
    events += seconds
    dealer: tuple[int, ...] = (up,)
    if hole_card:
        dealer = (up, cards[-1])
        events.append(CardDealt(cards[-1], 0, 0, True, 0))
    act.table = after_deal(
        replace(
            table,
            boxes=tuple(with_cards),
            dealt=table.dealt + needed,
            dealer=dealer,
            hole_down=hole_card,
            step=2 * count + 1,
        )
    )
    return True


def _undisturbed_cards(table: Table, needed: int) -> tuple[int, ...]:
    """The next cards of a known shoe, or none if the cover card, a 10 or the shoe's end is among them."""
    start = table.dealt
    if table.step or table.is_real_shoe or table.trouble.loose_card:
        return ()
    if table.cover is not None and table.cover < start + needed and not table.cover_seen:
        return ()
    cards = table.shoe[start : start + needed]
    if len(cards) < needed or not TENS.isdisjoint(cards):
        return ()
    return cards


def _box_with_cards(box: Box, first: int, second: int) -> Box:
    two = (first, second)
    hard = POINTS[first] + POINTS[second]
    aces = (first >> 2 == 1) + (second >> 2 == 1)
    state: HandState = _BLACKJACK if is_two_card_21(first, second) else _OPEN
    hand = replace(box.hands[0], cards=two, hard=hard, aces=aces, state=state)
    return replace(box, hands=(hand,), first_two=two)
