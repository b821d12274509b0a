"""What lies on a table's felt, as its page draws it: wagers, meters, inscriptions, the payouts in force."""

from collections.abc import Iterator
from typing import Any

from spanish21.books.citing import why_text
from spanish21.game.rules import (
    PAY_NAMES,
    Rules,
    Stop,
    WheelTable,
    limit_inscription,
    settings_of,
    sides_offered,
)
from spanish21.game.side_wagers.registry import side_wager, side_wagers
from spanish21.game.table import Table
from spanish21.game.wheels import fixed_amounts, meter_of, wheel_tables
from spanish21.game.words import Shuffling

CHIPS = (50, 100, 500, 2_500, 10_000, 50_000, 100_000)


def chips_of(rules: Rules) -> list[int]:
    """The denominations of a table's chips."""
    return [chip for chip in CHIPS if chip % rules.smallest_chip == 0]


def layout_of(rules: Rules) -> dict[str, Any]:
    """What lies on a table's felt."""
    return {
        "inscriptions": list(rules.inscriptions),
        "signs": signs(rules),
        "wagers": [_MAIN, *(_wager(rules, kind) for kind in sides_offered(rules))],
        "meters": [{"name": name, "title": meter_title(name)} for name in rules.meters],
        "wheels": [_wheel(kind, table) for kind in rules.sides for table in wheel_tables(rules, kind)],
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
    """What the sign at the table says: the payouts and the payout limit in force, in words."""
    pays = [why_text(rules, name) for name in PAY_NAMES[1:]]
    stands = "the dealer draws to soft 17" if rules.dealer_hits_soft_17 else "the dealer stands on all 17s"
    lines = [*pays, *_signs_of_sides(rules), stands, *limit_inscription(settings_of(rules))]
    return [line[0].upper() + line[1:] for line in lines]


def _signs_of_sides(rules: Rules) -> Iterator[str]:
    """The odds of the side wagers, once for those that share a paytable."""
    for kind in sides_offered(rules):
        record = side_wager(kind)
        if record.pays_by == "odds" and not record.like:
            for line, odds in zip(record.lines, rules.sides[kind].pays, strict=True):
                if odds:
                    yield why_text(rules, f"{kind}_pays.{line}")


_MAIN = {"kind": "main", "title": "Wager", "short": "", "amounts": None}


def _wager(rules: Rules, kind: str) -> dict[str, Any]:
    """A side wager; `amounts` are the only ones that it can have, if it has not limits."""
    record = side_wager(kind)
    amounts = None if record.pays_by == "odds" else list(fixed_amounts(rules, kind))
    return {"kind": kind, "title": record.title, "short": record.short, "amounts": amounts}


def meters_shown(table: Table) -> list[dict[str, Any]]:
    """A table's meters, with what stands on them."""
    return [
        {"name": meter.name, "title": meter_title(meter.name), "amount": meter.amount}
        for meter in table.meters
    ]


def meter_title(name: str) -> str:
    """What a meter is called: as its wager, a second one by that."""
    titles = {
        meter: f"{record.title}{', second' if place else ''}"
        for record in side_wagers()
        for place, meter in enumerate(record.meters)
    }
    return titles.get(name, name)
