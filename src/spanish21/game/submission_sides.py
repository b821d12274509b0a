"""What the side wagers of a submission pay and cost: paytables, wheels and meters, each within its bounds."""

from collections.abc import Mapping
from typing import Any

import msgspec

from spanish21.game.paytables import lines_of, match_pays, monster_pays, symbols, tables_of
from spanish21.game.rulebook import usual
from spanish21.game.rules import METERS, MeterRules, Odds, Stop
from spanish21.game.settings import LARGEST, amount_text
from spanish21.game.submission_case import Case
from spanish21.game.submission_file import WheelStop

_WHEELS = ("spin", "xtreme", "xtreme_community")
_METERS_OF = {"monster": ("monster",), "spin": ("spin",), "xtreme": ("xtreme", "xtreme_secondary")}


def table_in_use(case: Case, kind: str) -> str:
    """The paytable in use: the one chosen, the match table that goes with the decks, the usual, the only."""
    choice = f"{kind}_paytable"
    tables = tables_of(case.lines, kind)
    if choice in case.submission.choose:
        chosen = str(case.submission.choose[choice])
        return chosen if chosen in tables else case.refuse(choice, chosen, f"one of {', '.join(tables)}")
    by_decks = [table for table in tables if decks_of(case, table) == case.settings["decks"]]
    if kind == "match" and by_decks:
        return by_decks[0]
    if choice in case.book.bounds:
        return str(usual(case.book.bounds[choice][0]))
    return tables[-1] if tables else ""  # one that a ruling brings in stands behind the book's own


def decks_of(case: Case, table: str) -> int:
    """The number of decks that a match paytable goes with; 0 where it goes with none."""
    named = int(table) if table.isdecimal() else 0
    return int(case.lines.get(f"paytables.match.{table}.decks", named))


def pays_of(case: Case) -> dict[str, Any]:
    """What the match wagers and Monster Match pay; nothing where they are not offered."""
    match = match_pays(_bettered(case, lines_of(case.lines, "match", case.tables["match"])))
    monster = lines_of(case.lines, "monster", case.tables["monster"])
    settings = case.settings
    if settings["match_offered"] and not any(match):
        case.refuse("decks", settings["decks"], "no match paytable goes with it", "paytables.match")
    pays = monster_pays(monster) if settings["monster_offered"] else [0] * 6
    return {
        "match_pays": match if settings["match_offered"] else [0] * 5,
        "match_down_pays": match if settings["match_down_offered"] else [0] * 5,
        "monster_pays": [0, 0, *pays[2:]],
        "monster_shares": pays[:2],
    }


def _bettered(case: Case, lines: dict[str, Any]) -> dict[str, Any]:
    """A match paytable with the better odds that an operator may offer where its book says "at least"."""
    better = dict(lines)
    for line in ("suited", "unsuited"):
        name = f"match_{line}"
        if name not in case.submission.choose:
            continue
        least = lines.get(line, 0)
        if case.submission.choose[name] < least:
            cited = f"paytables.match.{case.tables['match']}.{line}"
            case.refuse(name, case.submission.choose[name], f"at least {least}", cited)
        better[line] = case.submission.choose[name]
    return better


def wagers_of(case: Case) -> dict[str, int]:
    """What a side wager with a fixed amount costs, where its paytable says so."""
    wagers: dict[str, int] = {}
    for kind in ("monster", "spin", "xtreme"):
        name, table = f"{kind}_wager", case.tables[kind]
        wager = case.lines.get(f"paytables.{kind}.{table}.wager")
        if wager is None:
            continue
        if case.submission.choose.get(name, wager) != wager:
            bound = f"paytable {table} is for a wager of {amount_text(wager)}"
            case.refuse(name, case.submission.choose[name], bound, f"paytables.{kind}.{table}.wager")
        wagers[name] = wager
    return wagers


