"""What lies on a table's felt, as its page draws it: wagers, meters, inscriptions, the payouts in force."""

from typing import Any

from spanish21.books.citing import why_text
from spanish21.game.rules import MATCH_LINES, PAY_NAMES, PROGRESSIVE_WAGERS, Rules, Stop, WheelTable
from spanish21.game.wheels import WHEEL_WAGERS, fixed_amounts, meter_of, wheel_tables
from spanish21.game.words import Shuffling

CHIPS = (50, 100, 500, 2_500, 10_000, 50_000, 100_000)
TITLES = {
    "main": ("Wager", ""),
    "match": ("Match the Dealer", "Match"),
    "match_down": ("Match the Hole Card", "Down"),
    "monster": ("Monster Match", "Monster"),
    "spin": ("Bonus Spin", "Spin"),
    "xtreme": ("Xtreme 16", "X16"),
}
METER_TITLES = {
    "spin": "Bonus Spin",
    "xtreme": "Xtreme 16",
    "xtreme_secondary": "Xtreme 16, second",
    "monster": "Monster Match",
}


def chips_of(rules: Rules) -> list[int]:
    """The denominations of a table's chips."""
    return [chip for chip in CHIPS if chip % rules.smallest_chip == 0]


def layout_of(rules: Rules) -> dict[str, Any]:
    """What lies on a table's felt."""
    return {
        "inscriptions": list(rules.inscriptions),
        "signs": signs(rules),
        "wagers": [
            {"kind": kind, "title": title, "short": short, "amounts": _amounts(rules, kind)}
            for kind, (title, short) in TITLES.items()
            if kind == "main" or getattr(rules, f"{kind}_offered")
        ],
        "meters": [{"name": name, "title": METER_TITLES.get(name, name)} for name in rules.meters],
        "wheels": [_wheel(kind, table) for kind in WHEEL_WAGERS for table in wheel_tables(rules, kind)],
        "has_reader": rules.card_reader,
        "has_device": rules.shuffling != Shuffling.HAND,
    }


def _wheel(kind: str, table: WheelTable) -> dict[str, Any]:
    """The wheels of a side wager of one amount; the number of a stop that is told counts from 0."""
    return {
        "kind": kind,
        "wager": table.wager,
        "stops": [_stop(kind, stop) for stop in table.wheel],
        "community": [_stop(kind, stop) for stop in table.community],
    }


def _stop(kind: str, stop: Stop) -> dict[str, Any]:
    return {"symbol": stop.symbol, "pays": stop.pays, "meter": meter_of(kind, stop), "weight": stop.weight}


def signs(rules: Rules) -> list[str]:
    """The payouts in force, in words."""
    pays = [why_text(rules, name) for name in PAY_NAMES[1:]]
    match = [
        why_text(rules, f"match_pays.{line}")
        for line, odds in zip(MATCH_LINES, rules.match_pays, strict=True)
        if odds
    ]
    stands = "the dealer draws to soft 17" if rules.dealer_hits_soft_17 else "the dealer stands on all 17s"
    lines = [*pays, *(match if rules.match_offered else []), stands]
    return [line[0].upper() + line[1:] for line in lines]


def _amounts(rules: Rules, kind: str) -> list[int] | None:
    """The only amounts that a wager can have, or None."""
    return list(fixed_amounts(rules, kind)) if kind in PROGRESSIVE_WAGERS else None
