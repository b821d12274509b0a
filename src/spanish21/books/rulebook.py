"""A rulebook as data: its clauses in their own order, its rulings, and which clause a name comes from.

A book's file (rulebooks/NAME.toml) holds

- `[[clause]]`: an id, what it says, and at least one of
  `sets`: settings that it fixes; paytables as `sets.paytables.KIND.TABLE.LINE`,
  `allows`: settings that it leaves to the operator; a list of values, the first the usual, or
  `{ least, most, usual }`, where `most` may be left out,
  `refuses` (reasons), `step` (events), `term`, `equipment` with or without an `inscription` (the opening
  checklist and the layout), `office` (approvals that a submission must name; `optional = true`: may name).
  `by_approval`: settings that the operator may take otherwise than the book, in the form of `allows`, if the
  clause's office approves,
  `decides` names what the game gives as the reason (`why`) of a settled wager, a dead hand or a voided round;
  `only_if` (a setting, or "setting = word", or a list: any of them; "item: setting" for one item alone)
  limits equipment and offices;
- `[[ruling]]`: a question that the book leaves open, its readings and the default one;
- `[house]`: values of the settings on which the book is silent;
- `[operator]`: the operator's own choices that no clause bounds, in the form of `allows`.

Several clauses may set a name to the same value, or allow different values of it. A match paytable goes with
the number of decks that is its name, or that its line `decks` gives.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from spanish21.errors import BadInput, BadRules
from spanish21.errors import one_line as one_line
from spanish21.game.events import EVENTS
from spanish21.game.reasons import REASONS
from spanish21.game.rules import MATCH_LINES, MONSTER_LINES, PAY_NAMES, SETTING_NAMES, WORDS, Odds, Rules

BOOKS = ("maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino")

PAYTABLE_KINDS = ("match", "monster", "spin", "spin_community", "xtreme", "xtreme_community")
PAYTABLE_CHOICES = (
    "match_paytable",
    "monster_paytable",
    "spin_paytable",
    "spin_wager",
    "xtreme_paytable",
    "xtreme_wager",
    "match_suited",
    "match_unsuited",
)
"""Choices that name a paytable, its wager or better odds; settings follow from them, but they are none."""

FOLLOWS_FROM = {
    "match_pays": ("paytables.match",),
    "match_down_pays": ("paytables.match",),
    "monster_pays": ("paytables.monster",),
    "monster_shares": ("paytables.monster",),
    "spin_tables": ("paytables.spin", "paytables.spin_community"),
    "xtreme_tables": ("paytables.xtreme", "paytables.xtreme_community"),
    "meters": ("paytables.monster", "paytables.spin", "paytables.xtreme"),
    "book": (),
}
"""Settings that no clause sets by itself: they follow from paytables and the submission."""

_MATCH_NAMES = (*MATCH_LINES, "suited", "unsuited", "decks")
_MONSTER_NAMES = (*MONSTER_LINES, "reset_least")
_PLAIN_NAMES = frozenset(SETTING_NAMES) - frozenset(FOLLOWS_FROM)
_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Rules)}
_TYPES |= dict.fromkeys(PAY_NAMES, Odds)


Form = TypeVar("Form")


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whole numbers from `least` to `most`, or without an upper end."""

    least: int
    usual: int
    most: int | None = None


Bound = Range | tuple[Any, ...]


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause: what it says in our words, and what it does to the game."""

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
        """What the clause is: any of sets, allows, refuses, step, term, equipment, office."""
        return tuple(kind for kind in KINDS if getattr(self, kind))


KINDS = ("sets", "allows", "refuses", "step", "term", "equipment", "office")


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to read a question that the book leaves open."""

    says: str
    sets: dict[str, Any] = {}


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the book leaves open, its readings, and which is taken unless a submission says so."""

    id: str
    asks: str
    clauses: tuple[str, ...]
    default: str
    because: str
    reads: dict[str, Reading]


class _BookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: str
    title: str
    edition: str
    clause: tuple[Clause, ...]
    ruling: tuple[Ruling, ...] = ()
    house: dict[str, Any] = {}
    operator: dict[str, Range | tuple[Any, ...]] = {}


class Rulebook(msgspec.Struct, frozen=True):
    """A book that loaded: `fixed` and `bounds` gather what its clauses set and allow, by name."""

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
    """What is within a bound, in words.

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
    """What any of several bounds allows: their lists as one, their ranges each."""
    values: list[Any] = []
    for bound in bounds:
        if isinstance(bound, tuple):
            values += [value for value in bound if value not in values]
    ranges = [bound for bound in bounds if isinstance(bound, Range)]
    return " or ".join(bound_text(bound, written) for bound in ([tuple(values)] if values else []) + ranges)