def wheels_of(case: Case) -> dict[str, tuple[Stop, ...]]:
    for name in case.submission.wheels:
        if name not in _WHEELS:
            case.reject(f"wheels.{name} is not a wheel; the wheels are {', '.join(_WHEELS)}")
    return {
        "spin_wheel": _wheel(case, "spin", "spin"),
        "xtreme_wheel": _wheel(case, "xtreme", "xtreme"),
        "xtreme_community": _wheel(case, "xtreme_community", "xtreme"),
    }


def _wheel(case: Case, name: str, wager: str) -> tuple[Stop, ...]:
    """A wheel's stops with their pays; none where the wager is not offered."""
    if not case.settings[f"{wager}_offered"]:
        return ()
    table = case.tables[wager]
    stops = symbols(case.lines, name, table)
    submitted = case.submission.wheels.get(name, ())
    if not submitted:
        bound = f"at least one stop of {', '.join(stops)}"
        case.refuse(f"wheels.{name}", None, bound, f"paytables.{name}.{table}")
    return tuple(_weighed(case, name, table, stop, stops) for stop in submitted)


def _weighed(case: Case, name: str, table: str, stop: WheelStop, stops: Mapping[str, Stop]) -> Stop:
    field, cited = f"wheels.{name}", f"paytables.{name}.{table}"
    if stop.symbol not in stops:
        case.refuse(f"{field}.symbol", stop.symbol, f"paytable {table} has {', '.join(stops)}", cited)
    if not 1 <= stop.weight <= LARGEST:
        case.refuse(f"{field}.weight", stop.weight, f"a whole number from 1 to {LARGEST}", cited)
    is_prize = case.lines.get(f"{cited}.{stop.symbol}") == "prize"
    least = case.lines.get(f"{cited}.reset_least", 1) if is_prize else 0
    if isinstance(least, list):
        least = 1  # of the meters, not of a prize
    most = LARGEST if is_prize else 0
    if not least <= stop.prize <= most:
        no_prize = f"only a prize has one, and {stop.symbol} is not a prize"
        bound = f"at least {amount_text(least)}" if is_prize else no_prize
        case.refuse(f"{field}.prize", stop.prize, bound, f"{cited}.reset_least")
    known = stops[stop.symbol]
    return msgspec.structs.replace(known, weight=stop.weight, pays=stop.prize if is_prize else known.pays)


def meters_of(case: Case) -> dict[str, MeterRules]:
    """The meters of the progressive wagers that are offered, each at least what its paytable asks."""
    for name in case.submission.meters:
        if name not in METERS:
            case.reject(f"meters.{name} is not a meter; the meters are {', '.join(METERS)}")
    meters = {}
    for kind, names in _METERS_OF.items():
        if case.settings[f"{kind}_offered"] and _is_progressive(case, kind):
            for name, least in zip(names, _reset_least(case, kind), strict=False):
                meters[name] = _meter(case, kind, name, least)
    return meters


def _is_progressive(case: Case, kind: str) -> bool:
    return kind == "monster" or "meter" in lines_of(case.lines, kind, case.tables[kind]).values()


def _reset_least(case: Case, kind: str) -> tuple[int, ...]:
    least = case.lines.get(f"paytables.{kind}.{case.tables[kind]}.reset_least", 0)
    return (least,) if isinstance(least, int) else tuple(least)


def _meter(case: Case, kind: str, name: str, least: int) -> MeterRules:
    field, cited = f"meters.{name}", f"paytables.{kind}.{case.tables[kind]}.reset_least"
    meter = case.submission.meters.get(name)
    if meter is None:
        case.refuse(field, None, f"initial and reset of at least {amount_text(least)}, and a rate", cited)
    for part, amount in (("initial", meter.initial), ("reset", meter.reset)):
        if not least <= amount <= LARGEST:
            case.refuse(f"{field}.{part}", amount, f"at least {amount_text(least)}", cited)
    if not _is_rate(meter.rate):
        case.refuse(f"{field}.rate", list(meter.rate), "a part of the wager, as [10, 100]", f"rate.{kind}")
    return meter


def _is_rate(rate: Odds) -> bool:
    return 1 <= rate[0] <= rate[1] <= LARGEST
