"""Draws for a winning progressive wager: the hot spot, the prize wheel, the community wheel."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.payment.progressives import (
    SIDES_ARE_SETTLED,
    WAGER_DUE,
    hot_spots,
    next_side,
    side_awaited,
    wheel_due,
)
from spanish21.game.moves.act import Act
from spanish21.game.moves.bounds import Bounds
from spanish21.game.moves.chance import Chance, weighted_stop
from spanish21.game.moves.move import Field, Move, Offer, Why, from_to, one_of, when
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves, with_side
from spanish21.game.table import DEALER, Table


def chance_due(table: Table) -> str:
    """The pending draw for the next side wager: "hot_spot", "spin", "community" or nothing."""
    due = next_side(table)
    return due.needs if due is not None else ""


def positions_offered(table: Table, who: str) -> Offer:
    return one_of(hot_spots(table), Reason.NO_SUCH_BOX)


def draw_hot_spot(act: Act, command: cmd.DrawHotSpot) -> None:
    act.emit(ev.HotSpotDrawn(command.box))


def hot_spot_drawn_by(table: Table, command: cmd.DrawHotSpot, chance: Chance) -> cmd.DrawHotSpot:
    return replace(command, box=chance.choice(hot_spots(table)))


def stops_offered(table: Table, who: str) -> Offer:
    """The stops of the wheel that turns next."""
    last = len(wheel_due(table, side_awaited(table))) - 1
    return from_to(0, last, Why(Reason.WHEEL_STOP, Bounds("stops", (0, last))))


def stopped(
    table: Table, command: cmd.Spin | cmd.SpinCommunity, chance: Chance
) -> cmd.Spin | cmd.SpinCommunity:
    return replace(command, stop=weighted_stop(wheel_due(table, side_awaited(table)), chance))


def spin(act: Act, command: cmd.Spin) -> None:
    amount = side_awaited(act.table).side.amount
    act.emit(ev.WheelSpun(command.box, command.person, command.kind, amount, command.stop))


def amount_offered(table: Table, who: str) -> Offer:
    return one_of((side_awaited(table).side.amount,), Reason.NOT_NOW)


def spin_community(act: Act, command: cmd.SpinCommunity) -> None:
    act.emit(ev.CommunityWheelSpun(command.wager, command.stop))


MOVES = (
    Move(
        cmd.DrawHotSpot,
        (DEALER,),
        SIDES_ARE_SETTLED,
        draw_hot_spot,
        when(lambda table: chance_due(table) == "hot_spot"),
        (Field("box", positions_offered),),
        draws=hot_spot_drawn_by,
        emits=(ev.HotSpotDrawn,),
    ),
    Move(
        cmd.Spin,
        (DEALER,),
        SIDES_ARE_SETTLED,
        spin,
        when(lambda table: chance_due(table) == "spin"),
        (*WAGER_DUE, Field("stop", stops_offered)),
        draws=stopped,
        emits=(ev.WheelSpun,),
    ),
    Move(
        cmd.SpinCommunity,
        (DEALER,),
        SIDES_ARE_SETTLED,
        spin_community,
        when(lambda table: chance_due(table) == "community"),
        (Field("wager", amount_offered), Field("stop", stops_offered)),
        draws=stopped,
        emits=(ev.CommunityWheelSpun,),
    ),
)


# The effects of its events


def hot_spot_drawn(table: Table, event: ev.HotSpotDrawn) -> Table:
    return replace(table, hot_spot=event.box)


def wheel_spun(table: Table, event: ev.WheelSpun) -> Table:
    return with_side(table, event.box, event.person, event.kind, stop=event.stop)


def community_wheel_spun(table: Table, event: ev.CommunityWheelSpun) -> Table:
    return replace(table, community_stops=(*table.community_stops, (event.wager, event.stop)))


EVOLVES: Evolves = {
    ev.HotSpotDrawn: hot_spot_drawn,
    ev.WheelSpun: wheel_spun,
    ev.CommunityWheelSpun: community_wheel_spun,
}
