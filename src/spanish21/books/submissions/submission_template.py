"""A Rules Submission to fill in: every choice that a book leaves open, its bounds, clauses and usual value.

A line of prose begins with `# `, a choice at its usual value with `#` and no space.
"""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from spanish21.books.clauses import PAYTABLE_CHOICES, Bound, Clause, Rulebook, Ruling, fits, usual
from spanish21.books.meanings import meaning_of
from spanish21.books.submissions.submission_case import bounds_shown, setting_of
from spanish21.books.submissions.template_sides import meter_lines, wheel_lines
from spanish21.game.settings import MONEY
from spanish21.game.side_wagers.registry import kind_of_setting, kinds

_WIDTH = 108


def template_of(book: Rulebook, named: str) -> str:
    """The template; `named` is how the file names its book, by name or path."""
    parts = [
        *_head(book, named),
        *_choices(book),
        *_side_choices(book),
        *meter_lines(book, comment_lines),
        *wheel_lines(book, comment_lines),
        *_rulings(book),
        *_approvals(book),
    ]
    return "\n".join(parts) + "\n"


def comment_lines(text: str, indent: str = "") -> list[str]:
    """Prose as lines of comment."""
    return textwrap.wrap(text, _WIDTH, initial_indent=f"# {indent}", subsequent_indent=f"# {indent}")


def toml_value(value: Any, is_money: bool = False) -> str:
    """A value as TOML; money in hundredths.

    >>> toml_value(5000_00, True), toml_value(50, True), toml_value(True), toml_value([1, 4])
    ('5_000_00', '50', 'true', '[1, 4]')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if is_money and value >= 100:
        return f"{value // 100:_}_{value % 100:02}"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(one) for one in value)}]"
    return str(value)


def _head(book: Rulebook, named: str) -> Iterator[str]:
    yield from comment_lines(f"A Rules Submission for {book.title}.")
    yield "#"
    yield from comment_lines(
        "Every choice that the book leaves open is here, with its bounds, the clause in brackets, and"
        " the usual value. A line that begins with # and no space is a choice that stands at its usual value;"
        " to make another, take the # away. Amounts are in hundredths: 5_00 is five dollars or pounds."
    )
    yield "#"
    yield from comment_lines("spanish21 submission check FILE lists the errors, and the worth of the table.")
    yield ""
    yield f"book = {toml_value(named)}"
    yield 'operator = "Your casino"'


def _where(book: Rulebook, name: str) -> str:
    clauses = book.cite(name)
    return f" ({', '.join(clauses[:4])})" if clauses else " (your own choice)"


def _choices(book: Rulebook) -> Iterator[str]:
    yield "\n[choose]"
    for name in book.bounds:
        if not name.endswith("_offered") and not is_of_side_wager(name):
            yield from _choice(book, name)


def is_of_side_wager(name: str) -> bool:
    """Whether a choice is about a side wager."""
    return name in PAYTABLE_CHOICES or (bool(kind_of_setting(name)) and not name.endswith("_offered"))


def _choice(book: Rulebook, name: str) -> Iterator[str]:
    bounds, setting = book.bounds[name], setting_of(name)
    is_money = setting is not None and setting.kind == MONEY
    yield ""
    meaning = meaning_of(name, setting if any(fits(bound, 0) for bound in bounds) else None)
    yield from comment_lines(f"{meaning}: {_bounds_said(name, bounds)}{_where(book, name)}.")
    yield f"#{name} = {toml_value(usual_of(book, name), is_money)}"


def _bounds_said(name: str, bounds: tuple[Bound, ...]) -> str:
    if setting_of(name) is not None and all(isinstance(usual(bound), bool) for bound in bounds):
        return "true or false"
    return bounds_shown(name, bounds)


def usual_of(book: Rulebook, name: str) -> Any:
    """The value of an unmade choice: the usual, or a clause's value where departing needs
    approval."""
    return book.fixed.get(name, usual(book.bounds[name][0]))


def _side_choices(book: Rulebook) -> Iterator[str]:
    wagers = [name for name in kinds() if f"{name}_offered" in book.bounds]
    if not wagers:
        return
    listed = ", ".join(f"{name}{_where(book, f'{name}_offered')}" for name in wagers)
    offered = [name for name in wagers if usual(book.bounds[f"{name}_offered"][0])]
    yield ""
    yield from comment_lines(f"Side wagers on offer: any of {listed}. The requirements of each are below.")
    yield f"offers = {toml_value(offered)}"
    for name in book.bounds:
        if is_of_side_wager(name):
            yield from _choice(book, name)


def _rulings(book: Rulebook) -> Iterator[str]:
    if book.rulings:
        yield ""
        yield from comment_lines(
            "Questions that the book leaves open, how they may be read, and how they usually are."
        )
        yield "[rulings]"
    for ruling in book.rulings:
        yield from _ruling(ruling)


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield ""
    yield from comment_lines(f"{ruling.asks} ({', '.join(ruling.clauses)})")
    for name, reading in ruling.reads.items():
        yield from comment_lines(f"{name}: {reading.says}", "  ")
    yield f"#{ruling.id} = {toml_value(ruling.default)}"


def _approvals(book: Rulebook) -> Iterator[str]:
    asking = offices_of(book)
    if asking:
        yield ""
        yield from comment_lines(
            "Approvals by their number. A table that lacks one that it needs is for training, not for money."
        )
        yield "[approvals]"
    for office, clauses in asking.items():
        yield ""
        for clause in clauses:
            yield from comment_lines(f"{clause.says} ({clause.id}{when_needed(clause, office)})")
        yield f'#{office} = ""'


def offices_of(book: Rulebook) -> dict[str, list[Clause]]:
    """The approvals that a book knows, each with its clauses."""
    asking: dict[str, list[Clause]] = {}
    for clause in book.clauses:
        for office in clause.office:
            asking.setdefault(office, []).append(clause)
    return asking


def when_needed(clause: Clause, office: str) -> str:
    """When an approval is needed, if not always."""
    if clause.by_approval:
        return f"; needed for a choice that differs from the book's: {', '.join(clause.by_approval)}"
    if clause.optional:
        return "; may be left out"
    own = [one.removeprefix(f"{office}: ") for one in clause.only_if if one.startswith(f"{office}: ")]
    conditions = own or [one for one in clause.only_if if ": " not in one]
    return f"; needed with {' or '.join(_words(conditions))}" if conditions else "; needed"


def _words(conditions: Iterable[str]) -> list[str]:
    return [one.replace("_offered", "").replace("_", " ").replace(" = ", " by ") for one in conditions]
