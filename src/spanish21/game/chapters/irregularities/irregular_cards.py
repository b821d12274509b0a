"""Irregular cards: found face up, a 10, drawn in error, exposed and refused, drawn to a hand that stands."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.irregularities.voiding import void_round
from spanish21.game.chapters.play.whose_turn import IN_PLAY, turn_of, why_not_decide
from spanish21.game.chapters.shoes.drawn_cards import CARD_DRAWN, draw, next_card_offered
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import ANY_PHASE, PLAYER, Field, Move, either, when
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import next_turn
from spanish21.game.round.places import CARDS_ARE_DEALT, dealer_total, place_due
from spanish21.game.round.with_parts import Evolves, draw_from_shoe, with_tens_out
from spanish21.game.states import HandState, Irregularity, Phase
from spanish21.game.table import DEALER, FLOORPERSON, FaceDown, Hand, Table, cards_left, cover_moved


def a_card_can_be_drawn(table: Table) -> bool:
    """Whether a card is due from the shoe, none lying loose."""
    return place_due(table) is not None and not table.trouble.loose_card and cards_left(table) > 0


def find_face_up(act: Act, command: cmd.FindFaceUp) -> None:
    """It is not used and goes into the rack; the second one in a round voids the round."""
    card = draw(act, 0, command.card)
    if card is None:
        return
    act.emit(ev.FaceUpFound(card))
    if act.table.trouble.face_up_found >= 2:
        void_round(act, Irregularity.SECOND_FACE_UP_CARD, True)


def is_ten_found(table: Table) -> bool:
    """Whether a 10 waits to be taken out of the game."""
    return table.trouble.ten_to_remove is not None


def remove_ten(act: Act, command: cmd.RemoveTen) -> None:
    ten = act.table.trouble.ten_to_remove
    assert ten is not None
    act.emit(ev.TenTakenOut(ten, act.table.rules.tens_torn))


def a_card_may_come_in_error(table: Table) -> bool:
    """Whether the dealer may draw a card that no player asked for: none is loose yet."""
    return not table.asked and not table.trouble.loose_card and cards_left(table) > 0


def draw_in_error(act: Act, command: cmd.DrawInError) -> None:
    """The card is next to the shoe and is the next card to be used."""
    card = draw(act, 0, command.card)
    if card is not None:
        act.emit(ev.CardDrawnInError(card, command.exposed))


def why_not_refuse(table: Table, who: str) -> Reason | None:
    """The reason why a player cannot refuse the exposed card, or nothing."""
    reason = why_not_decide(table, who, Reason.NOT_NOW)
    if reason:
        return reason
    return (
        None if table.trouble.loose_exposed and turn_of(table)[2].state == HandState.OPEN else Reason.NOT_NOW
    )


def refuse_card(act: Act, command: cmd.RefuseCard) -> None:
    box, index, _hand = turn_of(act.table)
    act.emit(ev.CardRefused(box.number, index, command.by))


def dealer_may_overdraw(table: Table) -> bool:
    """Whether the dealer's hand is complete and stands."""
    return cards_left(table) > 0 and dealer_total(table.dealer) >= 17


def overdraw_dealer(act: Act, command: cmd.OverdrawDealer) -> None:
    """A card drawn to a dealer's hand that stands goes into the rack."""
    card = draw(act, 0, command.card)
    if card is not None:
        act.emit(ev.CardDiscarded(card, Irregularity.DEALER_STANDS))


_NEXT_CARD = Field("card", next_card_offered)

MOVES = (
    Move(
        cmd.FindFaceUp,
        (DEALER,),
        CARDS_ARE_DEALT,
        find_face_up,
        when(a_card_can_be_drawn),
        (_NEXT_CARD,),
        emits=(ev.FaceUpFound, *CARD_DRAWN),
    ),
    Move(
        cmd.RemoveTen,
        (FLOORPERSON,),
        ANY_PHASE,
        remove_ten,
        when(is_ten_found),
        in_any_case=True,
        emits=(ev.TenTakenOut,),
    ),
    Move(
        cmd.DrawInError,
        (DEALER,),
        CARDS_ARE_DEALT,
        draw_in_error,
        when(a_card_may_come_in_error),
        (Field("exposed", lambda table, who: either()), _NEXT_CARD),
        emits=(ev.CardDrawnInError, *CARD_DRAWN),
    ),
    Move(
        cmd.RefuseCard,
        (PLAYER,),
        IN_PLAY,
        refuse_card,
        why_not_refuse,
        out_of_phase=why_not_refuse,
        emits=(ev.CardRefused,),
    ),
    Move(
        cmd.OverdrawDealer,
        (DEALER,),
        frozenset((Phase.SETTLE,)),
        overdraw_dealer,
        when(dealer_may_overdraw),
        (_NEXT_CARD,),
        emits=(ev.CardDiscarded, *CARD_DRAWN),
    ),
)


# The effects of its events


def face_up_found(table: Table, event: ev.FaceUpFound) -> Table:
    trouble = replace(table.trouble, face_up_found=table.trouble.face_up_found + 1)
    return replace(table, dealt=table.dealt + 1, rack=(*table.rack, (event.card,)), trouble=trouble)


def ten_taken_out(table: Table, event: ev.TenTakenOut) -> Table:
    pool = list(table.pool)
    if event.card in pool:
        pool.remove(event.card)
    table = with_tens_out(table, (event.card,), event.torn)
    return replace(
        table,
        pool=tuple(pool),
        shoe=table.shoe[: table.dealt - 1] + table.shoe[table.dealt :] if table.shoe else (),
        dealt=table.dealt - 1,
        cover=cover_moved(table, -1),
        trouble=replace(table.trouble, ten_to_remove=None),
    )


def card_drawn_in_error(table: Table, event: ev.CardDrawnInError) -> Table:
    trouble = replace(table.trouble, loose_card=event.card, loose_exposed=event.exposed)
    return replace(table, dealt=table.dealt + 1, trouble=trouble)


def card_refused(table: Table, event: ev.CardRefused) -> Table:
    """No more cards for that person: the box in turn is done, on others they can only stand."""
    boxes = tuple(
        replace(box, hands=tuple(_without_more_cards(hand, box.number == event.box) for hand in box.hands))
        if box.stakes[0].person == event.person
        else box
        for box in table.boxes
    )
    return next_turn(table, boxes)


def _without_more_cards(hand: Hand, done: bool) -> Hand:
    stands = done and hand.state in (HandState.OPEN, HandState.WAITING)
    return replace(hand, no_more_cards=True, state=HandState.STOOD if stands else hand.state)


def card_discarded(table: Table, event: ev.CardDiscarded) -> Table:
    if not table.trouble.loose_exposed:
        table = replace(table, face_down=(*table.face_down, FaceDown(event.card, ())))
    dealt, trouble = draw_from_shoe(table)
    return replace(table, dealt=dealt, trouble=trouble, rack=(*table.rack, (event.card,)))


EVOLVES: Evolves = {
    ev.FaceUpFound: face_up_found,
    ev.TenTakenOut: ten_taken_out,
    ev.CardDrawnInError: card_drawn_in_error,
    ev.CardRefused: card_refused,
    ev.CardDiscarded: card_discarded,
}
