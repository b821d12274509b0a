"""The round began: a hand for each box; the meters took their part."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Hand, Meter, Stake, Table

_DEAL = Phase.DEAL
_DEALT = HandState.DEALT


def wagers_closed(table: Table, event: ev.WagersClosed) -> Table:
    callers = dict(event.callers)
    boxes = tuple([_with_hand(box, callers[box.number]) for box in table.boxes])
    has_side_wagers = any(stake.sides for box in boxes for stake in box.stakes)
    return replace(
        table, phase=_DEAL, boxes=boxes, has_side_wagers=has_side_wagers, round_number=event.number
    )


def _with_hand(box: Box, caller: str) -> Box:
    """A box at the beginning of a round, with its first hand."""
    stakes = _caller_first(box.stakes, caller)
    wagers, coupons = [stake.wager for stake in stakes], [stake.coupon for stake in stakes]
    return replace(box, stakes=stakes, hands=(new_hand(tuple(wagers), tuple(coupons)),))


def new_hand(wagers: tuple[int, ...], coupons: tuple[int, ...]) -> Hand:
    """A hand that waits for its first card."""
    zeros = (0,) * len(wagers)
    # in the order of the struct's fields: by name it takes twice the time
    return Hand((), 0, 0, _DEALT, wagers, zeros, zeros, coupons, 0, False, False, False)


def _caller_first(stakes: tuple[Stake, ...], caller: str) -> tuple[Stake, ...]:
    return tuple(sorted(stakes, key=lambda stake: stake.person != caller))


def meter_moved(table: Table, event: ev.MeterMoved) -> Table:
    return replace(
        table,
        meters=tuple(
            Meter(meter.name, event.amount, event.remainder) if meter.name == event.meter else meter
            for meter in table.meters
        ),
    )


EVOLVES: Evolves = {
    ev.WagersClosed: wagers_closed,
    ev.MeterMoved: meter_moved,
}
