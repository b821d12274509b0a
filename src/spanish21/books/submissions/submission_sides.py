"""Payouts and prices of a submission's side wagers: paytables and meters, each within its bounds."""

from typing import Any

from spanish21.books.clauses import usual
from spanish21.books.paytables import line_pays, lines_of, tables_of
from spanish21.books.submissions.submission_case import Case
from spanish21.game.money import amount_text
from spanish21.game.rules import Odds
from spanish21.game.settings import LARGEST
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import meter_names, side_wager, side_wagers
from spanish21.game.side_wagers.terms import MeterRules


def table_in_use(case: Case, kind: str) -> str:
    """The paytable in use: the one chosen, the one that goes with the decks, the usual, the only."""
    choice = f"{kind}_paytable"
    tables = tables_of(case.lines, kind)
    if choice in case.submission.choose:
        chosen = str(case.submission.choose[choice])
        return chosen if chosen in tables else case.refuse(choice, chosen, f"one of {', '.join(tables)}")
    by_decks = [table for table in tables if decks_of(case, kind, table) == case.settings["decks"]]
    if side_wager(kind).goes_by_decks and by_decks:
        return by_decks[0]
    if choice in case.book.bounds:
        return str(usual(case.book.bounds[choice][0]))
    return tables[-1] if tables else ""


def decks_of(case: Case, kind: str, table: str) -> int:
    """The number of decks that a paytable belongs to; 0 for any."""
    named = int(table) if table.isdecimal() else 0
    return int(case.lines.get(f"paytables.{kind}.{table}.decks", named))


def sides_known(case: Case) -> list[SideWager]:
    """The side wagers that the book knows."""
    return [record for record in side_wagers() if f"{record.kind}_offered" in case.settings]


def tables_in_use(case: Case) -> dict[str, str]:
    """The paytable in use of each side wager without a wheel that has its own paytables."""
    known = [record.kind for record in sides_known(case) if not record.wheel and not record.like]
    return {kind: table_in_use(case, kind) for kind in known}


def pays_of(case: Case) -> dict[str, Any]:
    """The payouts of side wagers without a wheel; empty where they are not offered."""
    settings: dict[str, Any] = {}
    for record in sides_known(case):
        if record.wheel:
            continue
        kind, lines = record.paytable, lines_of(case.lines, record.paytable, case.tables[record.paytable])
        pays = line_pays(record, _bettered(case, side_wager(kind), lines))
        pays = pays if case.settings[f"{record.kind}_offered"] else [0] * len(record.lines)
        shared = record.shared_lines
        settings[f"{record.kind}_pays"] = [0] * shared + pays[shared:]
        if shared:
            settings[f"{record.kind}_shares"] = pays[:shared]
    return settings


def _bettered(case: Case, record: SideWager, lines: dict[str, Any]) -> dict[str, Any]:
    """A paytable with the better odds that an operator may offer where its book says "at least"."""
    better = dict(lines)
    for line in record.may_better:
        name = f"{record.kind}_{line}"
        if name not in case.submission.choose:
            continue
        least = lines[line]
        if case.submission.choose[name] < least:
            cited = f"paytables.{record.kind}.{case.tables[record.kind]}.{line}"
            case.refuse(name, case.submission.choose[name], f"at least {least}", cited)
        better[line] = case.submission.choose[name]
    return better


def meters_of(case: Case) -> dict[str, MeterRules]:
    """The meters of the offered progressive wagers, each at least at its paytable's minimum."""
    for name in case.submission.meters:
        if name not in meter_names():
            problem = f"meters.{name} is not a meter; the meters are {', '.join(meter_names())}"
            case.reject(problem, (("meters", name),))
    meters = {}
    for record in sides_known(case):
        kind = record.kind
        if record.wheel:
            fed = [table for table in case.settings[f"{kind}_tables"] if table.meters]
            names = fed[0].meters if fed else ()
            tables = tuple(table.paytable for table in fed)
        else:
            names = record.meters if case.settings[f"{kind}_offered"] else ()
            tables = (case.tables.get(kind, ""),)
        for place, name in enumerate(names):
            meters[name] = _meter(case, kind, name, tables, place)
    return meters


def _reset_least(case: Case, kind: str, tables: tuple[str, ...], place: int) -> tuple[int, str]:
    """The least amount of a meter, and the paytable that requires it; the highest of several."""
    found = []
    for table in tables:
        least = case.lines.get(f"paytables.{kind}.{table}.reset_least", 0)
        found.append((least if isinstance(least, int) else least[place], table))
    return max(found)


def _meter(case: Case, kind: str, name: str, tables: tuple[str, ...], place: int) -> MeterRules:
    least, table = _reset_least(case, kind, tables, place)
    field, cited = f"meters.{name}", f"paytables.{kind}.{table}.reset_least"
    meter = case.submission.meters.get(name)
    if meter is None:
        needs = f"it needs initial and reset of at least {amount_text(least)}, and a rate"
        enough = {"initial": least, "reset": least, "rate": [1, 100]}
        case.refuse_because(field, None, needs, cited, instead=enough)
    for part, amount in (("initial", meter.initial), ("reset", meter.reset)):
        if not least <= amount <= LARGEST:
            bound = f"at least {amount_text(least)}"
            case.refuse_because(f"{field}.{part}", amount, f"it must be {bound}", cited, instead=least)
    if not _is_rate(meter.rate):
        bound = "it must be a part of the wager, such as [10, 100]"
        case.refuse_because(f"{field}.rate", list(meter.rate), bound, f"rate.{kind}", instead=[1, 100])
    return meter


def _is_rate(rate: Odds) -> bool:
    return 1 <= rate[0] <= rate[1] <= LARGEST
