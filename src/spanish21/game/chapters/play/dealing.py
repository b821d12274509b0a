"""Dealing due cards: the first cards, the players' requests, the dealer's own."""

from functools import cache

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import UNSEEN
from spanish21.game.chapters.play.dealers_hand import finish_dealer, settle_by_second_card
from spanish21.game.chapters.shoes.drawn_cards import CARD_DRAWN, cards_not_seen, draw
from spanish21.game.events import CardDealt
from spanish21.game.hands import POINTS, is_two_card_21, total, value
from spanish21.game.moves.act import Act
from spanish21.game.moves.choices import CardsFrom
from spanish21.game.moves.move import Bound, Field, Move, Offer, Why, from_to, one_of
from spanish21.game.options import may_split
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import after_deal, next_step, next_turn
from spanish21.game.round.places import CARDS_ARE_DEALT, dealer_total, most_due, place_due
from spanish21.game.round.with_parts import Evolves, draw_from_shoe, with_box, with_hand
from spanish21.game.states import HandState, Phase
from spanish21.game.table import DEALER, Box, Hand, Table, box_index
from spanish21.game.words import DealerTotalAnnounced

_DEAL, _DEALER = Phase.DEAL, Phase.DEALER
_EACH_CARD = DealerTotalAnnounced.EACH_CARD

_KNOWN = one_of(((),), Reason.CARD_COMES_FROM_THE_SHOE)
_READ_NOT_COUNTED = one_of((0,), Reason.CARD_MUST_BE_READ)


def why_not_deal(table: Table, who: str) -> Reason | None:
    """The reason why no card is dealt now, or nothing."""
    if place_due(table) is not None:
        return None
    return Reason.ANSWER_FIRST if table.asked else Reason.NOT_NOW


def cards_offered(table: Table, who: str) -> Offer:
    """The cards that a real shoe can bring, as they are read; those of a known shoe are not named."""
    if not table.is_real_shoe:
        return _KNOWN
    most = most_due(table)

    def why_not(cards: tuple[int, ...]) -> Why:
        if not cards:
            return Why(Reason.CARD_MUST_BE_READ)
        return Why(Reason.NOT_NOW if len(cards) > most else Reason.CARD_NOT_IN_SHOE)

    return Bound(CardsFrom(readable_cards(table), 1, most), why_not)


def counts_offered(table: Table, who: str) -> Offer:
    """How many cards of a known shoe; 0: all due ones."""
    return _READ_NOT_COUNTED if table.is_real_shoe else _count_to(most_due(table))


@cache
def _count_to(most: int) -> Offer:
    return from_to(0, most, Why(Reason.NOT_NOW))


def readable_cards(table: Table) -> tuple[int, ...]:
    """With a real shoe: the cards that can still come, a 10 among them, and the unseen hole card."""
    if table.trouble.loose_card:
        return (table.trouble.loose_card,)
    place = place_due(table)
    if place is not None and place[2]:
        return (UNSEEN,)
    return cards_not_seen(table)


def deal(act: Act, command: cmd.Deal) -> None:
    """Deal the due cards, until a 10 or an empty shoe interrupts the deal."""
    cards = command.cards
    dealt, wanted = 0, command.count or len(cards)
    place = place_due(act.table)
    while place is not None:
        number, hand, face_down = place
        card = draw(act, number, cards[dealt] if cards else UNSEEN)
        if card is None:
            return
        table = act.table
        phase = table.phase
        announced = 0 if phase == _DEAL else total_announced(table, number, hand, card)
        act.emit(CardDealt(card, number, hand, face_down, announced))
        if phase == _DEALER and len(act.table.dealer) == 2:
            settle_by_second_card(act)
        dealt += 1
        place = place_due(act.table)
        if dealt == wanted:
            break
    if place is None and act.table.phase == _DEALER:
        finish_dealer(act)


def total_announced(table: Table, number: int, hand: int, card: int) -> int:
    """The point count that the dealer says with a card after the first ones; 0: nothing is said."""
    rules = table.rules
    if number == 0:
        is_said = rules.dealer_total_announced == _EACH_CARD and len(table.dealer) >= 2
        return dealer_total((*table.dealer, card)) if is_said else 0
    if not rules.player_totals_announced:
        return 0
    return dealer_total((*table.boxes[table.turn_box].hands[hand].cards, card))


MOVES = (
    Move(
        cmd.Deal,
        (DEALER,),
        CARDS_ARE_DEALT,
        deal,
        why_not_deal,
        (Field("cards", cards_offered), Field("count", counts_offered)),
        emits=(ev.CardDealt, ev.CardDiscarded, ev.DealerDone, *CARD_DRAWN),
    ),
)


# The effects of its events


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
    dealt, trouble = draw_from_shoe(table)
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
        if points == 21 and rules.any_21_paid_at_once:
            return _STOOD
        again = points < 21 and (hand.times_doubled < rules.most_doubles or rules.may_draw_after_double)
        return _DOUBLED if rules.may_rescue or again else _STOOD
    if points == 21 and rules.any_21_paid_at_once:
        return _STOOD
    if points == 21:
        return _OPEN if rules.may_double_21 else _STOOD
    if hand.split_aces and rules.split_aces_one_card and len(cards) == 2:
        again = may_split(value(cards[0]), value(cards[1]), 2, 0, len(box.hands), True, rules)
        return _OPEN if again else _STOOD
    return _OPEN


def _dealt_to_dealer(table: Table, event: ev.CardDealt) -> Table:
    dealer = (*table.dealer, event.card)
    dealt, trouble = draw_from_shoe(table)
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
