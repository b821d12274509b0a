"""A hand stood, asked for a card, or was surrendered."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, hand_in_state
from spanish21.game.phases import next_turn
from spanish21.game.states import HandState
from spanish21.game.table import Table

_DRAWING = HandState.DRAWING
_STOOD = HandState.STOOD


def hand_stood(table: Table, event: ev.HandStood) -> Table:
    return next_turn(table, hand_in_state(table, event.box, event.hand, _STOOD))


def card_asked(table: Table, event: ev.CardAsked) -> Table:
    return replace(table, boxes=hand_in_state(table, event.box, event.hand, _DRAWING))


def hand_surrendered(table: Table, event: ev.HandSurrendered) -> Table:
    return next_turn(table, hand_in_state(table, event.box, event.hand, HandState.SURRENDERED))


EVOLVES: Evolves = {
    ev.HandStood: hand_stood,
    ev.CardAsked: card_asked,
    ev.HandSurrendered: hand_surrendered,
}
