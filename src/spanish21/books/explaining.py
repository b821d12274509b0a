"""Why: the clauses for an event or a refusal, and the same in words."""

import re

from spanish21.books.citing import citations, refusal_clauses, refusal_text, where_text, why_silent
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.books.wording import why_text
from spanish21.errors import Refused
from spanish21.game.commands import Command
from spanish21.game.events import Event
from spanish21.game.moves.move import Why
from spanish21.game.table import Table

What = Event | Refused | Why | str
"""The subjects of an explanation: an event, a refusal, a reason why not, or a name (a setting, a step, a
result)."""
Refusable = Command | type[Command] | None


def cite(at: AnyRules | Table, what: What, command: Refusable = None) -> tuple[str, ...]:
    """The ids of the clauses for an event, a refusal (of a command, if it is given) or a name.

    >>> from spanish21.books.submissions.submission import rules_of
    >>> cite(rules_of("maryland"), "may_rescue")
    ('10.H',)
    """
    rules = at.rules if isinstance(at, Table) else as_rules(at)
    if isinstance(what, Refused | Why):
        return refusal_clauses(rules, Refused(what.reason, what.bounds), command)
    return citations(load_book(rules.book), rules, _name_of(what))


def explain(at: AnyRules | Table, what: What, command: Refusable = None) -> str:
    """An event, a refusal or a name in words, with its clauses; or with the house's reason where a book is
    silent.

    >>> from spanish21.books.submissions.submission import rules_of
    >>> explain(rules_of("maryland"), Refused("no_split"))
    'this hand may not be split [maryland 11.A, 11.D]'
    """
    rules = at.rules if isinstance(at, Table) else as_rules(at)
    if isinstance(what, Refused | Why):
        return refusal_text(rules, Refused(what.reason, what.bounds), command)
    name, clauses = _name_of(what), cite(rules, what)
    says = why_text(rules, name) if getattr(what, "why", "") or isinstance(what, str) else _words(name)
    book = load_book(rules.book)
    silent = why_silent(book, name) or why_silent(book, type(what).__name__)
    return f"{says} [{where_text(rules, clauses, silent)}]"


def _name_of(what: Event | str) -> str:
    """The name under which books speak of it: why a wager was settled, or else the step."""
    if isinstance(what, str):
        return what
    return str(getattr(what, "why", "")) or type(what).__name__


def _words(name: str) -> str:
    """`HoleCardTurned` as it is read aloud."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", name).lower()
