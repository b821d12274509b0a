"""What the side wagers of a submission pay and cost: paytables and meters, each within its bounds."""

from typing import Any

from spanish21.books.paytables import lines_of, match_pays, monster_pays, tables_of
from spanish21.books.rulebook import usual
from spanish21.books.submission_case import Case
from spanish21.game.money import amount_text
from spanish21.game.rules import METERS, MeterRules, Odds
from spanish21.game.settings import LARGEST
from spanish21.game.wheels import WHEEL_WAGERS


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
    return tables[-1] if tables else ""


def decks_of(case: Case, table: str) -> int:
    """The number of decks that a match paytable goes with; 0 where it goes with none."""
    named = int(table) if table.isdecimal() else 0
    return int(case.lines.get(f"paytables.match.{table}.decks", named))


def pays_of(case: Case) -> dict[str, Any]:
    """What the match wagers and Monster Match pay; nothing where they are not offered."""
    match = match_pays(_bettered(case, lines_of(case.lines, "match", case.tables["match"])))
    monster = lines_of(case.lines, "monster", case.tables["monster"])
    settings = case.settings
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


def meters_of(case: Case) -> dict[str, MeterRules]:
    """The meters of the progressive wagers that are offered, each at least what its paytable asks."""
    for name in case.submission.meters:
        if name not in METERS:
            problem = f"meters.{name} is not a meter; the meters are {', '.join(METERS)}"
            case.reject(problem, (("meters", name),))
    meters = {}
    if case.settings["monster_offered"]:
        meters["monster"] = _meter(case, "monster", "monster", (case.tables["monster"],), 0)
    for kind in WHEEL_WAGERS:
        fed = [table for table in case.settings[f"{kind}_tables"] if table.meters]
        for place, name in enumerate(fed[0].meters if fed else ()):
            meters[name] = _meter(case, kind, name, tuple(table.paytable for table in fed), place)
    return meters


def _reset_least(case: Case, kind: str, tables: tuple[str, ...], place: int) -> tuple[int, str]:
    """The least amount of a meter, and the paytable that asks for it: of several the highest."""
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
