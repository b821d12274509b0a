"""What varies in a grid: settings with their values, and the combinations of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from spanish21.analysis.report.pricing import MAIN_SETTINGS
from spanish21.books.rulebook import load_book
from spanish21.books.setting_text import ABBREVIATIONS, changed_setting, setting_text
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput, BadRules, one_line
from spanish21.game.rules import Rules, what_if

MOST_RULESETS = 100_000
_RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})")


class Value(NamedTuple):
    """One value of a setting, or one reading of a ruling."""

    label: str
    changes: dict[str, Any]
    """The settings that it means."""
    inside_book: bool


class Variation(NamedTuple):
    """A setting or a ruling, and what it is in turn."""

    name: str
    values: tuple[Value, ...]


class Combination(NamedTuple):
    """One ruleset of a grid."""

    labels: tuple[str, ...]
    rules: Rules
    inside_book: bool


def variations_of(rules: Rules, vary: Mapping[str, Sequence[Any]], most: int) -> list[Variation]:
    """The variations of a grid; refuses what does not matter to the main wager, and too many rulesets."""
    if not vary:
        raise BadInput("a grid needs something that varies, such as decks: 5, 6, 8")
    counts = {name: len(values) for name, values in vary.items()}
    count = prod(counts.values())
    if count > most:
        shape = " x ".join(f"{number:,}" for number in counts.values())
        raise BadInput(
            f"this grid has {count:,} rulesets ({shape}); at most {most:,} are priced in one: "
            "vary fewer settings or values"
        )
    return [_variation(rules, name, values) for name, values in vary.items()]


def _variation(rules: Rules, name: str, values: Sequence[Any]) -> Variation:
    if isinstance(values, str) or not values:
        raise BadInput(one_line(f"{name}: give its values as a list, such as [5, 6, 8]"))
    book = load_book(rules.book)
    asked = name if name in MAIN_SETTINGS else name.replace("_", "-")
    ruling = next((one for one in book.rulings if one.id == asked), None)
    found = []
    for value in values:
        if ruling is not None:
            if value not in ruling.reads:
                raise BadRules(one_line(f"{name}: {value!r} is none of {', '.join(ruling.reads)}"))
            changes = {key: one for key, one in ruling.reads[value].sets.items() if key in MAIN_SETTINGS}
            found.append(Value(str(value), changes, True))
        else:
            _check_name(name)
            what_if(rules, **{"decks": rules.decks, name: value})  # refuses a value out of range
            found.append(Value(setting_text(name, value), {name: value}, _is_inside(rules, name, value)))
    if ruling is not None and not any(value.changes for value in found):
        raise BadInput(f"{name} makes no difference to the main wager")
    labels = [value.label for value in found]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise BadInput(one_line(f"{name} is {twice} twice"))
    return Variation(name, tuple(found))


def _check_name(name: str) -> None:
    if name not in MAIN_SETTINGS:
        known = ", ".join(MAIN_SETTINGS)
        raise BadInput(one_line(f"{name} makes no difference to the main wager; what does: {known}"))


def _is_inside(rules: Rules, name: str, value: Any) -> bool:
    """Whether the book permits this value, apart from the others."""
    if getattr(rules, name, None) == value:
        return True
    try:
        rules_of(rules.book, **{name: value})
    except BadRules:
        return False
    return True


def combinations(rules: Rules, variations: Sequence[Variation]) -> Iterator[Combination | BadRules]:
    """Every ruleset in order, or why a combination is none."""
    for values in product(*(variation.values for variation in variations)):
        changes: dict[str, Any] = {}
        for value in values:
            changes |= value.changes
        try:
            changed = what_if(rules, **changes)
        except BadRules as refused:
            yield refused
            continue
        labels = tuple(value.label for value in values)
        yield Combination(labels, changed, all(value.inside_book for value in values))


def parsed_variation(text: str, most: int = MOST_RULESETS, option: str = "--vary") -> tuple[str, list[Any]]:
    """The name and the values of NAME=VALUE,VALUE,… or NAME=FIRST..LAST, as a person writes them.

    >>> parsed_variation("decks=5,6,8"), parsed_variation("most_doubles=0..3")
    (('decks', [5, 6, 8]), ('most_doubles', [0, 1, 2, 3]))
    """
    name, equals, written = text.partition("=")
    name = name.strip()
    if not equals or not name or not written.strip():
        raise BadInput(one_line(f"{option} {text!r}: write NAME=VALUE,VALUE, such as decks=5,6,8"))
    texts: list[str] = []
    for part in written.split(","):
        span = _RANGE.fullmatch(part.strip())
        if span is None:
            texts.append(part.strip())
            continue
        first, last = int(span[1]), int(span[2])
        if not 0 <= last - first < most:
            count = last - first + 1
            raise BadInput(f"{option} {text}: {max(count, 0):,} values; a range has 1 to {most:,}")
        texts += [str(number) for number in range(first, last + 1)]
    plain = name.lower()
    if "-" in name and plain not in ABBREVIATIONS:
        return name, [one.replace(" ", "_") for one in texts]  # a ruling and its readings
    full = [changed_setting(name, one) for one in texts]
    return full[0][0], [value for _, value in full]


def parsed_numbers(text: str, option: str = "--line") -> tuple[str, list[int]]:
    """The name and the numbers of NAME=1,2,5..9, as a person writes them.

    >>> parsed_numbers("unsuited=2..4,7")
    ('unsuited', [2, 3, 4, 7])
    """
    name, equals, written = text.partition("=")
    numbers: list[int] = []
    try:
        for part in written.split(","):
            low, dots, high = part.partition("..")
            first, last = int(low), int(high if dots else low)
            if not 0 <= first <= last < first + MOST_RULESETS or last >= 10**9:
                raise ValueError
            numbers += range(first, last + 1)
    except ValueError:
        numbers = []
    if not equals or not numbers:
        raise BadInput(one_line(f"{option} {text!r}: write NAME=NUMBERS, such as unsuited=2..6 or 3,4"))
    return name.strip(), numbers
