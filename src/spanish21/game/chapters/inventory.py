"""The chips in the inventory: opening and closing counts, fills and credits, and what they must cover.

The inventory never goes below zero. Whatever takes chips from it is covered by what lay there before, not by
the losing wagers that the same step collects; if it is not, the table asks for a fill and waits for it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_floorperson
from spanish21.game.choices import Amounts, May, may
from spanish21.game.evolve import EVOLVE
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Slip, Table

MOST_CHIPS = 10**15
"""No step brings more to a table than this many units; it only keeps amounts in 64 bits."""

_MAXIMA_IN_A_FILL = 10
_COUNTS = ("opening", "closing")

C = TypeVar("C", bound=cmd.Command)


def from_inventory(decides: Callable[[Act, C], None]) -> Callable[[Act, C], None]:
    """The same step if the inventory covers what it takes from it; else a fill is asked for instead."""

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
    """The chips that events take from the inventory, whatever they bring to it."""
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
        act.emit(ev.InventorySlipWritten("fill", -lowest, 0))
        act.emit(ev.InventoryFilled(-lowest))
    for event in done.events:
        act.emit(event)


def count_inventory(act: Act, command: cmd.CountInventory) -> None:
    require_dealer(command.by)
    table = act.table
    kind = count_due(table)
    if not kind:
        refuse("not_now")
    bounds = count_bounds(table)
    if not bounds.holds(command.amount):
        refuse("slip_amount", f"from {bounds.least} to {bounds.most}")
    act.emit(ev.InventorySlipWritten(kind, command.amount, command.amount - table.inventory))


def count_due(table: Table) -> str:
    """The count that can be taken now: the opening one, or between rounds the closing one; or nothing."""
    if table.slip is not None and table.slip.needed:
        return ""
    if not table.inventory_counted:
        return "opening"
    return "" if table.boxes or table.offers else "closing"


def count_bounds(table: Table) -> Amounts:
    """What a count may find."""
    return Amounts(0, max(MOST_CHIPS, table.inventory), 1)


def fill(act: Act, command: cmd.Fill) -> None:
    require_floorperson(command.by)
    bounds = fill_bounds(act.table)
    if not bounds.holds(command.amount):
        refuse("slip_amount", f"from {bounds.least} to {bounds.most}")
    act.emit(ev.InventorySlipWritten("fill", command.amount, 0))


def fill_bounds(table: Table) -> Amounts:
    """What a fill may bring: as much as a payment lacks, or more."""
    least = table.slip.needed if table.slip is not None else 0
    return Amounts(max(1, least), max(1, least, MOST_CHIPS - table.inventory), 1)


def usual_fill(table: Table) -> int:
    """The fill that an automatic house brings: ten table maxima, or as many tens as are needed."""
    bounds = fill_bounds(table)
    lot = _MAXIMA_IN_A_FILL * table.rules.table_maximum
    return min(lot * -(-bounds.least // lot), bounds.most)


def credit(act: Act, command: cmd.Credit) -> None:
    require_floorperson(command.by)
    bounds = credit_bounds(act.table)
    if bounds is None:
        refuse("not_now")
    if not bounds.holds(command.amount):
        refuse("slip_amount", f"from {bounds.least} to {bounds.most}")
    act.emit(ev.InventorySlipWritten("credit", command.amount, 0))


def credit_bounds(table: Table) -> Amounts | None:
    """What a credit may take: no more than is there, and nothing while a payment waits for a fill."""
    if not table.inventory or (table.slip is not None and table.slip.needed):
        return None
    return Amounts(1, table.inventory, 1)


def confirm_slip(act: Act, command: cmd.ConfirmSlip) -> None:
    if command.by not in HOUSE:
        refuse("not_your_office")
    slip = act.table.slip
    if slip is None or slip.kind == "asked":
        refuse("not_now")
    if command.by != confirmed_by(slip):
        refuse("not_your_office")
    if slip.kind in _COUNTS:
        act.emit(ev.InventoryCounted(slip.kind, slip.amount, slip.difference))
    elif slip.kind == "fill":
        act.emit(ev.InventoryFilled(slip.amount))
    else:
        act.emit(ev.InventoryCredited(slip.amount))


def confirmed_by(slip: Slip) -> str:
    """Who confirms a slip: the one of the two who did not write it."""
    return FLOORPERSON if slip.kind in _COUNTS else DEALER


def what_slip_asks(table: Table, slip: Slip) -> cmd.Command:
    """What is due to a slip: the fill that a payment lacks, or the confirmation."""
    if slip.kind == "asked":
        return cmd.Fill(by=FLOORPERSON, amount=usual_fill(table))
    return cmd.ConfirmSlip(by=confirmed_by(slip))


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who == DEALER and count_due(table):
        yield may(cmd.CountInventory, amount=count_bounds(table))
    if who == FLOORPERSON:
        yield may(cmd.Fill, amount=fill_bounds(table))
        bounds = credit_bounds(table)
        if bounds is not None:
            yield may(cmd.Credit, amount=bounds)
    slip = table.slip
    if slip is not None and slip.kind != "asked" and who == confirmed_by(slip):
        yield may(cmd.ConfirmSlip)


DECIDES = {
    cmd.CountInventory: count_inventory,
    cmd.Fill: fill,
    cmd.Credit: credit,
    cmd.ConfirmSlip: confirm_slip,
}
