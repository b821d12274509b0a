"""Everything that a book leaves to its operator, as data, for an editor of submissions.

It has the same content as the template (submission_template.py): each choice with its bounds, its clauses,
its meaning and its usual value.
"""

from typing import Any

from spanish21.books.clauses import Bound, Range, Rulebook, fits
from spanish21.books.meanings import meaning_of
from spanish21.books.paytables import symbols, tables_of
from spanish21.books.submissions.submission_case import bounds_shown, may_name_several, setting_of
from spanish21.books.submissions.submission_template import (
    is_of_side_wager,
    offices_of,
    usual_of,
    when_needed,
)
from spanish21.books.submissions.submission_wheels import wheel_names
from spanish21.books.submissions.template_sides import least_of_meters
from spanish21.game.settings import COUNT, MONEY, PART
from spanish21.game.side_wagers.registry import kinds

_KINDS = {MONEY: "money", COUNT: "count", PART: "part"}


def open_choices(book: Rulebook) -> dict[str, Any]:
    """The sections of a submission, each with its choices."""
    names = [name for name in book.bounds if not name.endswith("_offered")]
    return {
        "book": book.name,
        "title": book.title,
        "choices": [_choice(book, name) for name in names if not is_of_side_wager(name)],
        "side_choices": [_choice(book, name) for name in names if is_of_side_wager(name)],
        "offers": [
            {"name": name, "clauses": list(book.cite(f"{name}_offered")[:4])}
            for name in kinds()
            if f"{name}_offered" in book.bounds
        ],
        "meters": least_of_meters(book),
        "wheels": _wheels(book),
        "rulings": [
            {
                "name": ruling.id,
                "asks": ruling.asks,
                "clauses": list(ruling.clauses),
                "usual": ruling.default,
                "because": ruling.because,
                "readings": [{"name": name, "says": one.says} for name, one in ruling.reads.items()],
            }
            for ruling in book.rulings
        ],
        "approvals": [
            {
                "name": office,
                "clauses": [clause.id for clause in clauses],
                "says": [f"{clause.says} ({clause.id}{when_needed(clause, office)})" for clause in clauses],
            }
            for office, clauses in offices_of(book).items()
        ],
    }


def _choice(book: Rulebook, name: str) -> dict[str, Any]:
    bounds, setting = book.bounds[name], setting_of(name)
    values = _values(bounds)
    meaning = meaning_of(name, setting if any(fits(bound, 0) for bound in bounds) else None)
    return {
        "name": name,
        "meaning": meaning,
        "kind": _kind(name, values),
        "bounds": bounds_shown(name, bounds),
        "values": values,
        **_ends(bounds, values),
        "usual": usual_of(book, name),
        "clauses": list(book.cite(name)[:4]),
    }


def _kind(name: str, values: list[Any] | None) -> str:
    setting = setting_of(name)
    if values is not None and all(isinstance(value, bool) for value in values):
        return "yes_or_no"
    if may_name_several(name):
        return "several"
    return _KINDS.get(setting.kind, "word") if setting is not None else "word"


def _values(bounds: tuple[Bound, ...]) -> list[Any] | None:
    """The values to choose from; None where they are numbers of a range."""
    found: list[Any] = []
    for bound in bounds:
        if isinstance(bound, Range):
            return None
        found += [value for value in bound if value not in found]
    return found


def _ends(bounds: tuple[Bound, ...], values: list[Any] | None) -> dict[str, Any]:
    ranges = [bound for bound in bounds if isinstance(bound, Range)]
    if values is not None or not ranges:
        return {"least": None, "most": None}
    ends = [bound.most for bound in ranges if bound.most is not None]
    most = max(ends) if len(ends) == len(ranges) else None
    return {"least": min(bound.least for bound in ranges), "most": most}


def _wheels(book: Rulebook) -> list[dict[str, Any]]:
    """The symbols of every wheel that the book's paytables have."""
    found = []
    for name in wheel_names():
        for table in tables_of(book.fixed, name):
            cited = f"paytables.{name}.{table}"
            stops = list(symbols(book.fixed, name, table))
            prizes = [stop for stop in stops if book.fixed.get(f"{cited}.{stop}") == "prize"]
            found.append(
                {
                    "name": name,
                    "paytable": table,
                    "symbols": stops,
                    "prizes": prizes,
                    "clauses": list(book.cite(cited)[:3]),
                }
            )
    return found
