"""Side wagers: matches, and the progressives with their wheels, meters and validation."""

from collections.abc import Iterator

import msgspec

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_floorperson, require_phase
from spanish21.game.chapters.inventory import from_inventory
from spanish21.game.chapters.payout_limit import left_on_hand
from spanish21.game.choices import Amounts, May, OneOf, may
from spanish21.game.hands import is_two_card_21
from spanish21.game.pays import payment
from spanish21.game.phases import is_paid_at_once
from spanish21.game.rules import (
    DRAWN_POSITION,
    EVERY_BETTOR,
    MATCH_LINES,
    MONSTER_LINES,
    Stop,
    WheelTable,
)
from spanish21.game.sidebets import (
    NO_LINE,
    NO_MATCH,
    SUITED_PAIR,
    is_six_and_ten_value,
    match_line,
    monster_line,
    suited_pairs,
)
from spanish21.game.table import DEALER, FLOORPERSON, Box, Side, Stake, Table
from spanish21.game.wheels import meter_of, pair_paid, wheel_table


class SideDue(msgspec.Struct, frozen=True, gc=False):
    """The side wager that is to be settled next, and what it waits for."""

    box: Box
    stake: Stake
    side: Side
    wins: bool
    needs: str
    """What chance has yet to say: "hot_spot", "spin", "community" or nothing."""
    needs_light: bool
    needs_validation: bool

    @property
    def is_ready(self) -> bool:
        return not (self.needs or self.needs_light or self.needs_validation)


@from_inventory
def settle_match(act: Act, command: cmd.SettleMatch) -> None:
    require_dealer(command.by)
    require_phase(act.table, "match")
    events = list(_match_settlements(act.table, "match", act.table.dealer[0]))
    if act.table.rules.match_losers_first:
        events.sort(key=lambda event: event.collected == 0)
    for event in events:
        act.emit(event)


