"""Side wagers of fixed amounts, most of them with wheels: the amounts, and the prizes of each."""

from spanish21.game.rules import Rules, sides_offered
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.side_wagers.terms import FIXED, PRIMARY, Stop, WheelTable


def wheel_tables(rules: Rules, kind: str) -> tuple[WheelTable, ...]:
    """The tables of a wager with a wheel, one for each amount that it may have."""
    return rules.sides[kind].tables if kind in rules.sides else ()


def wheel_table(rules: Rules, kind: str, wager: int) -> WheelTable:
    """The prizes of a wager of this amount."""
    return next(table for table in wheel_tables(rules, kind) if table.wager == wager)


def fixed_amounts(rules: Rules, kind: str) -> tuple[int, ...]:
    """The amounts that a wager without its own limits may have."""
    if not side_wager(kind).wheel:
        return (rules.sides[kind].wager,)
    return tuple([table.wager for table in wheel_tables(rules, kind)])


def meters_fed(rules: Rules, kind: str, wager: int) -> tuple[str, ...]:
    """The meters to which a part of a side wager goes."""
    record = side_wager(kind)
    return wheel_table(rules, kind, wager).meters if record.wheel else record.meters


def meter_of(kind: str, stop: Stop) -> str:
    """The meter that a stop pays out, or nothing."""
    return "" if stop.source == FIXED else side_wager(kind).meters[stop.source - PRIMARY]


def kind_with_hot_spot(rules: Rules) -> str:
    """The side wager of a table whose wheel turns at a hot spot, if any; a table has at most one."""
    return next((kind for kind in sides_offered(rules) if side_wager(kind).wheel == "hot_spot"), "")


def pair_paid(
    rules: Rules, kind: str, spinner: WheelTable, stop: Stop, bettor: WheelTable
) -> tuple[WheelTable, int]:
    """By which table another bettor is paid when the spinner's wheel shows a pair, and how much."""
    table = bettor if rules.sides[kind].options["pays_by_rank"] else spinner
    return table, table.pairs[stop.pair - 1].pays
