"""Irregularities."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import (
    Evolves,
    drawn,
    with_batch,
    with_box,
    with_hand_state,
    with_tens_out,
)
from spanish21.game.phases import after_deal, next_step, next_turn, start_of_play
from spanish21.game.states import HandState, Phase, ShufflerState
from spanish21.game.table import Hand, Table, box_index, cover_moved


def face_up_found(table: Table, event: ev.FaceUpFound) -> Table:
    trouble = replace(table.trouble, face_up_found=table.trouble.face_up_found + 1)
    return replace(table, dealt=table.dealt + 1, rack=(*table.rack, (event.card,)), trouble=trouble)


def ten_found(table: Table, event: ev.TenFound) -> Table:
    trouble = replace(table.trouble, tens_found=table.trouble.tens_found + 1, ten_to_remove=event.card)
    return replace(table, dealt=table.dealt + 1, trouble=trouble)


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


def round_voided(table: Table, event: ev.RoundVoided) -> Table:
    return replace(
        table,
        phase=Phase.COLLECT,
        asked=(),
        reshuffle_ordered=table.reshuffle_ordered or event.reshuffle,
        trouble=replace(table.trouble, void=event.why),
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
    return next_turn(replace(table, boxes=boxes))


def _without_more_cards(hand: Hand, done: bool) -> Hand:
    stands = done and hand.state in (HandState.OPEN, HandState.WAITING)
    return replace(hand, no_more_cards=True, state=HandState.STOOD if stands else hand.state)


def card_discarded(table: Table, event: ev.CardDiscarded) -> Table:
    changes = drawn(table, event.card)
    return replace(table, rack=(*table.rack, (event.card,)), **changes)


def dealer_skipped(table: Table, event: ev.DealerSkipped) -> Table:
    return next_step(table)


def box_skipped(table: Table, event: ev.BoxSkipped) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    return next_step(replace(table, boxes=with_box(table, index, replace(box, skipped=box.skipped + 1))))


def request_missed(table: Table, event: ev.RequestMissed) -> Table:
    caller = table.boxes[box_index(table, event.box)].stakes[0].person
    trouble = replace(table.trouble, missed=True)
    return replace(table, asked=(caller,), trouble=trouble)


def late_card_answered(table: Table, event: ev.LateCardAnswered) -> Table:
    table = replace(table, asked=(), trouble=replace(table.trouble, missed=False))
    if not event.takes or table.phase == Phase.DEAL:
        return table
    return next_turn(with_hand_state(table, event.box, event.hand, HandState.OWED))


def hand_dead(table: Table, event: ev.HandDead) -> Table:
    table = with_hand_state(table, event.box, event.hand, HandState.DEAD)
    if table.phase == Phase.PLAY:
        return next_turn(table)
    if table.phase == Phase.DEAL:
        index = box_index(table, event.box)
        late = tuple(one for one in table.trouble.late if one != index)
        table = replace(table, trouble=replace(table.trouble, late=late))
        return after_deal(table) if table.step > 2 * len(table.boxes) else table
    return table


def insertion_reported(table: Table, event: ev.InsertionReported) -> Table:
    return table


def reader_failed(table: Table, event: ev.ReaderFailed) -> Table:
    table = replace(table, trouble=replace(table.trouble, reader_broken=True))
    return start_of_play(table) if table.phase == Phase.READER and not event.halted else table


def reader_repaired(table: Table, event: ev.ReaderRepaired) -> Table:
    return replace(table, trouble=replace(table.trouble, reader_broken=False))


def shuffler_jammed(table: Table, event: ev.ShufflerJammed) -> Table:
    """A batch in the device is shuffled again before it comes out; a stack bound for the shoe, at once."""
    if table.device and table.phase != Phase.STACK:
        jammed = replace(table.device[-1], shuffled=False)
        return replace(table, device=(*table.device[:-1], jammed))
    return replace(table, phase=Phase.STACK)


def shuffler_failed(table: Table, event: ev.ShufflerFailed) -> Table:
    """Cards not yet in the shoe are shuffled again; a round under way goes on once the device is aside."""
    if table.phase == Phase.BATCH:
        table = replace(with_batch(table, table.device[-1]), device=table.device[:-1])
    phase: Phase = (
        Phase.STACK if table.phase in (Phase.BATCH, Phase.CUT, Phase.COVER, Phase.LOAD) else table.phase
    )
    return replace(table, phase=phase, trouble=replace(table.trouble, shuffler=ShufflerState.BROKEN))


def shuffler_put_aside(table: Table, event: ev.ShufflerPutAside) -> Table:
    return replace(
        table,
        trouble=replace(
            table.trouble, shuffler=ShufflerState.REMOVED if event.removed else ShufflerState.COVERED
        ),
    )


def batch_withdrawn(table: Table, event: ev.BatchWithdrawn) -> Table:
    return replace(table, device=())


def shoe_emptied(table: Table, event: ev.ShoeEmptied) -> Table:
    return replace(table, phase=Phase.STACK, trouble=replace(table.trouble, resume=table.phase))


EVOLVES: Evolves = {
    ev.FaceUpFound: face_up_found,
    ev.TenFound: ten_found,
    ev.TenTakenOut: ten_taken_out,
    ev.RoundVoided: round_voided,
    ev.CardDrawnInError: card_drawn_in_error,
    ev.CardRefused: card_refused,
    ev.CardDiscarded: card_discarded,
    ev.DealerSkipped: dealer_skipped,
    ev.BoxSkipped: box_skipped,
    ev.RequestMissed: request_missed,
    ev.LateCardAnswered: late_card_answered,
    ev.HandDead: hand_dead,
    ev.InsertionReported: insertion_reported,
    ev.ReaderFailed: reader_failed,
    ev.ReaderRepaired: reader_repaired,
    ev.ShufflerJammed: shuffler_jammed,
    ev.ShufflerFailed: shuffler_failed,
    ev.ShufflerPutAside: shuffler_put_aside,
    ev.BatchWithdrawn: batch_withdrawn,
    ev.ShoeEmptied: shoe_emptied,
}