def _match_settlements(table: Table, kind: str, dealers: int) -> Iterator[ev.WagerSettled]:
    for box in reversed(table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.kind == kind and not side.settled:
                    yield _match_settled(table, box, stake, side, dealers)


def _match_settled(table: Table, box: Box, stake: Stake, side: Side, dealers: int) -> ev.WagerSettled:
    rules = table.rules
    line = match_line(box.first_two[0], box.first_two[1], dealers)
    if line == NO_MATCH:
        return _side_settled(box, stake, side, "lost", side.amount, 0, 0, f"{side.kind}_lost", "")
    pays = rules.match_pays if side.kind == "match" else rules.match_down_pays
    paid = payment(side.amount + side.coupon, (pays[line], 1), rules)
    paid = left_on_hand(table, box.number, stake.person, paid)
    why = f"{side.kind}_pays.{MATCH_LINES[line]}"
    return _side_settled(box, stake, side, "won", 0, side.amount, paid, why, "")


def _side_settled(
    box: Box,
    stake: Stake,
    side: Side,
    result: str,
    collected: int,
    returned: int,
    paid: int,
    why: str,
    meter: str,
) -> ev.WagerSettled:
    return ev.WagerSettled(
        box.number, 0, stake.person, side.kind, result, collected, returned, paid, why, meter
    )


def next_side(table: Table) -> SideDue | None:
    """The next side wager in the order of payment, from the dealer's right; in mid-round only a spin
    whose Blackjack has been paid."""
    if not table.has_side_wagers or table.phase not in ("play", "settle"):
        return None
    for box in reversed(table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.settled:
                    continue
                if table.phase == "settle" or _is_spin_of_paid_blackjack(table, box, side):
                    return _side_due(table, box, stake, side)
    return None


def _is_spin_of_paid_blackjack(table: Table, box: Box, side: Side) -> bool:
    return side.kind == "spin" and box.announced and is_two_card_21(*box.first_two) and is_paid_at_once(table)


def _side_due(table: Table, box: Box, stake: Stake, side: Side) -> SideDue:
    wins = side_wins(table, box, side)
    progressive = wins and side.kind in ("spin", "xtreme", "monster")
    return SideDue(
        box=box,
        stake=stake,
        side=side,
        wins=wins,
        needs=_chance_needed(table, box, stake, side) if progressive else "",
        needs_light=progressive and table.rules.light_checked and not side.lit,
        needs_validation=progressive and not side.validated,
    )


def side_wins(table: Table, box: Box, side: Side) -> bool:
    """Whether a side wager wins; a match against a card that lies is asked of `match_line`."""
    if side.kind == "spin":
        return is_two_card_21(*box.first_two)
    if side.kind == "xtreme":
        return is_six_and_ten_value(table.dealer[0], table.dealer[1])
    if side.kind == "monster":
        first, second = box.first_two
        return monster_line(first, second, table.dealer[0], table.dealer[1]) != NO_LINE
    return match_line(box.first_two[0], box.first_two[1], table.dealer[1]) != NO_MATCH


def _chance_needed(table: Table, box: Box, stake: Stake, side: Side) -> str:
    """Which wheel, or the draw of the hot spot, a winning progressive wager waits for."""
    if side.kind == "monster":
        return ""
    if side.kind == "spin" or turns_prize_wheel(table, box, stake):
        return "spin" if side.stop < 0 else ""
    if not table.hot_spot:
        return "hot_spot"
    return "community" if community_stop(table, side.amount) < 0 else ""


def turns_prize_wheel(table: Table, box: Box, stake: Stake) -> bool:
    """Whether an Xtreme 16 wager is one for which the prize wheel turns.

    Of several people with the wager at the hot spot it turns for the first in the order of the box, which
    begins with whoever calls the decisions."""
    if table.rules.xtreme_spinner == EVERY_BETTOR:
        return True
    if box.number != table.hot_spot:
        return False
    return stake.person == next(one.person for one in box.stakes if _side_of(one, "xtreme") is not None)


def _side_of(stake: Stake, kind: str) -> Side | None:
    return next((side for side in stake.sides if side.kind == kind), None)


def community_stop(table: Table, wager: int) -> int:
    """Where the community wheel stopped for wagers of this amount, or -1."""
    return next((stop for amount, stop in table.community_stops if amount == wager), -1)


def hot_spots(table: Table) -> tuple[int, ...]:
    """The betting positions that may be drawn: all of the table's, or those with the wager."""
    if table.rules.xtreme_spinner == DRAWN_POSITION:
        return tuple(range(1, table.rules.boxes + 1))
    return tuple(
        box.number
        for box in table.boxes
        if any(_side_of(stake, "xtreme") is not None for stake in box.stakes)
    )


def draw_hot_spot(act: Act, command: cmd.DrawHotSpot) -> None:
    _require_chance(act.table, command.by, "hot_spot")
    if command.box not in hot_spots(act.table):
        refuse("no_such_box")
    act.emit(ev.HotSpotDrawn(command.box))


def spin(act: Act, command: cmd.Spin) -> None:
    due = _require_chance(act.table, command.by, "spin")
    if (command.box, command.person, command.kind) != (due.box.number, due.stake.person, due.side.kind):
        refuse("not_now")
    _require_stop(command.stop, wheel_due(act.table, due))
    act.emit(ev.WheelSpun(command.box, command.person, command.kind, due.side.amount, command.stop))


def spin_community(act: Act, command: cmd.SpinCommunity) -> None:
    due = _require_chance(act.table, command.by, "community")
    if command.wager != due.side.amount:
        refuse("not_now")
    _require_stop(command.stop, wheel_due(act.table, due))
    act.emit(ev.CommunityWheelSpun(command.wager, command.stop))


def _require_chance(table: Table, by: str, needed: str) -> SideDue:
    require_dealer(by)
    due = next_side(table)
    if due is None or due.needs != needed:
        refuse("not_now")
    return due


def _require_stop(stop: int, wheel: tuple[Stop, ...]) -> None:
    if not 0 <= stop < len(wheel):
        refuse("wheel_stop", f"stops 0 to {len(wheel) - 1}")


def wheel_due(table: Table, due: SideDue) -> tuple[Stop, ...]:
    """The wheel that turns next."""
    played = wheel_table(table.rules, due.side.kind, due.side.amount)
    return played.community if due.needs == "community" else played.wheel


def check_light(act: Act, command: cmd.CheckLight) -> None:
    """Before every progressive payout, where the book says so."""
    require_dealer(command.by)
    due = next_side(act.table)
    if due is None or due.needs or not due.needs_light or not _is_for(command, due):
        refuse("not_now")
    act.emit(ev.LightChecked(command.box, command.person, command.kind))


def _is_for(command: cmd.CheckLight | cmd.ValidatePayout, due: SideDue) -> bool:
    wager = (due.box.number, due.stake.person, due.side.kind)
    return (command.box, command.person, command.kind) == wager


def validate_payout(act: Act, command: cmd.ValidatePayout) -> None:
    require_floorperson(command.by)
    due = next_side(act.table)
    if due is None or due.needs or not due.needs_validation or not _is_for(command, due):
        refuse("not_now")
    if due.needs_light:
        refuse("light_not_checked")
    act.emit(ev.PayoutValidated(command.box, command.person, command.kind))


def settle_validated(act: Act) -> None:
    """Pay what the floorperson has validated and nobody has yet paid."""
    for box in reversed(act.table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.validated and not side.settled:
                    settle_side(act, _side_due(act.table, box, stake, side))


def settle_side(act: Act, due: SideDue) -> None:
    """Pay or collect one side wager; progressives pay from the meter as it stands and reset it."""
    table = act.table
    box, stake, side = due.box, due.stake, due.side
    if side.kind == "match_down":
        act.emit(_match_settled(table, box, stake, side, table.dealer[1]))
    elif not due.wins:
        act.emit(_side_settled(box, stake, side, "lost", side.amount, 0, 0, f"{side.kind}_lost", ""))
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
    act.emit(_side_settled(box, stake, side, "won", side.amount, 0, stop.pays, why, ""))


def _settle_monster(act: Act, box: Box, stake: Stake, side: Side) -> None:
    table = act.table
    rules = table.rules
    cards = (*box.first_two, *table.dealer[:2])
    line = monster_line(*cards)
    why = f"monster_pays.{MONSTER_LINES[line]}"
    if line < 2:
        share = rules.monster_shares[line]
        paid = meter_amount(table, "monster") * share // 100
        act.emit(_side_settled(box, stake, side, "won", side.amount, 0, paid, why, "monster"))
        _charge_meter(act, "monster", paid, share == 100)
        return
    times = suited_pairs(*cards) if line == SUITED_PAIR and rules.monster_each_pair else 1
    paid = rules.monster_pays[line] * times
    act.emit(_side_settled(box, stake, side, "won", side.amount, 0, paid, why, ""))


def _settle_stop(act: Act, box: Box, stake: Stake, side: Side) -> None:
    """Pay what the wheel shows: a fixed amount or a whole meter, and everybody else's part."""
    played = wheel_table(act.table.rules, side.kind, side.amount)
    stop = played.wheel[side.stop]
    why = f"{side.kind}_wheel.{played.paytable}.{stop.symbol}"
    meter = meter_of(side.kind, stop)
    paid = meter_amount(act.table, meter) if meter else stop.pays
    act.emit(_side_settled(box, stake, side, "won", side.amount, 0, paid, why, meter))
    if meter:
        _charge_meter(act, meter, paid, True)
    if stop.pair:
        _pay_others(act, stake, played, stop)


def _pay_others(act: Act, spinner: Stake, played: WheelTable, stop: Stop) -> None:
    """Community pay: everybody else with the wager gets the second amount of a pair, by their own wager."""
    rules = act.table.rules
    for box in reversed(act.table.boxes):
        for stake in box.stakes:
            side = _side_of(stake, "spin")
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


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who == DEALER and table.phase == "match":
        yield may(cmd.SettleMatch)
    due = next_side(table) if who in (DEALER, FLOORPERSON) else None
    if due is None:
        return
    if who == DEALER and due.needs:
        yield _chance_may(table, due)
    step: type[cmd.Command] | None = None
    if who == DEALER and due.needs_light and not due.needs:
        step = cmd.CheckLight
    if who == FLOORPERSON and due.needs_validation and not due.needs_light and not due.needs:
        step = cmd.ValidatePayout
    if step is not None:
        yield may(
            step,
            box=OneOf((due.box.number,)),
            person=OneOf((due.stake.person,)),
            kind=OneOf((due.side.kind,)),
        )


def _chance_may(table: Table, due: SideDue) -> May:
    """What the dealer may say that chance has brought."""
    if due.needs == "hot_spot":
        return may(cmd.DrawHotSpot, box=OneOf(hot_spots(table)))
    stops = Amounts(0, len(wheel_due(table, due)) - 1, 1)
    if due.needs == "community":
        return may(cmd.SpinCommunity, wager=OneOf((due.side.amount,)), stop=stops)
    box, person, kind = (OneOf((one,)) for one in (due.box.number, due.stake.person, due.side.kind))
    return may(cmd.Spin, box=box, person=person, kind=kind, stop=stops)


DECIDES = {
    cmd.SettleMatch: settle_match,
    cmd.DrawHotSpot: draw_hot_spot,
    cmd.Spin: spin,
    cmd.SpinCommunity: spin_community,
    cmd.CheckLight: check_light,
    cmd.ValidatePayout: validate_payout,
}
