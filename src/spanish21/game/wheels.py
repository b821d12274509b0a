"""Side wagers with wheels: the amounts that they may have, and what each amount plays for."""

from spanish21.game.rules import PRIMARY, SECONDARY, Rules, Stop, WheelTable

WHEEL_WAGERS = ("spin", "xtreme")


def wheel_tables(rules: Rules, kind: str) -> tuple[WheelTable, ...]:
    """The tables of a wager with a wheel, one for each amount that it may have."""
    return rules.spin_tables if kind == "spin" else rules.xtreme_tables


def wheel_table(rules: Rules, kind: str, wager: int) -> WheelTable:
    """What a wager of this amount plays for."""
    return next(table for table in wheel_tables(rules, kind) if table.wager == wager)


def fixed_amounts(rules: Rules, kind: str) -> tuple[int, ...]:
    """The amounts that a progressive wager may have."""
    if kind == "monster":
        return (rules.monster_wager,)
    return tuple(table.wager for table in wheel_tables(rules, kind))


def meters_fed(rules: Rules, kind: str, wager: int) -> tuple[str, ...]:
    """The meters to which a part of a side wager goes."""
    if kind == "monster":
        return ("monster",)
    return wheel_table(rules, kind, wager).meters if kind in WHEEL_WAGERS else ()


def meter_of(kind: str, stop: Stop) -> str:
    """The meter that a stop pays out, or nothing."""
    if stop.source == PRIMARY:
        return kind
    return f"{kind}_secondary" if stop.source == SECONDARY else ""


def pair_paid(rules: Rules, spinner: WheelTable, stop: Stop, bettor: WheelTable) -> tuple[WheelTable, int]:
    """By which table another bettor is paid when the spinner's wheel shows a pair, and how much."""
    table = bettor if rules.spin_pays_by_rank else spinner
    return table, table.pairs[stop.pair - 1].pays
