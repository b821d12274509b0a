"""What the side wagers beside the match get; progressives are paid from their meters as they stand."""

from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.chapters.matches import match_settled, side_settled
from spanish21.game.chapters.progressives import SideDue, community_stop, side_due, side_of
from spanish21.game.rules import MONSTER_LINES, Stop, WheelTable
from spanish21.game.sidebets import SUITED_PAIR, monster_line, suited_pairs
from spanish21.game.states import Result
from spanish21.game.table import Box, Side, Stake, Table
from spanish21.game.wheels import meter_of, pair_paid, wheel_table


def settle_validated(act: Act) -> None:
    """Pay what the floorperson has validated and nobody has yet paid."""
    for box in reversed(act.table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.validated and not side.settled:
                    settle_side(act, side_due(act.table, box, stake, side))


def settle_side(act: Act, due: SideDue) -> None:
    """Pay or collect one side wager; progressives pay from the meter as it stands and reset it."""
    table = act.table
    box, stake, side = due.box, due.stake, due.side
    if side.kind == "match_down":
        act.emit(match_settled(table, box, stake, side, table.dealer[1]))
    elif not due.wins:
        act.emit(side_settled(box, stake, side, Result.LOST, side.amount, 0, 0, f"{side.kind}_lost", ""))
    elif side.kind == "monster":
        _settle_monster(act, box, stake, side)
    elif side.stop >= 0:
        _settle_stop(act, box, stake, side)
    else:
        _settle_community(act, box, stake, side)


def _settle_community(act: Act, box: Box, stake: Stake, side: Side) -> None:
    played = wheel_table(act.table.rules, side.kind, side.amount)
    stop = played.community[community_stop(act.table, side.amount)]
    why = f"xtreme_community.{played.paytable}.{stop.symbol}"
    act.emit(side_settled(box, stake, side, Result.WON, side.amount, 0, stop.pays, why, ""))


def _settle_monster(act: Act, box: Box, stake: Stake, side: Side) -> None:
    table = act.table
    rules = table.rules
    cards = (*box.first_two, *table.dealer[:2])
    line = monster_line(*cards)
    why = f"monster_pays.{MONSTER_LINES[line]}"
    if line < 2:
        share = rules.monster_shares[line]
        paid = meter_amount(table, "monster") * share // 100
        act.emit(side_settled(box, stake, side, Result.WON, side.amount, 0, paid, why, "monster"))
        _charge_meter(act, "monster", paid, share == 100)
        return
    times = suited_pairs(*cards) if line == SUITED_PAIR and rules.monster_each_pair else 1
    paid = rules.monster_pays[line] * times
    act.emit(side_settled(box, stake, side, Result.WON, side.amount, 0, paid, why, ""))


def _settle_stop(act: Act, box: Box, stake: Stake, side: Side) -> None:
    """Pay what the wheel shows: a fixed amount or a whole meter, and everybody else's part."""
    played = wheel_table(act.table.rules, side.kind, side.amount)
    stop = played.wheel[side.stop]
    why = f"{side.kind}_wheel.{played.paytable}.{stop.symbol}"
    meter = meter_of(side.kind, stop)
    paid = meter_amount(act.table, meter) if meter else stop.pays
    act.emit(side_settled(box, stake, side, Result.WON, side.amount, 0, paid, why, meter))
    if meter:
        _charge_meter(act, meter, paid, True)
    if stop.pair:
        _pay_others(act, stake, played, stop)


def _pay_others(act: Act, spinner: Stake, played: WheelTable, stop: Stop) -> None:
    """Community pay: everybody else with the wager gets the second amount of a pair, by their own wager."""
    rules = act.table.rules
    for box in reversed(act.table.boxes):
        for stake in box.stakes:
            side = side_of(stake, "spin")
            if side is None or stake.person == spinner.person:
                continue
            table, paid = pair_paid(rules, played, stop, wheel_table(rules, "spin", side.amount))
            why = f"spin_community.{table.paytable}.{table.pairs[stop.pair - 1].symbol}"
            act.emit(ev.BonusPaid(box.number, stake.person, "community", paid, why))


def meter_amount(table: Table, name: str) -> int:
    """What a meter shows."""
    return next(meter.amount for meter in table.meters if meter.name == name)


def _charge_meter(act: Act, name: str, paid: int, whole: bool) -> None:
    meter = next(meter for meter in act.table.meters if meter.name == name)
    amount = act.table.rules.meters[name].reset if whole else meter.amount - paid
    act.emit(ev.MeterMoved(name, amount, meter.remainder))
