"""A card came to a hand or to the dealer."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, drawn, with_box, with_hand
from spanish21.game.hands import POINTS, is_two_card_21, total, value
from spanish21.game.options import may_split
from spanish21.game.phases import after_deal, next_step, next_turn
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Hand, Table, box_index

_BUSTED, _DOUBLED, _OPEN, _STOOD = HandState.BUSTED, HandState.DOUBLED, HandState.OPEN, HandState.STOOD
_DEAL = Phase.DEAL


def card_dealt(table: Table, event: ev.CardDealt) -> Table:
    if event.box == 0:
        return _dealt_to_dealer(table, event)
    index, card = box_index(table, event.box), event.card
    box = table.boxes[index]
    hand = box.hands[event.hand]
    cards = (*hand.cards, card)
    hard, aces = hand.hard + POINTS[card], hand.aces + (card >> 2 == 1)
    dealing = table.phase == _DEAL
    state = _state_of_first(cards) if dealing else _state_after_card(table, box, hand, cards, hard, aces)
    changed = replace(hand, cards=cards, hard=hard, aces=aces, state=state)
    dealt, trouble = drawn(table)
    if dealing:
        boxes = with_box(table.boxes, index, replace(box, hands=(changed,), first_two=cards))
        return _after_first_card(replace(table, boxes=boxes, dealt=dealt, trouble=trouble))
    boxes = with_box(table.boxes, index, with_hand(box, event.hand, changed))
    if state == _OPEN or state == _DOUBLED:
        return replace(table, boxes=boxes, dealt=dealt, trouble=trouble)
    return next_turn(replace(table, dealt=dealt, trouble=trouble), boxes)


def _state_of_first(cards: tuple[int, ...]) -> HandState:
    """The state of a hand with its first card or two."""
    if len(cards) < 2:
        return HandState.DEALT
    return HandState.BLACKJACK if is_two_card_21(cards[0], cards[1]) else _OPEN


def _after_first_card(table: Table) -> Table:
    if table.step <= 2 * len(table.boxes):
        return next_step(table)
    trouble = table.trouble
    return after_deal(replace(table, trouble=replace(trouble, late=trouble.late[1:])))


def _state_after_card(
    table: Table, box: Box, hand: Hand, cards: tuple[int, ...], hard: int, aces: int
) -> HandState:
    rules = table.rules
    points = total(hard, aces)
    if points > 21:
        return _BUSTED
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
    dealt, trouble = drawn(table)
    down = table.hole_down or event.face_down
    if table.phase == _DEAL:
        table = replace(table, dealer=dealer, hole_down=down, dealt=dealt, trouble=trouble)
        return after_deal(table) if table.step > 2 * len(table.boxes) else next_step(table)
    blackjack = is_two_card_21(dealer[0], dealer[1])
    return replace(
        table, dealer=dealer, hole_down=down, dealer_has_blackjack=blackjack, dealt=dealt, trouble=trouble
    )


EVOLVES: Evolves = {
    ev.CardDealt: card_dealt,
}
