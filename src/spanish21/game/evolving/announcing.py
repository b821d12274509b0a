"""A Blackjack or a total was said; the cards of a Blackjack paid at once are gone."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, hand_in_state, with_box
from spanish21.game.phases import next_turn
from spanish21.game.states import HandState
from spanish21.game.table import Table, box_index

_REMOVED = HandState.REMOVED


def blackjack_announced(table: Table, event: ev.BlackjackAnnounced) -> Table:
    index = box_index(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return next_turn(table, with_box(table.boxes, index, box))


def points_announced(table: Table, event: ev.PointsAnnounced) -> Table:
    index = box_index(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return replace(table, boxes=with_box(table.boxes, index, box))


def hand_removed(table: Table, event: ev.HandRemoved) -> Table:
    cards = table.boxes[box_index(table, event.box)].hands[event.hand].cards
    boxes = hand_in_state(table, event.box, event.hand, _REMOVED)
    return replace(table, boxes=boxes, rack=(*table.rack, cards))


EVOLVES: Evolves = {
    ev.BlackjackAnnounced: blackjack_announced,
    ev.PointsAnnounced: points_announced,
    ev.HandRemoved: hand_removed,
}
