"""Cards as they leave the shoe: those of a known shoe in its order, those of a real one as they are read."""

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.cards import TEN
from spanish21.game.chapters.irregularities.voiding import VOIDING, find_ten
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Offer, one_of
from spanish21.game.reasons import Reason
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.round.with_parts import Evolves
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Table, box_of, cover_card_is_next

CARD_IS_KNOWN = one_of((0,), Reason.CARD_COMES_FROM_THE_SHOE)
"""The card of a known shoe, which is not named."""

_REMOVED = HandState.REMOVED
_TENS = tuple(TEN * 4 + suit for suit in range(4))

CARD_DRAWN = (ev.CoverCardReached, ev.ShoeEmptied, ev.TenFound, ev.RoundVoided, *VOIDING)
"""Interruptions before a card is drawn from the shoe, or instead of it."""


def draw(act: Act, box: int, read: int) -> int | None:
    """The next card for a box: the one drawn in error, the shoe's next, or the one read; None: none comes."""
    table = act.table
    trouble = table.trouble
    if trouble is not NO_TROUBLE and trouble.loose_card:
        return trouble.loose_card
    if table.is_real_shoe:
        card = read
    else:
        dealt, shoe, cover = table.dealt, table.shoe, table.cover
        if cover is not None and cover <= dealt and cover_card_is_next(table):
            act.emit(ev.CoverCardReached(box))
        if dealt >= len(shoe):
            act.emit(ev.ShoeEmptied())
            return None
        card = shoe[dealt]
    if card >> 2 == TEN:
        find_ten(act, card)
        return None
    return card


def cards_not_seen(table: Table) -> tuple[int, ...]:
    """The unseen cards of the decks leave the shoe, and one 10 that may have slipped in."""
    seen = list(table.dealer)
    for cards in table.rack:
        seen += cards
    for box in table.boxes:
        for hand in box.hands:
            if hand.state != _REMOVED:
                seen += hand.cards
    left = _counts(table.pool).copy()
    for card in seen:
        left[card] -= 1
    return (*left.elements(), *_TENS)


@lru_cache(maxsize=16)
def _counts(cards: tuple[int, ...]) -> Counter[int]:
    """How many there are of each card; the decks of a table stay the same for many rounds."""
    return Counter(cards)


def next_card_offered(table: Table, who: str, *chosen: object) -> Offer:
    """The next card of a real shoe, as it is read; that of a known shoe is not named."""
    return card_read(tuple(sorted(set(cards_not_seen(table))))) if table.is_real_shoe else CARD_IS_KNOWN


def card_read(cards: tuple[int, ...]) -> Offer:
    """One of the cards that a real shoe's card can be."""
    return one_of(cards, lambda card: Reason.CARD_NOT_IN_SHOE if card else Reason.CARD_MUST_BE_READ)


# The effects of its events


def shoe_emptied(table: Table, event: ev.ShoeEmptied) -> Table:
    return replace(table, phase=Phase.STACK, trouble=replace(table.trouble, resume=table.phase))


def cover_card_reached(table: Table, event: ev.CoverCardReached) -> Table:
    box = box_of(table, event.box)
    person = box.stakes[0].person if box is not None else None
    return replace(table, cover_seen=True, cover_seen_by=person)


EVOLVES: Evolves = {
    ev.ShoeEmptied: shoe_emptied,
    ev.CoverCardReached: cover_card_reached,
}
