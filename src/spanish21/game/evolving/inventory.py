"""The chips in the inventory: counts, fills and credits."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.states import SlipKind
from spanish21.game.table import Slip, Table


def slip_written(table: Table, event: ev.InventorySlipWritten) -> Table:
    needed = table.slip.needed if table.slip is not None else 0
    return replace(table, slip=Slip(event.kind, event.amount, event.difference, needed))


def fill_asked(table: Table, event: ev.FillAsked) -> Table:
    return replace(table, slip=Slip(SlipKind.ASKED, event.amount, 0, event.amount))


def inventory_counted(table: Table, event: ev.InventoryCounted) -> Table:
    return replace(
        table,
        slip=None,
        inventory=table.inventory + event.difference,
        inventory_counted=event.kind == SlipKind.OPENING,
    )


def inventory_filled(table: Table, event: ev.InventoryFilled) -> Table:
    return replace(table, slip=None, inventory=table.inventory + event.amount)


def inventory_credited(table: Table, event: ev.InventoryCredited) -> Table:
    return replace(table, slip=None, inventory=table.inventory - event.amount)


EVOLVES: Evolves = {
    ev.InventorySlipWritten: slip_written,
    ev.FillAsked: fill_asked,
    ev.InventoryCounted: inventory_counted,
    ev.InventoryFilled: inventory_filled,
    ev.InventoryCredited: inventory_credited,
}