def _toml_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def toml_of(text: str, source: str) -> dict[str, Any]:
    """A TOML text as a dict, or a refusal that names the source."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(one_line(f"{source}: this is not TOML: {error}")) from None


def form_of(document: object, form: type[Form], source: str, place: str = "") -> Form:
    """A document as a struct, or a refusal that names the source and the place."""
    try:
        return msgspec.convert(document, form)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        problem, _, inside = str(error).replace("`", "").partition(" - at $")
        problem = problem.replace("Object contains unknown", "unknown").replace(
            "Object missing required", "missing"
        )
        where = (place + inside).lstrip(".")
        raise BadRules(
            one_line(f"{source}: {where}: {problem}" if where else f"{source}: {problem}")
        ) from None


@cache
def load_book(name: str) -> Rulebook:
    """The rulebook of that name, one of `BOOKS`."""
    if name not in BOOKS:
        raise BadRules(f"there is no book {name!r}; the books are {', '.join(BOOKS)}")
    return book_of(
        files("spanish21").joinpath("rulebooks", f"{name}.toml").read_text("utf-8"), f"{name}.toml"
    )


def book_of(text: str, source: str) -> Rulebook:
    """The rulebook that a TOML text holds."""
    form = form_of(toml_of(text, source), _BookFile, source)
    clauses = tuple(_flat_clause(clause) for clause in form.clause)
    rulings = tuple(_flat_ruling(ruling) for ruling in form.ruling)
    try:
        _check_clauses(clauses)
        _check_rulings(rulings, {clause.id for clause in clauses})
        book = Rulebook(
            name=form.book,
            title=form.title,
            edition=form.edition,
            clauses=clauses,
            rulings=rulings,
            house=form.house,
            operator=form.operator,
            fixed=_fixed(clauses),
            bounds=_bounds(clauses, form.operator),
            citations=_citations(clauses, rulings),
        )
        _check_sources(book)
    except BadRules as error:
        raise BadRules(one_line(f"{source}: {error}")) from None
    return book


def _flat_clause(clause: Clause) -> Clause:
    only_if = (clause.only_if,) if isinstance(clause.only_if, str) else clause.only_if
    return msgspec.structs.replace(clause, sets=dict(_flat(clause.sets)), only_if=only_if)


def _flat_ruling(ruling: Ruling) -> Ruling:
    reads = {
        name: msgspec.structs.replace(reading, sets=dict(_flat(reading.sets)))
        for name, reading in ruling.reads.items()
    }
    return msgspec.structs.replace(ruling, reads=reads)


def _flat(sets: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """`{"paytables": {"match": {"6": {"suited": 9}}}}` as `("paytables.match.6.suited", 9)`."""
    for name, value in sets.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


# -- what a book gathers by name -------------------------------------------------------------------


def _fixed(clauses: Iterable[Clause]) -> dict[str, Any]:
    fixed: dict[str, Any] = {}
    for clause in clauses:
        for name, value in clause.sets.items():
            if fixed.setdefault(name, value) != value:
                raise BadRules(
                    f"clause {clause.id}: sets {name} to {value!r}, another clause to {fixed[name]!r}"
                )
    return fixed


def _bounds(clauses: Iterable[Clause], operator: Mapping[str, Bound]) -> dict[str, tuple[Bound, ...]]:
    bounds: dict[str, tuple[Bound, ...]] = {}
    for clause in clauses:
        for name, bound in (*clause.allows.items(), *clause.by_approval.items()):
            bounds[name] = (*bounds.get(name, ()), bound)
    for name, bound in operator.items():
        if name in bounds:
            raise BadRules(f"[operator] {name}: a clause already allows it")
        bounds[name] = (bound,)
    return bounds


def _citations(clauses: Iterable[Clause], rulings: Iterable[Ruling]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for clause in clauses:
        for name in _names_of_clause(clause):
            found.setdefault(name, {})[clause.id] = None
    for clause in clauses:  # after the clauses from which it lets an operator depart
        for name in clause.by_approval:
            found.setdefault(name, {})[clause.id] = None
    for ruling in rulings:
        for name in _names_of_ruling(ruling):
            found.setdefault(name, {}).update(dict.fromkeys(ruling.clauses))
    for name, sources in FOLLOWS_FROM.items():
        for source in sources:
            found.setdefault(name, {}).update(found.get(source, {}))
    return {name: tuple(ids) for name, ids in found.items() if ids}


def _names_of_clause(clause: Clause) -> Iterator[str]:
    for name in clause.sets:
        yield from _name_and_its_heads(name)
    yield from clause.allows
    yield from clause.refuses
    yield from clause.step
    yield from clause.equipment
    yield from clause.office
    yield from clause.decides
    if clause.term:
        yield clause.term
        yield clause.term.lower().replace("'", "").replace("-", "_").replace(" ", "_")


def _names_of_ruling(ruling: Ruling) -> Iterator[str]:
    yield ruling.id
    for reading in ruling.reads.values():
        yield from reading.sets


def _name_and_its_heads(name: str) -> Iterator[str]:
    """`paytables.match.6.suited`, `paytables.match.6` and `paytables.match`."""
    yield name
    while name.count(".") > 1:
        name = name.rpartition(".")[0]
        yield name


# -- what a book may not do ------------------------------------------------------------------------


def _check_clauses(clauses: Iterable[Clause]) -> None:
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


def _check_rulings(rulings: Iterable[Ruling], clause_ids: set[str]) -> None:
    seen: set[str] = set()
    for ruling in rulings:
        if ruling.id in seen:
            raise BadRules(f"ruling {ruling.id}: appears twice")
        seen.add(ruling.id)
        if ruling.default not in ruling.reads:
            raise BadRules(f"ruling {ruling.id}: its default {ruling.default!r} is not one of its readings")
        try:
            _check_known(ruling.clauses, clause_ids, "clause")
            for reading in ruling.reads.values():
                for name, value in reading.sets.items():
                    check_value(name, value)
        except BadRules as error:
            raise BadRules(f"ruling {ruling.id}: {error}") from None


def _check_sources(book: Rulebook) -> None:
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
    missing = _PLAIN_NAMES - book.fixed.keys() - book.bounds.keys() - ruled.keys() - book.house.keys()
    if missing:
        raise BadRules(f"settings without a source: {', '.join(sorted(missing))}")


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
    elif name in WORDS:
        if value not in WORDS[name]:
            raise BadRules(f"{name} is {value!r}; it must be one of {', '.join(WORDS[name])}")
    elif name not in _PLAIN_NAMES:
        raise BadRules(f"there is no setting {name!r}")
    else:
        try:
            msgspec.convert(value, _TYPES[name])
        except msgspec.ValidationError as error:
            raise BadRules(f"{name} is {value!r}: {error}") from None


def _check_line(name: str, value: object) -> None:
    _, *path = name.split(".")
    if len(path) != 3 or path[0] not in PAYTABLE_KINDS:
        raise BadRules(f"{name} is not a line of a paytable ({', '.join(PAYTABLE_KINDS)})")
    kind, _, line = path
    if (kind == "match" and line not in _MATCH_NAMES) or (kind == "monster" and line not in _MONSTER_NAMES):
        raise BadRules(f"{name}: a {kind} paytable has no line {line!r}")
    parts = value if isinstance(value, list) and line == "reset_least" else [value]
    for part in parts:
        is_amount = isinstance(part, int) and not isinstance(part, bool) and part >= 0
        if not is_amount and part not in ("meter", "secondary meter", "prize"):
            raise BadRules(f'{name} is {value!r}; an amount, or "meter", "secondary meter" or "prize"')
