"""A device failed, jammed, was put aside or repaired."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_batch
from spanish21.game.phases import start_of_play
from spanish21.game.states import Phase, ShufflerState
from spanish21.game.table import Table


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


EVOLVES: Evolves = {
    ev.InsertionReported: insertion_reported,
    ev.ReaderFailed: reader_failed,
    ev.ReaderRepaired: reader_repaired,
    ev.ShufflerJammed: shuffler_jammed,
    ev.ShufflerFailed: shuffler_failed,
    ev.ShufflerPutAside: shuffler_put_aside,
    ev.BatchWithdrawn: batch_withdrawn,
}
