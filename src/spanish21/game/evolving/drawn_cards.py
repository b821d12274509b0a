"""The cover card came out, or the shoe is empty."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.states import Phase
from spanish21.game.table import Table, box_of


def shoe_emptied(table: Table, event: ev.ShoeEmptied) -> Table:
    return replace(table, phase=Phase.STACK, trouble=replace(table.trouble, resume=table.phase))


def cover_card_reached(table: Table, event: ev.CoverCardReached) -> Table:
    box = box_of(table, event.box)
    person = box.stakes[0].person if box is not None else None
    return replace(table, cover_seen=True, cover_seen_by=person)


EVOLVES: Evolves = {
    ev.ShoeEmptied: shoe_emptied,
    ev.CoverCardReached: cover_card_reached,
}
