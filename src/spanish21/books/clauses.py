"""The parts of a rulebook: clauses with their bounds, rulings with their readings, the book itself."""

from collections.abc import Callable
from typing import Any

import msgspec

from spanish21.errors import BadRules
from spanish21.game.side_wagers.registry import current_dict, side_wagers

PAYTABLE_KINDS = current_dict(
    lambda: {kind: record for record in side_wagers() for kind in record.paytable_kinds}
)
"""The kinds of paytables, and the side wager that brings each."""

PAYTABLE_CHOICES = current_dict(
    lambda: {choice: record for record in side_wagers() for choice in record.paytable_choices}
)
"""Choices that name a paytable, its wager or better odds; settings follow from them, but they are none."""

NUMBER_CHOICES = current_dict(
    lambda: {name: s for record in side_wagers() for name, s in record.number_choices()}
)
"""Numeric choices of an operator from which settings follow."""


def _follows_from() -> dict[str, tuple[str, ...]]:
    found = {name: sources for record in side_wagers() for name, sources in record.follows_from()}
    found["meters"] = tuple(f"paytables.{record.kind}" for record in side_wagers() if record.meters)
    return found | {"book": ()}


FOLLOWS_FROM = current_dict(_follows_from)
"""Settings that no clause sets directly: they follow from paytables and the submission."""


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whole numbers from `least` to `most`, or without an upper end."""

    least: int
    usual: int
    most: int | None = None


Bound = Range | tuple[Any, ...]


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause: its text in our words, and its effect on the game."""

    id: str
    says: str
    sets: dict[str, Any] = {}
    allows: dict[str, Range | tuple[Any, ...]] = {}
    by_approval: dict[str, Range | tuple[Any, ...]] = {}
    refuses: tuple[str, ...] = ()
    step: tuple[str, ...] = ()
    term: str = ""
    equipment: tuple[str, ...] = ()
    office: tuple[str, ...] = ()
    inscription: str = ""
    decides: tuple[str, ...] = ()
    only_if: str | tuple[str, ...] = ()
    optional: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the clause: any of sets, allows, refuses, step, term, equipment, office."""
        return tuple(kind for kind in KINDS if getattr(self, kind))


KINDS = ("sets", "allows", "refuses", "step", "term", "equipment", "office")


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to read a question that the book leaves open."""

    says: str
    sets: dict[str, Any] = {}


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the book leaves open, its readings, and which applies unless a submission chooses
    another."""

    id: str
    asks: str
    clauses: tuple[str, ...]
    default: str
    because: str
    reads: dict[str, Reading]


class Silence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps, refusals and results on which the book is silent, and why the house has them anyway."""

    on: tuple[str, ...]
    because: str


class Rulebook(msgspec.Struct, frozen=True):
    """A loaded book: `fixed` and `bounds` gather the values that its clauses set and allow, by name.

    `citations` has the clauses behind each name, `silent` the house's reasons where there are none. A book
    from outside the package has the path that it was read from as its `place`, and its `folder`.
    """

    name: str
    title: str
    edition: str
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    house: dict[str, Any]
    operator: dict[str, Bound]
    fixed: dict[str, Any]
    bounds: dict[str, tuple[Bound, ...]]
    citations: dict[str, tuple[str, ...]]
    silent: dict[str, str]
    place: str = ""
    folder: str = ""

    def __repr__(self) -> str:
        return f"<Rulebook: {self.name}, {len(self.clauses)} clauses, {len(self.rulings)} rulings>"

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id."""
        for clause in self.clauses:
            if clause.id == clause_id:
                return clause
        raise BadRules(f"{self.name} has no clause {clause_id!r}")

    def ruling(self, ruling_id: str) -> Ruling:
        """The ruling of that id."""
        for ruling in self.rulings:
            if ruling.id == ruling_id:
                return ruling
        names = ", ".join(ruling.id for ruling in self.rulings)
        raise BadRules(f"{self.name} has no ruling {ruling_id!r}; it has {names}")

    def cite(self, name: str) -> tuple[str, ...]:
        """The ids of the clauses that a setting, reason, event, term, item, approval or ruling comes from.

        >>> load_book("maryland").cite("wager_is_locked")
        ('6.E',)
        """
        return self.citations.get(name, ())


def fits(bound: Bound, value: object) -> bool:
    """Whether a value is within a bound; 1 is not true, and true is not 1."""
    if isinstance(bound, Range):
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return is_whole and bound.least <= value and (bound.most is None or value <= bound.most)  # type: ignore[operator]
    value = list(value) if isinstance(value, tuple) else value
    return any(type(value) is type(allowed) and value == allowed for allowed in bound)


def usual(bound: Bound) -> Any:
    """The value that holds unless the operator chooses another."""
    return bound.usual if isinstance(bound, Range) else bound[0]


def bound_text(bound: Bound, written: Callable[[Any], str] | None = None) -> str:
    """A bound in words.

    >>> bound_text((6, 8)), bound_text(Range(least=1, most=7, usual=3)), bound_text(Range(least=0, usual=0))
    ('one of 6, 8', 'from 1 to 7', 'at least 0')
    """
    written = written or _toml_text
    if isinstance(bound, Range):
        least = written(bound.least)
        return f"at least {least}" if bound.most is None else f"from {least} to {written(bound.most)}"
    words = ", ".join(written(value) for value in bound)
    return f"one of {words}" if len(bound) > 1 else f"only {words}"


def bounds_text(bounds: tuple[Bound, ...], written: Callable[[Any], str] | None = None) -> str:
    """The union of several bounds: their lists as one, their ranges each."""
    values: list[Any] = []
    for bound in bounds:
        if isinstance(bound, tuple):
            values += [value for value in bound if value not in values]
    ranges = [bound for bound in bounds if isinstance(bound, Range)]
    return " or ".join(bound_text(bound, written) for bound in ([tuple(values)] if values else []) + ranges)


def _toml_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
