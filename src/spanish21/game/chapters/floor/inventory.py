"""The chips in the inventory: opening and closing counts, fills and credits, and the payments they must
cover.

The inventory never goes below zero. Every payment from it is covered by the chips there before, not by
the losing wagers that the same step collects; if it is not, the table asks for a fill and waits for it.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.moves.act import EVOLVE, Act
from spanish21.game.moves.move import ANY_PHASE, Field, Move, Offer, from_to
from spanish21.game.pays import up_to_whole
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves
from spanish21.game.states import SlipKind
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Slip, Table

MOST_CHIPS = 10**15
"""No step brings more to a table than this many units; it only keeps amounts in 64 bits."""

_MAXIMA_IN_A_FILL = 10
_COUNTS = (SlipKind.OPENING, SlipKind.CLOSING)

C = TypeVar("C", bound=cmd.Command)


def from_inventory(decides: Callable[[Act, C], None]) -> Callable[[Act, C], None]:
    """The same step if the inventory covers it; otherwise a request for a fill."""

    def covered(act: Act, command: C) -> None:
        table, done = act.table, len(act.events)
        decides(act, command)
        short = chips_taken(act.events[done:]) - table.inventory
        if short > 0:
            del act.events[done:]
            act.table = table
            act.emit(ev.FillAsked(short))

    return covered


def chips_taken(events: Iterable[ev.Event]) -> int:
    """The chips that events take from the inventory, not counting those they bring."""
    taken = 0
    for event in events:
        if isinstance(event, ev.WagerSettled | ev.BonusPaid):
            taken += event.paid
        elif isinstance(event, ev.CashConfirmed):
            taken += event.converted
    return taken


def with_a_fill(act: Act, carry: Callable[[Act], None]) -> None:
    """Carry out a step that cannot be put off: where the inventory would fall short on the way, the fill is
    booked before it, on record like any other."""
    table = act.table
    done, lowest = Act(table), 0
    carry(done)
    for event in done.events:
        table = EVOLVE[type(event)](table, event)
        lowest = min(lowest, table.inventory)
    if lowest < 0:
        act.emit(ev.FillAsked(-lowest))
        act.emit(ev.InventorySlipWritten(SlipKind.FILL, -lowest, 0))
        act.emit(ev.InventoryFilled(-lowest))
    for event in done.events:
        act.emit(event)


# -- counting --------------------------------------------------------------------------------------


def why_not_count(table: Table, who: str) -> Reason | None:
    return None if count_due(table) else Reason.NOT_NOW


def count_due(table: Table) -> SlipKind | None:
    """The count that can be taken now: the opening one, or between rounds the closing one; or nothing."""
    if _waits_for_fill(table):
        return None
    if not table.inventory_counted:
        return SlipKind.OPENING
    return None if table.boxes or table.offers else SlipKind.CLOSING


def _waits_for_fill(table: Table) -> bool:
    return table.slip is not None and table.slip.needed > 0


def amounts_to_count(table: Table, who: str) -> Offer:
    """The possible results of a count."""
    return from_to(0, max(MOST_CHIPS, table.inventory), Reason.SLIP_AMOUNT)


def count_inventory(act: Act, command: cmd.CountInventory) -> None:
    table = act.table
    difference = command.amount - table.inventory
    kind = count_due(table)
    assert kind is not None
    act.emit(ev.InventorySlipWritten(kind, command.amount, difference))


# -- fills and credits -----------------------------------------------------------------------------


def amounts_to_fill(table: Table, who: str) -> Offer:
    return from_to(*fill_bounds(table), Reason.SLIP_AMOUNT)


def fill_bounds(table: Table) -> tuple[int, int]:
    """The least and the most that a fill may bring: as much as a payment lacks, or more."""
    least = max(1, table.slip.needed if table.slip is not None else 0)
    return least, max(least, MOST_CHIPS - table.inventory)


def usual_fill(table: Table) -> int:
    """The fill that an automatic house brings: ten table maxima, or as many tens as are needed."""
    least, most = fill_bounds(table)
    lot = _MAXIMA_IN_A_FILL * table.rules.table_maximum
    return min(up_to_whole(least, lot), most)


def fill(act: Act, command: cmd.Fill) -> None:
    act.emit(ev.InventorySlipWritten(SlipKind.FILL, command.amount, 0))


def why_not_credit(table: Table, who: str) -> Reason | None:
    """Nothing is taken from an empty inventory, nor while a payment waits for a fill."""
    return Reason.NOT_NOW if not table.inventory or _waits_for_fill(table) else None


def amounts_to_credit(table: Table, who: str) -> Offer:
    """At most the chips that are there."""
    return from_to(1, table.inventory, Reason.SLIP_AMOUNT)


def credit(act: Act, command: cmd.Credit) -> None:
    act.emit(ev.InventorySlipWritten(SlipKind.CREDIT, command.amount, 0))


# -- confirming ------------------------------------------------------------------------------------


def why_not_confirm(table: Table, who: str) -> Reason | None:
    slip = table.slip
    if slip is None or slip.kind == SlipKind.ASKED:
        return Reason.NOT_NOW
    return None if who == confirmed_by(slip) else Reason.NOT_YOUR_OFFICE


def confirmed_by(slip: Slip) -> str:
    """Who confirms a slip: the one of the two who did not write it."""
    return FLOORPERSON if slip.kind in _COUNTS else DEALER


def confirm_slip(act: Act, command: cmd.ConfirmSlip) -> None:
    slip = act.table.slip
    assert slip is not None
    if slip.kind in _COUNTS:
        act.emit(ev.InventoryCounted(slip.kind, slip.amount, slip.difference))
    elif slip.kind == SlipKind.FILL:
        act.emit(ev.InventoryFilled(slip.amount))
    else:
        act.emit(ev.InventoryCredited(slip.amount))


def what_slip_asks(table: Table, slip: Slip) -> cmd.Command:
    """The due step about a slip: the fill for a payment, or the confirmation."""
    if slip.kind == SlipKind.ASKED:
        return cmd.Fill(by=FLOORPERSON, amount=usual_fill(table))
    return cmd.ConfirmSlip(by=confirmed_by(slip))


MOVES = (
    Move(
        cmd.CountInventory,
        (DEALER,),
        ANY_PHASE,
        count_inventory,
        why_not_count,
        (Field("amount", amounts_to_count),),
        in_any_case=True,
        emits=(ev.InventorySlipWritten,),
        step=ev.InventoryCounted,
    ),
    Move(
        cmd.Fill,
        (FLOORPERSON,),
        ANY_PHASE,
        fill,
        fields=(Field("amount", amounts_to_fill),),
        in_any_case=True,
        emits=(ev.InventorySlipWritten,),
        step=ev.InventoryFilled,
    ),
    Move(
        cmd.Credit,
        (FLOORPERSON,),
        ANY_PHASE,
        credit,
        why_not_credit,
        (Field("amount", amounts_to_credit),),
        in_any_case=True,
        emits=(ev.InventorySlipWritten,),
        step=ev.InventoryCredited,
    ),
    Move(
        cmd.ConfirmSlip,
        HOUSE,
        ANY_PHASE,
        confirm_slip,
        why_not_confirm,
        in_any_case=True,
        emits=(ev.InventoryCounted, ev.InventoryFilled, ev.InventoryCredited),
        is_step=False,
    ),
)


# The effects of its events


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
