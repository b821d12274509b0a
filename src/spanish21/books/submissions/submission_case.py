"""A submission and its book: choices and rulings checked, and every setting that they decide.

A setting's value comes from the first of: the submission's choice (where a clause or the book's `[operator]`
allows one), a ruling chosen in the submission, a clause's value, a ruling's default, the usual value of
a clause's bound, the house. A refusal is one line:
`FILE: FIELD is VALUE; it must be BOUND (BOOK CLAUSE)`.
"""

from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec

from spanish21.books.clauses import (
    NUMBER_CHOICES,
    PAYTABLE_CHOICES,
    Bound,
    Rulebook,
    bounds_text,
    fits,
    usual,
)
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission_file import FilePlace, Misfit, Submission
from spanish21.errors import BadRules, one_line
from spanish21.game.money import amount_text
from spanish21.game.rules import SETTING_NAMES, SETTINGS, unknown
from spanish21.game.settings import LARGEST, MONEY, Setting, setting_words
from spanish21.game.side_wagers.registry import kinds

At = tuple[FilePlace, ...]
"""Places in a submission that may be at fault, the likeliest first."""


class Case(msgspec.Struct, frozen=True):
    """A submission and its book, with the settings decided so far."""

    submission: Submission
    book: Rulebook
    settings: dict[str, Any]
    lines: dict[str, Any]
    tables: dict[str, str]

    def refuse(self, field: str, value: object, bound: str, cited: str = "", at: At = ()) -> NoReturn:
        """Raise the one-line refusal of a value outside `bound`."""
        self.refuse_because(field, value, f"it must be {bound}", cited, at)

    def refuse_because(
        self, field: str, value: object, why: str, cited: str = "", at: At = (), instead: Any = None
    ) -> NoReturn:
        """Raise the one-line refusal; `cited` is the name whose clauses say so, if not the field's own.

        `at` are the places that may be at fault, if not the field's own.
        """
        clauses = self.book.cite(cited or field)
        nobody = ", the house's choice" if field in self.book.house else ", the operator's own choice"
        where = f" {', '.join(clauses[:3])}" if clauses else nobody
        problem = f"{field} is {shown_of(field, value)}; {why} ({self.book.name}{where})"
        self.reject(problem, at or (place_of(field),), instead)

    def reject(self, problem: str, at: At, instead: Any = None) -> NoReturn:
        """Raise a refusal that no clause answers for."""
        raise Misfit(one_line(problem), at[0], instead, at[1:], self.submission.source)


def place_of(field: str) -> FilePlace:
    """Where a field is in a submission; one without a dot is a choice.

    >>> place_of("decks"), place_of("meters.spin.rate")
    (('choose', 'decks'), ('meters', 'spin', 'rate'))
    """
    section, dot, rest = field.partition(".")
    if not dot:
        return "choose", field
    return (section, *rest.split(".")) if section == "meters" else (section, rest)


def case_of(submission: Submission) -> Case:
    """Check choices and rulings, and decide every setting that a choice decides."""
    try:
        book = load_book(submission.book)
    except BadRules as error:
        raise Misfit(one_line(str(error)), ("book",), source=submission.source) from None
    case = Case(submission, book, {}, {}, {})
    _check_choices(case)
    _check_rulings(case)
    case.lines.update(paytable_lines(case))
    case.settings.update(_settings(case))
    return case


def _check_choices(case: Case) -> None:
    for name, value in case.submission.choose.items():
        if name == "offers":
            _check_offers(case, value)
        elif name in case.book.bounds and not name.endswith("_offered"):
            _check_choice(case, name, value)
        elif name.endswith("_offered") and name in SETTING_NAMES:
            case.refuse_because(name, value, "side wagers are offered by their names in offers")
        elif name in case.book.fixed:
            case.refuse_because(name, value, f"the book sets it to {shown_of(name, case.book.fixed[name])}")
        elif name in SETTING_NAMES:
            case.refuse_because(name, value, _not_left_open(case.book, name))
        else:
            case.reject(_no_choice(case.book, name), (("choose", name),))


def _no_choice(book: Rulebook, name: str) -> str:
    """The refusal of a name that is not a choice, with the nearest ones or all."""
    named = shown_of("", name)
    open_names = sorted(one for one in book.bounds if not one.endswith("_offered"))
    rulings = [ruling.id for ruling in book.rulings]
    said = unknown(name, ["offers", *open_names, *rulings, *SETTING_NAMES], "choice").removeprefix(name)
    return named + said + ("" if said.endswith("?") else f"; the choices are offers, {', '.join(open_names)}")


def _not_left_open(book: Rulebook, name: str) -> str:
    for ruling in book.rulings:
        if any(name in reading.sets for reading in ruling.reads.values()):
            return f"it is a ruling, chosen as rulings.{ruling.id} from {', '.join(ruling.reads)}"
    return "it is not left to the operator"


