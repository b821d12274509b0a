"""The rules of a table: a book under its operator's Rules Submission, checked against all of its bounds."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from spanish21.books.clauses import Rulebook
from spanish21.books.paytables import line_pays, lines_of
from spanish21.books.rulebook import load_book
from spanish21.books.setting_text import setting_value
from spanish21.books.submissions.office_approvals import applies, approvals_of, missing_approvals
from spanish21.books.submissions.submission_case import Case, case_of
from spanish21.books.submissions.submission_file import (
    Submission,
    shared_sample,
)
from spanish21.books.submissions.submission_sides import (
    decks_of,
    meters_of,
    pays_of,
    sides_known,
    tables_in_use,
)
from spanish21.books.submissions.submission_wheels import check_wheels, wheel_tables_of
from spanish21.errors import BadInput, BadRules, one_line
from spanish21.game.money import amount_text
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import SETTINGS, Rules, compose, contradictions, not_rules
from spanish21.game.settings import MONEY
from spanish21.game.side_wagers.registry import side_wager

_IN_CHIPS = ("table_minimum", "table_maximum", "hand_maximum")
_CHIP = ("choose", "smallest_chip")


def rules_of(
    book: str | os.PathLike[str] | Rulebook, submission: Submission | None = None, **choices: Any
) -> Rules:
    """The rules of a book under a submission (or its sample), with choices on top, checked alike.

    The book is named, or given as a path to its file. A choice is a setting that the book leaves open, a
    paytable, `offers`, or a ruling by its id. Where no choice has that name, underscores do for a ruling's
    hyphens.
    """
    found = book if isinstance(book, Rulebook) else load_book(book)
    if submission is not None:
        return _rules_under(found.name, submission, choices)
    if found.place:  # its file may change
        return _rules_under(found.name, shared_sample(found.name), choices)
    key = f"{found.name} {choices!r}"
    if key not in _sample_rules:
        _sample_rules[key] = _rules_under(found.name, shared_sample(found.name), choices)
    return _sample_rules[key]


AnyRules = Rules | str | os.PathLike[str] | Rulebook | Submission
"""Rules, or that from which they follow: a book by name, by path or itself, or a submission."""


def as_rules(given: AnyRules) -> Rules:
    """Rules as they are; those of a book are the ones under its sample submission."""
    if isinstance(given, Rules):
        return given
    if isinstance(given, Submission):
        return rules_of(given.book, given)
    if isinstance(given, str | os.PathLike | Rulebook):
        return rules_of(given)
    raise BadInput(not_rules(given))


_sample_rules: dict[str, Rules] = {}
"""Rules of the package's samples under choices: they do not change, and making them takes milliseconds."""


def _rules_under(book: str, submission: Submission, choices: Mapping[str, Any]) -> Rules:
    if submission.book != book:
        raise BadRules(f"book is {submission.book!r}; the table plays {book}", submission.source)
    if choices:
        submission = _with_choices(load_book(book), submission, choices)
    return rules_of_case(case_of(submission))


def check_submission(submission: Submission) -> list[str]:
    """Refuse a submission out of its book's bounds; return warnings about unusual choices."""
    case = case_of(submission)
    rules_of_case(case)
    return [one_line(f"{submission.source}: {one}") for one in warnings_of(case)]


_CHOICES = "choices"
"""Where a refusal of choices by name says that the fault is."""


def _with_choices(book: Rulebook, submission: Submission, choices: Mapping[str, Any]) -> Submission:
    choose, rulings = dict(submission.choose), dict(submission.rulings)
    ruling_ids = {ruling.id for ruling in book.rulings}
    for name, value in choices.items():
        ruling = name if "-" in name or name in book.bounds else name.replace("_", "-")
        if ruling in ruling_ids:
            rulings[ruling] = value
        else:
            choose[name.replace("-", "_")] = value
    return msgspec.structs.replace(submission, choose=choose, rulings=rulings, source=_CHOICES)


