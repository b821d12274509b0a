"""Errors in a rulebook: names that the game does not know, contradictions, missing settings."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from spanish21.books.clauses import (
    FOLLOWS_FROM,
    KINDS,
    PAYTABLE_CHOICES,
    PAYTABLE_KINDS,
    Bound,
    Clause,
    Range,
    Rulebook,
    Ruling,
    Silence,
    fits,
)
from spanish21.books.wording import WHY_WORDS
from spanish21.errors import BadRules
from spanish21.game.events import EVENTS
from spanish21.game.reasons import REASONS
from spanish21.game.rules import PAY_NAMES, SETTING_NAMES, SETTINGS, Odds, Rules, needed_settings
from spanish21.game.settings import WORD, YES_OR_NO

_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Rules)}
_TYPES |= dict.fromkeys(PAY_NAMES, Odds)


def check_clauses(clauses: Iterable[Clause]) -> None:
    seen: set[str] = set()
    for clause in clauses:
        if clause.id in seen:
            raise BadRules(f"clause {clause.id}: appears twice")
        seen.add(clause.id)
        try:
            _check_clause(clause)
        except BadRules as error:
            raise BadRules(f"clause {clause.id}: {error}") from None


def _check_clause(clause: Clause) -> None:
    if not clause.says.strip():
        raise BadRules("says nothing")
    if not clause.kinds:
        raise BadRules(f"has none of {', '.join(KINDS)}")
    if clause.inscription and not clause.equipment:
        raise BadRules("an inscription goes with equipment")
    _check_known(clause.refuses, REASONS, "reason")
    _check_known(clause.step, EVENTS, "event")
    conditions = (condition.split(": ")[-1].split(" = ")[0] for condition in clause.only_if)
    _check_known(conditions, SETTING_NAMES, "setting")
    for name, value in clause.sets.items():
        check_value(name, value)
    for name, bound in (*clause.allows.items(), *clause.by_approval.items()):
        _check_bound(name, bound)
    if clause.by_approval and not clause.office:
        raise BadRules("an approval comes from an office")


def check_rulings(rulings: Iterable[Ruling], clause_ids: set[str]) -> None:
    seen: set[str] = set()
    for ruling in rulings:
        if ruling.id in seen:
            raise BadRules(f"ruling {ruling.id}: appears twice")
        seen.add(ruling.id)
        if ruling.id in SETTING_NAMES:
            raise BadRules(f"ruling {ruling.id}: a setting has that name; give the ruling another")
        if ruling.default not in ruling.reads:
            raise BadRules(f"ruling {ruling.id}: its default {ruling.default!r} is not one of its readings")
        try:
            _check_known(ruling.clauses, clause_ids, "clause")
            for reading in ruling.reads.values():
                for name, value in reading.sets.items():
                    check_value(name, value)
        except BadRules as error:
            raise BadRules(f"ruling {ruling.id}: {error}") from None


def check_sources(book: Rulebook) -> None:
    """Every setting has a source; house values and default readings do not speak against the clauses."""
    ruled: dict[str, Any] = {}
    for ruling in book.rulings:
        for name, value in ruling.reads[ruling.default].sets.items():
            if ruled.setdefault(name, value) != value or book.fixed.get(name, value) != value:
                raise BadRules(
                    f"ruling {ruling.id}: {name} is {value!r} by default and something else elsewhere"
                )
    for name, bound in book.operator.items():
        _check_bound(name, bound)
    for name, value in book.house.items():
        check_value(name, value)
    for name in (*book.house, *book.operator):
        if name in book.fixed or name in ruled or (name in book.bounds and name in book.house):
            raise BadRules(
                f"{name} has a value from the house or operator, but a clause or ruling gives it one too"
            )
    sources = {*book.fixed, *book.bounds, *ruled, *book.house}
    missing = set(needed_settings(sources)) - FOLLOWS_FROM.keys() - sources
    if missing:
        raise BadRules(f"settings without a source: {', '.join(sorted(missing))}")


def check_silences(silences: Iterable[Silence], citations: Mapping[str, tuple[str, ...]]) -> None:
    """Checks that each name a book is silent on exists in the game, is listed once, and is in no clause."""
    seen: set[str] = set()
    for silence in silences:
        for name in silence.on:
            if name not in REASONS and name not in EVENTS and name not in WHY_WORDS:
                raise BadRules(f"there is no reason, event or result {name!r}")
            if name in seen:
                raise BadRules(f"silent on {name}: appears twice")
            if name in citations:
                raise BadRules(f"silent on {name}, but clause {citations[name][0]} speaks of it")
            seen.add(name)


def _check_known(names: Iterable[str], known: Iterable[str], kind: str) -> None:
    for name in names:
        if name not in known:
            raise BadRules(f"there is no {kind} {name!r}")


def _check_bound(name: str, bound: Bound) -> None:
    if isinstance(bound, Range):
        if not fits(bound, bound.usual):
            raise BadRules(f"{name} is usually {bound.usual}, outside its own bound")
        if name not in PAYTABLE_CHOICES:
            check_value(name, bound.usual)
        return
    if not bound:
        raise BadRules(f"{name} allows nothing")
    for value in bound:
        if name not in PAYTABLE_CHOICES:
            check_value(name, value)


def check_value(name: str, value: object) -> None:
    """Refuse a value that a setting, or a line of a paytable, cannot have."""
    if name.startswith("paytables."):
        _check_line(name, value)
    elif name not in SETTING_NAMES or name in FOLLOWS_FROM:
        raise BadRules(f"there is no setting {name!r}{_of_a_wager(name)}")
    elif (setting := SETTINGS[name]).kind == WORD:
        if value not in setting.words:
            raise BadRules(f"{name} is {value!r}; it must be one of {', '.join(setting.words)}")
    else:
        try:
            msgspec.convert(value, _TYPES.get(name, bool if setting.kind == YES_OR_NO else int))
        except msgspec.ValidationError as error:
            raise BadRules(f"{name} is {value!r}: {error}") from None


def _of_a_wager(name: str) -> str:
    """The advice about a setting of a side wager from outside the package."""
    if not name.endswith("_offered"):
        return ""
    return _NOT_REGISTERED.format(name.removesuffix("_offered"))


def _of_paytable(path: list[str]) -> str:
    """The advice about a paytable of a side wager from outside the package."""
    return _NOT_REGISTERED.format(path[0]) if len(path) == 3 else ""


_NOT_REGISTERED = "; a side wager '{}' must be registered before its book is read"


def _check_line(name: str, value: object) -> None:
    _, *path = name.split(".")
    if len(path) != 3 or path[0] not in PAYTABLE_KINDS:
        raise BadRules(
            f"{name} is not a line of a paytable ({', '.join(PAYTABLE_KINDS)}){_of_paytable(path)}"
        )
    kind, _, line = path
    record = PAYTABLE_KINDS[kind]
    names = {*record.lines, *(part for parts in record.parts.values() for part in parts)}
    names |= {"decks"} if record.goes_by_decks else set()
    names |= {"reset_least"} if record.meters else set()
    if not record.wheel and line not in names:
        raise BadRules(f"{name}: a {kind} paytable has no line {line!r}")
    parts = value if isinstance(value, list) and line == "reset_least" else [value]
    for part in parts:
        is_amount = isinstance(part, int) and not isinstance(part, bool) and part >= 0
        if not is_amount and part not in ("meter", "secondary meter", "prize"):
            raise BadRules(f'{name} is {value!r}; an amount, or "meter", "secondary meter" or "prize"')
