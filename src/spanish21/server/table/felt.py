"""A table's felt, as its page draws it: wagers, meters, inscriptions, the current payouts."""

from collections.abc import Iterator

from spanish21.game.round.wheels import fixed_amounts, meter_of, wheel_tables
from spanish21.game.rules import PAY_NAMES, Rules, limit_inscription, settings_of, sides_offered
from spanish21.game.side_wagers.registry import side_wager, side_wagers
from spanish21.game.side_wagers.terms import Stop, WheelTable
from spanish21.game.table import Table
from spanish21.game.words import Shuffling
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.server.answers import Layout, Meter, SideWager, Wheel, WheelStop

CHIPS = (50, 100, 500, 2_500, 10_000, 50_000, 100_000)


def chips_of(rules: Rules) -> list[int]:
    """The denominations of a table's chips."""
    return [chip for chip in CHIPS if chip % rules.smallest_chip == 0]


def layout_of(rules: Rules, language: Language = ENGLISH) -> Layout:
    """A table's felt."""
    return {
        "inscriptions": list(rules.inscriptions),
        "signs": signs(rules, language),
        "stands": language.capital(language.at_soft_17[rules.dealer_hits_soft_17]),
        "wagers": [_main(language), *(_wager(rules, kind) for kind in sides_offered(rules))],
        "meters": [{"name": name, "title": meter_title(name, language)} for name in rules.meters],
        "wheels": [_wheel(kind, table) for kind in rules.sides for table in wheel_tables(rules, kind)],
        "has_reader": rules.card_reader,
        "has_device": rules.shuffling != Shuffling.HAND,
        "from_right": rules.plays_from_right,
    }


def _wheel(kind: str, table: WheelTable) -> Wheel:
    """The wheels of a side wager of one amount; an announced stop's number counts from 0."""
    return {
        "kind": kind,
        "wager": table.wager,
        "stops": [_stop(kind, stop) for stop in table.wheel],
        "community": [_stop(kind, stop) for stop in table.community],
    }


def _stop(kind: str, stop: Stop) -> WheelStop:
    return {"symbol": stop.symbol, "pays": stop.pays, "meter": meter_of(kind, stop), "weight": stop.weight}


def signs(rules: Rules, language: Language = ENGLISH) -> list[str]:
    """The text of the table's sign: the current payouts and payout limit."""
    pays = [language.why(rules, name) for name in PAY_NAMES[1:]]
    stands = language.at_soft_17[rules.dealer_hits_soft_17]
    lines = [*pays, *_signs_of_sides(rules, language), stands, *limit_inscription(settings_of(rules))]
    return [language.capital(line) for line in lines]


def _signs_of_sides(rules: Rules, language: Language) -> Iterator[str]:
    """The odds of the side wagers, once for those that share a paytable."""
    for kind in sides_offered(rules):
        record = side_wager(kind)
        if record.pays_by == "odds" and not record.like:
            for line, odds in zip(record.lines, rules.sides[kind].pays, strict=True):
                if odds:
                    yield language.why(rules, f"{kind}_pays.{line}")


def _main(language: Language) -> SideWager:
    return {"kind": "main", "title": language.main, "short": "", "amounts": None}


def _wager(rules: Rules, kind: str) -> SideWager:
    """A side wager; `amounts` are the only ones that it can have, if it has not limits."""
    record = side_wager(kind)
    amounts = None if record.pays_by == "odds" else list(fixed_amounts(rules, kind))
    return {"kind": kind, "title": record.title, "short": record.short, "amounts": amounts}


def seats_taken(table: Table) -> list[int]:
    """The taken boxes."""
    return sorted(person.seat for person in table.people if person.seat)


def short_titles(rules: Rules) -> list[str]:
    """The side wagers on offer, as the felt calls them."""
    return [side_wager(kind).short for kind in sides_offered(rules)]


def meters_shown(table: Table, language: Language = ENGLISH) -> list[Meter]:
    """A table's meters, with their amounts."""
    return [
        {"name": meter.name, "title": meter_title(meter.name, language), "amount": meter.amount}
        for meter in table.meters
    ]


def meter_title(name: str, language: Language = ENGLISH) -> str:
    """A meter's title: that of its wager, and for a second meter its own."""
    titles = {
        meter: f"{record.title}{language.second if place else ''}"
        for record in side_wagers()
        for place, meter in enumerate(record.meters)
    }
    return titles.get(name, name)