def rules_of_case(case: Case) -> Rules:
    case.tables.update(tables_in_use(case))
    case.settings.update(pays_of(case))
    check_wheels(case)
    on_wheels = [record.kind for record in sides_known(case) if record.wheel]
    case.settings.update({f"{kind}_tables": wheel_tables_of(case, kind) for kind in on_wheels})
    case.settings["meters"] = meters_of(case)
    _check_limits(case)
    clauses = case.book.clauses
    equipment = tuple(
        dict.fromkeys(
            item for clause in clauses for item in clause.equipment if applies(clause, item, case.settings)
        )
    )
    inscriptions = tuple(
        clause.inscription for clause in clauses if clause.inscription and applies(clause, "", case.settings)
    )
    approvals = approvals_of(case)
    try:
        return compose(case.settings, equipment, inscriptions, approvals, missing_approvals(case))
    except BadRules as error:
        case.reject(str(error), (("choose", error.setting),))


def _check_limits(case: Case) -> None:
    settings = case.settings
    chip = settings["smallest_chip"]
    for name in (*_IN_CHIPS, *_amounts_of_sides(case)):
        if settings[name] % chip:
            bound = f"a multiple of the smallest chip, {amount_text(chip)}"
            case.refuse(name, settings[name], bound, at=(("choose", name), _CHIP))
    for record in sides_known(case):
        for table in settings[f"{record.kind}_tables"] if record.wheel else ():
            if table.wager % chip:
                bound = f"a multiple of the smallest chip, {amount_text(chip)}"
                case.refuse(f"{record.kind}_wager", table.wager, bound, at=(_CHIP,))
    for name, value, bound in contradictions(settings):
        case.refuse_because(name, value, bound, at=tuple(("choose", one) for one in (name, *_beside(name))))
    if settings["card_reader"] and not settings["hole_card"]:
        case.refuse("card_reader", True, "false where no hole card is dealt")


def _amounts_of_sides(case: Case) -> Iterator[str]:
    """The settings that are amounts of the side wagers on offer."""
    for record in sides_known(case):
        if case.settings[f"{record.kind}_offered"]:
            yield from (name for name, setting in record.settings() if setting.kind == MONEY)


def _beside(name: str) -> tuple[str, ...]:
    """Of a setting that contradicts others, those others."""
    if name == "hand_maximum":
        return ("table_minimum",)
    most = name.removesuffix("_minimum") + "_maximum"
    return (most,) if name.endswith("_minimum") and most in SETTINGS else ()


def warnings_of(case: Case) -> Iterator[str]:
    boxes, adjacent = case.settings["boxes"], case.settings["adjacent_boxes"]
    if adjacent > boxes:
        has = count_text(boxes, "box", "boxes")
        yield f"adjacent_boxes is {adjacent}, but the table has {has}"
    for kind, table in case.tables.items():
        yield from _unusual_paytable(case, kind, table)


def _unusual_paytable(case: Case, kind: str, table: str) -> Iterator[str]:
    """A paytable that goes with another number of decks, and the edge that it has with these."""
    record, decks = side_wager(kind), case.settings["decks"]
    offered = any(case.settings[f"{one.kind}_offered"] for one in sides_known(case) if one.paytable == kind)
    if record.house_edge is None or not offered or not table or decks_of(case, kind, table) in (0, decks):
        return
    edge = record.house_edge(line_pays(record, lines_of(case.lines, kind, table)), decks)
    percent = f"{'-' * (edge < 0)}{abs(edge) // 100}.{abs(edge) % 100:02} %"
    yield one_line(
        f"{kind}_paytable {table} with {count_text(decks, 'deck')} is unusual: "
        f"the house edge of a {record.word} wager is {percent}"
    )


def chosen_rules(book: str, submission: Submission | None, choices: Mapping[str, Any]) -> Rules:
    """The rules of a book, a submission and choices by name; rulings by their id.

    A name with hyphens is a ruling's before it is a setting's: `payout-limit` is not `payout_limit`.
    """
    for name in ("book", "submission"):
        if name in choices:
            raise BadRules(f"{name} is not a choice")
    rulings = {ruling.id for ruling in load_book(book).rulings}
    named = dict(choices)
    for name, value in choices.items():
        if "-" in name and name not in rulings and isinstance(value, str):
            named[name] = setting_value(name.replace("-", "_"), value)
    try:
        return rules_of(book, submission, **named)
    except BadRules as error:
        raise BadRules(error.said if error.source == _CHOICES else str(error)) from None
