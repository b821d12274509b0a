"""The rules of a table: a book under its operator's Rules Submission, checked against all of its bounds."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from spanish21.errors import BadRules
from spanish21.game.paytables import lines_of, match_edge_in_hundredths, match_pays
from spanish21.game.rulebook import Clause, Rulebook, load_book, one_line
from spanish21.game.rules import Rules, compose
from spanish21.game.submission_case import LARGEST, Case, case_of
from spanish21.game.submission_file import (
    Submission,
    WheelStop,
    load_submission,
    sample_submission,
    shared_sample,
    submission_of,
)
from spanish21.game.submission_sides import decks_of, meters_of, pays_of, table_in_use, wagers_of, wheels_of

__all__ = [
    "Submission",
    "WheelStop",
    "check_submission",
    "load_submission",
    "rules_of",
    "sample_submission",
    "submission_of",
]

_LIMITS = (("table_minimum", "table_maximum"), ("match_minimum", "match_maximum"))
_IN_CHIPS = (
    "table_minimum",
    "table_maximum",
    "hand_maximum",
    "match_minimum",
    "match_maximum",
    "monster_wager",
    "spin_wager",
    "xtreme_wager",
)


def rules_of(book: str, submission: Submission | None = None, **choices: Any) -> Rules:
    """The rules of a book under a submission (or its sample), with choices on top, checked alike.

    A choice is a setting that the book leaves open, a paytable, `offers`, or a ruling by its id. Where no
    choice has that name, underscores do for a ruling's hyphens.
    """
    if submission is not None:
        return _rules_under(book, submission, choices)
    key = f"{book} {choices!r}"
    if key not in _sample_rules:
        _sample_rules[key] = _rules_under(book, shared_sample(book), choices)
    return _sample_rules[key]


_sample_rules: dict[str, Rules] = {}
"""Rules of sample submissions under choices: they do not change, and making them takes milliseconds."""


def _rules_under(book: str, submission: Submission, choices: Mapping[str, Any]) -> Rules:
    if submission.book != book:
        raise BadRules(one_line(f"{submission.source}: book is {submission.book!r}; the table plays {book}"))
    if choices:
        submission = _with_choices(load_book(book), submission, choices)
    return rules_of_case(case_of(submission))


def check_submission(submission: Submission) -> list[str]:
    """Refuse a submission out of its book's bounds; return warnings on what is allowed but unusual."""
    case = case_of(submission)
    rules_of_case(case)
    return list(warnings_of(case))


def _with_choices(book: Rulebook, submission: Submission, choices: Mapping[str, Any]) -> Submission:
    choose, rulings = dict(submission.choose), dict(submission.rulings)
    ruling_ids = {ruling.id for ruling in book.rulings}
    for name, value in choices.items():
        ruling = name if "-" in name or name in book.bounds else name.replace("_", "-")
        if ruling in ruling_ids:
            rulings[ruling] = value
        else:
            choose[name.replace("-", "_")] = value
    return msgspec.structs.replace(submission, choose=choose, rulings=rulings, source="choices")


def rules_of_case(case: Case) -> Rules:
    case.tables.update({kind: table_in_use(case, kind) for kind in ("match", "monster", "spin", "xtreme")})
    case.settings.update(pays_of(case))
    case.settings.update(wagers_of(case))
    case.settings.update(wheels_of(case))
    case.settings["meters"] = meters_of(case)
    _check_limits(case)
    clauses = case.book.clauses
    equipment = tuple(
        dict.fromkeys(
            item for clause in clauses for item in clause.equipment if _applies(clause, item, case.settings)
        )
    )
    inscriptions = tuple(
        clause.inscription for clause in clauses if clause.inscription and _applies(clause, "", case.settings)
    )
    inscriptions += limit_inscription(case.settings)
    approvals = _approvals(case)
    try:
        return compose(case.settings, equipment, inscriptions, approvals)
    except BadRules as error:
        case.reject(str(error))


def limit_inscription(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """What the layout says of a payout limit, if there is one."""
    limit = settings["payout_limit"]
    if not limit:
        return ()
    amount = f"{settings['currency']}{limit // 100}.{limit % 100:02}"
    if settings["payout_limit_covers"] == "everything":
        return (f"Payout limit {amount} for everything on a hand, its fixed payout included",)
    return (f"Payout limit {amount} a hand, doubles included; fixed payouts come on top",)


def _check_limits(case: Case) -> None:
    settings = case.settings
    chip = settings["smallest_chip"]
    if not 1 <= chip <= LARGEST:
        case.refuse("smallest_chip", chip, f"from 1 to {LARGEST}")
    for name in _IN_CHIPS:
        wager = name.partition("_")[0]
        if not settings.get(f"{wager}_offered", True):
            continue
        if settings[name] % chip:
            case.refuse(name, settings[name], f"a multiple of the smallest chip, {chip}")
    for least, most in _LIMITS:
        if settings[least] > settings[most]:
            case.refuse(least, settings[least], f"at most {most}, which is {settings[most]}")
    if settings["card_reader"] and not settings["hole_card"]:
        case.refuse("card_reader", True, "false where no hole card is dealt")
    if 0 < settings["hand_maximum"] < settings["table_minimum"]:
        bound = f"0 for no limit, or at least table_minimum, which is {settings['table_minimum']}"
        case.refuse("hand_maximum", settings["hand_maximum"], bound)


def _applies(clause: Clause, item: str, settings: Mapping[str, Any]) -> bool:
    """Whether a piece of equipment or an office of a clause is asked for under these settings."""
    own = [
        condition.removeprefix(f"{item}: ")
        for condition in clause.only_if
        if condition.startswith(f"{item}: ")
    ]
    conditions = own or [condition for condition in clause.only_if if ": " not in condition]
    if not conditions:
        return True
    for condition in conditions:
        name, _, word = condition.partition(" = ")
        if settings[name] == word if word else settings[name]:
            return True
    return False


def _approvals(case: Case) -> tuple[str, ...]:
    """`office: number` of every approval; those of clauses that apply must be there, others may."""
    given = case.submission.approvals
    known = {office for clause in case.book.clauses for office in clause.office}
    for office, number in given.items():
        if office not in known:
            case.reject(f"approvals.{office} is no approval; the approvals are {', '.join(sorted(known))}")
        if not number.strip():
            case.refuse(f"approvals.{office}", number, "the approval's number", office)
    for clause in case.book.clauses:
        for office in clause.office:
            if office not in given and not clause.optional and _applies(clause, office, case.settings):
                case.refuse(f"approvals.{office}", None, "the approval's number", office)
    return tuple(f"{office}: {one_line(number)}" for office, number in given.items())


def warnings_of(case: Case) -> Iterator[str]:
    boxes, adjacent = case.settings["boxes"], case.settings["adjacent_boxes"]
    if adjacent > boxes:
        yield f"{case.submission.source}: adjacent_boxes is {adjacent}, but the table has {boxes} boxes"
    table, decks = case.tables["match"], case.settings["decks"]
    offered = case.settings["match_offered"] or case.settings["match_down_offered"]
    if offered and table and decks_of(case, table) not in (0, decks):
        edge = match_edge_in_hundredths(match_pays(lines_of(case.lines, "match", table)), decks)
        yield one_line(
            f"{case.submission.source}: match_paytable {table} with {decks} decks is unusual: "
            f"the house edge of a match wager is {'-' * (edge < 0)}{abs(edge) // 100}.{abs(edge) % 100:02} %"
        )
