"""The wheels of a submission: for each paytable in use its wager, its stops and the meters that it feeds."""

from collections.abc import Mapping
from typing import Any

import msgspec

from spanish21.books.clauses import usual
from spanish21.books.paytables import lines_of, pairs_of, symbols, tables_of
from spanish21.books.submissions.submission_case import Case, names_in
from spanish21.books.submissions.submission_file import FilePlace, WheelStop
from spanish21.game.money import amount_text
from spanish21.game.settings import LARGEST
from spanish21.game.side_wagers.registry import side_wager, side_wagers
from spanish21.game.side_wagers.terms import Stop, WheelTable


def wheel_names() -> tuple[str, ...]:
    """The wheels of all side wagers, as a submission names them."""
    return tuple(name for record in side_wagers() for name in record.wheels)


def check_wheels(case: Case) -> None:
    """Refuse a wheel that no wager has: `spin` is that of the paytable in use, `spin_D` that of table D."""
    wheels = wheel_names()
    by_table = {f"{name}_{table}": (name, table) for name in wheels for table in tables_of(case.lines, name)}
    for name, stops in case.submission.wheels.items():
        if name in by_table and stops:
            _wheel(case, *by_table[name])
        elif name not in by_table and name not in wheels:
            known = ", ".join((*wheels, *by_table))
            case.reject(f"wheels.{name} is not a wheel; the wheels are {known}", (("wheels", name),))


def paytables_in_use(case: Case, kind: str) -> tuple[str, ...]:
    """The paytables of a wager with a wheel: those chosen, the one that a ruling brings in, or the usual."""
    choice = f"{kind}_paytable"
    tables = tables_of(case.lines, kind)
    if choice in case.submission.choose:
        chosen = tuple(str(name) for name in names_in(case.submission.choose[choice]))
        for name in chosen:
            if name not in tables:
                case.refuse(choice, name, f"one of {', '.join(tables)}")
        return chosen
    brought = [name for name in tables if not lines_of(case.book.fixed, kind, name)]
    if brought or choice not in case.book.bounds:
        return tuple((brought or tables)[-1:])
    return (str(usual(case.book.bounds[choice][0])),)


def wheel_tables_of(case: Case, kind: str) -> tuple[WheelTable, ...]:
    """The prizes of each amount of the wager; empty where the wager is not offered."""
    if not case.settings[f"{kind}_offered"]:
        return ()
    names = paytables_in_use(case, kind)
    wagers = {name: case.lines[f"paytables.{kind}.{name}.wager"] for name in names}
    _check_wagers(case, kind, wagers)
    return tuple(_wheel_table(case, kind, name, wager) for name, wager in wagers.items())


def _check_wagers(case: Case, kind: str, wagers: Mapping[str, int]) -> None:
    """Each amount has one paytable, and an amount that the submission names has one in use."""
    choice = f"{kind}_wager"
    first: dict[int, str] = {}
    for name, wager in wagers.items():
        cited = f"paytables.{kind}.{name}.wager"
        if wager in first:
            bound = f"each is for a wager of {amount_text(wager)}, and an amount has one paytable"
            case.refuse_because(f"{kind}_paytable", f"{first[wager]},{name}", bound, cited)
        first[wager] = name
    asked = case.submission.choose.get(choice)
    if asked is not None and asked not in first:
        name, wager = next(iter(wagers.items()))
        bound = f"paytable {name} is for a wager of {amount_text(wager)}"
        case.refuse_because(choice, asked, bound, f"paytables.{kind}.{name}.wager")


def _wheel_table(case: Case, kind: str, table: str, wager: int) -> WheelTable:
    record = side_wager(kind)
    is_progressive = "meter" in lines_of(case.lines, kind, table).values()
    return WheelTable(
        wager=wager,
        paytable=table,
        wheel=_wheel(case, kind, table),
        community=_wheel(case, f"{kind}_community", table) if record.has_community else (),
        pairs=pairs_of(case.lines, kind, table),
        meters=record.meters if is_progressive else (),
    )


def _wheel(case: Case, name: str, table: str) -> tuple[Stop, ...]:
    """A wheel's stops with their pays."""
    stops, cited = symbols(case.lines, name, table), f"paytables.{name}.{table}"
    wheels = case.submission.wheels
    key = f"{name}_{table}" if f"{name}_{table}" in wheels else name
    if not wheels.get(key):
        bound = f"it needs at least one stop of {', '.join(stops)}"
        plain = {"symbol": _plain_symbol(case, cited, stops), "weight": 1}
        case.refuse_because(f"wheels.{key}", None, bound, cited, instead=[plain])
    return tuple(
        _weighed(case, ("wheels", key, place), cited, stop, stops) for place, stop in enumerate(wheels[key])
    )


def _plain_symbol(case: Case, cited: str, stops: Mapping[str, Stop]) -> str:
    """A symbol that needs no prize."""
    return next(symbol for symbol in stops if case.lines.get(f"{cited}.{symbol}") != "prize")


def _weighed(case: Case, place: FilePlace, cited: str, stop: WheelStop, stops: Mapping[str, Stop]) -> Stop:
    table, field = cited.rpartition(".")[2], f"wheels.{place[1]}"
    if stop.symbol not in stops:
        bound = f"paytable {table} has {', '.join(stops)}"
        at, instead = ((*place, "symbol"),), _plain_symbol(case, cited, stops)
        case.refuse_because(f"{field}.symbol", stop.symbol, bound, cited, at, instead)
    if not 1 <= stop.weight <= LARGEST:
        bound = f"it must be a whole number from 1 to {LARGEST}"
        case.refuse_because(f"{field}.weight", stop.weight, bound, cited, ((*place, "weight"),), 1)
    is_prize = case.lines.get(f"{cited}.{stop.symbol}") == "prize"
    least: Any = case.lines.get(f"{cited}.reset_least", 1) if is_prize else 0
    if isinstance(least, list):
        least = 1  # of the meters, not of a prize
    most = LARGEST if is_prize else 0
    if not least <= stop.prize <= most:
        no_prize = f"only a prize has one, and {stop.symbol} is not a prize"
        bound = f"it must be at least {amount_text(least)}" if is_prize else no_prize
        at = ((*place, "prize"),)
        case.refuse_because(f"{field}.prize", stop.prize, bound, f"{cited}.reset_least", at, least)
    known = stops[stop.symbol]
    return msgspec.structs.replace(known, weight=stop.weight, pays=stop.prize if is_prize else known.pays)
