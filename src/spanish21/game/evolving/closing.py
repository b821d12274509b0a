"""The round began: a hand for each box; the meters took their part."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Hand, Meter, Person, Stake, Table

_DEAL = Phase.DEAL
_DEALT = HandState.DEALT


def wagers_closed(table: Table, event: ev.WagersClosed) -> Table:
    return begun(table, table.boxes, table.people, event)


def begun(
    table: Table, with_stakes: tuple[Box, ...], people: tuple[Person, ...], event: ev.WagersClosed
) -> Table:
    """The table at the beginning of a round, with a hand for each box that has a stake."""
    boxes = []
    has_side_wagers = False
    for box in with_stakes:
        stakes = box.stakes
        if len(stakes) == 1:
            hand = _new_hand((stakes[0].wager,), (0,), (stakes[0].coupon,))
        else:
            stakes = _caller_first(stakes, dict(event.callers)[box.number])
            wagers, coupons = [stake.wager for stake in stakes], [stake.coupon for stake in stakes]
            hand = _new_hand(tuple(wagers), (0,) * len(stakes), tuple(coupons))
        for stake in stakes:
            if stake.sides:
                has_side_wagers = True
        boxes.append(Box(box.number, stakes, (hand,), box.announced, box.skipped, box.first_two))
    return replace(
        table,
        phase=_DEAL,
        people=people,
        round_number=event.number,
        boxes=tuple(boxes),
        has_side_wagers=has_side_wagers,
    )


def _new_hand(wagers: tuple[int, ...], zeros: tuple[int, ...], coupons: tuple[int, ...]) -> Hand:
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
