"""The payment of side wagers at the settlement; progressives are paid from their current meters."""

from spanish21.game import events as ev
from spanish21.game.chapters.payment.matches import line_made, line_settled, side_settled
from spanish21.game.chapters.payment.progressives import (
    SideDue,
    community_stop,
    is_left_out,
    reaches,
    side_due,
    side_of,
)
from spanish21.game.moves.act import Act
from spanish21.game.round.meters import meter_share
from spanish21.game.round.wheels import meter_of, pair_paid, wheel_table
from spanish21.game.side_wagers.prizes import prize_of
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.side_wagers.terms import Stop, WheelTable
from spanish21.game.states import WagerResult
from spanish21.game.table import Box, Side, Stake, Table


def settle_validated(act: Act) -> None:
    """Pay validated payouts that are not paid yet."""
    for box in reversed(act.table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.validated and not side.settled:
                    settle_side(act, side_due(act.table, box, stake, side))


def settle_side(act: Act, due: SideDue) -> None:
    """Pay or collect one side wager; progressives pay from the meter as it is and reset it."""
    table = act.table
    box, stake, side = due.box, due.stake, due.side
    record = side_wager(side.kind)
    if not record.is_progressive:
        act.emit(line_settled(table, box, stake, side))
    elif not due.wins:
        act.emit(side_settled(box, stake, side, WagerResult.LOST, 0, 0, f"{side.kind}_lost", ""))
    elif not record.wheel:
        _settle_line(act, box, stake, side)
    elif side.stop >= 0:
        _settle_stop(act, box, stake, side)
    else:
        _settle_community(act, box, stake, side)


def _settle_community(act: Act, box: Box, stake: Stake, side: Side) -> None:
    if is_left_out(act.table, box, stake, side.kind):
        act.emit(side_settled(box, stake, side, WagerResult.LOST, 0, 0, f"{side.kind}_own_boxes", ""))
        return
    played = wheel_table(act.table.rules, side.kind, side.amount)
    stop = played.community[community_stop(act.table, side.amount)]
    why = f"{side.kind}_community.{played.paytable}.{stop.symbol}"
    act.emit(side_settled(box, stake, side, WagerResult.WON, 0, stop.pays, why, ""))


def _settle_line(act: Act, box: Box, stake: Stake, side: Side) -> None:
    """Pay a line of a wager with a meter: a part of the meter, or an amount."""
    table, record = act.table, side_wager(side.kind)
    line = line_made(table, box, record)
    prize = prize_of(record, table.rules.sides[side.kind], line, 1)
    if not prize.meter:
        act.emit(line_settled(table, box, stake, side))
        return
    paid = meter_share(meter_amount(table, prize.meter), prize.share, table.rules)
    why = f"{side.kind}_pays.{record.lines[line]}"
    act.emit(side_settled(box, stake, side, WagerResult.WON, 0, paid, why, prize.meter))
    _charge_meter(act, prize.meter, paid, prize.share == 100)


def _settle_stop(act: Act, box: Box, stake: Stake, side: Side) -> None:
    """Pay the prize of the wheel: a fixed amount or a whole meter, and everyone else's part."""
    played = wheel_table(act.table.rules, side.kind, side.amount)
    stop = played.wheel[side.stop]
    why = f"{side.kind}_wheel.{played.paytable}.{stop.symbol}"
    meter = meter_of(side.kind, stop)
    paid = meter_amount(act.table, meter) if meter else stop.pays
    act.emit(side_settled(box, stake, side, WagerResult.WON, 0, paid, why, meter))
    if meter:
        _charge_meter(act, meter, paid, True)
    if stop.pair:
        _pay_others(act, side.kind, (box.number, stake.person), played, stop)


def _pay_others(act: Act, kind: str, winner: tuple[int, str], played: WheelTable, stop: Stop) -> None:
    """Community pay: everyone else with the wager gets the second amount of a pair, by their own wager; in
    another reading the winner's own other boxes get it, too."""
    rules = act.table.rules
    for box in reversed(act.table.boxes):
        for stake in box.stakes:
            side = side_of(stake, kind)
            if side is None or not reaches(rules, kind, winner, (box.number, stake.person)):
                continue
            table, paid = pair_paid(rules, kind, played, stop, wheel_table(rules, kind, side.amount))
            why = f"{kind}_community.{table.paytable}.{table.pairs[stop.pair - 1].symbol}"
            act.emit(ev.BonusPaid(box.number, stake.person, "community", paid, why))


def meter_amount(table: Table, name: str) -> int:
    """The amount of a meter."""
    return next(meter.amount for meter in table.meters if meter.name == name)


def _charge_meter(act: Act, name: str, paid: int, whole: bool) -> None:
    meter = next(meter for meter in act.table.meters if meter.name == name)
    amount = act.table.rules.meters[name].reset if whole else meter.amount - paid
    act.emit(ev.MeterMoved(name, amount, meter.remainder))
