"""The stack was offered, cut, or must be cut again."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.game.words import RecutBy


def cut_offered(table: Table, event: ev.CutOffered) -> Table:
    cutting = table.cutting
    rotation = 0 if cutting.just_beginning else cutting.rotation + 1
    return replace(table, cutting=replace(cutting, order=event.order, offered=0, rotation=rotation))


def cut_refused(table: Table, event: ev.CutRefused) -> Table:
    cutting = table.cutting
    assert cutting.offered is not None
    return replace(table, cutting=replace(cutting, offered=cutting.offered + 1))


def stack_cut(table: Table, event: ev.StackCut) -> Table:
    shoe = table.shoe[event.at :] + table.shoe[: event.at]
    cutting = replace(
        table.cutting,
        cut_by=event.person,
        just_beginning=False,
        ordered_by_floorperson=False,
    )
    return replace(table, shoe=shoe, phase=Phase.COVER, cutting=cutting)


def recut_ordered(table: Table, event: ev.RecutOrdered) -> Table:
    cutting = table.cutting
    order = cutting.order
    if table.rules.recut_by == RecutBy.LAST:
        again: tuple[str, ...] = (cutting.cut_by,) if cutting.cut_by in order else ()
    else:
        again = order[order.index(cutting.cut_by) + 1 :] if cutting.cut_by in order else order
    changed = replace(
        table,
        phase=Phase.CUT,
        dealt=0 if table.trouble.resume is None else table.dealt,
        rack=(),
        face_down=(),
        cover=None,
        burn_card=0,
        cutting=replace(cutting, order=again, offered=0),
    )
    if table.phase in (Phase.BURN, Phase.WAGERS):
        return replace(changed, burns_due=1 if table.rules.burns_first_card else 0)
    return changed


EVOLVES: Evolves = {
    ev.CutOffered: cut_offered,
    ev.CutRefused: cut_refused,
    ev.StackCut: stack_cut,
    ev.RecutOrdered: recut_ordered,
}
