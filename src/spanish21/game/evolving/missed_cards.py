"""A box, the dealer or a request was passed over."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, hand_in_state, with_box
from spanish21.game.phases import after_deal, next_step, next_turn
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Table, box_index


def dealer_skipped(table: Table, event: ev.DealerSkipped) -> Table:
    return next_step(table)


def box_skipped(table: Table, event: ev.BoxSkipped) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    skipped = replace(box, skipped=box.skipped + 1)
    return next_step(replace(table, boxes=with_box(table.boxes, index, skipped)))


def request_missed(table: Table, event: ev.RequestMissed) -> Table:
    caller = table.boxes[box_index(table, event.box)].stakes[0].person
    trouble = replace(table.trouble, missed=True)
    return replace(table, asked=(caller,), trouble=trouble)


def late_card_answered(table: Table, event: ev.LateCardAnswered) -> Table:
    table = replace(table, asked=(), trouble=replace(table.trouble, missed=False))
    if not event.takes or table.phase == Phase.DEAL:
        return table
    return next_turn(table, hand_in_state(table, event.box, event.hand, HandState.OWED))


def hand_dead(table: Table, event: ev.HandDead) -> Table:
    boxes = hand_in_state(table, event.box, event.hand, HandState.DEAD)
    if table.phase == Phase.PLAY:
        return next_turn(table, boxes)
    table = replace(table, boxes=boxes)
    if table.phase == Phase.DEAL:
        index = box_index(table, event.box)
        late = tuple(one for one in table.trouble.late if one != index)
        table = replace(table, trouble=replace(table.trouble, late=late))
        return after_deal(table) if table.step > 2 * len(table.boxes) else table
    return table


EVOLVES: Evolves = {
    ev.DealerSkipped: dealer_skipped,
    ev.BoxSkipped: box_skipped,
    ev.RequestMissed: request_missed,
    ev.LateCardAnswered: late_card_answered,
    ev.HandDead: hand_dead,
}
