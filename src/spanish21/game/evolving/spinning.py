"""The hot spot was drawn; a wheel turned."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_side
from spanish21.game.table import Table


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
