"""The equipment and the reader were checked; a day began; time passed."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, opened
from spanish21.game.table import Table


def equipment_checked(table: Table, event: ev.EquipmentChecked) -> Table:
    return opened(table, equipment_checked=True)


def reader_inspected(table: Table, event: ev.ReaderInspected) -> Table:
    return opened(table, reader_inspected=True)


def gaming_day_begun(table: Table, event: ev.GamingDayBegun) -> Table:
    return opened(table, reader_inspected=False)


def time_told(table: Table, event: ev.TimeTold) -> Table:
    return replace(table, minutes=table.minutes + event.minutes)


EVOLVES: Evolves = {
    ev.EquipmentChecked: equipment_checked,
    ev.ReaderInspected: reader_inspected,
    ev.GamingDayBegun: gaming_day_begun,
    ev.TimeTold: time_told,
}
