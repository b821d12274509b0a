"""A card was found face up, drawn in error, refused or discarded; a 10 was taken out."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, drawn, with_tens_out
from spanish21.game.phases import next_turn
from spanish21.game.states import HandState
from spanish21.game.table import FaceDown, Hand, Table, cover_moved


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
    """No more cards for that person: the box at play is done, on others only standing is left."""
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
    dealt, trouble = drawn(table)
    return replace(table, dealt=dealt, trouble=trouble, rack=(*table.rack, (event.card,)))


EVOLVES: Evolves = {
    ev.FaceUpFound: face_up_found,
    ev.TenTakenOut: ten_taken_out,
    ev.CardDrawnInError: card_drawn_in_error,
    ev.CardRefused: card_refused,
    ev.CardDiscarded: card_discarded,
}
