"""A card came to a hand or to the dealer."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, drawn, with_box, with_hand
from spanish21.game.hands import POINTS, is_two_card_21, total, value
from spanish21.game.options import may_split
from spanish21.game.phases import after_deal, next_step, next_turn
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Hand, Table, box_index

_DOUBLED = HandState.DOUBLED
_OPEN = HandState.OPEN
_STOOD = HandState.STOOD
_DEAL = Phase.DEAL


def card_dealt(table: Table, event: ev.CardDealt) -> Table:
    card = event.card
    if event.box == 0:
        return _dealt_to_dealer(table, event)
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    cards = (*hand.cards, card)
    hard = hand.hard + POINTS[card]
    aces = hand.aces + (card >> 2 == 1)
    if table.phase == _DEAL:
        state: HandState = HandState.DEALT
        if len(cards) == 2:
            state = HandState.BLACKJACK if is_two_card_21(cards[0], card) else _OPEN
        changed = replace(hand, cards=cards, hard=hard, aces=aces, state=state)
        boxes = with_box(table, index, replace(box, hands=(changed,), first_two=cards))
        table = replace(table, boxes=boxes, **drawn(table, card))
        if table.step <= 2 * len(boxes):
            return next_step(table)
        trouble = replace(table.trouble, late=table.trouble.late[1:])
        return after_deal(replace(table, trouble=trouble))
    state = _state_after_card(table, box, hand, cards, hard, aces)
    changed = replace(hand, cards=cards, hard=hard, aces=aces, state=state)
    boxes = with_box(table, index, with_hand(box, event.hand, changed))
    table = replace(table, boxes=boxes, **drawn(table, card))
    return table if state == _OPEN or state == _DOUBLED else next_turn(table)


def _state_after_card(
    table: Table, box: Box, hand: Hand, cards: tuple[int, ...], hard: int, aces: int
) -> HandState:
    rules = table.rules
    points = total(hard, aces)
    if points > 21:
        return HandState.BUSTED
    if hand.times_doubled:
        again = points < 21 and hand.times_doubled < rules.most_doubles
        return _DOUBLED if rules.may_rescue or again else _STOOD
    if points == 21:
        return _OPEN if rules.may_double_21 else _STOOD
    if hand.split_aces and rules.split_aces_one_card and len(cards) == 2:
        again = may_split(value(cards[0]), value(cards[1]), 2, 0, len(box.hands), True, rules)
        return _OPEN if again else _STOOD
    return _OPEN


def _dealt_to_dealer(table: Table, event: ev.CardDealt) -> Table:
    dealer = (*table.dealer, event.card)
    changes = {"dealer": dealer, **drawn(table, event.card)}
    if event.face_down:
        changes["hole_down"] = True
    if table.phase == _DEAL:
        table = replace(table, **changes)
        return after_deal(table) if table.step > 2 * len(table.boxes) else next_step(table)
    if len(dealer) == 2:
        changes["dealer_has_blackjack"] = is_two_card_21(dealer[0], dealer[1])
    return replace(table, **changes)


EVOLVES: Evolves = {
    ev.CardDealt: card_dealt,
}
