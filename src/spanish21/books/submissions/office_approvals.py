"""Approvals: which ones the clauses require of a submission, which are missing, and the consequences.

A submission without an approval still makes rules, but a table under them is for training only: it cannot be
opened for money.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from spanish21.books.clauses import Clause, fits
from spanish21.books.submissions.submission_case import Case
from spanish21.errors import BadRules, one_line
from spanish21.game.rules import Rules

_SAMPLE = "SAMPLE"
"""How the made-up numbers of the sample submissions begin."""


def applies(clause: Clause, item: str, settings: Mapping[str, Any]) -> bool:
    """Whether a clause requires its equipment or its approval under these settings."""
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


def approvals_of(case: Case) -> tuple[str, ...]:
    """`office: number` of every approval that a submission names, each known to its book."""
    given = case.submission.approvals
    known = {office for clause in case.book.clauses for office in clause.office}
    for office, number in given.items():
        if office not in known:
            problem = f"approvals.{office} is not an approval; the approvals are {', '.join(sorted(known))}"
            case.reject(problem, (("approvals", office),))
        if not number.strip():
            case.refuse(f"approvals.{office}", number, "the approval's number", office)
    return tuple(f"{office}: {one_line(number)}" for office, number in given.items())


def missing_approvals(case: Case) -> tuple[str, ...]:
    """The approvals that clauses demand and the submission does not name, as `layout (2.B)`."""
    missing: dict[str, list[str]] = {}
    for clause in case.book.clauses:
        for office in clause.office:
            if office not in case.submission.approvals:
                reasons = _demands(case, clause, office)
                if reasons:
                    missing.setdefault(office, []).extend(reasons)
    return tuple(f"{office} ({', '.join(reasons)})" for office, reasons in missing.items())


def _demands(case: Case, clause: Clause, office: str) -> list[str]:
    """The clause, if it demands its approval, and the settings for which it does."""
    if clause.by_approval:
        departures = list(_departures(case, clause))
        return [f"{clause.id} for {' and '.join(departures)}"] if departures else []
    return [clause.id] if not clause.optional and applies(clause, office, case.settings) else []


def _departures(case: Case, clause: Clause) -> Iterator[str]:
    """The settings in which a submission departs from the other clauses of the book."""
    for name in clause.by_approval:
        value = case.settings[name]
        if name in case.book.fixed:
            if not fits((case.book.fixed[name],), value):
                yield name
        elif not any(name in one.allows and fits(one.allows[name], value) for one in case.book.clauses):
            yield name


def training_text(rules: Rules) -> str:
    """The mark of a table that lacks approvals, or nothing.

    >>> from spanish21.books.submissions.submission import rules_of, sample_submission
    >>> import msgspec
    >>> sample = sample_submission("massachusetts")
    >>> training_text(rules_of("massachusetts", msgspec.structs.replace(sample, approvals={})))
    'training only, approvals missing: cutting card (2(a)), removal of tens (15(b))'
    """
    if not rules.approvals_missing:
        return ""
    listed = ", ".join(one.replace("_", " ") for one in rules.approvals_missing)
    return f"training only, approvals missing: {listed}"


def require_approvals(rules: Rules) -> None:
    """Refuse to open a table for money that lacks an approval, or has only a sample's number for one."""
    if rules.approvals_missing:
        raise BadRules(f"{rules.book}: this table cannot be opened for money: {training_text(rules)}")
    named = [one.partition(": ") for one in rules.approvals]
    samples = [office.replace("_", " ") for office, _, number in named if number.startswith(_SAMPLE)]
    if samples:
        raise BadRules(
            f"{rules.book}: this table cannot be opened for money: "
            f"a sample's numbers are not approvals: {', '.join(samples)}"
        )
