"""The cards were spread out, washed, or lie idle."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, opened
from spanish21.game.evolving.start import NO_SHOE
from spanish21.game.states import Phase
from spanish21.game.table import Table


def cards_spread(table: Table, event: ev.CardsSpread) -> Table:
    """A batch spread on its way from the device to the shoe has been looked at; it is not asked for again."""
    idle = table.opening.after_idle and table.phase == Phase.SPREAD
    table = opened(table, spread_face_up=event.face_up, after_idle=idle)
    return replace(table, phase=Phase.SPREAD, shoe=())


def cards_washed(table: Table, event: ev.CardsWashed) -> Table:
    if event.exposed:
        return table
    return replace(table, phase=Phase.STACK)


def table_idle(table: Table, event: ev.TableIdle) -> Table:
    return replace(
        opened(table, spread_face_up=event.face_up, after_idle=True),
        phase=Phase.SPREAD,
        **NO_SHOE,
        cover_seen=False,
        reshuffle_ordered=False,
        cutting=replace(table.cutting, just_beginning=True),
    )


EVOLVES: Evolves = {
    ev.CardsSpread: cards_spread,
    ev.CardsWashed: cards_washed,
    ev.TableIdle: table_idle,
}
