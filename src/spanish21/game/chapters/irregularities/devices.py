"""Devices that fail: the card reader device, the shuffling device."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.irregularities.voiding import VOIDING, call_all_dead
from spanish21.game.chapters.play.whose_turn import IN_PLAY
from spanish21.game.hands import may_be_blackjack
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import ANY_PHASE, Field, Move, either, when
from spanish21.game.round.phases import dealer_cards_first, start_of_play
from spanish21.game.round.places import CARDS_ARE_DEALT
from spanish21.game.round.with_parts import Evolves, with_batch
from spanish21.game.states import Irregularity, Phase, ShufflerState
from spanish21.game.table import FLOORPERSON, HOUSE, Table
from spanish21.game.words import ReaderFailure, ShufflerFailure, Shuffling

_DEVICE_SHUFFLES: frozenset[Phase] = frozenset((Phase.STACK, Phase.CUT, Phase.COVER, Phase.LOAD))
_DEVICE_HOLDS_BATCH: frozenset[Phase] = frozenset((Phase.BATCH, Phase.BURN, Phase.WAGERS))
_SHOE_IS_USED: frozenset[Phase] = CARDS_ARE_DEALT | {Phase.WAGERS}


# -- the card reader device ------------------------------------------------------------------------


def may_report_insertion(table: Table) -> bool:
    """The hole card is down, a reader stands at the table, and the up card is none that it is used for."""
    if not table.rules.card_reader or not table.hole_down:
        return False
    return not may_be_blackjack(table.dealer[0]) and len(table.dealer) == dealer_cards_first(table)


def report_insertion(act: Act, command: cmd.ReportInsertion) -> None:
    act.emit(ev.InsertionReported(command.shows_value))
    if command.shows_value:
        call_all_dead(act, Irregularity.HOLE_CARD_SEEN)


def may_report_reader_failure(table: Table) -> bool:
    """A reader stands at the table and has worked until now."""
    return table.rules.card_reader and not table.trouble.reader_broken


def report_reader_failure(act: Act, command: cmd.ReportReaderFailure) -> None:
    act.emit(ev.ReaderFailed(act.table.rules.reader_failure == ReaderFailure.HALT))


def may_repair_reader(table: Table) -> bool:
    """A reader that a book can do without comes back between rounds."""
    if not table.trouble.reader_broken:
        return False
    return table.rules.reader_failure == ReaderFailure.HALT or not table.boxes or not table.boxes[0].hands


def repair_reader(act: Act, command: cmd.RepairReader) -> None:
    act.emit(ev.ReaderRepaired())


# -- the shuffling device --------------------------------------------------------------------------


def may_report_jam(table: Table) -> bool:
    """While the device shuffles, until its stack is in the shoe; between rounds, when it holds a batch."""
    if not shuffler_works(table):
        return False
    if table.device and table.phase in _DEVICE_HOLDS_BATCH:
        return table.device[-1].shuffled
    return table.phase in _DEVICE_SHUFFLES


def shuffler_works(table: Table) -> bool:
    """Whether a shuffling device is in use that has not failed."""
    return table.rules.shuffling != Shuffling.HAND and table.trouble.shuffler == ShufflerState.WORKING


def report_shuffler_jam(act: Act, command: cmd.ReportShufflerJam) -> None:
    act.emit(ev.ShufflerJammed())


def may_report_failure(table: Table) -> bool:
    """While the device shuffles; an automated shoe also while it deals."""
    deals = table.rules.shuffling == Shuffling.CONTINUOUS and table.phase in _SHOE_IS_USED
    return may_report_jam(table) or (shuffler_works(table) and (deals or table.phase == Phase.BATCH))


def report_shuffler_failure(act: Act, command: cmd.ReportShufflerFailure) -> None:
    act.emit(ev.ShufflerFailed())


def is_shuffler_broken(table: Table) -> bool:
    """Whether the shuffling device stands in the way."""
    return table.trouble.shuffler == ShufflerState.BROKEN


def put_shuffler_aside(act: Act, command: cmd.PutShufflerAside) -> None:
    act.emit(ev.ShufflerPutAside(act.table.rules.shuffler_failure == ShufflerFailure.REMOVED))
    if act.table.device:
        act.emit(ev.BatchWithdrawn())


MOVES = (
    Move(
        cmd.ReportInsertion,
        (FLOORPERSON,),
        IN_PLAY,
        report_insertion,
        when(may_report_insertion),
        (Field("shows_value", lambda table, who: either()),),
        emits=(ev.InsertionReported, ev.HandsCalledDead, *VOIDING),
    ),
    Move(
        cmd.ReportReaderFailure,
        HOUSE,
        ANY_PHASE,
        report_reader_failure,
        when(may_report_reader_failure),
        emits=(ev.ReaderFailed,),
    ),
    Move(
        cmd.RepairReader,
        (FLOORPERSON,),
        ANY_PHASE,
        repair_reader,
        when(may_repair_reader),
        in_any_case=True,
        emits=(ev.ReaderRepaired,),
    ),
    Move(
        cmd.ReportShufflerJam,
        HOUSE,
        _DEVICE_SHUFFLES | _DEVICE_HOLDS_BATCH,
        report_shuffler_jam,
        when(may_report_jam),
        emits=(ev.ShufflerJammed,),
    ),
    Move(
        cmd.ReportShufflerFailure,
        HOUSE,
        _DEVICE_SHUFFLES | _DEVICE_HOLDS_BATCH | _SHOE_IS_USED,
        report_shuffler_failure,
        when(may_report_failure),
        emits=(ev.ShufflerFailed,),
    ),
    Move(
        cmd.PutShufflerAside,
        (FLOORPERSON,),
        ANY_PHASE,
        put_shuffler_aside,
        when(is_shuffler_broken),
        in_any_case=True,
        emits=(ev.ShufflerPutAside, ev.BatchWithdrawn),
    ),
)


# The effects of its events


def insertion_reported(table: Table, event: ev.InsertionReported) -> Table:
    return table


def reader_failed(table: Table, event: ev.ReaderFailed) -> Table:
    table = replace(table, trouble=replace(table.trouble, reader_broken=True))
    return start_of_play(table) if table.phase == Phase.READER and not event.halted else table


def reader_repaired(table: Table, event: ev.ReaderRepaired) -> Table:
    return replace(table, trouble=replace(table.trouble, reader_broken=False))


def shuffler_jammed(table: Table, event: ev.ShufflerJammed) -> Table:
    """A batch in the device is shuffled again before it comes out; a stack bound for the shoe, right away."""
    if table.device and table.phase != Phase.STACK:
        jammed = replace(table.device[-1], shuffled=False)
        return replace(table, device=(*table.device[:-1], jammed))
    return replace(table, phase=Phase.STACK)


def shuffler_failed(table: Table, event: ev.ShufflerFailed) -> Table:
    """Cards not yet in the shoe are shuffled again; a round in progress continues once the device is
    aside."""
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