def _check_choice(case: Case, name: str, value: object) -> None:
    bounds = case.book.bounds[name]
    for one in names_in(value) if may_name_several(name) else (value,):
        if not any(fits(bound, one) for bound in bounds):
            case.refuse(name, one, bounds_shown(name, bounds), at=(_place_in(name, value, one),))
    most = setting.most if (setting := setting_of(name)) else LARGEST
    if isinstance(value, int) and value > most:
        case.refuse(name, value, f"at most {shown_of(name, most)}")


def may_name_several(choice: str) -> bool:
    """Whether a choice may name several paytables, one for each amount: `["B", "D"]` or `"B,D"`."""
    return (
        choice.endswith("_paytable") and choice in PAYTABLE_CHOICES and bool(PAYTABLE_CHOICES[choice].wheel)
    )


def names_in(value: object) -> tuple[object, ...]:
    """The paytables that a choice names."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(","))
    return tuple(value) if isinstance(value, list | tuple) and value else (value,)


def _check_offers(case: Case, offers: object) -> None:
    open_names = [name for name in kinds() if f"{name}_offered" in case.book.bounds]
    if not open_names:
        if offers in ([], ()):
            return
        said = f"offers is {shown_of('', offers)}"
        case.reject(f"{said}; {case.book.name} leaves no side wager to the operator", (("choose", "offers"),))
    names = ", ".join(open_names)
    cited = f"{open_names[0]}_offered"
    if not isinstance(offers, list | tuple):
        case.refuse("offers", offers, f"a list of names from {names}", cited)
    for name in offers:
        if name not in open_names:
            case.refuse("offers", name, f"one of {names}", cited, (_place_in("offers", offers, name),))
    for name in open_names:
        is_offered, bounds = name in offers, case.book.bounds[f"{name}_offered"]
        if not any(fits(bound, is_offered) for bound in bounds):
            said = f"without {name}" if is_offered else f"with {name}, which the book has at every table"
            case.refuse("offers", offers, said, f"{name}_offered")


def _place_in(choice: str, value: object, name: object) -> FilePlace:
    """The place of a name in the list that a choice is; that of the choice if it is not a list of names."""
    return (
        ("choose", choice, name) if isinstance(value, list) and isinstance(name, str) else ("choose", choice)
    )


def _check_rulings(case: Case) -> None:
    for ruling_id, reading in case.submission.rulings.items():
        try:
            ruling = case.book.ruling(ruling_id)
        except BadRules as error:
            case.reject(f"rulings: {error}", (("rulings", ruling_id),))
        if not isinstance(reading, str) or reading not in ruling.reads:
            case.refuse(f"rulings.{ruling_id}", reading, f"one of {', '.join(ruling.reads)}", ruling_id)


def readings_of(case: Case) -> Iterator[tuple[str, Any]]:
    """(name, value) of everything that the readings of the rulings set, defaults first."""
    for chosen in (False, True):
        for ruling in case.book.rulings:
            if (ruling.id in case.submission.rulings) == chosen:
                reading = case.submission.rulings.get(ruling.id, ruling.default)
                yield from ruling.reads[reading].sets.items()


def _settings(case: Case) -> dict[str, Any]:
    """Every setting that follows from no other, from the last source up to the first."""
    book, choose = case.book, case.submission.choose
    settings: dict[str, Any] = dict(book.house)
    settings |= {name: usual(bounds[0]) for name, bounds in book.bounds.items()}
    settings |= book.fixed
    settings |= dict(readings_of(case))  # no default contradicts a clause
    settings |= {name: value for name, value in choose.items() if name != "offers"}
    if "offers" in choose:
        names = [name for name in kinds() if f"{name}_offered" in book.bounds]
        settings |= {f"{name}_offered": name in choose["offers"] for name in names}
    settings["book"] = book.name
    return {name: value for name, value in settings.items() if name in SETTING_NAMES}


def paytable_lines(case: Case) -> dict[str, Any]:
    """The lines of all paytables by their dotted names, `paytables.match.6.suited`."""
    lines = case.book.fixed | dict(readings_of(case))
    return {name: value for name, value in lines.items() if name.startswith("paytables.")}


def setting_of(name: str) -> Setting | None:
    """The allowed values of a setting, or of a numeric choice."""
    return NUMBER_CHOICES.get(name) or SETTINGS.get(name)


def shown_of(field: str, value: object) -> str:
    """A field's value on one line, money as money; None means missing."""
    parts = field.split(".")
    setting = setting_of(field)
    if parts[0] in ("meters", "wheels") and parts[-1] in ("initial", "reset", "prize"):
        setting = Setting(MONEY)
    return one_line(setting_words(setting, value))[:60]


def bounds_shown(name: str, bounds: tuple[Bound, ...]) -> str:
    """The union of several bounds, money as money."""
    setting = setting_of(name)
    is_money = setting is not None and setting.kind == MONEY
    return bounds_text(bounds, amount_text if is_money else None)
