"""Where the next card goes: a first card, a player's, the dealer's own. Pure functions of the table."""

from spanish21.game.hands import POINTS, dealer_draws, total
from spanish21.game.round.phases import dealer_cards_first, total_matters
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Table

_DEAL, _DEALER, _PLAY = Phase.DEAL, Phase.DEALER, Phase.PLAY

Place = tuple[int, int, bool]
"""Where a card goes: the box (0: the dealer), the hand, and whether face down."""

CARDS_ARE_DEALT: frozenset[Phase] = frozenset((Phase.DEAL, Phase.PLAY, Phase.DEALER))
"""The phases in which a card can be due."""

WANTS_CARD = frozenset((HandState.DRAWING, HandState.DOUBLING, HandState.WAITING))
"""The states of a hand in play to which a card is due."""


def place_due(table: Table) -> Place | None:
    """Where the next card goes, or None when no card is due."""
    if table.asked:
        return None
    phase = table.phase
    if phase == _PLAY:
        box, hand = table.boxes[table.turn_box], table.turn_hand
        return (box.number, hand, False) if box.hands[hand].state in WANTS_CARD else None
    if phase == _DEAL:
        return _first_place(table)
    if phase == _DEALER and not table.hole_down:
        return _dealers_place(table)
    return None


def _first_place(table: Table) -> Place | None:
    boxes = table.boxes
    step, count = table.step, len(boxes)
    if step < count:
        return boxes[step].number, 0, False
    if step == count:
        return 0, 0, False
    if step <= 2 * count:
        return boxes[step - count - 1].number, 0, False
    if table.trouble.late:
        return boxes[table.trouble.late[0]].number, 0, False
    have = len(table.dealer)
    return (0, 0, have == 1) if have < dealer_cards_first(table) else None


def _dealers_place(table: Table) -> Place | None:
    dealer = table.dealer
    if len(dealer) == 1:
        return None if dealers_card_due(table) else (0, 0, False)
    if not total_matters(table):
        return None
    hard, aces = dealer_sums(dealer)
    return (0, 0, False) if dealer_draws(hard, aces, table.rules.dealer_hits_soft_17) else None


def dealers_card_due(table: Table) -> bool:
    """At the dealer's hand: whether the dealer must first say that the next card is the dealer's own."""
    return len(table.dealer) == 1 and table.rules.dealers_card_announced and table.step != -1


def most_due(table: Table) -> int:
    """How many cards a single command may ask for: all first cards, else one."""
    if table.phase != _DEAL or (table.is_real_shoe and table.trouble.loose_card):
        return 1
    if table.step > 2 * len(table.boxes):
        if table.is_real_shoe:
            return 1  # a hole card that comes late is not read
        return len(table.trouble.late) or dealer_cards_first(table) - len(table.dealer)
    return 2 * len(table.boxes) + 1 - table.step


def dealer_sums(cards: tuple[int, ...]) -> tuple[int, int]:
    """The dealer's cards with every ace as 1, and the number of aces."""
    hard = aces = 0
    for card in cards:
        hard += POINTS[card]
        aces += card >> 2 == 1
    return hard, aces


def dealer_total(cards: tuple[int, ...]) -> int:
    """The dealer's point count."""
    hard, aces = dealer_sums(cards)
    return total(hard, aces)
